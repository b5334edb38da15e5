// Path delays to and from pins where nothing else starts or ends, worked out by hand.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

using effect = model::path_exception::kind;

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

model::path_exception& delay(model_maker& m, effect of, float ps) {
  auto& made = m.constraints.exceptions.emplace_back();
  made.of = of;
  made.delay = ps;
  (of == effect::max_delay ? made.hold : made.setup) = false;
  return made;
}

std::string groups(timed_model const& t, char const* pin) {
  std::string names;
  gsta::path_group_names const of(t.flat);
  for (auto const& check : t.state.checks) {
    if (t.flat.pin_name[check.data_pin] != pin) continue;
    for (auto const& name : gsta::groups_of(t.flat, of, t.state, check)) names += "[" + name + "]";
  }
  return names;
}

}  // namespace

TEST_CASE("a delay starts paths at an input, and ends them at an output, of which nothing else is said",
          "[flat][small]") {
  model_maker m = unconstrained();
  CHECK(timed_model(m).checks_of("y") == 0);
  auto& max = delay(m, effect::max_delay, 50);
  max.from.pins = {"a"};
  delay(m, effect::min_delay, 2).to.pins = {"y"};
  timed_model const t(m);
  CHECK(t.data("y", none) == per_condition<float>{11, 21, 11, 21});  // one fF behind g
  CHECK(same(t.check_required("y", true), 50, 50));
  CHECK(same(t.check_slack("y", true), 39, 29));
  CHECK(same(t.check_slack("y", false), 9, 19));
  CHECK(groups(t, "y") == "[path delay][path delay]");
}

TEST_CASE("what no clock launches is bounded at a register by a delay alone", "[flat][small]") {
  model_maker m = unconstrained();
  delay(m, effect::max_delay, 50).from.pins = {"a"};
  timed_model const t(m);
  CHECK(t.checks_of("r/D") == 1);
  CHECK(same(t.check_required("r/D", true), 50 - 10 - 3 - 2.25f, 50 - 10 - 4 - 3.25f));
  CHECK(groups(t, "r/D") == "[c]");
}

TEST_CASE("a delay to a pin inside ends all paths there, unless it probes", "[flat][small]") {
  model_maker m = unconstrained();
  m.arrival("a", "c", same_value(0.0f));
  m.required("y", "c", {0, 0, 0, 0});
  auto& max = delay(m, effect::max_delay, 50);
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
  auto& max = delay(m, effect::max_delay, 50);
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
  delay(m, effect::max_delay, 40).from.pins = {"r/CK"};
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
  delay(m, effect::max_delay, 50).to.pins = {"y"};
  timed_model const t(m);
  CHECK(same(t.check_required("y", true), 45, 45));
  CHECK(groups(t, "y") == "[v]");
}

TEST_CASE("groups that constraints name come in the place of the clock's", "[flat][small]") {
  model_maker m = unconstrained();
  m.arrival("a", "c", same_value(0.0f));
  for (char const* name : {"one", "two", ""}) {
    auto& group = m.constraints.exceptions.emplace_back();
    group.of = effect::group;
    group.name = name;
    if (std::string(name) != "two") group.to.pins = {"r/D"};
    if (std::string(name) == "two") group.from.pins = {"a"};
  }
  CHECK(groups(timed_model(m), "r/D") == "[one][two][path delay][one][two][path delay]");
}

namespace {

/// r/Q -> g (BUF) -> s/D, both registers behind a buffer of c, which is 100 late at its source.
model_maker two_registers() {
  model_maker m;
  for (char const* name : {"clk", "a"}) m.input(name);
  m.instance("BUF", "b", {{"A", "clk"}, {"Z", "n"}});
  m.instance("DFF", "r", {{"CK", "n"}, {"D", "a"}, {"Q", "q"}});
  m.instance("BUF", "g", {{"A", "q"}, {"Z", "d"}});
  m.instance("DFF", "s", {{"CK", "n"}, {"D", "d"}});
  auto& c = m.clock("c", "clk", true);
  c.properties.insertion = same_value(100.0f);
  c.properties.setup_uncertainty = c.properties.hold_uncertainty = 10;
  return m;
}

constexpr float setup_rise = 3 + 2.25f + 1.25f, setup_fall = 4 + 3.25f + 1.25f;  // slews 4.5 6.5, clock 5

}  // namespace

