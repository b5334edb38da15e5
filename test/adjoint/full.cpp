// Gradients of the level `full` against central differences in double, for every kind of input.
#include <cmath>

#include "test/adjoint/full_case.hpp"
#include "test/support/long_run.hpp"

using namespace gsta_test;

namespace {

/// Twelve leading bits: such a float moves by small powers of two without being rounded.
float few_bits(float x) {
  if (!std::isfinite(x) || x == 0) return x;
  int exponent = 0;
  float const m = std::frexp(x, &exponent);
  return std::ldexp(std::round(m * 4096), exponent - 12);
}
double step_of(float x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, x == 0 ? -9 : std::max(exponent - 9, -20));
}

void shorten(gsta::flat_design& design) {
  for (auto* array : {&design.pin_load, &design.asserted_slew}) {
    for (auto& v : *array) {
      for (int c = 0; c < gsta::conditions; ++c) v[c] = few_bits(v[c]);
    }
  }
  for (auto* array : {&design.rc_capacitance, &design.rc_resistance}) {
    for (float& x : *array) x = few_bits(x);
  }
}

/// One kind of input: floats that can be moved, and what each gradient is.
template <class Gradient>
void against_differences(double_flow& flow, prng& random, char const* what, std::size_t count, int lanes,
                         gradient_check& check, auto const& input_at, Gradient const& gradient,
                         int tries = 12) {
  for (int t = 0; t < tries && count > 0; ++t) {
    auto i = static_cast<std::size_t>(random.below(static_cast<int>(count)));
    int c = random.below(lanes);
    for (int again = 0; again < 8 && t % 4 != 0 && gradient(i, c) == 0; ++again) {  // most gradients are 0
      i = static_cast<std::size_t>(random.below(static_cast<int>(count)));
      c = random.below(lanes);
    }
    float& input = input_at(i, c);
    float const before = input;
    if (!std::isfinite(before)) continue;
    check.differ(what, i, c, gradient(i, c), before, step_of(before), [&](double x) {
      input = static_cast<float>(x);
      return flow.find_cost();
    });
    input = before;
    flow.find_cost();  // what gradients are looked up by
  }
}

/// d cost / d value (i, j) of a table by one user at (x, y): how much of that value the lookup takes.
double share_of_value(gsta::lut_pool_view<gsta::memory_space::host> const& pool, gsta::lut const& table,
                      gsta::id value, double x, double y) {
  auto const place = [&](gsta::id axis, double at) {
    auto const first = static_cast<std::size_t>(pool.axis_begin[static_cast<std::size_t>(axis)]);
    auto const n = static_cast<std::size_t>(pool.axis_begin[static_cast<std::size_t>(axis) + 1]) - first;
    std::vector<double> share(n, 0);
    if (n == 1) return std::vector<double>{1};
    std::size_t segment = 0;
    while (segment + 2 < n && static_cast<double>(pool.axis_points[first + segment + 1]) < at) ++segment;
    double const left = pool.axis_points[first + segment], right = pool.axis_points[first + segment + 1];
    share[segment + 1] = (at - left) / (right - left);
    share[segment] = 1 - share[segment + 1];
    return share;
  };
  auto const along_x = place(table.x_axis, x), along_y = place(table.y_axis, y);
  auto const k = static_cast<std::size_t>(value - table.values);
  return along_x[k / along_y.size()] * along_y[k % along_y.size()];
}

