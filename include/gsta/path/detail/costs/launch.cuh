#pragma once

#include <algorithm>
#include <type_traits>

#include "gsta/core/algorithm.cuh"
#include "gsta/path/costs.hpp"
#include "gsta/path/detail/costs/sweep.cuh"

namespace gsta::detail {
/// All that a kernel needs.
struct cost_sweeps {
  cost_sweep<suffix_side> suffix;
  cost_sweep<prefix_side> prefix;

  bool has_prefixes() const { return !prefix.side.pull.out.prefix.empty(); }
};

/// Both directions side by side: every other block goes one way. Items are dealt in order, and all blocks are
/// resident: the earliest item that is not done always has all it waits for. More blocks would not help:
/// whoever waits asks again and again, and disturbs those who would get on.
template <int Lanes>
__global__ void __launch_bounds__(cost_block, 3) cost_dataflow_kernel(cost_sweeps sweeps) {
  std::size_t const stride = gridDim.x / 2, first = blockIdx.x / 2;
  if (blockIdx.x % 2 == 0)
    sweeps.suffix.template run_dataflow<Lanes>(first, stride);
  else
    sweeps.prefix.template run_dataflow<Lanes>(first, stride);
}

/// Suffixes alone, by all blocks.
template <int Lanes>
__global__ void __launch_bounds__(cost_block, 3) suffix_dataflow_kernel(cost_sweep<suffix_side> sweep) {
  sweep.template run_dataflow<Lanes>(blockIdx.x, gridDim.x);
}

/// Items of one level of each direction, a block each.
template <int Lanes>
__global__ void __launch_bounds__(cost_block)
    cost_level_kernel(cost_sweeps sweeps, id suffix_first, id suffix_count, id prefix_first) {
  id const block = static_cast<id>(blockIdx.x);
  if (block < suffix_count)
    sweeps.suffix.template run_item<settled_costs, Lanes>(static_cast<std::size_t>(suffix_first + block));
  else
    sweeps.prefix.template run_item<settled_costs, Lanes>(
        static_cast<std::size_t>(prefix_first + block - suffix_count));
}

/// Nothing is found yet, and no piece has arrived.
struct clear_costs_op {
  cost_spans<memory_space::device> out;
  device_span<id> prefix_arrived, suffix_arrived;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    out.suffix[v] = missing_cost;
    if (v < out.prefix.size()) out.prefix[v] = missing_cost;
    out.height[v] = missing_height;
    if (v < prefix_arrived.size()) prefix_arrived[v] = 0;
    if (v < suffix_arrived.size()) suffix_arrived[v] = 0;
  }
};

/// Launches a kernel of groups of `together` blocks, at most `useful` groups, all resident.
template <class Kernel, class Arguments>
void launch_groups(cuda_executor const& exec, Kernel kernel, std::size_t together, std::size_t useful,
                   Arguments arguments) {
  int device = 0, processors = 0, each = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
             "cudaDeviceGetAttribute");
  check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, cost_block, 0),
             "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  std::size_t const groups = std::min(useful, static_cast<std::size_t>(processors) * each / together);
  void* pointers[] = {&arguments};
  check_cuda(cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(kernel),
                                         dim3(static_cast<unsigned>(together * groups)), dim3(cost_block),
                                         pointers, 0, exec.stream),
             "cudaLaunchCooperativeKernel");
}

template <int Lanes>
void launch_cost_dataflow(cuda_executor const& exec, cost_sweeps const& in) {
  std::size_t const prefixes = in.prefix.items.size(), suffixes = in.suffix.items.size();
  if (in.has_prefixes())
    launch_groups(exec, cost_dataflow_kernel<Lanes>, 2, std::max(prefixes, suffixes), in);
  else
    launch_groups(exec, suffix_dataflow_kernel<Lanes>, 1, suffixes, in.suffix);
}

template <int Lanes>
void launch_cost_levels(cuda_executor const& exec, cost_sweeps const& in,
                        cost_tiles<memory_space::device> const& tiles) {
  auto const &suffix = tiles.suffix.level_begin, &prefix = tiles.prefix.level_begin;
  for (std::size_t l = 0; l + 1 < suffix.size(); ++l) {
    id const suffixes = suffix[l + 1] - suffix[l];
    id const prefixes = in.has_prefixes() ? prefix[l + 1] - prefix[l] : 0;
    cost_level_kernel<Lanes><<<static_cast<unsigned>(suffixes + prefixes), cost_block, 0, exec.stream>>>(
        in, suffix[l], suffixes, prefix[l]);
    check_cuda(cudaGetLastError(), "kernel launch");
  }
}

/// Calls `f` with the number of lanes as a constant.
template <class F>
void with_lanes(int lanes, F const& f) {
  switch (lanes) {
    case 1:
      return f(std::integral_constant<int, 1>{});
    case 2:
      return f(std::integral_constant<int, 2>{});
    case 4:
      return f(std::integral_constant<int, 4>{});
    case 8:
      return f(std::integral_constant<int, 8>{});
    default:
      return f(std::integral_constant<int, 16>{});
  }
}

}  // namespace gsta::detail
