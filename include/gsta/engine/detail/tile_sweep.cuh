#pragma once

#include <cuda_pipeline_primitives.h>
#include <cuda_runtime.h>

#include <type_traits>

#include "gsta/core/cuda_executor.cuh"
#include "gsta/core/executor.hpp"
#include "gsta/engine/detail/early_launch.cuh"
#include "gsta/engine/detail/tiles.hpp"

/// How tiles run on a device. A *pass* is a trivially copyable op.
///
/// Its types: `record`, a slot's, of 32 bytes; `partial`, what a vertex of several tiles takes along;
/// `fetched`, what a slot needs that is no value of an earlier tile.
///
/// Its functions: `start(c)` makes a carry. `fetch<From>(record, c)` loads ahead.
/// `run<From>(record, fetched, slot, lane, partial)` does the rest of one slot and condition; the 32 lanes of
/// a warp call it together.
///
/// `From` says how values of earlier tiles are read: `settled_values` where the launches order the tiles,
/// `awaited_values` where a warp waits for the value itself.
namespace gsta {

namespace detail {
/// True while a float of the word is all ones: a NaN, which no op makes.
__device__ inline bool is_missing(unsigned long long word) {
  return max(static_cast<unsigned>(word), static_cast<unsigned>(word >> 32)) == ~0u;
}

__device__ inline unsigned long long load_word(void const* from) {
  unsigned long long word;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(from) : "memory");
  return word;
}
__device__ inline void store_half(float* to, float value) {
  asm volatile("st.relaxed.gpu.global.f32 [%0], %1;" ::"l"(to), "f"(value) : "memory");
}
__device__ inline void store_word(void* to, unsigned long long word) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(to), "l"(word) : "memory");
}
__device__ inline unsigned long long word_of(float low, float high) {
  return __float_as_uint(low) | static_cast<unsigned long long>(__float_as_uint(high)) << 32;
}
__device__ inline float low_of(unsigned long long word) {
  return __uint_as_float(static_cast<unsigned>(word));
}
__device__ inline float high_of(unsigned long long word) {
  return __uint_as_float(static_cast<unsigned>(word >> 32));
}

/// Sixteen bytes of which each half comes whole; the second half never is all ones.
struct word_pair {
  unsigned long long first, second;
};
__device__ inline bool is_missing(word_pair const& pair) {
  return is_missing(pair.first) || pair.second == ~0ull;
}
__device__ inline word_pair load_pair(void const* from) {
  word_pair pair;
  asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
               : "=l"(pair.first), "=l"(pair.second)
               : "l"(from)
               : "memory");
  return pair;
}
__device__ inline void store_pair(void* to, word_pair const& pair) {
  asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(to), "l"(pair.first), "l"(pair.second)
               : "memory");
}

/// The launches before this one are done: what they wrote is read past the first-level cache.
struct settled_values {
  __device__ static unsigned long long peek(void const*, bool) { return 0; }
  __device__ static unsigned long long read(unsigned long long, void const* from, bool wanted) {
    wait_for_launch_before();
    return wanted ? load_word(from) : 0;
  }
  __device__ static unsigned long long read_alone(void const* from) { return load_word(from); }
  __device__ static word_pair peek_pair(void const*, bool) { return {}; }
  __device__ static word_pair read_pair(word_pair const&, void const* from, bool wanted) {
    wait_for_launch_before();
    return wanted ? load_pair(from) : word_pair{};
  }
};

/// The value may still be on its way. The data is its own flag, so that nothing needs a fence.
struct awaited_values {
  /// A look ahead of time: mostly the value is there, and its way from memory is hidden.
  __device__ static unsigned long long peek(void const* from, bool wanted) {
    return wanted ? load_word(from) : 0;
  }
  /// The lanes of the warp wait together, and go on together.
  __device__ static unsigned long long read(unsigned long long word, void const* from, bool) {
    while (__any_sync(~0u, is_missing(word))) {
      if (is_missing(word)) word = load_word(from);
    }
    return word;
  }
  __device__ static unsigned long long read_alone(void const* from) {
    unsigned long long word = load_word(from);
    while (is_missing(word)) word = load_word(from);
    return word;
  }
  __device__ static word_pair peek_pair(void const* from, bool wanted) {
    return wanted ? load_pair(from) : word_pair{};
  }
  __device__ static word_pair read_pair(word_pair pair, void const* from, bool) {
    while (__any_sync(~0u, is_missing(pair))) {
      if (is_missing(pair)) pair = load_pair(from);
    }
    return pair;
  }
};

