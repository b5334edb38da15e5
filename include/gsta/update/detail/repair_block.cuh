#pragma once

#include "gsta/core/cuda_executor.cuh"
#include "gsta/update/repair.hpp"

/// How one block goes through the levels of a repair's stages.
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

/// What the block found to be other at one level, or at one of each of two stages: then a half is each
/// stage's.
struct changed_things {
  id what[block_limit];
  std::uint32_t bits[block_limit];
  int count[2], long_count[2];
  int long_one[2][32];  // places of things with long rows
};

/// The threads that go through a level: all of a block, or one half of them, with its half of the room.
struct block_share {
  unsigned thread, threads;
  int half;

  static __device__ block_share all() { return {threadIdx.x, repair_threads, 0}; }
  static __device__ block_share of_two() {
    constexpr unsigned each = repair_threads / 2;
    return {threadIdx.x % each, each, static_cast<int>(threadIdx.x / each)};
  }
  __device__ int room() const { return half * static_cast<int>(block_limit / 2); }
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
__device__ void find_level(device_steps const& steps, id level, id things, block_share const& by,
                           changed_things& changed) {
  constexpr unsigned lanes = static_cast<unsigned>(lanes_of(Stage)), threads = lanes * Parts;
  auto const& list = steps.template list_of<Stage>();
  unsigned const total = static_cast<unsigned>(things) * threads;
  for (unsigned first = 0; first < total; first += by.threads) {
    unsigned const i = first + by.thread;
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
    int const at = by.room() + atomicAdd(&changed.count[by.half], 1);
    changed.what[at] = what;
    changed.bits[at] = bits;
  }
}

/// Where few things wait, more threads share each.
template <repair_stage Stage>
__device__ void find_level(device_steps const& steps, id level, id things, block_share const& by,
                           changed_things& changed) {
  constexpr int parts = Stage == repair_stage::checks || Stage == repair_stage::endpoints ? 1 : 4;
  id const few = static_cast<id>(by.threads / (parts * lanes_of(Stage)));
  if (parts > 1 && things <= few) return find_level<Stage, parts>(steps, level, things, by, changed);
  find_level<Stage, 1>(steps, level, things, by, changed);
}

/// Tells whoever reads what changed, long rows aside: these are for `spread_long`, behind a barrier.
template <repair_stage Stage>
__device__ void spread_short(device_steps const& steps, id level, block_share const& by,
                             changed_things& changed) {
  int const total = by.room() + changed.count[by.half];
  int const step = static_cast<int>(by.threads / spread_threads);
  for (int k = by.room() + static_cast<int>(by.thread / spread_threads); k < total; k += step) {
    id const part = static_cast<id>(by.thread % spread_threads);
    if (row_length<Stage>(steps, changed.what[k]) > row_of_a_block) {
      unsigned const first = by.thread % 32 / spread_threads * spread_threads;
      int at = part == 0 ? atomicAdd(&changed.long_count[by.half], 1) : 0;
      at = __shfl_sync(((1u << spread_threads) - 1) << first, at, static_cast<int>(first));
      if (at < 32) {
        if (part == 0) changed.long_one[by.half][at] = k;
        continue;
      }
    }
    steps.template spread<Stage>(level, changed.what[k], changed.bits[k], part,
                                 static_cast<id>(spread_threads));
  }
}
template <repair_stage Stage>
__device__ void spread_long(device_steps const& steps, id level, block_share const& by,
                            changed_things const& changed) {
  int const longs = changed.long_count[by.half] < 32 ? changed.long_count[by.half] : 32;
  for (int k = 0; k < longs; ++k) {
    int const at = changed.long_one[by.half][k];
    steps.template spread<Stage>(level, changed.what[at], changed.bits[at], static_cast<id>(by.thread),
                                 static_cast<id>(by.threads));
  }
}

/// Where one stage of a block is.
template <repair_stage Stage>
struct block_stage {
  static constexpr bool backward = Stage == repair_stage::required;
  device_steps const& steps;
  id level = none, waiting = 0;
  id done = none;  // the level before
  std::size_t things = 0;

