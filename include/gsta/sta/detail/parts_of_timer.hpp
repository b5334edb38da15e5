#pragma once

#include <type_traits>
#include <utility>

#include "gsta/sta/detail/timer_state.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta::detail {

/// A timer's state as repairs take them; `check`: those of `checks` that may be edited there; `pair`: so
/// those of its latches.
template <memory_space S>
timed_parts_in<S> parts_of_timer(timer_state<S>& t, std::type_identity_t<span<timing_check, S>> check = {},
                                 std::type_identity_t<span<latch_pair, S>> pair = {}) {
  return {t.design.view,
          t.rc.forest.view,
          {t.options.delays.wires, t.options.delays.unreached},
          t.graph.view,
          &t.order,
          std::as_const(t.arcs.edges).view(),
          &t.nodes,
          t.checks.view,
          check,
          t.options.capture,
          t.checks.latches.view,
          pair,
          t.clocks.view,
          &t.latches_settled,
          &t.trees,
          &t.wires,
          &t.stages,
          &t.delays,
          &t.arrivals,
          &t.slacks,
          t.options.credits == common_path::leave_in ? credited_view<S>{} : gsta::view_of(t.credit_levels)};
}

}  // namespace gsta::detail
