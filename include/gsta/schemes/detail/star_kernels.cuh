#pragma once

#include "gsta/rc/detail/block_tasks.cuh"
#include "gsta/rc/detail/star_op.hpp"
#include "gsta/rc/detail/warp.cuh"

/// Star wires in the schemes of Warp-STAR (DAC 2026).
namespace gsta::detail {

using device_star_op = star_op<memory_space::device>;

/// The load that a driver sees, by the 32 lanes of a warp (8 pins by 4 conditions).
__device__ inline void star_load_by_octets(device_star_op const& op, id net, int lane) {
  one_condition const lanes{lane % conditions};
  id const first = op.design.nets.begin[net], n = op.design.nets.begin[net + 1] - first;
  id const driver = op.design.nets.driver[net];
  bool const ideal = op.is_ideal(static_cast<std::size_t>(net));
  float const below = octet_sum(n, lane, [&](id k) {
    return ideal ? op.sink_pin(first + k, lanes)
                 : op.sink_load(first + k, op.wire_to(driver, first + k), lanes);
  });
  float const half =
      ideal ? 0.0f : octet_sum(n, lane, [&](id k) { return op.wire_to(driver, first + k).half; });
  if (lane < conditions) op.write_load(driver, lanes, ideal ? below : with_children(half, below));
}

/// One sink under one condition.
__device__ inline void star_sink(device_star_op const& op, id net, id a, int c) {
  one_condition const lanes{c};
  if (op.is_ideal(static_cast<std::size_t>(net))) return op.write.same(a, lanes, 0.0f);
  wire_piece const wire = op.wire_to(op.design.nets.driver[net], a);
  op.write_sink(a, wire, op.sink_load(a, wire, lanes), lanes);
}

inline constexpr int pin_based_nets = 8;  // a block, a warp each

/// Algorithm 1: threads (4 conditions, 8 pins, nets).
template <class Op>
__global__ void __launch_bounds__(pin_based_nets* warp_lanes) star_pin_based_kernel(Op op, id nets) {
  id const net = static_cast<id>(blockIdx.x) * pin_based_nets + static_cast<id>(threadIdx.z);
  if (net >= nets) return;
  int const c = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  star_load_by_octets(op, net, y * conditions + c);
  for (id a = op.design.nets.begin[net] + y; a < op.design.nets.begin[net + 1]; a += 8)
    star_sink(op, net, a, c);
}

/// Algorithm 2: the sinks of a block's nets are shared out by a prefix sum and a search in it.
template <class Op>
__global__ void __launch_bounds__(cte_threads) star_cte_kernel(Op op, id nets) {
  __shared__ task_pool pool;
  __shared__ id sinks[cte_threads];
  id const first_net = static_cast<id>(blockIdx.x) * cte_threads;
  int const t = static_cast<int>(threadIdx.x);
  id const own = first_net + t;
  sinks[t] = own < nets ? op.design.nets.begin[own + 1] - op.design.nets.begin[own] : 0;
  id const total = pool.gather(sinks[t] * conditions);
  for (id task = t; task < total; task += cte_threads) {
    int const at = pool.owner_of(task);
    id const k = task - pool.begin[at], net = first_net + at;
    star_sink(op, net, op.design.nets.begin[net] + k / conditions, k % conditions);
  }
  for (id k = t; k < cte_threads * conditions; k += cte_threads) {
    id const at = k / conditions;
    if (first_net + at < nets && sinks[at] <= serial_terms)
      op.load(static_cast<std::size_t>(first_net + at), one_condition{static_cast<int>(k % conditions)});
  }
  for (int at = t / warp_lanes; at < cte_threads; at += cte_threads / warp_lanes) {
    if (sinks[at] > serial_terms) star_load_by_octets(op, first_net + at, t % warp_lanes);
  }
}

}  // namespace gsta::detail
