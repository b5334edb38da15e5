#pragma once

#include "gsta/adjoint/detail/find_slopes.hpp"
#include "gsta/core/cuda_executor.cuh"
#include "gsta/forward/plan.hpp"

namespace gsta::detail {

/// `find_slopes_op` over the tiles of a forward pass, a warp a tile: eight arcs by four conditions, in any
/// order, since slews are known. Arcs into inlined sinks are in no tile.
struct slope_tiles {
  find_slopes_op<memory_space::device> op;
  packed_tables_view<memory_space::device> tables;
  device_span<forward_record const> records;

  struct candidate {
    float slew;
    id position;
    __device__ void merge(candidate const& later, bool counts) {
      bool const better = counts & (later.slew > slew);
      slew = better ? later.slew : slew;
      position = better ? later.position : position;
    }
  };

  __device__ arc_slopes<float> slopes_at(forward_record const& slot, id arc, int c, int in) const {
    float const slew = op.slew[op.graph.fanin_from[slot.position]][in];
    packed_table const table{slot.cell};
    if (!slot.flags.has_cell() || !table.is_packed()) return op.model.at(arc, slot.target, c, in, slew);
    float const load = op.model.wires.load[slot.target][c];
    if (!exists(slew) || !exists(load)) return op.model.at_nothing(c);
    packed_slopes const z = look_up_packed(tables, table, c, slew, load);
    return op.model.at_tables(z.delay, z.slew, arc, c, in);
  }

  /// The first of each vertex gets the worst of its slots; those in front win ties.
  __device__ static void merge_vertex(int behind, candidate& best) {
    merge_step<1>(behind, best);
    merge_step<2>(behind, best);
    merge_step<4>(behind, best);
  }
  template <int Step>
  __device__ static void merge_step(int behind, candidate& best) {
    constexpr unsigned distance = Step * conditions;
    best.merge({__shfl_down_sync(~0u, best.slew, distance), __shfl_down_sync(~0u, best.position, distance)},
               behind >= Step);
  }

  __device__ static int head_lane(slot_flags flags, int lane) {
    unsigned const heads = __ballot_sync(~0u, flags.head()) & (~0u >> (31 - lane));
    return heads == 0 ? lane
                      : (31 - __clz(static_cast<int>(heads))) / conditions * conditions + lane % conditions;
  }

  /// One tile; `before` is what the vertex had in earlier ones.
  __device__ void run(forward_record const& slot, int lane, candidate& before) const {
    int const c = lane % conditions;
    slot_flags const flags = slot.flags;
    int const in = flags.occupied() ? flags.edges().input(c) : -1;
    id const arc = flags.has_cell() ? slot.arc : slot.wire;
    arc_slopes<float> s;
    candidate best{-endless<float>, none};
    if (in >= 0) {
      s = slopes_at(slot, arc, c, in);
      best = {turned(c, s.slew), slot.position};
    }
    merge_vertex(flags.following(), best);
    if (flags.head() && flags.asserted() && !flags.continued())
      before.slew = turned(c, op.asserted_slew[slot.target][c]);
    bool const better = flags.head() && best.slew > before.slew;
    if (better && before.position != none) op.lose(before.position, c);
    if (better) before = best;
    id const winner = __shfl_sync(~0u, better ? best.position : none, head_lane(flags, lane));
    if (!flags.occupied()) return;
    if (in < 0) {
      op.write_nothing(slot.position, c);
    } else {
      op.write(slot.position, arc, c, s, winner == slot.position);
    }
  }
};

template <class Tiles>
__global__ void __launch_bounds__(256, 6) slope_tiles_kernel(Tiles of, id tiles) {
  id tile = static_cast<id>((blockIdx.x * blockDim.x + threadIdx.x) / 32);
  int const lane = static_cast<int>(threadIdx.x % 32);
  if (tile >= tiles) return;
  auto const slot_at = [&](id t) {
    return of.records[static_cast<std::size_t>(t) * tile_slots + static_cast<std::size_t>(lane / conditions)];
  };
  forward_record slot = slot_at(tile);
  if (__any_sync(~0u, slot.flags.continued())) return;
  typename Tiles::candidate before{-endless<float>, none};
  for (;;) {
    of.run(slot, lane, before);
    if (!__any_sync(~0u, slot.flags.continues())) return;
    slot = slot_at(++tile);
    __syncwarp();  // a winner of an earlier tile may be marked as beaten
  }
}

/// Wires into inlined sinks.
struct inlined_slopes_op {
  find_slopes_op<memory_space::device> op;
  device_span<std::uint8_t const> inlined;  // [pins]
  device_span<wire_row const> wire;         // [net arcs]
  GSTA_HD void operator()(std::size_t arc) const noexcept {
    wire_row const at = wire[arc];
    if (at.to != none && inlined[at.to] != 0) op.of_wire(static_cast<id>(arc), at);
  }
};

}  // namespace gsta::detail
