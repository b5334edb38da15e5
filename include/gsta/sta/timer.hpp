#pragma once

#include <optional>
#include <utility>

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/validate.hpp"
#include "gsta/forward/credit_plan.hpp"
#include "gsta/forward/effective.hpp"
#include "gsta/forward/propagate.hpp"
#include "gsta/forward/update_clock_tree.hpp"
#include "gsta/graph/build.hpp"
#include "gsta/graph/levelize.hpp"
#include "gsta/rc/elmore.hpp"
#include "gsta/rc/flatten_rc.hpp"
#include "gsta/rc/passing_trees.hpp"
#include "gsta/slack/latches.hpp"
#include "gsta/slack/pin_timing.hpp"
#include "gsta/slack/required.hpp"
#include "gsta/slack/summary.hpp"
#include "gsta/sta/detail/timer_state.hpp"
#include "gsta/sta/detail/timer_sweeps.hpp"
#include "gsta/sta/plan_options.hpp"
#include "gsta/sta/timer_options.hpp"
#ifdef GSTA_COMPILED_TBB
#include "gsta/core/tbb_executor.hpp"
#endif

namespace gsta {

namespace primitive {
struct timer;
}

template <executor E>
class timing_plan;
template <executor E>
class gradient_plan;
template <executor E>
struct gradient_options;

/// What a timer is made of before its states: for flows that make the parts in an order of their own.
template <memory_space S>
struct timer_parts {
  owned<flat_view, S> design;  ///< the flat design's arrays in this space
  buffer<edge_map, S> edges;   ///< [arcs of the pin graph] as `list_pin_arcs` has them
  timing_graph<S> graph;       ///< of pins
  levels<S> order;             ///< of `graph`
  flattened_rc<S> rc;          ///< may be empty where wires are stars
  timing_nodes<S> nodes;       ///< of the arrival layer
  timing_checks<S> checks;     ///< of these nodes
  wire_state<S> wires;         ///< what the wires do; `update` writes it
};

/// Write access to the values of a timed design, for kernels and loops of the caller's that change them in
/// place. An update or a plan's run comes next. What is undefined must stay undefined, and what is defined
/// defined. Arrays that the timer looks at without owning them are empty here: their owner writes them.
template <memory_space S>
struct timing_inputs {
  span<per_condition<float>, S> pin_load;       ///< [pins] fF that the pin puts on its net
  span<per_condition<float>, S> asserted_slew;  ///< [pins] ps
  span<float, S> capacitance;                   ///< [RC nodes] fF, without pins
  span<float, S> resistance;                    ///< [RC edges] kOhm
  span<per_condition<float>, S> node_asserted;  ///< [nodes] ps from the launch edge
  /// Loads and what wires do, as `update_wires`, `update_star_wires` and wire plans write them; then
  /// `timer::update_behind_wires` comes next.
  wire_state<S>* wires;
};

/// One design on one executor, from flat arrays to slacks: the primitives in their usual order and nothing
/// else. `view` reads its arrays, `inputs` writes values; its state is private.
///
/// Where: arrays live in the executor's space. Construction waits; `update` mostly does not.
/// Needs: the flat design to outlive the timer.
template <executor E>
class timer {
 public:
  static constexpr memory_space space = E::space;  ///< where its arrays lie
  static_assert(driver_known<primitive::timer, E>, "a timer on a device needs gsta/sta/timer.cuh");

  /// Builds graph, levels, RC trees, arrival nodes and checks, and allocates all states.
  ///
  /// Throws: graph_error on a loop, argument_error on arrays that do not fit together (see `validate`).
  timer(E const& exec, flat_design const& source, timer_options const& settings = {});

  /// Takes over parts of one design that were made before, and allocates the other states. Does not wait.
  ///
  /// Needs: parts that fit together, made with this executor or in its order.
  timer(E const& exec, timer_parts<space>&& parts, timer_options const& settings = {});

  /// Takes over parts of `source`, which common-path credits are prepared from. Waits where there are some.
  ///
  /// Needs: as above.
  timer(E const& exec, timer_parts<space>&& parts, flat_design const& source, timer_options const& settings);

  /// The whole update: wires, slews and arrivals, checks, required times and slacks. Neither waits nor
  /// allocates, so that a stream which is being captured takes it as it is; with loops through latches it
  /// does both, and so it does on a device by effective capacitances, unless the stream is being captured. On
  /// a host it lays the library's tables out each time.
  void update(E const& exec);

  /// The whole update with a delay model of the caller's.
  template <delay_model Model>
  void update(E const& exec, Model const& model);

  /// `update` without its backward pass: checks and endpoints have slacks then, `required` and slacks of
  /// nodes may be anything until `update_required_times`. Of figures no more is needed.
  void update_endpoints(E const& exec);

  /// The backward pass behind `update_endpoints`.
  void update_required_times(E const& exec);

  /// All of `update` but its wires: `wires` has been written, as by a wire plan, which needs no tree sums.
  void update_behind_wires(E const& exec);

  /// Prepares this timer's whole update, for loops that change locations, loads, wires or asserted values in
  /// place and for streams that are captured. Include gsta/sta/timing_plan.hpp, on a device .cuh.
  ///
  /// Shapes: any; locations as `star_view`. Cost: O(pins + arcs), on a device also one update's launches.
  /// Where: the executor; waits on a device. Needs: what is asserted where stays so; the values may change.
  /// Throws: argument_error on locations of another design, on a design with latches and, with common-path
  /// credits, on clock paths that meet, both of which `update` times; cuda_error; what allocation throws.
  template <executor F>
  timing_plan<F> prepare(F const& exec, plan_options<space> const& options = {});

