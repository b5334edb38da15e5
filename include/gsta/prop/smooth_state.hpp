#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/core/units.hpp"

namespace gsta {

/// Arrivals merged smoothly, and how much each arc's candidate counts in them, written by `propagate_smooth`.
/// `Value` is float, or double on a host that checks gradients.
template <memory_space S, class Value = float>
struct smooth_state {
  buffer<per_condition<Value>, S> arrival;  ///< [nodes] ps from the node's launch edge
  /// [node arcs] by position in the fan-in rows: the softmax of the node's candidates, d arrival / d
  /// candidate. With that of an asserted arrival they add up to 1; 0 for what takes no part.
  buffer<per_condition<Value>, S> weight;
};

/// Buffers for `propagate_smooth`; `node_arcs` is the arc count of the node graph.
///
/// Shapes: as the struct says. Cost: two allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <class Value = float, executor E>
smooth_state<E::space, Value> make_smooth_state(E const& exec, std::size_t nodes, std::size_t node_arcs) {
  return {{exec, nodes}, {exec, node_arcs}};
}

}  // namespace gsta
