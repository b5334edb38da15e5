// Says: bulk operations on a device need gsta/core/algorithm.cuh
#include <gsta/core/algorithm.hpp>
#include <gsta/core/cuda_executor.cuh>
#ifdef GSTA_TEST_RIGHT
#include <gsta/core/algorithm.cuh>
#endif

void clear(gsta::cuda_executor const& exec, gsta::device_span<float> values) { fill(exec, values, 0.0f); }
