#pragma once

#include "gsta/path/graph.hpp"

namespace gsta::detail {

enum class sweep_direction { along_walks, against_walks };

template <memory_space S, class Op>
struct vertices_op {
  span<id const, S> vertex;
  Op op;
  GSTA_HD void operator()(std::size_t i) const noexcept { op(vertex[i]); }
};

/// Calls `op(vertex)` for every vertex, level by level; constraint_sweep.cuh does it in one launch.
template <executor E, class Op>
void sweep_rows(E const& exec, search_rows<E::space> const& rows, sweep_direction direction, Op const& op) {
  std::size_t const levels = rows.level_count();
  for (std::size_t l = 0; l < levels; ++l) {
    std::size_t const level = direction == sweep_direction::along_walks ? l : levels - 1 - l;
    auto const first = static_cast<std::size_t>(rows.level_begin[level]);
    auto const count = static_cast<std::size_t>(rows.level_begin[level + 1]) - first;
    for_each_n(exec, count, vertices_op<E::space, Op>{rows.view().order.subspan(first, count), op});
  }
}

}  // namespace gsta::detail
