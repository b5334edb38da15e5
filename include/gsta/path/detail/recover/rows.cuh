#pragma once

#include <limits>

#include "gsta/core/algorithm.cuh"
#include "gsta/core/search.hpp"
#include "gsta/path/detail/recover/rows.hpp"

namespace gsta::detail {

/// Elements that a warp takes in turn.
inline constexpr std::int64_t row_stretch = 512;

/// The row that each stretch begins in.
struct stretch_row_op {
  device_span<std::int64_t const> begin;
  device_span<id> row;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::int64_t const first = static_cast<std::int64_t>(i) * row_stretch;
    row[i] = row_of(begin, first);
  }
};

/// Where a lane is among the rows, which it passes one after the other.
struct row_cursor {
  device_span<std::int64_t const> begins;
  std::int64_t row, begin, end;

  __device__ row_cursor(device_span<std::int64_t const> all, id first)
      : begins(all), row(first), begin(__ldg(all.data() + row)), end(__ldg(all.data() + row + 1)) {}
  __device__ void go_to(std::int64_t at) {
    while (end <= at) {
      ++row;
      begin = end;
      end = __ldg(begins.data() + row + 1);
    }
  }
};

/// A warp goes along its stretch, its lanes side by side, so that what it reads and writes of a row is
/// coalesced, however long rows are. An op that reads and writes apart has several elements under way.
template <class Op>
__global__ void row_stretch_kernel(device_span<std::int64_t const> begin, device_span<id const> first_row,
                                   std::int64_t elements, Op op) {
  std::int64_t const warp = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
  std::int64_t const first = warp * row_stretch;
  if (first >= elements) return;
  std::int64_t const end = first + row_stretch < elements ? first + row_stretch : elements;
  row_cursor cursor(begin, first_row[static_cast<std::size_t>(warp)]);
  if constexpr (requires { typename Op::value_type; }) {
    constexpr int at_once = 8;
    for (std::int64_t at = first + threadIdx.x % 32; at < end; at += 32 * at_once) {
      typename Op::value_type value[at_once];
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        if (at + 32 * u >= end) break;
        cursor.go_to(at + 32 * u);
        value[u] = op.read(cursor.row, at + 32 * u - cursor.begin);
      }
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        if (at + 32 * u < end) op.write(at + 32 * u, value[u]);
      }
    }
  } else {
    for (std::int64_t at = first + threadIdx.x % 32; at < end; at += 32) {
      cursor.go_to(at);
      op(cursor.row, at - cursor.begin, at);
    }
  }
}

template <class Op>
void for_each_in_rows(cuda_executor const& exec, device_span<std::int64_t const> begin, std::int64_t elements,
                      Op const& op) {
  if (elements == 0) return;
  constexpr std::int64_t block = 256, most = std::numeric_limits<int>::max();
  std::int64_t const stretches = (elements + row_stretch - 1) / row_stretch;
  std::int64_t const blocks = (32 * stretches + block - 1) / block;
  require(blocks <= most && begin.size() <= static_cast<std::size_t>(most),
          "for_each_in_rows: too many rows or elements");
  buffer<id, memory_space::device> row(exec, static_cast<std::size_t>(stretches));
  for_each_n(exec, row.size(), stretch_row_op{begin, row.view()});
  row_stretch_kernel<<<static_cast<unsigned>(blocks), static_cast<unsigned>(block), 0, exec.stream>>>(
      begin, std::as_const(row).view(), elements, op);
  check_cuda(cudaGetLastError(), "kernel launch");
}

}  // namespace gsta::detail
