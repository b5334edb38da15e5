// Path delays to and from pins where nothing else starts or ends, worked out by hand.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

using kind = model::path_exception::kind;

/// a -> g (BUF) -> y and r/D; r is clocked by c, r/Q is left open. Nothing is said of a and y.
model_maker unconstrained() {
  model_maker m;
  for (char const* name : {"clk", "a"}) m.input(name);
  m.output("y");
  m.instance("BUF", "g", {{"A", "a"}, {"Z", "y"}});
  m.instance("DFF", "r", {{"CK", "clk"}, {"D", "y"}});
  m.clock("c", "clk", true).properties.setup_uncertainty = 10;
  return m;
}

model::path_exception& delay(model_maker& m, kind of, float ps) {
  auto& made = m.constraints.exceptions.emplace_back();
  made.of = of;
  made.delay = ps;
  (of == kind::max_delay ? made.hold : made.setup) = false;
  return made;
}

std::string groups(timed_model const& t, char const* pin) {
  std::string names;
  for (auto const& check : t.state.checks) {
    if (t.flat.pin_name[check.data_pin] != pin) continue;
    for (auto const& name : gsta::groups_of(t.flat, t.state, check)) names += "[" + name + "]";
  }
  return names;
}

}  // namespace

TEST_CASE("a delay starts paths at an input, and ends them at an output, of which nothing else is said",
          "[flat][small]") {
  model_maker m = unconstrained();
  CHECK(timed_model(m).checks_of("y") == 0);
  auto& max = delay(m, kind::max_delay, 50);
  max.from.pins = {"a"};
  delay(m, kind::min_delay, 2).to.pins = {"y"};
  timed_model const t(m);
  CHECK(t.data("y", none) == corner_values{11, 21, 11, 21});  // one fF behind g
  CHECK(same(t.check_required("y", true), 50, 50));
  CHECK(same(t.check_slack("y", true), 39, 29));
  CHECK(same(t.check_slack("y", false), 9, 19));
  CHECK(groups(t, "y") == "[path delay][path delay]");
}

TEST_CASE("what no clock launches is bounded at a register by a delay alone", "[flat][small]") {
  model_maker m = unconstrained();
  delay(m, kind::max_delay, 50).from.pins = {"a"};
  timed_model const t(m);
  CHECK(t.checks_of("r/D") == 1);
  CHECK(same(t.check_required("r/D", true), 50 - 10 - 3 - 2.25f, 50 - 10 - 4 - 3.25f));
  CHECK(groups(t, "r/D") == "[c]");
}

TEST_CASE("a delay to a pin inside ends all paths there, unless it probes", "[flat][small]") {
  model_maker m = unconstrained();
  m.arrival("a", "c", same_value(0.0f));
  m.required("y", "c", {0, 0, 0, 0});
  auto& max = delay(m, kind::max_delay, 50);
  max.to.pins = {"g/Z"};
  timed_model const t(m);
  CHECK(same(t.check_slack("g/Z", true), 39, 29));
  CHECK(t.data("y") == gsta::undefined_arrival());
  CHECK(t.checks_of("r/D") == 0);
  max.probe = true;
  timed_model const probed(m);
  CHECK(same(probed.check_slack("g/Z", true), 39, 29));
  CHECK(probed.data("y")[2] == 11);
  CHECK(probed.checks_of("r/D") == 2);
}

TEST_CASE("a delay from a pin inside starts paths there and ends those in front", "[flat][small]") {
  model_maker m = unconstrained();
  m.arrival("a", "c", same_value(100.0f));
  auto& max = delay(m, kind::max_delay, 50);
  max.from.pins = {"g/Z"};
  timed_model const t(m);
  CHECK(t.data("y") == gsta::undefined_arrival());
  CHECK(t.data("y", none) == same_value(0.0f));
  CHECK(same(t.check_slack("y", true), 50, 50));
  CHECK(t.slew("y")[2] == 4.5f);  // slews go on
  max.probe = true;
  CHECK(timed_model(m).data("y")[2] == 111);
}

TEST_CASE("a delay that ends anywhere ends where nothing follows", "[flat][small]") {
  model_maker m = unconstrained();
  CHECK_FALSE(timed_model(m).is_endpoint("r/Q"));
  delay(m, kind::max_delay, 40).from.pins = {"r/CK"};
  timed_model const t(m);
  CHECK(t.is_endpoint("r/Q"));
  CHECK(same(t.check_slack("r/Q", true), 10, 8));
  CHECK(groups(t, "r/Q") == "[path delay]");
}

TEST_CASE("clock groups cut no path delay to an output", "[flat][small]") {
  model_maker m = unconstrained();
  m.clock("v", "", false);
  m.arrival("a", "c", same_value(0.0f));
  m.required("y", "v", {0, 0, -5, -5});
  auto& groups_of_clocks = m.constraints.groups.emplace_back();
  groups_of_clocks.groups = {{"c"}, {"v"}};
  CHECK(timed_model(m).checks_of("y") == 0);
  delay(m, kind::max_delay, 50).to.pins = {"y"};
  timed_model const t(m);
  CHECK(same(t.check_required("y", true), 45, 45));
  CHECK(groups(t, "y") == "[v]");
}

TEST_CASE("groups that constraints name come in the place of the clock's", "[flat][small]") {
  model_maker m = unconstrained();
  m.arrival("a", "c", same_value(0.0f));
  for (char const* name : {"one", "two", ""}) {
    auto& group = m.constraints.exceptions.emplace_back();
    group.of = kind::group;
    group.name = name;
    if (std::string(name) != "two") group.to.pins = {"r/D"};
    if (std::string(name) == "two") group.from.pins = {"a"};
  }
  CHECK(groups(timed_model(m), "r/D") == "[one][two][path delay][one][two][path delay]");
}
