#pragma once

#include <optional>
#include <utility>

#include "gsta/adjoint/effective.hpp"
#include "gsta/adjoint/propagate.hpp"
#include "gsta/adjoint/wires.hpp"
#include "gsta/rc/elmore.hpp"
#include "gsta/smooth/cost.hpp"
#include "gsta/smooth/smooth.hpp"
#include "gsta/sta/detail/require_gradients.hpp"
#include "gsta/sta/gradient_options.hpp"
#include "gsta/sta/timing_plan.hpp"

namespace gsta {

namespace primitive {
struct gradient_plan;
}

/// A timer's whole update and the gradients of a smooth cost, prepared once and run many times: for placers
/// and sizers that want both in every iteration. `timer::prepare_gradients` makes it. The timer must outlive
/// it and stay where it is. Needs: what is asserted where stays so; the values may change.
template <executor E>
class gradient_plan {
 public:
  static constexpr memory_space space = E::space;  ///< where its arrays lie
  static_assert(driver_known<primitive::gradient_plan, E>,
                "a gradient plan on a device needs gsta/sta/gradient_plan.cuh");

  /// Times the design again and finds the gradients. Allocates nothing.
  ///
  /// Shapes: as the timer's. Cost: that of a timing plan's run, and about twice that for the gradients.
  /// Where: the executor's threads. Throws: what `gradient_options::endpoint_cost` throws.
  void run() { run(exec_); }

  /// Times the design again and finds the gradients, by threads of another executor of this space.
  ///
  /// Shapes, Cost: those of `run`. Where: the threads of `on`. Throws: what `gradient_options::endpoint_cost`
  /// throws.
  void run(E const& on) {
    plan_.run(on);
    merge(on);
    find_arrival_gradients(on);
    if (is_full()) find_wire_gradients(on);
  }

  /// What runs find, where it stays.
  ///
  /// Shapes: as the struct says. Cost: none. Where: host. Throws: nothing.
  gradients_view<space> gradients() const {
    gradients_view<space> v;
    v.cost = cost_.cost.view();
    v.violation = cost_.violation.view();
    v.node_smooth_arrival = smooth_.node_arrival.view();
    v.smooth_weight = smooth_.weight.view();
    v.node_arrival = arrivals_.node_arrival.view();
    v.arc_delay = arrivals_.arc_delay.view();
    if (!is_full()) return v;
    v.slew = delays_.slew.view();
    v.load = delays_.load.view();
    v.arc_slew = delays_.arc_slew.view();
    v.made_slew = delays_.made_slew.view();
    v.wire = delays_.wire.view();
    v.pin_load = is_star() ? star_.pin_load.view() : tree_.pin_load.view();
    v.resistance = is_star() ? star_.resistance.view() : tree_.resistance.view();
    v.capacitance = is_star() ? star_.capacitance.view() : tree_.capacitance.view();
    v.x = star_.x.view();
    v.y = star_.y.view();
    return v;
  }

  /// Waits, and reports what a device found since: on a host nothing.
  ///
  /// Shapes: none. Cost: none. Where: host. Throws: nothing.
  void check() const noexcept {}

 private:
  friend timer<E>;

  gradient_plan(E const& exec, timer<E>& of, gradient_options<E> const& options)
      : exec_(exec), timer_(&of), options_(checked(of, options)), plan_(of.prepare(exec, options.update)) {
    timing_view<space> const now = of.view();
    std::size_t const nodes = of.nodes().count(), arcs = now.arc_map.size();
    rows_ = make_adjoint_rows(exec, of.nodes(), arcs);
    smooth_ = make_smooth_state(exec, nodes, now.node_graph.arc_count());
    cost_ = make_smooth_cost_state(exec, nodes, now.checks);
    arrivals_ = make_adjoint_state(exec, nodes, arcs);
    if (options.endpoint_cost) {
      by_violation_ = buffer<float, space>(exec, now.checks.endpoint_pin.size());
      cost_plan_ = make_smooth_cost_plan(exec, now.checks, cost_);
    }
    if (is_full()) make_full(now.design);
  }

  static gradient_options<E> const& checked(timer<E> const& of, gradient_options<E> const& options) {
    detail::require_gradients(of, options);
    return options;
  }

