#pragma once

#include "gsta/forward/detail/layer.hpp"

namespace gsta {

/// Slews and arrivals where the sweep left them, before they are scattered by id: for who needs those of
/// few pins at once, or scatters them together with more. The same bits as `scatter_arrivals` writes.
template <memory_space S>
struct swept_timing {
  detail::scatter_op<S, detail::forward_layer<S, true, true>> values;

  /// Slew and arrival of a node and its pin, which are one vertex here.
  GSTA_HD detail::vertex_value at(id vertex, id, int c) const noexcept {
    return values.at(static_cast<std::size_t>(vertex), c);
  }

  /// Writes the vertex's slews and arrivals, and returns the arrivals.
  GSTA_HD per_condition<float> scatter(std::size_t vertex) const noexcept { return values.scatter(vertex); }
};

/// The same where pins have several nodes: arrivals where the sweep left them, slews by pin.
template <memory_space S>
struct swept_arrivals {
  detail::scatter_op<S, detail::forward_layer<S, false, true>> values;
  span<per_condition<float> const, S> slew;  ///< [pins]

  GSTA_HD detail::vertex_value at(id node, id pin, int c) const noexcept {
    return {slew[pin][c], values.at(static_cast<std::size_t>(node), c).arrival};
  }

  /// Writes the node's arrivals, and returns them.
  GSTA_HD per_condition<float> scatter(std::size_t node) const noexcept { return values.scatter(node); }
};

}  // namespace gsta
