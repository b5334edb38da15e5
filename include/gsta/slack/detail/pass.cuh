#pragma once

#include "gsta/engine/detail/tile_sweep.cuh"
#include "gsta/slack/detail/layer.hpp"

namespace gsta::detail {

/// The backward layer on a warp: eight arcs by four conditions, merged by shuffles within each sink pin, then
/// within each vertex.
struct backward_pass {
  using record = backward_record;
  using partial = float;  // as `tightness`: one comparison serves early and late
  struct fetched {
    backward_layer<memory_space::device>::fetched inputs;
    unsigned long long peeked;
  };
  backward_layer<memory_space::device> layer;
  device_span<id const> rank;  // [vertices] as in scatter_required_op
  per_condition<float>* values;
  per_condition<float>* sink_required;  // [slots] what is asked of inlined sinks

  __device__ partial start(int) const { return -math::infinity; }

  template <class From>
  __device__ fetched fetch(backward_record const& record, int c) const {
    fetched result{};
    if (record.flags.occupied()) result.inputs = layer.fetch(record, c);
    result.peeked = From::peek(side(record.target, c), waits(record.flags, record.target));
    return result;
  }

  /// What does not depend on values of later vertices stands in front of the wait, the reading of the record
  /// too.
  template <class From>
  __device__ void run(backward_record const& record, fetched const& ahead, id slot, int lane,
                      partial& before) const {
    int const c = lane % conditions;
    slot_flags const flags = record.flags;
    auto const& from = ahead.inputs;
    id const target = record.target, value = record.value;
    bool const waiting = waits(flags, target), asked = waiting || flags.ready();
    bool const done = flags.head() && !flags.continues();
    bool const grouped = __any_sync(~0u, flags.grouped()), wide = __any_sync(~0u, flags.following() >= 4);
    unsigned long long const word = From::read(ahead.peeked, side(target, c), waiting);
    per_edge const behind{{low_of(word), high_of(word)}};
    per_edge const after{
        {flags.ready() ? from.ready[0] : behind[0], flags.ready() ? from.ready[1] : behind[1]}};
    float best = layer.through_arc(flags, c, from, after);
    if (!asked) best = -math::infinity;
    if (grouped) merge(flags.group_following(), true, best);
    float const at_sink = best;
    best = flags.group_head() ? layer.through_wire(flags, c, from, at_sink) : -math::infinity;
    merge(flags.following(), wide, best);
    if (best > before) before = best;
    float required = tightness(c, before);
    if (done && (flags.has_checks() || flags.captures())) merge_checks<From>(record, c, required);
    if (done) store_half(&values[value][c], required);
    if (flags.group_head() && flags.has_sink()) sink_required[slot][c] = tightness(c, at_sink);
  }

 private:
  __device__ static bool waits(slot_flags flags, id target) {
    return flags.occupied() && target != none && !flags.ready();
  }

  /// The two edges of one side.
  __device__ float* side(id value, int c) const {
    return reinterpret_cast<float*>(values + static_cast<unsigned>(value)) + (c & 2);
  }

  template <class From>
  __device__ void merge_checks(backward_record const& record, int c, float& best) const {
    if (record.flags.has_checks()) layer.own_checks(record.owner, c, best);
    if (!record.flags.captures()) return;
    layer.captured_checks(record.owner, c, best, [&](id data, int of) {
      id const value = rank[data];
      if (value < 0) return side_of(layer.required[data], of);
      unsigned long long const word = From::read_alone(side(value, of));
      return per_edge{{low_of(word), high_of(word)}};
    });
  }

  /// The first of each run gets the tightest of it; `wide`: a run may have more than four.
  __device__ static void merge(int behind, bool wide, float& best) {
    merge_step<1>(behind, best);
    merge_step<2>(behind, best);
    if (wide) merge_step<4>(behind, best);
  }
  template <int Step>
  __device__ static void merge_step(int behind, float& best) {
    float const other = __shfl_down_sync(~0u, best, static_cast<unsigned>(Step * conditions));
    best = (behind >= Step) & (other > best) ? other : best;
  }
};

}  // namespace gsta::detail
