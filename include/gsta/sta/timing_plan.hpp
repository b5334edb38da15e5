#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "gsta/forward/credit_plan.hpp"
#include "gsta/forward/plan.hpp"
#include "gsta/rc/star.hpp"
#include "gsta/slack/required.hpp"
#include "gsta/sta/plan_options.hpp"
#include "gsta/sta/timer.hpp"

namespace gsta {

/// A timer's whole update, prepared once and run many times: for loops that change locations, loads, wires
/// or asserted values in place and time again. The bits of `timer::update`, which needs no preparation and
/// says what is meant. `timer::prepare` makes it. The timer must outlive it and stay where it is.
template <executor E>
class timing_plan {
 public:
  static constexpr memory_space space = E::space;  ///< where its arrays lie
  static_assert(driver_known<primitive::timing_plan, E>,
                "a timing plan on a device needs gsta/sta/timing_plan.cuh");

  /// Times the design again. Allocates nothing.
  ///
  /// Shapes: as the timer's. Cost: that of `timer::update`, over the cut. Where: the executor's threads.
  /// Throws: nothing.
  void run() { run(exec_); }

  /// Times the design again, by threads of another executor of this space.
  ///
  /// Shapes, Cost: those of `run`. Where: the threads of `on`. Throws: nothing.
  void run(E const& on) {
    ++detail::state_of(*timer_).counts.planned;
    run_wires(on);
    std::visit([&, this](auto& plans) { this->run_forward(on, plans); }, forward_);
    auto& t = detail::state_of(*timer_);
    if (credit_levels_)
      propagate_credits(on, t.credit_problem(), *credit_levels_, t.delays, t.arrivals, t.credit_levels);
    if (backward_) {
      update_required(on, t.checked_against(), t.design.view.luts, *backward_, t.delays, t.arrivals,
                      t.slacks);
    } else {
      update_checks(on, t.checked_against(), t.design.view.luts, t.delays, t.arrivals, t.slacks);
    }
  }

  /// After a run of `update_extent::all_pins`: winning arcs and delays of all arcs, by id. On a host they are
  /// there already: required times are found from them.
  ///
  /// Shapes: as the timer's. Cost: none. Where: host. Throws: nothing.
  void scatter_paths() noexcept {}

  /// Waits, and reports what a device found since: on a host nothing.
  ///
  /// Shapes: none. Cost: none. Where: host. Throws: nothing.
  void check() const noexcept {}

 private:
  friend timer<E>;

  timing_plan(E const& exec, timer<E>& of, plan_options<space> const& options = {})
      : exec_(exec), timer_(&of), options_(options) {
    auto const& s = detail::state_of(of);
    require(!s.checks.latches.view.any(), "timing_plan: a design with latches is updated by its timer");
    std::size_t const pins = s.design.view.pin_count();
    require(options.star || !s.passing, "timing_plan: a timer for one update has no RC trees to be timed by");
    require(!options.star || (options.star->pin_x.size() == pins && options.star->pin_y.size() == pins),
            "timing_plan: every pin needs a location");
    if (!options.star && s.trees.load.empty()) sums_ = make_rc_scratch(exec, s.design.view);
    if (s.nodes.one_per_pin) {
      forward_ = fused{make_fused_plan(exec, of.pins(), of.arrival_nodes(), s.design.view)};
    } else {
      forward_ = layers{make_delay_plan(exec, of.pins(), s.design.view),
                        make_arrival_plan(exec, of.arrival_nodes(), s.design.view)};
    }
    if (options.extent != update_extent::endpoints)
      backward_ = make_backward_plan(exec, of.arrival_nodes(), s.design.view.net_arc_count(), inlined(),
                                     s.checks.view, s.options.capture);
    if (s.options.credits != common_path::leave_in)
      credit_levels_ = make_credit_plan(exec, of.credit_problem(),
                                        {s.design.view.net_arc_count(), {}, s.options.credit_levels_at_once});
  }

  /// Both layers in one sweep, where pins are nodes.
  struct fused {
    forward_plan<space, true, true> both;
  };
  /// One layer after the other, where pins have several nodes.
  struct layers {
    forward_plan<space, true, false> delays;
    forward_plan<space, false, true> arrivals;
  };

  span<std::uint8_t const, space> inlined() const {
    if (auto const* const plans = std::get_if<fused>(&forward_)) return plans->both.cut.inlined.view();
    return std::get<layers>(forward_).arrivals.cut.inlined.view();
  }

  void run_wires(E const& on) {
    auto& t = detail::state_of(*timer_);
    wire_options const wires{t.options.delays.wires, t.options.delays.unreached};
    if (options_.star) {
      update_star_wires(on, t.design.view, *options_.star, t.wires, wires);
    } else {
      update_wires(on, t.design.view, t.rc.forest.view, sums_ ? *sums_ : t.trees, t.wires, wires);
    }
  }
  void run_forward(E const& on, fused& plans) {
    auto& t = detail::state_of(*timer_);
    if (t.is_effective()) {
      propagate(on, t.pins(), t.arrival_nodes(), t.effective_model(), plans.both, t.delays, t.arrivals);
    } else {
      propagate(on, t.pins(), t.arrival_nodes(), t.delay_model_of(), plans.both, t.delays, t.arrivals);
    }
  }
  void run_forward(E const& on, layers& plans) {
    auto& t = detail::state_of(*timer_);
    if (t.is_effective()) {
      propagate_delays(on, t.pins(), t.effective_model(), plans.delays, t.delays);
    } else {
      propagate_delays(on, t.pins(), t.delay_model_of(), plans.delays, t.delays);
    }
    propagate_arrivals(on, t.arrival_nodes(), plans.arrivals, t.delays, t.arrivals);
  }

  E exec_;
  timer<E>* timer_;
  plan_options<space> options_;
  std::optional<rc_state<space>> sums_;  // where the timer keeps none
  std::variant<fused, layers> forward_;
  std::optional<backward_plan<space>> backward_;
  std::optional<credit_plan<space>> credit_levels_;  // with common-path credits
};

// A template of its own, so that compiled timers need not know plans.
template <executor E>
template <executor F>
timing_plan<F> timer<E>::prepare(F const& exec, plan_options<space> const& options) {
  return timing_plan<F>(exec, *this, options);
}

#ifdef GSTA_COMPILED_HOST
extern template class timing_plan<host_executor>;
#endif
#ifdef GSTA_COMPILED_TBB
extern template class timing_plan<tbb_executor>;
#endif

}  // namespace gsta
