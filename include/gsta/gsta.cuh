#pragma once

/// All primitives, for nvcc: gsta.hpp with the CUDA executor and its algorithms.
#include "gsta/core/algorithm.cuh"
#include "gsta/core/with_executor.cuh"
#include "gsta/gsta.hpp"
