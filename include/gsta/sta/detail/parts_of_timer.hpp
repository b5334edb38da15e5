#pragma once

#include <utility>

#include "gsta/sta/timer.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta::detail {

/// A timer's arrays as repairs take them; `check`: those of `checks` that may be edited there.
template <executor E>
timed_parts_in<E::space> parts_of_timer(timer<E>& t, span<timing_check, E::space> check = {}) {
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
          t.checks.latches.view.any(),
          &t.trees,
          &t.wires,
          &t.stages,
          &t.delays,
          &t.arrivals,
          &t.slacks};
}

}  // namespace gsta::detail
