#pragma once

#include "gsta/core/atomic.hpp"
#include "gsta/path/detail/bounded/launch.cuh"

/// Lists that are too long for a thread or a warp. Mostly there is one, that of the source.
namespace gsta::detail {

/// Lists and rows that are longer than this are for a whole block.
inline constexpr id longest_alone = 4096;

/// The sum of `value` over the threads of the block before this one, and of all. All threads of a block of
/// `resident_block` threads call it.
__device__ inline id sum_before_in_block(id value, id& all) {
  __shared__ id of_warp[lanes_of_warp];
  unsigned const lane = threadIdx.x % lanes_of_warp, warp = threadIdx.x / lanes_of_warp;
  id const until = sum_until(value, lane);
  __syncthreads();  // the last use of of_warp is over
  if (lane == lanes_of_warp - 1) of_warp[warp] = until;
  __syncthreads();
  id const sum = of_warp[lane], warps_until = sum_until(sum, lane);
  all = __shfl_sync(full_warp, warps_until, lanes_of_warp - 1);
  return __shfl_sync(full_warp, warps_until - sum, static_cast<int>(warp)) + until - value;
}

/// What the threads of a block leave to the block as a whole, in shared memory.
class left_to_block {
 public:
  /// All threads call it before anything is left.
  __device__ void begin() {
    if (threadIdx.x == 0) count_ = 0;
    __syncthreads();
  }
  /// False where there is no room: whoever asks does it alone.
  __device__ bool leave(id what) {
    unsigned const at = atomicAdd(&count_, 1u);
    if (at < room) what_[at] = what;
    return at < room;
  }
  /// All threads call it, and come to each `f(what)` together, which has a barrier. Nothing is left
  /// afterwards.
  template <class F>
  __device__ void each(F const& f) {
    __syncthreads();
    unsigned const left = count_, count = left < room ? left : room;
    for (unsigned i = 0; i < count; ++i) f(what_[i]);
    // Behind a barrier of `f` all have read the count; without one they may be at it, and it is 0.
    if (left > 0 && threadIdx.x == 0) count_ = 0;
    __syncthreads();
  }

 private:
  static constexpr unsigned room = 128;
  unsigned count_;
  id what_[room];
};

}  // namespace gsta::detail
