#pragma once

#include <type_traits>

#include "gsta/graph/tile_sweep.cuh"
#include "gsta/slack/detail/backward_layer.hpp"

namespace gsta::detail {

/// The backward layer on a warp: eight arcs by four conditions, merged by shuffles within each sink pin, then
/// within each vertex.
struct backward_pass {
  using record = backward_record;
  using carry = float;
  backward_layer<memory_space::device> layer;
  device_span<id const> value_of;  // [vertices]
  corner_values* values;

  __device__ carry start(int c) const { return undefined_required()[c]; }

  template <class From>
  __device__ void run(backward_record const& slot, int lane, carry& before) const {
    int const c = lane % conditions;
    bool const occupied = slot.flags.occupied();
    bool const head = occupied && slot.flags.head();
    bool const last = head && !slot.flags.continues() && slot.owner != none;
    decltype(layer)::lane ready;
    if (occupied) ready = layer.prepare(slot, c);
    float const arrival = last ? layer.arrival[slot.owner][c] : 0.0f;
    if constexpr (std::is_same_v<From, from_finished>) cudaGridDependencySynchronize();
    float best = undefined_required()[c];
    if (occupied && slot.target != none) best = layer.through_arc(slot, c, ready, required_at<From>(slot, c));
    if (__any_sync(~0u, slot.flags.grouped())) merge(slot.flags.group_following(), c, best);
    bool const group_head = occupied && slot.flags.group_head();
    if (group_head && slot.sink != none) layer.write(slot.sink, c, ready.sink_arrival, best);
    best = group_head ? layer.through_wire(slot, c, ready, best) : undefined_required()[c];
    merge(slot.flags.following(), c, best);
    if (!head) return;
    tighten(is_late(c), before, best);
    if (slot.flags.continues()) return;
    finish<From>(slot, c, arrival, before);
  }

 private:
  template <class From>
  __device__ side_values required_at(backward_record const& slot, int c) const {
    if (slot.flags.ready()) return layer.side_of(layer.required[slot.target], c);
    return side_at<From>(slot.target, c);
  }

  template <class From>
  __device__ side_values side_at(id value, int c) const {
    unsigned long long const word = From::read_halves(&values[value][c & 2]);
    return {
        {__uint_as_float(static_cast<unsigned>(word)), __uint_as_float(static_cast<unsigned>(word >> 32))}};
  }

  template <class From>
  __device__ void finish(backward_record const& slot, int c, float arrival, float best) const {
    if (slot.flags.has_checks()) layer.own_checks(slot.owner, c, best);
    if (slot.flags.captures()) {
      layer.captured_checks(slot.owner, c, best, [&](id data, int side) {
        id const value = value_of[data];
        return value == none ? layer.side_of(layer.required[data], side) : side_at<From>(value, side);
      });
    }
    store_float(&values[slot.value][c], best);
    if (slot.owner != none) layer.write(slot.owner, c, arrival, best);
  }

  /// The first of each run gets the tightest of it.
  __device__ static void merge(int behind, int c, float& best) {
    for (int step = 1; step < tile_slots; step *= 2) {
      if (!__any_sync(~0u, behind >= step)) return;
      float const other = __shfl_down_sync(~0u, best, static_cast<unsigned>(step * conditions));
      if (behind >= step) tighten(is_late(c), best, other);
    }
  }
};

}  // namespace gsta::detail
