// Gradients of slacks with common-path credits against central differences of all paths, one by one, in
// double.
#include <cmath>

#include "test/adjoint/credits_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

namespace {

struct credit_tally {
  std::size_t circuits = 0, compared = 0, data = 0, clock = 0, cancelled = 0, starts = 0, kinks = 0,
              wrong = 0;
  std::string first;
};

/// One input beside a difference: costs are linear between kinks, whatever the step.
template <class F>
void against_difference(char const* what, float& input, double gradient, credit_tally& tally, F const& cost) {
  float const before = input, step = 1.0f / 1024;
  double const middle = cost();
  input = before + step;
  double const above = static_cast<double>(input) - before, high = cost();
  input = before - step;
  double const below = before - static_cast<double>(input), low = cost();
  input = before;
  double const slope = (high - low) / (above + below);
  if (std::abs((high - middle) / above - (middle - low) / below) > 1e-4) {
    ++tally.kinks;
    return;
  }
  ++tally.compared;
  if (std::abs(slope - gradient) < 1e-2) return;
  ++tally.wrong;
  tally.first +=
      std::string("\n  ") + what + " " + std::to_string(gradient) + " against " + std::to_string(slope);
}

void check_circuit(std::uint64_t seed, credit_tally& tally) {
  credits::circuit made(seed, seed % 2 == 1, true);
  auto const cost = credits::exact_options_of(seed);
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, made.design, credits::credit_options_of(seed)),
      plain(exec, made.design);
  timer.update(exec);
  plain.update(exec);
  auto found = gsta::make_credit_gradients(exec, timer);
  gsta::find_credit_gradients(exec, timer, cost, found);
  credits::exact_cost want(made, timer, to_vector(exec, std::as_const(plain.slacks.check_required).view()));
  double const exact = want.find(cost);
  if (!std::isfinite(exact) || want.paths > 400) return;
  ++tally.circuits;
  CAPTURE(seed, found.cost, exact);
  REQUIRE(std::abs(found.cost - exact) < 1e-2);
  auto const find = [&] { return want.find(cost); };
  std::vector<bool> in_clock(made.design.pin_load.size());
  in_clock[static_cast<std::size_t>(made.root)] = true;
  for (std::size_t a = 0; a < made.arcs.size(); ++a) {
    auto& arc = made.arcs[a];
    bool const clocks = !arc.launches && in_clock[static_cast<std::size_t>(arc.from)];
    if (clocks) in_clock[static_cast<std::size_t>(arc.to)] = true;
    auto const& by = found.arrivals.by.arc_delay[a];
    for (int c = 0; c < gsta::conditions; ++c) {
      (clocks ? tally.clock : tally.data) += by[c] != 0;
      against_difference(clocks ? "clock arc" : "data arc", arc.delay[c], by[c], tally, find);
    }
    // What both sides share moves late and early together, and does not count.
    tally.cancelled += clocks && by[0] != 0 && by[0] == -by[2];
  }
  for (auto& source : made.design.sources) {
    for (int c = 0; c < gsta::conditions; ++c) {
      if (!gsta::math::is_defined(source.arrival[c])) continue;
      double sum = 0;
      for (gsta::id n = timer.nodes.pin_begin[static_cast<std::size_t>(source.pin)];
           n < timer.nodes.pin_begin[static_cast<std::size_t>(source.pin) + 1]; ++n) {
        auto const tag = static_cast<std::size_t>(timer.nodes.node_tag[static_cast<std::size_t>(n)]);
        if (!made.has_tags || timer.nodes.tags[tag].launch_edge == source.launch_edge)
          sum += found.arrivals.asserted[static_cast<std::size_t>(n)][c];
      }
      tally.starts += sum != 0;
      against_difference("source", source.arrival[c], sum, tally, find);
    }
  }
  CAPTURE(tally.first);
  REQUIRE(tally.wrong == 0);
}

}  // namespace

TEST_CASE("gradients with credits equal central differences over all paths", "[adjoint][small]") {
  credit_tally tally;
  for (std::uint64_t seed = 0; seed < 480; ++seed) check_circuit(seed, tally);
  CAPTURE(tally.circuits, tally.compared, tally.data, tally.clock, tally.cancelled, tally.starts,
          tally.kinks);
  CHECK(tally.circuits > 450);
  CHECK(tally.compared > 50'000);
  CHECK(tally.data > 2000);
  CHECK(tally.clock > 2000);
  CHECK(tally.cancelled > 100);
  CHECK(tally.starts > 500);
  CHECK(tally.kinks * 100 < tally.compared);
}

TEST_CASE("gradients with credits have the same bits on every backend", "[adjoint][small]") {
  on_host_backends([](auto const& exec) { credits::credit_gradients_have_serial_bits(exec, 2000, 2060); });
}