inline constexpr int sweep_block = 256;

/// Blocks of a dataflow sweep that a multiprocessor is to have room for at least: what bounds the registers
/// of a thread. A pass may say so itself, as `blocks_each`.
template <class Pass>
constexpr int least_blocks() {
  if constexpr (requires { Pass::blocks_each; }) {
    return Pass::blocks_each;
  } else {
    return 4;
  }
}

/// Records that a warp holds in shared memory: of the tile it works on, of the next one, and of the one after
/// that, which are on their way; and of two tiles that a vertex goes on in.
template <class Record>
struct prefetched_records {
  static constexpr int pieces = tile_slots * sizeof(Record) / sizeof(uint4);
  static constexpr int going_on = 3;  // and the one after it
  uint4 tiles[5][pieces];             // as they lie in memory

  /// Sends for the records of a tile.
  __device__ void ask(int into, Record const* records, id tile, int lane) {
    auto const* const from =
        reinterpret_cast<uint4 const*>(records + static_cast<std::size_t>(tile) * tile_slots);
    if (lane < pieces) __pipeline_memcpy_async(&tiles[into][lane], from + lane, sizeof(uint4));
    __pipeline_commit();
  }
  __device__ Record const& slot(int of, int lane) const {
    return reinterpret_cast<Record const*>(tiles[of])[lane / conditions];
  }
  /// Until all that were sent for are there.
  __device__ static void wait() {
    __pipeline_wait_prior(0);
    __syncwarp();
  }
};

/// The tile whose records are at `at`, and those that its last vertex goes on in.
template <class From, class Pass>
__device__ void run_tile(Pass const& pass, typename Pass::record const* records, id tile, int lane,
                         prefetched_records<typename Pass::record>& prefetched, int at,
                         typename Pass::fetched fetched) {
  using prefetched_type = prefetched_records<typename Pass::record>;
  typename Pass::partial partial = pass.start(lane % conditions);
  for (int then = prefetched_type::going_on;; then = 2 * prefetched_type::going_on + 1 - then) {
    auto const& slot = prefetched.slot(at, lane);
    bool const more = __any_sync(~0u, slot.flags.continues());
    if (more) prefetched.ask(then, records, tile + 1, lane);
    pass.template run<From>(slot, fetched, tile * tile_slots + lane / conditions, lane, partial);
    if (!more) return;
    prefetched.wait();
    fetched = pass.template fetch<From>(prefetched.slot(then, lane), lane % conditions);
    at = then;
    ++tile;
  }
}

/// Tiles [first, end), a warp each; the launch before may still run until values are read.
template <class Pass>
__global__ void __launch_bounds__(sweep_block)
    level_kernel(Pass pass, typename Pass::record const* records, id first, id end) {
  __shared__ prefetched_records<typename Pass::record> of_warp[sweep_block / 32];
  let_next_launch_begin();
  id const tile = first + static_cast<id>((blockIdx.x * blockDim.x + threadIdx.x) / 32);
  int const lane = static_cast<int>(threadIdx.x % 32);
  if (tile >= end) return;
  auto& prefetched = of_warp[threadIdx.x / 32];
  prefetched.ask(0, records, tile, lane);
  prefetched.wait();
  auto const& slot = prefetched.slot(0, lane);
  if (__any_sync(~0u, slot.flags.continued())) return;
  run_tile<settled_values>(pass, records, tile, lane, prefetched, 0,
                           pass.template fetch<settled_values>(slot, lane % conditions));
}

