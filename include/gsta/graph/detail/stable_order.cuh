#pragma once

#include <thrust/functional.h>

#include <bit>
#include <cstdint>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include "gsta/core/algorithm.cuh"

namespace gsta::detail {

/// Sorts pairs stably by keys in [0, keys_below), looking at no more bits than those have.
inline void sort_small_keys(cuda_executor const& exec, std::size_t keys_below, device_span<id const> keys,
                            device_span<id> sorted_keys, device_span<id const> values,
                            device_span<id> sorted_values) {
  if (keys.empty()) return;
  int const bits = keys_below <= 2 ? 1 : static_cast<int>(std::bit_width(keys_below - 1));
  with_scratch(
      exec,
      [&](void* scratch, std::size_t& bytes) {
        // CUB is faster where the count has 32 bits.
        return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys.data(), sorted_keys.data(), values.data(),
                                               sorted_values.data(), static_cast<std::uint32_t>(keys.size()),
                                               0, bits, exec.stream);
      },
      "cub::DeviceRadixSort::SortPairs");
}

/// values[i] = max(values[0] .. values[i])
inline void running_maximum(cuda_executor const& exec, device_span<id> values) {
  if (values.empty()) return;
  with_scratch(
      exec,
      [&](void* scratch, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveScan(scratch, bytes, values.data(), values.data(),
                                              cuda::maximum<id>{}, static_cast<std::uint32_t>(values.size()),
                                              exec.stream);
      },
      "cub::DeviceScan::InclusiveScan");
}

}  // namespace gsta::detail
