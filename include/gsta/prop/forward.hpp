#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/prop/detail/forward_tile.hpp"
#include "gsta/prop/forward_plan.hpp"

namespace gsta {

namespace detail {
/// Arcs that no edge passes: no stage meets them.
struct silent_arc_op {
  host_span<edge_map const> edges;
  host_span<corner_values> arc_delay;
  void operator()(std::size_t arc) const noexcept {
    if (edges[arc].code == 0) arc_delay[arc] = undefined_arrival();
  }
};

inline void set_silent_arcs(auto const& exec, delay_problem<memory_space::host> const& pins,
                            delay_state<memory_space::host>& delays) {
  for_each_n(exec, pins.edges.size(), silent_arc_op{pins.edges, delays.arc_delay.view()});
}

template <memory_space S, bool Slews, bool Arrivals>
void require_plan(forward_plan<S, Slews, Arrivals> const& plan, std::size_t vertices) {
  require(plan.stages.publish.size() == vertices, "propagate: the plan was made for another graph");
  require(plan.cell_delay.empty(), "propagate: on a host delays stand by arc");
}

template <host_side_executor E, bool Slews, bool Arrivals>
void run_forward(E const& exec, forward_plan<memory_space::host, Slews, Arrivals>& plan,
                 forward_layer<memory_space::host, Slews, Arrivals> const& layer,
                 host_span<id const> fanin_begin) {
  constexpr memory_space S = memory_space::host;
  using layer_type = forward_layer<S, Slews, Arrivals>;
  auto const& tiles = plan.stages.tiles;
  stage_results<S, typename layer_type::storage> const results{plan.values.view(), plan.positions.view()};
  for_each_n(
      exec, conditions * plan.stages.source.size(),
      source_op<S, layer_type>{layer, plan.stages.source.view(), plan.stages.source_value.view(), results});
  for (std::size_t l = 0; l + 1 < tiles.level_begin.size(); ++l) {
    id const first = tiles.level_begin[l], end = tiles.level_begin[l + 1];
    for_each_n(exec, static_cast<std::size_t>(end - first),
               forward_tile_op<layer_type>{{layer}, results, tiles.records.view(), first});
  }
  for_each_n(exec, plan.stages.publish.size(),
             publish_lanes_op<layer_type>{{layer}, plan.stages.publish.view(), fanin_begin, results});
}
}  // namespace detail

/// `propagate`, `propagate_delays` and `propagate_arrivals` by a plan: the same bits, in stages.
///
/// Shapes: those of the plan's problem. Units: ps. Cost: O(arcs) lookups, four conditions at a time. Where:
/// the host executor's threads; allocates nothing. Needs: a plan with `delay_place::by_arc`. Throws:
/// argument_error on sizes. Exact: equals the level loop bit for bit.
template <host_side_executor E>
void propagate(E const& exec, delay_problem<memory_space::host> const& pins,
               arrival_problem<memory_space::host> const& nodes,
               table_delay_model<memory_space::host> const& model,
               forward_plan<memory_space::host, true, true>& plan, delay_state<memory_space::host>& delays,
               arrival_state<memory_space::host>& arrivals) {
  detail::delay_op(pins, model, delays);  // checks sizes
  detail::arrival_op(nodes, delays, arrivals);
  detail::require_plan(plan, pins.graph.vertex_count());
  detail::set_silent_arcs(exec, pins, delays);
  detail::run_forward(exec, plan,
                      {model, plan.tables.view(), pins.asserted_slew, nodes.asserted, delays.slew.view(),
                       arrivals.arrival.view(), delays.arc_delay.view(), arrivals.predecessor.view()},
                      pins.graph.fanin_begin);
}
template <host_side_executor E>
void propagate_delays(E const& exec, delay_problem<memory_space::host> const& pins,
                      table_delay_model<memory_space::host> const& model,
                      forward_plan<memory_space::host, true, false>& plan,
                      delay_state<memory_space::host>& delays) {
  detail::delay_op(pins, model, delays);  // checks sizes
  detail::require_plan(plan, pins.graph.vertex_count());
  detail::set_silent_arcs(exec, pins, delays);
  detail::run_forward(exec, plan,
                      {model,
                       plan.tables.view(),
                       pins.asserted_slew,
                       {},
                       delays.slew.view(),
                       {},
                       delays.arc_delay.view(),
                       {}},
                      pins.graph.fanin_begin);
}
template <host_side_executor E>
void propagate_arrivals(E const& exec, arrival_problem<memory_space::host> const& nodes,
                        forward_plan<memory_space::host, false, true>& plan,
                        delay_state<memory_space::host>& delays,
                        arrival_state<memory_space::host>& arrivals) {
  detail::arrival_op(nodes, delays, arrivals);
  detail::require_plan(plan, nodes.graph.vertex_count());
  detail::run_forward(exec, plan,
                      {{},
                       {},
                       {},
                       nodes.asserted,
                       {},
                       arrivals.arrival.view(),
                       delays.arc_delay.view(),
                       arrivals.predecessor.view()},
                      nodes.graph.fanin_begin);
}

}  // namespace gsta
