#include "test/adjoint/adjoint_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

namespace {

using linear_flow = smooth_flow<gsta::host_executor, double>;

/// Gradients of some arcs' delays beside the differences of `cost_of(flow)`.
template <class Cost>
void arcs_against_differences(linear_flow& flow, prng& random, gradient_check& check, Cost const& cost_of) {
  std::size_t const arcs = flow.arc_delay.size();
  for (int i = 0; i < 25 && arcs > 0; ++i) {
    auto const arc = static_cast<std::size_t>(random.below(static_cast<int>(arcs)));
    int const c = random.below(gsta::conditions);
    double& delay = flow.arc_delay[arc][c];
    double const before = delay;
    if (!std::isfinite(before)) {
      check.compare("undefined arc", arc, c, flow.adjoint.arc_delay[arc][c], 0);
      continue;
    }
    check.differ("arc", arc, c, flow.adjoint.arc_delay[arc][c], before, 1e-3, [&](double x) {
      delay = x;
      return cost_of(flow);
    });
    delay = before;
  }
}

}  // namespace

TEST_CASE("gradients of arc delays equal central differences of every cost", "[adjoint][slow]") {
  gradient_check check;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    auto const design = random_circuit(seed);
    linear_flow flow(serial_host, design, options_of(seed).timer, cost_options_of(seed));
    if (!std::isfinite(flow.find_cost())) continue;
    flow.find_gradients();
    prng random(seed + 77);
    arcs_against_differences(flow, random, check, [](linear_flow& f) { return f.find_cost(); });
    CAPTURE(seed, check.first);
    REQUIRE(check.wrong == 0);
  }
  CAPTURE(check.compared, check.above_zero, check.kinks);
  CHECK(check.compared > 4000);
  CHECK(check.above_zero > 400);
  CHECK(check.kinks < check.compared / 50);
}

TEST_CASE("gradients of a cost of the caller's own equal central differences", "[adjoint][small]") {
  gradient_check check;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    auto const design = random_circuit(seed);
    linear_flow flow(serial_host, design, options_of(seed).timer, cost_options_of(seed));
    prng random(seed + 78);
    std::vector<gsta::per_condition<double>> weights(flow.timer.nodes().count());
    for (auto& w : weights) {
      for (int c = 0; c < gsta::conditions; ++c) w[c] = random.chance(30) ? random.real(-1, 1) : 0;
    }
    auto const weighted = [&](linear_flow& f) {
      f.propagate();
      double sum = 0;
      for (std::size_t n = 0; n < weights.size(); ++n) {
        for (int c = 0; c < gsta::conditions; ++c) {
          double const at = f.smooth.node_arrival[n][c];
          if (std::isfinite(at)) sum += weights[n][c] * at;
        }
      }
      return sum;
    };
    weighted(flow);
    flow.find_gradients(gsta::view_of(std::as_const(weights)));
    arcs_against_differences(flow, random, check, weighted);
    CAPTURE(seed, check.first);
    REQUIRE(check.wrong == 0);
  }
  CAPTURE(check.compared, check.above_zero, check.kinks);
  CHECK(check.compared > 1500);
  CHECK(check.above_zero > 500);
  CHECK(check.kinks < check.compared / 50);
}

TEST_CASE("gradients of a cost of endpoints equal central differences", "[adjoint][small]") {
  gradient_check check;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    auto const design = random_circuit(seed);
    auto options = cost_options_of(seed);
    options.goal = gsta::smooth_goal::total;
    linear_flow flow(serial_host, design, options_of(seed).timer, options);
    prng random(seed + 79);
    std::vector<double> worth(flow.cost.violation.size());
    for (double& w : worth) w = random.real(-1, 1);
    auto const weighted = [&](linear_flow& f) {
      f.find_cost();
      double sum = 0;
      for (std::size_t e = 0; e < worth.size(); ++e) sum += worth[e] * f.cost.violation[e];
      return sum;
    };
    weighted(flow);
    auto const& checks = flow.timer.view().checks;
    weigh_smooth_violations<double>(serial_host, checks, gsta::view_of(std::as_const(worth)), flow.cost);
    auto const plan = make_smooth_cost_plan(serial_host, checks, flow.cost);
    update_smooth_cost_seed(serial_host, checks, options, plan, flow.cost);
    flow.find_gradients();
    arcs_against_differences(flow, random, check, weighted);
    CAPTURE(seed, check.first);
    REQUIRE(check.wrong == 0);
  }
  CAPTURE(check.compared, check.above_zero, check.kinks);
  CHECK(check.compared > 1500);
  CHECK(check.above_zero > 100);
  CHECK(check.kinks < check.compared / 50);
}

