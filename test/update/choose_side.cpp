#include "gsta/update/choose_side.hpp"

#include <algorithm>
#include <cmath>

#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using gsta::side_chooser;
using gsta::timing_side;

namespace {

/// A machine that takes exactly what its costs say, but for noise.
struct machine {
  gsta::side_cost host, device;
  double noise = 0;

  double time(timing_side where, std::size_t things, gsta_test::prng& random) const {
    auto const& cost = where == timing_side::host ? host : device;
    double const factor = 1 + noise * (static_cast<double>(random.real(0, 2)) - 1);
    return cost(static_cast<double>(things)) * factor;
  }
  double best(std::size_t things) const {
    auto const n = static_cast<double>(things);
    return std::min(host(n), device(n));
  }
  double of(timing_side where, std::size_t things) const {
    return where == timing_side::host ? host(static_cast<double>(things))
                                      : device(static_cast<double>(things));
  }
};

void calibrate(side_chooser& choose, machine const& on, gsta_test::prng& random) {
  for (std::size_t const things : {1u, 10u, 100u, 1000u, 10000u, 100000u})
    for (auto const where : {timing_side::host, timing_side::device})
      choose.note(where, things, on.time(where, things, random));
}

/// How much more than the better side the choices take, over sizes of all magnitudes.
double regret(side_chooser const& choose, machine const& on, gsta_test::prng& random) {
  double taken = 0, best = 0;
  for (int i = 0; i < 2000; ++i) {
    auto const things = static_cast<std::size_t>(std::pow(10.0, static_cast<double>(random.real(0, 7))));
    // Each size counts alike, however long it takes.
    taken += on.of(choose(things), things) / on.best(things);
    best += 1;
  }
  return taken / best - 1;
}

}  // namespace

TEST_CASE("behind a calibration the chosen side is the faster one, or hardly slower", "[update]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    gsta_test::prng random(seed);
    machine on;
    on.host = {static_cast<double>(random.real(1, 10)), static_cast<double>(random.real(5, 50)),
               static_cast<double>(random.real(0.8, 1))};
    on.device = {static_cast<double>(random.real(100, 1000)), static_cast<double>(random.real(0.02, 0.5)),
                 static_cast<double>(random.real(0.8, 1))};
    on.noise = 0.1;
    side_chooser choose;
    calibrate(choose, on, random);
    CAPTURE(seed, on.host.slope, on.device.start, on.device.slope);
    CHECK(regret(choose, on, random) < 0.05);
    CHECK(choose(1) == timing_side::host);
    CHECK(choose(10000000) == timing_side::device);
  }
}

TEST_CASE("the chosen side follows a machine that becomes another one", "[update]") {
  gsta_test::prng random(1);
  machine before{{5, 20, 1}, {300, 0.1, 1}, 0.05}, after{{5, 20, 1}, {30000, 0.1, 1}, 0.05};
  side_chooser choose;
  calibrate(choose, before, random);
  CHECK(choose(200) == timing_side::device);
  for (int i = 0; i < 12; ++i) calibrate(choose, after, random);
  CHECK(choose(200) == timing_side::host);
  CHECK(regret(choose, after, random) < 0.05);
}

TEST_CASE("without any update the given costs choose, and what is expected never falls with size",
          "[update]") {
  side_chooser choose({{0, 10, 1}, {1000, 0, 1}});
  CHECK(choose(99) == timing_side::host);
  CHECK(choose(101) == timing_side::device);
  CHECK(choose.expected(timing_side::host, 7) == 70);
  choose.note(timing_side::host, 100, 500);
  CHECK(choose.expected(timing_side::host, 1) == 500);  // known to cost no more
  CHECK(choose.expected(timing_side::host, 1000) == 5000);
  choose.note(timing_side::host, 10000, 700);
  CHECK(choose.expected(timing_side::host, 1000) > 500);
  CHECK(choose.expected(timing_side::host, 1000) < 700);
  double last = 0;
  for (std::size_t things = 1; things < 100000000; things *= 3) {
    double const now = choose.expected(timing_side::host, things);
    CHECK(now >= last);
    last = now;
  }
  CHECK_THROWS_AS(choose.note(timing_side::host, 1, -1), gsta::argument_error);
}