/// The gradient of one value of a delay or slew table: a sum over all arcs that look there.
double table_gradient(double_flow const& flow, gsta::flat_design const& design, gsta::id table,
                      gsta::id value) {
  auto const pool = flow.design_view.luts;
  gsta::lut const& lut = pool.tables[static_cast<std::size_t>(table)];
  std::size_t const wires = design.net_sink.size();
  double sum = 0;
  for (std::size_t i = 0; i < design.arc_from.size(); ++i) {
    auto const& type = design.arc_types[static_cast<std::size_t>(design.arc_type_of[i])];
    auto const from = static_cast<std::size_t>(design.arc_from[i]),
               to = static_cast<std::size_t>(design.arc_to[i]);
    for (int c = 0; c < gsta::conditions; ++c) {
      int const in = type.edges.input(c);
      if (in < 0) continue;
      double const slew = flow.delays.slew[from][in], load = flow.wires.load[to][c];
      if (!std::isfinite(slew) || !std::isfinite(load)) continue;
      double const here = share_of_value(pool, lut, value, slew, load);
      if (type.delay[c] == table && std::isfinite(flow.delays.arc_delay[wires + i][c])) {
        bool const derated = !design.arc_derate.empty() && design.arc_derate[wires + i] != gsta::none;
        double const factor =
            derated ? design.derates[static_cast<std::size_t>(design.arc_derate[wires + i])][in] : 1.0f;
        double const alone = type.beyond_no_load ? share_of_value(pool, lut, value, slew, 0) : 0;
        sum += flow.arrival_adjoint.arc_delay[wires + i][c] * factor * (here - alone);
      }
      bool const clipped = flow.options().tables == gsta::negative_slew::clip && flow.delays.slew[to][c] == 0;
      if (type.slew[c] == table && !clipped) sum += flow.delay_adjoint.made_slew[wires + i][c] * here;
    }
  }
  return sum;
}

/// A table that some arc uses and no check.
gsta::id some_table(gsta::flat_design const& design, prng& random) {
  auto const& type =
      design.arc_types[static_cast<std::size_t>(random.below(static_cast<int>(design.arc_types.size())))];
  int const c = random.below(gsta::conditions);
  gsta::id const table = random.chance(50) ? type.delay[c] : type.slew[c];
  for (auto const& check : design.check_types) {
    for (gsta::id const constraint : check.constraint) {
      if (constraint == table) return gsta::none;
    }
  }
  return table;
}

struct full_checks {
  gradient_check loads, slews, tables, resistances, capacitances, places, units;

  explicit full_checks(gsta::cell_model model) {
    if (model != gsta::cell_model::effective) return;
    for (auto* c : {&loads, &slews, &tables, &resistances, &capacitances, &places, &units}) c->noise = 1e-9;
  }
  std::string report() const {
    std::string all;
    for (auto const* c : {&loads, &slews, &tables, &resistances, &capacitances, &places, &units}) {
      all += std::to_string(c->compared) + " compared, " + std::to_string(c->above_zero) + " not 0, ";
      all += std::to_string(c->wrong) + " wrong, " + std::to_string(c->kinks) + " kinks" + c->first + "\n";
    }
    return all;
  }
  std::size_t wrong() const {
    std::size_t sum = 0;
    for (auto const* c : {&loads, &slews, &tables, &resistances, &capacitances, &places, &units})
      sum += c->wrong;
    return sum;
  }
};

void check_pins_and_tables(double_flow& flow, gsta::flat_design& design, prng& random, full_checks& checks) {
  auto const& pin_load = flow.is_star() ? flow.star_adjoint.pin_load : flow.tree_adjoint.pin_load;
  against_differences(
      flow, random, "pin load", design.pin_load.size(), 4, checks.loads,
      [&](std::size_t i, int c) -> float& { return design.pin_load[i][c]; },
      [&](std::size_t i, int c) { return pin_load[i][c]; });
  against_differences(
      flow, random, "asserted slew", design.pin_load.size(), 4, checks.slews,
      [&](std::size_t i, int c) -> float& { return design.asserted_slew[i][c]; },
      [&](std::size_t i, int c) {
        bool const wins = flow.delays.slew[i][c] == static_cast<double>(design.asserted_slew[i][c]);
        return wins ? flow.delay_adjoint.slew[i][c] : 0;
      },
      60);
  for (int t = 0; t < (flow.is_effective() ? 0 : 12); ++t) {
    gsta::id const table = some_table(design, random);
    if (table == gsta::none) continue;
    auto const pool = design.luts.view();
    auto const first = static_cast<std::size_t>(pool.tables[static_cast<std::size_t>(table)].values);
    std::size_t const end =
        static_cast<std::size_t>(table) + 1 < pool.tables.size()
            ? static_cast<std::size_t>(pool.tables[static_cast<std::size_t>(table) + 1].values)
            : pool.values.size();
    // The pool is the builder's own vector: its values may move, its shape does not.
    auto* const values = const_cast<float*>(pool.values.data());
    against_differences(
        flow, random, "table value", end - first, 1, checks.tables,
        [&](std::size_t i, int) -> float& { return values[first + i]; },
        [&](std::size_t i, int) {
          return table_gradient(flow, design, table, static_cast<gsta::id>(first + i));
        },
        1);
  }
}

}  // namespace

