#pragma once

#include "gsta/path/detail/bounded.hpp"
#include "gsta/path/detail/bounded_counting.cuh"
#include "gsta/path/detail/bounded_waves.cuh"

/// bounded_paths (path/detail/bounded.hpp) on a cuda_executor.
