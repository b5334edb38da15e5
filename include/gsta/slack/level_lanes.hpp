#pragma once

#include <type_traits>

#include "gsta/slack/detail/level_lanes.hpp"
#include "gsta/slack/required.hpp"

namespace gsta {

/// `update_required` on a host, four conditions at a time, and what stands for later vertices in memory is
/// asked for ahead: about four times as fast.
///
/// Shapes: as `slack_state`. Units: ps. Cost: O(node arcs). Where: the executor's threads. Throws:
/// argument_error on sizes. Exact: equals `update_required` bit for bit.
template <host_side_executor E>
void update_required_in_lanes(E const& exec, arrival_problem<memory_space::host> const& nodes,
                              std::type_identity_t<checks_input<memory_space::host>> const& input,
                              lut_pool_view<memory_space::host> const& luts,
                              delay_state<memory_space::host> const& delays,
                              arrival_state<memory_space::host> const& arrivals,
                              slack_state<memory_space::host>& slacks,
                              capture_required capture = capture_required::leave_out) {
  auto const op = detail::required_op(nodes, input, delays, arrivals, slacks, capture);
  update_checks(exec, input, luts, delays, arrivals, slacks);
  for (std::size_t l = nodes.order->count(); l-- > 0;) {
    auto const level = nodes.order->level(l);
    for_each_n(exec, level.size(), detail::relax_required_lanes_op::of_level(op, level));
  }
}

}  // namespace gsta
