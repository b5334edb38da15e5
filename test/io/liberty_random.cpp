// Random libraries against the writer's own record of what each pin is.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gsta/io/liberty.hpp"
#include "test/io/liberty_writer.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;

namespace {

bool is_near(double got, double wanted) { return std::abs(got - wanted) <= 1e-6 * std::abs(wanted) + 1e-12; }

bool is_near(std::vector<float> const& got, std::vector<double> const& wanted) {
  return std::equal(got.begin(), got.end(), wanted.begin(), wanted.end(),
                    [](float g, double w) { return is_near(static_cast<double>(g), w); });
}

model::axis_variable variable_of(gsta_test::wanted_table const& table, std::size_t i) {
  using enum model::axis_variable;
  if (i >= table.axes.size()) return none;
  auto const& name = table.axes[i].variable;
  if (name == "related_pin_transition") return related_slew;
  if (name == "constrained_pin_transition") return constrained_slew;
  return name == "total_output_net_capacitance" ? output_load : input_slew;
}

void compare(model::table const& got, gsta_test::wanted_table const& wanted) {
  CHECK(is_near(got.values, wanted.values));
  CHECK(got.variable_1 == variable_of(wanted, 0));
  CHECK(got.variable_2 == variable_of(wanted, 1));
  std::vector<double> const no_axis;
  CHECK(is_near(got.index_1, wanted.axes.empty() ? no_axis : wanted.axes[0].values));
  CHECK(is_near(got.index_2, wanted.axes.size() < 2 ? no_axis : wanted.axes[1].values));
}

void compare(model::timing_group const& got, gsta_test::wanted_timing const& wanted) {
  CHECK(got.related_pins == wanted.related);
  CHECK(got.when == wanted.when);
  CHECK(got.type_text == wanted.type);
  model::table const* const tables[6] = {&got.delay[0],      &got.delay[1],      &got.transition[0],
                                         &got.transition[1], &got.constraint[0], &got.constraint[1]};
  for (int i = 0; i < 6; ++i) compare(*tables[i], wanted.tables[i]);
}

void compare(model::pin const& got, gsta_test::wanted_pin const& wanted) {
  CAPTURE(wanted.name);
  CHECK(got.name == wanted.name);
  CHECK((got.direction == model::direction::input) == (wanted.direction == "input"));
  CHECK((got.direction == model::direction::output) == (wanted.direction == "output"));
  CHECK(got.function == wanted.function);
  for (int c = 0; c < 4; ++c) {
    CHECK(is_near(static_cast<double>(got.capacitance[c / 2][c % 2]), wanted.capacitance[c / 2][c % 2]));
  }
  REQUIRE(got.timing.size() == wanted.timing.size());
  for (std::size_t i = 0; i < got.timing.size(); ++i) compare(got.timing[i], wanted.timing[i]);
}

}  // namespace

TEST_CASE("random libraries come out as their writer meant them") {
  std::size_t pins = 0, groups = 0, buses = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    gsta_test::liberty_writer writer(seed);
    auto const content = writer.write();
    CAPTURE(seed, content);
    model::diagnostics seen;
    auto const library = io::read_liberty(gsta_test::text(content), seen);
    REQUIRE(library.cells.size() == writer.cells.size());
    for (std::size_t c = 0; c < writer.cells.size(); ++c) {
      auto const& cell = library.cells[c];
      auto const& wanted = writer.cells[c];
      CHECK(cell.name == wanted.name);
      REQUIRE(cell.pins.size() == wanted.pins.size());
      for (std::size_t i = 0; i < cell.pins.size(); ++i) {
        compare(cell.pins[i], wanted.pins[i]);
        groups += cell.pins[i].timing.size();
      }
      pins += cell.pins.size();
      REQUIRE(cell.buses.size() == wanted.buses.size());
      for (auto const& bus : cell.buses) {
        CHECK(std::count(wanted.buses.begin(), wanted.buses.end(), bus.pins) == 1);
        ++buses;
      }
    }
  }
  CHECK(pins > 1000);
  CHECK(groups > 500);
  CHECK(buses > 200);
}
