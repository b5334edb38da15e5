#pragma once

#include <cstddef>
#include <cstdint>

#include "gsta/constrain/checks.hpp"
#include "gsta/core/atomic.hpp"
#include "gsta/core/search.hpp"
#include "gsta/engine/detail/cut.hpp"
#include "gsta/engine/detail/pack_tiles.hpp"
#include "gsta/slack/detail/record.hpp"

namespace gsta::detail {

/// How the backward pass treats a vertex.
enum class backward_role : std::uint8_t {
  value,    ///< has a value that others wait for
  inlined,  ///< a sink whose cell arcs stand with its driver's
  leaf,     ///< nothing follows: known once its checks are
};

template <memory_space S>
struct count_references_op {
  cut_problem<S> problem;
  span<id, S> references;  // [vertices] live arcs that lead to a vertex from others' fan-out
  GSTA_HD void operator()(std::size_t v) const noexcept {
    auto const& graph = problem.graph;
    for (id k = graph.fanout_begin[v]; k < graph.fanout_begin[v + 1]; ++k) {
      if (problem.live(graph.fanout_arc[k])) fetch_add(references[graph.fanout_to[k]], 1);
    }
  }
};

/// The checks that concern single vertices.
template <memory_space S>
struct vertex_checks {
  timing_checks_view<S> checks;
  bool through_checks;
  GSTA_HD bool any_at(id v) const noexcept { return checks.data_begin[v] < checks.data_begin[v + 1]; }
  GSTA_HD bool captures(id v) const noexcept {
    return through_checks && checks.capture_begin[v] < checks.capture_begin[v + 1];
  }
};

template <memory_space S>
struct backward_role_op {
  cut_problem<S> problem;
  vertex_checks<S> checks;
  span<std::uint8_t const, S> inlined;  // by the forward pass
  span<id const, S> references;
  span<backward_role, S> role;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = static_cast<id>(i);
    int const arcs = live_fanout(v);
    role[v] = backward_role::value;
    if (arcs == 0 && !checks.captures(v)) role[v] = backward_role::leaf;
    if (arcs > 0 && arcs <= tile_slots && inlined[v] != 0 && references[v] == 1 && !checks.any_at(v) &&
        !checks.captures(v))
      role[v] = backward_role::inlined;
  }

  /// Counts no further than a tile holds.
  GSTA_HD int live_fanout(id v) const noexcept {
    auto const& graph = problem.graph;
    int arcs = 0;
    for (id k = graph.fanout_begin[v]; k < graph.fanout_begin[v + 1] && arcs <= tile_slots; ++k)
      arcs += problem.live(graph.fanout_arc[k]) ? 1 : 0;
    return arcs;
  }
};

/// A vertex of the backward pass, or a part of one with many sinks: the arcs [first, last) of `fanout_to`,
/// or, where `of_parts`, the parts [first, last).
struct backward_item {
  id vertex = none;  // none: a part
  id first = 0, last = 0;
  bool of_parts = false;
};

template <memory_space S>
struct backward_items {
  using record = backward_record;
  cut_problem<S> problem;
  vertex_checks<S> checks;
  span<backward_role const, S> role;
  span<backward_item const, S> item;  // in order
  span<id const, S> value_of;         // [vertices]
  span<id const, S> part_value;       // [parts] where each part's value stands
  span<id, S> rank;                   // [vertices] gets where inlined sinks' required times go
  span<id const, S> arc_slot;         // [cell arcs] where their delays are, or empty: by arc

  GSTA_HD int count(id i) const noexcept {
    backward_item const& of = item[i];
    if (of.of_parts) return of.last - of.first;
    int records = 0;
    for (id k = of.first; k < of.last; ++k) records += slots_of(k);
    return records == 0 ? 1 : records;  // one that only captures
  }

  /// Slots of one arc of the fan-out: one for each cell arc behind an inlined sink, which share a tile.
  GSTA_HD int slots_of(id k) const noexcept {
    auto const& graph = problem.graph;
    if (!problem.live(graph.fanout_arc[k])) return 0;
    id const to = graph.fanout_to[k];
    if (role[to] != backward_role::inlined) return 1;
    int arcs = 0;
    for (id j = graph.fanout_begin[to]; j < graph.fanout_begin[to + 1]; ++j)
      arcs += problem.live(graph.fanout_arc[j]) ? 1 : 0;
    return arcs;
  }

  template <class Writer>
  GSTA_HD void emit(id i, Writer& writer) const noexcept {
    backward_item const& of = item[i];
    if (!writer.writes()) return count_groups(of, writer);
    backward_record blank;
    blank.owner = of.vertex;
    blank.value = i;
    blank.flags.set_edges(positive_edges());
    if (of.vertex != none && checks.any_at(of.vertex)) blank.flags.set(slot_flags::checks_bit);
    if (of.vertex != none && checks.captures(of.vertex)) blank.flags.set(slot_flags::captures_bit);
    if (of.of_parts) {
      for (id p = of.first; p < of.last; ++p) put_alone(writer, blank, part_value[p], false);
      return;
    }
    bool any = false;
    for (id k = of.first; k < of.last; ++k) {
      if (!problem.live(problem.graph.fanout_arc[k])) continue;
      emit_arc(writer, blank, k);
      any = true;
    }
    if (!any) put_alone(writer, blank, none, false);
  }

