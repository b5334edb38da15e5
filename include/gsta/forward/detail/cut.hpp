#pragma once

#include <utility>

#include "gsta/core/functional.hpp"
#include "gsta/engine/detail/cut.hpp"
#include "gsta/engine/detail/pack_tiles.hpp"
#include "gsta/forward/detail/packed_tables.hpp"
#include "gsta/forward/detail/record.hpp"
#include "gsta/graph/build.hpp"

namespace gsta {

/// The forward pass cut: the arcs into every kept vertex, packed into tiles in level order.
template <memory_space S>
struct forward_cut {
  packed_tiles<forward_record, S> tiles;
  buffer<std::uint8_t, S> inlined;     ///< [vertices] sinks, which follow once all drivers are known
  buffer<id, S> source, source_value;  ///< vertices that no arc reaches, and where their values stand
  buffer<scatter_record, S> scatter;   ///< [vertices]
  std::size_t values = 0;              ///< kept vertices
};

namespace detail {
template <memory_space S>
struct forward_items {
  using record = forward_record;
  cut_problem<S> problem;
  span<id const, S> cell_type;         // [cell arcs], or empty
  span<packed_table const, S> tables;  // [types]
  span<id const, S> slot_of;           // [cell arcs] where their delays are, or empty: by arc
  span<id, S> arc_slot;                // [cell arcs] gets the slot of each, or empty
  span<std::uint8_t const, S> inlined;
  span<id const, S> vertex, value_of;  // [values], [vertices]

  GSTA_HD int count(id item) const noexcept {
    id const v = vertex[item];
    int arcs = 0;
    for (id k = problem.graph.fanin_begin[v]; k < problem.graph.fanin_begin[v + 1]; ++k)
      arcs += problem.live(problem.graph.fanin_arc[k]) ? 1 : 0;
    return arcs;
  }

  template <class Writer>
  GSTA_HD void emit(id item, Writer& writer) const noexcept {
    if (!writer.writes()) {
      for (int arcs = count(item); arcs > 0; --arcs) writer.count_group(1);
      return;
    }
    id const v = vertex[item];
    bool const asserted = problem.is_asserted(v);
    bool const is_long = problem.graph.fanin_begin[v + 1] - problem.graph.fanin_begin[v] > tile_slots;
    for (id k = problem.graph.fanin_begin[v]; k < problem.graph.fanin_begin[v + 1]; ++k) {
      if (!problem.live(problem.graph.fanin_arc[k])) continue;
      forward_record arc = record_of(k);
      arc.target = v;
      arc.value = item;
      arc.position = k;
      if (asserted) arc.flags.set(slot_flags::asserted_bit);
      if (is_long) arc.flags.set(slot_flags::long_row_bit);
      writer.begin_group(1);
      if (!arc_slot.empty() && !problem.is_wire(problem.graph.fanin_arc[k]))
        arc_slot[static_cast<std::size_t>(arc.arc) - problem.net_arcs] = writer.slot();
      writer.put(arc);
    }
  }

  GSTA_HD forward_record record_of(id k) const noexcept {
    forward_record result;
    id const arc = problem.graph.fanin_arc[k], from = problem.graph.fanin_from[k];
    result.flags.set_edges(problem.edges[arc]);
    if (problem.is_wire(arc)) {
      result.source = value_of[from];
      set_wire(result, arc, from);
      return result;
    }
    std::size_t const cell_arc = static_cast<std::size_t>(arc) - problem.net_arcs;
    result.arc = arc;
    result.cell = slot_of.empty() ? arc : slot_of[cell_arc];
    if (!cell_type.empty()) result.cell = tables[cell_type[cell_arc]].word;
    result.flags.set(slot_flags::cell_bit);
    if (inlined[from] != 0) {
      id const wire = problem.graph.fanin_begin[from];
      result.source = value_of[problem.graph.fanin_from[wire]];
      set_wire(result, problem.graph.fanin_arc[wire], problem.graph.fanin_from[wire]);
    } else {
      result.source = value_of[from];
    }
    return result;
  }
  GSTA_HD void set_wire(forward_record& record, id wire, id driver) const noexcept {
    record.wire = wire;
    record.flags.set(slot_flags::wire_bit);
    for (id k = problem.graph.fanin_begin[driver]; k < problem.graph.fanin_begin[driver + 1]; ++k) {
      id const arc = problem.graph.fanin_arc[k];
      if (problem.live(arc) && !problem.is_wire(arc)) return record.flags.set(slot_flags::staged_bit);
    }
  }
};

template <memory_space S>
struct has_value {
  span<std::uint8_t const, S> inlined;
  GSTA_HD bool operator()(id v) const noexcept { return inlined[v] == 0; }
};

template <memory_space S>
struct scatter_record_op {
  timing_graph_view<S> graph;
  span<std::uint8_t const, S> inlined;
  span<id const, S> value_of;
  span<scatter_record, S> scatter;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    if (inlined[v] == 0) {
      scatter[v] = {value_of[v], none};
    } else {
      id const k = graph.fanin_begin[v];
      scatter[v] = {value_of[graph.fanin_from[k]], graph.fanin_arc[k]};
    }
  }
};

template <memory_space S>
struct has_no_arc {
  forward_items<S> items;
  GSTA_HD bool operator()(std::size_t item) const noexcept { return items.count(static_cast<id>(item)) == 0; }
};
}  // namespace detail

/// Cuts the forward pass over pins or nodes.
///
/// Shapes: order covers all vertices; cell_type [cell arcs] and tables [types] where delays are looked up on
/// the way, else empty. Cost: O(vertices + arcs), 32 bytes an arc of the cut. Where: the executor; waits.
/// Throws: what allocation throws. What is asserted where must not change later; its values may.
template <executor E>
forward_cut<E::space> make_forward_cut(E const& exec, cut_problem<E::space> const& problem,
                                       levels<E::space> const& order, view_for<E, id const> cell_type,
                                       view_for<E, packed_table const> tables,
                                       view_for<E, id const> slot_of = {}, view_for<E, id> arc_slot = {}) {
  constexpr memory_space S = E::space;
  forward_cut<S> cut;
  cut.inlined = find_inlined(exec, problem);
  auto const inlined = std::as_const(cut.inlined).view();
  auto const chosen = detail::choose(exec, order, detail::has_value<S>{inlined});
  cut.values = chosen.vertex.size();
  detail::forward_items<S> const items{
      problem, cell_type, tables, slot_of, arc_slot, inlined, chosen.vertex.view(), chosen.index_of.view()};
  cut.tiles = pack_tiles(exec, items, chosen.level_begin);
  buffer<id, S> sources(exec, cut.values);
  std::size_t const n = select(exec, cut.values, detail::has_no_arc<S>{items}, sources.view());
  cut.source_value = clone(exec, std::as_const(sources).view().subspan(0, n));
  cut.source = buffer<id, S>(exec, n);
  for_each_n(exec, n, gather_op<id, S>{cut.source_value.view(), chosen.vertex.view(), cut.source.view()});
  cut.scatter = buffer<scatter_record, S>(exec, inlined.size());
  for_each_n(
      exec, inlined.size(),
      detail::scatter_record_op<S>{problem.graph, inlined, chosen.index_of.view(), cut.scatter.view()});
  return cut;
}

}  // namespace gsta
