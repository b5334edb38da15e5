#pragma once

#include <utility>

#include "gsta/constrain/nodes.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/graph/build.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta {

/// What a backward pull asks of a node graph and what its rows do not say at once. Made once a graph.
template <memory_space S>
struct adjoint_rows_view {
  /// [node arcs] by position in the fan-out rows: the arc's place in the fan-in rows; none where only
  /// required times pass.
  span<id const, S> fanin_position;
  span<id const, S> arc_begin;     ///< [arcs of the pin graph + 1] into the two below
  span<id const, S> arc_position;  ///< [node arcs] positions in the fan-in rows, those of one arc together
  span<id const, S> arc_to;        ///< [node arcs] the node whose row it is
  span<id const, S> pin_begin;     ///< [pins + 1] the nodes of a pin have consecutive ids

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  adjoint_rows_view<D> map(F f) const {
    return {f(fanin_position), f(arc_begin), f(arc_position), f(arc_to), f(pin_begin)};
  }
};

/// The owner of these rows; `make_adjoint_rows` makes it.
template <memory_space S>
using adjoint_rows = owned<adjoint_rows_view, S>;

namespace detail {
/// Finds each arc that leaves a node in the row of the node it enters.
template <memory_space S>
struct match_rows_op {
  timing_graph_view<S> graph;
  span<id, S> fanin_position;  // [node arcs] by fan-out position
  GSTA_HD void operator()(std::size_t node) const noexcept {
    for (id j = graph.fanout_begin[node]; j < graph.fanout_begin[node + 1]; ++j)
      fanin_position[j] = position(static_cast<id>(node), graph.fanout_arc[j], graph.fanout_to[j]);
  }
  GSTA_HD id position(id from, id arc, id to) const noexcept {
    for (id k = graph.fanin_begin[to]; k < graph.fanin_begin[to + 1]; ++k) {
      if (graph.fanin_arc[k] == arc && graph.fanin_from[k] == from) return k;
    }
    return none;
  }
};

/// Writes each node into its row.
template <memory_space S>
struct row_owner_op {
  span<id const, S> begin;
  span<id, S> owner;  // [row elements]
  GSTA_HD void operator()(std::size_t row) const noexcept {
    for (id k = begin[row]; k < begin[row + 1]; ++k) owner[k] = static_cast<id>(row);
  }
};
}  // namespace detail

/// The place of each arc of a graph's fan-out rows in its fan-in rows.
///
/// Shapes: the result [arcs of the graph's fan-out rows]. Cost: each arc's search in the fan-in row it
/// enters. Where: the executor; does not wait. Throws: what allocation throws.
template <executor E>
buffer<id, E::space> match_rows(E const& exec, timing_graph_view<E::space> const& graph) {
  buffer<id, E::space> fanin_position(exec, graph.fanout_to.size());
  for_each_n(exec, graph.vertex_count(), detail::match_rows_op<E::space>{graph, fanin_position.view()});
  return fanin_position;
}

/// The rows that adjoints of `nodes` pull along; `arcs` is the count of the pin graph's.
///
/// Shapes: as the struct says. Cost: a stable sort, and each arc's search in the fan-in row it enters. Where:
/// the executor; waits. Throws: what allocation throws.
template <executor E>
adjoint_rows<E::space> make_adjoint_rows(E const& exec, timing_nodes<E::space> const& nodes,
                                         std::size_t arcs) {
  constexpr memory_space S = E::space;
  timing_graph_view<S> const& graph = nodes.graph.view;
  buffer<id, S> fanin_position = match_rows(exec, graph), owner(exec, graph.arc_count());
  for_each_n(exec, nodes.count(), detail::row_owner_op<S>{graph.fanin_begin, owner.view()});
  auto by_arc = compress_rows(exec, arcs, graph.fanin_arc, std::as_const(owner).view());
  adjoint_rows<S> rows;
  rows.view.fanin_position = rows.keep(std::move(fanin_position));
  rows.view.arc_begin = rows.keep(std::move(by_arc.begin));
  rows.view.arc_position = rows.keep(std::move(by_arc.arc));
  rows.view.arc_to = rows.keep(std::move(by_arc.vertex));
  rows.view.pin_begin = rows.keep(clone(exec, nodes.pin_begin));
  exec.sync();  // scratch ends here
  return rows;
}

/// `wire_answer` in any precision.
template <class Value>
struct wire_values {
  per_condition<Value> delay;    ///< ps
  per_condition<Value> impulse;  ///< ps^2 under `wire_slew::degrade`, ps under `wire_slew::keep`
};

/// `pi_load` in any precision.
template <class Value>
struct pi_values {
  per_condition<Value> far_end;     ///< fF behind the resistance
  per_condition<Value> resistance;  ///< kOhm
};

