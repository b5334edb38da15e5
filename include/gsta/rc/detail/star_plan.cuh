#pragma once

#include "gsta/rc/detail/pack_nets.hpp"
#include "gsta/rc/detail/star_op.hpp"
#include "gsta/rc/detail/warp.cuh"

/// Star wires as gsta does them: nets of up to 8 sinks packed into warps, a lane a sink and all four
/// conditions; a warp for a larger net; a block for one of hundreds of sinks.
namespace gsta::detail {

inline constexpr int star_threads = 256;
inline constexpr id star_warp_sinks = 512;  // more: a block

/// Where the sink of a tile stands. Known once, so that a lane has all addresses after one read.
struct star_slot {
  id of;              // the driver's pin, or the net where stars are reduced
  std::uint8_t k, n;  // which sink of how many
  std::uint16_t ideal;
};

struct star_bins {
  device_span<star_slot const> slots;  // [net arcs], of nets in tiles
  device_span<warp_tile const> tiles;
  device_span<id const> wide, huge, empty;  // nets
  unsigned wide_from = 0, tiles_from = 0, empty_from = 0, blocks = 0;
};

struct star_location_op {
  device_span<id const> driver, begin;
  device_span<std::uint8_t const> ideal;
  device_span<star_slot> slots;
  bool reduces;
  GSTA_HD void operator()(std::size_t net) const noexcept {
    id const n = begin[net + 1] - begin[net];
    std::uint16_t const is_ideal = !ideal.empty() && ideal[net] != 0;
    id const of = reduces ? static_cast<id>(net) : driver[net];
    for (id k = 0; n <= 8 && k < n; ++k)
      slots[static_cast<std::size_t>(begin[net] + k)] = {of, static_cast<std::uint8_t>(k),
                                                         static_cast<std::uint8_t>(n), is_ideal};
  }
};

using all_lanes = all_conditions;

/// Writes the answers of neighbouring sinks, a lane each: two lanes together a whole answer at a time, so
/// that no store leaves half a sector of memory behind.
__device__ inline void write_together(wire_answer* sink, int count, int lane, condition_lanes const& delay,
                                      condition_lanes const& impulse) {
  bool const odd = lane % 2 != 0;
  condition_lanes const given = shuffle(odd ? delay : impulse, lane ^ 1);
  int const even_lane = lane - (odd ? 1 : 0);
  auto const half_of = [&](int of) -> per_condition<float>& {
    return odd ? sink[of].impulse : sink[of].delay;
  };
  if (even_lane < count) half_of(even_lane) = odd ? given.at : delay.at;
  if (even_lane + 1 < count) half_of(even_lane + 1) = odd ? impulse.at : given.at;
}

/// A tile: up to 32 sinks of whole nets.
template <bool Reduces>
__device__ void star_tile(star_op<memory_space::device> const& op, star_bins const& bins,
                          warp_tile const& tile, int lane) {
  using math::add;
  all_lanes const lanes{};
  bool const active = lane < tile.count;
  id const a = tile.first + (active ? lane : 0);
  star_slot const slot = bins.slots[static_cast<std::size_t>(a)];
  bool const ideal = slot.ideal != 0;
  id const driver = Reduces ? op.design.nets.driver[slot.of] : slot.of;
  wire_piece const wire = ideal ? wire_piece{0, 0} : op.wire_to(driver, a);
  condition_lanes const load = ideal ? op.sink_pin(a, lanes) : op.sink_load(a, wire, lanes);
  condition_lanes below{};
  float half = 0;
  admittance<condition_lanes> own{}, moments{};
  if constexpr (Reduces) own = op.sink_moments(wire, load, lanes);
  int const net_lane = lane - slot.k;
  for (int k = 0; __any_sync(every_lane, active && k < slot.n); ++k) {
    condition_lanes const term = shuffle(load, net_lane + k);
    float const term_half = shuffle(wire.half, net_lane + k);
    admittance<condition_lanes> term_of_moments{};
    if constexpr (Reduces) term_of_moments = shuffle(own, net_lane + k);
    if (k >= slot.n) continue;
    below = add(below, term);
    half = add(half, term_half);
    if constexpr (Reduces) moments = add(moments, term_of_moments);
  }
  if (active && slot.k == 0) {
    op.write_load(driver, lanes, ideal ? below : with_children(lanes.same(half), below));
    if constexpr (Reduces) store_pi(lanes, op.pi[slot.of], pi_of(moments));
  }
  auto answer = op.answer_of(a, wire, load, lanes);
  if (ideal) answer = {lanes.same(0.0f), lanes.same(0.0f)};
  write_together(&op.write.sink[tile.first], tile.count, lane, answer.delay, answer.impulse);
}

/// A net of more than 8 sinks by one warp.
template <bool Reduces>
__device__ void star_by_warp(star_op<memory_space::device> const& op, id net, int lane) {
  using math::add;
  all_lanes const lanes{};
  id const first = op.design.nets.begin[net], n = op.design.nets.begin[net + 1] - first;
  id const driver = op.design.nets.driver[net];
  bool const ideal = op.is_ideal(static_cast<std::size_t>(net));
  condition_lanes below{};
  float half = 0;
  admittance<condition_lanes> moments{};
#pragma unroll 2
  for (id k = lane; k < n; k += warp_lanes) {
    id const a = first + k;
    wire_piece const wire = ideal ? wire_piece{0, 0} : op.wire_to(driver, a);
    condition_lanes const load = ideal ? op.sink_pin(a, lanes) : op.sink_load(a, wire, lanes);
    below = add(below, load);
    half = add(half, wire.half);
    if constexpr (Reduces) moments = add(moments, op.sink_moments(wire, load, lanes));
    if (ideal)
      op.write.same(static_cast<std::size_t>(a), lanes, lanes.same(0.0f));
    else
      op.write_sink(a, wire, load, lanes);
  }
  below = sum_of_lanes(below);
  half = sum_of_lanes(half);
  if constexpr (Reduces) moments = sum_of_lanes(moments);
  if (lane == 0) {
    op.write_load(driver, lanes, ideal ? below : with_children(lanes.same(half), below));
    if constexpr (Reduces) store_pi(lanes, op.pi[net], pi_of(moments));
  }
}

/// What a block's threads find about its net's sinks, for the warps that add.
template <bool Reduces>
struct star_terms {
  // A row of each sum: the half wires', and by condition the loads' and both moments'.
  static constexpr int rows = 1 + (Reduces ? 3 : 1) * conditions;
  float row[rows][star_threads];
  float sum[rows];

