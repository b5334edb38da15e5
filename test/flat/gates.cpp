// Pins that gate clocks: where checks are made, against which edge, with which margins.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// A gate of `function` between clk (its pin A) and register r; en (pin B) arrives 100 after c.
model_maker gated(std::string const& function, bool propagated = true) {
  model_maker m;
  for (char const* name : {"clk", "en", "d"}) m.input(name);
  m.gate("GATE", {"A", "B"}, function, 10, 10);
  m.instance("GATE", "g", {{"A", "clk"}, {"B", "en"}, {"Z", "n"}});
  m.instance("DFF", "r", {{"CK", "n"}, {"D", "d"}, {"Q", "q"}});
  m.clock("c", "clk", propagated);
  m.arrival("en", "c", same_value(100.0f));
  return m;
}

model::gating_check& margin(model_maker& m, float setup, float hold) {
  auto& given = m.constraints.gating_checks.emplace_back();
  given.margin = {hold, hold, setup, setup};
  return given;
}

}  // namespace

TEST_CASE("an AND is opened before its clock rises and closed after it falls", "[flat][small]") {
  for (char const* function : {"A*B", "!(A*B)", "B A", "!(!(A & (B)))"}) {
    model_maker m = gated(function);
    margin(m, 20, 30);
    timed_model const t(m);
    CAPTURE(function);
    CHECK(t.checks_of("g/B") == 2);
    CHECK(same(t.check_required("g/B", true), 1000 - 20, 1000 - 20));
    CHECK(same(t.check_required("g/B", false), 500 + 30, 500 + 30));
    CHECK(t.check_slack("g/B", false)[0] == 100 - 530);
  }
}

TEST_CASE("an OR is opened before its clock falls", "[flat][small]") {
  for (char const* function : {"A+B", "!(A+B)"}) {
    model_maker m = gated(function);
    timed_model const t(m);
    CAPTURE(function);
    CHECK(same(t.check_required("g/B", true), 500, 500));
    // The rise that is no later than a fall before the launch, as sign-off timers have it.
    CHECK(same(t.check_required("g/B", false), -1000, -1000));
  }
  model_maker m = gated("!A+B");
  CHECK(same(timed_model(m).check_required("g/B", true), 1000, 1000));  // active where the clock is 1
}

TEST_CASE("only ANDs and ORs with the clock as a direct operand are gates", "[flat][small]") {
  for (char const* function : {"A^B", "(A*!B)+(B*A)", "A"}) {
    model_maker m = gated(function);
    CAPTURE(function);
    CHECK(timed_model(m).checks_of("g/B") == 0);
  }
  model_maker m = gated("A*B");
  m.known("GATE").clock_gate = "latch_posedge";  // its library has checks of its own
  CHECK(timed_model(m).checks_of("g/B") == 0);
}

TEST_CASE("a gate needs a register behind it, and an enable that is no clock", "[flat][small]") {
  model_maker alone = gated("A*B");
  alone.netlist.instances[1].connections[0].net = "clk";
  CHECK(timed_model(alone).checks_of("g/B") == 0);
  model_maker two = gated("A*B");
  two.clock("e", "en", true);
  CHECK(timed_model(two).checks_of("g/B") == 0);
  model_maker source = gated("A*B");
  source.clock("z", "g/Z", true);
  CHECK(timed_model(source).checks_of("g/B") == 0);
  model_maker constant = gated("A*B");
  constant.constraints.case_values.push_back({"en", true, {}});
  CHECK(timed_model(constant).checks_of("g/B") == 0);
}

TEST_CASE("an ideal clock gates with its latency", "[flat][small]") {
  model_maker m = gated("A*B", false);
  m.constraints.clocks[0].properties.latency = {1, 2, 3, 4};
  timed_model const t(m);
  CHECK(t.check_required("g/B", true)[0] == 1000 + 1);
  CHECK(t.check_required("g/B", false)[0] == 500 + 4);
}

TEST_CASE("of several margins the narrowest counts, edge by edge", "[flat][small]") {
  model_maker m = gated("A*B");
  auto const setup = [&] { return timed_model(m).check_required("g/B", true); };
  margin(m, 5, 0);
  CHECK(same(setup(), 995, 995));
  margin(m, 6, 0).clocks = {"c"};
  CHECK(same(setup(), 994, 994));
  margin(m, 7, 0).pins = {"g/A"};
  CHECK(same(setup(), 993, 993));
  margin(m, 8, 0).instances = {"g"};
  CHECK(same(setup(), 992, 992));
  auto& last = margin(m, 9, 0);
  last.pins = {"g/B"};
  last.margin[2] = late_none;  // rising: not said
  CHECK(same(setup(), 992, 991));
  last.active = "0";
  CHECK(same(setup(), 500 - 8, 500 - 9));
}

TEST_CASE("a margin of one clock holds for no other", "[flat][small]") {
  model_maker m = gated("A*B");
  m.clock("e", "clk", true).period = 3000000;
  margin(m, 6, 0).clocks = {"e"};
  timed_model const t(m);
  CHECK(t.checks_of("g/B") == 4);
  for (std::size_t i = 0; i < t.state.checks.size(); ++i) {
    auto const& check = t.state.checks[i];
    if (check.kind != gsta::check_kind::gating_setup) continue;
    id const captured = t.state.tags[t.state.node_tag[check.capture]].launch_edge;
    CHECK(t.state.check_required[i][0] == (captured == 0 ? 1000 : 1000 - 6));
  }
}

TEST_CASE("pins and gates may be left out, and exceptions hold", "[flat][small]") {
  model_maker by_pin = gated("A*B");
  by_pin.constraints.ungated.push_back({"g/B", false, {}});
  CHECK(timed_model(by_pin).checks_of("g/B") == 0);
  model_maker by_gate = gated("A*B");
  by_gate.constraints.ungated.push_back({"g", true, {}});
  CHECK(timed_model(by_gate).checks_of("g/B") == 0);
  model_maker m = gated("A*B");
  auto& path = m.constraints.exceptions.emplace_back();
  path.of = model::path_exception::kind::multicycle;
  path.to.pins = {"g/B"};
  path.cycles = 2;
  path.hold = false;
  timed_model const cycles(m);
  CHECK(cycles.check_required("g/B", true)[0] == 2000);
  CHECK(cycles.check_required("g/B", false)[0] == 1500);
  path.of = model::path_exception::kind::max_delay;
  path.delay = 50;
  timed_model const delayed(m);  // the delay ends there, in the place of the setup
  CHECK(delayed.check_required("g/B", true)[0] == 50);
  CHECK(delayed.check_required("g/B", false)[0] == 530 - 30);
}

TEST_CASE("margins of gates are not derated", "[flat][small]") {
  model_maker m = gated("A*B");
  margin(m, 20, 30);
  auto& derate = m.derate(2, true, true);
  derate.cells = derate.nets = false;
  derate.checks = true;
  timed_model const t(m);
  CHECK(t.check_required("g/B", true)[0] == 980);
  CHECK(t.check_required("g/B", false)[0] == 530);
}