/// Circuit `seed`'s options, with steps enough that solvers find what equations ask for.
static gsta::timer_options full_options(std::uint64_t seed, gsta::cell_model model) {
  gsta::timer_options options = options_of(seed).timer;
  options.delays.model = model;
  options.delays.effective = {16, 12, 12, gsta::ceff_precision::in_double};
  return options;
}

static full_checks check_star_gradients(std::uint64_t seeds,
                                        gsta::cell_model model = gsta::cell_model::table) {
  full_checks checks(model);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    auto design = random_circuit(seed, 40 + static_cast<int>(seed % 4) * 40);
    shorten(design);
    random_places places(seed, design);
    host_timer const timer(serial_host, design, full_options(seed, model));
    double_flow flow(serial_host, timer, design.view(), places.view(), cost_options_of(seed));
    if (!std::isfinite(flow.find_cost())) continue;
    flow.find_gradients();
    prng random(seed + 79);
    check_pins_and_tables(flow, design, random, checks);
    for (auto* at : {&places.x, &places.y}) {
      auto const& gradient = at == &places.x ? flow.star_adjoint.x : flow.star_adjoint.y;
      against_differences(
          flow, random, "place", at->size(), 1, checks.places,
          [&](std::size_t i, int) -> float& { return (*at)[i]; },
          [&](std::size_t i, int) { return gradient[i]; });
    }
    for (auto* unit : {&flow.star_view.resistance, &flow.star_view.capacitance}) {
      auto const& gradient =
          unit == &flow.star_view.resistance ? flow.star_adjoint.resistance : flow.star_adjoint.capacitance;
      double sum = 0;
      for (std::size_t n = 0; n < design.net_driver.size(); ++n) {
        for (auto a = static_cast<std::size_t>(design.net_begin[n]);
             a < static_cast<std::size_t>(design.net_begin[n + 1]); ++a) {
          auto const from = static_cast<std::size_t>(design.net_driver[n]),
                     to = static_cast<std::size_t>(design.net_sink[a]);
          sum += gradient[a] * static_cast<double>(std::abs(places.x[from] - places.x[to]) +
                                                   std::abs(places.y[from] - places.y[to]));
        }
      }
      against_differences(
          flow, random, "unit", 1, 1, checks.units, [&](std::size_t, int) -> float& { return *unit; },
          [&](std::size_t, int) { return sum; }, 1);
    }
    CAPTURE(seed, checks.report());
    REQUIRE(checks.wrong() == 0);
  }
  return checks;
}

TEST_CASE("full gradients through star wires equal central differences in a few circuits",
          "[adjoint][small]") {
  auto const checks = check_star_gradients(12);
  CAPTURE(checks.report());
  CHECK(checks.loads.above_zero > 5);
  CHECK(checks.tables.above_zero > 0);
  CHECK(checks.places.above_zero > 10);
  CHECK(checks.units.above_zero > 2);
}

