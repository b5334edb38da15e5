// Slopes of stages into pi models against central differences in double.
#include "gsta/adjoint/detail/ceff/stage_slopes.hpp"

#include <cmath>

#include "test/adjoint/adjoint_case.hpp"
#include "test/support/random_library.hpp"

using namespace gsta_test;

namespace {

namespace ceff = gsta::detail::ceff;
using gsta::math::rounded;

enum answer { delay, slew, wire, sink_slew, answers };
char const* const answer_name[answers] = {"delay", "slew", "wire", "sink slew"};

/// What a stage is given, in the order of `ceff::stage_input`.
struct stage_inputs {
  double at[ceff::stage_inputs];
};

/// Some libraries' measures, whose curves take a while to make.
struct random_measures {
  gsta::effective_state<gsta::memory_space::host> state;
  static constexpr int rows = 12;

  random_measures() {
    gsta::flat_design design;
    prng random(1);
    for (int i = 0; i < rows; ++i) {
      gsta::slew_measure measure;
      for (int e = 0; e < 2; ++e) {
        measure.threshold[e] = random.real(0.4, 0.6);
        measure.lower[e] = random.real(0.05, 0.35);
        measure.upper[e] = random.real(0.65, 0.95);
      }
      if (i % 2 == 0) measure.derate = random.real(0.5, 1);
      design.add_measure(measure);
    }
    state = gsta::make_effective_state(serial_host, design.view(),
                                       {.precision = gsta::ceff_precision::in_double});
  }
};

/// A stage with a table of its own, into a pi model of any proportion.
struct random_stage {
  gsta::flat_design design;
  gsta::arc_type type;
  stage_inputs given;
  ceff::lane_measure<double> measure;
  static constexpr int condition = 2;

  random_stage(prng& random, random_measures& measures) {
    gsta_test::table_maker tables(design, random);
    type.delay[condition] = tables.delay();
    type.slew[condition] = tables.slew();
    type.beyond_no_load = random.chance(20);
    type.measure = random.chance(30) ? none : random.below(random_measures::rows);
    measure = view_of(measures.state).in_double.at(type.measure, random.below(2));
    double const load = random.real(1, 14), far_end = load * share(random);
    double const resistance = std::exp(static_cast<double>(random.real(-7, 4)));
    given = {{static_cast<double>(random.real(2, 60)), load, resistance, far_end,
              far_end * resistance * static_cast<double>(random.real(0, 2))}};
  }

  /// Far next to nothing, next to everything, or between.
  static double share(prng& random) {
    int const how = random.below(10);
    if (how == 0) return 1 - 8e-4 * static_cast<double>(random.real(0, 1));
    if (how == 1) return 8e-4 * static_cast<double>(random.real(0, 1));
    return static_cast<double>(random.real(0.02, 0.98));
  }

  ceff::driver_stage<double> driver(stage_inputs const& x) {
    auto const luts = design.view().luts;
    auto const row = ceff::rows_of(luts, type, condition, rounded<double>(x.at[ceff::by_slew]));
    return ceff::solve_driver(row, measure, network(x), trips);
  }
  static ceff::pi_network<double> network(stage_inputs const& x) {
    return {x.at[ceff::by_load], x.at[ceff::by_wire], x.at[ceff::by_far]};
  }
  ceff::sink_stage<double> sink(ceff::driver_stage<double> const& of, stage_inputs const& x) {
    return ceff::solve_sink(of, measure, rounded<double>(x.at[ceff::by_elmore]), trips);
  }
  double answer_at(int which, stage_inputs const& x) {
    auto const of = driver(x);
    if (which == delay) return of.delay.value;
    if (which == slew) return of.slew.value;
    return which == wire ? sink(of, x).delay.value : sink(of, x).slew.value;
  }

  static constexpr ceff::solver_trips trips{14, 10, 10};
};

struct slope_checks {
  gradient_check of[answers];
  std::size_t lumped = 0, far_alone = 0, plain = 0;
};

slope_checks check_stages(std::uint64_t seeds) {
  slope_checks checks;
  random_measures measures;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    prng random(7919 * seed);
    random_stage stage(random, measures);
    auto const& x = stage.given;
    auto const found = stage.driver(x);
    auto const luts = stage.design.view().luts;
    ceff::row_slopes<gsta::memory_space::host> const row{
        luts, stage.type, random_stage::condition,
        ceff::slope_number::input(x.at[ceff::by_slew], ceff::by_slew)};
    auto const driver = slopes_of(row, stage.measure, random_stage::network(x), found);
    auto const sink = slopes_of(driver, stage.measure, x.at[ceff::by_elmore], found, stage.sink(found, x));
    checks.lumped += found.is_lumped;
    checks.far_alone += x.at[ceff::by_load] - x.at[ceff::by_far] < 1e-3 * x.at[ceff::by_far];
    checks.plain += !found.is_lumped && sink.slew.value == found.slew.value;
    ceff::slope_number const got[answers] = {driver.delay, driver.slew, sink.delay, sink.slew};
    for (int which = 0; which < answers; ++which) {
      for (int i = 0; i < ceff::stage_inputs; ++i) {
        // In proportion, and a thousandth of it: solvers stop where a step is small, and a fitted curve is
        // among what they compute with.
        double const at = x.at[i], answer = stage.answer_at(which, x);
        double const unit = 0.001 / (answer == 0 ? 1 : std::abs(answer));
        checks.of[which].differ(answer_name[which], seed, i, got[which].by[i] * at * unit, 1, 2e-4,
                                [&](double to) {
                                  stage_inputs moved = x;
                                  moved.at[i] = at * to;
                                  return stage.answer_at(which, moved) * unit;
                                });
      }
    }
    CAPTURE(seed, checks.of[0].first, checks.of[1].first, checks.of[2].first, checks.of[3].first);
    REQUIRE(checks.of[0].wrong + checks.of[1].wrong + checks.of[2].wrong + checks.of[3].wrong == 0);
  }
  return checks;
}

}  // namespace

TEST_CASE("slopes of stages equal central differences", "[adjoint][small]") {
  auto const checks = check_stages(4000);
  CAPTURE(checks.lumped, checks.far_alone, checks.plain);
  for (auto const& check : checks.of) {
    CAPTURE(check.compared, check.above_zero, check.kinks);
    CHECK(check.compared > 15000);
    CHECK(check.above_zero > 7000);
    CHECK(check.kinks < check.compared / 500);
  }
  CHECK(checks.lumped > 100);
  CHECK(checks.far_alone > 100);
}
