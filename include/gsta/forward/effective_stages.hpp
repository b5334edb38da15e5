#pragma once

#include "gsta/forward/effective.hpp"
#include "gsta/forward/layers.hpp"

namespace gsta {

/// How many stages were solved how: cell arcs times conditions.
struct stage_counts {
  std::int64_t pi_model = 0;        ///< as `stage_kind`
  std::int64_t one_capacitor = 0;   ///< as `stage_kind`
  std::int64_t without_ramp = 0;    ///< as `stage_kind`
  std::int64_t without_tables = 0;  ///< as `stage_kind`

  /// All that have a slew in front.
  std::int64_t total() const noexcept { return pi_model + one_capacitor + without_ramp + without_tables; }
};

namespace detail {
/// Solves again, from the slews that a sweep left, the drivers of all cell arcs into a pin.
template <memory_space S>
struct stage_kinds_op {
  timing_graph_view<S> graph;
  span<edge_map const, S> edges;
  table_delay_model<S> plain;
  span<id const, S> net_of;
  ceff::measures_view<float, S> single;
  ceff::measures_view<double, S> in_double;
  span<per_condition<float> const, S> slew;
  span<stage_kinds, S> out;

  GSTA_HD void operator()(std::size_t pin) const noexcept {
    std::size_t const net_arcs = plain.design.net_arc_count();
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      auto const arc = static_cast<std::size_t>(graph.fanin_arc[k]);
      if (arc < net_arcs) continue;
      for (int c = 0; c < conditions; ++c) {
        int const in = edges[arc].input(c);
        if (in < 0) continue;
        float const start = slew[graph.fanin_from[k]][in];
        out[arc - net_arcs].kind[c] = of(static_cast<id>(arc), static_cast<id>(pin), c, start);
      }
    }
  }

 private:
  GSTA_HD stage_kind of(id arc, id to, int c, float start) const noexcept {
    arc_type const& type = plain.type_of(arc);
    if (!has_stage(plain, to, type, c, start)) return kind_without_stage(type, c, start);
    return plain.options.effective.precision == ceff_precision::in_double
               ? solved(in_double, to, type, c, start)
               : solved(single, to, type, c, start);
  }
  template <class R>
  GSTA_HD stage_kind solved(ceff::measures_view<R, S> const& measures, id to, arc_type const& type, int c,
                            float start) const noexcept {
    auto const stage = stage_of(plain, measures.at(type.measure, edge_of(c)), to, net_of[to], type, c, start);
    return is_link(type) ? stage_kind::no_stage : kind_of_stage(stage.is_lumped, stage.has_no_ramp);
  }
};

template <memory_space S>
struct stage_counts_op {
  span<stage_kinds const, S> kinds;
  GSTA_HD stage_counts operator()(std::size_t arc) const noexcept {
    stage_counts counts;
    for (stage_kind const kind : kinds[arc].kind) {
      counts.pi_model += kind == stage_kind::pi_model ? 1 : 0;
      counts.one_capacitor += kind == stage_kind::one_capacitor ? 1 : 0;
      counts.without_ramp += kind == stage_kind::without_ramp ? 1 : 0;
      counts.without_tables += kind == stage_kind::without_tables ? 1 : 0;
    }
    return counts;
  }
};
struct add_stage_counts {
  GSTA_HD stage_counts operator()(stage_counts const& a, stage_counts const& b) const noexcept {
    return {a.pi_model + b.pi_model, a.one_capacitor + b.one_capacitor, a.without_ramp + b.without_ramp,
            a.without_tables + b.without_tables};
  }
};
}  // namespace detail

/// How each cell arc's stage is solved, from the slews of the last update: fall-backs of effective
/// capacitances, to be read and counted.
///
/// Shapes: `kinds` [cell arcs], in the order of arcs. Cost: each driver is solved once more, without its
/// sinks. Where: the executor; does not wait. Throws: argument_error on sizes.
template <executor E>
void find_stage_kinds(E const& exec, delay_problem<E::space> const& pins,
                      table_delay_model<E::space> const& plain, effective_state<E::space> const& state,
                      delay_state<E::space> const& delays,
                      std::type_identity_t<span<stage_kinds, E::space>> kinds) {
  require(delays.slew.size() == pins.graph.vertex_count() && state.net_of.size() == delays.slew.size() &&
              kinds.size() + plain.design.net_arc_count() == pins.graph.arc_count(),
          "find_stage_kinds: the states were made for another design");
  fill(exec, kinds, stage_kinds{});
  for_each_n(exec, pins.graph.vertex_count(),
             detail::stage_kinds_op<E::space>{pins.graph,
                                              pins.edges,
                                              plain,
                                              state.net_of.view(),
                                              {state.edges.view(), state.curves.view()},
                                              {state.edges_double.view(), state.curves_double.view()},
                                              delays.slew.view(),
                                              kinds});
}

/// How many there are of each kind.
///
/// Shapes: any. Cost: O(cell arcs). Where: the executor; waits for the figures. Throws: what allocation
/// throws.
template <executor E>
stage_counts count_stages(E const& exec, std::type_identity_t<span<stage_kinds const, E::space>> kinds) {
  return reduce(exec, kinds.size(), detail::stage_counts_op<E::space>{kinds}, stage_counts{},
                detail::add_stage_counts{});
}

}  // namespace gsta
