#pragma once

#include "gsta/forward/detail/layer.hpp"

namespace gsta {

/// Slews and arrivals where the stages left them, before they are handed out by id: for who needs those of
/// few pins at once, or hands them out together with more. The same bits as `publish_arrivals` writes.
template <memory_space S>
struct staged_timing {
  detail::publish_op<S, detail::forward_layer<S, true, true>> publish;

  /// Slew and arrival of a node and its pin, which are one vertex here.
  GSTA_HD detail::stage_value at(id vertex, id, int c) const noexcept {
    return publish.at(static_cast<std::size_t>(vertex), c);
  }

  /// Writes the vertex's slews and arrivals, and returns the arrivals.
  GSTA_HD corner_values hand_out(std::size_t vertex) const noexcept { return publish.hand_out(vertex); }
};

/// The same where pins have several nodes: arrivals where the stages left them, slews by pin.
template <memory_space S>
struct staged_arrivals {
  detail::publish_op<S, detail::forward_layer<S, false, true>> publish;
  span<corner_values const, S> slew;  ///< [pins]

  GSTA_HD detail::stage_value at(id node, id pin, int c) const noexcept {
    return {slew[pin][c], publish.at(static_cast<std::size_t>(node), c).arrival};
  }

  /// Writes the node's arrivals, and returns them.
  GSTA_HD corner_values hand_out(std::size_t node) const noexcept { return publish.hand_out(node); }
};

}  // namespace gsta
