#include "test/golden/gradients_body.hpp"

using namespace gsta_test;

namespace {

constexpr std::size_t most_pins = 120'000;  // larger ones take many seconds in double

template <class Value>
using golden_flow = full_flow<gsta::host_executor, Value>;

gsta::smooth_cost_options const golden_costs[] = {{gsta::smooth_goal::total, gsta::split::late, 20.0f},
                                                  {gsta::smooth_goal::worst, gsta::split::late, 20.0f},
                                                  {gsta::smooth_goal::worst, gsta::split::early, 20.0f}};

void compare_precisions(golden_flow<float> const& narrow, golden_flow<double> const& wide,
                        precision_check& check) {
  check.arrays("smooth arrival", narrow.smooth.node_arrival.view(), wide.smooth.node_arrival.view());
  check.arrays("seed", narrow.cost.node_arrival.view(), wide.cost.node_arrival.view());
  check.arrays("arrival", narrow.arrival_adjoint.node_arrival.view(),
               wide.arrival_adjoint.node_arrival.view());
  check.arrays("arc delay", narrow.arrival_adjoint.arc_delay.view(), wide.arrival_adjoint.arc_delay.view());
  check.arrays("slew", narrow.delay_adjoint.slew.view(), wide.delay_adjoint.slew.view());
  check.arrays("load", narrow.delay_adjoint.load.view(), wide.delay_adjoint.load.view());
  check.arrays("pin load", narrow.tree_adjoint.pin_load.view(), wide.tree_adjoint.pin_load.view());
  check.arrays("resistance", narrow.tree_adjoint.resistance.view(), wide.tree_adjoint.resistance.view());
  check.arrays("capacitance", narrow.tree_adjoint.capacitance.view(), wide.tree_adjoint.capacitance.view());
}

bool same_gradients(golden_flow<float> const& a, golden_flow<float> const& b) {
  return same_bits(a.cost.cost, b.cost.cost) && same_bits(a.smooth.node_arrival, b.smooth.node_arrival) &&
         same_bits(a.smooth.weight, b.smooth.weight) &&
         same_bits(a.arrival_adjoint.arc_delay, b.arrival_adjoint.arc_delay) &&
         same_bits(a.delay_adjoint.slew, b.delay_adjoint.slew) &&
         same_bits(a.delay_adjoint.load, b.delay_adjoint.load) &&
         same_bits(a.tree_adjoint.resistance, b.tree_adjoint.resistance) &&
         same_bits(a.tree_adjoint.capacitance, b.tree_adjoint.capacitance);
}

/// The late check edge of the worst slack: a node and its condition; none where nothing is constrained.
std::pair<gsta::id, int> worst_end(host_timer const& t) {
  std::pair<gsta::id, int> end{gsta::none, 0};
  float worst = gsta::math::infinity;
  for (std::size_t i = 0; i < t.view().checks.check.size(); ++i) {
    auto const& check = t.view().checks.check[i];
    for (int e = 0; e < 2 && is_late(check.kind); ++e) {
      if (!(t.view().check_slack[i][e] < worst)) continue;
      worst = t.view().check_slack[i][e];
      end = {check.data, 2 + e};
    }
  }
  return end;
}

/// Goes back along the exact winners from a node whose gradient is 1; where one does not tie, all of the
/// gradient goes its way. Returns how many arcs it went.
std::size_t walk_winners(host_timer const& t, gsta::smooth_state<gsta::memory_space::host> const& smooth,
                         gsta::adjoint_state<gsta::memory_space::host> const& adjoint, gsta::id node, int c) {
  std::size_t steps = 0;
  float whole = adjoint.node_arrival[node][c];
  while (t.view().node_predecessor[node][c] != gsta::none && whole > 0) {
    gsta::id const k = t.view().node_predecessor[node][c];
    gsta::id const arc = t.view().node_graph.fanin_arc[k];
    whole = gsta::math::mul(whole, smooth.weight[k][c]);
    CHECK(adjoint.arc_delay[arc][c] >= whole);
    c = t.view().arc_map[arc].input(c);
    node = t.view().node_graph.fanin_from[k];
    CHECK(adjoint.node_arrival[node][c] >= whole);
    ++steps;
  }
  return steps;
}

}  // namespace

