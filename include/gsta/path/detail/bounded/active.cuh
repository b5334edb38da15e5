#pragma once

#include <algorithm>
#include <vector>

#include "gsta/path/detail/bounded/active.hpp"
#include "gsta/path/detail/bounded/launch.cuh"

/// collect_sidetracks on a cuda_executor: one launch. Vertices are numbered, and rows laid down, in the order
/// in which warps get there; a row's edges stay together and in order, which is all that counts.
namespace gsta::detail {

struct sidetracks_in_collection {
  static constexpr id short_row = 8, middling_row = 4096;
  static constexpr std::size_t vertices_of_warp = std::size_t{lanes_of_warp} * lanes_of_warp;
  static constexpr id edges_of_chunk = lanes_of_warp * lanes_of_warp;

  enum total : int { active, sidetracks, long_rows, totals };

  excess_of<memory_space::device> excess;
  femtoseconds range;
  device_span<id> found, number;
  device_span<id> begin, end;  // [room for vertices]
  active_set<memory_space::device>::edge_spans out;
  device_span<id> long_row, chunk;  // numbers of vertices with long rows; sidetracks in each chunk of one
  device_span<id> total_of;         // [totals] all 0 before

  __device__ std::size_t room() const { return out.edge.size(); }

  /// Finds the active ones among 1024 vertices.
  __device__ void find(std::size_t first, unsigned lane) const {
    unsigned mine = 0;  // the lane-th 32 vertices
#pragma unroll 8
    for (unsigned i = 0; i < lanes_of_warp; ++i) {
      std::size_t const v = first + i * lanes_of_warp + lane;
      bool const is = v < number.size() && excess.vertex(static_cast<id>(v)) <= range;
      unsigned const are = __ballot_sync(full_warp, is);
      if (lane == i) mine = are;
    }
    id const count = __popc(mine);
    id const until = sum_until(count, lane);
    id base = 0;
    if (lane == lanes_of_warp - 1 && until > 0) base = atomicAdd(&total_of[active], until);
    base = __shfl_sync(full_warp, base, lanes_of_warp - 1) + until - count;
    for (unsigned rest = __ballot_sync(full_warp, mine != 0); rest != 0; rest &= rest - 1) {
      int const i = __ffs(static_cast<int>(rest)) - 1;
      unsigned const are = __shfl_sync(full_warp, mine, i);
      id const a = __shfl_sync(full_warp, base, i) + __popc(are & ((1u << lane) - 1));
      std::size_t const v = first + static_cast<std::size_t>(i) * lanes_of_warp + lane;
      if ((are >> lane & 1) == 0) continue;
      found[a] = static_cast<id>(v);
      number[v] = a;
    }
  }

  /// The excess of a sidetrack in range; no_path where an edge is none.
  __device__ femtoseconds sidetrack(id v, id e) const {
    if (e == excess.problem.costs.choice[v]) return no_path;
    femtoseconds const x = excess.edge(v, e);
    return x <= range ? x : no_path;
  }
  __device__ void write(id at, id a, id v, id e, femtoseconds x) const {
    if (static_cast<std::size_t>(at) >= room()) return;
    out.edge[at] = e;
    out.tail[at] = a;
    out.detour[at] = excess.problem.detour(v, e);
    out.excess[at] = x;
  }
  /// Sidetracks among edges first .. end, read side by side; `visit(e, x, how many before)`.
  template <class Visit>
  __device__ id each(id v, id first, id last, unsigned lane, Visit const& visit) const {
    id seen = 0;
    for (id from = first; from < last; from += lanes_of_warp) {
      id const e = from + static_cast<id>(lane);
      femtoseconds const x = e < last ? sidetrack(v, e) : no_path;
      unsigned const are = __ballot_sync(full_warp, x != no_path);
      if (x != no_path) visit(e, x, seen + __popc(are & ((1u << lane) - 1)));
      seen += __popc(are);
    }
    return seen;
  }
  struct nothing {
    __device__ void operator()(id, femtoseconds, id) const {}
  };
  struct writer {
    sidetracks_in_collection const* to;
    id a, v, base;
    __device__ void operator()(id e, femtoseconds x, id before) const {
      to->write(base + before, a, v, e, x);
    }
  };

  /// Rows of up to 32 active vertices: a lane for a short row, all for a longer one; long rows are put off.
  __device__ void rows(id first, id vertices, unsigned lane) const {
    bool const mine = static_cast<id>(lane) < vertices;
    id const a = first + static_cast<id>(lane), v = mine ? found[a] : 0;
    id const row = mine ? excess.problem.graph.begin[v] : 0;
    id const row_end = mine ? excess.problem.graph.begin[v + 1] : 0, length = row_end - row;
    unsigned takes = 0;
    id count = 0;
    if (length <= short_row) {
      for (id i = 0; i < length; ++i) takes |= (sidetrack(v, row + i) != no_path ? 1u : 0u) << i;
      count = __popc(takes);
    } else if (length > middling_row) {
      long_rows_put(a);
    }
    unsigned const middling = __ballot_sync(full_warp, length > short_row && length <= middling_row);
    for (unsigned rest = middling; rest != 0; rest &= rest - 1) {
      int const i = __ffs(static_cast<int>(rest)) - 1;
      id const n = each(__shfl_sync(full_warp, v, i), __shfl_sync(full_warp, row, i),
                        __shfl_sync(full_warp, row_end, i), lane, nothing{});
      if (static_cast<int>(lane) == i) count = n;
    }
    id const until = sum_until(count, lane);
    id base = 0;
    if (lane == lanes_of_warp - 1 && until > 0) base = atomicAdd(&total_of[sidetracks], until);
    base = __shfl_sync(full_warp, base, lanes_of_warp - 1) + until - count;
    if (mine) {
      begin[a] = base;
      end[a] = base + count;
    }
    for (id at = base; takes != 0; takes &= takes - 1, ++at) {
      id const e = row + __ffs(static_cast<int>(takes)) - 1;
      write(at, a, v, e, sidetrack(v, e));
    }
    for (unsigned rest = __ballot_sync(full_warp, (middling >> lane & 1) != 0 && count > 0); rest != 0;
         rest &= rest - 1) {
      int const i = __ffs(static_cast<int>(rest)) - 1;
      id const of = __shfl_sync(full_warp, v, i);
      each(of, __shfl_sync(full_warp, row, i), __shfl_sync(full_warp, row_end, i), lane,
           writer{this, first + i, of, __shfl_sync(full_warp, base, i)});
    }
  }
  __device__ void long_rows_put(id a) const { long_row[atomicAdd(&total_of[long_rows], 1)] = a; }

