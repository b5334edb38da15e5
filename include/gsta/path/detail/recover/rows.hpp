#pragma once

#include <cstdint>

#include "gsta/core/algorithm.hpp"

namespace gsta::primitive {
struct recover_paths;  // and whatever else copies rows of any length
}

namespace gsta::detail {

/// Calls `op` for all elements of one row.
template <memory_space S, class Op>
struct whole_row_op {
  span<std::int64_t const, S> begin;
  Op op;
  GSTA_HD void operator()(std::size_t row) const noexcept {
    for (std::int64_t at = begin[row]; at < begin[row + 1]; ++at) {
      op(static_cast<std::int64_t>(row), at - begin[row], at);
    }
  }
};

/// Calls `op(row, i, position)` for every element i of every row, in any order; `elements` is where the last
/// row ends. On the host a row is one item of work; recover_rows.cuh shares the elements out evenly.
template <executor E, class Op>
void for_each_in_rows(E const& exec, view_for<E, std::int64_t const> begin, std::int64_t /*elements*/,
                      Op const& op) {
  for_each_n(exec, begin.size() - 1, whole_row_op<E::space, Op>{begin, op});
}

}  // namespace gsta::detail
