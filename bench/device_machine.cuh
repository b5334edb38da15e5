#pragma once

#include <cstdio>

#include "bench/device_clock.cuh"
#include "gsta/core/algorithm.cuh"

namespace gsta_bench {

/// What the card does at best, measured in the run that reports shares of it.
struct machine_facts {
  double copy = 0;        ///< bytes/ms of a copy from device to device of 1 GB, read and written
  double node = 0;        ///< ms of an empty kernel in a captured graph
  double early_node = 0;  ///< the same where each launch begins early and waits on the device
  double hop = 0;         ///< ms from one warp's store to another multiprocessor's warp that polls for it
};

namespace detail {
static __global__ void empty_kernel() {}
static __global__ void early_kernel() {
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
}

/// Two blocks count up in turn.
static __global__ void ping_pong_kernel(unsigned* word, unsigned hops) {
  for (unsigned i = blockIdx.x; i < hops; i += 2) {
    unsigned seen = 0;
    do {
      asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(word) : "memory");
    } while (seen != i);
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(i + 1) : "memory");
  }
}

inline void launch_early(cudaStream_t stream, bool first) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(1);
  config.blockDim = dim3(32);
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = first ? 0 : 1;
  gsta::check_cuda(cudaLaunchKernelEx(&config, early_kernel), "cudaLaunchKernelEx");
}
}  // namespace detail

inline machine_facts measure_machine(gsta::cuda_executor const& exec) {
  constexpr std::size_t bytes = 1'000'000'000;
  constexpr int nodes = 500;
  constexpr unsigned hops = 2000;
  auto const nothing = [](int) {};
  machine_facts facts;
  {
    gsta::buffer<char, gsta::memory_space::device> from(exec, bytes), to(exec, bytes);
    gsta::check_cuda(cudaMemsetAsync(from.data(), 1, bytes, exec.stream), "cudaMemsetAsync");
    double const ms = median_ms(exec, nothing, [&] {
      gsta::check_cuda(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, exec.stream),
                       "cudaMemcpyAsync");
    });
    facts.copy = 2.0 * static_cast<double>(bytes) / ms;
  }
  facts.node = captured_ms(exec, nothing,
                           [](gsta::cuda_executor const& inner) {
                             for (int i = 0; i < nodes; ++i)
                               detail::empty_kernel<<<1, 32, 0, inner.stream>>>();
                           }) /
               nodes;
  facts.early_node = captured_ms(exec, nothing,
                                 [](gsta::cuda_executor const& inner) {
                                   for (int i = 0; i < nodes; ++i) detail::launch_early(inner.stream, i == 0);
                                 }) /
                     nodes;
  gsta::buffer<unsigned, gsta::memory_space::device> word(exec, 1);
  auto const reset = [&](int) {
    gsta::check_cuda(cudaMemsetAsync(word.data(), 0, sizeof(unsigned), exec.stream), "cudaMemsetAsync");
  };
  facts.hop =
      median_ms(exec, reset, [&] { detail::ping_pong_kernel<<<2, 1, 0, exec.stream>>>(word.data(), hops); }) /
      hops;
  gsta::check_cuda(cudaGetLastError(), "ping_pong_kernel");
  return facts;
}

inline void print(machine_facts const& facts) {
  cudaDeviceProp properties{};
  int driver = 0;
  gsta::check_cuda(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
  gsta::check_cuda(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  std::printf("%s, CUDA %d.%d; ms, medians of %d runs by CUDA events, inputs changed before each.\n\n",
              properties.name, driver / 1000, driver % 1000 / 10, measured_runs);
  std::printf("| the card at its best | |\n|---|---|\n");
  std::printf("| copy of 1 GB on the device, read and written | %.2f TB/s |\n", facts.copy * 1e-9);
  std::printf("| empty kernel in a captured graph | %.2f us |\n", facts.node * 1e3);
  std::printf("| the same, launched early and waiting on the device | %.2f us |\n", facts.early_node * 1e3);
  std::printf("| a value from one multiprocessor to a warp of another that polls | %.2f us |\n\n",
              facts.hop * 1e3);
}

/// Bytes of device memory in use now, or the most since `forget_peak`. Waits.
inline double memory_in_use(gsta::cuda_executor const& exec, bool peak = false) {
  exec.sync();
  cudaMemPool_t pool = nullptr;
  gsta::check_cuda(cudaDeviceGetDefaultMemPool(&pool, 0), "cudaDeviceGetDefaultMemPool");
  unsigned long long bytes = 0;
  gsta::check_cuda(cudaMemPoolGetAttribute(
                       pool, peak ? cudaMemPoolAttrUsedMemHigh : cudaMemPoolAttrUsedMemCurrent, &bytes),
                   "cudaMemPoolGetAttribute");
  return static_cast<double>(bytes);
}
inline void forget_peak() {
  cudaMemPool_t pool = nullptr;
  unsigned long long zero = 0;
  gsta::check_cuda(cudaDeviceGetDefaultMemPool(&pool, 0), "cudaDeviceGetDefaultMemPool");
  gsta::check_cuda(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero),
                   "cudaMemPoolSetAttribute");
}
/// Without this the pool gives memory back to the driver at each wait, and takes it anew.
inline void keep_memory() {
  cudaMemPool_t pool = nullptr;
  unsigned long long all = ~0ull;
  gsta::check_cuda(cudaDeviceGetDefaultMemPool(&pool, 0), "cudaDeviceGetDefaultMemPool");
  gsta::check_cuda(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all),
                   "cudaMemPoolSetAttribute");
}

}  // namespace gsta_bench
