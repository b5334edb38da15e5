#pragma once

#include "gsta/path/detail/costs/pull.cuh"

namespace gsta::detail {

/// One direction as a kernel sees it.
template <class Side>
struct cost_sweep {
  Side side;
  device_span<cost_item const> items;
  cost_meeting meeting;

  __device__ cost_item item(std::size_t i) const {
    int4 const word = __ldg(reinterpret_cast<int4 const*>(items.data()) + i);
    return {word.x, word.y, word.z, word.w};
  }
  __device__ cost_item item_or_none(std::size_t i) const {
    return i < items.size() ? item(i) : cost_item{0, 0, none, none};
  }

  /// The vertex of this thread, whose row is not known yet.
  template <int Lanes>
  __device__ id vertex(cost_item const& at) const {
    id const i = at.first + static_cast<id>(threadIdx.x) / Lanes;
    if (at.vertex != none || i >= at.end) return none;
    return __ldg(side.pull.rows.order.data() + i);
  }
  /// Its row, if that is done whole.
  template <int Lanes>
  __device__ thread_row row(id v) const {
    if (v == none || side.leaves_out(v)) return {};
    id const begin = side.begin(v), end = side.begin(v + 1);
    if (end - begin > most_row_edges) return {};
    return {v, begin + static_cast<id>(threadIdx.x) % Lanes, end, side.moved(v)};
  }

  /// One item by itself.
  template <class From, int Lanes>
  __device__ void run_item(std::size_t i) const {
    cost_item const at = item(i);
    if (at.vertex != none) return run_piece<From>(at);
    thread_row const r = row<Lanes>(vertex<Lanes>(at));
    pull_rows<From, Lanes>(side, r, fetch_edges(side, r, Lanes));
  }
  template <class From>
  __device__ void run_piece(cost_item const& at) const {
    if (!side.leaves_out(at.vertex)) pull_piece<From>(side, meeting, at);
  }

  /// Every `stride`-th item. While one is worked on, the edges of the next are on their way, the row of the
  /// one after that, and so on.
  template <int Lanes>
  __device__ void run_dataflow(std::size_t i, std::size_t stride) const {
    cost_item const first = item_or_none(i), second = item_or_none(i + stride);
    cost_item at = item_or_none(i + 3 * stride);
    id v = vertex<Lanes>(item_or_none(i + 2 * stride));
    thread_row next = row<Lanes>(vertex<Lanes>(second)), now = row<Lanes>(vertex<Lanes>(first));
    thread_edges edges = fetch_edges(side, now, Lanes);
    for (; i < items.size(); i += stride) {
      thread_edges const next_edges = fetch_edges(side, next, Lanes);
      thread_row const after = row<Lanes>(v);
      v = vertex<Lanes>(at);
      at = item_or_none(i + 4 * stride);
      if (cost_item const here = item(i); here.vertex != none)
        run_piece<awaited_costs>(here);
      else
        pull_rows<awaited_costs, Lanes>(side, now, edges);
      now = next;
      next = after;
      edges = next_edges;
    }
  }
};

}  // namespace gsta::detail
