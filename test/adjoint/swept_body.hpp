#pragma once

#include "gsta/adjoint/plan.hpp"
#include "test/adjoint/full_case.hpp"

namespace gsta_test {

/// The adjoints of one circuit, swept, on a host executor, against the level loops. `flow` has both
/// gradients of these already.
template <class E>
class swept_adjoints {
 public:
  static constexpr gsta::memory_space space = E::space;
  using full = full_flow<E, float>;

  swept_adjoints(E const& exec, gsta::timer<E> const& timer, full const& flow)
      : exec_(exec),
        timer_(timer),
        flow_(flow),
        arrivals(make_adjoint_state(exec, timer.nodes().count(), timer.view().arc_map.size())),
        delays(make_delay_adjoint_state(exec, timer.view().design.pin_count(), timer.view().arc_map.size(),
                                        timer.view().design.net_arc_count())),
        slopes_(gsta::make_slope_state(exec, timer.view().arc_map.size())) {}

  /// Arrivals alone, over nodes, from a seed that is copied or one that is read where it stands.
  void sweep_arrivals(bool copied = true) {
    auto plan = gsta::make_adjoint_plan<true, false>(exec_, node_cuts({}));
    if (copied) {
      set_adjoint_seed(exec_, plan, flow_.cost.node_arrival.view(), {});
    } else {
      read_adjoint_seed(plan, flow_.cost.node_arrival.view());
    }
    sweep_adjoint(exec_, plan, flow_.smooth.weight.view());
    scatter_adjoint(exec_, timer_.arrival_nodes(), flow_.rows.view, plan, flow_.smooth.weight.view(),
                    arrivals);
  }

  /// Then slews, over pins.
  void sweep_slews() {
    auto const pins = timer_.pins();
    auto const position = match_rows(exec_, pins.graph);
    auto plan = gsta::make_adjoint_plan<false, true>(
        exec_, make_adjoint_cut(exec_, pins.graph, *pins.order, pins.edges, position.view(), net_arcs()));
    find_slopes(exec_, pins, model(), slew(), std::as_const(arrivals.arc_delay).view(), slopes_);
    set_adjoint_seed(exec_, plan, {}, flow_.seed.view());
    sweep_adjoint(exec_, plan, {}, std::as_const(slopes_.by_slew).view());
    scatter_adjoint(exec_, slews_of_pins(), plan, {}, slopes_, arrivals, delays);
  }

  /// Both at once where pins are nodes, with seeds at listed nodes.
  void sweep_both(gsta::smooth_cost_options const& settings, gsta::smooth_cost_state<space>& cost) {
    auto const pins = timer_.pins();
    auto const listed = make_smooth_cost_plan(exec_, timer_.view().checks, cost);
    update_smooth_cost_seed(exec_, timer_.view().checks, settings, listed, cost);
    auto const marks = mark_listed(exec_, listed.seeded.view(), timer_.nodes().count());
    auto plan = gsta::make_adjoint_plan<true, true>(exec_, node_cuts(marks.view()));
    gsta::buffer<gsta::per_condition<float>, space> slew_seed(exec_, timer_.nodes().count());
    set_listed_seeds(exec_,
                     gsta::cost_problem<space>{timer_.view().checks, timer_.view().design.luts,
                                               flow_.rows.view, slew(), settings},
                     cost, listed.seeded.view(), slew_seed.view(), plan);
    find_slopes(exec_, pins, model(), slew(), {}, slopes_);
    sweep_adjoint(exec_, plan, flow_.smooth.weight.view(), std::as_const(slopes_.by_slew).view());
    scatter_adjoint(exec_, slews_of_pins(), plan, flow_.smooth.weight.view(), slopes_, arrivals, delays);
    arrivals_of_pins = make_adjoint_state(exec_, timer_.nodes().count(), timer_.view().arc_map.size());
    pins_alone = make_delay_adjoint_state(exec_, timer_.nodes().count(), 0, 0);
    fill(exec_, arrivals_of_pins.arc_delay.view(), gsta::same_value(-12345));
    scatter_pins(exec_, pins, net_arcs(), plan, flow_.smooth.weight.view(), slopes_, arrivals_of_pins,
                 pins_alone);
  }

