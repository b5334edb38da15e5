#pragma once

/// All primitives, for nvcc: gsta.hpp with the CUDA executor, its algorithms and the device's own drivers.
#include "gsta/core/algorithm.cuh"
#include "gsta/core/captured_work.cuh"
#include "gsta/core/cuda_executor.cuh"
#include "gsta/core/with_executor.cuh"
#include "gsta/forward/plan.cuh"
#include "gsta/forward/propagate.cuh"
#include "gsta/graph/build.cuh"
#include "gsta/graph/levelize.cuh"
#include "gsta/gsta.hpp"
#include "gsta/path/timing_paths.cuh"
#include "gsta/rc/elmore.cuh"
#include "gsta/rc/flatten_rc.cuh"
#include "gsta/slack/backward.cuh"
#include "gsta/slack/required.cuh"
