#pragma once

#include <utility>

#include "gsta/core/functional.hpp"
#include "gsta/engine/detail/cut.hpp"
#include "gsta/engine/detail/pack_tiles.hpp"
#include "gsta/forward/detail/credit_reach.hpp"
#include "gsta/graph/build.hpp"

namespace gsta {

/// An arc into a kept vertex, with the wire in front of it, in several credit levels: from a driver's
/// arrivals through `wire`, then a cell arc. A vertex has arrivals in the credit levels of its mask alone.
struct alignas(16) credit_record {
  id wire = none;    ///< net arc, or none where a cell arc starts at a kept vertex
  id cell = none;    ///< where the cell arc's delay is
  id source = none;  ///< where the driver's arrivals begin; of a launch the clock's node
  slot_flags flags;
  std::uint32_t source_levels = 0;  ///< the driver's
  std::uint32_t credit_levels = 0;  ///< the target's
  id value = none;                  ///< where the target's arrivals begin
  id target = none;                 ///< the vertex
};

/// Where a vertex finds its arrivals in credit levels: as they stand, or, of an inlined sink, its driver's
/// and the wire.
struct alignas(16) credit_place {
  id value = none;                  ///< where they begin, in rows of four conditions
  std::uint32_t credit_levels = 0;  ///< that the driver has
  std::uint32_t needed = 0;         ///< by the vertex itself
  id wire = none;                   ///< or none
};

/// Some credit levels cut: the arcs into every kept vertex that needs any of them, packed into tiles in level
/// order.
template <memory_space S>
struct credit_cut {
  std::size_t first = 0, count = 0;  ///< credit levels
  packed_tiles<credit_record, S> tiles;
  buffer<id, S> source;           ///< vertices that no arc reaches
  buffer<credit_place, S> place;  ///< [vertices]
  std::size_t values = 0;         ///< rows of four conditions: credit levels of all kept vertices
};

namespace detail {
GSTA_HD inline id count_levels(std::uint32_t mask) noexcept {
  mask = mask - ((mask >> 1) & 0x55555555u);
  mask = (mask & 0x33333333u) + ((mask >> 2) & 0x33333333u);
  return static_cast<id>((((mask + (mask >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24);
}
/// How many rows a vertex has in front of a credit level's.
GSTA_HD inline id row_of_level(std::uint32_t mask, std::size_t credit_level) noexcept {
  return count_levels(mask & ((1u << credit_level) - 1));
}

template <memory_space S>
struct keeps_lanes {
  span<std::uint8_t const, S> inlined;
  span<std::uint32_t const, S> needed;
  GSTA_HD bool operator()(id v) const noexcept { return inlined[v] == 0 && needed[v] != 0; }
};

template <memory_space S>
struct credit_rows_op {
  span<id const, S> vertex;
  span<std::uint32_t const, S> needed;
  span<id, S> rows;
  GSTA_HD void operator()(std::size_t i) const noexcept { rows[i] = count_levels(needed[vertex[i]]); }
};

template <memory_space S>
struct credit_place_op {
  timing_graph_view<S> graph;
  span<std::uint8_t const, S> inlined;
  span<std::uint32_t const, S> needed;
  span<id const, S> index_of, begin;  // [vertices], [kept + 1]
  span<credit_place, S> place;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    credit_place of;
    of.needed = needed[v];
    id driver = static_cast<id>(v);
    if (inlined[v] != 0) {
      driver = graph.fanin_from[graph.fanin_begin[v]];
      of.wire = graph.fanin_arc[graph.fanin_begin[v]];
    }
    if (index_of[driver] != none) {
      of.value = begin[index_of[driver]];
      of.credit_levels = needed[driver];
    }
    place[v] = of;
  }
};

template <memory_space S>
struct credit_items {
  using record = credit_record;
  cut_problem<S> problem;
  credit_reach<S> in;
  span<id const, S> slot_of;  // [cell arcs] where their delays are, or empty: by arc
  span<std::uint8_t const, S> inlined;
  span<credit_place const, S> place;
  span<id const, S> vertex;  // [items]

  /// Whether an arc brings anything to a credit level of its end.
  GSTA_HD bool counts(id k, id v) const noexcept {
    id const arc = problem.graph.fanin_arc[k];
    if (!problem.live(arc)) return false;
    return in.launches(arc) || (place[problem.graph.fanin_from[k]].credit_levels & place[v].needed) != 0;
  }
  GSTA_HD int count(id item) const noexcept {
    id const v = vertex[item];
    int arcs = 0;
    for (id k = problem.graph.fanin_begin[v]; k < problem.graph.fanin_begin[v + 1]; ++k)
      arcs += counts(k, v) ? 1 : 0;
    return arcs;
  }

  template <class Writer>
  GSTA_HD void emit(id item, Writer& writer) const noexcept {
    if (!writer.writes()) {
      for (int arcs = count(item); arcs > 0; --arcs) writer.count_group(1);
      return;
    }
    id const v = vertex[item];
    for (id k = problem.graph.fanin_begin[v]; k < problem.graph.fanin_begin[v + 1]; ++k) {
      if (!counts(k, v)) continue;
      credit_record arc = record_of(k);
      arc.target = v;
      arc.value = place[v].value;
      arc.credit_levels = place[v].needed;
      if (problem.is_asserted(v)) arc.flags.set(slot_flags::asserted_bit);
      writer.begin_group(1);
      writer.put(arc);
    }
  }

 private:
  GSTA_HD credit_record record_of(id k) const noexcept {
    credit_record result;
    id const arc = problem.graph.fanin_arc[k], from = problem.graph.fanin_from[k];
    result.flags.set_edges(problem.edges[arc]);
    bool const is_wire = problem.is_wire(arc), launches = in.launches(arc);
    if (!launches) {
      result.source = place[from].value;
      result.source_levels = place[from].credit_levels;
      result.wire = is_wire ? arc : place[from].wire;
    } else {
      result.source = from;
      result.flags.set(slot_flags::launches_bit);
    }
    if (!is_wire) {
      std::size_t const cell_arc = static_cast<std::size_t>(arc) - problem.net_arcs;
      result.cell = slot_of.empty() ? arc : slot_of[cell_arc];
      result.flags.set(slot_flags::cell_bit);
    }
    if (result.wire != none) result.flags.set(slot_flags::wire_bit);
    return result;
  }
};

template <memory_space S>
struct has_no_record {
  credit_items<S> items;
  GSTA_HD bool operator()(std::size_t item) const noexcept { return items.count(static_cast<id>(item)) == 0; }
};
}  // namespace detail

/// Cuts the credit levels of `in` over nodes, where they are needed.
///
/// Shapes: slot_of [cell arcs] where the delay layer leaves their delays (empty: by arc). Cost: O((nodes +
/// node arcs) x credit levels), 32 bytes an arc of the cut. Where: the executor; waits. Throws: what
/// allocation throws. What is asserted where must not change later; its values may.
template <executor E>
credit_cut<E::space> make_credit_cut(E const& exec, detail::credit_reach<E::space> const& in,
                                     timing_checks_view<E::space> const& checks, std::size_t net_arcs,
                                     view_for<E, id const> slot_of) {
  constexpr memory_space S = E::space;
  cut_problem<S> const problem{in.nodes.graph, net_arcs, in.nodes.edges, in.nodes.asserted, {}};
  auto const inlined = find_inlined(exec, problem);
  auto const needed = detail::find_needed_levels(exec, in, checks);
  auto const chosen =
      detail::choose(exec, *in.nodes.order, detail::keeps_lanes<S>{inlined.view(), needed.view()});
  std::size_t const kept = chosen.vertex.size();
  buffer<id, S> rows(exec, kept), begin(exec, kept + 1);
  for_each_n(exec, kept, detail::credit_rows_op<S>{chosen.vertex.view(), needed.view(), rows.view()});
  exclusive_scan(exec, std::as_const(rows).view(), begin.view());
  credit_cut<S> cut;
  cut.first = in.first;
  cut.count = in.count;
  cut.values = static_cast<std::size_t>(to_vector(exec, std::as_const(begin).view().subspan(kept, 1))[0]);
  cut.place = {exec, inlined.size()};
  for_each_n(exec, inlined.size(),
             detail::credit_place_op<S>{problem.graph, inlined.view(), needed.view(), chosen.index_of.view(),
                                        begin.view(), cut.place.view()});
  detail::credit_items<S> const items{
      problem, in, slot_of, inlined.view(), std::as_const(cut.place).view(), chosen.vertex.view()};
  cut.tiles = pack_tiles(exec, items, chosen.level_begin);
  buffer<id, S> sources(exec, kept);
  std::size_t const n = select(exec, kept, detail::has_no_record<S>{items}, sources.view());
  cut.source = {exec, n};
  for_each_n(
      exec, n,
      gather_op<id, S>{std::as_const(sources).view().subspan(0, n), chosen.vertex.view(), cut.source.view()});
  return cut;
}

}  // namespace gsta
