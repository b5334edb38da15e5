#pragma once

#include <optional>
#include <utility>

#include "gsta/adjoint/effective.hpp"
#include "gsta/adjoint/plan.cuh"
#include "gsta/adjoint/wires.cuh"
#include "gsta/graph/build.cuh"
#include "gsta/smooth/cost.hpp"
#include "gsta/smooth/smooth.cuh"
#include "gsta/sta/detail/device_update.cuh"
#include "gsta/sta/gradient_plan.cuh"

namespace gsta {

/// A timer's update with gradients: made once, enqueued many times.
class device_gradients {
 public:
  static constexpr memory_space space = memory_space::device;

  device_gradients(cuda_executor const& exec, timer<cuda_executor>& of,
                   gradient_options<cuda_executor> const& options)
      : timer_(&plain(of, options.level)), options_(options), update_(exec, of, options.update) {
    auto const& s = state();
    std::size_t const nodes = s.nodes.count(), pins = s.design.view.pin_count();
    require(options.seed.empty() || options.seed.size() == nodes,
            "gradient_plan: the seed is not as long as the nodes");
    require(options.slew_seed.empty() || options.slew_seed.size() == pins,
            "gradient_plan: the seed of slews is not as long as the pins");
    require(!options.endpoint_cost || (options.cost.goal == smooth_goal::total && !has_own_seed()),
            "gradient_plan: a cost of endpoints stands on smooth_goal::total and on no seed of nodes");
    if (options.endpoint_cost) by_violation_ = buffer<float, space>(exec, s.checks.view.endpoint_pin.size());
    update_.merge_smoothly(exec, options.cost.gamma);
    rows_ = make_adjoint_rows(exec, s.nodes, s.arcs.edges.size());
    if (options.smooth) smooth_ = make_smooth_state(exec, nodes, s.nodes.graph.view.arc_count());
    cost_ = make_smooth_cost_state(exec, nodes, s.checks.view);
    cost_plan_ = make_smooth_cost_plan(exec, s.checks.view, cost_);
    arrivals_ = make_adjoint_state(exec, nodes, s.arcs.edges.size());
    make_sweeps(exec);
    if (is_full()) make_full(exec);
  }

  /// Puts one update with its gradients on a stream. Neither waits nor allocates.
  void enqueue(cuda_executor const& exec) {
    if (is_staged() && !is_star()) update_trees(exec);
    reset(options_.is_fused ? beside_.fork(exec) : exec);
    update_.enqueue_forward(exec);
    enqueue_flat(exec);
    if (!options_.is_fused) {
      update_.enqueue_endpoints(exec);
      update_.enqueue_required(exec);
      sweep_gradients(exec);
      finish_gradients(exec, 1);
      return;
    }
    // Two sweeps at once would only share the device. What a sweep leaves is scattered beside the other; the
    // endpoints go first there, a launch so small that the sweep beside it gets its blocks.
    sweep_gradients(exec);
    cuda_executor const other = beside_.fork(exec);
    update_.enqueue_endpoints(other);
    finish_gradients(other, sharing());
    update_.enqueue_required(exec, sharing());
    beside_.join(exec);
    sum_beside_.join(exec);
  }

  /// What was recorded by `enqueue` has been launched.
  void note_run() { update_.note_run(); }

  gradients_view<space> view() const {
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
    if (scatters_tables()) {
      v.arc_slew = delays_.arc_slew.view();
      v.made_slew = delays_.made_slew.view();
      v.wire = delays_.wire.view();
    }
    v.pin_load = is_star() ? star_.pin_load.view() : tree_.pin_load.view();
    v.resistance = is_star() ? star_.resistance.view() : tree_.resistance.view();
    v.capacitance = is_star() ? star_.capacitance.view() : tree_.capacitance.view();
    v.x = star_.x.view();
    v.y = star_.y.view();
    return v;
  }

 private:
  static timer<cuda_executor>& plain(timer<cuda_executor>& of, gradient_level level) {
    auto const& s = detail::state_of(of);
    require(!s.checks.latches.view.any(),
            "gradient_plan: a design with latches has its gradients from timer::update and the calls of "
            "gsta/adjoint/latches.hpp");
    require(s.options.credits == common_path::leave_in,
            "gradient_plan: a timer with common-path credits has its gradients from timer::update and "
            "gsta/sta/credit_gradients.hpp");
    if (level == gradient_level::full && !of.is_effective()) detail::require_elmore(s.options.delays.wires);
    return of;
  }
  /// By effective capacitances slopes of stages, slews and wires go level by level, behind the sweep of
  /// arrivals.
  detail::timer_state<space>& state() const { return detail::state_of(*timer_); }
  bool is_staged() const { return is_full() && timer_->is_effective(); }
  bool is_star() const { return options_.update.star.has_value(); }
  int sharing() const { return options_.sharing > 0 ? options_.sharing : is_full() ? 3 : 1; }
  bool is_full() const { return options_.level == gradient_level::full; }
  /// Layers apart and trees need them themselves.
  bool scatters_tables() const { return options_.tables || !both_ || !is_star(); }
  bool has_own_seed() const { return !options_.seed.empty() || !options_.slew_seed.empty(); }

