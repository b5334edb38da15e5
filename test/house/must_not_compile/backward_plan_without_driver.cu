// Says: a backward plan on a device needs gsta/slack/required.cuh
#include <gsta/core/algorithm.cuh>
#include <gsta/slack/required.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/slack/required.cuh>
#endif

constexpr auto device = gsta::memory_space::device;

std::size_t values(gsta::cuda_executor const& exec, gsta::arrival_problem<device> const& nodes,
                   gsta::timing_checks_view<device> const& checks) {
  return make_backward_plan(exec, nodes, 0, {}, checks, gsta::capture_required::leave_out).cut.values;
}