TEST_CASE("gradients of real designs agree in float and in double, and have the same bits twice",
          "[golden][slow]") {
  // Next to a table's point, or where two slews are all but equal, the precisions may take different sides of
  // a kink: a few of a million differ.
  std::size_t compared = 0, kinks = 0;
  std::size_t const designs = for_each_real_design(most_pins, [&](real_design const& of) {
    host_timer timer(serial_host, of.design, of.rules);
    timer.update(serial_host);
    for (auto const& cost : golden_costs) {
      golden_flow<float> narrow(serial_host, timer, timer.view().design, {}, cost),
          again(serial_host, timer, timer.view().design, {}, cost);
      golden_flow<double> wide(serial_host, timer, timer.view().design, {}, cost);
      double const narrow_cost = narrow.find_cost(), wide_cost = wide.find_cost();
      again.find_cost();
      narrow.find_gradients();
      again.find_gradients();
      wide.find_gradients();
      CHECK(same_gradients(narrow, again));
      if (!std::isfinite(wide_cost)) continue;
      precision_check check;
      CHECK(std::abs(narrow_cost - wide_cost) <= 1e-3 * std::abs(wide_cost) + 1e-3);
      compare_precisions(narrow, wide, check);
      compared += check.compared;
      kinks += check.wrong;
      CAPTURE(of.name, static_cast<int>(cost.goal), static_cast<int>(cost.side), check.worst, check.first);
      CHECK(check.wrong < 6);
    }
  });
  CHECK(designs > 10);
  CAPTURE(compared, kinks);
  CHECK(compared > 1'000'000);
  CHECK(kinks * 100'000 < compared);
}

TEST_CASE("with gamma to 0 gradients of real designs follow the worst path", "[golden]") {
  std::size_t walked = 0;
  for_each_real_design(most_pins, [&](real_design const& of) {
    host_timer timer(serial_host, of.design, of.rules);
    timer.update(serial_host);
    auto const nodes = timer.arrival_nodes();
    auto const [node, c] = worst_end(timer);
    if (node == gsta::none) return;
    auto const rows = make_adjoint_rows(serial_host, timer.nodes(), nodes.edges.size());
    auto smooth = make_smooth_state(serial_host, timer.nodes().count(), nodes.graph.arc_count());
    auto adjoint = make_adjoint_state(serial_host, timer.nodes().count(), nodes.edges.size());
    propagate_smooth<float>(serial_host, nodes, timer.view().arc_delay, 1e-7f, smooth);
    CHECK(same_bits(smooth.node_arrival, timer.arrivals().node_arrival));
    std::vector<gsta::per_condition<float>> seed(timer.nodes().count(), gsta::same_value(0.0f));
    seed[static_cast<std::size_t>(node)][c] = 1;
    propagate_adjoint<float>(serial_host, nodes, rows.view, smooth, gsta::view_of(std::as_const(seed)),
                             adjoint);
    std::size_t const steps = walk_winners(timer, smooth, adjoint, node, c);
    CHECK(steps > 0);
    walked += steps;
  });
  CHECK(walked > 300);
}

namespace {

/// Twelve leading bits, so that floats move by small powers of two without being rounded.
float with_twelve_bits(float x) {
  int exponent = 0;
  float const m = std::frexp(x, &exponent);
  return std::isfinite(x) && x != 0 ? std::ldexp(std::round(m * 4096), exponent - 12) : x;
}

/// Some of an array's values, those first whose gradients are large, moved by a little.
template <class Input, class Gradient>
void some_against_differences(golden_flow<double>& flow, char const* what, std::size_t count, prng& random,
                              gradient_check& check, Input const& input, Gradient const& gradient) {
  for (int t = 0; t < 30; ++t) {
    std::size_t best = 0;
    for (int again = 0; again < 40; ++again) {
      auto const i = static_cast<std::size_t>(random.below(static_cast<int>(count)));
      if (again == 0 || std::abs(gradient(i)) > std::abs(gradient(best))) best = i;
    }
    float& x = input(best);
    float const before = x;
    if (!std::isfinite(before) || before == 0) continue;
    check.differ(what, best, 0, gradient(best), before, std::ldexp(1.0, std::ilogb(before) - 8),
                 [&](double to) {
                   x = static_cast<float>(to);
                   return flow.find_cost();
                 });
    x = before;
    flow.find_cost();
  }
}

}  // namespace

TEST_CASE("gradients by effective capacitances of real designs equal central differences", "[golden][slow]") {
  std::size_t designs = 0;
  for (auto const& run : open_runs()) {
    if (!run.elmore || run.design == "aes_nangate45") continue;  // which takes long in double
    ++designs;
    gsta::model::diagnostics notes;
    auto design = load_open(run, notes);
    for (auto* array : {&design.rc_resistance, &design.rc_capacitance}) {
      for (float& x : *array) x = with_twelve_bits(x);
    }
    for (auto& load : design.pin_load) {
      for (int c = 0; c < gsta::conditions; ++c) load[c] = with_twelve_bits(load[c]);
    }
    gsta::timer_options options = open_options();
    options.delays.model = gsta::cell_model::effective;
    options.delays.effective = {16, 12, 12, gsta::ceff_precision::in_double};
    host_timer const timer(serial_host, design, options);
    golden_flow<double> flow(serial_host, timer, design.view(), {}, golden_costs[1]);
    REQUIRE(std::isfinite(flow.find_cost()));
    flow.find_gradients();
    gradient_check check;
    check.noise = 1e-7;
    prng random(17);
    auto const& trees = flow.tree_adjoint;
    some_against_differences(
        flow, "resistance", design.rc_resistance.size(), random, check,
        [&](std::size_t i) -> float& { return design.rc_resistance[i]; },
        [&](std::size_t i) { return trees.resistance[i]; });
    some_against_differences(
        flow, "capacitance", design.rc_capacitance.size(), random, check,
        [&](std::size_t i) -> float& { return design.rc_capacitance[i]; },
        [&](std::size_t i) { return trees.capacitance[i]; });
    some_against_differences(
        flow, "pin load", 4 * design.pin_load.size(), random, check,
        [&](std::size_t i) -> float& { return design.pin_load[i / 4][static_cast<int>(i % 4)]; },
        [&](std::size_t i) { return trees.pin_load[i / 4][static_cast<int>(i % 4)]; });
    CAPTURE(run.name(), check.compared, check.above_zero, check.kinks, check.first);
    CHECK(check.wrong == 0);
    CHECK(check.above_zero > 30);
    CHECK(check.kinks * 4 < check.compared);
  }
  CHECK(designs > 2);
}
