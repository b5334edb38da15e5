#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/path/detail/bounded/long_lists.cuh"
#include "gsta/path/detail/bounded/waves.hpp"

/// grow_waves and rank_waves on a cuda_executor: one launch each for all waves, a warp for a path's list, or
/// a block for a long one. Families of a wave come in the order in which warps get there; what is found does
/// not depend on it, since paths are ordered by their ranks afterwards.
namespace gsta::detail {

inline constexpr int most_waves = 1024;

struct waves_in_growth {
  line_graph_view<memory_space::device> lines;
  wave_tree<memory_space::device> tree;
  femtoseconds best, dearest;
  id room;
  device_span<unsigned long long> made;  // [most_waves + 1] paths of each wave; all 0 before

  /// The affordable entries of one list, 32 at a time: `visit(k, which lanes, how many before)`.
  template <class Visit>
  __device__ id each_affordable(id list, femtoseconds most, unsigned lane, Visit const& visit) const {
    id const end = lines.end[list];
    id seen = 0;
    for (id from = lines.begin[list]; from < end; from += lanes_of_warp) {
      id const k = from + static_cast<id>(lane);
      unsigned const takes = __ballot_sync(full_warp, k < end && lines.detour[k] <= most);
      visit(k, takes, seen);
      seen += __popc(takes);
    }
    return seen;
  }

  struct counter {
    id middle;
    id* lefts;
    __device__ void operator()(id k, unsigned takes, id) const {
      *lefts += __popc(__ballot_sync(full_warp, k < middle) & takes);
    }
  };
  struct writer {
    waves_in_growth const* to;
    id parent, first;
    femtoseconds cost;
    id depth;
    unsigned lane;
    __device__ void operator()(id k, unsigned takes, id seen) const {
      id const child = first + seen + __popc(takes & ((1u << lane) - 1));
      if ((takes >> lane & 1) == 0 || static_cast<unsigned>(child) >= static_cast<unsigned>(to->room)) return;
      to->tree.cost[child] = cost + to->lines.detour[k];
      to->tree.parent[child] = parent;
      to->tree.last[child] = to->lines.next[k];
      to->tree.depth[child] = depth;
    }
  };

  /// Children of up to 32 paths, from `first` on; those of the next wave begin at `end`.
  __device__ void expand(id first, id paths, id end, int wave, unsigned lane, left_to_block& rest_of) const {
    bool const mine = static_cast<id>(lane) < paths;
    id const node = first + static_cast<id>(lane), list = mine ? tree.last[node] : 0;
    femtoseconds const cost = mine ? tree.cost[node] : 0, most = dearest - cost;
    bool const some = mine && lines.least[list] <= most;
    bool const left = some && lines.end[list] - lines.begin[list] > longest_alone && rest_of.leave(node);
    unsigned const parents = __ballot_sync(full_warp, some && !left);
    id children = 0, lefts = 0;
    for (unsigned rest = parents; rest != 0; rest &= rest - 1) {
      int const which = __ffs(static_cast<int>(rest)) - 1;
      id const of = __shfl_sync(full_warp, list, which);
      id before_middle = 0;
      id const all = each_affordable(of, __shfl_sync(full_warp, most, which), lane,
                                     counter{lines.middle[of], &before_middle});
      if (static_cast<int>(lane) == which) children = all, lefts = before_middle;
    }
    id const until = sum_until(children, lane);
    id const total = __shfl_sync(full_warp, until, lanes_of_warp - 1);
    unsigned long long base = 0;
    if (lane == 0 && total > 0)
      base = static_cast<unsigned long long>(end) +
             atomicAdd(&made[wave + 1], static_cast<unsigned long long>(total));
    // What goes beyond the room is counted, not made.
    base = __shfl_sync(full_warp, base, 0) + static_cast<unsigned>(until - children);
    id const child = base < static_cast<unsigned>(room) ? static_cast<id>(base) : room;
    if (mine) {
      tree.first_child[node] = child;
      tree.children[node] = children;
      tree.lefts[node] = lefts;
    }
    for (unsigned rest = parents; rest != 0; rest &= rest - 1) {
      int const which = __ffs(static_cast<int>(rest)) - 1;
      each_affordable(__shfl_sync(full_warp, list, which), __shfl_sync(full_warp, most, which), lane,
                      writer{this, first + which, __shfl_sync(full_warp, child, which),
                             __shfl_sync(full_warp, cost, which), wave + 1, lane});
    }
  }

