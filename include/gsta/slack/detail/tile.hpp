#pragma once

#include "gsta/engine/detail/edge_lanes.hpp"
#include "gsta/slack/detail/layer.hpp"

/// The backward layer on a host core: a slot at a time, its four conditions side by side in one register.
namespace gsta::detail {

/// Required times as `tightness`: larger is tighter in every lane, and minus infinity is undefined.
inline four_lanes loosest_lanes() noexcept { return four_lanes::same(-math::infinity); }

/// `backward_layer` in lanes.
struct backward_lanes {
  backward_layer<memory_space::host> layer;

  /// Back through the record's cell arc: of the two edges behind it the rising one counts first.
  four_lanes through_arc(backward_record const& record, four_lanes after) const noexcept {
    if (record.arc == none) return after.turn_late();
    edge_lanes const by_edge(record.flags.edges());
    four_lanes const delay = four_lanes::load(layer.arc_delay[record.arc]);
    four_lanes const straight = tightness_before(every_condition{}, by_edge.same, after, delay);
    four_lanes const crossed = tightness_before(every_condition{}, by_edge.other, after, delay).other_edge();
    return four_lanes::greater(four_lanes::rising_of(crossed, straight),
                               four_lanes::rising_of(straight, crossed));
  }

  four_lanes through_wire(backward_record const& record, four_lanes tight) const noexcept {
    if (record.wire == none) return tight;
    return tightness_before(every_condition{}, tight.turn_late(),
                            four_lanes::load(layer.arc_delay[record.wire]));
  }

  four_lanes own_checks(id vertex) const noexcept {
    return four_lanes::load(required_by_checks(layer.checks, layer.check_required, vertex));
  }
};

/// The required times of a vertex that is done, be it a leaf or kept.
struct known_required {
  host_span<per_condition<float> const> required;
  host_span<id const> rank;
  host_span<per_condition<float> const> values;
  GSTA_HD per_edge operator()(id vertex, int c) const noexcept {
    id const value = rank[vertex];
    return side_of(value < 0 ? required[vertex] : values[value], c);
  }
};

/// One tile, and those that its last vertex goes on in.
struct backward_tile_op {
  backward_lanes lanes;
  host_span<id const> rank;  // [vertices] as in scatter_required_op
  host_span<per_condition<float>> values, sink_required;
  host_span<backward_record const> records;
  id first;  // tile of the level

  /// So many tiles ahead the lines that a tile needs are asked for.
  static constexpr std::size_t ahead = 4;

  void operator()(std::size_t i) const noexcept {
    std::size_t slot = (static_cast<std::size_t>(first) + i) * tile_slots;
    fetch_ahead(slot + ahead * tile_slots);
    if (records[slot].flags.continued()) return;
    four_lanes at_sink = loosest_lanes(), best = loosest_lanes();
    bool more = true;
    while (more) {
      for (std::size_t s = slot; s < slot + tile_slots && records[s].flags.occupied(); ++s)
        run(records[s], at_sink, best);
      more = records[slot].flags.continues();
      slot += tile_slots;
    }
  }

 private:
  void run(backward_record const& record, four_lanes& at_sink, four_lanes& best) const noexcept {
    if (record.target != none) {
      per_condition<float> const& after =
          record.flags.ready() ? lanes.layer.required[record.target] : values[record.target];
      at_sink = four_lanes::greater(lanes.through_arc(record, four_lanes::load(after)), at_sink);
    }
    if (record.flags.group_following() > 0) return;
    if (record.sink != none) at_sink.turn_late().store(sink_required[record.sink_slot]);
    best = four_lanes::greater(lanes.through_wire(record, at_sink), best);
    at_sink = loosest_lanes();
    if (record.flags.following() > 0 || record.flags.continues()) return;
    finish(record, best);
    best = loosest_lanes();
  }

  void finish(backward_record const& record, four_lanes best) const noexcept {
    if (record.flags.has_checks())
      best = four_lanes::greater(best, lanes.own_checks(record.owner).turn_late());
    best.turn_late().store(values[record.value]);
    if (record.flags.captures()) merge_captured(record);
  }

  void merge_captured(backward_record const& record) const noexcept {
    per_condition<float>& best = values[record.value];
    known_required const required_of{lanes.layer.required, rank, values};
    for (int c = 0; c < conditions; ++c) lanes.layer.captured_checks(record.owner, c, best[c], required_of);
  }

  /// Inlined by force: g++ drops calls of a function that only prefetches.
  [[gnu::always_inline]] void fetch_ahead(std::size_t slot) const noexcept {
    if (slot >= records.size()) return;
    for (std::size_t s = slot; s < slot + tile_slots; ++s) {
      backward_record const& record = records[s];
      id const target = record.target < 0 ? 0 : record.target;
      __builtin_prefetch((record.flags.ready() ? lanes.layer.required.data() : values.data()) + target);
      id const arc = record.arc < 0 ? 0 : record.arc, wire = record.wire < 0 ? 0 : record.wire;
      __builtin_prefetch(lanes.layer.arc_delay.data() + arc);
      __builtin_prefetch(lanes.layer.arc_delay.data() + wire);
      if (record.sink != none) __builtin_prefetch(sink_required.data() + record.sink_slot, 1);
    }
  }
};

/// `leaf_op`: a vertex that nothing follows.
struct leaf_lanes_op {
  backward_lanes lanes;
  host_span<id const> leaf;
  void operator()(std::size_t i) const noexcept {
    id const v = leaf[i];
    four_lanes const required = lanes.own_checks(v);
    required.store(lanes.layer.required[v]);
    slack_of(every_condition{}, four_lanes::load(lanes.layer.arrival[v]), required)
        .store(lanes.layer.slack[v]);
  }
};

/// `scatter_required_op` with what it reads asked for ahead.
struct scatter_required_lanes_op {
  backward_lanes lanes;
  host_span<id const> rank;
  host_span<per_condition<float> const> values, sink_required;

  static constexpr std::size_t ahead = 32;

  void operator()(std::size_t v) const noexcept {
    if (v + ahead < rank.size()) {
      id const later = rank[v + ahead];
      __builtin_prefetch(later >= 0 ? values.data() + later
                                    : sink_required.data() + (later == none ? 0 : -2 - later));
    }
    id const from = rank[v];
    if (from == none) return;
    four_lanes const required = four_lanes::load(from >= 0 ? values[from] : sink_required[-2 - from]);
    required.store(lanes.layer.required[v]);
    slack_of(every_condition{}, four_lanes::load(lanes.layer.arrival[v]), required)
        .store(lanes.layer.slack[v]);
  }
};

}  // namespace gsta::detail
