#include <cmath>
#include <utility>
#include <vector>

#include "test/adjoint/adjoint_case.hpp"

using namespace gsta_test;
using gsta::is_late;

namespace {

using flow_of = smooth_flow<gsta::host_executor, double>;

/// By how much an edge of a check is violated, as the definition reads; -infinity where nothing is compared.
double violated(flow_of const& flow, gsta::timing_check const& check, int e, bool late) {
  auto const known = [](double x) { return std::abs(x) < INFINITY; };
  if (is_late(check.kind) != late) return -INFINITY;
  int const of_data = 2 * late + e, of_clock = 2 * !late + static_cast<int>(check.active);
  double const data = flow.smooth.node_arrival[static_cast<std::size_t>(check.data)][of_data];
  double required = check.required[e];
  if (check.capture != none) {
    double const clock = flow.smooth.node_arrival[static_cast<std::size_t>(check.capture)][of_clock];
    double const data_slew = flow.slew[static_cast<std::size_t>(check.data_pin)][of_data],
                 clock_slew = flow.slew[static_cast<std::size_t>(check.clock_pin)][of_clock];
    if (check.constraint[e] == none || !known(clock) || !known(data_slew) || !known(clock_slew))
      return -INFINITY;
    double const limit = lookup(flow.timer.view().design.luts, check.constraint[e],
                                static_cast<float>(data_slew), static_cast<float>(clock_slew));
    required = clock + (late ? -1 : 1) * static_cast<double>(check.factor) * limit;
  }
  if (!known(data) || !known(required)) return -INFINITY;
  required += check.edge_time;
  return late ? data - required : required - data;
}

/// gamma log of the sum of e^(x / gamma).
double log_sum(std::vector<double> const& x, double gamma) {
  double top = -INFINITY, sum = 0;
  for (double const one : x) top = std::max(top, one);
  if (top == -INFINITY) return top;
  for (double const one : x) sum += std::exp((one - top) / gamma);
  return top + gamma * std::log(sum);
}

bool close_to(double a, double b) { return a == b || std::abs(a - b) <= 1e-4 + 1e-5 * std::abs(b); }

}  // namespace

TEST_CASE("a smooth cost adds up what its definition says", "[prop][smooth][small]") {
  std::size_t wrong = 0, compared = 0, violated_at_all = 0, totals = 0, empty = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    auto const options = cost_options_of(seed);
    flow_of flow(gsta::host_executor{}, random_circuit(seed), options_of(seed).timer, options);
    double const cost = flow.find_cost();
    bool const total = options.goal == gsta::smooth_goal::total, late = options.side == gsta::split::late;
    auto const& checks = flow.timer.view().checks;
    std::vector<double> endpoints;
    for (std::size_t i = 0; i < checks.endpoint_pin.size(); ++i) {
      std::vector<double> candidates;
      if (total) candidates.push_back(0);
      for (id k = checks.endpoint_begin[i]; k < checks.endpoint_begin[i + 1]; ++k) {
        auto const& check = checks.check[static_cast<std::size_t>(checks.endpoint_check[k])];
        for (int e = 0; e < 2; ++e) candidates.push_back(violated(flow, check, e, late));
      }
      endpoints.push_back(log_sum(candidates, options.gamma));
      wrong += !close_to(flow.cost.violation[i], endpoints.back());
      violated_at_all += endpoints.back() > 1;
      ++compared;
    }
    double want = 0;
    for (double const one : endpoints) want += one;
    if (!total) want = log_sum(endpoints, options.gamma);
    empty += want == -INFINITY;
    totals += total;
    CAPTURE(seed, cost, want);
    CHECK(close_to(cost, want));
  }
  CHECK(wrong == 0);
  CHECK(compared > 500);
  CHECK(violated_at_all > 100);
  CHECK(totals == 60);
  CHECK(empty < 30);
}

TEST_CASE("a smooth cost's seed is its gradient by smooth arrivals", "[prop][smooth][small]") {
  gradient_check check;
  gsta::host_executor const exec;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    auto const options = cost_options_of(seed);
    flow_of flow(exec, random_circuit(seed), options_of(seed).timer, options);
    if (!std::isfinite(flow.find_cost())) continue;
    auto const gradient = to_vector(exec, flow.cost.node_arrival.view());
    auto const& checks = flow.timer.view().checks;
    gsta::detail::smooth_by_id<gsta::memory_space::host, double> const timing{
        std::as_const(flow.slew).view(), std::as_const(flow.smooth.node_arrival).view()};
    auto const cost = [&] {  // alone: its gradient is known
      update_smooth_violations(exec, checks, flow.timer.view().design.luts, timing, options, flow.cost);
      add_up_smooth_cost(exec, checks, options, flow.cost);
      return flow.cost.cost[0];
    };
    for (std::size_t node = 0; node < gradient.size(); ++node) {
      for (int c = 0; c < gsta::conditions; ++c) {
        double& at = flow.smooth.node_arrival[node][c];
        double const kept = at;
        if (!(std::abs(kept) < INFINITY)) continue;
        at = kept + 1e-3;
        double const above = cost();
        at = kept - 1e-3;
        double const below = cost();
        at = kept;
        check.compare("seed", node, c, gradient[node][c], (above - below) / 2e-3);
      }
    }
    CAPTURE(seed, check.first);
    REQUIRE(check.wrong == 0);
  }
  CHECK(check.compared > 1000);
  CHECK(check.above_zero > 100);
}

