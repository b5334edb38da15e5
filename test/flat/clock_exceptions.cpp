// Exceptions at clocks' sources and in their networks, worked out by hand.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

using effect = model::path_exception::kind;

/// clk -> b (BUF) -> k, which clocks r and s and goes on through f (BUF) to output co; r/Q -> s/D; the clock
/// v launches nothing here, its register t has k at its data pin.
model_maker forwarded(bool propagated) {
  model_maker m;
  for (char const* name : {"clk", "vk", "d"}) m.input(name);
  m.output("co");
  m.instance("BUF", "b", {{"A", "clk"}, {"Z", "k"}});
  m.instance("DFF", "r", {{"CK", "k"}, {"D", "d"}, {"Q", "x"}});
  m.instance("DFF", "s", {{"CK", "k"}, {"D", "x"}});
  m.instance("BUF", "f", {{"A", "k"}, {"Z", "co"}});
  m.instance("DFF", "t", {{"CK", "vk"}, {"D", "k"}});
  m.clock("c", "clk", propagated);
  m.clock("v", "vk", propagated);
  m.arrival("d", "c", same_value(100.0f));
  m.required("co", "c", {0, 0, 0, 0});
  return m;
}

/// How many checks are left at r/D, s/D, co and t/D, as digits; all: 2244, where both edges of c launch.
std::string checks_left(model_maker& m) {
  timed_model const t(m);
  std::string digits;
  for (char const* pin : {"r/D", "s/D", "co", "t/D"}) digits += std::to_string(t.checks_of(pin));
  return digits;
}

model::path_exception through(std::vector<std::string> pins, effect of = effect::false_path) {
  model::path_exception made;
  made.of = of;
  made.cycles = 2;
  made.through.emplace_back().pins = std::move(pins);
  return made;
}
model::path_exception from(std::vector<std::string> pins, std::vector<std::string> to = {}) {
  model::path_exception made;
  made.from.pins = std::move(pins);
  made.to.pins = std::move(to);
  return made;
}
std::string checks_with(bool propagated, model::path_exception const& path) {
  model_maker m = forwarded(propagated);
  m.constraints.exceptions.push_back(path);
  return checks_left(m);
}

}  // namespace

TEST_CASE("exceptions through a clock's network hold for the clock as data alone", "[flat][small]") {
  for (bool const propagated : {false, true}) {
    CAPTURE(propagated);
    model_maker plain = forwarded(propagated);
    CHECK(checks_left(plain) == "2244");
    for (char const* pin : {"b/A", "b/Z", "clk"}) {
      CAPTURE(pin);
      CHECK(checks_with(propagated, through({pin})) == "2200");
    }
    CHECK(checks_with(propagated, through({"s/CK"})) == "2244");
    CHECK(checks_with(propagated, through({"r/CK", "f/A"})) == "2204");
    CHECK(checks_with(propagated, through({"r/Q"})) == "2044");
    model::path_exception by_net;
    by_net.through.emplace_back().nets = {"k"};
    CHECK(checks_with(propagated, by_net) == "2200");
    model::path_exception by_instance;
    by_instance.through.emplace_back().instances = {"b"};
    CHECK(checks_with(propagated, by_instance) == "2200");
    model::path_exception rising = through({"b/Z"});
    rising.through[0].fall = false;
    CHECK(checks_with(propagated, rising) == "2224");  // at t/D the edge that does not come is left
  }
}

TEST_CASE("a multicycle through a clock buffer moves no register's check", "[flat][small]") {
  model_maker plain = forwarded(true), moved = forwarded(true);
  moved.constraints.exceptions.push_back(through({"b/Z"}, effect::multicycle));
  timed_model const before(plain), after(moved);
  for (char const* pin : {"r/D", "s/D"}) {
    CAPTURE(pin);
    CHECK(after.check_slack(pin, true)[0] == before.check_slack(pin, true)[0]);
    CHECK(after.check_slack(pin, false)[1] == before.check_slack(pin, false)[1]);
  }
  CHECK(after.check_slack("co", true)[0] == before.check_slack("co", true)[0] + 1000);
}

TEST_CASE("paths start at a clock's port for the clock as data and at outputs", "[flat][small]") {
  for (bool const propagated : {false, true}) {
    CAPTURE(propagated);
    CHECK(checks_with(propagated, from({"clk"})) == "2200");
    CHECK(checks_with(propagated, from({"clk"}, {"co"})) == "2204");
    CHECK(checks_with(propagated, from({"clk"}, {"s/D"})) == "2244");
    CHECK(checks_with(propagated, from({"vk"})) == "2244");
    model::path_exception falling = from({"clk"});
    falling.from.rise = false;
    CHECK(checks_with(propagated, falling) == "2222");
    model::path_exception late = from({"clk"});
    late.hold = false;
    CHECK(checks_with(propagated, late) == "2222");
    model_maker m = forwarded(propagated);
    m.constraints.required.clear();
    model::path_exception bound = from({"clk"}, {"co"});
    bound.of = effect::max_delay;
    bound.delay = 30;
    bound.hold = false;
    m.constraints.exceptions.push_back(bound);
    timed_model const t(m);
    CHECK(t.check_slack("co", true)[0] == 30 - 14 - 10);  // four pins behind b, none behind f
    CHECK(t.checks_of("co") == 2);
  }
}

TEST_CASE("a path delay that ends in a clock's network bounds the clock there and takes nothing away",
          "[flat][small]") {
  for (char const* to : {"b/Z", "r/CK", "f/A"}) {
    CAPTURE(to);
    model_maker m = forwarded(true);
    auto path = from({"clk"}, {to});
    path.of = effect::max_delay;
    path.delay = 12;
    path.hold = false;
    m.constraints.exceptions.push_back(path);
    CHECK(checks_left(m) == "2244");
    timed_model const t(m);
    CHECK(t.check_slack(to, true)[0] == 12 - 14);
    CHECK(m.noted("path delay") == 0);
  }
}

TEST_CASE("paths start where a generated clock does: its pin, and the instance of that", "[flat][small]") {
  for (bool const inner : {false, true}) {
    CAPTURE(inner);
    for (bool const by_instance : {false, true}) {
      model_maker m = forwarded(true);
      auto& made = m.constraints.generated_clocks.emplace_back();
      made.clock.name = "g";
      made.clock.propagated = true;
      made.clock.sources.emplace_back(inner ? "f/A" : "f/Z");
      made.source = "clk";
      made.divide_by = 1;
      model::path_exception path;
      if (by_instance) path.from.instances.emplace_back("f");
      if (!by_instance) path.from.pins.emplace_back(inner ? "f/A" : "f/Z");
      m.constraints.exceptions.push_back(path);
      CHECK(checks_left(m) == "2204");
    }
  }
}

TEST_CASE("a clock in a network has one node a pin whatever exceptions go through", "[flat][small]") {
  model_maker plain = forwarded(true), with = forwarded(true);
  for (auto* const m : {&plain, &with}) m->constraints.required.clear();
  for (char const* pin : {"b/A", "b/Z", "clk", "r/CK"}) with.constraints.exceptions.push_back(through({pin}));
  auto group = from({"clk", "d"});
  group.of = effect::group;
  group.name = "in";
  with.constraints.exceptions.push_back(group);
  timed_model const before(plain), after(with);
  for (char const* pin : {"r/CK", "s/CK", "f/A", "co"}) {
    auto const p = static_cast<std::size_t>(before.pin(pin));
    CAPTURE(pin);
    CHECK(after.state.pin_begin[p + 1] - after.state.pin_begin[p] ==
          before.state.pin_begin[p + 1] - before.state.pin_begin[p]);
  }
}
