#pragma once

#include <cuda/atomic>

#include "gsta/core/atomic.hpp"
#include "gsta/graph/detail/level_frontier.cuh"

/// Levels found by one persistent grid: Kahn's algorithm with a frontier in pieces of rows.
///
/// The frontier holds pieces of at most `arcs_a_piece` arcs rather than vertices, and one thread takes one
/// piece, so that the sinks of a clock net spread over the device like those of any other nets. The thread
/// that finds a vertex also asks for the bounds of its row while the count of awaited arcs is still under
/// way: the next level then starts one dependent load nearer to its end.
///
/// A step of the grid ends at a barrier. Steps count into three slots in turn: one is counted into, one may
/// still be read by blocks that left the last barrier late, one is cleared for the next step. While the
/// frontier is narrow the first block walks on alone with the frontier in shared memory.
namespace gsta::detail {

inline constexpr unsigned walk_block = 1024;       ///< threads; one block a multiprocessor
inline constexpr unsigned narrow_frontier = 1024;  ///< pieces that one block walks alone

template <class T>
using device_atomic = cuda::atomic_ref<T, cuda::thread_scope_device>;

/// What the host reads after the walk. Ends of levels beyond these are in `level_walk::end`.
struct level_report {
  static constexpr std::size_t capacity = 1022;
  id levels, ordered;
  id end[capacity];
};

/// Set to zero before the walk.
struct level_progress {
  packed_count found[3];
  unsigned levels[3];  ///< that the first block walked alone
  unsigned arrived;
};

struct level_walk {
  id vertices;
  id const* awaited_begin;  ///< [vertices + 1] a vertex is found when all arcs of this row have been walked
  id const* begin;          ///< [vertices + 1] rows walked
  id const* to;             ///< [arcs]
  id* level;                ///< [vertices] arcs still awaited, and once that is zero the level
  row_piece* queue;         ///< [most_pieces()] all frontiers of the grid, one after the other
  id* end;                  ///< [vertices] vertices up to and with each level
  level_progress* progress;
  level_report* report;
};

struct walk_shared {
  row_piece near[2][narrow_frontier];
  packed_count count[3];
  packed_count found;
  unsigned levels;
};

/// Where every thread of the grid believes the walk to be; all agree.
struct walk_cursor {
  unsigned first, last;  ///< the frontier in the queue
  unsigned step;
  id level;    ///< of the frontier
  id ordered;  ///< vertices up to and with the frontier
};

/// Walks one piece a thread; an empty piece where the thread has none. All lanes of a warp call it.
__device__ inline void walk_piece(level_walk const& walk, row_piece piece, id next_level,
                                  piece_sink const& sink) {
  id to[arcs_a_piece];
  found_rows rows;
#pragma unroll
  for (int k = 0; k < arcs_a_piece; ++k)
    to[k] = piece.begin + k < piece.end ? __ldg(walk.to + piece.begin + k) : none;
#pragma unroll
  for (int k = 0; k < arcs_a_piece; ++k) {
    rows.begin[k] = rows.end[k] = 0;
    rows.found[k] = false;
    if (to[k] == none) continue;
    rows.found[k] = fetch_add(walk.level[to[k]], -1) == 1;
    rows.begin[k] = __ldg(walk.begin + to[k]);
    rows.end[k] = __ldg(walk.begin + to[k] + 1);
  }
#pragma unroll
  for (int k = 0; k < arcs_a_piece; ++k) {
    // Its last arc: nobody else counts it down any more, but that is known by no other order than theirs.
    if (rows.found[k]) device_atomic<id>(walk.level[to[k]]).store(next_level, cuda::memory_order_relaxed);
  }
  put_rows(walk.to, rows, sink);
}

/// The queue behind the frontier.
__device__ inline piece_sink wide_sink(level_walk const& walk, walk_cursor const& at) {
  return {nullptr, 0, walk.queue + at.last, &walk.progress->found[at.step % 3]};
}

/// Counts the awaited arcs of all vertices and finds those that await none: level zero.
__device__ inline void find_sources(level_walk const& walk, piece_sink const& sink) {
  std::size_t const lane = threadIdx.x % 32, warp = threadIdx.x / 32 * gridDim.x + blockIdx.x;
  std::size_t const stride = std::size_t{gridDim.x} * blockDim.x * arcs_a_piece;
  auto const n = static_cast<std::size_t>(walk.vertices);
  for (std::size_t base = warp * 32 * arcs_a_piece; base < n; base += stride) {
    found_rows rows;
    id awaited[arcs_a_piece];
#pragma unroll
    for (int k = 0; k < arcs_a_piece; ++k) {
      std::size_t const v = base + static_cast<std::size_t>(k) * 32 + lane;
      awaited[k] = v < n ? __ldg(walk.awaited_begin + v + 1) - __ldg(walk.awaited_begin + v) : none;
    }
#pragma unroll
    for (int k = 0; k < arcs_a_piece; ++k) {
      std::size_t const v = base + static_cast<std::size_t>(k) * 32 + lane;
      if (v < n) walk.level[v] = awaited[k];
      rows.found[k] = awaited[k] == 0;
      rows.begin[k] = rows.found[k] ? __ldg(walk.begin + v) : 0;
      rows.end[k] = rows.found[k] ? __ldg(walk.begin + v + 1) : 0;
    }
    put_rows(walk.to, rows, sink);
  }
}

/// The whole grid walks the frontier. Neighbouring warps of pieces go to different multiprocessors.
__device__ inline void walk_wide(level_walk const& walk, walk_cursor const& at, piece_sink const& sink) {
  unsigned const lane = threadIdx.x % 32, warp = threadIdx.x / 32 * gridDim.x + blockIdx.x;
  unsigned const size = at.last - at.first;
  for (std::size_t base = std::size_t{warp} * 32; base < size; base += std::size_t{gridDim.x} * blockDim.x) {
    std::size_t const i = base + lane;
    row_piece const piece = i < size ? load_piece(walk.queue + at.first + i) : row_piece{0, 0};
    walk_piece(walk, piece, at.level + 1, sink);
  }
}

/// The first block walks level after level alone until the frontier is wide or empty, and leaves a wide one
/// in the queue.
__device__ inline void walk_narrow(level_walk const& walk, walk_shared& shared, walk_cursor at) {
  unsigned const slot = at.step % 3;
  unsigned size = at.last - at.first, levels = 0, steps = 0;
  id const ordered_before = at.ordered;
  for (unsigned i = threadIdx.x; i < size; i += blockDim.x)
    shared.near[0][i] = load_piece(walk.queue + at.first + i);
  if (threadIdx.x == 0) shared.count[0] = 0;
  __syncthreads();
  for (; size > 0 && size <= narrow_frontier; ++steps) {
    if (threadIdx.x == 0) shared.count[(steps + 1) % 3] = 0;
    piece_sink const sink{shared.near[(steps + 1) % 2], narrow_frontier, walk.queue + at.last,
                          &shared.count[steps % 3]};
    for (unsigned base = threadIdx.x / 32 * 32; base < size; base += blockDim.x) {
      unsigned const i = base + threadIdx.x % 32;
      row_piece const piece = i < size ? shared.near[steps % 2][i] : row_piece{0, 0};
      walk_piece(walk, piece, at.level + 1, sink);
    }
    __syncthreads();
    frontier_count const found = unpacked(shared.count[steps % 3]);
    size = found.pieces;
    if (found.vertices == 0) break;  // only where there is a loop
    at.ordered += static_cast<id>(found.vertices);
    ++at.level;
    ++levels;
    if (threadIdx.x == 0) walk.end[at.level] = at.ordered;
  }
  if (size > 0) {
    for (unsigned i = threadIdx.x; i < narrow_frontier; i += blockDim.x)
      walk.queue[at.last + i] = shared.near[steps % 2][i];
  }
  if (threadIdx.x == 0) {
    walk.progress->levels[slot] = levels;
    walk.progress->found[slot] = packed({static_cast<unsigned>(at.ordered - ordered_before), size});
  }
}

/// Waits for all blocks, then moves the cursor behind what they found. The counter only grows.
__device__ inline void finish_step(level_walk const& walk, walk_shared& shared, walk_cursor& at) {
  level_progress& progress = *walk.progress;
  unsigned const slot = at.step % 3, target = (at.step + 1) * gridDim.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    device_atomic<unsigned> const arrived(progress.arrived);
    arrived.fetch_add(1, cuda::memory_order_acq_rel);
    while (arrived.load(cuda::memory_order_acquire) < target) {
    }
    shared.found = device_atomic<packed_count>(progress.found[slot]).load(cuda::memory_order_relaxed);
    shared.levels = device_atomic<unsigned>(progress.levels[slot]).load(cuda::memory_order_relaxed);
  }
  __syncthreads();
  frontier_count const found = unpacked(shared.found);
  at.first = at.last;
  at.last += found.pieces;
  at.ordered += static_cast<id>(found.vertices);
  ++at.step;
}

