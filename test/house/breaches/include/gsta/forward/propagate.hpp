#include <cuda_runtime.h>  // layers BREACH: CUDA is seen only by .cuh files

#include "gsta/graph/detail/rows.hpp"  // layers BREACH: detail/ is seen only from its own room