TEST_CASE("full gradients through star wires equal central differences", "[adjoint][slow]") {
  auto const checks = check_star_gradients(120);
  CAPTURE(checks.report());
  CHECK(checks.loads.above_zero > 100);
  CHECK(checks.slews.above_zero > 50);
  CHECK(checks.tables.above_zero > 50);
  CHECK(checks.places.above_zero > 200);
  CHECK(checks.units.above_zero > 50);
  CHECK(checks.loads.kinks + checks.places.kinks < (checks.loads.compared + checks.places.compared) / 10);
}

static full_checks check_tree_gradients(std::uint64_t seeds,
                                        gsta::cell_model model = gsta::cell_model::table) {
  full_checks checks(model);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    auto design = random_circuit(seed, 40 + static_cast<int>(seed % 4) * 40);
    shorten(design);
    host_timer const timer(serial_host, design, full_options(seed, model));
    double_flow flow(serial_host, timer, design.view(), {}, cost_options_of(seed));
    if (!std::isfinite(flow.find_cost())) continue;
    flow.find_gradients();
    prng random(seed + 80);
    check_pins_and_tables(flow, design, random, checks);
    against_differences(
        flow, random, "resistance", design.rc_resistance.size(), 1, checks.resistances,
        [&](std::size_t i, int) -> float& { return design.rc_resistance[i]; },
        [&](std::size_t i, int) { return flow.tree_adjoint.resistance[i]; }, 25);
    against_differences(
        flow, random, "capacitance", design.rc_capacitance.size(), 1, checks.capacitances,
        [&](std::size_t i, int) -> float& { return design.rc_capacitance[i]; },
        [&](std::size_t i, int) { return flow.tree_adjoint.capacitance[i]; }, 25);
    CAPTURE(seed, checks.report());
    REQUIRE(checks.wrong() == 0);
  }
  return checks;
}

TEST_CASE("full gradients through RC trees equal central differences in a few circuits", "[adjoint][small]") {
  auto const checks = check_tree_gradients(12);
  CAPTURE(checks.report());
  CHECK(checks.loads.above_zero > 5);
  CHECK(checks.tables.above_zero > 0);
  CHECK(checks.resistances.above_zero > 10);
  CHECK(checks.capacitances.above_zero > 10);
}

TEST_CASE("full gradients through RC trees equal central differences", "[adjoint][slow]") {
  auto const checks = check_tree_gradients(120);
  CAPTURE(checks.report());
  CHECK(checks.loads.above_zero > 100);
  CHECK(checks.slews.above_zero > 50);
  CHECK(checks.tables.above_zero > 50);
  CHECK(checks.resistances.above_zero > 200);
  CHECK(checks.capacitances.above_zero > 200);
  CHECK(checks.resistances.kinks < checks.resistances.compared / 10);
}

TEST_CASE("full gradients by effective capacitances equal central differences in a few circuits",
          "[adjoint][small]") {
  auto const trees = check_tree_gradients(6, gsta::cell_model::effective);
  auto const stars = check_star_gradients(6, gsta::cell_model::effective);
  CAPTURE(trees.report(), stars.report());
  CHECK(trees.loads.above_zero > 5);
  CHECK(trees.resistances.above_zero > 10);
  CHECK(trees.capacitances.above_zero > 10);
  CHECK(stars.places.above_zero > 10);
}

TEST_CASE("full gradients by effective capacitances equal central differences", "[adjoint][slow]") {
  auto const trees = check_tree_gradients(random_cases(36), gsta::cell_model::effective);
  auto const stars = check_star_gradients(random_cases(36), gsta::cell_model::effective);
  CAPTURE(trees.report(), stars.report());
  CHECK(trees.loads.above_zero > 100);
  CHECK(trees.slews.above_zero > 50);
  CHECK(trees.resistances.above_zero > 200);
  CHECK(trees.capacitances.above_zero > 200);
  CHECK(trees.resistances.kinks < trees.resistances.compared / 10);
  CHECK(stars.places.above_zero > 200);
  CHECK(stars.units.above_zero > 50);
}