/// Cleared two barriers after its last reader left, one barrier before it is counted into.
__device__ inline void clear_next_slot(level_walk const& walk, walk_cursor const& at) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  walk.progress->found[(at.step + 1) % 3] = 0;
  walk.progress->levels[(at.step + 1) % 3] = 0;
}

__device__ inline void write_report(level_walk const& walk, walk_cursor const& at) {
  id const levels = at.ordered == 0 ? 0 : at.level + 1;
  __syncthreads();  // thread 0 wrote the ends
  for (std::size_t l = threadIdx.x; l < static_cast<std::size_t>(levels) && l < level_report::capacity;
       l += blockDim.x)
    walk.report->end[l] = walk.end[l];
  if (threadIdx.x == 0) {
    walk.report->levels = levels;
    walk.report->ordered = at.ordered;
  }
}

/// The walk of one block. `progress` must be zero; all blocks must be resident at once.
__device__ inline void walk_levels(level_walk const& walk, walk_shared& shared) {
  walk_cursor at{0, 0, 0, 0, 0};
  bool const first_block = blockIdx.x == 0;
  clear_next_slot(walk, at);
  find_sources(walk, wide_sink(walk, at));
  finish_step(walk, shared, at);
  if (first_block && threadIdx.x == 0) walk.end[0] = at.ordered;
  while (at.last > at.first) {
    id const ordered = at.ordered;
    bool const narrow = at.last - at.first <= narrow_frontier;
    clear_next_slot(walk, at);
    if (!narrow) walk_wide(walk, at, wide_sink(walk, at));
    if (narrow && first_block) walk_narrow(walk, shared, at);
    finish_step(walk, shared, at);
    if (narrow) {
      at.level += static_cast<id>(shared.levels);
    } else if (at.ordered > ordered) {
      ++at.level;
      if (first_block && threadIdx.x == 0) walk.end[at.level] = at.ordered;
    }
  }
  if (first_block) write_report(walk, at);
}

}  // namespace gsta::detail
