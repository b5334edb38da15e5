#pragma once

#include <type_traits>

#include "gsta/forward/plan.cuh"
#include "gsta/smooth/detail/layer.hpp"

namespace gsta::detail {

/// One float that may still be on its way, read as the words of `From` are.
template <class From>
struct smooth_reader {
  static constexpr bool waits = std::is_same_v<From, awaited_values>;

  __device__ static unsigned load(float const* from) {
    unsigned bits;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(bits) : "l"(from) : "memory");
    return bits;
  }
  __device__ static unsigned peek(float const* from, bool wanted) { return waits && wanted ? load(from) : 0; }
  /// The lanes of the warp wait together, and go on together.
  __device__ static float read(unsigned bits, float const* from, bool wanted) {
    if constexpr (waits) {
      while (__any_sync(~0u, bits == ~0u)) {
        if (bits == ~0u) bits = load(from);
      }
    } else {
      bits = wanted ? load(from) : 0;
    }
    return __uint_as_float(bits);
  }
};

/// Both merges on a warp: the exact one as it is, then the smooth one from the delays that it found. Exact
/// values are handed on first, so that those who wait for them do not wait for exponentials.
template <class Layer>
struct smooth_pass {
  using record = forward_record;
  using fetched = typename forward_pass<Layer>::fetched;
  using partial = typename forward_pass<Layer>::partial;
  forward_pass<Layer> exact;
  smooth_layer<memory_space::device> smooth;

  __device__ partial start(int c) const { return exact.start(c); }

  template <class From>
  __device__ fetched fetch(forward_record const& record, int c) const {
    return exact.template fetch<From>(record, c);
  }

  template <class From>
  __device__ void run(forward_record const& record, fetched const& from, id slot, int lane,
                      partial& before) const {
    using reader = smooth_reader<From>;
    int const c = lane % conditions, in = record.flags.edges().input(c);
    float const* const source = at(in >= 0 ? record.source : 0, in >= 0 ? in : c);
    unsigned const peeked = reader::peek(source, in >= 0);
    passed_value const passed = exact.template find<From>(record, from, slot, lane, before);
    float const start = reader::read(peeked, source, in >= 0);
    slot_flags const flags = record.flags;
    float const x =
        in >= 0 ? smooth.candidate(flags, c, in, start, passed.wire, passed.cell) : -math::infinity;
    merge(record, flags, lane, x);
    if (__any_sync(~0u, flags.long_row())) merge_long(record, flags, c, x);
  }

 private:
  __device__ float* at(id value, int c) const {
    return &smooth.arrival.data()[static_cast<unsigned>(value)][c];
  }

  /// Vertices whose row is summed serially: the first slot of each merges, all get their weights.
  __device__ void merge(forward_record const& record, slot_flags flags, int lane, float x) const {
    int const c = lane % conditions, behind = flags.following(), first = first_lane(flags, lane);
    int const most = static_cast<int>(__reduce_max_sync(~0u, static_cast<unsigned>(behind)));
    float top = x, own = -math::infinity;
    if (flags.head() && flags.asserted()) own = smooth.own(record.target, c);
    larger<1>(behind, top);
    larger<2>(behind, top);
    if (most >= 4) larger<4>(behind, top);
    top = __shfl_sync(~0u, top > own ? top : own, first);
    float const share = steep_share(x, top, smooth.steepness);
    float rest = share;
    for (int k = 1; k <= most; ++k) {
      float const later = __shfl_down_sync(~0u, share, static_cast<unsigned>(k * conditions));
      if (behind >= k) rest = math::add(rest, later);
    }
    float const sum = math::add(steep_share(own, top, smooth.steepness), rest);
    if (flags.head() && !flags.long_row())
      store_half(at(record.value, c), turned(c, soft_merged(top, sum, smooth.gamma)));
    float const of_all = __shfl_sync(~0u, sum, first);
    if (flags.occupied() && !flags.long_row()) weight(record)[c] = soft_weight(share, of_all);
  }

  /// The same lane of the first slot of the vertex.
  __device__ static int first_lane(slot_flags flags, int lane) {
    unsigned const heads = __ballot_sync(~0u, flags.head()) & (0x11111111u << lane % conditions);
    return 31 - __clz(static_cast<int>(heads & (~0u >> (31 - lane))));
  }

  template <int Step>
  __device__ static void larger(int behind, float& top) {
    float const other = __shfl_down_sync(~0u, top, static_cast<unsigned>(Step * conditions));
    top = (behind >= Step) & (other > top) ? other : top;
  }

  __device__ per_condition<float>& weight(forward_record const& record) const {
    return smooth.weight.data()[static_cast<unsigned>(record.position)];
  }

  /// Rows of more arcs: candidates are kept in place of weights until the last tile of the vertex.
  __device__ void merge_long(forward_record const& record, slot_flags flags, int c, float x) const {
    if (flags.long_row()) weight(record)[c] = x;
    __syncwarp();
    if (flags.long_row() && flags.head() && !flags.continues())
      store_half(at(record.value, c), turned(c, smooth.merge_long_row(record.target, c)));
  }
};

}  // namespace gsta::detail