  /// A long row by the whole grid: chunks are counted, then each knows where its sidetracks go.
  __device__ void row(id a, cooperative_groups::grid_group const& grid, warp_of_grid const& warp) const {
    id const v = found[a], first = excess.problem.graph.begin[v], last = excess.problem.graph.begin[v + 1];
    auto const chunks = static_cast<std::size_t>((last - first + edges_of_chunk - 1) / edges_of_chunk);
    auto const chunk_of = [&](std::size_t c, auto const& visit) {
      id const from = first + static_cast<id>(c) * edges_of_chunk;
      return each(v, from, last - from < edges_of_chunk ? last : from + edges_of_chunk, warp.lane, visit);
    };
    for (std::size_t c = warp.number; c < chunks; c += warp.count) {
      id const count = chunk_of(c, nothing{});
      if (warp.lane == 0) chunk[c] = count;
    }
    grid.sync();
    id const base = total_of[sidetracks];
    id all = 0;  // of the chunks before
    std::size_t summed = 0;
    auto const sum_to = [&](std::size_t c) {
      id part = 0;
      for (std::size_t i = summed + warp.lane; i < c; i += lanes_of_warp) part += chunk[i];
      all += __shfl_sync(full_warp, sum_until(part, warp.lane), lanes_of_warp - 1);
      summed = c;
    };
    for (std::size_t c = warp.number; c < chunks; c += warp.count) {
      sum_to(c);
      chunk_of(c, writer{this, a, v, base + all});
    }
    grid.sync();
    if (warp.number == 0) {
      sum_to(chunks);
      if (warp.lane == 0) {
        begin[a] = base;
        end[a] = base + all;
        total_of[sidetracks] = base + all;
      }
    }
    grid.sync();
  }
};

template <class Collection>
__global__ void __launch_bounds__(resident_block, 1) collect_sidetracks_kernel(Collection in) {
  auto const grid = cooperative_groups::this_grid();
  warp_of_grid const warp;
  constexpr std::size_t share = Collection::vertices_of_warp;
  for (std::size_t v = warp.number * share; v < in.number.size(); v += warp.count * share)
    in.find(v, warp.lane);
  grid.sync();
  id const active = in.total_of[Collection::active];
  for (id a = static_cast<id>(warp.number * lanes_of_warp); a < active;
       a += static_cast<id>(warp.count * lanes_of_warp))
    in.rows(a, active - a < static_cast<id>(lanes_of_warp) ? active - a : lanes_of_warp, warp.lane);
  grid.sync();
  id const longs = in.total_of[Collection::long_rows];
  for (id l = 0; l < longs; ++l) in.row(in.long_row[l], grid, warp);
  std::size_t const made = static_cast<std::size_t>(in.total_of[Collection::sidetracks]);
  for (std::size_t k = grid.thread_rank(); k < (made < in.room() ? made : in.room()); k += grid.size())
    in.out.head[k] = in.number[in.excess.problem.graph.to[in.out.edge[k]]];
}

inline void collect_sidetracks(cuda_executor const& exec, active_set<memory_space::device>& set,
                               femtoseconds range, std::size_t expected) {
  constexpr auto S = memory_space::device;
  using collection = sidetracks_in_collection;
  search_graph_view<S> const& graph = set.excess().problem.graph;
  std::size_t const vertices = set.found().size();
  std::size_t const long_rows = graph.edge_count() / collection::middling_row + 1;
  work_array<id, S> long_row(exec, set.memory(), long_rows);
  work_array<id, S> chunk(exec, set.memory(), graph.edge_count() / collection::edges_of_chunk + 1);
  work_array<id, S> total(exec, set.memory(), collection::totals);
  auto const spans = set.make_vertices(exec, vertices, false);
  std::size_t room = std::min(graph.edge_count(), std::clamp<std::size_t>(expected, 1 << 15, 1 << 20));
  for (bool enough = false; !enough;) {
    auto const edges = set.make_edges(exec, room);
    fill(exec, total.view(), 0);
    launch_resident(exec, collect_sidetracks_kernel<collection>,
                    collection{set.excess(), range, set.found(), set.number(), spans.begin, spans.end, edges,
                               long_row.view(), chunk.view(), total.view()});
    std::vector<id> const made = to_vector(exec, total.read());
    auto const sidetracks = static_cast<std::size_t>(made[collection::sidetracks]);
    set.set_vertices(static_cast<std::size_t>(made[collection::active]));
    enough = sidetracks <= room;
    if (enough) set.set_edges(sidetracks);
    room = sidetracks;
  }
}

}  // namespace gsta::detail
