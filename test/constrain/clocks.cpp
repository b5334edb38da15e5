#include "gsta/constrain/detail/clocks.hpp"

#include <algorithm>
#include <cmath>
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
    gsta::vector_by_id<clock_waveform> clocks;
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

TEST_CASE("clocks whose periods are rounded parts of one another do not drift", "[constrain][small]") {
  gsta_test::prng random(4);
  for (int i = 0; i < 3000; ++i) {
    // Both divide one cycle: exact edges are multiples of cycle / (2 a b), and all are known in halves.
    long long const cycle = 1000 * random.between(5'000, 200'000);
    int const parts[2] = {random.between(1, 30), random.between(1, 30)};
    gsta::vector_by_id<clock_waveform> clocks;
    for (int const n : parts) {
      auto const of = [&](int halves) {
        return static_cast<gsta::femtoseconds>(std::llround(static_cast<double>(cycle) * halves / (2.0 * n)));
      };
      clocks.push_back({of(2), {0, of(1)}});
    }
    gsta::id const launch = random.below(2), capture = 2 + random.below(2);
    // In units of cycle / (2 a b): a period is 2 b or 2 a.
    long long const unit = 2LL * parts[0] * parts[1];
    long long next = 2 * unit, last = -2 * unit;
    for (int m = 0; m < parts[0]; ++m) {
      for (int n = -parts[1]; n < 2 * parts[1]; ++n) {
        long long const ahead = (2LL * n + capture % 2) * parts[0] - (2LL * m + launch % 2) * parts[1];
        if (ahead > 0) next = std::min(next, ahead);
        if (ahead <= 0) last = std::max(last, ahead);
      }
    }
    auto const exact = [&](long long units) {
      return static_cast<double>(cycle) * static_cast<double>(units) / static_cast<double>(unit);
    };
    CAPTURE(i, cycle, parts[0], parts[1], launch, capture);
    REQUIRE(std::abs(static_cast<double>(capture_offset(clocks, launch, capture, true)) - exact(next)) <= 2);
    REQUIRE(std::abs(static_cast<double>(capture_offset(clocks, launch, capture, false)) - exact(last)) <= 2);
  }
}

TEST_CASE("few cycles give the offsets of all where the clocks soon start together", "[constrain][small]") {
  gsta_test::prng random(3);
  for (int i = 0; i < 2000; ++i) {
    gsta::vector_by_id<clock_waveform> clocks;
    for (int clock = 0; clock < 2; ++clock) {
      int const period = random.between(2, 20), rise = random.below(period - 1);
      clocks.push_back({period * 1000, {rise * 1000, random.between(rise + 1, period - 1) * 1000}});
    }
    gsta::id const launch = random.below(4), capture = random.below(4);
    auto const few = gsta::capture_offsets_of_few_cycles(clocks, launch, capture);
    CAPTURE(i, launch, capture);
    REQUIRE(few.setup == capture_offset(clocks, launch, capture, true));
    REQUIRE(few.hold == capture_offset(clocks, launch, capture, false));
  }
  // 3.317 against 3 ns: so many cycles do not meet, and the best pair among them is taken.
  gsta::vector_by_id<clock_waveform> const odd{{3317000, {0, 1658500}}, {3000000, {0, 1500000}}};
  CHECK(gsta::capture_offsets_of_few_cycles(odd, 0, 2).setup > capture_offset(odd, 0, 2, true));
}

TEST_CASE("capture offsets computed by hand", "[constrain][small]") {
  // A: period 1000 ps, rises at 0, falls at 500. B: period 1500 ps, rises at 250, falls at 1000.
  gsta::vector_by_id<clock_waveform> const clocks{{1000000, {0, 500000}}, {1500000, {250000, 1000000}}};
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
  gsta::vector_by_id<clock_waveform> const clocks{{333337, {0, 100000}}, {1000000, {1, 500000}}};  // coprime
  CHECK(capture_offset(clocks, 0, 2, true) == 1);
  CHECK(capture_offset(clocks, 0, 2, false) == 0);
}

TEST_CASE("a period must be positive", "[constrain][small]") {
  gsta::vector_by_id<clock_waveform> const none{{0, {0, 0}}, {1000, {0, 500}}}, negative{{-5, {0, 0}}};
  CHECK_THROWS_AS(capture_offset(none, 0, 2, true), gsta::argument_error);
  CHECK_THROWS_AS(capture_offset(none, 2, 0, false), gsta::argument_error);
  CHECK_THROWS_AS(capture_offset(negative, 0, 0, true), gsta::argument_error);
  CHECK_THROWS_AS(gsta::gate_hold_offset(negative, 0, 0), gsta::argument_error);
}

TEST_CASE("a clock of very short cycles beside one of long cycles keeps its distances", "[constrain]") {
  // Near 350,000,000 cycles to one, which is no ratio of small numbers: the edges drift through all
  // distances.
  gsta::vector_by_id<gsta::clock_waveform> const clocks{{100, {0, 50}}, {35'000'000'037, {0, 17}}};
  CHECK(capture_offset(clocks, 0, 2, true) == 1);
  CHECK(capture_offset(clocks, 0, 2, false) == 0);
  CHECK(capture_offset(clocks, 2, 0, true) == 1);
  auto long_ones = clocks;
  long_ones[0] = {gsta::most_femtoseconds / 3, {gsta::most_femtoseconds, -gsta::most_femtoseconds}};
  long_ones[1] = {gsta::most_femtoseconds, {-gsta::most_femtoseconds, 0}};
  CHECK(capture_offset(long_ones, 0, 2, true) > 0);
  CHECK(capture_offset(long_ones, 0, 2, true) <= gsta::most_femtoseconds);
}
