#pragma once

#include "gsta/engine/detail/tile_sweep.cuh"
#include "gsta/forward/detail/ceff/table_row.hpp"
#include "gsta/forward/detail/layer.hpp"

namespace gsta::detail::ceff {

/// What lies in the lanes of another slot.
template <class R>
__device__ rounded<R> taken_from(rounded<R> const& x, int lane) {
  return rounded<R>::of(__shfl_sync(~0u, x.value, lane));
}

template <class R>
__device__ crossings<R> taken_from(crossings<R> const& of, int lane) {
  return {taken_from(of.lower, lane), taken_from(of.threshold, lane), taken_from(of.upper, lane)};
}

/// What a sink needs to know of one of its driver's arcs.
template <class R>
__device__ driver_stage<R> taken_from(driver_stage<R> const& mine, int lane) {
  driver_stage<R> stage{};
  stage.slew = taken_from(mine.slew, lane);
  stage.wave.ramp = taken_from(mine.wave.ramp, lane);
  for (int i = 0; i < 2; ++i) {
    stage.wave.pole[i] = taken_from(mine.wave.pole[i], lane);
    stage.wave.area[i] = taken_from(mine.wave.area[i], lane);
    stage.wave.drop[i] = taken_from(mine.wave.drop[i], lane);
  }
  stage.at = taken_from(mine.at, lane);
  stage.turn = taken_from(mine.turn, lane);
  stage.start.time = stage.at.threshold;
  stage.start.slope = taken_from(mine.start.slope, lane);
  for (int i = 0; i < 2; ++i) stage.start.none[i] = taken_from(mine.start.none[i], lane);
  stage.end = taken_from(mine.end, lane);
  stage.is_lumped = __shfl_sync(~0u, mine.is_lumped ? 1 : 0, lane) != 0;
  return stage;
}

/// Pairs of an arc and a sink behind it, of all vertices of a tile: vertex after vertex, sink after sink, arc
/// after arc, so that what is merged stands side by side. Each slot of a vertex brings as many pairs as it
/// has sinks.
struct tile_pairs {
  int behind;      // pairs of this slot and those in front
  int total;       // of the tile
  int head, arcs;  // first slot of this one's vertex, and how many there are

  __device__ static tile_pairs of(slot_flags flags, int sinks, int lane) {
    tile_pairs pairs;
    int const slot = lane / conditions;
    pairs.behind = sinks;
    for (int distance = 1; distance < tile_slots; distance *= 2) {
      int const before = __shfl_up_sync(~0u, pairs.behind, distance * conditions);
      if (slot >= distance) pairs.behind += before;
    }
    pairs.total = __shfl_sync(~0u, pairs.behind, 31);
    unsigned const heads = __ballot_sync(~0u, flags.head()) & (~0u >> (31 - lane));
    pairs.head = heads == 0 ? slot : (31 - __clz(static_cast<int>(heads))) / conditions;
    pairs.arcs = __shfl_sync(~0u, flags.following(), pairs.head * conditions) + 1;
    return pairs;
  }

  struct pair {
    int slot, sink, arc;  // arc: within the vertex
    bool is_last;         // arc
  };
  __device__ pair at(int i, int sinks) const {
    int slot = 0;
    for (int s = 0; s + 1 < tile_slots; ++s) slot += i >= __shfl_sync(~0u, behind, s * conditions) ? 1 : 0;
    int const first = __shfl_sync(~0u, head, slot * conditions);
    int const n = __shfl_sync(~0u, arcs, slot * conditions);
    int const in_front = __shfl_sync(~0u, behind - sinks, first * conditions);
    int const k = i - in_front;
    return {first + k % n, k / n, k % n, k % n == n - 1};
  }
};

/// The delay layer by effective capacitances on a warp: eight arcs by four conditions are solved side by
/// side, and then what they make at their sinks, eight pairs of an arc and a sink at a time. `R`: in what
/// numbers.
template <class Layer, class R>
struct stage_pass {
  static_assert(Layer::staged && !Layer::arrivals);
  using N = rounded<R>;
  using record = forward_record;
  using partial = float;  // the worst slew so far, as `turned`
  using storage = typename Layer::storage;
  static constexpr int blocks_each = sizeof(R) == sizeof(float) ? 2 : 1;

  struct fetched {
    wire_lane wire{0, 0};
    float load = 0, far_end = 0, resistance = 0;
    id first_sink = 0, sinks = 0, measure = none;
  };

  Layer layer;
  sweep_results<memory_space::device, storage> results;
  measures_view<R, memory_space::device> measures;

  __device__ partial start(int) const { return -math::infinity; }

