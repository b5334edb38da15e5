#pragma once

#include "gsta/core/span.hpp"

/// A frontier of a level walk: pieces of rows, appended by whole warps.
namespace gsta::detail {

inline constexpr int arcs_a_piece = 4;
inline constexpr id long_row = 32;  ///< arcs; beyond it a warp makes a row's pieces

/// Arcs [begin, end) of the walked rows.
struct alignas(8) row_piece {
  id begin, end;
};

/// Vertices found and pieces put into a frontier, counted by one addition.
struct frontier_count {
  unsigned vertices, pieces;
};
using packed_count = unsigned long long;
GSTA_HD inline packed_count packed(frontier_count c) {
  return (packed_count{c.vertices} << 32) | packed_count{c.pieces};
}
GSTA_HD inline frontier_count unpacked(packed_count c) {
  return {static_cast<unsigned>(c >> 32), static_cast<unsigned>(c & 0xffffffffu)};
}

/// Pieces of all rows together at most.
inline std::size_t most_pieces(std::size_t vertices, std::size_t arcs) {
  return (arcs + (arcs_a_piece - 1) * vertices) / arcs_a_piece;
}

/// Takes pieces. The first `near_size` go to `near`, the others to `far`, both at their position.
struct piece_sink {
  row_piece* near;
  unsigned near_size;
  row_piece* far;
  packed_count* count;

  __device__ unsigned reserve(frontier_count c) const { return unpacked(atomicAdd(count, packed(c))).pieces; }
  __device__ void put(unsigned position, row_piece piece) const {
    if (position < near_size) {
      near[position] = piece;
    } else {
      far[position] = piece;
    }
  }
};

inline constexpr unsigned whole_warp = 0xffffffffu;

__device__ inline unsigned pieces_of(id begin, id end) {
  return static_cast<unsigned>(end - begin + arcs_a_piece - 1) / arcs_a_piece;
}
__device__ inline row_piece piece_at(id begin, id end, unsigned i) {
  id const from = begin + static_cast<id>(i) * arcs_a_piece;
  return {from, end - from < arcs_a_piece ? end : from + arcs_a_piece};
}

/// Past the first cache, which may hold the line from before it was complete.
__device__ inline row_piece load_piece(row_piece const* from) {
  int2 const raw = __ldcg(reinterpret_cast<int2 const*>(from));
  return {raw.x, raw.y};
}
__device__ inline void prefetch([[maybe_unused]] id const* address) {
#ifdef __CUDA_ARCH__
  asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
#endif
}

/// What one thread found in one go: up to four vertices, by the bounds of their rows.
struct found_rows {
  id begin[arcs_a_piece], end[arcs_a_piece];
  bool found[arcs_a_piece];
};

__device__ inline bool is_long(found_rows const& rows, int k) {
  return rows.found[k] && rows.end[k] - rows.begin[k] > long_row;
}

/// Cuts the warp's long rows into pieces, all lanes a row.
__device__ inline void put_long_rows(found_rows const& rows, piece_sink const& sink) {
  unsigned const lane = threadIdx.x % 32;
#pragma unroll
  for (int k = 0; k < arcs_a_piece; ++k) {
    for (unsigned left = __ballot_sync(whole_warp, is_long(rows, k)); left != 0; left &= left - 1) {
      int const from = __ffs(static_cast<int>(left)) - 1;
      id const begin = __shfl_sync(whole_warp, rows.begin[k], from);
      id const end = __shfl_sync(whole_warp, rows.end[k], from);
      unsigned const count = pieces_of(begin, end);
      unsigned first = 0;
      if (lane == 0) first = sink.reserve({0, count});
      first = __shfl_sync(whole_warp, first, 0);
      for (unsigned i = lane; i < count; i += 32) sink.put(first + i, piece_at(begin, end, i));
    }
  }
}

/// Cuts the thread's other rows into pieces and asks for the arcs that the next level walks.
__device__ inline void put_short_rows(id const* to, found_rows const& rows, unsigned position,
                                      piece_sink const& sink) {
#pragma unroll
  for (int k = 0; k < arcs_a_piece; ++k) {
    if (!rows.found[k] || is_long(rows, k)) continue;
    unsigned const count = pieces_of(rows.begin[k], rows.end[k]);
    for (unsigned i = 0; i < count; ++i) sink.put(position++, piece_at(rows.begin[k], rows.end[k], i));
    if (count > 0) prefetch(to + rows.begin[k]);
  }
}

/// Puts the rows that a whole warp found into the next frontier, with one addition to its counter. All lanes
/// call it.
__device__ inline void put_rows(id const* to, found_rows const& rows, piece_sink const& sink) {
  unsigned const lane = threadIdx.x % 32;
  unsigned mine = 0;  // vertices << 16 | pieces of short rows; neither reaches 2^16 in a warp
  bool any_long = false;
#pragma unroll
  for (int k = 0; k < arcs_a_piece; ++k) {
    if (!rows.found[k]) continue;
    any_long = any_long || is_long(rows, k);
    mine += (1u << 16) + (is_long(rows, k) ? 0u : pieces_of(rows.begin[k], rows.end[k]));
  }
  unsigned up_to = mine;
#pragma unroll
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    unsigned const before = __shfl_up_sync(whole_warp, up_to, distance);
    if (lane >= distance) up_to += before;
  }
  unsigned const all = __shfl_sync(whole_warp, up_to, 31);
  if (all == 0) return;
  unsigned position = 0;
  if (lane == 0) position = sink.reserve({all >> 16, all & 0xffffu});
  position = __shfl_sync(whole_warp, position, 0) + ((up_to - mine) & 0xffffu);
  put_short_rows(to, rows, position, sink);
  if (__any_sync(whole_warp, any_long)) put_long_rows(rows, sink);
}

}  // namespace gsta::detail
