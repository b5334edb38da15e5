#pragma once

#include <algorithm>
#include <vector>

#include "gsta/core/cuda_executor.cuh"

namespace gsta_bench {

/// Work is measured this often; the median is reported.
inline constexpr int measured_runs = 21;

/// Keeps a stream busy, so that the host has put all launches in line before the first one starts.
static __global__ void hold_kernel(unsigned long long nanoseconds) {
  unsigned long long begin = 0, now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - begin < nanoseconds);
}

/// Whether the device waits until the host has put all launches in line. Work that itself waits for the
/// device cannot be held back: its time includes the host's.
enum class launches { held_back, as_they_come };

class event_pair {
 public:
  event_pair() {
    gsta::check_cuda(cudaEventCreate(&begin_), "cudaEventCreate");
    gsta::check_cuda(cudaEventCreate(&end_), "cudaEventCreate");
  }
  event_pair(event_pair const&) = delete;
  event_pair& operator=(event_pair const&) = delete;
  ~event_pair() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  void begin(cudaStream_t stream) { gsta::check_cuda(cudaEventRecord(begin_, stream), "cudaEventRecord"); }
  void end(cudaStream_t stream) { gsta::check_cuda(cudaEventRecord(end_, stream), "cudaEventRecord"); }
  /// Waits.
  double milliseconds() {
    gsta::check_cuda(cudaEventSynchronize(end_), "cudaEventSynchronize");
    float elapsed = 0;
    gsta::check_cuda(cudaEventElapsedTime(&elapsed, begin_, end_), "cudaEventElapsedTime");
    return static_cast<double>(elapsed);
  }

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

/// The median time of `work()`, which puts launches on the executor's stream, in ms by CUDA events.
/// `before(run)` changes its inputs and is not counted; a first run is not counted either.
template <class Before, class Work>
double median_ms(gsta::cuda_executor const& exec, Before const& before, Work const& work,
                 launches when = launches::held_back) {
  constexpr unsigned long long hold = 500'000;  // ns; a graph of 500 launches takes the host less
  event_pair events;
  std::vector<double> times;
  for (int run = -1; run < measured_runs; ++run) {
    before(run);
    if (when == launches::held_back) {
      hold_kernel<<<1, 1, 0, exec.stream>>>(hold);
      gsta::check_cuda(cudaGetLastError(), "hold_kernel");
    } else {
      exec.sync();
    }
    events.begin(exec.stream);
    work();
    events.end(exec.stream);
    double const elapsed = events.milliseconds();
    if (run >= 0) times.push_back(elapsed);
  }
  std::nth_element(times.begin(), times.begin() + measured_runs / 2, times.end());
  return times[measured_runs / 2];
}

/// The same of what `enqueue(executor)` puts on a stream, captured once as a graph.
template <class Before, class Enqueue>
double captured_ms(gsta::cuda_executor const& exec, Before const& before, Enqueue const& enqueue) {
  auto const work = gsta::captured_work::record(exec, enqueue);
  return median_ms(exec, before, [&] { work.launch(exec); });
}

}  // namespace gsta_bench
