// Says: a forward plan on a device needs gsta/forward/plan.cuh
#include <gsta/core/algorithm.cuh>
#include <gsta/forward/plan.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/forward/plan.cuh>
#endif

constexpr auto device = gsta::memory_space::device;

std::size_t values(gsta::cuda_executor const& exec, gsta::delay_problem<device> const& pins,
                   gsta::flat_view<device> const& design) {
  return make_delay_plan(exec, pins, design).cut.values;
}
