#pragma once

#include "gsta/path/detail/bounded.hpp"
#include "gsta/path/detail/bounded_active.cuh"
#include "gsta/path/detail/bounded_counting.cuh"
#include "gsta/path/detail/bounded_waves.cuh"
#include "gsta/path/detail/counting_exact.cuh"
#include "gsta/path/detail/line_graph.cuh"
#include "gsta/path/detail/near_prefixes.cuh"

/// bounded_paths (path/detail/bounded.hpp) on a cuda_executor.
