// Loads, resistances and times that are huge: refused, or never better than smaller ones.
#include <algorithm>
#include <cmath>
#include <optional>

#include "gsta/sta/timer.hpp"
#include "test/support/catch.hpp"
#include "test/support/long_run.hpp"
#include "test/support/random_circuit.hpp"
#include "test/support/set_wire.hpp"
#include "test/support/timing_case.hpp"

using namespace gsta_test;

namespace {

/// Tables of slopes above zero, and endpoints whose required times no clock moves: then nothing is earlier
/// behind a larger load or resistance.
flat_design monotone_circuit(std::uint64_t seed, prng& random) {
  flat_design d = random_circuit(seed, 60);
  auto const table = [&](double a, double b) {
    double const base = static_cast<double>(random.real(1, 20));
    std::vector<float> const x{0, 30}, y{0, 10};
    std::vector<float> z;
    for (float const at_x : x)
      for (float const at_y : y)
        z.push_back(static_cast<float>(base + a * static_cast<double>(at_x) + b * static_cast<double>(at_y)));
    return d.luts.add(x, y, z);
  };
  for (auto& type : d.arc_types) {
    for (int c = 0; c < gsta::conditions; ++c) {
      if (type.delay[c] != none) type.delay[c] = table(random.real(0, 0.3), random.real(0.2, 1.2));
      if (type.slew[c] != none) type.slew[c] = table(random.real(0, 0.9), random.real(0.1, 1));
    }
    type.measure = none;
  }
  d.check_data.clear(), d.check_clock.clear(), d.check_type_of.clear();
  d.rc_response.clear();
  for (std::size_t pin = 0; pin < d.pin_load.size(); ++pin) {
    if (random.chance(60)) d.requirements.push_back({static_cast<id>(pin), none, {-1e6f, -1e6f, 500, 500}});
  }
  return d;
}

/// The worst late slack; nothing where the design or what comes of it is refused.
std::optional<float> worst_late(flat_design const& design, gsta::timer_options const& options) {
  gsta::host_executor const exec;
  try {
    gsta::timer<gsta::host_executor> timer(exec, design, options);
    timer.update(exec);
    return timer.summary(exec, gsta::split::late).worst_slack;
  } catch (gsta::argument_error const&) {
    return std::nullopt;
  }
}

struct tally {
  std::size_t timed = 0, refused = 0;
};

/// One value, a hundred times larger each time, through all that a float holds.
template <class Set>
void grow(flat_design design, gsta::timer_options const& options, float value, Set const& set, double slack,
          tally& all) {
  auto before = worst_late(design, options);
  REQUIRE(before);
  for (double factor = 100; factor < 1e42; factor *= 100) {
    double const huge = std::min(static_cast<double>(value) * factor, 3.4e38);
    set(design, static_cast<float>(huge));
    auto const now = worst_late(design, options);
    ++(now ? all.timed : all.refused);
    if (!now) continue;
    CAPTURE(factor, value, *before, *now);
    REQUIRE(static_cast<double>(*now) <=
            static_cast<double>(*before) + 1e-2 + slack * std::fabs(static_cast<double>(*before)));
    before = now;
  }
}

void grow_some(std::uint64_t seed, gsta::timer_options const& options, double slack, tally& all) {
  prng random(seed);
  flat_design const d = monotone_circuit(seed, random);
  INFO("seed " << seed);
  auto const at = [&](std::size_t size) {
    return static_cast<std::size_t>(random.below(static_cast<int>(size)));
  };
  std::size_t const pin = at(d.pin_load.size());
  grow(
      d, options, d.pin_load[pin][2],
      [&](flat_design& of, float x) { of.pin_load[pin] = gsta::same_value(x); }, slack, all);
  if (d.rc_capacitance.empty() || d.rc_resistance.empty()) return;
  std::size_t const node = at(d.rc_capacitance.size()), edge = at(d.rc_resistance.size());
  grow(
      d, options, d.rc_capacitance[node], [&](flat_design& of, float x) { of.rc_capacitance[node] = x; },
      slack, all);
  grow(
      d, options, d.rc_resistance[edge], [&](flat_design& of, float x) { of.rc_resistance[edge] = x; }, slack,
      all);
}

}  // namespace

