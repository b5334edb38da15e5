#pragma once

#include "gsta/path/constraint.hpp"
#include "gsta/path/detail/constrain/sweep.cuh"

/// constrain_graph and constrain_search (path/constraint.hpp) on a cuda_executor: a launch a sweep.
