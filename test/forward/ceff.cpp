#include <cstdlib>

#include "test/forward/ceff_errors.hpp"
#include "test/forward/ceff_lanes_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

namespace {

/// Most that errors may be, of half the stages, of 99 % and of 99.9 %.
struct error_bars {
  double gate[3], slew[3], wire[3], short_wire[3], sink[3];
};

struct bars_of_trips {
  ceff::solver_trips trips;
  error_bars single, in_double;
};

template <class R>
void check_errors(stage_set const& set, std::vector<true_stage> const& truth, ceff::solver_trips const& trips,
                  error_bars const& bars, bool print) {
  auto const got = solved_on<R>(gsta::host_executor{}, set, trips);
  REQUIRE(got.size() == truth.size());
  stage_errors errors;
  for (std::size_t i = 0; i < got.size(); ++i) compare_stage(set, i, truth[i], got[i], errors);
  char const* const precision = sizeof(R) == sizeof(float) ? "float" : "double";
  std::string const report = errors.report();
  if (print)
    std::printf("%s, trips %d/%d/%d\n%s", precision, trips.charge, trips.driver, trips.sink, report.c_str());
  CAPTURE(precision, trips.charge, report, errors.worst);
  CHECK(errors.not_finite == 0);
  CHECK(errors.negative_wires == 0);
  CHECK(errors.wrong_branch * 1000 <= got.size());
  CHECK(errors.ambiguous * 200 <= got.size());
  CHECK(errors.of[gate_delay].size() * 100 > 98 * got.size());
  double const(*const bar[error_kinds])[3] = {&bars.gate, &bars.slew, &bars.wire, &bars.short_wire,
                                              &bars.sink};
  double const shares[3] = {0.5, 0.99, 0.999};
  for (int kind = 0; kind < error_kinds; ++kind) {
    for (int q = 0; q < 3; ++q) {
      CAPTURE(kind, shares[q]);
      CHECK(errors.quantile(kind, shares[q]) <= (*bar[kind])[q]);
    }
  }
}

/// Stages of a kind, so many at a time as memory bears.
void check_stages(stage_kind kind, std::vector<bars_of_trips> const& all) {
  char const* const asked = std::getenv("GSTA_CEFF_STAGES");
  std::size_t const stages = asked != nullptr ? std::strtoull(asked, nullptr, 10) : 10000;
  std::uint64_t const seed = kind == stage_kind::usual ? 1 : 2;
  CAPTURE(seed);
  stage_set const set = stage_maker(seed, kind).make(stages / conditions);
  auto const truth = solve_all_truly(set);
  for (bars_of_trips const& bars : all) {
    check_errors<float>(set, truth, bars.trips, bars.single, asked != nullptr);
    check_errors<double>(set, truth, bars.trips, bars.in_double, asked != nullptr);
  }
}

}  // namespace

// Two to three times what a million stages show.
TEST_CASE("effective capacitances of usual stages agree with long double", "[forward][slow]") {
  error_bars const single{{1e-7, 7e-7, 1.5e-6},
                          {3e-7, 2e-6, 5e-6},
                          {3e-8, 1e-6, 2e-5},
                          {1e-7, 1.2e-6, 5e-5},
                          {3e-7, 2.5e-6, 2e-5}};
  error_bars single_of_few = single;
  single_of_few.gate[2] = 1.5e-5;
  single_of_few.slew[2] = 2e-5;
  error_bars const in_double{{1e-12, 5e-11, 6e-9},
                             {1e-10, 1e-8, 3e-6},
                             {1e-11, 1.5e-8, 6e-8},
                             {1e-11, 3e-8, 8e-8},
                             {1e-10, 1.2e-7, 4e-6}};
  error_bars const twofold_of_few{{1e-12, 2e-8, 1.2e-5},
                                  {1e-10, 1e-7, 6e-6},
                                  {1e-11, 2.5e-8, 8e-7},
                                  {1e-11, 4e-8, 8e-7},
                                  {1e-10, 3e-7, 5e-6}};
  error_bars const rough{
      {1e-7, 3e-5, 2e-3}, {3e-7, 2e-5, 7e-4}, {3e-8, 4e-6, 1e-4}, {1e-7, 4e-6, 1.5e-4}, {3e-7, 2e-5, 5e-4}};
  check_stages(stage_kind::usual, {{{3, 2, 2}, rough, rough},
                                   {{4, 3, 3}, single_of_few, twofold_of_few},
                                   {{5, 4, 4}, single, in_double},
                                   {{6, 6, 6}, single, in_double}});
}

