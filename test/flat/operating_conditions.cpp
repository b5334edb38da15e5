// Tables, constraints and capacitances under other conditions than a library's own, against factors worked
// out apart from those that flatten uses.

#include <string>
#include <vector>

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

using namespace gsta_test;

namespace {

using model::scaled_value;

model::operating_point point(float process, float voltage, float temperature) {
  return {{process, voltage, temperature}};
}

float& k_of(model::scale_factors& factors, scaled_value of, int edge, int kind) {
  return factors.k[static_cast<std::size_t>(of)][edge][kind];
}

/// in -> BUF -> out, and a register from d by clk.
model_maker conditioned() {
  model_maker m;
  for (char const* name : {"in", "clk", "d"}) m.input(name);
  m.output("out");
  m.instance("BUF", "b", {{"A", "in"}, {"Z", "out"}});
  m.instance("DFF", "r", {{"CK", "clk"}, {"D", "d"}});
  m.library.conditions.library = "cells";
  m.library.conditions.nominal = point(1, 1, 25);
  m.library.conditions.factors.resize(1);
  return m;
}

/// The first value of the table of a cell's arc or check, by its place in the design.
float first_value(gsta::flat_design const& flat, id table) {
  auto const luts = flat.luts.view();
  return luts.values[luts.tables[table].values];
}
gsta::arc_type const& arc_type_to(gsta::flat_design const& flat, std::string const& pin) {
  for (std::size_t i = 0; i < flat.arc_to.size(); ++i) {
    if (flat.pin_name[static_cast<std::size_t>(flat.arc_to[i])] == pin)
      return flat.arc_types[static_cast<std::size_t>(flat.arc_type_of[i])];
  }
  throw gsta::error("no arc to " + pin);
}
float constraint(gsta::flat_design const& flat, gsta::check_kind kind, int edge) {
  for (id const type : flat.check_type_of) {
    auto const& of = flat.check_types[static_cast<std::size_t>(type)];
    if (of.kind == kind) return first_value(flat, of.constraint[edge]);
  }
  throw gsta::error("no such check");
}

bool near(double got, double wanted) { return std::abs(got - wanted) <= 1e-5 * (1 + std::abs(wanted)); }

}  // namespace

TEST_CASE("the library's default conditions scale delays by edge", "[flat][small]") {
  model_maker m = conditioned();
  auto& of = m.library.conditions;
  k_of(of.factors[0], scaled_value::delay, 0, 0) = 1;     // process
  k_of(of.factors[0], scaled_value::delay, 0, 1) = 0.5F;  // voltage
  of.known = {{"slow", point(2, 0.5F, 125)}};
  CHECK(first_value(m.flat(), arc_type_to(m.flat(), "b/Z").delay[0]) == 10);
  of.preset = "slow";
  auto const flat = m.flat();
  auto const& type = arc_type_to(flat, "b/Z");
  CHECK(first_value(flat, type.delay[0]) == 10 * 2 * 0.75F);
  CHECK(first_value(flat, type.delay[2]) == 10 * 2 * 0.75F);
  CHECK(first_value(flat, type.delay[1]) == 20);
  CHECK(first_value(flat, type.slew[0]) == 4);
}

TEST_CASE("conditions that constraints name come before the library's default, on their side",
          "[flat][small]") {
  model_maker m = conditioned();
  auto& of = m.library.conditions;
  k_of(of.factors[0], scaled_value::delay, 0, 1) = -1;
  of.known = {{"low", point(1, 0.5F, 25)}, {"high", point(1, 2, 25)}};
  of.preset = "low";
  m.constraints.operating[0].name = "high";
  auto flat = m.flat();
  CHECK(first_value(flat, arc_type_to(flat, "b/Z").delay[0]) == 0);
  CHECK(first_value(flat, arc_type_to(flat, "b/Z").delay[2]) == 15);
  m.constraints.operating[0].library = "another";  // has none: noted, and the default counts
  flat = m.flat();
  CHECK(first_value(flat, arc_type_to(flat, "b/Z").delay[0]) == 15);
  CHECK(m.notes.not_applied().count == 1);
}

