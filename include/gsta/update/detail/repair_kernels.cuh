#pragma once

#include "gsta/core/cuda_executor.cuh"
#include "gsta/update/repair.hpp"

namespace gsta::detail {

/// Threads of the block that does a whole repair.
inline constexpr unsigned repair_threads = 512;
/// As much as a list may hold for it, and edits.
inline constexpr std::size_t block_limit = 4096;
/// Threads that share what is behind one changed thing.
inline constexpr unsigned spread_threads = 8;
/// Rows longer than this are for the whole block.
inline constexpr id row_of_a_block = 256;

using device_steps = repair_steps<memory_space::device>;
static_assert(sizeof(device_steps) <= 4000, "steps are an argument of kernels");

/// The next level from `from` on that has any, or none. Each warp finds it, 32 levels at a time.
template <bool Backward>
__device__ id waiting_level(level_lists_view<memory_space::device> const& list, id from) {
  id const levels = static_cast<id>(list.count.size()), lane = static_cast<id>(threadIdx.x % 32);
  while (Backward ? from >= 0 : from < levels) {
    id const level = Backward ? from - lane : from + lane;
    bool const any = level >= 0 && level < levels && peek(list.count[level]) > 0;
    unsigned const found = __ballot_sync(~0u, any);
    if (found != 0) return Backward ? from - (__ffs(found) - 1) : from + (__ffs(found) - 1);
    from += Backward ? -32 : 32;
  }
  return none;
}

/// What the block found to be other at one level.
struct changed_things {
  id what[block_limit];
  std::uint32_t bits[block_limit];
  int count, long_count;
  int long_one[32];  // places of things with long rows
};

/// How many things a step's `spread` goes through at most.
template <repair_stage Stage>
__device__ id row_length(device_steps const& steps, id what) {
  if constexpr (Stage == repair_stage::pins) {
    auto const& begin = steps.delays.graph.fanout_begin;
    return begin[what + 1] - begin[what];
  } else if constexpr (Stage == repair_stage::nodes) {
    auto const& begin = steps.arrivals.graph.fanout_begin;
    return begin[what + 1] - begin[what];
  } else {
    return 0;
  }
}

/// A step that neighbours in a warp share: `Parts` of them, `Lanes` threads apart.
template <int Lanes, int Parts>
struct warp_share {
  static constexpr id parts = Parts;
  id part;
  unsigned group;  // the threads of this thing

  __device__ warp_share()
      : part(static_cast<id>(threadIdx.x / Lanes % Parts)),
        group(Lanes * Parts == 32 ? ~0u
                                  : ((1u << (Lanes * Parts % 32)) - 1)
                                        << (threadIdx.x % 32 / (Lanes * Parts) * (Lanes * Parts))) {}

