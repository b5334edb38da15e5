#include "gsta/constrain/detail/clocks.hpp"

#include <algorithm>
#include <vector>

#include "test/support/catch.hpp"
#include "test/support/oracle.hpp"
#include "test/support/random.hpp"

using gsta::capture_offset;
using gsta::clock_waveform;

TEST_CASE("capture offsets equal a scan over all cycles", "[constrain][small]") {
  gsta_test::prng random(1);
  for (int i = 0; i < 3000; ++i) {
    gsta::flat_design d;
    for (int clock = 0; clock < 2; ++clock) {
      int const period = random.between(1, 40), rise = random.between(-50, 50);
      d.clocks.push_back({period * 250, {rise * 125, rise * 125 + random.between(1, 40) * 125}});
    }
    gsta::id const launch = random.below(4), capture = random.below(4);
    for (bool const late : {false, true}) {
      double const want = gsta_test::brute_force_offset(d, launch, capture, late) * 1000.0;
      CAPTURE(i, launch, capture, late);
      REQUIRE(static_cast<double>(capture_offset(d.clocks, launch, capture, late)) == want);
    }
  }
}

TEST_CASE("offsets of gates' holds equal a scan over cycles", "[constrain][small]") {
  gsta_test::prng random(2);
  for (int i = 0; i < 300; ++i) {
    std::vector<clock_waveform> clocks;
    for (int clock = 0; clock < 2; ++clock) {
      int const period = random.between(1, 40), rise = random.between(-50, 50);
      clocks.push_back({period * 250, {rise * 125, rise * 125 + random.between(1, 40) * 125}});
    }
    gsta::id const launch = random.below(2), capture = 2 + random.below(2);
    gsta::femtoseconds least = 1'000'000;
    for (int m = -200; m <= 200; ++m) {
      auto const launched = clocks[0].at[launch % 2] + m * clocks[0].period;
      for (int n = -100; n <= 100; ++n) {
        auto const cycle = n * clocks[1].period;
        if (clocks[1].at[1 - capture % 2] + cycle > launched) continue;
        least = std::min(least, launched - (clocks[1].at[capture % 2] + cycle));
      }
    }
    CAPTURE(i, launch, capture);
    REQUIRE(gsta::gate_hold_offset(clocks, launch, capture) == -least);
  }
}

TEST_CASE("capture offsets computed by hand", "[constrain][small]") {
  // A: period 1000 ps, rises at 0, falls at 500. B: period 1500 ps, rises at 250, falls at 1000.
  std::vector<clock_waveform> const clocks{{1000000, {0, 500000}}, {1500000, {250000, 1000000}}};
  auto const setup = [&](int launch, int capture) { return capture_offset(clocks, launch, capture, true); };
  auto const hold = [&](int launch, int capture) { return capture_offset(clocks, launch, capture, false); };
  CHECK(setup(0, 0) == 1000000);  // one clock: a period, and none
  CHECK(hold(0, 0) == 0);
  CHECK(setup(0, 1) == 500000);  // to its falling edge: half a period, and half a period back
  CHECK(hold(0, 1) == -500000);
  CHECK(setup(0, 2) == 250000);  // A at 0 -> B at 250
  CHECK(hold(0, 2) == -250000);  // A at 2000 -> B at 1750
  CHECK(setup(2, 0) == 250000);  // B at 1750 -> A at 2000
  CHECK(hold(2, 0) == -250000);  // B at 250 -> A at 0
  CHECK(setup(0, 3) == 500000);  // edges that coincide are not a setup: A at 2000 -> B at 2500
  CHECK(hold(0, 3) == 0);        // but a hold: A at 1000, B at 1000
}

TEST_CASE("periods without a small common multiple need no scan", "[constrain][small]") {
  std::vector<clock_waveform> const clocks{{333333, {0, 100000}}, {1000000, {1, 500000}}};  // coprime
  CHECK(capture_offset(clocks, 0, 2, true) == 1);
  CHECK(capture_offset(clocks, 0, 2, false) == 0);
}

TEST_CASE("a period must be positive", "[constrain][small]") {
  std::vector<clock_waveform> const none{{0, {0, 0}}, {1000, {0, 500}}}, negative{{-5, {0, 0}}};
  CHECK_THROWS_AS(capture_offset(none, 0, 2, true), gsta::argument_error);
  CHECK_THROWS_AS(capture_offset(none, 2, 0, false), gsta::argument_error);
  CHECK_THROWS_AS(capture_offset(negative, 0, 0, true), gsta::argument_error);
  CHECK_THROWS_AS(gsta::gate_hold_offset(negative, 0, 0), gsta::argument_error);
}
