#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/graph/levelize.cuh"
#include "gsta/path/search_rows.hpp"

/// make_search_rows (path/search_rows.hpp) on a cuda_executor: levels come from graph/levelize.cuh.
