#pragma once

#include <cstddef>
#include <limits>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/cuda_executor.cuh"

/// Loops and copies on a CUDA stream: of core/algorithm.cuh what needs no CUB.
namespace gsta {

namespace detail {
template <class Op>
__global__ void for_each_kernel(std::size_t n, Op op) {
  std::size_t const i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) op(i);
}
}  // namespace detail

/// One thread an element, on the executor's stream; does not wait.
template <class Op>
void for_each_n(cuda_executor const& exec, std::size_t n, Op const& op) {
  constexpr unsigned block = 256;
  if (n == 0) return;
  std::size_t const blocks = (n + block - 1) / block;
  require(blocks <= static_cast<std::size_t>(std::numeric_limits<int>::max()),
          "for_each_n: too many elements");
  detail::for_each_kernel<<<static_cast<unsigned>(blocks), block, 0, exec.stream>>>(n, op);
  check_cuda(cudaGetLastError(), "kernel launch");
}

/// `copy` between any two spaces, on the executor's stream.
template <class T, memory_space From, memory_space To>
void copy(cuda_executor const& exec, span<T const, From> from, span<T, To> to) {
  require(from.size() == to.size(), "copy: the two spans differ in size");
  if (from.empty()) return;
  check_cuda(cudaMemcpyAsync(to.data(), from.data(), from.size() * sizeof(T), cudaMemcpyDefault, exec.stream),
             "cudaMemcpyAsync");
}

}  // namespace gsta
