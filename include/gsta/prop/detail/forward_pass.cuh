#pragma once

#include "gsta/graph/tile_sweep.cuh"
#include "gsta/prop/detail/forward_layer.hpp"

namespace gsta::detail {

/// The forward layer on a warp: eight arcs by four conditions, merged by shuffles within each vertex.
template <class Layer>
struct forward_pass {
  using record = forward_record;
  using carry = stage_candidate;
  Layer layer;
  stage_value* values;  // [4 * values]

  __device__ carry start(int c) const { return {Layer::undefined(c), none}; }

  template <class From>
  __device__ void run(forward_record const& slot, int lane, carry& before) const {
    int const c = lane % conditions;
    stage_candidate best{Layer::undefined(c), none};
    bool const occupied = slot.flags.occupied();
    typename Layer::lane ready;
    if (occupied) ready = layer.prepare(slot, c);
    wait_for_launches<From>();
    if (occupied) {
      stage_value start{0, 0};
      if (ready.in >= 0)
        start = value_of(From::read(values + static_cast<std::size_t>(slot.source) * conditions + ready.in));
      best = layer.finish(slot, c, ready, start);
    }
    merge_vertex(slot, c, best);
    if (!occupied || !slot.flags.head()) return;
    before.merge(c, best);
    if (slot.flags.continues()) return;
    stage_value const result = layer.store(slot, c, before);
    store_word(values + static_cast<std::size_t>(slot.value) * conditions + c, word_of(result));
  }

 private:
  template <class From>
  __device__ static void wait_for_launches() {
    if constexpr (std::is_same_v<From, from_finished>) cudaGridDependencySynchronize();
  }
  __device__ static stage_value value_of(unsigned long long word) {
    return {__uint_as_float(static_cast<unsigned>(word)), __uint_as_float(static_cast<unsigned>(word >> 32))};
  }
  __device__ static unsigned long long word_of(stage_value value) {
    return __float_as_uint(value.slew) | static_cast<unsigned long long>(__float_as_uint(value.arrival))
                                             << 32;
  }

  /// The head of each vertex gets the best of its slots; those in front win ties.
  __device__ static void merge_vertex(forward_record const& slot, int c, stage_candidate& best) {
    int const behind = slot.flags.following();
    for (int step = 1; step < tile_slots; step *= 2) {
      if (!__any_sync(~0u, behind >= step)) return;
      stage_candidate other;
      other.at.slew = __shfl_down_sync(~0u, best.at.slew, static_cast<unsigned>(step * conditions));
      other.at.arrival = __shfl_down_sync(~0u, best.at.arrival, static_cast<unsigned>(step * conditions));
      other.position = __shfl_down_sync(~0u, best.position, static_cast<unsigned>(step * conditions));
      if (behind >= step) best.merge(c, other);
    }
  }
};

}  // namespace gsta::detail