TEST_CASE("a delay that ignores clocks' latency counts from the register's clock pin", "[flat][small]") {
  model_maker m = two_registers();
  auto& max = delay(m, effect::max_delay, 60);
  max.ignore_clock_latency = true;
  max.from.pins = {"r/CK"};
  timed_model const t(m);
  // 31 33 through r, 11 21 through g; b's 12 and the source's 100 count on neither side.
  CHECK(same(t.check_required("s/D", true), 60 - setup_rise, 60 - setup_fall));
  CHECK(same(t.check_slack("s/D", true), 60 - setup_rise - 42, 60 - setup_fall - 54));
  CHECK(groups(t, "s/D") == "[c][path delay]");  // of hold nothing else was said
  CHECK(t.check_slack("s/D", false)[0] == 42 - (1 + 2.25f + 1.25f) - 10);
  CHECK(t.clock("r/CK")[0] == 112);
  m.constraints.clocks[0].propagated = false;
  m.constraints.clocks[0].properties.latency = same_value(20.0f);
  timed_model const ideal(m);
  // An ideal clock's source latency stays in, its network latency does not; its slew is 0.
  CHECK(same(ideal.check_slack("s/D", true), 60 - setup_rise + 1.25f - 142, 60 - setup_fall + 1.25f - 154));
}

TEST_CASE("a delay that ignores clocks' latency leaves an input's delay in", "[flat][small]") {
  model_maker m = two_registers();
  m.arrival("a", "c", same_value(30.0f));
  delay(m, effect::max_delay, 200).ignore_clock_latency = true;
  m.constraints.exceptions.back().to.pins = {"r/D"};
  for (bool const ideal : {false, true}) {
    m.constraints.clocks[0].propagated = !ideal;
    m.constraints.clocks[0].properties.latency = same_value(20.0f);
    timed_model const t(m);
    CAPTURE(ideal);
    float const clock_slew = ideal ? 0 : 1.25f;  // a quarter of 5
    CHECK(t.check_slack("r/D", true)[0] == 200 - 3 - clock_slew - 130);
  }
  m.constraints.exceptions.back().of = effect::min_delay;
  m.constraints.exceptions.back().setup = false;
  m.constraints.exceptions.back().hold = true;
  timed_model const t(m);
  CHECK(t.check_slack("r/D", false)[0] == 130 - 200 - 1);
}

TEST_CASE("latches launch nothing that counts from there, which is said", "[flat][small]") {
  model_maker m = two_registers();
  model::cell& latch = m.cell("LAT");
  latch.states.push_back({true, "IQ", "IQN", "G", "D", "", ""});
  add_pin(latch, "G", model::direction::input, 1).is_clock = true;
  model::pin& d = add_pin(latch, "D", model::direction::input, 1);
  add_check(d, "G", model::timing_type::setup_falling, 3, 4);
  model::pin& q = add_pin(latch, "Q", model::direction::output, 0, "IQ");
  add_delay(q, "G", 30, 32, model::timing_sense::positive_unate, model::timing_type::rising_edge);
  add_delay(q, "D", 20, 22, model::timing_sense::positive_unate);
  m.instance("LAT", "l", {{"G", "n"}, {"D", "a"}, {"Q", "lq"}});
  delay(m, effect::max_delay, 60).ignore_clock_latency = true;
  m.flat();
  CHECK(m.noted("of paths that latches launch") == 1);
  m.constraints.exceptions.back().from.pins = {"r/CK"};
  m.flat();
  CHECK(m.noted("of paths that latches launch") == 0);
  m.constraints.exceptions.back().from.pins = {"l/D"};
  m.flat();
  CHECK(m.noted("of paths that latches launch") == 1);
}