  template <class From>
  __device__ fetched fetch(forward_record const& record, int c) const {
    fetched result;
    auto const& model = layer.model;
    int const in = record.flags.edges().input(c);
    if (in >= 0 && record.flags.has_wire()) result.wire = model.prepare_wire(record.wire, in);
    if (!record.flags.occupied()) return result;
    id const net = layer.stages.net_of[record.target];
    if (net != none) {
      // A vertex of many sinks has them in parts.
      id const end = model.design.nets.begin[net + 1];
      result.first_sink = model.design.nets.begin[net] + record.position * ceff_sinks_each;
      result.sinks = end - result.first_sink < ceff_sinks_each ? end - result.first_sink : ceff_sinks_each;
    }
    if (!record.flags.has_cell()) return result;
    result.load = model.wires.load[record.target][c];
    result.measure = model.type_of(record.arc).measure;
    if (net == none) return result;
    result.far_end = model.wires.pi[net].far_end[c];
    result.resistance = model.wires.pi[net].resistance[c];
    return result;
  }

  template <class From>
  __device__ void run(forward_record const& record, fetched const& from, id slot, int lane,
                      partial& before) const {
    int const c = lane % conditions;
    slot_flags const flags = record.flags;
    float const slew = slew_in_front<From>(record, from, c);
    driver_stage<R> stage{};
    stage.is_lumped = true;
    float found = undefined_arrival(c);
    if (flags.has_cell()) {
      condition_timing const timing = solve(record, from, c, slew, stage);
      layer.keep_delay(record, slot, c, timing.delay);
      found = timing.slew;
    } else {
      found = slew;
    }
    store_worst(record, c, found, before);
    push<From>(record, from, lane, flags.has_cell() && math::is_defined(found), stage);
  }

 private:
  /// The slew at the cell arc's input, or at the sink where the record ends; undefined where no edge is.
  template <class From>
  __device__ float slew_in_front(forward_record const& record, fetched const& from, int c) const {
    slot_flags const flags = record.flags;
    int const in = flags.edges().input(c);
    bool const by_word = flags.has_wire() && flags.staged();
    void const* const value = word_at(in >= 0 ? record.source : 0, in >= 0 ? in : c);
    void const* const at = in >= 0 && by_word ? &layer.stages.sink[record.wire][in] : value;
    unsigned long long const peeked = From::peek(at, true);
    unsigned long long const word = From::read(in >= 0 ? peeked : 0, at, in >= 0);
    if (in < 0) return undefined_arrival(c);
    if (!flags.has_wire()) return slew_of(word, in);
    condition_timing wire{low_of(word), high_of(word)};
    if (!by_word || !math::is_defined(wire.delay)) {
      unsigned long long const driver = by_word ? From::read_alone(value) : word;
      wire = layer.model.finish_wire(from.wire, record.wire, in, slew_of(driver, in));
    }
    if (!flags.has_cell()) layer.keep_wire_delay(record.wire, c, wire.delay);
    return wire.slew;
  }
  /// The two edges of one side.
  __device__ void const* word_at(id value, int c) const {
    return results.values.data() + storage::at(value, c & 2);
  }
  __device__ static float slew_of(unsigned long long word, int c) {
    return edge_of(c) == 0 ? low_of(word) : high_of(word);
  }

  /// One cell arc, as `ceff_delay_model` has it.
  __device__ condition_timing solve(forward_record const& record, fetched const& from, int c, float slew,
                                    driver_stage<R>& stage) const {
    auto const& model = layer.model;
    int const in = record.flags.edges().input(c);
    if (in < 0) return {undefined_arrival(c), undefined_arrival(c)};
    arc_type const& type = model.type_of(record.arc);
    if (type.delay[c] == none || type.slew[c] == none || !math::is_defined(slew) ||
        !math::is_defined(from.load)) {
      condition_timing const lump = lumped(model.design.luts, type, c, slew, from.load, model.clips());
      stage.slew = N::of(lump.slew);
      return model.finished_cell(lump, record.arc, c, in);
    }
    pi_network<R> const net{N::of(from.load), N::of(from.resistance), N::of(from.far_end)};
    auto const measure = measures.at(from.measure, edge_of(c));
    packed_table const table{record.cell};
    if (table.is_packed()) {
      stage = solve_driver(row_of(layer.tables, table, c, N::of(slew)), measure, net, trips());
    } else {
      stage = solve_apart(model.design.luts, type, c, slew, measure, net, trips());
    }
    if (model.clips()) stage.slew = greater(stage.slew, N(0.0));
    return model.finished_cell(defined(stage.delay, stage.slew, c), record.arc, c, in);
  }

  /// An arc of which no waveform can be made, and below one whose tables do not pack: rare, and functions of
  /// their own, so that they are not in the way. They take values, as what addresses point to would have to
  /// lie in memory.
  __device__ __noinline__ static condition_timing lumped(lut_pool_view<memory_space::device> luts,
                                                         arc_type const& type, int c, float slew, float load,
                                                         bool clips) {
    lane_table const table = resolve_tables(luts, type, c);
    return finish_cell(luts, table, prepare_cell(luts, table, load), c, slew, clips);
  }
  __device__ __noinline__ static driver_stage<R> solve_apart(lut_pool_view<memory_space::device> luts,
                                                             arc_type const& type, int c, float slew,
                                                             lane_measure<R> measure, pi_network<R> net,
                                                             solver_trips trips) {
    return solve_driver(rows_of(luts, type, c, N::of(slew)), measure, net, trips);
  }

  __device__ static condition_timing defined(N const& delay, N const& slew, int c) {
    return {held_arrival(static_cast<float>(delay.value), c),
            held_arrival(static_cast<float>(slew.value), c)};
  }