  /// What the thread `apart` parts away has.
  template <class T>
  __device__ T other(T const& mine, id apart) const {
    static_assert(sizeof(T) % sizeof(unsigned) == 0);
    unsigned words[sizeof(T) / sizeof(unsigned)];
    memcpy(words, &mine, sizeof mine);
    for (unsigned& word : words) word = __shfl_xor_sync(group, word, static_cast<int>(apart) * Lanes);
    T result;
    memcpy(&result, words, sizeof result);
    return result;
  }
};

/// Finds a level's things anew, with `Parts` threads for each lane of a thing; what changed is in `changed`
/// behind the next barrier. Threads of one thing are neighbours in a warp, and put together what they found.
template <repair_stage Stage, int Parts>
__device__ void find_level(device_steps const& steps, id level, id things, changed_things& changed) {
  constexpr unsigned lanes = static_cast<unsigned>(lanes_of(Stage)), threads = lanes * Parts;
  auto const& list = steps.template list_of<Stage>();
  unsigned const total = static_cast<unsigned>(things) * threads;
  for (unsigned first = 0; first < total; first += blockDim.x) {
    unsigned const i = first + threadIdx.x;
    std::uint32_t bits = 0;
    id what = none;
    if (i < total) {
      what = list.at(level, i / threads);
      if (i % threads == 0) list.take(what);
      bits = steps.template find<Stage>(level, what, static_cast<int>(i % lanes),
                                        warp_share<static_cast<int>(lanes), Parts>());
    }
    for (unsigned apart = 1; apart < threads; apart *= 2) bits |= __shfl_xor_sync(~0u, bits, apart);
    if (i % threads != 0 || bits == 0) continue;
    int const at = atomicAdd(&changed.count, 1);
    changed.what[at] = what;
    changed.bits[at] = bits;
  }
}

/// Where few things wait, more threads share each.
template <repair_stage Stage>
__device__ void find_level(device_steps const& steps, id level, id things, changed_things& changed) {
  constexpr int parts = Stage == repair_stage::checks || Stage == repair_stage::endpoints ? 1 : 4;
  constexpr id few = static_cast<id>(repair_threads / (parts * lanes_of(Stage)));
  if (parts > 1 && things <= few) return find_level<Stage, parts>(steps, level, things, changed);
  find_level<Stage, 1>(steps, level, things, changed);
}

template <repair_stage Stage>
__device__ void spread_level(device_steps const& steps, id level, changed_things& changed) {
  unsigned const total = static_cast<unsigned>(changed.count);
  for (unsigned k = threadIdx.x / spread_threads; k < total; k += blockDim.x / spread_threads) {
    id const part = static_cast<id>(threadIdx.x % spread_threads);
    if (row_length<Stage>(steps, changed.what[k]) > row_of_a_block) {
      unsigned const first = threadIdx.x % 32 / spread_threads * spread_threads;
      int at = part == 0 ? atomicAdd(&changed.long_count, 1) : 0;
      at = __shfl_sync(((1u << spread_threads) - 1) << first, at, static_cast<int>(first));
      if (at < 32) {
        if (part == 0) changed.long_one[at] = static_cast<int>(k);
        continue;
      }
    }
    steps.template spread<Stage>(level, changed.what[k], changed.bits[k], part,
                                 static_cast<id>(spread_threads));
  }
  __syncthreads();
  int const longs = changed.long_count < 32 ? changed.long_count : 32;
  for (int k = 0; k < longs; ++k) {
    int const at = changed.long_one[k];
    steps.template spread<Stage>(level, changed.what[at], changed.bits[at], static_cast<id>(threadIdx.x),
                                 static_cast<id>(blockDim.x));
  }
}

/// All levels of a stage by one block. False where a list is too long: then it says where it stopped.
template <repair_stage Stage>
__device__ bool run_in_block(device_steps const& steps, id longest, changed_things& changed) {
  constexpr bool backward = Stage == repair_stage::required;
  auto const& list = steps.template list_of<Stage>();
  std::size_t things = 0;
  id level = waiting_level<backward>(list, backward ? static_cast<id>(list.count.size()) - 1 : 0);
  for (; level != none; level = waiting_level<backward>(list, backward ? level - 1 : level + 1)) {
    id const waiting = peek(list.count[level]);
    if (waiting > longest) break;
    if (threadIdx.x == 0) changed.count = changed.long_count = 0;
    __syncthreads();
    find_level<Stage>(steps, level, waiting, changed);
    __syncthreads();
    spread_level<Stage>(steps, level, changed);
    __syncthreads();
    if (threadIdx.x == 0) list.count[level] = 0;
    things += static_cast<std::size_t>(waiting);
  }
  if (threadIdx.x != 0) return level == none;
  steps.template count<Stage>(things);
  if (level != none) {
    steps.figures[0].stage = static_cast<id>(Stage);
    steps.figures[0].level = level;
  }
  return level == none;
}

/// A whole repair by one block, but for required times.
template <class Steps>
__global__ void __launch_bounds__(repair_threads)
    repair_kernel(__grid_constant__ Steps const steps, id longest) {
  __shared__ changed_things changed;
  for (std::size_t i = threadIdx.x; i < steps.edits.word_count(); i += blockDim.x) store_word(steps, i);
  __syncthreads();
  for (std::size_t i = threadIdx.x; i < conditions * steps.edits.net.size(); i += blockDim.x)
    steps.find_wires(i / conditions, static_cast<int>(i % conditions));
  __syncthreads();
  if (threadIdx.x == 0) steps.template count<repair_stage::nets>(steps.edits.net.size());
  bool const done = run_in_block<repair_stage::pins>(steps, longest, changed) &&
                    run_in_block<repair_stage::nodes>(steps, longest, changed) &&
                    run_in_block<repair_stage::checks>(steps, longest, changed) &&
                    run_in_block<repair_stage::endpoints>(steps, longest, changed) &&
                    run_in_block<repair_stage::totals>(steps, longest, changed);
  if (done && threadIdx.x == 0) steps.figures[0].stage = static_cast<id>(repair_stage::done);
}
/// Required times by one block.
template <class Steps>
__global__ void __launch_bounds__(repair_threads)
    required_kernel(__grid_constant__ Steps const steps, id longest) {
  __shared__ changed_things changed;
  bool const done = run_in_block<repair_stage::required>(steps, longest, changed);
  if (done && threadIdx.x == 0) steps.figures[0].stage = static_cast<id>(repair_stage::done);
}

/// One level by the whole device. How long its list is stands there, not here.
template <repair_stage Stage>
__global__ void level_kernel(__grid_constant__ device_steps const steps, id level) {
  std::size_t const things = static_cast<std::size_t>(steps.template list_of<Stage>().count[level]);
  std::size_t const total = things * lanes_of(Stage), threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < total; i += threads)
    steps.template step<Stage>(level, i);
}
/// All levels of a stage have been gone through.
template <repair_stage Stage>
__global__ void end_stage_kernel(__grid_constant__ device_steps const steps) {
  auto const& list = steps.template list_of<Stage>();
  std::size_t const levels = list.count.size(), threads = std::size_t{gridDim.x} * blockDim.x;
  std::size_t things = 0;
  for (std::size_t l = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; l < levels; l += threads) {
    things += static_cast<std::size_t>(list.count[l]);
    list.count[l] = 0;
  }
  if (things > 0) steps.template count<Stage>(things);
}
template <class Steps>
__global__ void end_repair_kernel(__grid_constant__ Steps const steps) {
  steps.figures[0].stage = static_cast<id>(repair_stage::done);
}

