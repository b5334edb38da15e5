#pragma once

#include <cooperative_groups.h>

#include "gsta/core/cuda_executor.cuh"
#include "gsta/update/repair.hpp"

namespace gsta::detail {

/// Threads of a block.
inline constexpr unsigned repair_threads = 512;
/// Things of a list that a block takes at a time.
inline constexpr id slice_limit = 1024;
/// Threads that share what is behind one changed thing.
inline constexpr unsigned spread_threads = 8;
/// Rows longer than this are for the whole block.
inline constexpr id row_of_a_block = 256;

using device_steps = repair_steps<memory_space::device>;
static_assert(sizeof(device_steps) <= 4000, "steps are an argument of kernels");

/// A level, and how many things wait there.
struct waiting_things {
  id level, count;
};

/// The next level from `from` on that has any, or none. Each warp finds it, 32 levels at a time.
template <bool Backward>
__device__ waiting_things next_waiting(level_lists_view<memory_space::device> const& list, id from) {
  id const levels = static_cast<id>(list.count.size()), lane = static_cast<id>(threadIdx.x % 32);
  for (; Backward ? from >= 0 : from < levels; from += Backward ? -32 : 32) {
    id const level = Backward ? from - lane : from + lane;
    id const count = level >= 0 && level < levels ? peek(list.count[level]) : 0;
    unsigned const found = __ballot_sync(~0u, count > 0);
    if (found == 0) continue;
    int const first = __ffs(found) - 1;
    return {Backward ? from - first : from + first, __shfl_sync(~0u, count, first)};
  }
  return {none, 0};
}

/// What a block found to be other in one slice of a list. Two take turns, so that one is made empty while the
/// other one is read.
struct changed_things {
  static constexpr int most_long = 32;
  id what[slice_limit];
  std::uint32_t bits[slice_limit];
  int long_one[most_long];  // places of things with long rows
  int count[2], long_count[2];
  unsigned seen[repair_threads];  // so that reads ahead are not left out

  __device__ void begin() {
    if (threadIdx.x < 2) count[threadIdx.x] = long_count[threadIdx.x] = 0;
    __syncthreads();
  }
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

/// Some things of a level's list, for a block.
struct list_slice {
  id level, first, things;
  int turn;  // of `changed_things`
};

/// Finds things anew, with `Parts` threads for each lane of a thing, `block` threads in all; what changed is
/// in `changed` behind the next barrier. Threads of one thing are neighbours in a warp, and put together what
/// they found.
template <repair_stage Stage, int Parts>
__device__ void find_things(device_steps const& steps, list_slice const& slice, unsigned block,
                            changed_things& changed) {
  constexpr unsigned lanes = static_cast<unsigned>(lanes_of(Stage)), threads = lanes * Parts;
  auto const& list = steps.template list_of<Stage>();
  unsigned const total = static_cast<unsigned>(slice.things) * threads;
  for (unsigned first = 0; first < total; first += block) {
    unsigned const i = first + threadIdx.x;
    std::uint32_t bits = 0;
    id what = none;
    if (i < total) {
      what = list.at(slice.level, static_cast<std::size_t>(slice.first) + i / threads);
      if (i % threads == 0) list.take(what);
      bits = steps.template find<Stage>(slice.level, what, static_cast<int>(i % lanes),
                                        warp_share<static_cast<int>(lanes), Parts>());
    }
    for (unsigned apart = 1; apart < threads; apart *= 2) bits |= __shfl_xor_sync(~0u, bits, apart);
    if (i % threads != 0 || bits == 0) continue;
    int const at = atomicAdd(&changed.count[slice.turn], 1);
    changed.what[at] = what;
    changed.bits[at] = bits;
  }
}

/// Brings what lies there from memory nearer; nobody waits.
template <class T>
__device__ void bring_nearer(span<T, memory_space::device> array, id at) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(array.data() + at));
}

/// What the steps behind one thing are going to read, as far as a few threads see at once: rows, and values
/// at their other ends.
struct ahead {
  using ids = device_span<id const>;
  ids out_begin, out, in_begin, in, in_arc, level_of;
  device_span<corner_values const> value, delay;
  device_span<edge_map const> edges;

