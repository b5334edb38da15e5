#include "gsta/sta/snapshot.hpp"
#include "gsta/sta/update_plan.cuh"
#include "test/support/cuda.cuh"
#include "test/support/random_circuit.hpp"
#include "test/support/snapshot_compare.hpp"

using namespace gsta_test;

namespace {

struct heavier_op {
  gsta::span<gsta::corner_values, gsta::memory_space::device> load;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    for (int c = 0; c < gsta::conditions; ++c) load[i][c] = gsta::math::add(load[i][c], 1.5f);
  }
};

/// The same pin loads as the timer's view has, to be written.
gsta::span<gsta::corner_values, gsta::memory_space::device> loads_of(
    gsta::timer<gsta::cuda_executor>& timer) {
  auto const loads = timer.design.view.pin_load;
  return {const_cast<gsta::corner_values*>(loads.data()), loads.size()};
}

gsta::timing_snapshot time_directly(gsta::cuda_executor const& exec, gsta::flat_design design) {
  for (auto& load : design.pin_load) {
    for (int c = 0; c < gsta::conditions; ++c) load[c] += 1.5f;
  }
  gsta::timer<gsta::cuda_executor> timer(exec, design);
  timer.update(exec);
  return gsta::take_snapshot(exec, timer);
}

}  // namespace

TEST_CASE("a captured update gives the bits of a direct one, also after loads changed in place",
          "[small][race]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    for (std::uint64_t const seed : {3u, 7u, 12u}) {
      CAPTURE(seed);
      gsta::flat_design const design = random_circuit(seed);
      gsta::timer<gsta::cuda_executor> timer(exec, design);
      timer.update(exec);
      auto const direct = gsta::take_snapshot(exec, timer);
      gsta::update_plan plan(exec, timer);
      gsta::fill(exec, timer.slacks.node_slack.view(), gsta::same_value(0));
      plan.run();
      plan.check();
      require_same(direct, gsta::take_snapshot(exec, timer));
      gsta::for_each_n(exec, design.pin_load.size(), heavier_op{loads_of(timer)});
      plan.run();
      require_same(time_directly(exec, design), gsta::take_snapshot(exec, timer));
    }
  });
}

TEST_CASE("an update of all pins, then what paths are traced by, gives the bits of a direct one",
          "[small][race]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    // Designs of several nodes a pin, and those of them whose wires alone know delays.
    int apart = 0, plain = 0;
    for (std::uint64_t const seed : {3u, 4u, 7u, 9u, 12u, 24u}) {
      CAPTURE(seed);
      gsta::flat_design const design = random_circuit(seed);
      gsta::timer<gsta::cuda_executor> timer(exec, design);
      timer.update(exec);
      auto const direct = gsta::take_snapshot(exec, timer);
      apart += timer.nodes.one_per_pin ? 0 : 1;
      plain += !timer.nodes.one_per_pin && design.rc_response.empty() && design.arc_derate.empty() ? 1 : 0;
      gsta::fill(exec, timer.slacks.node_slack.view(), gsta::same_value(0));
      gsta::fill(exec, timer.delays.arc_delay.view(), gsta::same_value(0));
      gsta::device_update update(exec, timer, {.extent = gsta::update_extent::all_pins});
      update.enqueue(exec);
      update.scatter_paths(exec);
      require_same(direct, gsta::take_snapshot(exec, timer));
    }
    CHECK(apart > plain);
    CHECK(plain > 0);
  });
}

TEST_CASE("a plan that runs while its stream records is recorded", "[small]") {
  with_cuda([](gsta::cuda_executor const& exec) {
    gsta::flat_design const design = random_circuit(7);
    gsta::timer<gsta::cuda_executor> timer(exec, design);
    gsta::update_plan plan(exec, timer);
    plan.run();
    auto const expected = gsta::take_snapshot(exec, timer);
    auto const outer = gsta::captured_work::record(exec, [&](gsta::cuda_executor const& inner) {
      gsta::fill(inner, timer.slacks.node_slack.view(), gsta::same_value(0));
    });
    gsta::check_cuda(cudaStreamBeginCapture(exec.stream, cudaStreamCaptureModeThreadLocal), "capture");
    plan.run();
    cudaGraph_t graph = nullptr;
    gsta::check_cuda(cudaStreamEndCapture(exec.stream, &graph), "cudaStreamEndCapture");
    cudaGraphExec_t runnable = nullptr;
    gsta::check_cuda(cudaGraphInstantiate(&runnable, graph, 0), "cudaGraphInstantiate");
    outer.launch(exec);
    gsta::check_cuda(cudaGraphLaunch(runnable, exec.stream), "cudaGraphLaunch");
    require_same(expected, gsta::take_snapshot(exec, timer));
    cudaGraphExecDestroy(runnable);
    cudaGraphDestroy(graph);
  });
}
