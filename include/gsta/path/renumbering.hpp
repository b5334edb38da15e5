#pragma once

#include "gsta/core/span.hpp"

namespace gsta {

/// Where the vertices and edges of a renumbered graph stood before.
template <memory_space S>
struct renumbering_view {
  span<id const, S> vertex_of;  ///< [vertices] old vertex of each new one
  span<id const, S> moved;  ///< [vertices] what leads from the position of an edge of a row to the old one

  template <memory_space D, class F>
  renumbering_view<D> map(F f) const {
    return {f(vertex_of), f(moved)};
  }
};

}  // namespace gsta