TEST_CASE("no load or resistance is so large that slacks are better", "[sta]") {
  tally all;
  for (std::uint64_t seed = 0; seed < random_cases(12); ++seed) {
    auto options = options_of(seed).timer;
    options.capture = gsta::capture_required::leave_out;
    grow_some(seed, options, 1e-5, all);
  }
  CHECK(all.timed > 100);
  CHECK(all.refused > 100);
}

TEST_CASE("nor with effective capacitances", "[sta]") {
  tally all;
  for (std::uint64_t seed = 0; seed < random_cases(5); ++seed) {
    auto options = options_of(seed).timer;
    options.capture = gsta::capture_required::leave_out;
    options.delays.model = gsta::cell_model::effective;
    grow_some(seed, options, 1e-2, all);
  }
  CHECK(all.timed > 40);
  CHECK(all.refused > 40);
}

TEST_CASE("tables that extrapolate beyond all are refused with the pin, not left out", "[sta][small]") {
  flat_design d;
  id const in = d.add_pin("in"), a = d.add_pin("a", gsta::same_value(1)), z = d.add_pin("z"),
           out = d.add_pin("out", gsta::same_value(9e11f));
  d.asserted_slew[0] = gsta::same_value(1);
  d.sources.push_back({in, none, gsta::same_value(0.0f)});
  d.requirements.push_back({out, none, gsta::same_value(100)});
  d.add_net(in, {a});
  d.add_net(z, {out});
  id const steep = d.luts.add({}, {1, 1.0001f}, {0, 1e3f});
  d.add_arc(a, z, d.add_arc_type({gsta::same_id(steep), gsta::same_id(steep), gsta::positive_edges()}));
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, d);
  timer.update(exec);
  for (auto const side : {gsta::split::early, gsta::split::late}) {
    try {
      (void)timer.summary(exec, side);
      FAIL("a figure was found");
    } catch (gsta::range_error const& e) {
      CHECK(e.pin == z);
      CHECK(std::string(e.what()).find("from pin 2 on") != std::string::npos);
    }
    CHECK(gsta::is_beyond(gsta::summarize(exec, timer.view().checks, timer.slacks(), side).worst_slack));
  }
}

TEST_CASE("values beyond their ranges are refused by validate", "[sta][small]") {
  auto const refuses = [](auto const& change) {
    flat_design d;
    id const in = d.add_pin("in"), out = d.add_pin("out");
    d.add_net(in, {out});
    gsta_test::set_wire(d, 0, {1, 1}, {none, 0}, {0}, {1}, {1});
    d.sources.push_back({in, none, gsta::same_value(0.0f)});
    d.requirements.push_back({out, none, gsta::same_value(1)});
    gsta::validate(d);
    change(d);
    CHECK_THROWS_AS(gsta::validate(d), gsta::argument_error);
  };
  refuses([](flat_design& d) { d.pin_load[0][2] = 1.1e12f; });
  refuses([](flat_design& d) { d.asserted_slew[0] = gsta::same_value(1e13f); });
  refuses([](flat_design& d) { d.rc_capacitance[1] = 1.1e12f; });
  refuses([](flat_design& d) { d.rc_resistance[0] = 1.1e12f; });
  refuses([](flat_design& d) { d.rc_resistance[0] = -0.5f; });
  refuses([](flat_design& d) { d.sources[0].arrival[0] = 1e13f; });
  refuses([](flat_design& d) { d.requirements[0].required[3] = -1e13f; });
  refuses([](flat_design& d) { d.requirements[0].latency[1] = 1e13f; });
  refuses([](flat_design& d) {
    d.exceptions.push_back({gsta::exception_effect::path_delay}), d.exceptions[0].delay = 1e13f;
  });
  gsta::lut_pool_builder luts;
  CHECK_THROWS_AS(luts.add({}, {}, {1e13f}), gsta::argument_error);
  CHECK_THROWS_AS(luts.add({0, 1e13f}, {}, {1, 2}), gsta::argument_error);
}
