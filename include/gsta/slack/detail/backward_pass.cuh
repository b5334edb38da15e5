#pragma once

#include "gsta/graph/tile_sweep.cuh"
#include "gsta/slack/detail/backward_layer.hpp"

namespace gsta::detail {

/// The backward layer on a warp: eight arcs by four conditions, merged by shuffles within each sink pin, then
/// within each vertex.
struct backward_pass {
  using record = backward_record;
  using carry = float;  // as `tightness`: one comparison serves early and late
  struct fetched {
    backward_layer<memory_space::device>::fetched inputs;
    unsigned long long peeked;
  };
  backward_layer<memory_space::device> layer;
  device_span<id const> place;  // [vertices] as in publish_required_op
  corner_values* values;
  corner_values* sink_required;  // [slots] what is asked of sinks between stages

  __device__ carry start(int) const { return -math::infinity; }

  template <class From>
  __device__ fetched fetch(backward_record const& slot, int c) const {
    fetched result{};
    if (slot.flags.occupied()) result.inputs = layer.fetch(slot, c);
    result.peeked = From::peek(side(slot.target, c), waits(slot));
    return result;
  }

  template <class From>
  __device__ void run(backward_record const& slot, fetched const& ahead, id, int lane, carry& before) const {
    int const c = lane % conditions;
    auto const& from = ahead.inputs;
    unsigned long long const word = From::read(ahead.peeked, side(slot.target, c), waits(slot));
    per_edge after{{low_of(word), high_of(word)}};
    if (slot.flags.ready()) after = from.ready;
    float best = -math::infinity;
    if (waits(slot) || slot.flags.ready()) best = tightness(c, layer.through_arc(slot, c, from, after));
    if (__any_sync(~0u, slot.flags.grouped())) merge(slot.flags.group_following(), best);
    bool const group_head = slot.flags.group_head();
    float const at_sink = tightness(c, best);
    best = group_head ? tightness(c, layer.through_wire(slot, c, from, at_sink)) : -math::infinity;
    merge(slot.flags.following(), best);
    if (best > before) before = best;
    bool const done = slot.flags.head() && !slot.flags.continues();
    float required = tightness(c, before);
    if (done && (slot.flags.has_checks() || slot.flags.captures())) merge_checks<From>(slot, c, required);
    float const other =
        __shfl_down_sync(~0u, required, 1);  // the falling edge's, for the lane of the rising one
    if (done && edge_of(c) == 0) store_word(side(slot.value, c), word_of(required, other));
    if (group_head && slot.sink != none) sink_required[slot.sink_place][c] = at_sink;
  }

 private:
  __device__ static bool waits(backward_record const& slot) {
    return slot.flags.occupied() && slot.target != none && !slot.flags.ready();
  }

  /// The two edges of one side.
  __device__ float* side(id value, int c) const {
    return reinterpret_cast<float*>(values + static_cast<unsigned>(value)) + (c & 2);
  }

  template <class From>
  __device__ void merge_checks(backward_record const& slot, int c, float& best) const {
    if (slot.flags.has_checks()) layer.own_checks(slot.owner, c, best);
    if (!slot.flags.captures()) return;
    layer.captured_checks(slot.owner, c, best, [&](id data, int of) {
      id const value = place[data];
      if (value < 0) return side_of(layer.required[data], of);
      unsigned long long const word = From::read_alone(side(value, of));
      return per_edge{{low_of(word), high_of(word)}};
    });
  }

  /// The first of each run gets the tightest of it.
  __device__ static void merge(int behind, float& best) {
    for (int step = 1; step < tile_slots; step *= 2) {
      if (!__any_sync(~0u, behind >= step)) return;
      float const other = __shfl_down_sync(~0u, best, static_cast<unsigned>(step * conditions));
      if (behind >= step && other > best) best = other;
    }
  }
};

}  // namespace gsta::detail