  __device__ void set(int first, int t, condition_lanes const& x) {
    for (int c = 0; c < conditions; ++c) row[first + c][t] = x.at[c];
  }
};

/// A net of many sinks by one block: all threads find terms, then warps add a row or two each, each lane its
/// own terms in turn.
template <bool Reduces>
__device__ void star_by_block(star_op<memory_space::device> const& op, id net, star_terms<Reduces>& terms) {
  constexpr int warps = star_threads / warp_lanes, rows = star_terms<Reduces>::rows;
  constexpr int a_warp = (rows + warps - 1) / warps;
  using math::add;
  all_lanes const lanes{};
  int const t = static_cast<int>(threadIdx.x), lane = t % warp_lanes, of = t / warp_lanes;
  id const first = op.design.nets.begin[net], n = op.design.nets.begin[net + 1] - first;
  id const driver = op.design.nets.driver[net];
  bool const ideal = op.is_ideal(static_cast<std::size_t>(net));
  float mine[a_warp]{};
  for (id from = 0; from < n; from += star_threads) {
    if (from + t < n) {
      id const a = first + from + t;
      wire_piece const wire = ideal ? wire_piece{0, 0} : op.wire_to(driver, a);
      condition_lanes const load = ideal ? op.sink_pin(a, lanes) : op.sink_load(a, wire, lanes);
      terms.row[0][t] = wire.half;
      terms.set(1, t, load);
      if constexpr (Reduces) {
        auto const moments = op.sink_moments(wire, load, lanes);
        terms.set(1 + conditions, t, moments.second);
        terms.set(1 + 2 * conditions, t, moments.third);
      }
      if (ideal)
        op.write.same(static_cast<std::size_t>(a), lanes, lanes.same(0.0f));
      else
        op.write_sink(a, wire, load, lanes);
    }
    __syncthreads();
    for (int i = 0; i < a_warp; ++i) {
      int const r = of + i * warps;
      for (int k = lane; r < rows && k < star_threads && from + k < n; k += warp_lanes)
        mine[i] = add(mine[i], terms.row[r][k]);
    }
    __syncthreads();
  }
  for (int i = 0; i < a_warp; ++i) {
    float const sum = sum_of_lanes(mine[i]);
    if (lane == 0 && of + i * warps < rows) terms.sum[of + i * warps] = sum;
  }
  __syncthreads();
  if (t < conditions) {
    float const below = terms.sum[1 + t];
    op.write_load(driver, one_condition{t}, ideal ? below : with_children(terms.sum[0], below));
    if constexpr (Reduces)
      store_pi(one_condition{t}, op.pi[net],
               pi_of(admittance<float>{terms.sum[1 + conditions + t], terms.sum[1 + 2 * conditions + t]}));
  }
}

/// The longest work first.
template <class Op, bool Reduces = false>
__global__ void __launch_bounds__(star_threads) star_plan_kernel(Op op, star_bins bins) {
  __shared__ star_terms<Reduces> terms;
  unsigned const block = blockIdx.x;
  int const t = static_cast<int>(threadIdx.x), lane = t % warp_lanes;
  auto const item = [&](unsigned from, int per_block, int which) {
    return static_cast<std::size_t>(block - from) * static_cast<std::size_t>(per_block) +
           static_cast<std::size_t>(which);
  };
  constexpr int warps = star_threads / warp_lanes;
  if (block < bins.wide_from) {
    star_by_block(op, bins.huge[block], terms);
  } else if (block < bins.tiles_from) {
    std::size_t const i = item(bins.wide_from, warps, t / warp_lanes);
    if (i < bins.wide.size()) star_by_warp<Reduces>(op, bins.wide[i], lane);
  } else if (block < bins.empty_from) {
    std::size_t const i = item(bins.tiles_from, warps, t / warp_lanes);
    if (i < bins.tiles.size()) star_tile<Reduces>(op, bins, bins.tiles[i], lane);
  } else {
    std::size_t const i = item(bins.empty_from, star_threads, t);
    if (i < bins.empty.size()) op.write_load(op.design.nets.driver[bins.empty[i]], all_lanes{}, {});
  }
}

}  // namespace gsta::detail
