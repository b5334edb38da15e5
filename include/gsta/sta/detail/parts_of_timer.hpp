#pragma once

#include <utility>

#include "gsta/sta/timer.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta::detail {

/// A timer's arrays as repairs take them; `check`: those of `checks` that may be edited there; `pair`: so
/// those of its latches.
template <executor E>
timed_parts_in<E::space> parts_of_timer(timer<E>& t, span<timing_check, E::space> check = {},
                                        span<latch_pair, E::space> pair = {}) {
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
          t.options.credits == common_path::leave_in ? credited_view<E::space>{}
                                                     : gsta::view_of(t.credit_levels)};
}

}  // namespace gsta::detail
