// An update on the device, stage by stage, in time of CUDA events.
#include <cstdio>

#include "bench/stages.hpp"
#include "gsta/core/algorithm.cuh"
#include "gsta/sta/update_plan.cuh"

namespace {

class event_clock {
 public:
  explicit event_clock(gsta::cuda_executor const& exec) : stream_(exec.stream) {
    gsta::check_cuda(cudaEventCreate(&begin_), "cudaEventCreate");
    gsta::check_cuda(cudaEventCreate(&end_), "cudaEventCreate");
  }
  ~event_clock() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  event_clock(event_clock const&) = delete;
  event_clock& operator=(event_clock const&) = delete;

  void start() { gsta::check_cuda(cudaEventRecord(begin_, stream_), "cudaEventRecord"); }
  double stop() {
    gsta::check_cuda(cudaEventRecord(end_, stream_), "cudaEventRecord");
    gsta::check_cuda(cudaEventSynchronize(end_), "cudaEventSynchronize");
    float milliseconds = 0;
    gsta::check_cuda(cudaEventElapsedTime(&milliseconds, begin_, end_), "cudaEventElapsedTime");
    return static_cast<double>(milliseconds) * 1e-3;
  }

 private:
  cudaStream_t stream_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

/// The whole update as one captured graph.
void register_captured(gsta::cuda_executor const& exec, gsta_bench::bench_design const& of) {
  benchmark::RegisterBenchmark(("update captured/" + of.name + "/cuda").c_str(),
                               [&exec, &of](benchmark::State& state) {
                                 gsta::timer<gsta::cuda_executor> timer(exec, of.design, of.options);
                                 gsta::update_plan plan(exec, timer);
                                 plan.run();
                                 plan.check();
                                 event_clock clock(exec);
                                 for (auto _ : state) {
                                   clock.start();
                                   plan.run();
                                   state.SetIterationTime(clock.stop());
                                 }
                               })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(0.2);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (!gsta::cuda_available()) {
    std::puts("no CUDA device: nothing is measured");
    return 0;
  }
  auto const designs = gsta_bench::bench_designs();
  gsta::cuda_stream const stream;
  gsta::stream_ordered_memory memory;
  gsta::cuda_executor const exec(stream.get(), memory);
  for (auto const& design : designs) {
    gsta_bench::register_stages<event_clock>("cuda", exec, design);
    register_captured(exec, design);
  }
  benchmark::RunSpecifiedBenchmarks();
}
