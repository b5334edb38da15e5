// Gradients on the device: an update with gradients of both levels, one after the other and overlapped,
// beside the update alone and the paper's figures; the smooth forward pass alone; and a timeline of one
// overlapped run. Usage: bench_gradients [NAME...]; without names superblue18, superblue1 and superblue10.
// Exits with 1 if anything is not equal; a target that is missed is only said.
#include <algorithm>
#include <cstdio>
#include <future>
#include <string>
#include <vector>

#include "bench/device_jobs.hpp"
#include "bench/device_program.cuh"
#include "bench/gradient_forward.cuh"
#include "bench/gradient_plans.cuh"
#include "bench/gradient_timeline.cuh"

namespace {

using made_designs = std::future<std::deque<gsta_bench::bench_design>>;

/// The designs that are wanted, each made by a thread of its own: before anything is measured.
std::vector<made_designs> make_designs(std::vector<std::string> const& wanted) {
  std::vector<made_designs> all;
  for (auto const& job : gsta_bench::device_jobs()) {
    if (std::find(wanted.begin(), wanted.end(), job.name) != wanted.end())
      all.push_back(std::async(std::launch::async, job.make));
  }
  for (auto const& one : all) one.wait();
  return all;
}

void measure(gsta::cuda_executor const& exec, gsta_bench::bench_design const& design,
             gsta_bench::equality& equal, gsta_bench::gradient_targets& targets) {
  gsta_bench::device_case on(exec, design);
  std::printf("\n### %s: %zu pins, %zu levels\n\n", design.name.c_str(), on.pins(), on.timer.order().count());
  if (on.timer.nodes().one_per_pin) {
    gsta_bench::smooth_forward forward(exec, on, {gsta::smooth_goal::total, gsta::split::late, 10});
    forward.check(exec, equal);
    print(design.name, forward.measure(exec));
  }
  gsta_bench::gradient_measurement gradients(exec, on);
  auto const times = gradients.run(equal);
  print(design.name, times);
  targets.put_times(design.name, times);
  for (auto const level : {gsta::gradient_level::linear, gsta::gradient_level::full})
    gsta_bench::print_timeline(exec, on, gradients.options(level, true));
  std::fflush(stdout);
}

int measure_all(std::vector<std::string> const& wanted) {
  gsta::cuda_stream const stream;
  gsta::stream_ordered_memory memory;
  gsta::cuda_executor const exec(stream.get(), memory);
  gsta_bench::keep_memory();
  auto designs = make_designs(wanted);
  cudaDeviceProp properties{};
  gsta::check_cuda(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
  std::printf("%s; ms, medians of %d runs by CUDA events, places changed before each.\n", properties.name,
              gsta_bench::measured_runs);
  gsta_bench::equality equal(exec);
  gsta_bench::gradient_targets targets;
  for (auto& future : designs) {
    for (auto const& design : future.get()) measure(exec, design, equal, targets);
  }
  targets.print();
  std::printf("%s bench_gradients: %d comparisons failed\n", equal.failures() == 0 ? "PASS" : "FAIL",
              equal.failures());
  return equal.failures() == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return gsta_bench::device_program("bench_gradients", argc, argv, [](std::vector<std::string> wanted) {
    if (wanted.empty()) wanted = {"superblue18", "superblue1", "superblue10"};
    return measure_all(wanted);
  });
}