  static constexpr id most = 4;
  __device__ void look(id what, id part, id parts) const {
    for (id k = out_begin[what] + part; k < out_begin[what + 1]; k += parts) {
      id const next = out[k];
      bring_nearer(level_of, next);
      bring_nearer(out_begin, next);
      bring_nearer(value, next);
      id const first = in_begin[next], count = in_begin[next + 1] - first;
      id arc[most], from[most];
#pragma unroll
      for (id j = 0; j < most; ++j) {
        arc[j] = j < count ? in_arc[first + j] : none;
        from[j] = j < count ? in[first + j] : none;
      }
#pragma unroll
      for (id j = 0; j < most; ++j) {
        if (arc[j] == none) continue;
        bring_nearer(edges, arc[j]);
        bring_nearer(delay, arc[j]);
        bring_nearer(value, from[j]);
      }
    }
  }
};
template <repair_stage Stage>
__device__ ahead ahead_of(device_steps const& steps) {
  auto const& pins = steps.delays;
  auto const& nodes = steps.arrivals;
  auto const& back = steps.backward;
  if constexpr (Stage == repair_stage::pins)
    return {pins.graph.fanout_begin,
            pins.graph.fanout_to,
            pins.graph.fanin_begin,
            pins.graph.fanin_from,
            pins.graph.fanin_arc,
            steps.pins.level_of,
            pins.slew,
            pins.arc_delay,
            pins.edges};
  else if constexpr (Stage == repair_stage::nodes)
    return {nodes.graph.fanout_begin,
            nodes.graph.fanout_to,
            nodes.graph.fanin_begin,
            nodes.graph.fanin_from,
            nodes.graph.fanin_arc,
            steps.nodes.level_of,
            nodes.arrival,
            nodes.arc_delay,
            nodes.edges};
  else
    return {back.graph.fanin_begin, back.graph.fanin_from, back.graph.fanout_begin,
            back.graph.fanout_to,   back.graph.fanout_arc, steps.required.level_of,
            back.required,          back.arc_delay,        back.edges};
}

/// Half of the threads find a few things, the others look ahead meanwhile.
template <repair_stage Stage>
__device__ void find_and_look(device_steps const& steps, list_slice const& slice, changed_things& changed) {
  constexpr unsigned half = repair_threads / 2;
  if (threadIdx.x < half) return find_things<Stage, 2>(steps, slice, half, changed);
  constexpr unsigned each = 8;
  ahead const of = ahead_of<Stage>(steps);
  auto const& list = steps.template list_of<Stage>();
  unsigned const me = threadIdx.x - half;
  for (unsigned k = me / each; k < static_cast<unsigned>(slice.things); k += half / each)
    of.look(list.at(slice.level, static_cast<std::size_t>(slice.first) + k), static_cast<id>(me % each),
            static_cast<id>(each));
}

/// Where few things wait, more threads share each.
template <repair_stage Stage>
__device__ void find_slice(device_steps const& steps, list_slice const& slice, bool looks_ahead,
                           changed_things& changed) {
  constexpr bool has_rows =
      Stage == repair_stage::pins || Stage == repair_stage::nodes || Stage == repair_stage::required;
  constexpr int parts = has_rows || Stage == repair_stage::totals ? 4 : 1;
  constexpr id few = static_cast<id>(repair_threads / (parts * lanes_of(Stage)));
  if constexpr (has_rows) {
    if (looks_ahead && slice.things <= few) return find_and_look<Stage>(steps, slice, changed);
  }
  if (parts > 1 && slice.things <= few)
    return find_things<Stage, parts>(steps, slice, repair_threads, changed);
  find_things<Stage, 1>(steps, slice, repair_threads, changed);
}

