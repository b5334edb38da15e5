#include <cstdint>

#include "gsta/core/with_executor.cuh"
#include "test/support/catch.hpp"
#include "test/support/cuda.cuh"

namespace {

std::uint64_t threshold() {
  int device = 0;
  cudaMemPool_t pool = nullptr;
  gsta::check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  gsta::check_cuda(cudaDeviceGetDefaultMemPool(&pool, device), "cudaDeviceGetDefaultMemPool");
  std::uint64_t bytes = 0;
  gsta::check_cuda(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &bytes),
                   "cudaMemPoolGetAttribute");
  return bytes;
}

}  // namespace

TEST_CASE("freed memory stays as long as it is told to, and the pool is as it was behind it", "[small]") {
  gsta_test::with_cuda([](gsta::cuda_executor const& exec) {
    auto const before = threshold();
    {
      gsta::freed_memory_stays const outer;
      CHECK(threshold() == ~std::uint64_t{0});
      gsta::freed_memory_stays const inner;
      gsta::buffer<char, gsta::memory_space::device>(exec, std::size_t{1} << 24);
      exec.sync();
      CHECK(threshold() == ~std::uint64_t{0});
    }
    CHECK(threshold() == before);
    gsta::with_executor(gsta::backend::cuda, 1, [](auto const&) { CHECK(threshold() == ~std::uint64_t{0}); });
    CHECK(threshold() == before);
  });
}
