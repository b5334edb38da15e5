#pragma once

#include <algorithm>
#include <vector>

#include "gsta/core/atomic.hpp"
#include "gsta/path/detail/bounded/near_prefixes.hpp"
#include "gsta/path/detail/bounded/near_round.cuh"

/// find_near_prefixes on a cuda_executor: one launch. The best path is walked first; what its sidetracks cost
/// says how far to go. Then, in rounds, vertices whose prefix fell tell their heads, and so on down the
/// forest. A minimum does not depend on the order in which it is found.
namespace gsta::detail {

template <class Near>
__global__ void __launch_bounds__(resident_block, 1) near_prefixes_kernel(Near in) {
  auto const grid = cooperative_groups::this_grid();
  warp_of_grid const warp;
  if (in.best() == no_path) return;
  id const source = in.problem.graph.source();
  id const length = in.problem.costs.height[source];
  if (in.walks_trunk()) {
    if (grid.thread_rank() == 0) in.walk_trunk();
    __syncwarp();
    in.count_sidetracks(length, warp);
    grid.sync();
    if (blockIdx.x == 0) in.find_range();
    if (grid.thread_rank() == 0) in.total_of[Near::queued] = length;
  } else if (grid.thread_rank() == 0) {
    in.prefix[source] = 0;
    in.trunk[0] = source;
    in.total_of[Near::queued] = 1;
  }
  grid.sync();
  bool cut = false;
  for (id round = 0;; ++round) {
    bool const even = round % 2 == 0;
    device_span<id> const queue = even ? in.trunk : in.other, longs = even ? in.long_even : in.long_odd;
    near_round step{in, even ? in.other : in.trunk, even ? in.long_odd : in.long_even, round,
                    in.best() + __ldcg(&in.range[0])};
    id const count = __ldcg(&in.total_of[Near::queued + round % 3]);
    id const long_count = __ldcg(&in.total_of[Near::long_rows + round % 3]);
    if (count + long_count == 0) break;
    for (auto i = static_cast<id>(warp.number); i < count; i += static_cast<id>(warp.count))
      step.relax(__ldcg(&queue[i]), warp.lane);
    for (id i = 0; i < long_count; ++i) {
      id const v = __ldcg(&longs[i]);
      in.each_chunk(v, warp, [&](id first, id last) { step.relax(v, first, last, warp.lane); });
    }
    cut = cut || step.cut;
    if (grid.thread_rank() == 0)
      in.total_of[Near::queued + (round + 2) % 3] = in.total_of[Near::long_rows + (round + 2) % 3] = 0;
    grid.sync();
  }
  if (cut) set_mark(in.range[1], femtoseconds{1});
}

struct clear_near_op {
  near_prefixes in;
  femtoseconds range;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    if (i < in.prefix.size()) {
      in.prefix[i] = no_path;
      in.round_of[i] = in.trunk[i] = none;
    }
    if (i < in.sidetracks.size()) in.sidetracks[i] = 0;
    if (i < in.total_of.size()) in.total_of[i] = 0;
    if (i == 0) in.range[0] = range;
    if (i == 1) in.range[1] = 0;
  }
};

inline femtoseconds find_near_prefixes(cuda_executor const& exec, search_rows<memory_space::device> const&,
                                       search_problem<memory_space::device> const& problem,
                                       near_request const& request, device_span<femtoseconds> prefix,
                                       work_memory& memory) {
  constexpr auto S = memory_space::device;
  std::size_t const n = problem.graph.vertex_count();
  std::size_t const longs = problem.graph.edge_count() / near_prefixes::long_row + 1;
  work_array<id, S> round_of(exec, memory, n), trunk(exec, memory, n), other(exec, memory, n);
  work_array<id, S> long_even(exec, memory, longs), long_odd(exec, memory, longs);
  work_array<id, S> sidetracks(exec, memory, excess_class::count), total(exec, memory, near_prefixes::totals);
  work_array<femtoseconds, S> range(exec, memory, 2);
  near_prefixes const in{problem,
                         prefix,
                         round_of.view(),
                         trunk.view(),
                         other.view(),
                         long_even.view(),
                         long_odd.view(),
                         sidetracks.view(),
                         total.view(),
                         range.view(),
                         trunk_sidetracks(request.paths)};
  for_each_n(exec, std::max(n, excess_class::count), clear_near_op{in, request.excess});
  launch_resident(exec, near_prefixes_kernel<near_prefixes>, in);
  std::vector<femtoseconds> const reached = to_vector(exec, range.read());
  return reached[1] != 0 ? reached[0] : any_excess;
}

}  // namespace gsta::detail