TEST_CASE("smooth costs approach the exact figures as gamma approaches 0", "[adjoint][small]") {
  std::size_t violated = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    auto const design = random_circuit(seed);
    for (auto const side : {gsta::split::early, gsta::split::late}) {
      smooth_flow<gsta::host_executor, float> total(serial_host, design, options_of(seed).timer,
                                                    {gsta::smooth_goal::total, side, 1e-6f});
      smooth_flow<gsta::host_executor, float> worst(serial_host, design, options_of(seed).timer,
                                                    {gsta::smooth_goal::worst, side, 1e-6f});
      auto const exact = total.timer.summary(serial_host, side);
      CAPTURE(seed, static_cast<int>(side), exact.tns, exact.worst_slack);
      CHECK(std::abs(total.find_cost() + exact.tns) <= 1e-3 * static_cast<double>(exact.violations + 1));
      CHECK(static_cast<float>(-worst.find_cost()) == exact.worst_slack);
      violated += static_cast<std::size_t>(exact.violations);
    }
  }
  CHECK(violated > 300);
}

TEST_CASE("with gamma to 0 gradients are the subgradient along the worst path", "[adjoint][small]") {
  std::size_t walked = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    auto const design = random_circuit(seed);
    smooth_flow<gsta::host_executor, float> flow(serial_host, design, options_of(seed).timer,
                                                 {gsta::smooth_goal::worst, gsta::split::late, 1e-7f});
    if (!std::isfinite(flow.find_cost())) continue;
    flow.find_gradients();
    auto const& t = flow.timer;
    // Where one slack alone is the worst, every arc of its data path counts 1 but where the clock's path,
    // which counts -1, shares it.
    float const worst = t.summary(serial_host, gsta::split::late).worst_slack;
    std::vector<std::pair<std::size_t, int>> ends;
    for (std::size_t i = 0; i < t.view().checks.check.size(); ++i) {
      for (int e = 0; e < 2; ++e) {
        if (is_late(t.view().checks.check[i].kind) && t.view().check_slack[i][e] == worst)
          ends.push_back({i, e});
      }
    }
    if (ends.size() != 1) continue;
    auto const& check = t.view().checks.check[ends[0].first];
    if (check.capture != gsta::none) continue;
    int c = 2 + ends[0].second;
    auto node = static_cast<std::size_t>(check.data);
    CAPTURE(seed, node, c);
    REQUIRE(flow.adjoint.node_arrival[node][c] == 1);
    while (t.view().node_predecessor[node][c] != gsta::none && flow.adjoint.node_arrival[node][c] == 1) {
      auto const k = static_cast<std::size_t>(t.view().node_predecessor[node][c]);
      auto const arc = static_cast<std::size_t>(t.view().node_graph.fanin_arc[k]);
      if (flow.smooth.weight[k][c] != 1) break;  // a tie
      CHECK(flow.adjoint.arc_delay[arc][c] == 1);
      c = t.view().arc_map[arc].input(c);
      node = static_cast<std::size_t>(t.view().node_graph.fanin_from[k]);
      ++walked;
    }
  }
  CHECK(walked > 100);
}

TEST_CASE("gradients in float and in double agree", "[adjoint][small]") {
  std::size_t compared = 0, wrong = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    auto const narrow = linear_on<float>(serial_host, seed);
    auto const wide = linear_on<double>(serial_host, seed);
    for (std::size_t a = 0; a < wide.arc_delay.size(); ++a) {
      for (int c = 0; c < gsta::conditions; ++c) {
        double const want = wide.arc_delay[a][c];
        wrong +=
            !(std::abs(static_cast<double>(narrow.arc_delay[a][c]) - want) <= 1e-3 * std::abs(want) + 1e-5);
        compared += want != 0;
      }
    }
    CAPTURE(seed);
    CHECK(wrong == 0);
  }
  CHECK(compared > 5000);
}

TEST_CASE("gradients have the serial bits on every host backend", "[adjoint][small]") {
  on_host_backends([](auto const& exec) { linear_has_serial_bits(exec, 0, 60); });
}
