#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/timer.cuh"
#include "test/support/cuda.cuh"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"

using namespace gsta_test;

TEST_CASE("an update allocates nothing and does not wait: the caller may capture it into a graph",
          "[small][race]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    gsta::flat_design const design = random_circuit(7);
    gsta::timer<gsta::cuda_executor> timer(exec, design);
    timer.update(exec);
    auto const expected = gsta::take_snapshot(exec, timer);

    cudaGraph_t graph = nullptr;
    gsta::check_cuda(cudaStreamBeginCapture(exec.stream, cudaStreamCaptureModeGlobal),
                     "cudaStreamBeginCapture");
    timer.update(exec);  // any allocation, copy to pageable memory or wait would fail here
    gsta::check_cuda(cudaStreamEndCapture(exec.stream, &graph), "cudaStreamEndCapture");

    cudaGraphExec_t runnable = nullptr;
    gsta::check_cuda(cudaGraphInstantiate(&runnable, graph, 0), "cudaGraphInstantiate");
    gsta::fill(exec, timer.slacks.node_slack.view(), gsta::same_value(0));
    gsta::check_cuda(cudaGraphLaunch(runnable, exec.stream), "cudaGraphLaunch");
    bit_comparison const bits = compare_bits(expected, gsta::take_snapshot(exec, timer));
    INFO(bits.report());
    CHECK(bits.failed == 0);
    CHECK(bits.compared > 0);
    cudaGraphExecDestroy(runnable);
    cudaGraphDestroy(graph);
  });
}
