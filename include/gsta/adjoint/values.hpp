#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta {

/// `wire_answer` in any precision.
template <class Value>
struct wire_values {
  per_condition<Value> delay;    ///< ps
  per_condition<Value> impulse;  ///< ps^2 under `wire_slew::degrade`, ps under `wire_slew::keep`
};

/// What wires do, in any precision; where `Value` is float, `wire_view` serves as well.
template <memory_space S, class Value>
struct wire_values_view {
  span<wire_values<Value> const, S> sink;    ///< [net arcs]
  span<per_condition<Value> const, S> load;  ///< [pins] fF that a driver sees
};

/// `wire_state` in any precision: double for checks of gradients.
template <memory_space S, class Value>
struct wire_values_state {
  buffer<wire_values<Value>, S> sink;    ///< [net arcs]
  buffer<per_condition<Value>, S> load;  ///< [pins] fF that a driver sees; 0 for pins that drive nothing

  /// What delay models read; the state must outlive it.
  wire_values_view<S, Value> view() const noexcept { return {sink.view(), load.view()}; }
};

/// `delay_state` in any precision.
template <memory_space S, class Value>
struct delay_values {
  buffer<per_condition<Value>, S> slew;       ///< [pins] ps
  buffer<per_condition<Value>, S> arc_delay;  ///< [arcs] ps
};

/// How an arc's delay and slew change with the slew in front of it, under one condition behind it. Found
/// before the sweep, since it takes only what the forward pass left.
struct alignas(16) sweep_slopes {
  corner_values delay;  ///< of the delay; where arrivals are not swept along, that times its gradient already
  corner_values slew;   ///< of the slew; a NaN where another arc decides the slew behind
};

/// How delay and slew of a cell arc change with the load behind it; of the slew as in `sweep_slopes`.
struct alignas(16) load_slopes {
  corner_values delay;  ///< of the delay, ps per fF
  corner_values slew;   ///< of the slew, ps per fF
};

/// Where a net arc begins and ends, and its position in the fan-in rows: by net arc, so that what goes by
/// wire streams.
struct alignas(16) wire_row {
  id from = none;      ///< pin
  id to = none;        ///< pin
  id position = none;  ///< in the fan-in rows
  id spare = none;     ///< nothing
};

/// Buffers for wires in any precision.
///
/// Shapes: as the struct says. Cost: two allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <class Value, executor E>
wire_values_state<E::space, Value> make_wire_values(E const& exec, std::size_t pins, std::size_t net_arcs) {
  return {{exec, net_arcs}, {exec, pins}};
}

/// Buffers for slews and delays in any precision.
///
/// Shapes: as the struct says. Cost: two allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <class Value, executor E>
delay_values<E::space, Value> make_delay_values(E const& exec, std::size_t pins, std::size_t arcs) {
  return {{exec, pins}, {exec, arcs}};
}

}  // namespace gsta
