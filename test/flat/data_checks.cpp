// Checks between data pins: between which edges, with which margins, worked out by hand.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// Two inputs of c, 100 and 300 behind its edge, and buffers to y and z.
model_maker two_checked_inputs() {
  model_maker m;
  for (char const* name : {"clk", "a", "b"}) m.input(name);
  for (char const* name : {"y", "z"}) m.output(name);
  m.instance("BUF", "f", {{"A", "a"}, {"Z", "y"}});
  m.instance("BUF", "g", {{"A", "b"}, {"Z", "z"}});
  auto& c = m.clock("c", "clk", true);
  c.properties.setup_uncertainty = 5;
  c.properties.hold_uncertainty = 7;
  m.arrival("a", "c", {100, 110, 120, 130});
  m.arrival("b", "c", {300, 310, 320, 330});
  return m;
}

model::data_check& check(model_maker& m, char const* from, char const* to, float margin) {
  auto& made = m.constraints.data_checks.emplace_back();
  made.from = from;
  made.to = to;
  made.margin = margin;
  return made;
}

/// The worst slack on one side of a pin, by data edge.
gsta::per_edge worst(timed_model const& t, std::string const& pin, bool late) {
  gsta::per_edge of{{gsta::math::infinity, gsta::math::infinity}};
  for (std::size_t i = 0; i < t.state.checks.size(); ++i) {
    auto const& one = t.state.checks[i];
    if (t.flat.pin_name[static_cast<std::size_t>(one.data_pin)] != pin || gsta::is_late(one.kind) != late)
      continue;
    for (int e = 0; e < 2; ++e) of[e] = std::min(of[e], t.state.check_slack[i][e]);
  }
  return of;
}

}  // namespace

TEST_CASE("data are checked against other data of the same edge, and early ones a cycle before",
          "[flat][small]") {
  model_maker m = two_checked_inputs();
  check(m, "g/A", "f/A", 20);
  timed_model const t(m);
  CHECK(t.is_endpoint("f/A"));
  CHECK(same(worst(t, "f/A", true), 300 - 20 - 5 - 120, 300 - 20 - 5 - 130));
  CHECK(same(worst(t, "f/A", false), 100 - (330 - 1000 + 20 + 7), 110 - (330 - 1000 + 20 + 7)));
  gsta::path_group_names const names(t.flat);
  for (auto const& one : t.state.checks) {
    if (one.data_pin != t.pin("f/A")) continue;
    CHECK(gsta::groups_of(t.flat, names, t.state, one) == std::vector<std::string>{"c"});
    CHECK(gsta::is_data_check(one.kind));
  }
}

TEST_CASE("a path margin counts at checks between data, but by OpenSTA's conventions", "[flat][small]") {
  model_maker m = two_checked_inputs();
  check(m, "g/A", "f/A", 20);
  auto& margin = m.constraints.exceptions.emplace_back();
  margin.of = model::path_exception::kind::margin;
  margin.delay = 3;
  margin.from.pins = {"a"};
  CHECK(same(worst(timed_model(m), "f/A", true), 300 - 20 - 5 - 3 - 120, 300 - 20 - 5 - 3 - 130));
  m.options.conventions.margins_at_outputs = false;
  CHECK(same(worst(timed_model(m), "f/A", true), 300 - 20 - 5 - 120, 300 - 20 - 5 - 130));
}

TEST_CASE("margins are of edges and sides, and the last one of a pair counts", "[flat][small]") {
  model_maker m = two_checked_inputs();
  check(m, "g/A", "f/A", 20).hold = false;
  auto& one = check(m, "g/A", "f/A", 40);
  one.hold = one.from_rise = one.to_fall = false;
  timed_model const t(m);
  CHECK(same(worst(t, "f/A", false), gsta::math::infinity, gsta::math::infinity));
  // Against the other's rise 20, against its fall 40 of a rise.
  CHECK(same(worst(t, "f/A", true), std::min(300 - 20, 310 - 40) - 5 - 120, 300 - 20 - 5 - 130));
}

TEST_CASE("multicycles move data checks, path delays, false paths and constants take them away",
          "[flat][small]") {
  using exception = model::path_exception::kind;
  model_maker m = two_checked_inputs();
  check(m, "g/A", "f/A", 20);
  auto& path = m.constraints.exceptions.emplace_back();
  path.to.pins = {"f/A"};
  path.of = exception::multicycle;
  path.hold = false;
  path.cycles = 1;
  CHECK(worst(timed_model(m), "f/A", true)[0] == 1000 + 300 - 20 - 5 - 120);
  path.of = exception::false_path;
  path.hold = true;
  CHECK(timed_model(m).checks_of("f/A") == 0);
  path.of = exception::max_delay;
  path.hold = false;
  path.delay = 500;
  path.probe = true;
  timed_model const bounded(m);
  CHECK(worst(bounded, "f/A", false)[0] == 100 - (330 - 1000 + 20 + 7));
  CHECK(worst(bounded, "f/A", true)[0] == 500 - 120);  // an end of the delay's own
  m.constraints.exceptions.clear();
  m.constraints.case_values.push_back({"b", true, {}});
  CHECK(timed_model(m).checks_of("f/A") == 0);
}

TEST_CASE("an ideal clock at the pin in the clock's place keeps its real arrival", "[flat][small]") {
  model_maker m = two_checked_inputs();
  m.constraints.clocks[0].propagated = false;
  m.constraints.clocks[0].properties.latency = same_value(50.0f);
  m.instance("BUF", "h", {{"A", "clk"}, {"Z", "n"}});
  check(m, "h/Z", "f/A", 0).hold = false;
  timed_model const t(m);
  CHECK(t.pin("h/Z", 1) == none);
  float const rise = t.clock("h/Z")[0];
  CHECK(rise == 10);
  CHECK(worst(t, "f/A", true)[0] <= rise - 5 - 170);  // the input is 50 later
}
