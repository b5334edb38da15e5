#pragma once

#include <cstdint>

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/forward/effective.hpp"
#include "gsta/rc/elmore.hpp"
#include "gsta/slack/required.hpp"

namespace gsta {

/// One timed design as an incremental update reads and repairs it: views of what is read, addresses of what
/// is written. Views are of the moment: arrays that grew have others.
template <memory_space Space>
struct timed_parts_in {
  static constexpr memory_space S = Space;  ///< where all of it lies

  flat_view<S> design{};                 ///< types, tables, loads and wires, as edited
  rc_forest_view<S> forest{};            ///< of its wires; `incremental_update` needs none
  wire_options wiring{};                 ///< as its wires were updated with
  timing_graph_view<S> pins{};           ///< the pin graph
  levels<S> const* pin_order = nullptr;  ///< of it
  span<edge_map const, S> edges{};       ///< [arcs]
  timing_nodes<S>* nodes = nullptr;      ///< of the arrival layer; their asserted arrivals are edited
  timing_checks_view<S> checks{};        ///< of these nodes
  span<timing_check, S> check{};         ///< `checks.check`, to be edited
  capture_required capture = capture_required::leave_out;  ///< as slacks were updated with
  latch_view<S> latches{};                                 ///< of these checks
  span<latch_pair, S> pair{};                              ///< `latches.pair`, to be edited
  clock_tree_view<S>
      clocks{};  ///< of the credits that latches are found with; without any row there are none
  bool* latches_settled = nullptr;       ///< written where loops through latches are swept
  rc_state<S>* trees = nullptr;          ///< written, but by `incremental_update`
  wire_state<S>* wires = nullptr;        ///< written
  effective_state<S>* stages = nullptr;  ///< written; null or empty without effective capacitances
  delay_state<S>* delays = nullptr;      ///< written
  arrival_state<S>* arrivals = nullptr;  ///< written
  slack_state<S>* slacks = nullptr;      ///< written
  /// What `repair_timing` finds checks with; `incremental_update` is told it at each repair.
  credited_view<S> credited{};

  /// Whether the design has any latch.
  bool has_latches() const noexcept { return latches.any(); }
  /// Whether delays depend on each other beyond the graph (`share_loads`).
  bool has_parallel_drivers() const noexcept { return stages != nullptr && !stages->parallel.empty(); }
};

/// The parts of a timer on the host.
using timed_parts = timed_parts_in<memory_space::host>;

/// How often an incremental update did its steps.
struct repair_counts {
  std::uint64_t nets = 0;           ///< whose wires were found anew
  std::uint64_t pins = 0;           ///< of the delay layer
  std::uint64_t nodes = 0;          ///< of the arrival layer
  std::uint64_t credit_levels = 0;  ///< nodes in the credit levels of common-path credits
  std::uint64_t loops = 0;          ///< sweeps of all loops through latches from the start
  std::uint64_t checks = 0;         ///< required times and slacks of checks
  std::uint64_t required = 0;       ///< nodes of the backward pass
  std::uint64_t endpoints = 0;      ///< whose totals were summed again
};

}  // namespace gsta
