// Gradients of timing on the host, by the steps that a plan on a device takes in one: where should a buffer
// stand? Its place follows the gradient of a smooth TNS, which is checked against differences.
#include <cmath>
#include <cstdio>
#include <gsta/adjoint/propagate.hpp>
#include <gsta/adjoint/wires.hpp>
#include <gsta/rc/star.hpp>
#include <gsta/smooth/cost.hpp>
#include <gsta/smooth/smooth.hpp>
#include <gsta/sta/timer.hpp>
#include <utility>
#include <vector>

namespace {

constexpr auto host = gsta::memory_space::host;

//   in (0, 0) ---> a [buffer] y ---> out (400, 0)
enum pin : gsta::id { in, a, y, out, pins };

gsta::flat_design make_design() {
  gsta::flat_design design;
  for (char const* name : {"in", "u1/a", "u1/y", "out"}) design.add_pin(name);
  design.pin_load[a] = gsta::same_value(3);  // fF
  design.pin_load[out] = gsta::same_value(1);
  design.add_net(in, {a});
  design.add_net(y, {out});
  // Delay 10 ps and 0.2 a ps of slew and 1 a fF of load; slew 8 ps and 1 a fF.
  gsta::id const delay = design.luts.add({0, 100}, {0, 100}, {10, 110, 30, 130});
  gsta::id const slew = design.luts.add({}, {0, 100}, {8, 108});
  design.arc_types = {{{{delay, delay, delay, delay}}, {{slew, slew, slew, slew}}, gsta::positive_edges()}};
  design.add_arc(a, y, 0);
  design.sources = {{.pin = in, .arrival = gsta::same_value(0)}};
  design.asserted_slew[in] = gsta::same_value(20);
  design.requirements = {{.pin = out, .required = {0, 0, 40, 40}}};  // ps, late rise and fall
  return design;
}

/// A timer and what the way back needs beside it.
class differentiable {
 public:
  differentiable(gsta::flat_design const& design, gsta::smooth_cost_options const& cost)
      : timer_(exec_, design),
        settings_(cost),
        rows_(make_adjoint_rows(exec_, timer_.nodes(), arcs())),
        smooth_(gsta::make_smooth_state(exec_, timer_.nodes().count(), timer_.view().node_graph.arc_count())),
        cost_(gsta::make_smooth_cost_state(exec_, timer_.nodes().count(), timer_.view().checks)),
        arrivals_(gsta::make_adjoint_state(exec_, timer_.nodes().count(), arcs())),
        slew_seed_(exec_, pins),
        delays_(gsta::make_delay_adjoint_state(exec_, pins, arcs(), net_arcs())),
        places_(gsta::make_star_adjoint_state(exec_, pins, net_arcs())) {}

  /// Forward: wires, delays and slews, arrivals exact and smooth. Returns the smooth cost, ps.
  double update(gsta::star_view<host> const& star) {
    auto& t = timer_;
    update_star_wires(exec_, t.view().design, star, gsta::detail::state_of(t).wires,
                      {t.options().delays.wires, {}});
    propagate_delays(exec_, t.pins(), t.delay_model_of(), gsta::detail::state_of(t).delays);
    propagate_smooth(exec_, t.arrival_nodes(), gsta::detail::state_of(t).delays,
                     gsta::detail::state_of(t).arrivals, settings_.gamma, smooth_);
    update_smooth_cost(exec_, t.view().checks, t.view().design.luts, t.view().slew, smooth_, settings_,
                       cost_);
    return cost_.cost[0];
  }

  /// Back: arrivals, then delays, slews and loads, then wires and places. Needs: `update` with this star.
  void find_gradients(gsta::star_view<host> const& star) {
    auto& t = timer_;
    auto const& luts = t.view().design.luts;
    gsta::value_model<host, gsta::wire_view<host>> const model{t.view().design, view_of(t.wires()),
                                                               t.options().delays};
    propagate_adjoint(exec_, t.arrival_nodes(), rows_.view, smooth_, std::as_const(cost_.node_arrival).view(),
                      arrivals_);
    find_slew_seed(exec_, t.view().checks, luts, rows_.view, t.view().slew, settings_, cost_,
                   slew_seed_.view());
    propagate_delay_adjoint(exec_, t.pins(), model, t.view().slew, arrivals_,
                            std::as_const(slew_seed_).view(), delays_);
    propagate_star_adjoint(exec_, t.view().graph, t.view().design, star, t.options().delays.wires, delays_,
                           places_);
  }
  double along_x(pin of) const { return places_.x[of]; }  // ps a um

 private:
  std::size_t arcs() const { return timer_.view().arc_map.size(); }
  std::size_t net_arcs() const { return timer_.view().design.net_arc_count(); }

  gsta::host_executor exec_;
  gsta::timer<gsta::host_executor> timer_;
  gsta::smooth_cost_options settings_;
  gsta::adjoint_rows<host> rows_;
  gsta::smooth_state<host> smooth_;
  gsta::smooth_cost_state<host> cost_;
  gsta::adjoint_state<host> arrivals_;
  gsta::buffer<gsta::per_condition<float>, host> slew_seed_;
  gsta::delay_adjoint_state<host> delays_;
  gsta::star_adjoint_state<host> places_;
};

}  // namespace

int main() {
  gsta::flat_design const design = make_design();
  differentiable timing(design, {gsta::smooth_goal::total, gsta::split::late, 5});  // gamma: 5 ps
  std::vector<float> x(pins);
  std::vector<float> const zero(pins);
  gsta::star_view<host> const star{gsta::view_of(x), gsta::view_of(zero), 0.02f, 0.1f};  // kOhm and fF a um
  auto const cost_at = [&](float place) {
    x[a] = x[y] = place;
    return timing.update(star);
  };
  auto const slope_at = [&](float place) {
    cost_at(place);
    timing.find_gradients(star);
    return timing.along_x(a) + timing.along_x(y);  // the buffer moves as one
  };
  x[out] = 400;

  float place = 40;
  double const slope = slope_at(place), difference = (cost_at(place + 1) - cost_at(place - 1)) / 2;
  std::printf("at %.0f um: gradient %.4f ps/um, by differences %.4f\n", static_cast<double>(place), slope,
              difference);
  bool const agrees = std::abs(slope - difference) < 1e-3 * std::abs(difference);

  double const before = cost_at(place);
  for (int step = 0; step < 200; ++step) place -= static_cast<float>(25 * slope_at(place));
  double const after = cost_at(place), left = slope_at(place);
  std::printf("the buffer moves to %.1f um: smooth TNS %.2f -> %.2f ps, gradient %.5f\n",
              static_cast<double>(place), -before, -after, left);
  return agrees && after < before && std::abs(left) < 1e-3 ? 0 : 1;
}