/// Adds what reads what changed: several threads a thing, the whole block where a row is long.
template <repair_stage Stage>
__device__ void spread_slice(device_steps const& steps, list_slice const& slice, changed_things& changed) {
  unsigned const total = static_cast<unsigned>(changed.count[slice.turn]);
  id const part = static_cast<id>(threadIdx.x % spread_threads);
  for (unsigned k = threadIdx.x / spread_threads; k < total; k += repair_threads / spread_threads) {
    if (row_length<Stage>(steps, changed.what[k]) > row_of_a_block) {
      unsigned const first = threadIdx.x % 32 / spread_threads * spread_threads;
      int at = part == 0 ? atomicAdd(&changed.long_count[slice.turn], 1) : 0;
      at = __shfl_sync(((1u << spread_threads) - 1) << first, at, static_cast<int>(first));
      if (at < changed_things::most_long) {
        if (part == 0) changed.long_one[at] = static_cast<int>(k);
        continue;
      }
    }
    steps.template spread<Stage>(slice.level, changed.what[k], changed.bits[k], part,
                                 static_cast<id>(spread_threads));
  }
  __syncthreads();
  int const longs = min(changed.long_count[slice.turn], changed_things::most_long);
  if (longs == 0) return;
  for (int k = 0; k < longs; ++k) {
    int const at = changed.long_one[k];
    steps.template spread<Stage>(slice.level, changed.what[at], changed.bits[at],
                                 static_cast<id>(threadIdx.x), static_cast<id>(repair_threads));
  }
  __syncthreads();
}

/// A slice by one block; whoever comes behind it finds all that it added.
template <repair_stage Stage>
__device__ void run_slice(device_steps const& steps, list_slice const& slice, bool looks_ahead,
                          changed_things& changed) {
  find_slice<Stage>(steps, slice, looks_ahead, changed);
  __syncthreads();
  if (threadIdx.x == 0) changed.count[1 - slice.turn] = changed.long_count[1 - slice.turn] = 0;
  spread_slice<Stage>(steps, slice, changed);
}

/// Reads what the wires of edited nets are found from, all threads at once: one thread goes through a tree
/// from node to node, and would wait for each.
__device__ inline void read_nets_ahead(device_steps const& steps, std::size_t warp, std::size_t warps,
                                       changed_things& changed) {
  auto const& of = steps.wires;
  unsigned seen = 0;
  auto const see = [&](auto const& values, id at) {
    static_assert(sizeof values[0] >= sizeof(unsigned));
    seen += *reinterpret_cast<unsigned const*>(values.data() + at);
  };
  id const lane = static_cast<id>(threadIdx.x % 32);
  for (std::size_t i = warp; i < steps.edits.net.size(); i += warps) {
    id const net = steps.edits.net[i];
    for (id slot = of.forest.begin[net] + lane; slot < of.forest.begin[net + 1]; slot += 32) {
      see(of.forest.node, slot);
      see(of.forest.parent, slot);
      see(of.forest.first_child, slot);
      see(of.forest.child_count, slot);
      see(of.forest.edge, slot);
      see(of.design.rc.capacitance, slot);
      see(of.design.rc.node_sink, slot);
      for (auto const* const sums : {&of.load, &of.delay, &of.ldelay, &of.beta}) see(*sums, slot);
    }
    id const edges = of.design.rc.edge_begin[net + 1];
    for (id edge = of.design.rc.edge_begin[net] + lane; edge < edges; edge += 32)
      see(of.design.rc.resistance, edge);
    for (id a = of.design.nets.begin[net] + lane; a < of.design.nets.begin[net + 1]; a += 32) {
      see(of.sink, a);
      see(of.forest.sink_position, a);
      see(of.design.pin_load, of.design.nets.sink[a]);
    }
  }
  changed.seen[threadIdx.x] = seen;
}

/// The blocks that repair: one, or all of the device.
template <bool Wide>
struct repair_team {
  changed_things& changed;
  id longest;
  bool looks_ahead;
  int turn = 0;

  static __device__ unsigned block() { return Wide ? blockIdx.x : 0; }
  static __device__ unsigned blocks() { return Wide ? gridDim.x : 1; }
  static __device__ bool is_first() { return block() == 0 && threadIdx.x == 0; }
  /// Everything before is seen by everyone behind.
  static __device__ void wait() {
    if constexpr (Wide)
      cooperative_groups::this_grid().sync();
    else
      __syncthreads();
  }

