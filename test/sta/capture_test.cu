#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/timer.cuh"
#include "test/support/cuda.cuh"
#include "test/support/parallel_circuit.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"
#include "test/support/timer_state.hpp"
#include "test/support/timing_case.hpp"

using namespace gsta_test;

namespace {

/// What one update leaves, and what the same update, recorded, leaves in arrays that were spoiled.
bit_comparison compare_with_recorded(gsta::cuda_executor const& exec, gsta::flat_design const& design,
                                     gsta::timer_options const& options) {
  gsta::timer<gsta::cuda_executor> timer(exec, design, options);
  timer.update(exec);
  auto const expected = gsta::take_snapshot(exec, timer);

  cudaGraph_t graph = nullptr;
  gsta::check_cuda(cudaStreamBeginCapture(exec.stream, cudaStreamCaptureModeGlobal),
                   "cudaStreamBeginCapture");
  timer.update(exec);  // any allocation, copy to pageable memory or wait would fail here
  gsta::check_cuda(cudaStreamEndCapture(exec.stream, &graph), "cudaStreamEndCapture");

  cudaGraphExec_t runnable = nullptr;
  gsta::check_cuda(cudaGraphInstantiate(&runnable, graph, 0), "cudaGraphInstantiate");
  auto& state = state_of(timer);
  for (auto* const array :
       {&state.delays.slew, &state.delays.arc_delay, &state.arrivals.node_arrival, &state.slacks.node_slack})
    gsta::fill(exec, array->view(), gsta::same_value(-77));
  gsta::check_cuda(cudaGraphLaunch(runnable, exec.stream), "cudaGraphLaunch");
  bit_comparison bits = compare_bits(expected, gsta::take_snapshot(exec, timer));
  cudaGraphExecDestroy(runnable);
  cudaGraphDestroy(graph);
  return bits;
}

}  // namespace

TEST_CASE("an update allocates nothing and does not wait: the caller may capture it into a graph",
          "[small][race]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    bit_comparison const bits = compare_with_recorded(exec, random_circuit(7), {});
    INFO(bits.report());
    CHECK(bits.failed == 0);
    CHECK(bits.compared > 0);
  });
}

TEST_CASE("an update by effective capacitances that is recorded has the bits of one that makes plans",
          "[small][race]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      auto options = options_of(seed).timer;
      options.delays.model = gsta::cell_model::effective;
      auto const design = seed % 3 == 1 ? parallel_circuit(seed) : random_circuit(seed);
      bit_comparison const bits = compare_with_recorded(exec, design, options);
      CAPTURE(seed, bits.report());
      CHECK(bits.failed == 0);
      CHECK(bits.compared > 0);
    }
  });
}