/// A stage by a launch a level; nothing waits.
template <repair_stage Stage>
void run_widely(cuda_executor const& exec, device_steps const& steps, std::size_t levels) {
  constexpr unsigned blocks = 264, threads = 256;
  constexpr bool backward = Stage == repair_stage::required;
  for (std::size_t l = 0; l < levels; ++l)
    level_kernel<Stage>
        <<<blocks, threads, 0, exec.stream>>>(steps, static_cast<id>(backward ? levels - 1 - l : l));
  end_stage_kernel<Stage><<<4, threads, 0, exec.stream>>>(steps);
  check_cuda(cudaGetLastError(), "level_kernel");
}

/// All stages from `stage` on: up to the figures, or required times.
inline void go_on_widely(cuda_executor const& exec, device_steps const& steps,
                         repair_state<memory_space::device>& state, repair_stage stage) {
  if (stage == repair_stage::required) {
    run_widely<repair_stage::required>(exec, steps, state.required.levels);
  } else {
    if (stage <= repair_stage::pins) run_widely<repair_stage::pins>(exec, steps, state.pins.levels);
    if (stage <= repair_stage::nodes) run_widely<repair_stage::nodes>(exec, steps, state.nodes.levels);
    if (stage <= repair_stage::checks) run_widely<repair_stage::checks>(exec, steps, 1);
    if (stage <= repair_stage::endpoints) run_widely<repair_stage::endpoints>(exec, steps, 1);
    run_widely<repair_stage::totals>(exec, steps, state.totals.heights);
  }
  end_repair_kernel<<<1, 1, 0, exec.stream>>>(steps);
  check_cuda(cudaGetLastError(), "end_repair_kernel");
}

/// A whole repair by the whole device.
inline void repair_widely(cuda_executor const& exec, device_steps const& steps,
                          repair_state<memory_space::device>& state) {
  constexpr memory_space S = memory_space::device;
  for_each_n(exec, steps.edits.word_count(), store_words_op<S>{steps});
  for_each_n(exec, conditions * steps.edits.net.size(), find_wires_op<S>{steps});
  for_each_n(exec, 1, count_nets_op<S>{steps});
  go_on_widely(exec, steps, state, repair_stage::pins);
}

}  // namespace gsta::detail
