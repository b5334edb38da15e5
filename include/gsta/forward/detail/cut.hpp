#pragma once

#include <utility>

#include "gsta/core/functional.hpp"
#include "gsta/core/vector_by_id.hpp"
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
  buffer<std::uint8_t, S> inlined;         ///< [vertices] sinks, which follow once all drivers are known
  buffer<id, S> source, source_value;      ///< vertices that no arc reaches, and where their values stand
  buffer<scatter_record, S> scatter;       ///< [vertices], or empty where those of another cut serve
  std::size_t values = 0;                  ///< kept vertices
  span<scatter_record const, S> shared{};  ///< those of the other cut

  /// [vertices] wherever they are.
  span<scatter_record const, S> scatters() const noexcept { return shared.empty() ? scatter.view() : shared; }
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
  span<id const, S> vertex, value_of;  // [items], [vertices]
  span<id const, S> part;              // [items] which part of the vertex's sinks, or empty: all of them

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
      arc.value = value_of[v];
      arc.position = part.empty() ? k : part[item];
      if (arc.position > 0 && !part.empty()) arc.flags.set(slot_flags::again_bit);
      if (asserted) arc.flags.set(slot_flags::asserted_bit);
      if (is_long) arc.flags.set(slot_flags::long_row_bit);
      writer.begin_group(1);
      if (!arc_slot.empty() && !arc.flags.again() && !problem.is_wire(problem.graph.fanin_arc[k]))
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
  GSTA_HD void set_wire(forward_record& of, id wire, id driver) const noexcept {
    of.wire = wire;
    of.flags.set(slot_flags::wire_bit);
    for (id k = problem.graph.fanin_begin[driver]; k < problem.graph.fanin_begin[driver + 1]; ++k) {
      id const arc = problem.graph.fanin_arc[k];
      if (problem.live(arc) && !problem.is_wire(arc)) return of.flags.set(slot_flags::staged_bit);
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

/// Vertices in parts of a few sinks each.
template <memory_space S>
struct sink_parts {
  buffer<id, S> vertex, part;  // [items]
  std::vector<id> level_begin;
};

template <memory_space S>
struct count_parts_op {
  cut_problem<S> problem;
  span<id const, S> vertex;
  id most;
  span<id, S> count;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = vertex[i];
    id sinks = 0;
    for (id k = problem.graph.fanout_begin[v]; k < problem.graph.fanout_begin[v + 1]; ++k)
      sinks += problem.is_wire(problem.graph.fanout_arc[k]) ? 1 : 0;
    count[i] = sinks > most ? (sinks + most - 1) / most : 1;
  }
};

template <memory_space S>
struct fill_parts_op {
  span<id const, S> of, begin;  // vertices before
  span<id, S> vertex, part;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    for (id k = begin[i]; k < begin[i + 1]; ++k) {
      vertex[k] = of[i];
      part[k] = k - begin[i];
    }
  }
};

/// A vertex of many sinks stands in its level once for each `most` of them: its arcs are found again there,
/// so that no warp is at one net for long.
template <executor E>
sink_parts<E::space> cut_sinks(E const& exec, cut_problem<E::space> const& problem,
                               chosen_vertices<E::space> const& chosen, id most) {
  constexpr memory_space S = E::space;
  std::size_t const n = chosen.vertex.size();
  buffer<id, S> count(exec, n), begin(exec, n + 1);
  for_each_n(exec, n, count_parts_op<S>{problem, chosen.vertex.view(), most, count.view()});
  exclusive_scan(exec, std::as_const(count).view(), begin.view());
  vector_by_id<id> const begins = to_vector(exec, std::as_const(begin).view());
  sink_parts<S> parts{
      {exec, static_cast<std::size_t>(begins.back())}, {exec, static_cast<std::size_t>(begins.back())}, {}};
  for_each_n(exec, n,
             fill_parts_op<S>{chosen.vertex.view(), begin.view(), parts.vertex.view(), parts.part.view()});
  for (id const first : chosen.level_begin) parts.level_begin.push_back(begins[first]);
  return parts;
}

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
/// `most_sinks`: of a vertex in one tile, for sweeps that write what wires do; 0: sinks do not count.
template <executor E>
forward_cut<E::space> make_forward_cut(E const& exec, cut_problem<E::space> const& problem,
                                       levels<E::space> const& order, view_for<E, id const> cell_type,
                                       view_for<E, packed_table const> tables,
                                       view_for<E, id const> slot_of = {}, view_for<E, id> arc_slot = {},
                                       id most_sinks = 0) {
  constexpr memory_space S = E::space;
  forward_cut<S> cut;
  cut.inlined = find_inlined(exec, problem);
  auto const inlined = std::as_const(cut.inlined).view();
  auto const chosen = detail::choose(exec, order, detail::has_value<S>{inlined});
  cut.values = chosen.vertex.size();
  detail::forward_items<S> const items{
      problem, cell_type, tables, slot_of, arc_slot, inlined, chosen.vertex.view(), chosen.index_of.view(),
      {}};
  if (most_sinks > 0) {
    auto const parts = detail::cut_sinks(exec, problem, chosen, most_sinks);
    detail::forward_items<S> in_parts = items;
    in_parts.vertex = parts.vertex.view();
    in_parts.part = parts.part.view();
    cut.tiles = pack_tiles(exec, in_parts, parts.level_begin);
  } else {
    cut.tiles = pack_tiles(exec, items, chosen.level_begin);
  }
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