  /// Children of one path, by the whole block.
  __device__ void expand_together(id node, id end, int wave) const {
    __shared__ unsigned long long base;
    id const list = tree.last[node], begin = lines.begin[list], last = lines.end[list];
    femtoseconds const cost = tree.cost[node], most = dearest - cost;
    id mine = 0, mine_left = 0, children = 0, lefts = 0;
    for (id k = begin + static_cast<id>(threadIdx.x); k < last; k += resident_block) {
      bool const takes = lines.detour[k] <= most;
      mine += takes ? 1 : 0;
      mine_left += takes && k < lines.middle[list] ? 1 : 0;
    }
    sum_before_in_block(mine, children);
    sum_before_in_block(mine_left, lefts);
    if (threadIdx.x == 0)
      base = static_cast<unsigned long long>(end) +
             atomicAdd(&made[wave + 1], static_cast<unsigned long long>(children));
    __syncthreads();
    id const first = base < static_cast<unsigned>(room) ? static_cast<id>(base) : room;
    if (threadIdx.x == 0) {
      tree.first_child[node] = first;
      tree.children[node] = children;
      tree.lefts[node] = lefts;
    }
    id seen = 0, all = 0;
    for (id from = begin; from < last; from += resident_block) {
      id const k = from + static_cast<id>(threadIdx.x);
      bool const takes = k < last && lines.detour[k] <= most;
      id const child = first + seen + sum_before_in_block(takes ? 1 : 0, all);
      seen += all;
      if (!takes || static_cast<unsigned>(child) >= static_cast<unsigned>(room)) continue;
      tree.cost[child] = cost + lines.detour[k];
      tree.parent[child] = node;
      tree.last[child] = lines.next[k];
      tree.depth[child] = wave + 1;
    }
  }
};

template <class Waves>
__global__ void __launch_bounds__(resident_block) grow_waves_kernel(Waves in) {
  auto const grid = cooperative_groups::this_grid();
  warp_of_grid const warp;
  __shared__ left_to_block rest;
  rest.begin();
  if (grid.thread_rank() == 0) {
    plant_root_op<memory_space::device>{in.tree, in.best, static_cast<id>(in.lines.lists()) - 1}(0);
    in.made[0] = 1;
  }
  grid.sync();
  std::size_t first = 0, end = 1;
  for (int wave = 0; first < end && wave < most_waves; ++wave) {
    // Early waves are small and their lists long: then a warp has one path.
    std::size_t const share = (end - first + warp.count - 1) / warp.count;
    std::size_t const paths = share < lanes_of_warp ? share : lanes_of_warp;
    for (std::size_t at = first + warp.number * paths; at < end; at += warp.count * paths)
      in.expand(static_cast<id>(at), static_cast<id>(end - at < paths ? end - at : paths),
                static_cast<id>(end), wave, warp.lane, rest);
    rest.each([&](id node) { in.expand_together(node, static_cast<id>(end), wave); });
    grid.sync();
    first = end;
    end += static_cast<std::size_t>(__ldcg(&in.made[wave + 1]));
    if (end > static_cast<std::size_t>(in.room)) return;
  }
}

/// False where the room did not do. Waves are those made, the last one perhaps in part.
inline bool grow_within_room(cuda_executor const& exec, bounded_waves<memory_space::device>& waves,
                             femtoseconds best, femtoseconds dearest) {
  work_array<unsigned long long, memory_space::device> made(exec, waves.memory(), most_waves + 1);
  fill(exec, made.view(), 0);
  launch_resident(exec, grow_waves_kernel<waves_in_growth>,
                  waves_in_growth{waves.lines(), waves.tree(), best, dearest, static_cast<id>(waves.room()),
                                  made.view()});
  std::vector<unsigned long long> const sizes = to_vector(exec, made.read());
  waves.set_waves({0});
  for (std::size_t const paths : sizes) {
    if (paths == 0) return true;
    if (paths > waves.room() - waves.size()) return false;
    waves.add_wave(paths);
  }
  throw argument_error("path search: paths have more sidetracks than the device's search foresees");
}

inline bool grow_waves(cuda_executor const& exec, bounded_waves<memory_space::device>& waves,
                       femtoseconds best, femtoseconds dearest, std::size_t most) {
  while (!grow_within_room(exec, waves, best, dearest)) {
    std::size_t const made = waves.size();
    if (waves.room() >= most) return false;
    waves.set_waves({0});
    waves.reserve(exec, std::min(most, 2 * std::max(made, waves.room())));
  }
  return waves.size() <= most;
}

struct waves_to_rank {
  wave_tree<memory_space::device> tree;  // `before`: among the children of one parent
  device_span<id> size, of_lefts;        // descendants and itself; descendants of its left children
  device_span<id const> begin;           // [waves + 1]

