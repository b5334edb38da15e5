#pragma once

#include "gsta/slack/backward_stages.hpp"
#include "gsta/slack/required.hpp"

namespace gsta {

/// The backward pass, cut into stages once and run many times.
template <memory_space S>
struct backward_plan {
  backward_stages<S> stages;
  buffer<corner_values, S> values;         ///< [stages.values]
  buffer<corner_values, S> sink_required;  ///< [slots]
};

/// A plan for `update_required` over `nodes`.
///
/// Shapes: net_arcs: arcs below it are wires; inlined [nodes] as the forward plan has them. Cost: O(nodes +
/// node arcs). arc_slot: as the forward plan has it, if the stages are to read its delays. Where: the
/// executor; waits. Throws: what allocation throws.
template <executor E>
backward_plan<E::space> make_backward_plan(E const& exec, arrival_problem<E::space> const& nodes,
                                           std::size_t net_arcs, view_for<E, std::uint8_t const> inlined,
                                           timing_checks_view<E::space> const& checks,
                                           capture_required capture, view_for<E, id const> arc_slot = {}) {
  constexpr memory_space S = E::space;
  stage_problem<S> const problem{nodes.graph, net_arcs, nodes.edges, nodes.asserted, {}};
  backward_plan<S> plan{make_backward_stages(exec, problem, *nodes.order, inlined, checks,
                                             capture == capture_required::from_data_slack, arc_slot),
                        {},
                        {}};
  plan.values = buffer<corner_values, S>(exec, plan.stages.values);
  plan.sink_required = buffer<corner_values, S>(exec, plan.stages.tiles.records.size());
  return plan;
}

}  // namespace gsta
