// Gradients of timing on the host: where should a buffer stand? Its place follows the gradient of a smooth
// TNS, which is checked against differences. On a GPU the same program includes gsta/sta/gradient_plan.cuh.
#include <cmath>
#include <cstdio>
#include <gsta/sta/gradient_plan.hpp>
#include <vector>

namespace {

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

}  // namespace

int main() {
  gsta::flat_design const design = make_design();
  gsta::host_executor const exec;
  gsta::timer timer(exec, design);
  std::vector<float> x(pins);
  std::vector<float> const zero(pins);
  gsta::gradient_options<gsta::host_executor> settings;
  settings.cost = {gsta::smooth_goal::total, gsta::split::late, 5};  // gamma: 5 ps
  settings.update.star = gsta::star_view<gsta::memory_space::host>{gsta::view_of(x), gsta::view_of(zero),
                                                                   0.02f, 0.1f};  // kOhm and fF a um
  auto plan = timer.prepare_gradients(exec, settings);                            // each run reads x anew
  auto const cost_at = [&](float place) {
    x[a] = x[y] = place;
    plan.run();
    return plan.gradients().cost[0];
  };
  auto const slope_at = [&](float place) {
    cost_at(place);
    return plan.gradients().x[a] + plan.gradients().x[y];  // ps a um; the buffer moves as one
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