  void reset(cuda_executor const& exec) {
    if (both_) reset_adjoint(exec, *both_);
    if (linear_) reset_adjoint(exec, *linear_);
    if (slews_) reset_adjoint(exec, *slews_);
  }

  void make_sweeps(cuda_executor const& exec) {
    detail::timer_state<space>& t = state();
    auto const nodes = t.arrival_nodes();
    buffer<std::uint8_t, space> seeded;  // by the cost; the caller's seed may be anywhere
    if (!has_own_seed()) seeded = mark_listed(exec, std::as_const(cost_plan_.seeded).view(), t.nodes.count());
    auto cut = make_adjoint_cut(exec, nodes.graph, *nodes.order, nodes.edges, rows_.view.fanin_position,
                                t.design.view.net_arc_count(), std::as_const(seeded).view());
    if (is_full() && nodes.one_per_pin && !is_staged()) {
      both_.emplace(make_adjoint_plan<true, true>(exec, std::move(cut)));
    } else {
      linear_.emplace(make_adjoint_plan<true, false>(exec, std::move(cut)));
      if (!has_own_seed()) read_adjoint_seed(*linear_, std::as_const(cost_.node_arrival).view());
      if (!options_.seed.empty()) read_adjoint_seed(*linear_, options_.seed);
    }
  }

  void make_full(cuda_executor const& exec) {
    detail::timer_state<space>& t = state();
    auto const& design = t.design.view;
    std::size_t const pins = design.pin_count(), net_arcs = design.net_arc_count();
    if (is_staged()) return make_staged(exec);
    slopes_ = make_slope_state(exec, t.arcs.edges.size());
    wire_rows_ = make_wire_rows(exec, t.graph.view, net_arcs);
    slew_seed_ = buffer<per_condition<float>, space>(exec, pins);
    delays_ = make_delay_adjoint_state(exec, pins, t.arcs.edges.size(), net_arcs);
    if (linear_) {
      auto const of = t.pins();
      auto const position = match_rows(exec, of.graph);
      slews_.emplace(make_adjoint_plan<false, true>(
          exec, make_adjoint_cut(exec, of.graph, *of.order, of.edges, position.view(), net_arcs)));
    }
    if (is_star()) {
      star_ = make_star_adjoint_state(exec, pins, net_arcs);
      star_plan_.emplace(make_star_adjoint_plan(exec, t.graph.view, design, *options_.update.star));
    } else {
      tree_plan_.emplace(make_tree_adjoint_plan(exec, t.graph.view, design, t.rc.forest.view));
      tree_ = make_tree_adjoint_state(exec, design);
    }
  }

  void make_staged(cuda_executor const& exec) {
    detail::timer_state<space>& t = state();
    auto const& design = t.design.view;
    std::size_t const pins = design.pin_count(), net_arcs = design.net_arc_count();
    slew_seed_ = buffer<per_condition<float>, space>(exec, pins);
    fill(exec, slew_seed_.view(), per_condition<float>{});  // where the caller has seeds of nodes alone
    delays_ = make_delay_adjoint_state(exec, pins, t.arcs.edges.size(), net_arcs, design.nets.driver.size());
    stages_.emplace(make_effective_slopes(exec, design));
    if (is_star()) {
      star_ = make_star_adjoint_state(exec, pins, net_arcs);
    } else {
      tree_ = make_tree_adjoint_state(exec, design);
      tree_sums_.emplace(make_rc_state(exec, design));
    }
  }

  /// The sums over trees that their adjoint reads. What else it writes an update's plan writes again.
  void update_trees(cuda_executor const& exec) {
    detail::timer_state<space>& t = state();
    update_wires(exec, t.design.view, t.rc.forest.view, *tree_sums_, t.wires, wires_of_trees());
  }

