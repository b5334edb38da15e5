// Says: bulk operations on a device need gsta/core/algorithm.cuh
// Loops and copies come with the executor; what needs CUB does not.
#include <gsta/core/algorithm.hpp>
#include <gsta/core/cuda_executor.cuh>
#ifdef GSTA_TEST_RIGHT
#include <gsta/core/algorithm.cuh>
#endif

struct value_of {
  gsta::device_span<float const> values;
  GSTA_HD float operator()(std::size_t i) const { return values[i]; }
};
struct lesser {
  GSTA_HD float operator()(float a, float b) const { return a < b ? a : b; }
};

float least(gsta::cuda_executor const& exec, gsta::device_span<float const> values) {
  return reduce(exec, values.size(), value_of{values}, 0.0f, lesser{});
}