TEST_CASE("a delay that starts anywhere holds from inputs that no delay is given at", "[flat][small]") {
  model_maker m = unconstrained();
  m.required("y", "c", {0, 0, 0, 0});
  auto& max = delay(m, effect::max_delay, 50);
  SECTION("through a pin") { max.through.emplace_back().pins = {"g/Z"}; }
  SECTION("to a clock") { max.to.clocks = {"c"}; }
  timed_model const t(m);
  CHECK(t.data("y", none)[2] == 11);
  CHECK(same(t.check_slack("y", true), 50 - 10 - 11, 50 - 10 - 21));
  CHECK(same(t.check_slack("r/D", true), 50 - 11 - 10 - 3 - 2.25f, 50 - 21 - 10 - 4 - 3.25f));
  max.from.clocks = {"c"};  // which launches nothing here
  CHECK(timed_model(m).data("y", none) == gsta::undefined_arrival());
}

TEST_CASE("under a delay registers without a clock launch and check data of no clock", "[flat][small]") {
  model_maker m = two_registers();
  m.constraints.clocks.clear();
  auto& max = delay(m, effect::max_delay, 60);
  max.to.pins = {"s/D"};
  timed_model const t(m);
  CHECK(t.data("clk", none)[2] == 0);  // an input, and not what r launches by
  CHECK(same(t.check_required("s/D", true), 60 - setup_rise, 60 - setup_fall));
  CHECK(same(t.check_slack("s/D", true), 60 - setup_rise - 42, 60 - setup_fall - 54));
  CHECK(groups(t, "s/D") == "[path delay]");
  CHECK(t.checks_of("r/D") == 0);
  max.ignore_clock_latency = true;
  CHECK(same(timed_model(m).check_slack("s/D", true), 60 - setup_rise - 42, 60 - setup_fall - 54));
  max.from.pins = {"r/CK"};
  CHECK(same(timed_model(m).check_slack("s/D", true), 60 - setup_rise - 42, 60 - setup_fall - 54));
  max.from.pins = {"a"};
  CHECK(timed_model(m).checks_of("s/D") == 0);
}

TEST_CASE("a delay through one edge of a pin that drives nothing ends there", "[flat][small]") {
  model_maker m = unconstrained();
  auto& through = delay(m, effect::max_delay, 40).through.emplace_back();
  through.pins = {"r/Q"};
  through.rise = false;
  timed_model const t(m);
  CHECK(same(t.check_slack("r/Q", true), gsta::math::infinity, 8));
}

TEST_CASE("a delay that ends anywhere ends where a clock's gate is enabled", "[flat][small]") {
  model_maker m;
  for (char const* name : {"clk", "a"}) m.input(name);
  m.instance("AND2", "g", {{"A", "clk"}, {"B", "a"}, {"Z", "n"}});  // no register behind
  m.clock("c", "clk", true);
  CHECK(timed_model(m).checks_of("g/B") == 0);
  delay(m, effect::max_delay, 50).from.pins = {"a"};
  timed_model const t(m);
  CHECK(same(t.check_slack("g/B", true), 50, 50));
  CHECK(groups(t, "g/B") == "[path delay]");
  m.constraints.exceptions.back().to.clocks = {"c"};
  CHECK(timed_model(m).checks_of("g/B") == 0);
}

TEST_CASE("no path passes the clock pin of the register that launches it, ideal clock or not",
          "[flat][small]") {
  for (bool const propagated : {true, false}) {
    for (bool const first : {true, false}) {
      CAPTURE(propagated, first);
      model_maker m = two_registers();
      m.constraints.clocks[0].propagated = propagated;
      CHECK(timed_model(m).checks_of("s/D") == 2);
      auto& cut = m.constraints.exceptions.emplace_back();
      cut.of = effect::false_path;
      if (!first) cut.from.clocks = {"c"};
      cut.through.emplace_back().pins = {"r/CK"};
      cut.through.emplace_back().pins = {"g/Z"};
      CHECK(timed_model(m).checks_of("s/D") == 2);
      cut.through[0].pins = {"r/Q"};
      CHECK(timed_model(m).checks_of("s/D") == 0);
    }
  }
}

TEST_CASE("data of a register whose clock is constant end no path delay", "[flat][small]") {
  model_maker m = two_registers();
  m.instance("TIE1", "t", {{"Z", "one"}});
  m.instance("DFF", "x", {{"CK", "one"}, {"D", "d"}});
  auto& max = delay(m, effect::max_delay, 60);
  max.from.pins = {"r/CK"};
  CHECK(timed_model(m).checks_of("x/D") == 0);
  max.to.pins = {"x/D"};
  CHECK(timed_model(m).checks_of("x/D") == 0);
}

