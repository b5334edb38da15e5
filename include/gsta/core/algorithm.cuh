#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstddef>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "gsta/core/cuda_executor.cuh"

/// The CUDA side of the algorithm seam, with the names and meanings of core/algorithm.hpp. What needs no CUB
/// stands in core/cuda_executor.cuh, which compiles in a fifth of the time.
namespace gsta {

namespace detail {
/// CUB's two calls: ask for scratch, take it from the executor, run.
template <class Call>
void with_scratch(cuda_executor const& exec, Call const& call, char const* name) {
  std::size_t bytes = 0;
  check_cuda(call(nullptr, bytes), name);
  buffer<char, memory_space::device> scratch(exec, bytes == 0 ? 1 : bytes);
  check_cuda(call(scratch.data(), bytes), name);
}

template <class T>
void scan_on_device(cuda_executor const& exec, device_span<T const> in, device_span<T> out) {
  require(out.size() == in.size() + 1, "exclusive_scan: out must hold one element more than in");
  // An inclusive scan written one place further on; out[0] is set apart.
  check_cuda(cudaMemsetAsync(out.data(), 0, sizeof(T), exec.stream), "cudaMemsetAsync");
  if (in.empty()) return;
  with_scratch(
      exec,
      [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveSum(scratch, bytes, in.data(), out.data() + 1, in.size(),
                                             exec.stream);
      },
      "cub::DeviceScan::InclusiveSum");
}

template <class Key>
void sort_on_device(cuda_executor const& exec, device_span<Key> keys, device_span<id> values, int bits) {
  require(keys.size() == values.size(), "sort_by_key: keys and values differ in size");
  if (keys.empty() || bits == 0) return;
  buffer<Key, memory_space::device> other_keys(exec, keys.size());
  buffer<id, memory_space::device> other_values(exec, values.size());
  cub::DoubleBuffer<Key> k(keys.data(), other_keys.data());
  cub::DoubleBuffer<id> v(values.data(), other_values.data());
  with_scratch(
      exec,
      [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortPairs(scratch, bytes, k, v, keys.size(), 0, bits, exec.stream);
      },
      "cub::DeviceRadixSort::SortPairs");
  if (k.Current() != keys.data()) copy(exec, device_span<Key const>(other_keys.view()), keys);
  if (v.Current() != values.data()) copy(exec, device_span<id const>(other_values.view()), values);
}
}  // namespace detail

/// `exclusive_scan` on the device; does not wait.
inline void exclusive_scan(cuda_executor const& exec, device_span<id const> in, device_span<id> out) {
  detail::scan_on_device(exec, in, out);
}
/// `exclusive_scan` on the device for totals beyond what ids can number; does not wait.
inline void exclusive_scan(cuda_executor const& exec, device_span<std::int64_t const> in,
                           device_span<std::int64_t> out) {
  detail::scan_on_device(exec, in, out);
}

/// `sort_by_key` on the device, by radix; does not wait. Scratch: as much as both arrays.
inline void sort_by_key(cuda_executor const& exec, device_span<id> keys, device_span<id> values) {
  detail::sort_on_device(exec, keys, values, 32);
}
/// `sort_by_key` on the device for 64-bit keys, of which the lowest `bits` differ: fewer bits are fewer
/// passes.
inline void sort_by_key(cuda_executor const& exec, device_span<std::uint64_t> keys, device_span<id> values,
                        int bits = 64) {
  detail::sort_on_device(exec, keys, values, bits);
}

/// `sort_by` on the device, by merging; does not wait.
template <class Before>
void sort_by(cuda_executor const& exec, device_span<id> items, Before const& before) {
  if (items.empty()) return;
  detail::with_scratch(
      exec,
      [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceMergeSort::SortKeys(scratch, bytes, items.data(), items.size(), before,
                                              exec.stream);
      },
      "cub::DeviceMergeSort::SortKeys");
}

/// `sort` on the device, by radix; does not wait.
inline void sort(cuda_executor const& exec, device_span<id> keys) {
  if (keys.empty()) return;
  buffer<id, memory_space::device> sorted(exec, keys.size());
  detail::with_scratch(
      exec,
      [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortKeys(scratch, bytes, keys.data(), sorted.data(), keys.size(), 0, 32,
                                              exec.stream);
      },
      "cub::DeviceRadixSort::SortKeys");
  copy(exec, device_span<id const>(sorted.view()), keys);
}

/// `select` on the device; waits for the number.
template <class Predicate>
std::size_t select(cuda_executor const& exec, std::size_t n, Predicate const& keep, device_span<id> out) {
  if (n == 0) return 0;
  buffer<id, memory_space::device> count(exec, 1);
  thrust::counting_iterator<id> const all(0);
  detail::with_scratch(
      exec,
      [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceSelect::If(scratch, bytes, all, out.data(), count.data(), n, keep, exec.stream);
      },
      "cub::DeviceSelect::If");
  return static_cast<std::size_t>(to_vector(exec, count.view())[0]);
}

/// `reduce` on the device; waits for the result.
template <class T, class Term, class Combine>
T reduce(cuda_executor const& exec, std::size_t n, Term const& term, T init, Combine const& combine) {
  if (n == 0) return init;
  buffer<T, memory_space::device> result(exec, 1);
  auto const terms = thrust::make_transform_iterator(thrust::counting_iterator<std::size_t>(0), term);
  detail::with_scratch(
      exec,
      [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Reduce(scratch, bytes, terms, result.data(), n, combine, init, exec.stream);
      },
      "cub::DeviceReduce::Reduce");
  return to_vector(exec, result.view())[0];
}

}  // namespace gsta
