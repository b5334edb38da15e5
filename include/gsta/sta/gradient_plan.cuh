#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "gsta/adjoint/state.hpp"
#include "gsta/core/cuda_executor.cuh"
#include "gsta/core/units.hpp"
#include "gsta/smooth/cost.hpp"
#include "gsta/sta/timer.cuh"
#include "gsta/sta/update_options.hpp"

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
struct gradient_options {
  gradient_level level = gradient_level::full;  ///< how far back
  /// The cost, and the temperature of its merges and of the arrivals'.
  smooth_cost_options cost{};
  /// Gradients beside required times and slacks, on a stream of their own; else behind them. The same bits.
  bool is_fused = true;
  /// At level `full` also what tables are worth and what wires answer: `arc_slew`, `made_slew` and `wire`.
  bool tables = false;
  /// Smooth arrivals and softmax weights by id as well: `smooth_arrival` and `smooth_weight`.
  bool smooth = false;
  /// Fused, the sweep of required times takes 1 / sharing of the device's blocks, and leaves the rest to the
  /// flat work beside it. 0: 3 at level `full`, where that is much, else 1.
  int sharing = 0;
  /// `update_extent::endpoints` leaves required times out.
  update_options<memory_space::device> update{.extent = update_extent::all_pins};
  /// A cost of the caller's own of what the endpoints violate: called once for each time an update is put on
  /// a stream (once when it is recorded), with the executor to launch on, `violation` [endpoints] to read and
  /// d cost / d violation [endpoints] to write. `cost.goal` is then `total`; its sum is only a figure.
  std::function<void(cuda_executor const&, device_span<float const>, device_span<float>)> endpoint_cost{};
  /// [nodes] d cost / d smooth arrival of a cost of the caller's own, instead of `cost`. Every run reads it,
  /// so that it may change from run to run.
  device_span<per_condition<float> const> seed{};
  /// [pins] d cost / d slew of a cost of the caller's own, or empty.
  device_span<per_condition<float> const> slew_seed{};
};

class device_gradients;

/// A timer's whole update and the gradients of a smooth cost, captured once: for placers and sizers that want
/// both in every iteration. The timer must outlive it and stay where it is. Needs: as `update_plan`.
class gradient_plan {
 public:
  /// Shapes: any; locations as `star_view`. Cost: O(pins + arcs), and one run's launches on the host. Where:
  /// the executor; waits. Needs: what is asserted where stays so; the values may change. Throws: cuda_error,
  /// argument_error on seeds or locations of another design, on a design with latches, whose gradients
  /// `gsta/adjoint/latches.hpp` finds, and on a timer with common-path credits, whose gradients
  /// `gsta/sta/credit_gradients.hpp` finds, and at level `full` on one whose wires are `wire_slew::reduce`
  /// without `cell_model::effective`.
  gradient_plan(cuda_executor const& exec, timer<cuda_executor>& of, gradient_options const& options = {});

  /// Times the design again and finds the gradients. Allocates nothing, does not wait and returns nothing. On
  /// a stream that the caller is recording it puts the launches themselves.
  ///
  /// Shapes: as the timer's. Cost: one launch. Where: the executor's stream. Throws: cuda_error.
  void run() { run(exec_); }

  /// Times the design again and finds the gradients on another stream of this device.
  ///
  /// Shapes, Cost: as above. Where: the stream of `on`. Throws: cuda_error.
  void run(cuda_executor const& on);

  /// What runs find, where it stays.
  ///
  /// Shapes: as the struct says. Cost: none. Where: host; the result reads device memory. Throws: nothing.
  gradients_view<memory_space::device> gradients() const;

  /// Waits, and reports what the device found since.
  ///
  /// Shapes: none. Cost: a synchronisation. Where: the executor's stream. Throws: cuda_error.
  void check() const { exec_.sync(); }

 private:
  cuda_executor exec_;
  std::unique_ptr<device_gradients, void (*)(device_gradients*)> gradients_;
  captured_work work_;
};

}  // namespace gsta

#ifndef GSTA_COMPILED_DEVICE
#include "gsta/sta/detail/device_gradients.cuh"
#endif