TEST_CASE("an ideal clock's network has the slacks of its registers, whatever points it passes",
          "[flat][small]") {
  model_maker m = two_registers();
  m.constraints.clocks[0].propagated = false;
  auto const required_there = [&] { return timed_model(m).required("b/Z", 0, gsta::arrival_kind::clock)[2]; };
  float const usual = required_there();
  CHECK(gsta::math::is_defined(usual));
  auto& margin = m.constraints.exceptions.emplace_back();
  margin.of = effect::margin;
  margin.delay = 3;
  margin.from.clocks = {"c"};
  margin.through.emplace_back().pins = {"b/Z"};
  CHECK(required_there() == usual);
}

namespace {

/// a -> g -> h -> y, three buffers' worth of wires without delay: g and h take 10 or 20 and a ps a fF.
model_maker chain() {
  model_maker m;
  m.input("a");
  m.output("y");
  m.instance("BUF", "g", {{"A", "a"}, {"Z", "n"}});
  m.instance("BUF", "h", {{"A", "n"}, {"Z", "y"}});
  return m;
}

model::path_exception& between(model_maker& m, char const* from, char const* to, float ps,
                               effect of = effect::max_delay) {
  auto& made = delay(m, of, ps);
  made.from.pins = {from};
  made.to.pins = {to};
  return made;
}

}  // namespace

TEST_CASE("path delays that meet at a pin are both checked there and behind it", "[flat][small]") {
  for (char const* pin : {"h/A", "g/Z"}) {
    CAPTURE(pin);
    for (bool const ends_first : {true, false}) {
      model_maker m = chain();
      if (ends_first) between(m, "a", pin, 5);
      between(m, pin, "y", 3);
      if (!ends_first) between(m, "a", pin, 5);
      between(m, "a", pin, 12, effect::min_delay);
      timed_model const t(m);
      CHECK(same(t.check_slack(pin, true), 5 - 11, 5 - 21));
      CHECK(same(t.check_slack(pin, false), 11 - 12, 21 - 12));
      CHECK(same(t.check_slack("y", true), 3 - 10, 3 - 20));
      CHECK(t.checks_of(pin) == 2);
      CHECK(t.checks_of("y") == 1);
      CHECK(m.noted("path delay") == 0);
    }
  }
}

TEST_CASE("path delays that meet at one pin and name it in both lists tell its paths apart",
          "[flat][small]") {
  model_maker m = chain();
  auto& both = between(m, "a", "h/A", 5);
  both.from.pins.push_back("h/A");
  both.to.pins.push_back("y");
  timed_model const t(m);
  CHECK(same(t.check_slack("h/A", true), 5 - 11, 5 - 21));
  CHECK(same(t.check_slack("y", true), 5 - 10, 5 - 20));
}

TEST_CASE("where path delays meet, either of them may probe", "[flat][small]") {
  for (int const probing : {0, 1}) {
    CAPTURE(probing);
    model_maker m = chain();
    between(m, "a", "h/A", 5).probe = probing == 0;
    between(m, "h/A", "y", 3).probe = probing == 1;
    timed_model const t(m);
    CHECK(same(t.check_slack("h/A", true), 5 - 11, 5 - 21));
    CHECK(same(t.check_slack("y", true), 3 - 10, 3 - 20));
  }
}

TEST_CASE("a path delay that others cut through is noted", "[flat][small]") {
  model_maker m = chain();
  between(m, "g/Z", "y", 3);
  between(m, "a", "h/A", 5);
  timed_model const t(m);
  CHECK(t.checks_of("y") == 0);
  CHECK(t.checks_of("h/A") == 0);
  CHECK(m.noted("a path delay without paths") == 2);
  model_maker one_left = chain();
  between(one_left, "g/Z", "y", 3);
  between(one_left, "a", "y", 5);
  CHECK(same(timed_model(one_left).check_slack("y", true), 3 - 10, 3 - 20));
  CHECK(one_left.noted("a path delay without paths") == 1);
  model_maker nowhere = chain();  // no path joins these, with or without others
  between(nowhere, "h/A", "g/Z", 3);
  nowhere.flat();
  CHECK(nowhere.noted("a path delay without paths") == 0);
}