  /// What `sweep_both` scattered without what tables and wires alone have to do with.
  void compare_pins(bit_comparison& result) const {
    auto const same = [&](char const* what, auto const& got, auto const& want) {
      result.arrays(what, to_vector(exec_, got.view()), to_vector(exec_, want.view()));
    };
    same("arrival of pins", arrivals_of_pins.node_arrival, flow_.arrival_adjoint.node_arrival);
    same("arc delay of pins", arrivals_of_pins.arc_delay, flow_.arrival_adjoint.arc_delay);
    same("slew of pins", pins_alone.slew, flow_.delay_adjoint.slew);
    same("load of pins", pins_alone.load, flow_.delay_adjoint.load);
  }

  void compare(bit_comparison& result) const {
    auto const same = [&](char const* what, auto const& got, auto const& want) {
      result.arrays(what, to_vector(exec_, got.view()), to_vector(exec_, want.view()));
    };
    same("arrival", arrivals.node_arrival, flow_.arrival_adjoint.node_arrival);
    same("arc delay", arrivals.arc_delay, flow_.arrival_adjoint.arc_delay);
    same("slew", delays.slew, flow_.delay_adjoint.slew);
    same("load", delays.load, flow_.delay_adjoint.load);
    same("arc slew", delays.arc_slew, flow_.delay_adjoint.arc_slew);
    same("made slew", delays.made_slew, flow_.delay_adjoint.made_slew);
    same("wire", delays.wire, flow_.delay_adjoint.wire);
  }

 private:
  std::size_t net_arcs() const { return timer_.view().design.net_arc_count(); }
  gsta::adjoint_cut<space> node_cuts(gsta::span<std::uint8_t const, space> seeded) const {
    auto const nodes = timer_.arrival_nodes();
    return make_adjoint_cut(exec_, nodes.graph, *nodes.order, nodes.edges, flow_.rows.view.fanin_position,
                            net_arcs(), seeded);
  }
  gsta::span<gsta::per_condition<float> const, space> slew() const { return timer_.view().slew; }
  gsta::slew_problem<space> slews_of_pins() const { return {timer_.pins(), model(), slew()}; }
  gsta::value_model<space, gsta::wire_view<space>> model() const {
    return {timer_.view().design, view_of(timer_.wires()), timer_.options().delays};
  }

  E exec_;
  gsta::timer<E> const& timer_;
  full const& flow_;

 public:
  gsta::adjoint_state<space> arrivals;
  gsta::delay_adjoint_state<space> delays;
  gsta::adjoint_state<space> arrivals_of_pins;
  gsta::delay_adjoint_state<space> pins_alone;

 private:
  gsta::slope_state<space> slopes_;
};

template <class E>
void swept_equals_levels(E const& exec, gsta::flat_design const& design, gsta::timer_options const& options,
                         gsta::smooth_cost_options const& settings, bit_comparison& result) {
  gsta::timer<E> timer(exec, design, options);
  timer.update(exec);
  full_flow<E, float> flow(exec, timer, timer.view().design, {}, settings);
  flow.find_cost();
  flow.find_gradients();
  swept_adjoints<E> swept(exec, timer, flow);
  swept.sweep_arrivals();
  swept.sweep_slews();
  swept.compare(result);
  swept.sweep_arrivals(false);
  swept.compare(result);
  if (!timer.nodes().one_per_pin) return;
  swept_adjoints<E> both(exec, timer, flow);
  both.sweep_both(settings, flow.cost);
  both.compare(result);
  both.compare_pins(result);
}

}  // namespace gsta_test