/// What wires do, in any precision; where `Value` is float, `wire_view` serves as well.
template <memory_space S, class Value>
struct wire_values_view {
  span<wire_values<Value> const, S> sink;    ///< [net arcs]
  span<per_condition<Value> const, S> load;  ///< [pins] fF that a driver sees
  span<pi_values<Value> const, S> pi{};      ///< [nets] as `wire_state` says
};

/// `wire_state` in any precision: double for checks of gradients.
template <memory_space S, class Value>
struct wire_values_state {
  buffer<wire_values<Value>, S> sink;    ///< [net arcs]
  buffer<per_condition<Value>, S> load;  ///< [pins] fF that a driver sees; 0 for pins that drive nothing
  buffer<pi_values<Value>, S> pi{};      ///< [nets] under `wire_slew::reduce`; else it may be empty

  /// What delay models read; the state must outlive it.
  wire_values_view<S, Value> view() const noexcept { return {sink.view(), load.view(), pi.view()}; }
};

/// `delay_state` in any precision.
template <memory_space S, class Value>
struct delay_values {
  buffer<per_condition<Value>, S> slew;       ///< [pins] ps
  buffer<per_condition<Value>, S> arc_delay;  ///< [arcs] ps
};

/// How an arc's delay and slew change with the slew in front of it, under one condition behind it. Found
/// before the sweep, since it takes only what the forward pass left.
struct alignas(16) sweep_slopes {
  per_condition<float>
      delay;  ///< of the delay; where arrivals are not swept along, that times its gradient already
  per_condition<float> slew;  ///< of the slew; a NaN where another arc decides the slew behind
};

/// How delay and slew of a cell arc change with the load behind it; of the slew as in `sweep_slopes`.
struct alignas(16) load_slopes {
  per_condition<float> delay;  ///< of the delay, ps per fF
  per_condition<float> slew;   ///< of the slew, ps per fF
};

/// Where a net arc begins and ends, and its position in the fan-in rows: by net arc, so that what goes by
/// wire streams.
struct alignas(16) wire_row {
  id from = none;      ///< pin
  id to = none;        ///< pin
  id position = none;  ///< in the fan-in rows
  id spare = none;     ///< nothing
};

/// By what a stage's answer changes, and how.
template <class Value>
struct stage_slopes {
  Value slew = 0;        ///< by the slew in front
  Value load = 0;        ///< by the load that the driver sees
  Value resistance = 0;  ///< by that of the net's pi model
  Value far_end = 0;     ///< by the far capacitance there

  /// Sums of products with gradients.
  friend GSTA_HD stage_slopes add(stage_slopes const& a, stage_slopes const& b) noexcept {
    return {math::add(a.slew, b.slew), math::add(a.load, b.load), math::add(a.resistance, b.resistance),
            math::add(a.far_end, b.far_end)};
  }
};

/// A cell arc into a pi model, under one condition.
template <class Value>
struct cell_slopes {
  stage_slopes<Value> delay;  ///< ps
  stage_slopes<Value> slew;   ///< ps, at the driver
  double made_slew;           ///< the slew itself
};

/// What one of its driver's arcs, the worst, does to a sink, under one condition.
template <class Value>
struct sink_slopes {
  stage_slopes<Value> by;  ///< of the answer
  Value elmore = 0;        ///< by Elmore's delay there
  id arc = none;           ///< which one; none: no waveform comes
  double value = 0;        ///< ps, the answer itself
};

/// A net arc behind a driver's waveform, under one condition.
template <class Value>
struct wire_slopes {
  sink_slopes<Value> delay;  ///< of the wire
  sink_slopes<Value> slew;   ///< at the sink
};

/// The four conditions, of what is too large to be read at once.
template <class T>
struct condition_row {
  T of[conditions];  ///< by condition

  GSTA_HD T& operator[](int c) noexcept { return of[c]; }              ///< one condition
  GSTA_HD T const& operator[](int c) const noexcept { return of[c]; }  ///< one condition
};

/// Buffers for wires in any precision. Pi models have a place where `nets` is the count of nets.
///
/// Shapes: as the struct says. Cost: three allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <class Value, executor E>
wire_values_state<E::space, Value> make_wire_values(E const& exec, std::size_t pins, std::size_t net_arcs,
                                                    std::size_t nets = 0) {
  return {{exec, net_arcs}, {exec, pins}, {exec, nets}};
}

/// Buffers for slews and delays in any precision.
///
/// Shapes: as the struct says. Cost: two allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <class Value, executor E>
delay_values<E::space, Value> make_delay_values(E const& exec, std::size_t pins, std::size_t arcs) {
  return {{exec, pins}, {exec, arcs}};
}

}  // namespace gsta
