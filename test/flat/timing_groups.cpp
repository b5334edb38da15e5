// What timing groups become: early tables of their own, edges that no timing_type names, checks against pins
// that need not be clocks, and tables that are not all there.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// clk -> DFF r -> BUF g -> DFF s, all of it propagated.
model_maker cells_of_two_registers() {
  model_maker m;
  m.input("clk");
  m.input("d");
  m.instance("DFF", "r", {{"CK", "clk"}, {"D", "d"}, {"Q", "n"}});
  m.instance("BUF", "g", {{"A", "n"}, {"Z", "e"}});
  m.instance("DFF", "s", {{"CK", "clk"}, {"D", "e"}});
  m.clock("c", "clk", true);
  return m;
}

/// Delays without a timing_type from the register's clock to its output.
model_maker untyped_register() {
  model_maker m = cells_of_two_registers();
  auto& group = m.known("DFF").pins.back().timing.back();
  group.type = model::timing_type::combinational;
  group.sense = model::timing_sense::unspecified;
  return m;
}

/// A cell whose pin B is checked against A.
model_maker checked_pin(bool by_clock) {
  model_maker m;
  model::cell& cell = m.cell("PAIR");
  add_pin(cell, "A", model::direction::input, 1);
  model::pin& b = add_pin(cell, "B", model::direction::input, 1);
  using enum model::timing_type;
  add_check(b, "A", non_seq_setup_rising, 30, 31);
  add_check(b, "A", non_seq_hold_rising, 20, 21);
  for (char const* name : {"clk", "a", "b"}) m.input(name);
  m.instance("PAIR", "p", {{"A", by_clock ? "clk" : "a"}, {"B", "b"}});
  for (char const* name : {"clk", "a", "b"}) m.slew(name, same_value(0.0f));
  m.clock("c", "clk", true);
  m.arrival("a", "c", {100, 110, 120, 130});
  m.arrival("b", "c", {300, 310, 320, 330});
  return m;
}

}  // namespace

TEST_CASE("early arrivals take retained values, late ones delays", "[flat][small]") {
  model_maker m = cells_of_two_registers();
  auto& group = m.known("DFF").pins.back().timing.back();
  group.early.resize(4);
  group.early[0] = plane(11);
  group.early[1] = plane(12);
  group.early[2] = plane(2);
  timed_model const t(m);
  auto const at = t.data("r/Q");
  CHECK(at == per_condition<float>{11, 12, 31, 33});  // 1 fF behind it
  CHECK(t.slew("r/Q") == per_condition<float>{2, 6.5F, 4.5F, 6.5F});
  CHECK(t.data("s/D")[0] == 11 + 11);
  CHECK(t.data("s/D")[2] == 31 + 11);
}

TEST_CASE("retained values of the early library alone count", "[flat][small]") {
  model_maker m = cells_of_two_registers();
  auto late = m.library;
  for (auto* const library : {&m.library, &late}) {
    auto& group = library->cells[library->cell_index.at("DFF")].pins.back().timing.back();
    group.early.resize(4);
    group.early[0] = plane(library == &late ? 1 : 11);
  }
  auto const flat =
      gsta::flatten({m.library, late, m.netlist, m.parasitics, m.constraints}, m.options, m.notes);
  CHECK(timed_model(flat).data("r/Q")[0] == 11);
  CHECK(timed_model(flat).data("r/Q")[2] == 31);
}

TEST_CASE("a group from a state's clock to its output is launched by the edge that the state names",
          "[flat][small]") {
  timed_model const usual(cells_of_two_registers().flat());
  model_maker m = untyped_register();
  timed_model const t(m);
  CHECK(t.data("s/D") == usual.data("s/D"));
  CHECK(t.clock("s/D") == gsta::undefined_arrival());
  CHECK(m.noted("to its output without timing_type") == 1);

  m.known("DFF").states[0].clock = "!CK";
  timed_model const falling(m);
  CHECK(falling.data("s/D", 1)[0] == usual.data("s/D")[0]);
  CHECK(falling.data("s/D", 0) == gsta::undefined_arrival());

  m.known("DFF").states[0] = {true, "IQ", "IQN", "CK", "D", "", ""};  // so of a latch
  CHECK(timed_model(m).data("s/D")[0] == usual.data("s/D")[0]);
}