TEST_CASE("the seed of a cost of the caller's own is its gradient by smooth arrivals",
          "[prop][smooth][small]") {
  gradient_check check;
  gsta::host_executor const exec;
  for (std::uint64_t seed = 0; seed < 40; seed += 2) {
    auto const options = cost_options_of(seed);
    flow_of flow(exec, random_circuit(seed), options_of(seed).timer, options);
    flow.find_cost();
    auto const& checks = flow.timer.view().checks;
    prng random(seed);
    std::vector<double> worth(checks.endpoint_pin.size());  // the cost is the sum of violations times these
    for (double& each : worth) each = random.real(-1, 2);
    weigh_smooth_violations<double>(exec, checks, gsta::view_of(std::as_const(worth)), flow.cost);
    update_smooth_cost_seed(exec, checks, options, make_smooth_cost_plan(exec, checks, flow.cost), flow.cost);
    auto const gradient = to_vector(exec, flow.cost.node_arrival.view());
    auto const violations = [&] {
      update_smooth_cost<double>(exec, checks, flow.timer.view().design.luts, std::as_const(flow.slew).view(),
                                 flow.smooth, options, flow.cost);
      return to_vector(exec, flow.cost.violation.view());
    };
    for (std::size_t node = 0; node < gradient.size(); ++node) {
      for (int c = 0; c < gsta::conditions; ++c) {
        double& at = flow.smooth.node_arrival[node][c];
        double const kept = at;
        if (!(std::abs(kept) < INFINITY) || (gradient[node][c] == 0 && !random.chance(2))) continue;
        at = kept + 1e-3;
        auto const above = violations();
        at = kept - 1e-3;
        auto const below = violations();
        at = kept;
        double difference = 0;
        for (std::size_t i = 0; i < worth.size(); ++i) difference += worth[i] * (above[i] - below[i]);
        check.compare("seed", node, c, gradient[node][c], difference / 2e-3);
      }
    }
    CAPTURE(seed, check.first);
    REQUIRE(check.wrong == 0);
  }
  CHECK(check.compared > 500);
  CHECK(check.above_zero > 100);
}

TEST_CASE("a smooth cost refuses arrays of another size and temperatures not above 0",
          "[prop][smooth][small]") {
  gsta::host_executor const exec;
  auto options = cost_options_of(0);
  flow_of flow(exec, random_circuit(2), options_of(2).timer, options);
  auto const& checks = flow.timer.view().checks;
  gsta::buffer<double, gsta::memory_space::host> by_violation(exec, checks.endpoint_pin.size());
  fill(exec, by_violation.view(), 1.0);
  auto const find = [&] { flow.find_cost(); };
  auto const weigh = [&] {
    weigh_smooth_violations<double>(exec, checks, std::as_const(by_violation).view(), flow.cost);
  };
  auto const refused = [&](auto& array, auto const& call) {
    auto kept = std::move(array);
    array = {exec, kept.size() + 1};
    fill(exec, array.view(), {});
    CHECK_THROWS_AS(call(), gsta::argument_error);
    array = std::move(kept);
  };
  find();
  weigh();
  refused(flow.smooth.node_arrival, find);
  refused(flow.smooth.weight, find);
  refused(flow.arc_delay, find);
  refused(flow.cost.node_arrival, find);
  refused(flow.cost.check_share, find);
  refused(flow.cost.violation, find);
  refused(by_violation, weigh);
  refused(flow.cost.violation, weigh);
  refused(flow.cost.check_share, weigh);
  for (float const gamma : {0.0f, -1.0f, gsta::math::infinity}) {
    options.gamma = gamma;
    CHECK_THROWS_AS(
        update_smooth_cost<double>(exec, checks, flow.timer.view().design.luts,
                                   std::as_const(flow.slew).view(), flow.smooth, options, flow.cost),
        gsta::argument_error);
  }
}
