#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta {

namespace detail {
/// Runs an op over the vertices of one level.
template <memory_space S, class Op>
struct level_op {
  span<id const, S> order;
  Op op;
  GSTA_HD void operator()(std::size_t i) const noexcept { op(order[i]); }
};
}  // namespace detail

/// The generic driver of everything that goes along arcs: calls `op(vertex)` once for every vertex, a level
/// after the other, the vertices of one level in any order. Special drivers must give the same bits.
///
/// Shapes: every vertex of `order`. Cost: one launch a level. Where: the executor; does not wait.
/// Throws: cuda_error if a launch fails.
template <executor E, class Op>
void sweep_forward(E const& exec, levels<E::space> const& order, Op const& op) {
  for (std::size_t l = 0; l < order.count(); ++l) {
    auto const level = order.level(l);
    for_each_n(exec, level.size(), detail::level_op<E::space, Op>{level, op});
  }
}

/// `sweep_forward` with the last level first.
///
/// Shapes: every vertex of `order`. Cost: one launch a level. Where: the executor; does not wait.
/// Throws: cuda_error if a launch fails.
template <executor E, class Op>
void sweep_backward(E const& exec, levels<E::space> const& order, Op const& op) {
  for (std::size_t l = order.count(); l-- > 0;) {
    auto const level = order.level(l);
    for_each_n(exec, level.size(), detail::level_op<E::space, Op>{level, op});
  }
}

}  // namespace gsta