TEST_CASE("effective capacitances under stress agree with long double", "[forward][slow]") {
  error_bars const single{
      {2e-7, 3e-6, 3e-3}, {3e-7, 4e-6, 2e-3}, {3e-8, 4e-6, 3e-4}, {3e-8, 5e-6, 3e-4}, {3e-7, 8e-6, 1.2e-3}};
  error_bars const in_double{{1e-12, 2e-8, 3e-3},
                             {1e-10, 3e-7, 2e-3},
                             {1e-12, 3e-8, 2e-5},
                             {1e-12, 4e-8, 2e-5},
                             {1e-10, 1.5e-6, 1.2e-3}};
  error_bars const twofold_of_many{{1e-12, 8e-9, 1e-4},
                                   {1e-10, 4e-8, 2e-4},
                                   {1e-12, 3e-8, 2e-6},
                                   {1e-12, 4e-8, 2e-6},
                                   {1e-10, 1.2e-6, 5e-5}};
  error_bars const few{
      {2e-7, 6e-6, 3e-2}, {3e-7, 1e-5, 6e-2}, {3e-8, 5e-6, 6e-4}, {3e-8, 5e-6, 6e-4}, {3e-7, 1.2e-5, 1e-2}};
  error_bars const rough{
      {2e-7, 5e-4, 0.1}, {3e-7, 8e-4, 0.6}, {3e-8, 2e-5, 5e-3}, {3e-8, 2e-5, 5e-3}, {3e-7, 5e-3, 6e-2}};
  check_stages(stage_kind::stress, {{{3, 2, 2}, rough, rough},
                                    {{4, 3, 3}, few, few},
                                    {{5, 4, 4}, single, in_double},
                                    {{6, 6, 6}, single, twofold_of_many}});
}

TEST_CASE("the oracle's chords find what halving finds", "[forward][small]") {
  for (stage_kind const kind : {stage_kind::usual, stage_kind::stress}) {
    stage_set const set = stage_maker(5, kind).make(10);
    for (std::size_t i = 0; i < conditions * set.stages.size(); ++i) {
      true_stage const quick = solve_truly(set, i), slow = solve_truly(set, i, false);
      CAPTURE(i);
      CHECK(std::fabs(quick.driver.delay - slow.driver.delay) <= 1e-12L * std::fabs(slow.driver.delay));
      CHECK(std::fabs(quick.driver.slew - slow.driver.slew) <= 1e-12L * slow.driver.slew);
      for (std::size_t k = 0; k < quick.sink.size(); ++k)
        CHECK(std::fabs(quick.sink[k].delay - slow.sink[k].delay) <= 1e-12L * (1 + slow.sink[k].delay));
    }
  }
}

TEST_CASE("effective capacitances in lanes have the scalar's bits", "[forward][small]") {
  lanes_have_the_scalar_bits(5000);
}

TEST_CASE("effective capacitances have the same bits on every host backend", "[forward][slow]") {
  on_host_backends([](auto const& exec) {
    stages_have_the_hosts_bits<float>(exec, 500);
    stages_have_the_hosts_bits<double>(exec, 500);
  });
}

TEST_CASE("thresholds without room between them lump drivers", "[forward][small]") {
  stage_set set = stage_maker(3, stage_kind::usual).make(200);
  gsta::slew_measure& none = set.measures[0];
  none.lower[0] = none.threshold[0];
  none.upper[1] = none.threshold[1];
  for (four_stages& four : set.stages) four.measure = 0;
  auto const got = solved_on<float>(gsta::host_executor{}, set, {});
  for (stage_result<float> const& stage : got) {
    CHECK(stage.has_no_ramp == 1);
    CHECK(std::isfinite(stage.delay));
    CHECK(stage.sink_slew[0] == stage.slew);
  }
}
