// Gradients with common-path credits of real designs. A violation is linear in the delays of the paths that
// make it, so that delays times their gradients add up to what the violations are made of.
#include "gsta/sta/credit_gradients.hpp"

#include <cmath>

#include "test/golden/gradients_body.hpp"

using namespace gsta_test;

namespace {

/// What violated checks come to without what required times hold beside the capturing clock's arrival.
double violations_of(host_timer const& timer, host_timer const& plain,
                     std::vector<gsta::edge_pair<float>> const& share) {
  double sum = 0;
  for (std::size_t i = 0; i < share.size(); ++i) {
    auto const& check = timer.view().checks.check[i];
    bool const late = is_late(check.kind);
    for (int e = 0; e < 2; ++e) {
      if (share[i][e] == 0) continue;
      double required = plain.view().check_required[i][e];
      if (check.capture != gsta::none && !check.from_start)
        required -= timer.view().node_arrival[check.capture][2 * !late + static_cast<int>(check.active)];
      sum += static_cast<double>(share[i][e]) *
             (-static_cast<double>(timer.view().check_slack[i][e]) + (late ? required : -required));
    }
  }
  return sum;
}

template <class Gradients, class Values>
double product(Gradients const& by, Values const& values) {
  double sum = 0;
  for (std::size_t i = 0; i < by.size(); ++i) {
    for (int c = 0; c < gsta::conditions; ++c) {
      if (by[i][c] != 0) sum += static_cast<double>(by[i][c]) * static_cast<double>(values[i][c]);
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("delays times their gradients with credits add up to the violations of real designs",
          "[golden][slow]") {
  std::size_t violated = 0, credited = 0;
  for_each_real_design(400'000, [&](real_design const& of) {
    for (auto const convention : {gsta::common_path::by_edge, gsta::common_path::by_pin}) {
      gsta::timer_options rules = of.rules;
      rules.credits = gsta::common_path::leave_in;
      host_timer plain(serial_host, of.design, rules);
      rules.credits = convention;
      host_timer timer(serial_host, of.design, rules);
      if (timer.options().credits == gsta::common_path::leave_in || timer.view().latches.any()) return;
      plain.update(serial_host);
      timer.update(serial_host);
      auto found = gsta::make_credit_gradients(serial_host, timer);
      for (auto const side : {gsta::split::late, gsta::split::early}) {
        for (auto const goal : {gsta::smooth_goal::total, gsta::smooth_goal::worst}) {
          gsta::find_credit_gradients(serial_host, timer, {goal, side}, found);
          if (!std::isfinite(found.cost)) continue;
          double const want =
              violations_of(timer, plain, to_vector(serial_host, std::as_const(found.check_share).view()));
          double const got = product(found.arrivals.by.arc_delay.view(), timer.view().arc_delay) +
                             product(found.arrivals.asserted.view(), timer.arrival_nodes().asserted);
          CAPTURE(of.name, static_cast<int>(side), static_cast<int>(goal), found.cost);
          CHECK(std::abs(got - want) <= 1e-5 * std::abs(want) + 1e-2);
          violated += found.cost > 0;
          auto const before = plain.summary(serial_host, side);
          credited +=
              found.cost !=
              (goal == gsta::smooth_goal::total ? -before.tns : -static_cast<double>(before.worst_slack));
        }
      }
    }
  });
  CAPTURE(violated, credited);
  CHECK(violated > 100);
  CHECK(credited > 20);
}
