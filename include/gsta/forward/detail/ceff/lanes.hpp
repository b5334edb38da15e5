#pragma once

#include "gsta/forward/detail/ceff/stage.hpp"
#include "gsta/forward/detail/ceff/table_row.hpp"
#include "gsta/forward/detail/lanes.hpp"

/// Stages on a host core: four conditions side by side.
namespace gsta::detail::ceff {

// What a host core computes with is a parameter, so that it is part of every name.

/// Packed tables at the input slews of four conditions.
template <class V>
class packed_row_lanes {
  using lane_number = rounded<V>;

 public:
  packed_row_lanes(packed_tables_view<memory_space::host> const& tables, packed_table table,
                   four_lanes slew) noexcept
      : loads_(tables.data.data() + table.first() + conditions * packed_axis), ny_(table.ny()) {
    float const* const block = tables.data.data() + table.first();
    axis_lanes const x = locate_lanes(block, table.nx(), slew);
    per_condition<id> i;
    x.index.store(i);
    for (int c = 0; c < conditions; ++c)
      values_[c] = block + packed_axes_size + 2 * (conditions * i[c] * ny_ + c);
    fraction_ = x.fraction;
  }

  row_value<V> at(lane_number const& load) const noexcept {
    place const found = find(load);
    return between_ends(along_slew(found, 0), along_slew(found, 1), found.share);
  }

  row_value_and_slope<V> with_slope(lane_number const& load) const noexcept {
    place const here = find(load);
    timing_lanes const low = along_slew(here, 0), high = along_slew(here, 1);
    row_value<V> const value = between_ends(low, high, here.share);
    lane_number const more = load + 1.0;
    // The last piece goes on for ever.
    four_lanes const end = four_lanes::choose(here.index == four_ids::same(ny_ - 2),
                                              four_lanes::same(math::infinity), here.right);
    lane_mask const other = more.lanes() > end;
    lane_number slope = along_load(low, high, here);
    if (other.code() != 0) {
      place const there = find(more);
      timing_lanes const first = along_slew(there, 0), second = along_slew(there, 1);
      lane_number const knot = lane_number::of(here.right);
      lane_number const by_knot = slope * (knot - load) + along_load(first, second, there) * (more - knot);
      lane_number const apart = between_ends(first, second, there.share).delay - value.delay;
      lane_mask const is_next = four_ids::less_one(there.index) == here.index;
      slope = lane_number::of(four_lanes::choose(
          other, four_lanes::choose(is_next, by_knot.lanes(), apart.lanes()), slope.lanes()));
    }
    return {value, size_of(slope)};
  }

 private:
  struct place {
    four_ids index;
    four_lanes share, width, right;
  };

  place find(lane_number const& load) const noexcept {
    place found;
    found.index = four_ids::less_one(four_ids::count_below(loads_, load.lanes())).within(0, ny_ - 2);
    per_condition<id> piece;
    found.index.store(piece);
    float const* const ends[conditions] = {loads_ + piece[0], loads_ + packed_axis + piece[1],
                                           loads_ + 2 * packed_axis + piece[2],
                                           loads_ + 3 * packed_axis + piece[3]};
    four_lanes left;
    four_lanes::split(ends, left, found.right);
    found.share = fraction_of(load.lanes(), left, found.right);
    found.width = math::sub(found.right, left);
    return found;
  }

  static row_value<V> between_ends(timing_lanes const& low, timing_lanes const& high,
                                   four_lanes share) noexcept {
    return {lane_number::of(between(low.delay, high.delay, share)),
            lane_number::of(between(low.slew, high.slew, share))};
  }

  static lane_number along_load(timing_lanes const& low, timing_lanes const& high, place const& at) noexcept {
    return lane_number::of(math::div(math::sub(high.delay, low.delay), at.width));
  }

  /// Delay and slew at one end of a piece.
  timing_lanes along_slew(place const& at, int end) const noexcept {
    per_condition<id> piece;
    at.index.store(piece);
    float const *low[conditions], *high[conditions];
    for (int c = 0; c < conditions; ++c) {
      low[c] = values_[c] + 2 * conditions * (piece[c] + end);
      high[c] = low[c] + 2 * conditions * ny_;
    }
    timing_lanes a, b;
    four_lanes::split(low, a.delay, a.slew);
    four_lanes::split(high, b.delay, b.slew);
    return {between(a.delay, b.delay, fraction_), between(a.slew, b.slew, fraction_)};
  }