  __device__ void add_up_short(id node, id children) const {
    id const first = tree.first_child[node], lefts = tree.lefts[node];
    id sum = 0;
    for (id c = 0; c < children; ++c) {
      if (c == lefts) of_lefts[node] = sum;
      tree.before[first + c] = sum;
      sum += size[first + c];
    }
    if (lefts == children) of_lefts[node] = sum;
    size[node] = sum + 1;
  }
  __device__ void add_up_long(id node, id children, unsigned lane) const {
    id const first = tree.first_child[node], lefts = tree.lefts[node];
    id sum = 0;
    for (id from = 0; from < children; from += lanes_of_warp) {
      id const c = from + static_cast<id>(lane);
      id const own = c < children ? size[first + c] : 0;
      id const until = sum_until(own, lane);
      if (c < children) tree.before[first + c] = sum + until - own;
      if (c == lefts && c < children) of_lefts[node] = sum + until - own;
      sum += __shfl_sync(full_warp, until, lanes_of_warp - 1);
    }
    if (lane != 0) return;
    if (lefts == children) of_lefts[node] = sum;
    size[node] = sum + 1;
  }
  __device__ void add_up_together(id node) const {
    id const first = tree.first_child[node], children = tree.children[node], lefts = tree.lefts[node];
    id sum = 0, all = 0;
    for (id from = 0; from < children; from += resident_block) {
      id const c = from + static_cast<id>(threadIdx.x);
      id const before = sum + sum_before_in_block(c < children ? size[first + c] : 0, all);
      if (c < children) tree.before[first + c] = before;
      if (c < children && c == lefts) of_lefts[node] = before;
      sum += all;
    }
    if (threadIdx.x != 0) return;
    if (lefts == children) of_lefts[node] = sum;
    size[node] = sum + 1;
  }
  /// Descendants of up to 32 paths.
  __device__ void add_up(id first, id paths, unsigned lane, left_to_block& rest_of) const {
    constexpr id few = 8;
    bool const mine = static_cast<id>(lane) < paths;
    id const node = first + static_cast<id>(lane), children = mine ? tree.children[node] : 0;
    if (mine && children <= few) add_up_short(node, children);
    bool const left = children > longest_alone && rest_of.leave(node);
    for (unsigned rest = __ballot_sync(full_warp, children > few && !left); rest != 0; rest &= rest - 1) {
      int const which = __ffs(static_cast<int>(rest)) - 1;
      add_up_long(first + which, __shfl_sync(full_warp, children, which), lane);
    }
  }
  __device__ void rank(id node) const {
    id at = of_lefts[node];
    if (id const parent = tree.parent[node]; parent != none) {
      id const right = tree.first_child[parent] + tree.lefts[parent];
      at += tree.rank[parent] - of_lefts[parent] + tree.before[node] + (node >= right ? 1 : 0);
    }
    tree.rank[node] = at;
  }
};

template <class Waves>
__global__ void __launch_bounds__(resident_block) rank_waves_kernel(Waves in) {
  auto const grid = cooperative_groups::this_grid();
  warp_of_grid const warp;
  __shared__ left_to_block rest;
  rest.begin();
  id const waves = static_cast<id>(in.begin.size()) - 1;
  for (id w = waves; w-- > 0;) {
    auto const first = static_cast<std::size_t>(in.begin[w]), end = static_cast<std::size_t>(in.begin[w + 1]);
    std::size_t const share = (end - first + warp.count - 1) / warp.count;
    std::size_t const paths = share < lanes_of_warp ? share : lanes_of_warp;
    for (std::size_t at = first + warp.number * paths; at < end; at += warp.count * paths)
      in.add_up(static_cast<id>(at), static_cast<id>(end - at < paths ? end - at : paths), warp.lane, rest);
    rest.each([&](id node) { in.add_up_together(node); });
    grid.sync();
  }
  for (id w = 0; w < waves; ++w) {
    for (std::size_t i = static_cast<std::size_t>(in.begin[w]) + grid.thread_rank();
         i < static_cast<std::size_t>(in.begin[w + 1]); i += grid.size())
      in.rank(static_cast<id>(i));
    grid.sync();
  }
}

inline void rank_waves(cuda_executor const& exec, bounded_waves<memory_space::device>& waves) {
  constexpr auto S = memory_space::device;
  waves.reserve_slots(exec);
  std::vector<id> begin;
  for (std::size_t w = 0; w < waves.waves(); ++w) begin.push_back(static_cast<id>(waves.bounds(w).first));
  begin.push_back(static_cast<id>(waves.size()));
  auto const begin_there = clone(exec, begin);
  work_array<id, S> size(exec, waves.memory(), waves.size()), of_lefts(exec, waves.memory(), waves.size());
  launch_resident(exec, rank_waves_kernel<waves_to_rank>,
                  waves_to_rank{waves.tree(), size.view(), of_lefts.view(), begin_there.view()});
}

}  // namespace gsta::detail