  /// All that needs no gradient behind it: flat work, which fills the device. Sweeps wait more than they
  /// compute; they come after it, beside each other.
  void enqueue_flat(cuda_executor const& exec) {
    bool const fused = options_.is_fused;
    enqueue_cost(fused ? cost_beside_.fork(exec) : exec);
    if (options_.smooth || has_own_seed()) enqueue_smooth(fused ? beside_.fork(exec) : exec);
    update_.enqueue_arrivals(exec);
    if (is_full()) enqueue_seeds(fused ? cost_beside_.fork(exec) : exec);
    if (both_) enqueue_slopes(exec, {});
    if (!fused) return;
    cost_beside_.join(exec);
    beside_.join(exec);
  }

  /// What is asked for by id; and a caller's seed may stand where nothing arrives.
  void enqueue_smooth(cuda_executor const& exec) {
    detail::timer_state<space>& t = state();
    update_.with_smooth([&](auto const& swept) {
      if (has_own_seed()) scatter_sink_weights(exec, swept, t.nodes.count(), update_.smooth());
      if (options_.smooth) scatter_smooth(exec, t.nodes.graph.view, swept, smooth_);
    });
  }

  /// The sweep of arrivals, and of slews with them where pins are nodes.
  void sweep_gradients(cuda_executor const& exec) {
    adjoint_sweep_options const how{options_.update.order, 1};
    if (both_) {
      sweep_adjoint(exec, *both_, weight(), std::as_const(slopes_.by_slew).view(), how);
    } else {
      sweep_adjoint(exec, *linear_, weight(), {}, how);
    }
  }

  /// What comes behind it.
  void finish_gradients(cuda_executor const& exec, int sharing) {
    if (both_) {
      scatter_both(exec);
    } else {
      scatter_adjoint(exec, timer_->arrival_nodes(), rows_.view, *linear_, weight(), arrivals_);
      if (is_staged()) return enqueue_stages(exec);
      if (is_full()) enqueue_slews(exec, {options_.update.order, sharing});
    }
    if (is_full()) enqueue_wires(exec);
  }

  void enqueue_slopes(cuda_executor const& exec, device_span<per_condition<float> const> arc_delay) {
    update_.with_delay_plan([&](auto const& forward) {
      find_slopes(exec, timer_->pins(), model(), slew(), arc_delay, forward, std::as_const(wire_rows_).view(),
                  slopes_);
    });
  }

  /// The cost and its gradient. A sum over endpoints is nobody's input; of the worst each has its share.
  void enqueue_cost(cuda_executor const& exec) {
    detail::timer_state<space>& t = state();
    auto const& luts = t.design.view.luts;
    update_.with_smooth([&](auto const& swept) {
      update_smooth_violations<float>(exec, t.checks.view, luts, swept, options_.cost, cost_);
    });
    cuda_executor const other = options_.is_fused ? sum_beside_.fork(exec) : exec;
    bool const is_total = options_.cost.goal == smooth_goal::total;
    add_up_smooth_cost(is_total ? other : exec, t.checks.view, options_.cost, cost_);
    if (options_.endpoint_cost) {
      options_.endpoint_cost(exec, std::as_const(cost_.violation).view(), by_violation_.view());
      weigh_smooth_violations<float>(exec, t.checks.view, std::as_const(by_violation_).view(), cost_);
    }
    update_smooth_cost_seed(exec, t.checks.view, options_.cost, cost_plan_, cost_);
  }

  /// What sweeps of slews start from, which are there by id. That of arrivals reads its seed where it is.
  void enqueue_seeds(cuda_executor const& exec) {
    detail::timer_state<space>& t = state();
    auto const& luts = t.design.view.luts;
    auto const listed = std::as_const(cost_plan_.seeded).view();
    if (has_own_seed()) {
      if (both_) set_adjoint_seed(exec, *both_, options_.seed, options_.slew_seed);
      if (slews_)
        set_adjoint_seed(exec, *slews_, device_span<per_condition<float> const>{}, options_.slew_seed);
      return;
    }
    if (both_)
      set_listed_seeds(exec, cost_problem<space>{t.checks.view, luts, rows_.view, slew(), options_.cost},
                       cost_, listed, slew_seed_.view(), *both_);
    if (!slews_ && !stages_) return;
    find_slew_seed<float>(exec, t.checks.view, luts, rows_.view, slew(), options_.cost, cost_,
                          slew_seed_.view());
    if (!slews_) return;
    set_adjoint_seed(exec, *slews_, device_span<per_condition<float> const>{},
                     std::as_const(slew_seed_).view());
  }

  void scatter_both(cuda_executor const& exec) {
    detail::timer_state<space>& t = state();
    auto const pins = t.pins();
    if (scatters_tables()) {
      scatter_adjoint(exec, slews_of_pins(), *both_, weight(), slopes_, arrivals_, delays_);
    } else {
      scatter_pins(exec, pins, t.design.view.net_arc_count(), *both_, weight(), slopes_, arrivals_, delays_);
    }
  }

