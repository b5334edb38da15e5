#pragma once

#include "gsta/engine/detail/tile_sweep.cuh"
#include "gsta/forward/detail/layer.hpp"

namespace gsta::detail {

/// The forward layer on a warp: eight arcs by four conditions, merged by shuffles within each vertex.
template <class Layer>
struct forward_pass {
  using record = forward_record;
  /// `peeked`: the value in front, if it is there a tile ahead of its use, as it mostly is.
  struct fetched {
    typename Layer::fetched inputs;
    unsigned long long peeked;
  };
  /// The best so far, as `turned`: one comparison serves early and late.
  struct partial {
    float slew, arrival;
    id position;
    __device__ void merge(partial const& later, bool counts) {
      slew = counts & (later.slew > slew) ? later.slew : slew;
      bool const better = counts & (later.arrival > arrival);
      arrival = better ? later.arrival : arrival;
      position = better ? later.position : position;
    }
  };
  using storage = typename Layer::storage;
  using element = typename storage::element;
  Layer layer;
  sweep_results<memory_space::device, storage> results;

  __device__ partial start(int) const { return {-math::infinity, -math::infinity, none}; }

  template <class From>
  __device__ fetched fetch(forward_record const& record, int c) const {
    return {layer.fetch(record, c), From::peek(source_of(record, c), true)};
  }

  /// What does not depend on values of earlier vertices is done while these are on their way, the reading of
  /// the record too.
  template <class From>
  __device__ void run(forward_record const& record, fetched const& from, id slot, int lane,
                      partial& before) const {
    find<From>(record, from, slot, lane, before);
  }

  /// `run`, and what its own slot handed on.
  template <class From>
  __device__ passed_value find(forward_record const& record, fetched const& from, id slot, int lane,
                               partial& before) const {
    int const c = lane % conditions;
    slot_flags const flags = record.flags;
    int const in = flags.edges().input(c);
    id const value = record.value;
    [[maybe_unused]] id const position = record.position;  // none without arrivals
    bool const wide = __any_sync(~0u, flags.following() >= 4);
    packed_lane const ready = layer.prepare(record, c, from.inputs);
    unsigned long long const word = From::read(in >= 0 ? from.peeked : 0, source_of(record, c), in >= 0);
    partial best = start(c);
    passed_value found{layer.undefined(c)};
    if (in >= 0) {
      found = layer.finish(flags, record, slot, c, in, from.inputs, ready, value_of(word, in));
      best = {turned(c, found.at.slew), turned(c, found.at.arrival), position};
    } else if (flags.has_cell()) {
      layer.keep_delay(record, slot, c, undefined_arrival(c));
    }
    merge_vertex(flags.following(), wide, best);
    if (!flags.head()) return found;
    before.merge(best, true);
    if (flags.continues()) return found;
    value_candidate merged{{turned(c, before.slew), turned(c, before.arrival)}, before.position};
    if (flags.asserted()) merged = layer.merge_asserted(record.target, c, merged);
    store(&results.values[storage::at(value, c)], merged.at);
    if constexpr (Layer::arrivals) results.positions[value][c] = merged.position;
    return found;
  }

 private:
  /// The value behind which a slot's condition is; any where the arc makes no such edge.
  __device__ element const* source_of(forward_record const& record, int c) const {
    int const in = record.flags.edges().input(c);
    return in >= 0 ? word_at(record.source, in) : word_at(0, c);
  }
  /// With both layers a word is one condition, else the two edges of one side.
  __device__ element const* word_at(id value, int c) const {
    return results.values.data() + storage::at(value, storage::both ? c : c & 2);
  }
  __device__ static vertex_value value_of(unsigned long long word, int c) {
    if constexpr (storage::both) {
      return {low_of(word), high_of(word)};
    } else {
      return storage::value_of(edge_of(c) == 0 ? low_of(word) : high_of(word));
    }
  }
  __device__ static void store(element* to, vertex_value const& value) {
    if constexpr (storage::both) {
      store_word(to, word_of(value.slew, value.arrival));
    } else {
      store_half(to, storage::element_of(value));
    }
  }

  /// The head of each vertex gets the best of its slots; those in front win ties. `wide`: one may have more
  /// than four.
  __device__ static void merge_vertex(int behind, bool wide, partial& best) {
    merge_step<1>(behind, best);
    merge_step<2>(behind, best);
    if (wide) merge_step<4>(behind, best);
  }
  template <int Step>
  __device__ static void merge_step(int behind, partial& best) {
    constexpr unsigned distance = Step * conditions;
    best.merge({__shfl_down_sync(~0u, best.slew, distance), __shfl_down_sync(~0u, best.arrival, distance),
                __shfl_down_sync(~0u, best.position, distance)},
               behind >= Step);
  }
};

}  // namespace gsta::detail
