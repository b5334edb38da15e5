// What is said of clocks at pins of their networks, worked out by hand.

#include <cmath>

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// clk -> b1 -> b2 -> r/CK, and clk -> s/CK; both registers take d, which arrives at 0. Clock c: source
/// latency 5, and where it is ideal latency 100 and transition 8.
model_maker two_branches(bool propagated) {
  model_maker m;
  for (char const* name : {"clk", "d"}) m.input(name);
  m.instance("BUF", "b1", {{"A", "clk"}, {"Z", "n1"}});
  m.instance("BUF", "b2", {{"A", "n1"}, {"Z", "n2"}});
  m.instance("DFF", "r", {{"CK", "n2"}, {"D", "d"}, {"Q", "q1"}});
  m.instance("DFF", "s", {{"CK", "clk"}, {"D", "d"}, {"Q", "q2"}});
  auto& c = m.clock("c", "clk", propagated);
  c.properties.insertion = same_value(5.0f);
  c.properties.latency = same_value(100.0f);
  c.properties.transition = same_value(8.0f);
  c.properties.setup_uncertainty = 10;
  c.properties.hold_uncertainty = 3;
  m.arrival("d", "c", same_value(0.0f)).has_latency = true;
  return m;
}

model::clock_at_pin& at_pin(model_maker& m, char const* pin, char const* clock = "") {
  auto& given = m.constraints.clock_pins.emplace_back();
  given.pin = pin;
  given.clock = clock;
  return given;
}

/// The late slack of t/D against clock c's rise, with or without common-path credits.
float slack_of_c(model_maker& m, gsta::common_path credits) {
  gsta::flat_design const d = m.flat();
  gsta::timer_options options;
  options.credits = credits;
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, d, options);
  timer.update(exec);
  auto const state = take_snapshot(exec, timer);
  float slack = gsta::math::infinity;
  for (std::size_t i = 0; i < state.checks.size(); ++i) {
    auto const& check = state.checks[i];
    bool const is_wanted =
        gsta::is_late(check.kind) && d.pin_name[static_cast<std::size_t>(check.data_pin)] == "t/D" &&
        state.tags[static_cast<std::size_t>(state.node_tag[static_cast<std::size_t>(check.capture)])]
                .launch_edge == 0;
    if (is_wanted) slack = std::min(slack, state.check_slack[i][0]);
  }
  return slack;
}

float rising(timed_model const& t, char const* pin, int nth) { return t.clock(pin, 0, nth)[2]; }

}  // namespace

TEST_CASE("a latency at a pin holds for registers behind it", "[flat][small]") {
  model_maker m = two_branches(false);
  at_pin(m, "b2/A").properties.latency = same_value(40.0f);
  timed_model const t(m);
  CHECK(rising(t, "r/CK", 1) == 45);
  CHECK(rising(t, "s/CK", 1) == 105);
  CHECK(t.slew("r/CK", 1) == same_value(8.0f));
  CHECK(t.data("r/Q")[2] == 75);
  at_pin(m, "b2/Z").properties.latency = same_value(60.0f);
  CHECK(rising(timed_model(m), "r/CK", 1) == 65);  // the last one on the way
}

TEST_CASE("a latency below a propagated clock takes the place of the tree's delay, not of its slew",
          "[flat][small]") {
  model_maker m = two_branches(true);
  at_pin(m, "b2/A", "c").properties.latency = same_value(40.0f);
  timed_model const t(m);
  CHECK(rising(t, "r/CK", 1) == 45);
  CHECK(t.clock("r/CK", 0, 1)[0] == 45);
  CHECK(t.slew("r/CK", 1)[2] == t.slew("r/CK")[2]);
  CHECK(t.data("r/Q")[2] == 75);
  CHECK(t.pin("s/CK", 1) == none);
  CHECK(rising(t, "s/CK", 0) == 5);
}

TEST_CASE("of a latency of late edges alone below a propagated clock the early ones have the tree's delay",
          "[flat][small]") {
  model_maker m = two_branches(true);
  at_pin(m, "b2/A").properties.latency[2] = 40;
  timed_model const t(m);
  CHECK(t.clock("r/CK", 0, 1)[0] == 5 + 11 + 11);
  CHECK(rising(t, "r/CK", 1) == 45);
  CHECK(t.slew("r/CK", 1)[2] == t.slew("r/CK")[2]);
}