  float const* loads_;
  id ny_;
  float const* values_[conditions];
  four_lanes fraction_;
};

/// What a cell's library says of the edges of four conditions.
template <class V>
class measure_lanes {
  using lane_number = rounded<V>;

 public:
  measure_lanes(measures_view<float, memory_space::host> const& of, id row) noexcept
      : edge_{of.at(row, 0), of.at(row, 1)} {}

  lane_number lower() const noexcept { return by_edge(&edge_measure<float>::lower); }
  lane_number threshold() const noexcept { return by_edge(&edge_measure<float>::threshold); }
  lane_number upper() const noexcept { return by_edge(&edge_measure<float>::upper); }
  lane_number derate() const noexcept { return by_edge(&edge_measure<float>::derate); }
  lane_number log_threshold() const noexcept { return by_edge(&edge_measure<float>::log_threshold); }
  lane_number least_gap() const noexcept { return by_edge(&edge_measure<float>::least_gap); }
  lane_number over_derate() const noexcept { return by_edge(&edge_measure<float>::over_derate); }
  lane_number over_window() const noexcept { return by_edge(&edge_measure<float>::over_window); }

  ramp_shape<V> shape(lane_number const& gap) const noexcept {
    lane_number const root = root_or_zero(gap - least_gap()) * by_edge(&edge_measure<float>::pieces_each);
    auto const is_curve = root < double{curve_pieces<float>};
    per_condition<float> at, whole;
    choose(is_curve, root, lane_number(0.0)).lanes().store(at);
    float const* piece[conditions];
    for (int c = 0; c < conditions; ++c) {
      int const i = static_cast<int>(at[c]);
      whole[c] = static_cast<float>(i);
      piece[c] = edge_[edge_of(c)].curve[i].ramp;
    }
    lane_number const t = root - lane_number::of(four_lanes::load(whole));
    lane_number const ramp = gap * by_edge(&edge_measure<float>::over_rise);
    return {choose(is_curve, cubic(piece, 0, t), ramp),
            choose(is_curve, cubic(piece, 4, t), threshold() * ramp + 1.0)};
  }

 private:
  /// The cubics that stand `first` numbers behind each of `piece`.
  static lane_number cubic(float const* const (&piece)[conditions], int first,
                           lane_number const& t) noexcept {
    four_lanes of[4];
    for (int k = 0; k < 4; k += 2) {
      int const n = first + k;
      float const* const pair[conditions] = {piece[0] + n, piece[1] + n, piece[2] + n, piece[3] + n};
      four_lanes::split(pair, of[k], of[k + 1]);
    }
    lane_number const high = lane_number::of(of[2]) + t * lane_number::of(of[3]);
    return lane_number::of(of[0]) + t * (lane_number::of(of[1]) + t * high);
  }
  lane_number by_edge(float edge_measure<float>::* member) const noexcept {
    float const rise = edge_[0].of.*member, fall = edge_[1].of.*member;
    return lane_number::of(four_lanes::load({rise, fall, rise, fall}));
  }

  lane_measure<float> edge_[2];
};

/// One cell arc and its sinks, for `forward_lanes`.
template <class Layer, class V>
class stage_lanes {
  using lane_number = rounded<V>;

 public:
  stage_lanes(forward_lanes<Layer> const& lanes, forward_record const& record) noexcept
      : lanes_(lanes),
        record_(record),
        net_(lanes.layer.stages.net_of[record.target]),
        measure_(lanes.layer.stages.single, lanes.layer.model.type_of(record.arc).measure) {}

  /// What the arc does to slews at its input.
  timing_lanes solve(four_lanes slew) noexcept {
    auto const& model = lanes_.layer.model;
    four_lanes const load = four_lanes::load(model.wires.load[record_.target]), zero = four_lanes::same(0);
    known_ = math::is_defined(slew) & math::is_defined(load);
    packed_row_lanes<V> const row(lanes_.layer.tables, packed_table{record_.cell},
                                  four_lanes::choose(known_, slew, zero));
    pi_network<V> pi{lane_number::of(four_lanes::choose(known_, load, zero)), 0.0, 0.0};
    if (net_ != none) {
      pi.wire = lane_number::of(four_lanes::load(model.wires.pi[net_].resistance));
      pi.far_end = lane_number::of(four_lanes::load(model.wires.pi[net_].far_end));
    }
    stage_ = solve_driver(row, measure_, pi, trips());
    if (!lanes_.layer.stages.kinds.empty()) note_kinds(slew);
    if (model.clips()) stage_.slew = greater(stage_.slew, lane_number(0.0));
    return defined(stage_.delay, stage_.slew, known_);
  }

