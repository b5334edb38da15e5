#pragma once

#include "test/adjoint/adjoint_case.hpp"

namespace gsta_test {

/// A cost in parts has the bits of one call, run after run.
template <class E>
void smooth_cost_parts_have_the_bits_of_one_call(E const& exec, std::uint64_t first, std::uint64_t last) {
  constexpr gsta::memory_space S = E::space;
  bit_comparison result;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const design = random_circuit(seed);
    auto const options = cost_options_of(seed);
    smooth_flow<E, float> flow(exec, design, options_of(seed).timer, options);
    flow.find_cost();
    auto const& checks = flow.timer.view().checks;
    auto cost = gsta::make_smooth_cost_state(exec, flow.timer.nodes().count(), checks);
    auto const plan = make_smooth_cost_plan(exec, checks, cost);
    gsta::detail::smooth_by_id<S, float> const timing{flow.slew.view(), flow.smooth.node_arrival.view()};
    for (int run = 0; run < 2; ++run) {
      update_smooth_violations(exec, checks, flow.timer.view().design.luts, timing, options, cost);
      add_up_smooth_cost(exec, checks, options, cost);
      update_smooth_cost_seed(exec, checks, options, plan, cost);
    }
    auto const same = [&](char const* what, auto const& parts, auto const& whole) {
      result.arrays(what, to_vector(exec, parts.view()), to_vector(exec, whole.view()));
    };
    same("cost", cost.cost, flow.cost.cost);
    same("violation", cost.violation, flow.cost.violation);
    same("share", cost.check_share, flow.cost.check_share);
    same("seed", cost.node_arrival, flow.cost.node_arrival);
    CAPTURE(seed, result.report());
    REQUIRE(result.failed == 0);
  }
  CHECK(result.compared > 20 * (last - first));
}

}  // namespace gsta_test