TEST_CASE("at one pin a latency counts before propagation, and one for the clock before one for all",
          "[flat][small]") {
  model_maker m = two_branches(false);
  at_pin(m, "b2/A", "c").properties.latency = same_value(40.0f);
  at_pin(m, "b2/A").properties.latency = same_value(60.0f);
  CHECK(rising(timed_model(m), "r/CK", 1) == 45);
  m.constraints.clock_pins[1].propagated = true;
  m.constraints.clock_pins[1].properties.latency = gsta::undefined_arrival();
  timed_model const t(m);
  CHECK(rising(t, "r/CK", 1) == 45);
  CHECK(t.slew("r/CK", 1)[2] == t.slew("r/CK")[2]);  // a clock propagated on the way has the real slew
}

TEST_CASE("from a pin on where an ideal clock is propagated its whole delay counts", "[flat][small]") {
  model_maker m = two_branches(false);
  at_pin(m, "b2/A").propagated = true;
  timed_model const t(m);
  CHECK(t.pin("r/CK", 1) == none);
  CHECK(rising(t, "r/CK", 0) == 5 + 11 + 11);
  CHECK(rising(t, "s/CK", 1) == 105);
}

TEST_CASE("two clocks at one pin may differ there", "[flat][small]") {
  for (bool const c_is_ideal : {true, false}) {
    model_maker m = two_branches(!c_is_ideal);
    auto& g = m.clock("g", "clk", true);
    g.properties.insertion = same_value(7.0f);
    if (!c_is_ideal) at_pin(m, "b1/Z", "c").properties.latency = same_value(40.0f);
    timed_model const t(m);
    CAPTURE(c_is_ideal);
    CHECK(rising(t, "r/CK", 1) == (c_is_ideal ? 105 : 45));
    CHECK(t.clock("r/CK", 2, 1)[2] == 7 + 22);  // the other clock passes to the shadow
  }
}

TEST_CASE("a propagated clock has its credits where others are ideal, and from a pin on", "[flat][small]") {
  for (int const others : {0, 1, 2, 3}) {
    model_maker m = two_branches(others != 2);
    m.instance("DFF", "t", {{"CK", "n2"}, {"D", "q1"}, {"Q", "q3"}});
    m.derate(0.9f, true, false);
    m.derate(1.1f, false, true);
    if (others == 1) m.clock("g", "clk", false);
    if (others == 2) at_pin(m, "clk").propagated = true;
    if (others == 3) at_pin(m, "t/CK").properties.latency[2] = 40;  // t captures by early edges
    CAPTURE(others);
    // Buffers of 11 ps and, at two registers, of 12 lead to b2/Z: a fifth of 23 is given back.
    float const back = slack_of_c(m, gsta::common_path::by_pin) - slack_of_c(m, gsta::common_path::leave_in);
    CHECK(std::abs(back - 4.6f) < 1e-3f);
  }
}

TEST_CASE("an uncertainty at a pin takes the place of the clock's for checks behind it", "[flat][small]") {
  for (bool const propagated : {false, true}) {
    model_maker m = two_branches(propagated);
    auto const setup = [&](char const* pin) { return timed_model(m).check_required(pin, true)[0]; };
    auto const hold = [&](char const* pin) { return timed_model(m).check_required(pin, false)[0]; };
    float const r = setup("r/D"), s = setup("s/D"), r_hold = hold("r/D");
    auto& given = at_pin(m, "b1/Z");
    given.properties.setup_uncertainty = 60;
    CAPTURE(propagated);
    CHECK(setup("r/D") == r - 50);
    CHECK(hold("r/D") == r_hold - 3);  // what is not said at the pin is 0
    CHECK(setup("s/D") == s);
    given.clock = "other";
    m.clock("other", "", true);
    CHECK(setup("r/D") == r);
  }
}

TEST_CASE("an uncertainty between clocks wins over one at a pin", "[flat][small]") {
  model_maker m = two_branches(true);
  float const before = timed_model(m).check_required("r/D", true)[0];
  at_pin(m, "b1/Z").properties.setup_uncertainty = 60;
  auto& pair = m.constraints.uncertainties.emplace_back();
  pair.from = pair.to = "c";
  pair.value = 20;
  CHECK(timed_model(m).check_required("r/D", true)[0] == before - 10);
}

TEST_CASE("a design refuses rules of pins and clocks that it does not have", "[flat][small]") {
  model_maker m = two_branches(false);
  auto const refused = [&](auto const& change) {
    gsta::flat_design d = m.flat();
    change(d);
    CHECK_THROWS_AS(gsta::validate(d), gsta::argument_error);
  };
  refused([](auto& d) { d.clock_pins.push_back({1000}); });
  refused([](auto& d) { d.clock_pins.push_back({0, 7}); });
  refused([](auto& d) { d.pin_uncertainties.push_back({0, 7, 0, 0}); });
  refused([](auto& d) { d.starts_inside.push_back(-1); });
  refused([](auto& d) { d.ends_inside.push_back(1000); });
}