  void make_full(flat_view<space> const& design) {
    std::size_t const pins = design.pin_count(), net_arcs = design.net_arc_count();
    bool const reduced = timer_->options().delays.wires == wire_slew::reduce;
    std::size_t const nets = reduced ? design.nets.driver.size() : 0;  // with a pi model each
    slew_seed_ = buffer<per_condition<float>, space>(exec_, pins);
    fill(exec_, slew_seed_.view(), per_condition<float>{});  // where the caller has seeds of nodes alone
    delays_ = make_delay_adjoint_state(exec_, pins, timer_->view().arc_map.size(), net_arcs, nets);
    if (timer_->is_effective()) stages_.emplace(make_effective_slopes(exec_, design));
    if (is_star()) {
      star_ = make_star_adjoint_state(exec_, pins, net_arcs);
      return;
    }
    tree_ = make_tree_adjoint_state(exec_, design);
    auto const& trees = detail::state_of(*timer_).trees;
    if (trees.load.empty() || !trees.piece_begin.empty()) sums_.emplace(make_rc_state(exec_, design));
  }

  bool is_full() const noexcept { return options_.level == gradient_level::full; }
  bool is_star() const noexcept { return options_.update.star.has_value(); }
  bool has_own_seed() const noexcept { return !options_.seed.empty() || !options_.slew_seed.empty(); }

  /// Smooth arrivals, the cost, and its gradient by smooth arrivals.
  void merge(E const& on) {
    timing_view<space> const now = timer_->view();
    propagate_smooth<float>(on, timer_->arrival_nodes(), now.arc_delay, options_.cost.gamma, smooth_);
    update_smooth_cost<float>(on, now.checks, now.design.luts, now.slew, smooth_, options_.cost, cost_);
    if (!options_.endpoint_cost) return;
    options_.endpoint_cost(on, std::as_const(cost_.violation).view(), by_violation_.view());
    weigh_smooth_violations<float>(on, now.checks, std::as_const(by_violation_).view(), cost_);
    update_smooth_cost_seed<float>(on, now.checks, options_.cost, cost_plan_, cost_);
  }

  void find_arrival_gradients(E const& on) {
    auto const own = has_own_seed() ? options_.seed : std::as_const(cost_.node_arrival).view();
    propagate_adjoint<float>(on, timer_->arrival_nodes(), rows_.view, smooth_, own, arrivals_);
  }

  void find_wire_gradients(E const& on) {
    timing_view<space> const now = timer_->view();
    if (!has_own_seed())
      find_slew_seed<float>(on, now.checks, now.design.luts, rows_.view, now.slew, options_.cost, cost_,
                            slew_seed_.view());
    bool const has_seed = has_own_seed() && !options_.slew_seed.empty();
    auto const seed = has_seed ? options_.slew_seed : std::as_const(slew_seed_).view();
    value_model<space, wire_view<space>> const model{now.design, view_of(timer_->wires()),
                                                     timer_->options().delays};
    if (stages_) {
      find_effective_slopes<float>(on, timer_->pins(), model, now.slew, *stages_);
      propagate_delay_adjoint<float>(on, timer_->pins(), model, now.slew, arrivals_, seed, *stages_, delays_);
    } else {
      propagate_delay_adjoint<float>(on, timer_->pins(), model, now.slew, arrivals_, seed, delays_);
    }
    find_place_gradients(on, now);
  }

  void find_place_gradients(E const& on, timing_view<space> const& now) {
    delay_options const& how = timer_->options().delays;
    if (is_star()) {
      propagate_star_adjoint<float>(on, now.graph, now.design, *options_.update.star, how.wires, delays_,
                                    star_);
      return;
    }
    auto& t = detail::state_of(*timer_);
    wire_options const wires{how.wires, how.unreached};
    if (sums_) update_wires(on, now.design, now.forest, *sums_, t.wires, wires);  // with the same bits
    propagate_tree_adjoint<float>(on, now.graph, now.design, now.forest, wires, sums_ ? *sums_ : t.trees,
                                  delays_, tree_);
  }

  E exec_;
  timer<E>* timer_;
  gradient_options<E> options_;
  timing_plan<E> plan_;
  adjoint_rows<space> rows_;
  smooth_state<space> smooth_;
  smooth_cost_state<space> cost_;
  smooth_cost_plan<space> cost_plan_;
  buffer<float, space> by_violation_;
  adjoint_state<space> arrivals_;
  buffer<per_condition<float>, space> slew_seed_;
  delay_adjoint_state<space> delays_;
  std::optional<effective_slopes<space>> stages_;
  star_adjoint_state<space> star_;
  tree_adjoint_state<space> tree_;
  std::optional<rc_state<space>> sums_;  // where the timer keeps none that last
};

template <executor E>
template <executor F>
gradient_plan<F> timer<E>::prepare_gradients(F const& exec, gradient_options<F> const& options) {
  return gradient_plan<F>(exec, *this, options);
}

}  // namespace gsta
