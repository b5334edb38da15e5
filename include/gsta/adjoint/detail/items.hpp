#pragma once

#include "gsta/adjoint/detail/record.hpp"
#include "gsta/engine/detail/cut.hpp"
#include "gsta/engine/detail/pack_tiles.hpp"

namespace gsta::detail {

/// How an adjoint sweep treats a vertex.
enum class adjoint_role : std::uint8_t {
  value,    ///< has a gradient that others wait for
  inlined,  ///< a sink that one wire alone reaches: it stands with its driver
  leaf,     ///< nothing follows: its gradient is its seed
};

/// Sums of up to so many terms are serial, in `ordered_sum`'s order: they are made within one step.
inline constexpr id serial_arcs = 8;

/// The graph that an adjoint sweeps over, and where seeds may be other than 0.
template <memory_space S>
struct adjoint_graph {
  timing_graph_view<S> graph;
  std::size_t net_arcs = 0;            // arcs below it are wires
  span<edge_map const, S> edges;       // [arcs]
  span<id const, S> fanin_position;    // [node arcs] by position in the fan-out rows
  span<std::uint8_t const, S> seeded;  // [vertices], or empty: all may be

  GSTA_HD id row_length(id v) const noexcept { return graph.fanout_begin[v + 1] - graph.fanout_begin[v]; }
  GSTA_HD bool has_seed(id v) const noexcept { return seeded.empty() || seeded[v] != 0; }
  /// True if anything comes back along the arc at a position of the fan-out rows.
  GSTA_HD bool live(id k) const noexcept {
    return edges[graph.fanout_arc[k]].code != 0 && fanin_position[k] != none;
  }
  GSTA_HD bool is_wire(id arc) const noexcept { return static_cast<std::size_t>(arc) < net_arcs; }
  GSTA_HD id live_fanout(id v) const noexcept {
    id arcs = 0;
    for (id k = graph.fanout_begin[v]; k < graph.fanout_begin[v + 1]; ++k) arcs += live(k) ? 1 : 0;
    return arcs;
  }
  /// Whatever follows a wire that leaves `v` may be inlined itself.
  GSTA_HD bool leads_into_wires(id v) const noexcept {
    bool wire = false;
    for (id k = graph.fanout_begin[v]; k < graph.fanout_begin[v + 1]; ++k)
      wire = wire || (live(k) && is_wire(graph.fanout_arc[k]));
    return wire;
  }
  GSTA_HD bool one_wire_reaches(id v) const noexcept {
    id arcs = 0;
    bool wire = false;
    for (id k = graph.fanin_begin[v]; k < graph.fanin_begin[v + 1] && arcs < 2; ++k) {
      if (edges[graph.fanin_arc[k]].code == 0) continue;
      wire = is_wire(graph.fanin_arc[k]);
      ++arcs;
    }
    return arcs == 1 && wire;
  }
};

template <memory_space S>
struct adjoint_role_op {
  adjoint_graph<S> of;
  span<adjoint_role, S> role;
  span<id, S> items;  // [vertices] of each
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = static_cast<id>(i), arcs = of.live_fanout(v), row = of.row_length(v);
    role[v] = adjoint_role::value;
    if (arcs == 0) {
      role[v] = adjoint_role::leaf;
    } else if (row <= serial_arcs && of.one_wire_reaches(v) && !of.leads_into_wires(v)) {
      role[v] = adjoint_role::inlined;
    }
    items[v] = role[v] != adjoint_role::value ? 0 : row <= serial_arcs ? 1 : row + 1;
  }
};

/// A vertex with few arcs behind it, or one of many arcs, or the sum over these. `row`: the first position in
/// the fan-out rows, or the only one.
struct adjoint_item {
  id vertex = none;  // none: a single arc
  id row = none;
  bool sums = false;
};

/// The items of one vertex, and their keys: levels are counted from the last, sums stand behind their terms.
template <memory_space S>
struct list_items_op {
  adjoint_graph<S> of;
  span<id const, S> begin;  // [vertices + 1] items
  span<id const, S> level;  // [vertices] from the last
  span<adjoint_item, S> item;
  span<id, S> key, number;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = static_cast<id>(i), row = of.graph.fanout_begin[v], count = begin[v + 1] - begin[v];
    if (count == 0) return;
    for (id k = 0; k + 1 < count; ++k) put(begin[v] + k, {none, row + k, false}, 2 * level[v]);
    put(begin[v] + count - 1, {v, row, count > 1}, 2 * level[v] + 1);
  }
  GSTA_HD void put(id at, adjoint_item const& one, id order) const noexcept {
    item[at] = one;
    key[at] = order;
    number[at] = at;
  }
};

