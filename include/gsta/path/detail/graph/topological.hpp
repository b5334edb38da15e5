#pragma once

#include <cstddef>
#include <vector>

#include "gsta/core/span.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta::detail {

/// Vertices of host rows with tails before heads; fewer than all where there is a cycle.
inline std::vector<id> tails_before_heads(host_span<id const> begin, host_span<id const> to) {
  std::size_t const n = begin.size() - 1;
  vector_by_id<id> waiting(n, 0), order;
  for (id const v : to) ++waiting[v];
  order.reserve(n);
  for (std::size_t v = 0; v < n; ++v) {
    if (waiting[v] == 0) order.push_back(static_cast<id>(v));
  }
  for (std::size_t done = 0; done < order.size(); ++done) {
    id const v = order[done];
    for (id e = begin[v]; e < begin[v + 1]; ++e) {
      if (--waiting[to[e]] == 0) order.push_back(to[e]);
    }
  }
  return order;
}

}  // namespace gsta::detail
