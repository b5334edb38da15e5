#pragma once

#include <cstdint>

#include "gsta/forward/detail/ceff/lanes.hpp"

/// Tiles of the forward pass on a host core, a slot at a time.
namespace gsta::detail {

/// Asks for the line of `at[i]` ahead of its use; `i` may be none. Inlined whatever the compiler thinks: g++
/// takes a function that only prefetches for one without effect and drops its calls.
template <bool Write = false, class T>
[[gnu::always_inline]] inline void prefetch(host_span<T> at, id i, int each = 1) noexcept {
  if (at.empty()) return;
  __builtin_prefetch(at.data() + static_cast<std::ptrdiff_t>(i < 0 ? 0 : i) * each, Write ? 1 : 0);
}

/// One tile, and those that its last vertex goes on in.
template <class Layer>
struct forward_tile_op {
  using storage = typename Layer::storage;
  forward_lanes<Layer> lanes;
  sweep_results<memory_space::host, storage> results;
  host_span<forward_record const> records;
  id first;  // tile of the level

  /// So many tiles ahead the lines that a tile needs are asked for.
  static constexpr std::size_t ahead = 3;

  void operator()(std::size_t i) const noexcept {
    std::size_t slot = (static_cast<std::size_t>(first) + i) * tile_slots;
    fetch_ahead(slot + ahead * tile_slots);
    if (records[slot].flags.continued()) return;
    best_lanes best;
    bool more = true, is_first = true;
    while (more) {
      for (std::size_t s = slot; s < slot + tile_slots && records[s].flags.occupied(); ++s)
        is_first = run(records[s], best, is_first);
      more = records[slot].flags.continues();
      slot += tile_slots;
    }
  }

 private:
  /// `is_first`: of its vertex. Returns whether the next one is.
  bool run(forward_record const& record, best_lanes& best, bool is_first) const noexcept {
    value_lanes value = value_lanes::read<storage>(at(record.source));
    if (record.wire != none) {
      four_lanes const delay = lanes.through_wire(record.wire, value);
      if constexpr (Layer::slews) {
        if (record.arc == none) delay.store(lanes.layer.arc_delay[record.wire]);
      }
    }
    if (record.arc != none) lanes.through_cell(record, value, is_first);
    best.merge(value, four_ids::same(record.position));
    if (record.flags.following() > 0 || record.flags.continues()) return false;
    finish(record, best);
    best = {};
    return true;
  }

  void finish(forward_record const& record, best_lanes const& best) const noexcept {
    value_lanes found = best.values();
    per_condition<id> position;
    best.position.store(position);
    if (record.flags.asserted()) merge_asserted(record, found, position);
    found.write<storage>(at(record.value));
    if constexpr (Layer::arrivals) results.positions[record.value] = position;
  }

  void merge_asserted(forward_record const& record, value_lanes& found,
                      per_condition<id>& position) const noexcept {
    vertex_value merged[conditions];
    found.store(merged);
    for (int c = 0; c < conditions; ++c) {
      value_candidate start{lanes.layer.asserted_at(record.target, c), none};
      start.merge(c, {merged[c], position[c]});
      merged[c] = start.at;
      position[c] = start.position;
    }
    found = value_lanes::load(merged);
  }

  typename storage::element* at(id value) const noexcept {
    return results.values.data() + storage::at(value, 0);
  }

  [[gnu::always_inline]] void fetch_ahead(std::size_t slot) const noexcept {
    if (slot >= records.size()) return;
    for (std::size_t s = slot; s < slot + tile_slots; ++s) {
      forward_record const& record = records[s];
      prefetch(results.values, record.source, conditions);
      if constexpr (Layer::slews) {
        prefetch(lanes.layer.model.wires.sink, record.wire);
        prefetch(lanes.layer.stages.sink, record.wire);
        prefetch(lanes.layer.model.wires.load, record.target);
        prefetch<true>(lanes.layer.arc_delay, record.arc);
      } else {
        prefetch(lanes.layer.arc_delay, record.wire);
        prefetch(lanes.layer.arc_delay, record.arc);
      }
    }
  }
};

/// `scatter_op`: slew and arrival of one vertex from where the sweep left them.
template <class Layer>
struct scatter_lanes_op {
  using storage = typename Layer::storage;
  forward_lanes<Layer> lanes;
  host_span<scatter_record const> records;
  host_span<id const> fanin_begin;
  sweep_results<memory_space::host, storage> results;

  static constexpr std::size_t ahead = 24;

  void operator()(std::size_t v) const noexcept {
    if (v + ahead < records.size()) fetch_ahead(records[v + ahead]);
    scatter_record const record = records[v];
    value_lanes value = value_lanes::read<storage>(results.values.data() + storage::at(record.value, 0));
    four_ids position;
    if (record.wire != none) {
      four_lanes const delay = lanes.through_wire(record.wire, value);
      if constexpr (Layer::slews) delay.store(lanes.layer.arc_delay[record.wire]);
      best_lanes best;
      best.merge(value, four_ids::same(fanin_begin[v]));
      value = best.values();
      position = best.position;
    } else if constexpr (Layer::arrivals) {
      position = four_ids::load(results.positions[record.value]);
    }
    if constexpr (Layer::slews) value.slew.store(lanes.layer.slew[v]);
    if constexpr (Layer::arrivals) {
      value.arrival.store(lanes.layer.arrival[v]);
      position.store(lanes.layer.predecessor[v]);
    }
  }

 private:
  [[gnu::always_inline]] void fetch_ahead(scatter_record const& record) const noexcept {
    prefetch(results.values, record.value, conditions);
    if constexpr (Layer::slews) {
      prefetch(lanes.layer.model.wires.sink, record.wire);
      prefetch(lanes.layer.stages.sink, record.wire);
      prefetch<true>(lanes.layer.arc_delay, record.wire);
    } else {
      prefetch(lanes.layer.arc_delay, record.wire);
    }
    if constexpr (Layer::arrivals) prefetch(results.positions, record.value);
  }
};

}  // namespace gsta::detail