  __device__ explicit block_stage(device_steps const& of) : steps(of) {
    look(backward ? static_cast<id>(list().count.size()) - 1 : 0);
  }
  __device__ level_lists_view<memory_space::device> const& list() const {
    return steps.template list_of<Stage>();
  }
  __device__ void look(id from) {
    level = waiting_level<backward>(list(), from);
    waiting = level == none ? 0 : peek(list().count[level]);
  }
  __device__ void find(block_share const& by, changed_things& changed) {
    find_level<Stage>(steps, level, waiting, by, changed);
  }
  __device__ void spread(block_share const& by, changed_things& changed) {
    spread_short<Stage>(steps, level, by, changed);
  }
  __device__ void finish(block_share const& by, changed_things& changed) {
    spread_long<Stage>(steps, level, by, changed);
  }
  /// Behind a barrier: the level is done. By all threads.
  __device__ void go_on() {
    if (threadIdx.x == 0) list().count[level] = 0;
    things += static_cast<std::size_t>(waiting);
    done = level;
    look(backward ? level - 1 : level + 1);
  }
  /// More may wait, at `from` or behind it.
  __device__ void look_again(id from) { look(from > done ? from : done + 1); }
  /// By one thread, in the end.
  __device__ void note(bool stopped, bool gave_up) const {
    steps.template count<Stage>(things);
    if (!stopped) return;
    steps.figures[0].stage = static_cast<id>(Stage);
    steps.figures[0].level = level;
    steps.figures[0].gave_up = gave_up ? 1 : 0;
  }
};

/// How many steps may still be taken; a level that was begun is gone through. All threads have the same.
struct steps_left {
  std::size_t count;
  __device__ void take(id things) {
    auto const taken = static_cast<std::size_t>(things);
    count -= taken < count ? taken : count;
  }
};

__device__ inline void forget_changed(changed_things& changed) {
  if (threadIdx.x < 2) changed.count[threadIdx.x] = changed.long_count[threadIdx.x] = 0;
  __syncthreads();
}
/// One level by all threads.
template <class Stage>
__device__ void run_alone(Stage& stage, changed_things& changed) {
  auto const all = block_share::all();
  forget_changed(changed);
  stage.find(all, changed);
  __syncthreads();
  stage.spread(all, changed);
  __syncthreads();
  stage.finish(all, changed);
  __syncthreads();
  stage.go_on();
}

/// All levels of a stage by one block. False where a list is too long, or no steps are left: then it says
/// where it stopped.
template <repair_stage Stage>
__device__ bool run_in_block(device_steps const& steps, id longest, steps_left& left,
                             changed_things& changed) {
  block_stage<Stage> stage(steps);
  while (stage.level != none && stage.waiting <= longest && left.count > 0) {
    left.take(stage.waiting);
    run_alone(stage, changed);
  }
  if (threadIdx.x == 0) stage.note(stage.level != none, left.count == 0);
  return stage.level == none;
}
/// The same of a stage that never takes many.
template <repair_stage Stage>
__device__ bool run_in_block(device_steps const& steps, id longest, changed_things& changed) {
  steps_left left{without_limit};
  return run_in_block<Stage>(steps, longest, left, changed);
}

/// Delays and arrivals where nodes are pins, in one wave: an arrival of a level waits for delays of that
/// level, so one half of the block finds delays of a level while the other finds arrivals of one that is done
/// with. With few things a level is a chain of reads, and two chains take no longer than one.
__device__ inline bool run_delays_and_arrivals(device_steps const& steps, id longest, steps_left& left,
                                               changed_things& changed) {
  id const room = longest / 2;  // of a half
  block_stage<repair_stage::pins> delays(steps);
  block_stage<repair_stage::nodes> arrivals(steps);
  auto const by = block_share::of_two();
  for (;;) {
    bool const found = delays.level == none;
    if (!found && delays.waiting > longest) break;
    bool const may = arrivals.level != none && (found || arrivals.level < delays.level);
    if (may && arrivals.waiting > longest) break;
    if ((found && !may) || left.count == 0) break;
    if (may) left.take(arrivals.waiting);
    if (found || (may && (delays.waiting > room || arrivals.waiting > room))) {
      run_alone(arrivals, changed);
      continue;
    }
    left.take(delays.waiting);
    if (!may) {  // then no arrival waits below the level of these delays
      run_alone(delays, changed);
      arrivals.look_again(delays.done);
      continue;
    }
    forget_changed(changed);
    by.half == 0 ? delays.find(by, changed) : arrivals.find(by, changed);
    __syncthreads();
    by.half == 0 ? delays.spread(by, changed) : arrivals.spread(by, changed);
    __syncthreads();
    by.half == 0 ? delays.finish(by, changed) : arrivals.finish(by, changed);
    __syncthreads();
    delays.go_on();
    arrivals.go_on();
  }
  bool const done = delays.level == none && arrivals.level == none;
  if (threadIdx.x == 0) {
    arrivals.note(!done && delays.level == none, left.count == 0);
    delays.note(delays.level != none, left.count == 0);
  }
  return done;
}

}  // namespace gsta::detail