/// All tiles in order, dealt to the warps of one grid whose blocks are all resident: the earliest tile that
/// is not done always has all it waits for. While a warp works on a tile, what its next one needs is on its
/// way, and the records of the one after that.
template <class Pass>
__global__ void __launch_bounds__(sweep_block, least_blocks<Pass>())
    dataflow_kernel(Pass pass, typename Pass::record const* records, id tiles) {
  __shared__ prefetched_records<typename Pass::record> of_warp[sweep_block / 32];
  auto& prefetched = of_warp[threadIdx.x / 32];
  int const lane = static_cast<int>(threadIdx.x % 32);
  id const stride = static_cast<id>(gridDim.x * (sweep_block / 32));
  id tile = static_cast<id>((blockIdx.x * sweep_block + threadIdx.x) / 32);
  if (tile >= tiles) return;
  auto const ask = [&](int into, id t) { prefetched.ask(into, records, t < tiles ? t : tiles - 1, lane); };
  ask(0, tile);
  ask(1, tile + stride);
  prefetched.wait();
  int at = 0;
  typename Pass::fetched fetched =
      pass.template fetch<awaited_values>(prefetched.slot(0, lane), lane % conditions);
  for (;;) {
    prefetched.wait();
    int const next = at == 2 ? 0 : at + 1;
    typename Pass::fetched const next_fetched =
        pass.template fetch<awaited_values>(prefetched.slot(next, lane), lane % conditions);
    ask(next == 2 ? 0 : next + 1, tile + 2 * stride);
    if (!__any_sync(~0u, prefetched.slot(at, lane).flags.continued()))
      run_tile<awaited_values>(pass, records, tile, lane, prefetched, at, fetched);
    tile += stride;
    if (tile >= tiles) return;
    at = next;
    fetched = next_fetched;
  }
}
}  // namespace detail

/// What `automatic` means on the current device, unless a sweep knows better: dataflow, where it can launch
/// cooperatively. It was faster on every design measured but for the arrival layer alone of wide ones.
///
/// Shapes: none. Cost: a query. Where: host. Throws: cuda_error.
inline sweep_order resolve(sweep_order order) {
  if (order != sweep_order::automatic) return order;
  int device = 0, cooperative = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device),
             "cudaDeviceGetAttribute");
  return cooperative != 0 ? sweep_order::dataflow : sweep_order::levels;
}

/// Blocks of `dataflow_kernel` that are resident at once on the current device.
///
/// Shapes: none. Cost: a query. Where: host. Throws: cuda_error.
template <class Pass>
int resident_blocks() {
  int device = 0, processors = 0, each = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
             "cudaDeviceGetAttribute");
  check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, detail::dataflow_kernel<Pass>,
                                                           detail::sweep_block, 0),
             "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return processors * each;
}

/// Runs a pass over all tiles, a launch a level. Launches after the first begin early and wait on the device.
///
/// Shapes: as the tiles. Cost: one launch a level. Where: the stream; does not wait. Throws: cuda_error.
template <class Pass>
void run_levels(cuda_executor const& exec, Pass const& pass,
                packed_tiles<typename Pass::record, memory_space::device> const& tiles) {
  bool const may_begin_early = detail::waits_by_itself(detail::level_kernel<Pass>);
  bool early = false;
  for (std::size_t l = 0; l + 1 < tiles.level_begin.size(); ++l) {
    id const first = tiles.level_begin[l], end = tiles.level_begin[l + 1];
    if (first == end) continue;
    constexpr id warps = detail::sweep_block / 32;
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>((end - first + warps - 1) / warps));
    config.blockDim = dim3(detail::sweep_block);
    config.stream = exec.stream;
    config.attrs = &attribute;
    config.numAttrs = early ? 1 : 0;
    check_cuda(
        cudaLaunchKernelEx(&config, detail::level_kernel<Pass>, pass, tiles.records.data(), first, end),
        "cudaLaunchKernelEx");
    early = may_begin_early;
  }
}

/// Runs a pass over all tiles in one launch. Where values are kept must be filled with ones before.
///
/// Shapes: as the tiles; `blocks` at most as `resident_blocks` says. Cost: one launch. Where: the stream;
/// does not wait. Needs: a device that launches cooperatively. Throws: cuda_error.
template <class Pass>
void run_dataflow(cuda_executor const& exec, Pass const& pass,
                  packed_tiles<typename Pass::record, memory_space::device> const& tiles, int blocks) {
  id count = static_cast<id>(tiles.count());
  if (count == 0) return;
  id const needed = (count + detail::sweep_block / 32 - 1) / (detail::sweep_block / 32);
  typename Pass::record const* records = tiles.records.data();
  Pass copy = pass;
  void* arguments[] = {&copy, &records, &count};
  check_cuda(cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(detail::dataflow_kernel<Pass>),
                                         dim3(static_cast<unsigned>(needed < blocks ? needed : blocks)),
                                         dim3(detail::sweep_block), arguments, 0, exec.stream),
             "cudaLaunchCooperativeKernel");
}

}  // namespace gsta