TEST_CASE("a register without a function at its output launches by its edge too", "[flat][small]") {
  model_maker m = untyped_register();
  m.known("DFF").pins.back().function.clear();
  CHECK(timed_model(m).data("s/D")[0] == timed_model(cells_of_two_registers().flat()).data("s/D")[0]);
}

TEST_CASE("clocks pass what is combinational from them", "[flat][small]") {
  model_maker gated = untyped_register();
  gated.known("DFF").pins.back().function = "IQ & CK";  // a clock gate
  CHECK(timed_model(gated).clock("s/D")[0] == 31 + 11);
  CHECK(gated.noted("to its output without timing_type") == 0);

  model_maker typed = untyped_register();
  typed.known("DFF").pins.back().timing.back().type_text = "combinational";
  CHECK(timed_model(typed).clock("s/D")[0] == 31 + 11);

  model_maker named = untyped_register();
  named.known("DFF").clock_gate = "latch_posedge";
  CHECK(timed_model(named).clock("s/D")[0] != gsta::math::infinity);

  model_maker both = untyped_register();  // no type has both edges
  both.known("DFF").states.push_back({false, "IP", "IPN", "!CK", "D", "", ""});
  both.known("DFF").pins.back().function = "IQ ^ IP";
  CHECK(timed_model(both).clock("s/D")[0] != gsta::math::infinity);
}

TEST_CASE("a check against a pin that a clock reaches is as a register's, of a kind of its own",
          "[flat][small]") {
  model_maker m = checked_pin(true);
  timed_model const t(m);
  CHECK(t.checks_of("p/B") == 2);
  CHECK(same(t.check_slack("p/B", true), 1000 - 30 - 320, 1000 - 31 - 330));
  CHECK(same(t.check_slack("p/B", false), 300 - 20, 310 - 21));
  std::vector<gsta::check_kind> kinds;
  for (auto const& check : t.state.checks) kinds.push_back(check.kind);
  CHECK(kinds == std::vector{gsta::check_kind::non_seq_hold, gsta::check_kind::non_seq_setup});
}

TEST_CASE("a check against a pin that no clock reaches is none, and noted", "[flat][small]") {
  model_maker m = checked_pin(false);
  timed_model const t(m);
  CHECK(t.checks_of("p/B") == 0);
  CHECK(m.noted("a check of a cell against a pin that no clock comes to") == 2);
}

TEST_CASE("checks of constraints stay those of data where a cell has some against clocks", "[flat][small]") {
  model_maker m = checked_pin(true);
  auto& given = m.constraints.data_checks.emplace_back();
  given.from = "a";
  given.to = "p/B";
  given.margin = 5;
  timed_model const t(m);
  std::size_t of_data = 0;
  for (auto const& check : t.state.checks) of_data += gsta::is_data_check(check.kind) ? 1 : 0;
  CHECK(of_data > 0);
  CHECK(t.checks_of("p/B") > of_data);
}

TEST_CASE("a group that lacks a table is counted as incomplete where an instance has it", "[flat][small]") {
  for (auto const gap : {model::table_gap::third_axis, model::table_gap::unknown_axis}) {
    model_maker m = cells_of_two_registers();
    m.known("INV").pins.back().timing[0].gap = gap;
    (void)m.flat();
    CHECK(m.notes.not_applied().count == 0);
    auto& group = m.known("BUF").pins.back().timing[0];
    group.gap = gap;
    group.line = 7;
    (void)m.flat();
    REQUIRE(m.notes.not_applied().count > 0);
    CHECK(m.notes.not_applied().kept[0].at == "cells.lib:7:1");
    CHECK(m.notes.not_applied().count == 1);
    m.known("DFF").pins[1].timing[0].gap = gap;
    (void)m.flat();
    CHECK(m.notes.not_applied().count == 2);
  }
}
