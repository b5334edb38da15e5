#pragma once

#include "gsta/core/span.hpp"

namespace gsta {

/// Where the vertices and edges of a renumbered graph stood before.
template <memory_space S>
struct renumbering_view {
  span<id const, S> vertex_of;  ///< [vertices] old vertex of each new one
  span<id const, S> edge_of;    ///< [edges] old position of each new one

  template <memory_space D, class F>
  renumbering_view<D> map(F f) const {
    return {f(vertex_of), f(edge_of)};
  }
};

}  // namespace gsta