  __device__ solver_trips trips() const {
    ceff_options const& how = layer.model.options.effective;
    return {how.charge_trips, how.driver_trips, how.sink_trips};
  }

  /// The head of each vertex stores the worst slew of its slots.
  __device__ void store_worst(forward_record const& record, int c, float slew, partial& before) const {
    slot_flags const flags = record.flags;
    float best = turned(c, slew);
    for (int step = 1; step < tile_slots; step *= 2) {
      float const later = __shfl_down_sync(~0u, best, static_cast<unsigned>(step * conditions));
      if (flags.following() >= step && later > best) best = later;
    }
    if (!flags.head()) return;
    if (best > before) before = best;
    if (flags.continues() || flags.again()) return;
    float worst = turned(c, before);
    if (flags.asserted()) {
      float const asserted = layer.asserted_slew[record.target][c];
      if (!beats(c, worst, asserted)) worst = asserted;
    }
    store_half(&results.values[storage::at(record.value, c)], worst);
  }

  /// Whether a tile's vertex began in an earlier one, and goes on in the next.
  struct whereabouts {
    bool continued, continues;
  };

  /// What all arcs of the tile make at their sinks, merged over the arcs of each vertex.
  template <class From>
  __device__ void push(forward_record const& record, fetched const& from, int lane, bool known,
                       driver_stage<R> const& stage) const {
    slot_flags const flags = record.flags;
    int const c = lane % conditions;
    int const sinks = flags.occupied() ? from.sinks : 0;
    tile_pairs const pairs = tile_pairs::of(flags, sinks, lane);
    // A lane's pair is of another slot than the lane's own. A vertex of several tiles shares them with no
    // other.
    whereabouts const goes{__any_sync(~0u, flags.continued()) != 0, __any_sync(~0u, flags.continues()) != 0};
    float worst_delay = -math::infinity, worst_slew = -math::infinity;  // of the last pair's sink so far
    for (int first = 0; first < pairs.total; first += tile_slots) {
      int const i = first + lane / conditions;
      bool const inside = i < pairs.total;
      auto const pair = pairs.at(inside ? i : pairs.total - 1, sinks);
      int const other = pair.slot * conditions + c;
      driver_stage<R> const driver = taken_from(stage, other);
      bool const defined_there = __shfl_sync(~0u, known ? 1 : 0, other) != 0;
      id const wire = __shfl_sync(~0u, from.first_sink, other) + pair.sink;
      id const measure = __shfl_sync(~0u, from.measure, other);
      condition_timing timing{undefined_arrival(c), undefined_arrival(c)};
      if (inside && defined_there) timing = at_sink(driver, measure, wire, c);
      float delay = turned(c, timing.delay), slew = turned(c, timing.slew);
      for (int step = 1; step < tile_slots; step *= 2) {
        float const delay_before = __shfl_up_sync(~0u, delay, static_cast<unsigned>(step * conditions));
        float const slew_before = __shfl_up_sync(~0u, slew, static_cast<unsigned>(step * conditions));
        bool const same = pair.arc >= step && lane >= step * conditions;
        if (same && delay_before > delay) delay = delay_before;
        if (same && slew_before > slew) slew = slew_before;
      }
      if (pair.arc > lane / conditions) {  // the sink's first arcs were in the pairs before
        if (worst_delay > delay) delay = worst_delay;
        if (worst_slew > slew) slew = worst_slew;
      }
      worst_delay = __shfl_sync(~0u, delay, 28 + c);
      worst_slew = __shfl_sync(~0u, slew, 28 + c);
      if (inside && pair.is_last) store_sink(goes, wire, c, {turned(c, delay), turned(c, slew)});
    }
  }

  __device__ condition_timing at_sink(driver_stage<R> const& driver, id measure, id wire, int c) const {
    float const elmore = layer.model.wires.sink[wire].delay[c], undefined = undefined_arrival(c);
    if (!math::is_defined(elmore)) return {undefined, undefined};
    auto const sink = solve_sink(driver, measures.at(measure, edge_of(c)), N::of(elmore), trips());
    return layer.model.finished_wire(defined(sink.delay, sink.slew, c), wire, c);
  }

  /// A vertex of several tiles, which no other vertex shares, leaves what it has so far where nobody takes it
  /// for the end: a slew without a delay, and the delay by arc.
  __device__ void store_sink(whereabouts const& goes, id wire, int c, condition_timing timing) const {
    condition_timing* const to = &layer.stages.sink[wire][c];
    if (goes.continued) {
      float const delay = layer.arc_delay[wire][c], slew = low_of(load_word(to));
      if (!beats(c, timing.delay, delay)) timing.delay = delay;
      if (!beats(c, timing.slew, slew)) timing.slew = slew;
    }
    if (goes.continues) {
      layer.arc_delay[wire][c] = timing.delay;
      store_word(to, word_of(timing.slew, __uint_as_float(~0u)));
    } else {
      store_word(to, word_of(timing.delay, timing.slew));
    }
  }
};

}  // namespace gsta::detail::ceff
