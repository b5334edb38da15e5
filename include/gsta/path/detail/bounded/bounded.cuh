#pragma once

#include "gsta/path/detail/bounded/active.cuh"
#include "gsta/path/detail/bounded/bounded.hpp"
#include "gsta/path/detail/bounded/counting.cuh"
#include "gsta/path/detail/bounded/few.cuh"
#include "gsta/path/detail/bounded/line_graph.cuh"
#include "gsta/path/detail/bounded/near_prefixes.cuh"
#include "gsta/path/detail/bounded/waves.cuh"

/// bounded_paths (path/detail/bounded/bounded.hpp) on a cuda_executor.
