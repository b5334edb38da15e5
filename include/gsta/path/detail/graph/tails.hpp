#pragma once

#include "gsta/core/search.hpp"
#include "gsta/graph/build.hpp"

namespace gsta::detail {

/// Tails of a stretch of edges: one search, then a walk along the rows.
template <memory_space S>
struct tails_op {
  static constexpr std::size_t stretch = 16;
  span<id const, S> begin;
  span<id, S> tail;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const first = i * stretch, left = tail.size() - first;
    id v = row_of(begin, static_cast<id>(first));
    for (std::size_t e = first; e < first + (left < stretch ? left : stretch); ++e) {
      while (begin[v + 1] <= static_cast<id>(e)) ++v;
      tail[e] = v;
    }
  }
};

template <executor E>
buffer<id, E::space> tails_of(E const& exec, view_for<E, id const> begin, std::size_t edges) {
  buffer<id, E::space> tail(exec, edges);
  using op = tails_op<E::space>;
  for_each_n(exec, (edges + op::stretch - 1) / op::stretch, op{begin, tail.view()});
  return tail;
}

}  // namespace gsta::detail