  /// This block's part of a level.
  template <repair_stage Stage>
  __device__ void run_level(device_steps const& steps, waiting_things const& at) {
    id const each = (at.count + static_cast<id>(blocks()) - 1) / static_cast<id>(blocks());
    id const slice = Wide ? min(max(each, id{16}), slice_limit) : slice_limit;
    for (id first = static_cast<id>(block()) * slice; first < at.count;
         first += static_cast<id>(blocks()) * slice) {
      run_slice<Stage>(steps, {at.level, first, min(slice, at.count - first), turn}, looks_ahead, changed);
      turn = 1 - turn;
    }
    if constexpr (Wide) wait();
  }

  /// All levels of a stage. False where a list is too long: then it says where it stopped.
  template <repair_stage Stage>
  __device__ bool run(device_steps const& steps) {
    constexpr bool backward = Stage == repair_stage::required;
    auto const& list = steps.template list_of<Stage>();
    std::size_t things = 0;
    auto at = next_waiting<backward>(list, backward ? static_cast<id>(list.count.size()) - 1 : 0);
    while (at.level != none && (Wide || at.count <= longest)) {
      run_level<Stage>(steps, at);
      if (is_first()) list.count[at.level] = 0;
      things += static_cast<std::size_t>(at.count);
      at = next_waiting<backward>(list, backward ? at.level - 1 : at.level + 1);
    }
    bool const done = at.level == none;
    if (!is_first()) return done;
    steps.template count<Stage>(things);
    if (!done) steps.figures[0].stage = static_cast<id>(Stage);
    return done;
  }

  __device__ void store_edits(device_steps const& steps) {
    std::size_t const me = std::size_t{block()} * repair_threads + threadIdx.x,
                      all = std::size_t{blocks()} * repair_threads;
    for (std::size_t i = me; i < steps.word_count(); i += all) steps.store_word(i);
    wait();
    if (looks_ahead) read_nets_ahead(steps, me / 32, all / 32, changed);
    __syncthreads();
    for (std::size_t i = me; i < conditions * steps.edits.net.size(); i += all)
      steps.find_wires(i / conditions, static_cast<int>(i % conditions));
    wait();
    if (is_first()) steps.template count<repair_stage::nets>(steps.edits.net.size());
  }
};

/// All from `from` on, up to the figures; or required times. One block stops where a list is too long.
template <bool Wide, class Steps>
__global__ void __launch_bounds__(repair_threads)
    repair_kernel(__grid_constant__ Steps const steps, repair_stage from, id longest, bool looks_ahead) {
  __shared__ changed_things changed;
  changed.begin();
  repair_team<Wide> team{changed, longest, looks_ahead};
  if (from == repair_stage::words) team.store_edits(steps);
  bool done = true;
  if (from == repair_stage::required) {
    done = team.template run<repair_stage::required>(steps);
  } else {
    // What is behind a stage finds nothing waiting in those before.
    done = team.template run<repair_stage::pins>(steps) && team.template run<repair_stage::nodes>(steps) &&
           team.template run<repair_stage::checks>(steps) &&
           team.template run<repair_stage::endpoints>(steps) &&
           team.template run<repair_stage::totals>(steps);
  }
  if (done && team.is_first()) steps.figures[0].stage = static_cast<id>(repair_stage::done);
}

/// By one block.
inline void repair_by_block(cuda_executor const& exec, device_steps const& steps, repair_stage from,
                            repair_options const& how) {
  repair_kernel<false>
      <<<1, repair_threads, 0, exec.stream>>>(steps, from, static_cast<id>(how.longest), how.looks_ahead);
  check_cuda(cudaGetLastError(), "repair_kernel");
}

/// By a block on each multiprocessor.
inline void repair_widely(cuda_executor const& exec, device_steps steps, repair_stage from) {
  int device = 0, processors = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
             "cudaDeviceGetAttribute");
  id longest = 0;
  bool looks_ahead = false;
  void* arguments[] = {&steps, &from, &longest, &looks_ahead};
  check_cuda(cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(repair_kernel<true, device_steps>),
                                         dim3(static_cast<unsigned>(processors)), dim3(repair_threads),
                                         arguments, 0, exec.stream),
             "cudaLaunchCooperativeKernel");
}

}  // namespace gsta::detail
