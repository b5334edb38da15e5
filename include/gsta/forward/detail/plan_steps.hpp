#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/forward/detail/cut.hpp"
#include "gsta/forward/detail/layer.hpp"
#include "gsta/forward/detail/tile.hpp"
#include "gsta/forward/forward_plan.hpp"

namespace gsta::detail {

/// `read_from`: [cell arcs] where the arrival layer finds their delays, or empty.
template <bool Slews, bool Arrivals, executor E>
forward_plan<E::space, Slews, Arrivals> make_forward_plan(E const& exec, cut_problem<E::space> const& problem,
                                                          levels<E::space> const& order,
                                                          flat_view<E::space> const& design,
                                                          delay_layout where,
                                                          view_for<E, id const> read_from = {},
                                                          id most_sinks = 0) {
  static_assert(driver_known<primitive::forward_plan, E>,
                "a forward plan on a device needs gsta/forward/plan.cuh");
  constexpr memory_space S = E::space;
  forward_plan<S, Slews, Arrivals> plan;
  span<id const, S> types;
  if constexpr (Slews) {
    types = design.arcs.type;
    plan.tables = pack_tables(exec, design.luts, design.arcs.types);
    if (where == delay_layout::by_slot) {
      plan.arc_slot = buffer<id, S>(exec, design.cell_arc_count());
      fill(exec, plan.arc_slot.view(), none);  // arcs that make no edge have no slot
    }
  }
  plan.cut = make_forward_cut(exec, problem, order, types, std::as_const(plan.tables.of_type).view(),
                              read_from, plan.arc_slot.view(), most_sinks);
  plan.most_sinks = most_sinks;
  plan.values = {exec, conditions * plan.cut.values};
  if (!plan.arc_slot.empty())
    plan.cell_delay = buffer<per_condition<float>, S>(exec, plan.cut.tiles.records.size());
  if constexpr (Arrivals) plan.positions = buffer<per_condition<id>, S>(exec, plan.cut.values);
  return plan;
}

template <memory_space S>
struct scatter_delays_op {
  span<per_condition<float> const, S> cell_delay;
  span<id const, S> arc_slot;
  span<per_condition<float>, S> arc_delay;  // [arcs]
  std::size_t net_arcs;
  GSTA_HD void operator()(std::size_t arc) const noexcept {
    id const slot = arc_slot[arc];
    arc_delay[net_arcs + arc] = slot == none ? undefined_arrival() : cell_delay[slot];
  }
};

template <memory_space S>
struct scatter_difference {
  span<scatter_record const, S> a, b;
  GSTA_HD std::int64_t operator()(std::size_t v) const noexcept {
    return a[v].value != b[v].value || a[v].wire != b[v].wire ? 1 : 0;
  }
};

/// Arcs that no edge passes: no tile holds them.
struct silent_arc_op {
  host_span<edge_map const> edges;
  host_span<per_condition<float>> arc_delay;
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
  require(plan.cut.scatters().size() == vertices, "propagate: the plan was made for another graph");
  require(plan.cell_delay.empty(), "propagate: on a host delays stand by arc");
}

template <host_side_executor E, bool Slews, bool Arrivals, bool Staged>
void run_forward(E const& exec, forward_plan<memory_space::host, Slews, Arrivals>& plan,
                 forward_layer<memory_space::host, Slews, Arrivals, false, Staged> const& layer,
                 host_span<id const> fanin_begin) {
  constexpr memory_space S = memory_space::host;
  using layer_type = forward_layer<S, Slews, Arrivals, false, Staged>;
  auto const& tiles = plan.cut.tiles;
  sweep_results<S, typename layer_type::storage> const results{plan.values.view(), plan.positions.view()};
  for_each_n(exec, conditions * plan.cut.source.size(),
             source_op<S, layer_type>{layer, plan.cut.source.view(), plan.cut.source_value.view(), results});
  for (std::size_t l = 0; l + 1 < tiles.level_begin.size(); ++l) {
    id const first = tiles.level_begin[l], end = tiles.level_begin[l + 1];
    for_each_n(exec, static_cast<std::size_t>(end - first),
               forward_tile_op<layer_type>{{layer}, results, tiles.records.view(), first});
  }
  for_each_n(exec, plan.cut.scatters().size(),
             scatter_lanes_op<layer_type>{{layer}, plan.cut.scatters(), fanin_begin, results});
}

}  // namespace gsta::detail
