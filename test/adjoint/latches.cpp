// Gradients through latches, against central differences in double.
#include "test/adjoint/latches_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

namespace {

using double_latches = latched_flow<gsta::host_executor, double>;

/// What latches did to a smooth cost, by pair and data edge.
struct latch_counts {
  std::size_t borrow = 0, close = 0, open = 0, early = 0, late = 0;
  void add(double_latches const& flow) {
    for (std::size_t i = 0; i < flow.latches.departs.size(); ++i) {
      for (int e = 0; e < 2; ++e) {
        auto const& departs = flow.latches.departs[i];
        borrow += departs.data[e] > 0;
        close += departs.closes[e] > 0;
        open += departs.opens[e] > 0;
        early += flow.latches.violated[i].opens[e] < 0;
        late += flow.latches.violated[i].closes[e] < 0;
      }
    }
  }
};

gsta::smooth_cost_options latch_options(std::uint64_t seed) {
  auto options = cost_options_of(seed);
  if (seed % 3 == 0) options.side = seed % 9 == 0 ? gsta::split::early : gsta::split::late;
  float const gammas[] = {0.5f, 2, 8};
  options.gamma = gammas[seed % 7 % 3];
  return options;
}

/// Gradients of some arcs' delays beside differences.
void delays_against_differences(double_latches& flow, prng& random, int tries, gradient_check& check) {
  auto const arcs = static_cast<int>(flow.delays.arc_delay.size());
  for (int t = 0; t < tries && arcs > 0; ++t) {
    std::size_t arc = 0;
    int c = 0;
    for (int again = 0; again < 8; ++again) {  // most early ones are 0
      arc = static_cast<std::size_t>(random.below(arcs));
      c = random.below(gsta::conditions);
      if (flow.adjoint.arc_delay[arc][c] != 0) break;
    }
    double& delay = flow.delays.arc_delay[arc][c];
    double const before = delay;
    if (!std::isfinite(before)) continue;
    check.differ("arc", arc, c, flow.adjoint.arc_delay[arc][c], before, 1e-3, [&](double x) {
      delay = x;
      return flow.find_cost();
    });
    delay = before;
  }
}

struct linear_result {
  gradient_check check;
  latch_counts counts;
  std::size_t restless = 0, looping = 0;
};

linear_result check_delays(std::uint64_t first, std::uint64_t last, bool loops) {
  linear_result result;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    prng random(seed);
    latch_circuits::builder const built(random, loops);
    host_timer timer(serial_host, built.made.design);
    timer.update(serial_host);
    double_latches flow(serial_host, timer, timer.design.view, latch_options(seed));
    for (auto& delay : flow.delays.arc_delay.view()) {  // no two times are the same
      for (int c = 0; c < gsta::conditions; ++c) delay[c] += random.real(-1, 1);
    }
    if (!std::isfinite(flow.find_cost())) continue;
    flow.find_gradients();
    result.looping += timer.nodes.opened_loops > 0;
    if (!flow.settled) {
      ++result.restless;
      continue;
    }
    result.counts.add(flow);
    delays_against_differences(flow, random, 12, result.check);
    CAPTURE(seed, loops, result.check.first);
    REQUIRE(result.check.wrong == 0);
  }
  return result;
}

}  // namespace

TEST_CASE("gradients through latches equal central differences", "[adjoint][small]") {
  auto const r = check_delays(0, 400, false);
  CAPTURE(r.check.compared, r.check.above_zero, r.check.kinks, r.counts.borrow, r.counts.close, r.counts.open,
          r.counts.early, r.counts.late);
  CHECK(r.restless == 0);
  CHECK(r.check.above_zero > 1000);
  CHECK(r.check.kinks < r.check.compared / 50);
  CHECK(r.counts.borrow > 1);
}

TEST_CASE("gradients through loops of latches equal central differences", "[adjoint][small]") {
  auto const r = check_delays(1000, 1300, true);
  CAPTURE(r.check.compared, r.check.above_zero, r.check.kinks, r.counts.borrow, r.counts.close, r.counts.open,
          r.counts.early, r.counts.late, r.restless, r.looping);
  CHECK(r.looping > 60);
  CHECK(r.restless < 10);
  CHECK(r.check.above_zero > 1000);
  CHECK(r.check.kinks == 0);
}