 private:
  /// The groups that `emit` makes.
  template <class Writer>
  GSTA_HD void count_groups(backward_item const& of, Writer& writer) const noexcept {
    bool any = false;
    for (id k = of.first; k < of.last; ++k) {
      int const slots = of.of_parts ? 1 : slots_of(k);
      if (slots > 0) writer.count_group(slots);
      any = any || slots > 0;
    }
    if (!any) writer.count_group(1);
  }

  template <class Writer>
  GSTA_HD static void put_alone(Writer& writer, backward_record of, id target, bool ready) noexcept {
    of.target = target;
    if (ready) of.flags.set(slot_flags::ready_bit);
    writer.begin_group(1);
    writer.put(of);
  }

  GSTA_HD backward_record towards(backward_record of, id vertex) const noexcept {
    bool const leaf = role[vertex] == backward_role::leaf;
    of.target = leaf ? vertex : value_of[vertex];
    if (leaf) of.flags.set(slot_flags::ready_bit);
    return of;
  }

  GSTA_HD void set_cell(backward_record& of, id arc) const noexcept {
    of.arc = arc_slot.empty() ? arc : arc_slot[static_cast<std::size_t>(arc) - problem.net_arcs];
    of.flags.set(slot_flags::cell_bit);
    of.flags.set_edges(problem.edges[arc]);
  }

  template <class Writer>
  GSTA_HD void emit_arc(Writer& writer, backward_record blank, id k) const noexcept {
    auto const& graph = problem.graph;
    id const arc = graph.fanout_arc[k], to = graph.fanout_to[k];
    if (problem.is_wire(arc)) {
      blank.wire = arc;
      blank.flags.set(slot_flags::wire_bit);
    } else {
      set_cell(blank, arc);
    }
    if (role[to] != backward_role::inlined) {
      writer.begin_group(1);
      writer.put(towards(blank, to));
      return;
    }
    blank.sink = to;
    blank.flags.set(slot_flags::sink_bit);
    writer.begin_group(slots_of(k));
    blank.sink_slot = writer.slot();
    rank[to] = -2 - blank.sink_slot;
    for (id j = graph.fanout_begin[to]; j < graph.fanout_begin[to + 1]; ++j) {
      if (!problem.live(graph.fanout_arc[j])) continue;
      backward_record behind = blank;
      set_cell(behind, graph.fanout_arc[j]);
      writer.put(towards(behind, graph.fanout_to[j]));
    }
  }
};

}  // namespace gsta::detail

namespace gsta::detail {

/// Arcs, or parts, that one part gathers: sinks of one driver are spread over warps, which hand on to one
/// another, since a driver of thousands of sinks is the longest step of a backward pass. A warp takes the
/// tiles of a part one after another, so that parts are narrow.
inline constexpr id part_width = tile_slots;
/// Parts of parts: a rank in the order for each depth. Enough for any count of arcs.
inline constexpr id depths_of_level = 11;

/// A vertex with many arcs behind it, and the rank of its level in backward order.
struct wide_vertex {
  id vertex, first, last, level;

  /// Its items: parts, parts of these, and itself behind them.
  GSTA_HD id items() const noexcept {
    id count = 1;
    for (id n = last - first; n > part_width; count += n) n = (n + part_width - 1) / part_width;
    return count;
  }
};

/// Item `at` of all wide vertices, one vertex after the other; parts refer to parts by their position.
template <memory_space S>
struct split_wide_op {
  span<wide_vertex const, S> wide;
  span<id const, S> begin;  // [wide + 1] items
  span<backward_item, S> item;
  span<id, S> key;

  GSTA_HD void operator()(std::size_t at) const noexcept {
    id const i = row_of(begin, static_cast<id>(at));
    wide_vertex const& of = wide[i];
    id const place = static_cast<id>(at) - begin[i];
    id first = of.first, last = of.last, depth = 0, before = 0;  // items of the depths before
    while (last - first > part_width) {
      id const parts = (last - first + part_width - 1) / part_width;
      if (place < before + parts) {
        id const from = first + (place - before) * part_width;
        return put(at, {none, from, from + part_width < last ? from + part_width : last, depth > 0}, of.level,
                   depth);
      }
      first = begin[i] + before;
      last = first + parts;
      before += parts;
      ++depth;
    }
    put(at, {of.vertex, first, last, depth > 0}, of.level, depth);
  }

 private:
  GSTA_HD void put(std::size_t at, backward_item const& made, id level, id depth) const noexcept {
    item[at] = made;
    key[at] = level * depths_of_level + (depth < depths_of_level ? depth : depths_of_level - 1);
  }
};

}  // namespace gsta::detail