  /// Prepares this timer's whole update and the gradients of a smooth cost. Include
  /// gsta/sta/gradient_plan.hpp, on a device .cuh.
  ///
  /// Shapes: any; locations as `star_view`. Cost: that of `prepare`, and O(pins + arcs). Where: the executor;
  /// waits on a device. Throws: argument_error on what `prepare` refuses, on seeds of another design, and on
  /// a design with latches or credits, whose gradients `gsta/adjoint/latches.hpp` and
  /// `gsta/sta/credit_gradients.hpp` find; on a device at level `full` also on wires of `wire_slew::reduce`
  /// without `cell_model::effective`; cuda_error; what allocation throws.
  template <executor F>
  gradient_plan<F> prepare_gradients(F const& exec, gradient_options<F> const& options = {});

  /// WNS, TNS and counts of one side (waits). Throws: argument_error before the first update; range_error
  /// where times came to more than nine seconds, or to no number, so that figures say nothing: `summarize`
  /// has them all the same.
  slack_summary summary(E const& exec, split side) const;

  /// Slack, required time and arrival by pin, into the caller's arrays: `find_pin_timing`. Does not wait.
  /// Throws: argument_error before the first update.
  void pin_timing(E const& exec, pin_timing_view<space> const& out) const;

  /// Common-path credits anew, behind arrivals; nothing without `timer_options::credits`. Where the worst
  /// of clock paths that meet count it waits, and allocates.
  void update_credits(E const& exec);

  /// All arrays, to read. Results may be anything until the first update, see `timing_view::is_written`.
  ///
  /// Shapes and Units: as the struct says. Cost: none. Where: host; does not wait, so that on a device work
  /// that reads the arrays goes on the stream of the update. Throws: nothing.
  timing_view<space> view() const noexcept { return state_.view(); }
  /// The values that a caller may change in place between updates.
  ///
  /// Shapes and Units: as the struct says. Cost: none. Where: host; does not wait. Throws: nothing.
  timing_inputs<space> inputs() noexcept;
  /// As given; `delays.wires` as the wires are computed, and no credits where the design has none.
  timer_options const& options() const noexcept { return state_.options; }

  /// How updates were made since construction, by method; of a live timer since its last rebuild. Cost: none;
  /// does not wait.
  update_counts const& counts() const noexcept { return state_.counts; }

  /// What checks are updated with: latches and credits too.
  checks_input<space> checked_against() const { return state_.checked_against(); }
  /// What the delay layer sweeps over, for calls of the primitives; the timer must outlive it.
  delay_problem<space> pins() const { return state_.pins(); }
  /// What the arrival layer sweeps over, for calls of the primitives; the timer must outlive it.
  arrival_problem<space> arrival_nodes() const { return state_.arrival_nodes(); }
  /// What its common-path credits are found from, for calls of the primitives; the timer must outlive it.
  credit_input<space> credit_problem() const { return state_.credit_problem(); }
  /// The table model of this design and its wires, for calls of the primitives; the timer must outlive it.
  table_delay_model<space> delay_model_of() const { return state_.delay_model_of(); }

  /// Whether its delays are of effective capacitances.
  bool is_effective() const noexcept { return state_.is_effective(); }
  /// The model of effective capacitances, where `timer_options::delays` has it; the timer must outlive it.
  ceff_delay_model<space> effective_model() { return state_.effective_model(); }

  /// The owner of the arrival layer's graph, as primitives take it; on the host also tags and the nodes of
  /// each pin.
  timing_nodes<space> const& nodes() const noexcept { return state_.nodes; }
  /// The pin graph's levels, as primitives take them.
  levels<space> const& order() const noexcept { return state_.order; }
  /// The owner of RC trees, as primitives take it, and how much of the wires was no tree; empty where trees
  /// are not kept.
  flattened_rc<space> const& rc() const noexcept { return state_.rc; }
  /// The owner of checks and latches, as primitives take it; on the host also the groups of checks.
  timing_checks<space> const& checks() const noexcept { return state_.checks; }
  /// The owner of the clock tree of common-path credits, as primitives take it.
  clock_tree<space> const& clocks() const noexcept { return state_.clocks; }
  /// The owner of loads and what wires do, as primitives take it.
  wire_state<space> const& wires() const noexcept { return state_.wires; }
  /// The owner of slews and arc delays, as primitives take it.
  delay_state<space> const& delays() const noexcept { return state_.delays; }
  /// The owner of arrivals, as primitives take it.
  arrival_state<space> const& arrivals() const noexcept { return state_.arrivals; }
  /// The owner of required times and slacks, as primitives take it.
  slack_state<space> const& slacks() const noexcept { return state_.slacks; }

 private:
  friend detail::timer_access;
  static timer_options settled(timer_options settings);
  effective_state<space> stages_of(E const& exec) const;
  rc_state<space> trees_of(E const& exec) const;
  std::optional<passing_trees> passing_of(E const& exec) const;
  /// Whether this is a host's timer that keeps no more than one update needs.
  static bool is_brief(timer_options const& how) noexcept {
    return host_side_executor<E> && how.for_one_update;
  }
  credit_state<space> lanes_of(E const& exec) const;
  slack_state<space> slacks_of(E const& exec) const;
  void prepare_credits(E const& exec, flat_design const& source);
  void choose_clock_paths(E const& exec);
  void sweep_credits(E const& exec);
  /// Delays, arrivals and credits of a design with latches. What departs from these depends on credits, so
  /// that where arrivals say which clock paths count, arrivals are swept again.
  template <delay_model Model>
  void update_latched(E const& exec, Model const& model);
  void update_its_wires(E const& exec);
  template <delay_model Model>
  void update_forward(E const& exec, Model const& model);
  static timer_options without_credits(timer_options settings);

  detail::timer_state<space> state_;
};

}  // namespace gsta

#include "gsta/sta/detail/timer_inl.hpp"
