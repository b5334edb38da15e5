#pragma once

#include "gsta/graph/tile_sweep.cuh"
#include "gsta/prop/detail/forward_layer.hpp"

namespace gsta::detail {

/// The forward layer on a warp: eight arcs by four conditions, merged by shuffles within each vertex.
template <class Layer>
struct forward_pass {
  using record = forward_record;
  using fetched = typename Layer::fetched;
  /// The best so far, as `lateness`: one comparison serves early and late.
  struct carry {
    float slew, arrival;
    id position;
    __device__ void merge(carry const& later) {
      if (later.slew > slew) slew = later.slew;
      if (!(later.arrival > arrival)) return;
      arrival = later.arrival;
      position = later.position;
    }
  };
  Layer layer;
  stage_results<memory_space::device> results;

  __device__ carry start(int) const { return {-math::infinity, -math::infinity, none}; }

  template <class From>
  __device__ fetched fetch(forward_record const& slot, int c) const {
    return slot.flags.occupied() ? layer.fetch(slot, c) : fetched{};
  }

  template <class From>
  __device__ void run(forward_record const& slot, fetched const& from, id place, int lane,
                      carry& before) const {
    int const c = lane % conditions;
    bool const occupied = slot.flags.occupied();
    int const in = from.in;
    packed_lane const ready = layer.prepare(slot, c, from);
    unsigned long long const word =
        From::read(From::peek(at(slot.source, in), in >= 0), at(slot.source, in), in >= 0);
    carry best = start(c);
    if (in >= 0) {
      stage_candidate const found = layer.finish(slot, place, c, from, ready, {low_of(word), high_of(word)});
      best = {lateness(c, found.at.slew), lateness(c, found.at.arrival), found.position};
    } else if (occupied && slot.arc != none) {
      layer.keep_delay(slot.arc, place, c, undefined_arrival(c));
    }
    merge_vertex(slot.flags.following(), best);
    if (!slot.flags.head()) return;
    before.merge(best);
    if (slot.flags.continues()) return;
    stage_candidate merged{{lateness(c, before.slew), lateness(c, before.arrival)}, before.position};
    if (slot.flags.asserted()) merged = layer.merge_asserted(slot.target, c, merged);
    store_word(at(slot.value, c), word_of(merged.at.slew, merged.at.arrival));
    if constexpr (Layer::arrivals) results.positions[slot.value][c] = merged.position;
  }

 private:
  __device__ stage_value* at(id value, int c) const {
    return results.values.data() + static_cast<std::size_t>(static_cast<unsigned>(value)) * conditions + c;
  }

  /// The head of each vertex gets the best of its slots; those in front win ties.
  __device__ static void merge_vertex(int behind, carry& best) {
    for (int step = 1; step < tile_slots; step *= 2) {
      if (!__any_sync(~0u, behind >= step)) return;
      auto const distance = static_cast<unsigned>(step * conditions);
      carry const other{__shfl_down_sync(~0u, best.slew, distance),
                        __shfl_down_sync(~0u, best.arrival, distance),
                        __shfl_down_sync(~0u, best.position, distance)};
      if (behind >= step) best.merge(other);
    }
  }
};

}  // namespace gsta::detail