/// Puts items in the order of their keys, and says where those of each vertex stand.
template <memory_space S>
struct rank_adjoint_items_op {
  span<adjoint_item const, S> from;
  span<id const, S> number, begin;
  span<adjoint_item, S> item;
  span<id, S> value_of, first_term;  // [vertices]
  span<id const, S> owner;           // [items] vertex, before they were put in order
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const which = number[i], v = owner[which];
    item[i] = from[which];
    if (item[i].vertex != none) {
      value_of[v] = static_cast<id>(i);
    } else if (which == begin[v]) {
      first_term[v] = static_cast<id>(i);
    }
  }
};

template <memory_space S>
struct adjoint_items {
  using record = adjoint_record;
  adjoint_graph<S> of;
  span<adjoint_role const, S> role;
  span<adjoint_item const, S> item;        // in order
  span<id const, S> value_of, first_term;  // [vertices]
  span<id, S> rank;                        // [vertices] gets where inlined sinks' gradients go

  GSTA_HD id end_of(adjoint_item const& one) const noexcept {
    return one.vertex == none ? one.row + 1 : of.graph.fanout_begin[one.vertex + 1];
  }

  GSTA_HD int count(id i) const noexcept {
    adjoint_item const& one = item[i];
    if (one.sums) return tile_slots + 1;  // a tile of its own
    int records = 0;
    for (id k = one.row; k < end_of(one); ++k) records += slots_of(k);
    return records == 0 ? 1 : records;
  }

  /// Slots of one arc: one for each arc behind an inlined sink, which share a tile.
  GSTA_HD int slots_of(id k) const noexcept {
    if (!of.live(k)) return 0;
    id const to = of.graph.fanout_to[k];
    return role[to] == adjoint_role::inlined ? static_cast<int>(of.live_fanout(to)) : 1;
  }

  template <class Writer>
  GSTA_HD void emit(id i, Writer& writer) const noexcept {
    adjoint_item const& one = item[i];
    adjoint_record blank;
    blank.owner = one.vertex;
    blank.value = i;
    blank.flags.set_edges(positive_edges());
    if (one.vertex != none && of.has_seed(one.vertex)) blank.flags.set(slot_flags::checks_bit);
    if (one.sums) {
      blank.target = first_term[one.vertex];
      blank.wire = of.row_length(one.vertex);
      blank.flags.set(slot_flags::asserted_bit);
      return put_alone(writer, blank);
    }
    bool any = false;
    for (id k = one.row; k < end_of(one); ++k) {
      if (!of.live(k)) continue;
      emit_arc(writer, blank, k);
      any = true;
    }
    if (!any) put_alone(writer, blank);
  }

 private:
  template <class Writer>
  GSTA_HD static void put_alone(Writer& writer, adjoint_record const& record) noexcept {
    writer.begin_group(1);
    writer.put(record);
  }

  GSTA_HD adjoint_record towards(adjoint_record made, id vertex) const noexcept {
    bool const leaf = role[vertex] == adjoint_role::leaf;
    made.target = leaf ? vertex : value_of[vertex];
    if (leaf) made.flags.set(slot_flags::ready_bit);
    return made;
  }

  /// The arc at position `k` of the fan-out rows, behind the wire if there is one.
  GSTA_HD adjoint_record behind(adjoint_record made, id k) const noexcept {
    made.arc = of.fanin_position[k];
    made.flags.set(slot_flags::cell_bit);
    made.flags.set_edges(of.edges[of.graph.fanout_arc[k]]);
    return towards(made, of.graph.fanout_to[k]);
  }

  template <class Writer>
  GSTA_HD void emit_arc(Writer& writer, adjoint_record blank, id k) const noexcept {
    id const to = of.graph.fanout_to[k];
    if (role[to] != adjoint_role::inlined) return put_alone(writer, behind(blank, k));
    blank.wire = of.fanin_position[k];
    blank.flags.set(slot_flags::wire_bit);
    blank.sink = to;
    blank.flags.set(slot_flags::sink_bit);
    if (of.has_seed(to)) blank.flags.set(slot_flags::captures_bit);
    writer.begin_group(slots_of(k));
    if (writer.writes()) {
      blank.sink_slot = writer.slot();
      rank[to] = -2 - blank.sink_slot;
    }
    for (id j = of.graph.fanout_begin[to]; j < of.graph.fanout_begin[to + 1]; ++j) {
      if (of.live(j)) writer.put(behind(blank, j));
    }
  }
};

}  // namespace gsta::detail
