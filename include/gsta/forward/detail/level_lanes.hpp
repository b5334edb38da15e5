#pragma once

#include <cstddef>

#include "gsta/forward/detail/ceff/lanes.hpp"
#include "gsta/forward/layers.hpp"
#include "gsta/graph/level_ahead.hpp"

/// Loops over levels on a host core: a vertex at a time, its four conditions side by side. A plan makes the
/// same faster still once it is made, and is not for a design that is timed once.
namespace gsta::detail {

/// `relax_delay_op` in lanes.
template <class Layer>
struct relax_delay_lanes_op {
  timing_graph_view<memory_space::host> graph;
  level_ahead ahead;
  forward_lanes<Layer> lanes;
  host_span<edge_map const> edges;
  host_span<packed_table const> of_type;

  void operator()(std::size_t i) const noexcept {
    auto const& layer = lanes.layer;
    ask(i);
    id const pin = ahead.level[i];
    best_lanes best;
    best.slew = four_lanes::load(layer.asserted_slew[pin]).turn_early();
    bool first = true;
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      id const arc = graph.fanin_arc[k];
      if (edges[arc].code == 0) {
        layer.arc_delay[arc] = undefined_arrival();
        continue;
      }
      value_lanes value{four_lanes::load(layer.slew[graph.fanin_from[k]]), four_lanes::same(0)};
      if (is_wire(arc)) {
        lanes.through_wire(arc, value).store(layer.arc_delay[arc]);
      } else {
        lanes.through_cell(record_of(arc, pin), value, first);
        first = false;
      }
      best.slew = four_lanes::greater(value.slew.turn_early(), best.slew);
    }
    if constexpr (Layer::staged) {
      if (first) layer.effective().start(pin);
    }
    best.slew.turn_early().store(layer.slew[pin]);
  }

 private:
  bool is_wire(id arc) const noexcept {
    return static_cast<std::size_t>(arc) < lanes.layer.model.design.net_arc_count();
  }
  id type_of(id arc) const noexcept {
    auto const& design = lanes.layer.model.design;
    return design.arcs.type[static_cast<std::size_t>(arc) - design.net_arc_count()];
  }
  forward_record record_of(id arc, id pin) const noexcept {
    forward_record record;
    record.cell = of_type[type_of(arc)].word;
    record.target = pin;
    record.flags.set_edges(edges[arc]);
    record.arc = arc;
    return record;
  }

  [[gnu::always_inline]] void ask(std::size_t i) const noexcept {
    auto const& layer = lanes.layer;
    auto const& design = layer.model.design;
    ahead.ask(
        i,
        [&](id pin) {
          ask_for(&layer.slew[pin]);
          ask_for(&layer.asserted_slew[pin]);
          ask_for(&layer.model.wires.load[pin]);
        },
        [&](id from, id arc) {
          ask_for(&layer.slew[from]);
          ask_for(&edges[arc]);
          ask_for(&layer.arc_delay[arc]);
          if (!design.arcs.derate.empty()) ask_for(&design.arcs.derate[arc]);
          if (!is_wire(arc)) return ask_for(&design.arcs.type[arc - static_cast<id>(design.net_arc_count())]);
          if constexpr (Layer::staged)
            ask_for(&layer.stages.sink[arc]);
          else
            ask_for(&layer.model.wires.sink[arc]);
          if (!design.rc.response.empty()) ask_for(&design.rc.response[arc]);
        });
  }
};

/// `relax_arrival_op` in lanes.
struct relax_arrival_lanes_op {
  level_ahead ahead;
  relax_arrival_op<memory_space::host> of;

  void operator()(std::size_t i) const noexcept {
    ahead.ask(
        i,
        [&](id node) {
          ask_for(&of.arrival[node]);
          ask_for(&of.asserted[node]);
          ask_for(&of.predecessor[node]);
        },
        [&](id from, id arc) {
          ask_for(&of.arrival[from]);
          ask_for(&of.edges[arc]);
          ask_for(&of.arc_delay[arc]);
        });
    id const node = ahead.level[i];
    four_lanes const undefined = undefined_arrival(every_condition{}), no = four_lanes::same(0);
    best_lanes best;
    best.arrival = four_lanes::load(of.asserted[node]).turn_early();
    for (id k = of.graph.fanin_begin[node]; k < of.graph.fanin_begin[node + 1]; ++k) {
      id const arc = of.graph.fanin_arc[k];
      four_lanes const at =
          edge_lanes(of.edges[arc]).move(four_lanes::load(of.arrival[of.graph.fanin_from[k]]), undefined);
      best.merge({no, arrival_behind(every_condition{}, at, four_lanes::load(of.arc_delay[arc]))},
                 four_ids::same(k));
    }
    best.arrival.turn_early().store(of.arrival[node]);
    best.position.store(of.predecessor[node]);
  }
};

/// What the delay layer of a model is in lanes; nothing where a model has none.
template <class Model>
struct layer_in_lanes {};
template <>
struct layer_in_lanes<table_delay_model<memory_space::host>> {
  using type = forward_layer<memory_space::host, true, false>;
  static table_delay_model<memory_space::host> const& plain(
      table_delay_model<memory_space::host> const& model) noexcept {
    return model;
  }
};
template <>
struct layer_in_lanes<ceff_delay_model<memory_space::host>> {
  using type = forward_layer<memory_space::host, true, false, false, true>;
  static table_delay_model<memory_space::host> const& plain(
      ceff_delay_model<memory_space::host> const& model) noexcept {
    return model.plain;
  }
};

}  // namespace gsta::detail
