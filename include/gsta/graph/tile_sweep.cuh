#pragma once

#include <cuda_runtime.h>

#include "gsta/core/cuda_executor.cuh"
#include "gsta/graph/tiles.hpp"

/// How tiles run on a device. A *pass* is a trivially copyable op with
///   `record`                                      the slots' type,
///   `carry`                                       what a vertex of several tiles takes along,
///   `run<From>(record, lane, carry)`               one slot and condition; all 32 lanes of a warp call it
///   together.
/// `From` says how values of earlier stages are read: `from_finished` where the launches order the stages,
/// `from_running` where a warp waits for the value itself.
namespace gsta {

/// A word that no value has: both its floats are NaNs, which no op makes.
inline constexpr unsigned long long no_value_yet = ~0ull;

namespace detail {
__device__ inline unsigned long long load_word(void const* from) {
  unsigned long long word;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(from) : "memory");
  return word;
}

/// The launches before this one are done: what they wrote is read past the first-level cache.
struct from_finished {
  __device__ static unsigned long long read(void const* from) { return load_word(from); }
  __device__ static unsigned long long read_halves(void const* from) { return load_word(from); }
};

/// The value may still be on its way. The data is its own flag, so that nothing needs a fence.
struct from_running {
  __device__ static unsigned long long read(void const* from) {
    unsigned long long word = load_word(from);
    while (word == no_value_yet) word = load_word(from);
    return word;
  }
  /// Two floats that are written apart.
  __device__ static unsigned long long read_halves(void const* from) {
    unsigned long long word = load_word(from);
    while (static_cast<unsigned>(word) == ~0u || static_cast<unsigned>(word >> 32) == ~0u)
      word = load_word(from);
    return word;
  }
};

__device__ inline void store_word(void* to, unsigned long long word) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(to), "l"(word) : "memory");
}
__device__ inline void store_float(float* to, float value) {
  asm volatile("st.relaxed.gpu.global.f32 [%0], %1;" ::"l"(to), "f"(value) : "memory");
}

inline constexpr int sweep_block = 256;

/// One tile, and those that its last vertex goes on in.
template <class From, class Pass>
__device__ void run_tile(Pass const& pass, typename Pass::record const* records, id tile, int lane,
                         typename Pass::record record) {
  typename Pass::carry carry = pass.start(lane % conditions);
  pass.template run<From>(record, lane, carry);
  while (__any_sync(~0u, record.flags.continues())) {
    ++tile;
    record = records[static_cast<std::size_t>(tile) * tile_slots + lane / conditions];
    pass.template run<From>(record, lane, carry);
  }
}

/// Tiles [first, end), a warp each; the launch before may still run until `cudaGridDependencySynchronize`.
template <class Pass>
__global__ void __launch_bounds__(sweep_block)
    level_kernel(Pass pass, typename Pass::record const* records, id first, id end) {
  cudaTriggerProgrammaticLaunchCompletion();
  id const tile = first + static_cast<id>((blockIdx.x * blockDim.x + threadIdx.x) / 32);
  int const lane = static_cast<int>(threadIdx.x % 32);
  if (tile >= end) return;
  typename Pass::record const record =
      records[static_cast<std::size_t>(tile) * tile_slots + lane / conditions];
  if (__any_sync(~0u, record.flags.continued())) return;
  run_tile<from_finished>(pass, records, tile, lane, record);
}

/// All tiles in order, dealt to the warps of one grid whose blocks are all resident: the earliest tile that
/// is not done always has all it waits for.
template <class Pass>
__global__ void __launch_bounds__(sweep_block)
    dataflow_kernel(Pass pass, typename Pass::record const* records, id tiles) {
  int const lane = static_cast<int>(threadIdx.x % 32);
  id const stride = static_cast<id>(gridDim.x * blockDim.x / 32);
  id tile = static_cast<id>((blockIdx.x * blockDim.x + threadIdx.x) / 32);
  if (tile >= tiles) return;
  auto const load = [&](id t) {
    return records[static_cast<std::size_t>(t) * tile_slots + lane / conditions];
  };
  typename Pass::record record = load(tile);
  for (;;) {
    id const next = tile + stride;
    typename Pass::record following{};
    if (next < tiles) following = load(next);
    if (!__any_sync(~0u, record.flags.continued())) run_tile<from_running>(pass, records, tile, lane, record);
    if (next >= tiles) return;
    tile = next;
    record = following;
  }
}
}  // namespace detail

/// How the stages of a sweep follow each other.
enum class stage_order : std::uint8_t {
  automatic,
  levels,    ///< a launch a level
  dataflow,  ///< one launch; a warp waits for the values that it needs
};

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
    early = true;
  }
}

/// Runs a pass over all tiles in one launch. Where values are kept must be set to `no_value_yet` before.
///
/// Shapes: as the tiles; `blocks` as `resident_blocks` says. Cost: one launch. Where: the stream; does not
/// wait. Needs: a device that launches cooperatively. Throws: cuda_error.
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