TEST_CASE("what either side of a difference does not say scales nothing", "[flat][small]") {
  model_maker m = conditioned();
  auto& of = m.library.conditions;
  for (int kind = 0; kind < 3; ++kind) k_of(of.factors[0], scaled_value::delay, 0, kind) = 1;
  of.known = {{"some", {}}};
  of.known[0].at.of[1] = 3;
  of.preset = "some";
  CHECK(first_value(m.flat(), arc_type_to(m.flat(), "b/Z").delay[0]) == 10 * 3);
  of.nominal = {};
  CHECK(first_value(m.flat(), arc_type_to(m.flat(), "b/Z").delay[0]) == 10);
}

TEST_CASE("factors that make a value negative leave it, and are incomplete", "[flat][small]") {
  model_maker m = conditioned();
  auto& of = m.library.conditions;
  k_of(of.factors[0], scaled_value::delay, 0, 2) = -1;
  k_of(of.factors[0], scaled_value::capacitance, 0, 2) = -1;
  of.known = {{"hot", point(1, 1, 125)}};
  of.preset = "hot";
  auto const flat = m.flat();
  CHECK(first_value(flat, arc_type_to(flat, "b/Z").delay[0]) == 10);
  CHECK(m.notes.not_applied().count == 1);
  k_of(of.factors[0], scaled_value::delay, 0, 2) = 3e36F;
  CHECK_THROWS_AS(m.flat(), gsta::input_error);
}

TEST_CASE("random factors under random conditions of each side", "[flat][small]") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    INFO("seed " << seed);
    gsta_test::prng random(seed);
    model_maker m = conditioned();
    auto& of = m.library.conditions;
    auto const draw = [&] {
      return point(random.real(0.5, 2), random.real(0.8, 1.3), random.real(-40, 125));
    };
    of.nominal = draw();
    of.factors.resize(3);
    for (auto& factors : of.factors) {
      for (auto& value : factors.k)
        for (auto& edge : value)
          for (int kind = 0; kind < 3; ++kind)
            edge[kind] = random.chance(50) ? random.real(-0.5, 0.5) / (kind == 2 ? 100 : 1) : 0;
    }
    for (std::string const name : {"a", "b", "c"}) of.known.push_back({name, draw()});
    if (random.chance(50)) of.preset = "c";
    for (int side = 0; side < 2; ++side) {
      if (random.chance(50)) m.constraints.operating[side].name = random.chance(50) ? "a" : "b";
    }
    for (auto& cell : m.library.cells) cell.scaling = static_cast<std::size_t>(random.below(3));

    // The factor as the file's words have it, from the point that holds on a side.
    auto const factor = [&](std::string const& cell, scaled_value value, int edge, bool late) {
      std::string const named = m.constraints.operating[late].name;
      std::string const name = named.empty() ? of.preset : named;
      double result = 1;
      for (auto const& known : of.known) {
        if (known.name != name) continue;
        for (int kind = 0; kind < 3; ++kind) {
          double const k = k_of(of.factors[m.known(cell).scaling], value, edge, kind);
          result *=
              1 + k * (static_cast<double>(known.at.of[kind]) - static_cast<double>(of.nominal.of[kind]));
        }
      }
      return result;
    };
    auto const flat = m.flat();
    auto const& type = arc_type_to(flat, "b/Z");
    auto const sink = static_cast<std::size_t>(timed_model(flat).pin("b/A"));
    for (int c = 0; c < 4; ++c) {
      int const e = c % 2;
      bool const late = c >= 2;
      CHECK(near(first_value(flat, type.delay[c]),
                 (e == 0 ? 10 : 20) * factor("BUF", scaled_value::delay, e, late)));
      CHECK(near(first_value(flat, type.slew[c]),
                 (e == 0 ? 4 : 6) * factor("BUF", scaled_value::transition, e, late)));
      CHECK(near(flat.pin_load[sink][c], factor("BUF", scaled_value::capacitance, 0, late)));
    }
    for (int e = 0; e < 2; ++e) {
      CHECK(near(constraint(flat, gsta::check_kind::setup, e),
                 (3 + e) * factor("DFF", scaled_value::setup, e, true)));
      CHECK(near(constraint(flat, gsta::check_kind::hold, e),
                 (1 + e) * factor("DFF", scaled_value::hold, e, false)));
    }
    CHECK(m.notes.not_applied().count == 0);
  }
}