  void enqueue_slews(cuda_executor const& exec, adjoint_sweep_options const& how) {
    enqueue_slopes(exec, std::as_const(arrivals_.arc_delay).view());
    sweep_adjoint(exec, *slews_, {}, std::as_const(slopes_.by_slew).view(), how);
    scatter_adjoint(exec, slews_of_pins(), *slews_, device_span<per_condition<float> const>{}, slopes_,
                    arrivals_, delays_);
  }

  /// Slews, loads and wires by effective capacitances.
  void enqueue_stages(cuda_executor const& exec) {
    detail::timer_state<space>& t = state();
    auto const& design = t.design.view;
    bool const has_seed = has_own_seed() && !options_.slew_seed.empty();
    auto const seed = has_seed ? options_.slew_seed : std::as_const(slew_seed_).view();
    find_effective_slopes<float>(exec, t.pins(), model(), slew(), *stages_);
    propagate_delay_adjoint<float>(exec, t.pins(), model(), slew(), arrivals_, seed, *stages_, delays_);
    if (is_star()) {
      propagate_star_adjoint<float>(exec, t.graph.view, design, *options_.update.star, t.options.delays.wires,
                                    delays_, star_);
    } else {
      propagate_tree_adjoint<float>(exec, t.graph.view, design, t.rc.forest.view, wires_of_trees(),
                                    *tree_sums_, delays_, tree_);
    }
  }

  wire_options wires_of_trees() const {
    return {state().options.delays.wires, state().options.delays.unreached};
  }

  void enqueue_wires(cuda_executor const& exec) {
    detail::timer_state<space>& t = state();
    auto const& design = t.design.view;
    if (is_star()) {
      star_plan_->run(exec, model(), *options_.update.star, slew(), std::as_const(wire_rows_).view(),
                      {slopes_, arrivals_, delays_}, star_);
      return;
    }
    tree_plan_->run(exec, design, t.rc.forest.view, wires_of_trees(), delays_, tree_);
  }

  device_span<per_condition<float> const> weight() const { return update_.smooth().weight.view(); }
  device_span<per_condition<float> const> slew() const { return std::as_const(state().delays.slew).view(); }
  slew_problem<space> slews_of_pins() const { return {timer_->pins(), model(), slew()}; }
  value_model<space, wire_view<space>> model() const {
    return {state().design.view, view_of(state().wires), state().options.delays};
  }

  timer<cuda_executor>* timer_;
  gradient_options<cuda_executor> options_;
  device_update update_;
  side_stream beside_, cost_beside_, sum_beside_;
  adjoint_rows<space> rows_;
  smooth_state<space> smooth_;
  smooth_cost_state<space> cost_;
  smooth_cost_plan<space> cost_plan_;
  buffer<float, space> by_violation_;
  adjoint_state<space> arrivals_;
  std::optional<adjoint_plan<space, true, true>> both_;
  std::optional<adjoint_plan<space, true, false>> linear_;
  std::optional<adjoint_plan<space, false, true>> slews_;
  slope_state<space> slopes_;
  std::optional<effective_slopes<space>> stages_;
  std::optional<rc_state<space>> tree_sums_;
  wire_rows<space> wire_rows_;
  buffer<per_condition<float>, space> slew_seed_;
  delay_adjoint_state<space> delays_;
  star_adjoint_state<space> star_;
  std::optional<star_adjoint_plan> star_plan_;
  tree_adjoint_state<space> tree_;
  std::optional<tree_adjoint_plan> tree_plan_;
};

GSTA_DEVICE_INLINE gradient_plan<cuda_executor>::gradient_plan(cuda_executor const& exec,
                                                               timer<cuda_executor>& of,
                                                               gradient_options<cuda_executor> const& options)
    : exec_(exec),
      gradients_(new device_gradients(exec, of, options), [](device_gradients* made) { delete made; }),
      work_(captured_work::record(
          exec, [&, &s = detail::state_of(of), was = of.view().is_written](cuda_executor const& inner) {
            gradients_->enqueue(inner);
            s.slacks.is_written = was;  // what is recorded has not run
          })) {}

GSTA_DEVICE_INLINE void gradient_plan<cuda_executor>::run(cuda_executor const& on) {
  if (detail::is_recorded(on)) {
    gradients_->enqueue(on);
  } else {
    work_.launch(on);
    gradients_->note_run();
  }
}

GSTA_DEVICE_INLINE gradients_view<memory_space::device> gradient_plan<cuda_executor>::gradients() const {
  return gradients_->view();
}

}  // namespace gsta