  /// Merges what the arc makes at each sink into what arcs before it made.
  void push(bool first) const noexcept {
    if (net_ == none) return;
    auto const& layer = lanes_.layer;
    lane_mask const known = known_ & math::is_defined(stage_.slew.lanes());
    for (id a = layer.model.design.nets.begin[net_]; a < layer.model.design.nets.begin[net_ + 1]; ++a) {
      four_lanes const elmore = four_lanes::load(layer.model.wires.sink[a].delay);
      lane_mask const there = known & math::is_defined(elmore);
      auto const sink = solve_sink(
          stage_, measure_, lane_number::of(four_lanes::choose(there, elmore, four_lanes::same(0))), trips());
      timing_lanes found = lanes_.finished_wire(defined(sink.delay, sink.slew, there), a);
      if (!first) found = worse(found, load_timing(layer.stages.sink[a]));
      store_timing(found, layer.stages.sink[a]);
    }
  }

 private:
  /// How each condition was solved, for who counts stages.
  void note_kinds(four_lanes slew) const noexcept {
    auto const& layer = lanes_.layer;
    arc_type const& type = layer.model.type_of(record_.arc);
    int const known = known_.code(), lumped = stage_.is_lumped.code(), rampless = stage_.has_no_ramp.code();
    per_condition<float> start;
    slew.store(start);
    stage_kinds found{};
    for (int c = 0; c < conditions; ++c) {
      if (record_.flags.edges().input(c) < 0) continue;
      if ((known >> c & 1) == 0)
        found.kind[c] = kind_without_stage(type, c, start[c]);
      else if (!is_link(type))
        found.kind[c] = kind_of_stage((lumped >> c & 1) != 0, (rampless >> c & 1) != 0);
    }
    layer.stages.kinds[static_cast<std::size_t>(record_.arc) - layer.model.design.net_arc_count()] = found;
  }

  solver_trips trips() const noexcept {
    ceff_options const& how = lanes_.layer.model.options.effective;
    return {how.charge_trips, how.driver_trips, how.sink_trips};
  }
  static timing_lanes defined(lane_number const& delay, lane_number const& slew,
                              lane_mask const& known) noexcept {
    every_condition const all;
    return {held_where(known, delay.lanes(), all), held_where(known, slew.lanes(), all)};
  }
  static timing_lanes worse(timing_lanes const& later, timing_lanes const& before) noexcept {
    return {four_lanes::greater(later.delay.turn_early(), before.delay.turn_early()).turn_early(),
            four_lanes::greater(later.slew.turn_early(), before.slew.turn_early()).turn_early()};
  }

  forward_lanes<Layer> const& lanes_;
  forward_record const& record_;
  id net_;
  measure_lanes<V> measure_;
  lane_mask known_;
  driver_stage<V> stage_;
};

}  // namespace gsta::detail::ceff

namespace gsta::detail {

template <class Layer>
void forward_lanes<Layer>::through_stage(forward_record const& record, value_lanes& value,
                                         bool first) const noexcept {
  bool const one_by_one = !packed_table{record.cell}.is_packed() ||
                          layer.model.options.effective.precision != ceff_precision::single;
  if (one_by_one) {
    if (first) layer.effective().start(record.target);
    return through_cell_by_condition(record, value);
  }
  edge_map const edges = record.flags.edges();
  four_lanes const undefined = undefined_arrival(every_condition{});
  ceff::stage_lanes<Layer, math::host_lanes> stage(*this, record);
  timing_lanes timing = stage.solve(edge_lanes(edges).move(value.slew, undefined));
  stage.push(first);
  timing.delay = derated(record.arc, edges, timing.delay);
  timing.delay.store(layer.arc_delay[record.arc]);
  value = {timing.slew, plus(value.arrival, timing.delay)};
}

}  // namespace gsta::detail
