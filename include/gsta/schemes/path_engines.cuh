#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/path/path.cuh"
#include "gsta/schemes/path_engines.hpp"

/// The papers' path engines on a cuda_executor, with kernels that expand a path by a warp.

namespace gsta {

/// dual_queue and level_mdl: a thread or a warp expands a path; the list does not change.
template <>
inline constexpr bool driver_known<primitive::path_engines, cuda_executor> = true;

namespace detail {

inline constexpr unsigned lanes_in_warp = 32;
inline constexpr unsigned warp_of_expansion = 0xffffffffu;

/// The path of the window that this warp expands.
__device__ inline std::size_t window_of_warp() {
  return (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / lanes_in_warp;
}

/// `count_suffix_children_op`, a warp a path: its lanes share each row.
template <unsigned Block>
__global__ void __launch_bounds__(Block)
    count_suffix_children_by_warp(count_suffix_children_op<memory_space::device> op) {
  auto const& problem = op.work.problem;
  std::size_t const i = window_of_warp();
  if (i >= op.work.window.size()) return;
  unsigned const lane = threadIdx.x % lanes_in_warp;
  id const path = op.work.window[i];
  femtoseconds const cost = op.work.tree.cost[path];
  unsigned children = 0;
  for (id v = op.work.first_vertex(path); v != problem.graph.sink(); v = op.work.onward[v]) {
    id const choice = problem.costs.choice[v], last = problem.graph.begin[v + 1];
    for (id e = problem.graph.begin[v] + static_cast<id>(lane); e < last; e += lanes_in_warp)
      children += e != choice && op.work.child_cost(cost, v, e) != no_path ? 1u : 0u;
  }
  children = __reduce_add_sync(warp_of_expansion, children);
  if (lane == 0) op.count[i] = children;
}

/// `make_suffix_children_op`, a warp a path. A ballot tells each lane how many children of the row stand
/// before its own, so that they lie where one thread would have put them.
template <unsigned Block>
__global__ void __launch_bounds__(Block)
    make_suffix_children_by_warp(make_suffix_children_op<memory_space::device> op) {
  auto const& problem = op.work.problem;
  auto const& tree = op.work.tree;
  std::size_t const i = window_of_warp();
  if (i >= op.work.window.size()) return;
  unsigned const lane = threadIdx.x % lanes_in_warp;
  id const path = op.work.window[i];
  femtoseconds const cost = tree.cost[path];
  id const depth = tree.depth[path] + 1;
  std::size_t out = op.at + static_cast<std::size_t>(op.begin[i]);
  for (id v = op.work.first_vertex(path); v != problem.graph.sink(); v = op.work.onward[v]) {
    id const choice = problem.costs.choice[v], last = problem.graph.begin[v + 1];
    for (id first = problem.graph.begin[v]; first < last; first += lanes_in_warp) {
      id const e = first + static_cast<id>(lane);
      femtoseconds const child = e >= last || e == choice ? no_path : op.work.child_cost(cost, v, e);
      unsigned const made = __ballot_sync(warp_of_expansion, child != no_path);
      std::size_t const before = static_cast<std::size_t>(__popc(made & ((1u << lane) - 1u)));
      if (child != no_path) tree.set(out + before, child, path, e, v, depth);
      out += static_cast<std::size_t>(__popc(made));
    }
  }
}

inline constexpr unsigned expansion_block = 256;

template <class Kernel, class Op>
void run_by_warp(cuda_executor const& exec, Kernel kernel, Op const& op) {
  constexpr unsigned paths = expansion_block / lanes_in_warp;
  std::size_t const blocks = (op.work.window.size() + paths - 1) / paths;
  if (blocks == 0) return;
  kernel<<<static_cast<unsigned>(blocks), expansion_block, 0, exec.stream>>>(op);
  check_cuda(cudaGetLastError(), "kernel launch");
}

inline void count_suffix_children(cuda_executor const& exec, schemes::path_expansion how,
                                  count_suffix_children_op<memory_space::device> const& op) {
  if (how == schemes::path_expansion::warp)
    return run_by_warp(exec, count_suffix_children_by_warp<expansion_block>, op);
  for_each_n(exec, op.work.window.size(), op);
}
inline void make_suffix_children(cuda_executor const& exec, schemes::path_expansion how,
                                 make_suffix_children_op<memory_space::device> const& op) {
  if (how == schemes::path_expansion::warp)
    return run_by_warp(exec, make_suffix_children_by_warp<expansion_block>, op);
  for_each_n(exec, op.work.window.size(), op);
}

}  // namespace detail
}  // namespace gsta
