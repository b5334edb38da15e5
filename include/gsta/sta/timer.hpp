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
#include "gsta/sta/detail/timer_sweeps.hpp"
#include "gsta/sta/timer_options.hpp"
#ifdef GSTA_COMPILED_TBB
#include "gsta/core/tbb_executor.hpp"
#endif

namespace gsta {

namespace primitive {
struct timer;
}

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

/// One design on one executor, from flat arrays to slacks: the primitives in their usual order and nothing
/// else. Every array stays reachable; those who need another order call the primitives themselves.
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

  /// What checks are updated with: latches and credits too.
  checks_input<space> checked_against() const {
    return options.credits == common_path::leave_in ? checks_input<space>(checks)
                                                    : checks_input<space>(checks, view_of(credit_levels));
  }

  /// What the delay layer sweeps over, for calls of the primitives; the timer must outlive it.
  delay_problem<space> pins() const {
    return {graph.view, &order, arcs.edges.view(), design.view.asserted_slew};
  }
  /// What the arrival layer sweeps over, for calls of the primitives; the timer must outlive it.
  arrival_problem<space> arrival_nodes() const { return problem_of(nodes, arcs.edges.view()); }
  /// What its common-path credits are found from, for calls of the primitives; the timer must outlive it.
  credit_input<space> credit_problem() const { return {arrival_nodes(), &checks, &clocks, role.view()}; }
  /// The table model of this design and its wires, for calls of the primitives; the timer must outlive it.
  table_delay_model<space> delay_model_of() const { return {design.view, view_of(wires), options.delays}; }

  /// Whether its delays are of effective capacitances.
  bool is_effective() const noexcept { return options.delays.model == cell_model::effective; }
  /// The model of effective capacitances, where `timer_options::delays` has it; the timer must outlive it.
  ceff_delay_model<space> effective_model() { return {delay_model_of(), view_of(stages)}; }

  timer_options options;           ///< as given
  owned<flat_view, space> design;  ///< copies of the flat design's arrays
  pin_arcs<space> arcs;            ///< of which `edges` alone is kept: the graph has both ends of every arc
  timing_graph<space> graph;       ///< of pins
  levels<space> order;             ///< of `graph`
  flattened_rc<space> rc;          ///< RC trees, and how much of the wires was no tree
  timing_nodes<space> nodes;       ///< of the arrival layer
  timing_checks<space> checks;     ///< and endpoints
  rc_state<space> trees;           ///< scratch of `update`; empty without `timer_options::keep_tree_sums`
  std::optional<passing_trees> passing;  ///< instead, with `timer_options::for_one_update` on a host
  wire_state<space> wires;               ///< loads and what wires do
  effective_state<space> stages;         ///< of `cell_model::effective`, else empty
  delay_state<space> delays;             ///< by pin and arc
  arrival_state<space> arrivals;         ///< by node
  slack_state<space> slacks;             ///< by node, check and endpoint
  clock_tree<space> clocks;              ///< of common-path credits; empty without `timer_options::credits`
  credit_state<space> credit_levels;     ///< their arrivals, without a plan, and what checks read
  /// How `update` finds them where clock paths do not meet and there are no latches.
  std::optional<credit_plan<space>> planned_credits;
  buffer<arc_role, space> role;  ///< [arcs of the pin graph] or shorter; empty without credits
  bool latches_settled = true;   ///< false: at the last update loops through latches did not come to rest

 private:
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
};

}  // namespace gsta

#include "gsta/sta/detail/timer_inl.hpp"
