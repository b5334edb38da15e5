#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/core/cuda_executor.cuh"
#include "gsta/update/detail/repair_block.cuh"

namespace gsta::detail {

/// A whole repair by one block, but for required times. `same_levels`: nodes are pins, in the same order.
template <class Steps>
__global__ void __launch_bounds__(repair_threads)
    repair_kernel(__grid_constant__ Steps const steps, id longest, std::size_t patience, bool same_levels) {
  __shared__ changed_things changed;
  steps_left left{patience};
  for (std::size_t i = threadIdx.x; i < steps.edits.word_count(); i += blockDim.x) store_word(steps, i);
  __syncthreads();
  for (std::size_t i = threadIdx.x; i < conditions * steps.edits.net.size(); i += blockDim.x)
    steps.find_wires(i / conditions, static_cast<int>(i % conditions));
  __syncthreads();
  if (threadIdx.x == 0) steps.template count<repair_stage::nets>(steps.edits.net.size());
  bool const done = (same_levels ? run_delays_and_arrivals(steps, longest, left, changed)
                                 : run_in_block<repair_stage::pins>(steps, longest, left, changed) &&
                                       run_in_block<repair_stage::nodes>(steps, longest, left, changed)) &&
                    run_in_block<repair_stage::checks>(steps, longest, changed) &&
                    run_in_block<repair_stage::endpoints>(steps, longest, changed) &&
                    run_in_block<repair_stage::totals>(steps, longest, changed);
  if (done && threadIdx.x == 0) steps.end();
}
/// Required times by one block.
template <class Steps>
__global__ void __launch_bounds__(repair_threads)
    required_kernel(__grid_constant__ Steps const steps, id longest) {
  __shared__ changed_things changed;
  bool const done = run_in_block<repair_stage::required>(steps, longest, changed);
  if (done && threadIdx.x == 0) steps.end();
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
  for_each_n(exec, 1, end_repair_op<memory_space::device>{steps});
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
