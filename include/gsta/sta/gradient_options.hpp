#pragma once

#include <cstdint>

#include "gsta/adjoint/values.hpp"
#include "gsta/core/units.hpp"
#include "gsta/smooth/cost.hpp"

namespace gsta {

/// How far gradients go back.
enum class gradient_level : std::uint8_t {
  linear,  ///< to arrivals and arc delays, which count as given
  full,    ///< through tables, slews and wires: to slews, loads, R and C, and where pins are under star wires
};

/// What a `gradient_plan` finds, as views of the plan's own arrays: they stay where they are from run to run.
/// Units: those of the cost (ps) a ps, fF, kOhm or um. Empty where the level, or the kind of wires, has none.
template <memory_space S>
struct gradients_view {
  span<double const, S> cost;                        ///< [1] ps
  span<float const, S> violation;                    ///< [endpoints] ps, smooth; larger is worse
  span<corner_values const, S> node_smooth_arrival;  ///< [nodes] ps
  span<corner_values const, S> smooth_weight;        ///< [node arcs] as `smooth_state` says
  span<corner_values const, S> node_arrival;         ///< [nodes] by smooth arrival
  span<corner_values const, S> arc_delay;            ///< [arcs]
  // level `full`
  span<corner_values const, S> slew;       ///< [pins]
  span<corner_values const, S> load;       ///< [pins] by the load that a driver sees
  span<corner_values const, S> arc_slew;   ///< [arcs] as `delay_adjoint_state` says
  span<corner_values const, S> made_slew;  ///< [arcs]
  span<wire_values<float> const, S> wire;  ///< [net arcs] by what the wire answers
  span<corner_values const, S> pin_load;   ///< [pins] by the load that the pin puts on its nets
  span<float const, S> resistance;         ///< stars: [net arcs]; trees: [edges]
  span<float const, S> capacitance;        ///< stars: [net arcs]; trees: [nodes]
  span<float const, S> x;                  ///< [pins] by x of the pin, under star wires
  span<float const, S> y;                  ///< [pins] by y of the pin, likewise
};

}  // namespace gsta
