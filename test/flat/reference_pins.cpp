// Delays of ports that count from a clock's arrival at another pin, worked out by hand.

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// clk -> b (BUF) -> k -> f (BUF) -> co; r and s are clocked by clk itself, d -> r/D, s/Q -> q. The clock is
/// 7 late at its source; behind that k rises at 11 and falls at 21, co rises at 21 and falls at 41.
model_maker ports(bool propagated) {
  model_maker m;
  for (char const* name : {"clk", "d", "e"}) m.input(name);
  m.output("co");
  m.output("q");
  m.instance("BUF", "b", {{"A", "clk"}, {"Z", "k"}});
  m.instance("BUF", "f", {{"A", "k"}, {"Z", "co"}});
  m.instance("DFF", "r", {{"CK", "clk"}, {"D", "d"}});
  m.instance("DFF", "s", {{"CK", "clk"}, {"D", "e"}, {"Q", "q"}});
  m.clock("c", "clk", propagated).properties.insertion = same_value(7.0f);
  return m;
}

}  // namespace

TEST_CASE("an input's delay counts from a propagated clock's arrival at its reference pin", "[flat][small]") {
  for (char const* at : {"k", "f/Z", "co"}) {
    CAPTURE(at);
    float const late = std::string(at) == "k" ? 11 : 21;
    model_maker m = ports(true);
    auto& given = m.arrival("d", "c", {1, 2, 3, 4});
    given.reference = std::string(at) == "k" ? "f/A" : at;
    timed_model const t(m);
    CHECK(t.data("d") == per_condition<float>{8 + late, 9 + late, 10 + late, 11 + late});
    CHECK(m.notes.not_applied().count == 0);
    // The same as a delay that has all of it.
    model_maker plain = ports(true);
    plain.arrival("d", "c", {1 + late, 2 + late, 3 + late, 4 + late});
    timed_model const same_as(plain);
    for (bool const is_late : {true, false}) {
      auto const wanted = same_as.check_slack("r/D", is_late);
      CHECK(same(t.check_slack("r/D", is_late), wanted[0], wanted[1]));
    }
    CHECK(t.slew("r/D") == same_as.slew("r/D"));
  }
}

TEST_CASE("by a clock's falling edge the delay counts from that edge at the pin", "[flat][small]") {
  model_maker m = ports(true);
  auto& given = m.arrival("d", "c", same_value(5.0f));
  given.clock_edge = gsta::edge::fall;
  given.reference = "f/A";
  timed_model const t(m);
  CHECK(t.data("d", 1) == same_value(7.0f + 21 + 5));
  CHECK(t.data("d", 0) == gsta::undefined_arrival());
}

TEST_CASE("an ideal clock is at its reference pin by its latencies", "[flat][small]") {
  model_maker m = ports(false);
  m.constraints.clocks[0].properties.latency = same_value(30.0f);
  m.arrival("d", "c", same_value(5.0f)).reference = "f/A";
  m.required("q", "c", {0, 0, -100, -100}).reference = "f/A";
  timed_model const t(m);
  CHECK(t.data("d") == same_value(42.0f));
  CHECK(same(t.check_required("q", true), 1000 + 37 - 100, 1000 + 37 - 100));
}

TEST_CASE("an output's delay counts from a propagated clock's arrival at its reference pin",
          "[flat][small]") {
  for (bool const falling : {false, true}) {
    CAPTURE(falling);
    model_maker m = ports(true);
    auto& given = m.required("q", "c", {0, 0, -100, -90});
    given.reference = "co";
    if (falling) given.clock_edge = gsta::edge::fall;
    timed_model const t(m);
    float const at = falling ? 500.0f + 7 + 41 : 1000.0f + 7 + 21;
    CHECK(same(t.check_required("q", true), at - 100, at - 90));
    CHECK(same(t.check_required("q", false), falling ? 7 + 41 - 500.0f : 28.0f,
               falling ? 7 + 41 - 500.0f : 28.0f));
  }
}

TEST_CASE("paths of such an input start at its port", "[flat][small]") {
  model_maker m = ports(true);
  m.arrival("d", "c", same_value(5.0f)).reference = "f/A";
  CHECK(timed_model(m).checks_of("r/D") == 2);
  auto& cut = m.constraints.exceptions.emplace_back();
  for (char const* from : {"d", "f/A", "clk"}) {
    CAPTURE(from);
    cut.from.pins = {from};
    CHECK(timed_model(m).checks_of("r/D") == (std::string(from) == "d" ? 0 : 2));
  }
  cut = {};
  cut.of = model::path_exception::kind::max_delay;
  cut.hold = false;
  cut.delay = 60;
  cut.from.pins = {"d"};
  timed_model const t(m);
  CHECK(t.data("d") == same_value(7.0f + 11 + 5));
  CHECK(t.check_required("r/D", true)[0] == 60 + 7 - 3 - 0.5f * t.slew("r/D")[2] - 0.25f * t.slew("r/CK")[0]);
}

TEST_CASE("a reference pin that the clock does not come to alone, or behind the port, is not applied",
          "[flat][small]") {
  model_maker elsewhere = ports(true);
  elsewhere.arrival("d", "c", same_value(5.0f)).reference = "e";
  elsewhere.required("q", "c", {0, 0, -100, -90}).reference = "e";
  elsewhere.flat();
  CHECK(elsewhere.notes.not_applied().count == 2);
  model_maker both = ports(true);
  both.instance("XOR2", "x", {{"A", "clk"}, {"B", "e"}, {"Z", "xz"}});
  both.arrival("d", "c", same_value(5.0f)).reference = "x/Z";
  both.flat();
  CHECK(both.notes.not_applied().count == 1);
  model_maker behind = ports(true);
  behind.instance("AND2", "g", {{"A", "clk"}, {"B", "d"}, {"Z", "gz"}});
  behind.arrival("d", "c", same_value(5.0f)).reference = "g/Z";
  behind.flat();
  CHECK(behind.notes.not_applied().count == 1);
}
