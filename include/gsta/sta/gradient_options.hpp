#pragma once

#include <cstdint>
#include <functional>

#include "gsta/adjoint/state.hpp"
#include "gsta/core/executor.hpp"
#include "gsta/core/units.hpp"
#include "gsta/smooth/cost.hpp"
#include "gsta/sta/plan_options.hpp"

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
  span<double const, S> cost;                               ///< [1] ps
  span<float const, S> violation;                           ///< [endpoints] ps, smooth; larger is worse
  span<per_condition<float> const, S> node_smooth_arrival;  ///< [nodes] ps
  span<per_condition<float> const, S> smooth_weight;        ///< [node arcs] as `smooth_state` says
  span<per_condition<float> const, S> node_arrival;         ///< [nodes] by smooth arrival
  span<per_condition<float> const, S> arc_delay;            ///< [arcs]
  // level `full`
  span<per_condition<float> const, S> slew;       ///< [pins]
  span<per_condition<float> const, S> load;       ///< [pins] by the load that a driver sees
  span<per_condition<float> const, S> arc_slew;   ///< [arcs] as `delay_adjoint_state` says
  span<per_condition<float> const, S> made_slew;  ///< [arcs]
  span<wire_values<float> const, S> wire;         ///< [net arcs] by what the wire answers
  span<per_condition<float> const, S> pin_load;   ///< [pins] by the load that the pin puts on its nets
  span<float const, S> resistance;                ///< stars: [net arcs]; trees: [edges]
  span<float const, S> capacitance;               ///< stars: [net arcs]; trees: [nodes]
  span<float const, S> x;                         ///< [pins] by x of the pin, under star wires
  span<float const, S> y;                         ///< [pins] by y of the pin, under star wires
};

/// What a `gradient_plan` can be told.
template <executor E>
struct gradient_options {
  static constexpr memory_space space = E::space;  ///< where the caller's seeds lie

  gradient_level level = gradient_level::full;  ///< how far back
  /// The cost, and the temperature of its merges and of the arrivals'.
  smooth_cost_options cost{};
  /// On a device: gradients beside required times and slacks, on a stream of their own; else behind them. The
  /// bits do not depend on it.
  bool is_fused = true;
  /// On a device at level `full` also gradients by what tables give and what wires answer: `arc_slew`,
  /// `made_slew` and `wire`. A host always has them.
  bool tables = false;
  /// On a device also smooth arrivals and softmax weights by id: `node_smooth_arrival` and `smooth_weight`. A
  /// host always has them.
  bool smooth = false;
  /// On a device, fused: the sweep of required times takes 1 / sharing of the device's blocks, and leaves the
  /// rest to the flat work beside it. 0: 3 at level `full`, where that is much, else 1.
  int sharing = 0;
  /// `update_extent::endpoints` leaves required times out.
  plan_options<space> update{.extent = update_extent::all_pins};
  /// A cost of the caller's own of what the endpoints violate: called in each run of a host, on a device once
  /// for each time an update is put on a stream (once when it is recorded), with the executor to launch on,
  /// `violation` [endpoints] to read and d cost / d violation [endpoints] to write. `cost.goal` is then
  /// `total`; its sum is only a figure.
  std::function<void(E const&, span<float const, space>, span<float, space>)> endpoint_cost{};
  /// [nodes] d cost / d smooth arrival of a cost of the caller's own, instead of `cost`. Every run reads it,
  /// so that it may change from run to run.
  span<per_condition<float> const, space> seed{};
  /// [pins] d cost / d slew of a cost of the caller's own, or empty.
  span<per_condition<float> const, space> slew_seed{};
};

}  // namespace gsta
