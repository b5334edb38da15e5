#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/core/units.hpp"

namespace gsta {

/// The delay layer: per pin and per arc, never per tag.
template <memory_space S>
struct delay_state {
  buffer<corner_values, S>
      slew;  ///< [pins] ps, merged over all arcs into the pin (worst); undefined: identity
  buffer<corner_values, S> arc_delay;  ///< [arcs of the pin graph] ps, by the edge at the arc's output
};

/// The arrival layer: per node (pin x tag), with one tag per pin.
template <memory_space S>
struct arrival_state {
  buffer<corner_values, S> arrival;  ///< [nodes] ps from the node's launch edge
  buffer<per_condition<id>, S>
      predecessor;  ///< [nodes] position in fanin_from of the winning arc; none: asserted
};

/// Buffers for the delay layer of `propagate`.
///
/// Shapes: as the structs say. Cost: two allocations. Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
delay_state<E::space> make_delay_state(E const& exec, std::size_t pins, std::size_t arcs) {
  return {{exec, pins}, {exec, arcs}};
}

/// Buffers for the arrival layer of `propagate`.
///
/// Shapes: as the struct says. Cost: two allocations. Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
arrival_state<E::space> make_arrival_state(E const& exec, std::size_t nodes) {
  return {{exec, nodes}, {exec, nodes}};
}

}  // namespace gsta
