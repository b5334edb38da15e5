// Clocks under SDC's rules, ideal and propagated, with numbers worked out by hand.

#include <limits>

#include "gsta/flat/detail/flatten_generated.hpp"
#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

constexpr auto clock_kind = gsta::arrival_kind::clock;

/// clk -> `gate` -> r/CK; d -> r/D; r/Q -> q. Clock c: source latency 5, network latency 1 2 3 4, transition
/// 8, uncertainty 10 (setup) and 3 (hold). d arrives 100 after c, q must be there 200 before c and 50 after
/// it.
model_maker one_register(bool propagated, char const* gate = "BUF") {
  model_maker m;
  for (char const* name : {"clk", "d"}) m.input(name);
  m.output("q");
  m.instance(gate, "g", {{"A", "clk"}, {"B", "en"}, {"Z", "n"}});
  if (std::string(gate) != "XOR2")
    m.netlist.instances.back().connections.erase(m.netlist.instances.back().connections.begin() + 1);
  if (std::string(gate) == "XOR2") m.input("en");
  m.instance("DFF", "r", {{"CK", "n"}, {"D", "d"}, {"Q", "q"}});
  auto& c = m.clock("c", "clk", propagated);
  c.properties.insertion = same_value(5.0f);
  c.properties.latency = {1, 2, 3, 4};
  c.properties.transition = same_value(8.0f);
  c.properties.setup_uncertainty = 10;
  c.properties.hold_uncertainty = 3;
  m.arrival("d", "c", same_value(100.0f));
  m.required("q", "c", {-50, -50, -200, -200});
  return m;
}

}  // namespace

TEST_CASE("an ideal clock launches and captures with its latencies and its transition", "[flat][small]") {
  model_maker m = one_register(false);
  timed_model const t(m);
  CHECK(t.clock("r/CK", 0, 1) == per_condition<float>{6, early_none, 8, late_none});
  CHECK(t.clock("r/CK", 1, 1) == per_condition<float>{early_none, 7, late_none, 9});
  CHECK(t.slew("r/CK", 1) == same_value(8.0f));
  CHECK(t.data("q") == per_condition<float>{36, 38, 38, 40});
  CHECK(t.data("q", 1) == gsta::undefined_arrival());
}

TEST_CASE("the clock pin itself keeps what the clock's network brings", "[flat][small]") {
  model_maker m = one_register(false);
  timed_model const t(m);
  CHECK(t.clock("r/CK", 0) == per_condition<float>{16, early_none, 16, late_none});  // 5 + 10 + 1 fF
  CHECK(t.clock("r/CK", 1) == per_condition<float>{early_none, 26, late_none, 26});
  CHECK(t.slew("r/CK") == per_condition<float>{4.5f, 6.5f, 4.5f, 6.5f});
}

TEST_CASE("an ideal clock's latencies are in input and output delays", "[flat][small]") {
  model_maker m = one_register(false);
  timed_model const t(m);
  CHECK(t.data("d") == per_condition<float>{106, 106, 108, 108});  // + 5 + 1 early, + 5 + 3 late
  // setup: 1000 + early 6 - 10 - (3 + 8 / 4); hold: late 8 + 3 + (1 + 8 / 4)
  CHECK(same(t.check_required("r/D", true), 991, 990));
  CHECK(same(t.check_required("r/D", false), 14, 15));
  CHECK(same(t.check_slack("r/D", true), 991 - 108, 990 - 108));
  CHECK(same(t.check_slack("r/D", false), 106 - 14, 106 - 15));
  // output: 1000 - 200 + early 6 - 10; hold: -50 + late 8 + 3
  CHECK(same(t.check_required("q", true), 796, 796));
  CHECK(same(t.check_required("q", false), -39, -39));
}

TEST_CASE("latencies that a delay has already are not added again", "[flat][small]") {
  model_maker m = one_register(false);
  m.constraints.arrivals[0].has_insertion = true;
  m.constraints.required[0].has_latency = true;
  timed_model const one(m);
  CHECK(one.data("d") == per_condition<float>{101, 101, 103, 103});
  CHECK(same(one.check_required("q", true), 795, 795));
  CHECK(same(one.check_required("q", false), -42, -42));
  m.constraints.arrivals[0].has_latency = m.constraints.required[0].has_insertion = true;
  timed_model const both(m);
  CHECK(both.data("d") == same_value(100.0f));
  CHECK(same(both.check_required("q", true), 790, 790));
}

TEST_CASE("required times pass from the shadow back to the clock pin", "[flat][small]") {
  model_maker m = one_register(false);
  timed_model const t(m);
  // q late 796 less 30 and 32; early -39 less them
  per_condition<float> const want = t.required("r/CK", 0, clock_kind, 1);
  CHECK(want[2] == 764);
  CHECK(want[0] == -69);
  per_condition<float> const passed = t.required("r/CK", 0, clock_kind, 0);
  CHECK(passed[2] == 764);
  CHECK(passed[0] == -69);
  CHECK(t.required("clk", 0, clock_kind)[2] == 753);  // through the buffer's 11
}

TEST_CASE("a propagated clock brings its network's delay, and its source latency alone to ports",
          "[flat][small]") {
  model_maker m = one_register(true);
  timed_model const t(m);
  CHECK(t.pin("r/CK", 1) == none);
  CHECK(t.data("q") == per_condition<float>{46, 48, 46, 48});
  CHECK(t.data("d") == same_value(105.0f));
  // clock slew 4.5: setup 3 + 1.125; 1000 + 16 - 10 - 4.125
  CHECK(same(t.check_required("r/D", true), 1001.875f, 1000.875f));
  CHECK(same(t.check_required("r/D", false), 16 + 3 + 2.125f, 16 + 3 + 3.125f));
  CHECK(same(t.check_required("q", true), 1000 - 200 + 5 - 10, 795));
}

TEST_CASE("behind an inverter the falling edge of the source rises", "[flat][small]") {
  model_maker m = one_register(false, "INV");
  timed_model const t(m);
  CHECK(t.clock("r/CK", 0, 1) == per_condition<float>{early_none, 6, late_none, 8});
  CHECK(t.clock("r/CK", 1, 1) == per_condition<float>{7, early_none, 9, late_none});
  CHECK(t.clock("r/CK", 1) == per_condition<float>{11, early_none, 11, late_none});
  CHECK(t.data("q", 1) == per_condition<float>{37, 39, 39, 41});
  CHECK(t.data("q", 0) == gsta::undefined_arrival());
  // from c's rise to c's fall 500; the latencies are those of the source's fall
  CHECK(same(t.check_required("r/D", true), 500 + 7 - 10 - 5, 500 + 7 - 10 - 6));
}

TEST_CASE("an XOR brings both edges of both source edges", "[flat][small]") {
  model_maker m = one_register(false, "XOR2");
  timed_model const t(m);
  CHECK(t.clock("r/CK", 0, 1) == per_condition<float>{6, 6, 8, 8});
  CHECK(t.clock("r/CK", 1, 1) == per_condition<float>{7, 7, 9, 9});
  CHECK(t.data("q", 0) == per_condition<float>{36, 38, 38, 40});
  CHECK(t.data("q", 1) == per_condition<float>{37, 39, 39, 41});
  CHECK(t.checks_of("r/D") == 4);  // setup and hold, captured by either edge's rise
}

TEST_CASE("a clock ends at another clock's source", "[flat][small]") {
  for (bool const propagated : {false, true}) {
    model_maker m = one_register(propagated);
    auto& g = m.clock("g", "g/Z", propagated);
    g.period = 2000000;
    g.properties.insertion = same_value(40.0f);
    timed_model const t(m);
    int const shadow = propagated ? 0 : 1;
    CAPTURE(propagated);
    CHECK(t.clock("r/CK", 0, shadow) == gsta::undefined_arrival());
    CHECK(t.clock("r/CK", 2, shadow) == per_condition<float>{40, early_none, 40, late_none});
    CHECK(t.clock("g/Z", 0) == gsta::undefined_arrival());
    CHECK(t.data("q", 2)[0] == 70);
    CHECK(t.data("q", 0) == gsta::undefined_arrival());
  }
}

TEST_CASE("an input delay on a clock's own source means nothing, one of another clock does",
          "[flat][small]") {
  model_maker m = one_register(true);
  m.clock("v", "", true);
  m.arrival("clk", "c", same_value(77.0f));
  CHECK(timed_model(m).data("clk") == gsta::undefined_arrival());
  m.constraints.arrivals.back().clock = "v";
  CHECK(timed_model(m).data("clk", 2) == same_value(77.0f));
}

TEST_CASE("a virtual clock's latencies are in its delays", "[flat][small]") {
  model_maker m = one_register(true);
  auto& v = m.clock("v", "", false);
  v.properties.insertion = {1, 2, 3, 4};
  v.properties.latency = same_value(10.0f);
  m.constraints.arrivals[0].clock = "v";
  m.constraints.arrivals[0].clock_edge = gsta::edge::fall;
  CHECK(timed_model(m).data("d", 3) == per_condition<float>{112, 112, 114, 114});
}

TEST_CASE("an inout port may be a clock's source", "[flat][small]") {
  model_maker m = one_register(true);
  m.netlist.ports[0].direction = model::direction::inout;
  timed_model const t(m);
  CHECK(t.clock("r/CK", 0) == per_condition<float>{16, early_none, 16, late_none});
  CHECK(t.clock("clk", 0, 1) == per_condition<float>{5, early_none, 5, late_none});
}

TEST_CASE("data that reaches a clock pin neither launches nor captures", "[flat][small]") {
  model_maker m = one_register(true);
  m.arrival("clk", "c", same_value(500.0f)).clock = "v";
  m.clock("v", "", true);
  timed_model const t(m);
  CHECK(t.data("r/CK", 2)[0] == 511);
  CHECK(t.data("q", 2) == gsta::undefined_arrival());
  CHECK(t.checks_of("r/D") == 2);
}

TEST_CASE("a source latency at a clock's source takes the place of the clock's own, all of it",
          "[flat][small]") {
  model_maker m = one_register(false);
  auto& given = m.constraints.clock_pins.emplace_back();
  given.pin = "clk";
  given.properties.insertion[2] = 50;  // what is not given is 0
  timed_model const t(m);
  CHECK(t.clock("r/CK", 0, 1) == per_condition<float>{1, early_none, 53, late_none});
  CHECK(t.clock("r/CK", 1, 1) == per_condition<float>{early_none, 2, late_none, 4});
  CHECK(t.data("d")[2] == 153);
  auto& of_clock = m.constraints.clock_pins.emplace_back();
  of_clock.pin = "clk";
  of_clock.clock = "c";
  of_clock.properties.insertion = same_value(70.0f);
  CHECK(timed_model(m).clock("r/CK", 0, 1) == per_condition<float>{71, early_none, 73, late_none});
}

TEST_CASE("a latency at a clock's source holds behind it, edge by edge, and not for ports", "[flat][small]") {
  model_maker m = one_register(false);
  auto& given = m.constraints.clock_pins.emplace_back();
  given.pin = "clk";
  given.properties.latency[0] = 30;
  given.properties.hold_uncertainty = 7;
  timed_model const t(m);
  CHECK(t.clock("r/CK", 0, 1) == per_condition<float>{35, early_none, 8, late_none});
  CHECK(t.clock("r/CK", 1, 1) == per_condition<float>{early_none, 7, late_none, 9});
  CHECK(t.data("d") == per_condition<float>{106, 106, 108, 108});
  CHECK(t.flat.rules[0].hold_uncertainty == 3000);
  REQUIRE(t.flat.pin_uncertainties.size() == 1);
  CHECK(t.flat.pin_uncertainties[0].setup == 0);
  CHECK(t.flat.pin_uncertainties[0].hold == 7000);
}

TEST_CASE("a clock that its source propagates is ideal for ports still", "[flat][small]") {
  model_maker m = one_register(false);
  auto& given = m.constraints.clock_pins.emplace_back();
  given.pin = "clk";
  given.propagated = true;
  timed_model const t(m);
  CHECK(t.pin("r/CK", 1) == none);
  CHECK(t.clock("r/CK", 0) == per_condition<float>{16, early_none, 16, late_none});
  CHECK(t.data("d") == per_condition<float>{106, 106, 108, 108});
  CHECK_FALSE(t.flat.rules[0].propagated);
}

TEST_CASE("what is given at a pin for one clock holds for no other, and elsewhere is counted",
          "[flat][small]") {
  model_maker m = one_register(false);
  auto const source_latency = [&](char const* pin, char const* clock) {
    m.constraints.clock_pins.resize(1);
    m.constraints.clock_pins[0].pin = pin;
    m.constraints.clock_pins[0].clock = clock;
    m.constraints.clock_pins[0].properties.insertion = same_value(70.0f);
    return timed_model(m).clock("clk")[0];
  };
  CHECK(source_latency("clk", "c") == 70);
  CHECK(m.noted("where no clock starts") == 0);
  CHECK(source_latency("clk", "other") == 5);
  CHECK(m.noted("where no clock starts") == 1);
  CHECK(source_latency("g/Z", "") == 5);
  CHECK(m.noted("where no clock starts") == 1);
}

TEST_CASE("a clock's period must be positive, and its names known", "[flat][small]") {
  model_maker m = one_register(true);
  m.constraints.clocks[0].period = 0;
  CHECK_THROWS_AS(m.flat(), gsta::input_error);
  model_maker n = one_register(true);
  n.constraints.clocks[0].sources = {"nowhere"};
  CHECK_THROWS_AS(n.flat(), gsta::input_error);
  model_maker p = one_register(true);
  p.constraints.arrivals[0].clock = "nobody";
  CHECK_THROWS_AS(p.flat(), gsta::input_error);
}

TEST_CASE("waveforms of generated clocks follow from their masters'", "[flat][small]") {
  using gsta::detail::waveform_of;
  gsta::clock_waveform const master{2000, {200, 1200}};
  struct row {
    model::generated_clock given;
    gsta::clock_waveform want;
  };
  auto const divided = [](int by, bool invert = false) {
    model::generated_clock g;
    g.divide_by = by;
    g.invert = invert;
    return g;
  };
  auto const multiplied = [](int by, float duty = 0) {
    model::generated_clock g;
    g.multiply_by = by;
    g.duty_cycle = duty;
    return g;
  };
  auto const picked = [](std::vector<int> edges, std::vector<gsta::femtoseconds> shifts = {}) {
    model::generated_clock g;
    g.edges = edges;
    g.edge_shifts = shifts;
    return g;
  };
  for (auto const& [given, want] : std::vector<row>{{divided(1), master},
                                                    {divided(2), {4000, {200, 2200}}},
                                                    {divided(4), {8000, {200, 4200}}},
                                                    {divided(3), {6000, {600, 3600}}},
                                                    {divided(1, true), {2000, {1200, 2200}}},
                                                    {divided(3, true), {6000, {3600, 6600}}},
                                                    {multiplied(2), {1000, {100, 600}}},
                                                    {multiplied(2, 40), {1000, {100, 500}}},
                                                    {picked({1, 3, 5}), {4000, {200, 2200}}},
                                                    {picked({3, 5, 7}), {4000, {2200, 4200}}},
                                                    {picked({2, 4, 6}, {0, 10, 20}), {4020, {1200, 3210}}}}) {
    auto const made = waveform_of(given, master);
    CAPTURE(given.divide_by, given.multiply_by, given.edges);
    CHECK(made.period == want.period);
    CHECK(made.at[0] == want.at[0]);
    CHECK(made.at[1] == want.at[1]);
  }
}

namespace {

/// A divider `div` of clock c (period 10 ns) behind port clk, and a register r of the divided clock g.
model_maker divider(bool propagated) {
  model_maker m;
  for (char const* name : {"clk", "d"}) m.input(name);
  m.output("q");
  m.instance("DFF", "div", {{"CK", "clk"}, {"D", "d"}, {"Q", "half"}});
  m.instance("DFF", "r", {{"CK", "half"}, {"D", "d"}, {"Q", "q"}});
  m.clock("c", "clk", propagated);
  model::generated_clock g;
  g.clock.name = "g";
  g.clock.sources = {"div/Q"};
  g.clock.propagated = propagated;
  g.source = "clk";
  g.divide_by = 2;
  m.constraints.generated_clocks.push_back(g);
  return m;
}

}  // namespace

TEST_CASE("a generated clock arrives by the paths of a propagated master, and at once from an ideal one",
          "[flat][small]") {
  model_maker real = divider(true), ideal = divider(false);
  timed_model const by_paths(real), at_once(ideal);
  REQUIRE(by_paths.flat.clocks.size() == 2);
  CHECK(by_paths.flat.clocks[1].period == 2 * by_paths.flat.clocks[0].period);
  model_maker plain = divider(true);
  plain.constraints.generated_clocks.clear();
  auto const through = timed_model(plain).data("div/Q");
  REQUIRE(through[0] > 0);
  CHECK(by_paths.clock("r/CK", 2) == per_condition<float>{through[0], early_none, through[2], late_none});
  CHECK(by_paths.clock("r/CK", 3) == per_condition<float>{early_none, through[1], late_none, through[3]});
  CHECK(at_once.clock("r/CK", 2, 1) == per_condition<float>{0, early_none, 0, late_none});
  model_maker given = divider(true);
  given.constraints.generated_clocks[0].clock.properties.insertion = same_value(30.0f);
  CHECK(timed_model(given).clock("r/CK", 2) == per_condition<float>{30, early_none, 30, late_none});
  // At a pin that only a wire leads to.
  model_maker behind = divider(true);
  behind.constraints.generated_clocks[0].clock.sources = {"r/CK"};
  timed_model const at_pin(behind);
  CHECK(at_pin.clock("r/CK", 2, 1) == per_condition<float>{through[0], early_none, through[2], late_none});
  CHECK(at_pin.clock("r/CK", 3, 1) == per_condition<float>{early_none, through[1], late_none, through[3]});
  CHECK(at_pin.data("q", 2)[0] == by_paths.data("q", 2)[0]);
  model_maker lost = divider(true);
  lost.constraints.generated_clocks[0].source = "d";
  CHECK(timed_model(lost).flat.clocks.size() == 1);
  CHECK(lost.noted("a generated clock that no master reaches") == 1);
  // Delays that name it say nothing.
  lost.arrival("d", "g", same_value(1.0f));
  lost.required("q", "g", same_value(1.0f));
  CHECK(timed_model(lost).flat.requirements.empty());
  CHECK(lost.noted("a delay of a generated clock that no master reaches") == 2);
}

TEST_CASE("an input delay by a generated clock has the delay of the paths to that clock", "[flat][small]") {
  per_condition<float> const delay{1, 2, 3, 4};
  model_maker m = divider(true);
  m.constraints.derates.clear();
  m.derate(1.5f, false, true);
  m.input("e");
  m.instance("DFF", "s", {{"CK", "half"}, {"D", "e"}, {"Q", "t"}});
  m.arrival("e", "g", delay);
  auto& falling = m.arrival("d", "g", delay);
  falling.clock_edge = gsta::edge::fall;
  timed_model const t(m);
  auto const rise = t.clock("div/Q", 2), fall = t.clock("div/Q", 3);
  REQUIRE(rise[2] == 1.5f * rise[0]);
  CHECK(t.data("e", 2) == per_condition<float>{rise[0] + 1, rise[0] + 2, rise[2] + 3, rise[2] + 4});
  CHECK(t.data("d", 3) == per_condition<float>{fall[1] + 1, fall[1] + 2, fall[3] + 3, fall[3] + 4});
  CHECK(t.slew("e") == same_value(0.0f));
  CHECK(m.noted("the delay of paths to a generated clock") == 0);
  // Of an ideal generated clock its latency comes on top, and its source latency is that of the paths.
  model_maker ideal = divider(true);
  ideal.constraints.generated_clocks[0].clock.propagated = false;
  ideal.constraints.generated_clocks[0].clock.properties.latency = same_value(10.0f);
  ideal.arrival("d", "g", same_value(1.0f));
  timed_model const by_ideal(ideal);
  CHECK(by_ideal.clock("div/Q", 2)[0] > 0);
  CHECK(by_ideal.data("d", 2) == same_value(by_ideal.clock("div/Q", 2)[0] + 11));
  // Who says that it is in the delay adds nothing, nor does a clock that follows no paths.
  model_maker included = divider(true);
  included.arrival("d", "g", same_value(1.0f)).has_insertion = true;
  CHECK(timed_model(included).data("d", 2) == same_value(1.0f));
  model_maker at_once = divider(false);
  at_once.arrival("d", "g", same_value(1.0f));
  CHECK(timed_model(at_once).data("d", 2) == same_value(1.0f));
}

TEST_CASE("an input that leads to the generated clock of its delay says that those paths do not count",
          "[flat][small]") {
  model_maker m;
  for (char const* name : {"clk", "en", "d"}) m.input(name);
  m.output("q");
  m.instance("AND2", "gate", {{"A", "clk"}, {"B", "en"}, {"Z", "n"}});
  m.instance("DFF", "div", {{"CK", "n"}, {"D", "d"}, {"Q", "half"}});
  m.instance("DFF", "r", {{"CK", "half"}, {"D", "d"}, {"Q", "q"}});
  m.clock("c", "clk", true);
  m.constraints.generated_clocks = divider(true).constraints.generated_clocks;
  m.arrival("en", "g", same_value(1.0f));
  CHECK(timed_model(m).data("en", 2) == same_value(1.0f));
  CHECK(m.noted("the delay of paths to a generated clock, in an input delay by it") == 1);
}

TEST_CASE("sides of a generated clock without a source latency of their own keep its master's paths",
          "[flat][small]") {
  model_maker plain = divider(true), late = divider(true), early = divider(true), moved = divider(true);
  auto const through = timed_model(plain).clock("div/Q", 2);
  late.constraints.generated_clocks[0].clock.properties.insertion = {early_none, early_none, 90, 90};
  CHECK(timed_model(late).clock("r/CK", 2) == per_condition<float>{through[0], early_none, 90, late_none});
  early.constraints.generated_clocks[0].clock.properties.insertion = {5, 5, late_none, late_none};
  CHECK(timed_model(early).clock("r/CK", 2) == per_condition<float>{5, early_none, through[2], late_none});
  // At a pin that only a wire leads to.
  moved.constraints.generated_clocks[0].clock.sources = {"r/CK"};
  moved.constraints.generated_clocks[0].clock.properties.insertion = {5, 5, late_none, late_none};
  CHECK(timed_model(moved).clock("r/CK", 2, 1) == per_condition<float>{5, early_none, through[2], late_none});
}

TEST_CASE("only paths from the master through the source pin make a generated clock", "[flat][small]") {
  auto const made = [](char const* source) {
    model_maker m;
    for (char const* name : {"clk", "d", "e"}) m.input(name);
    m.output("q");
    m.instance("BUF", "s", {{"A", "clk"}, {"Z", "short"}});
    m.instance("BUF", "l1", {{"A", "clk"}, {"Z", "l"}});
    m.instance("BUF", "l2", {{"A", "l"}, {"Z", "long"}});
    m.instance("AND2", "x", {{"A", "short"}, {"B", "long"}, {"Z", "both"}});
    m.instance("AND2", "y", {{"A", "both"}, {"B", "e"}, {"Z", "mixed"}});
    m.instance("DFF", "div", {{"CK", "mixed"}, {"D", "d"}, {"Q", "half"}});
    m.instance("DFF", "r", {{"CK", "half"}, {"D", "d"}, {"Q", "q"}});
    m.clock("c", "clk", true);
    m.constraints.generated_clocks = divider(true).constraints.generated_clocks;
    m.constraints.generated_clocks[0].source = source;
    m.constraints.generated_clocks[0].master = "c";
    m.arrival("e", "c", same_value(500.0f));  // is no clock's path
    return m;
  };
  model_maker all = made("clk"), by_short = made("s/Z"), by_long = made("l2/Z"), off = made("r/D");
  auto const any = timed_model(all).clock("r/CK", 2), fast = timed_model(by_short).clock("r/CK", 2),
             slow = timed_model(by_long).clock("r/CK", 2);
  CHECK(fast[0] == fast[2]);
  CHECK(slow[0] == slow[2]);
  CHECK(slow[0] > fast[0]);
  CHECK(any == per_condition<float>{fast[0], early_none, slow[2], late_none});
  CHECK(any[2] < 200);
  char const* const note = "a generated clock that no path of its master reaches";
  CHECK(all.noted(note) == 0);
  CHECK(timed_model(off).clock("r/CK", 2) == per_condition<float>{0, early_none, 0, late_none});
  CHECK(off.noted(note) == 1);
}

TEST_CASE("latencies of pins and other generated clocks on the way leave a generated clock its paths",
          "[flat][small]") {
  auto const made = [](bool between, bool at_pin, bool at_tree) {
    model_maker m;
    for (char const* name : {"clk", "d"}) m.input(name);
    m.output("q");
    m.instance("BUF", "b", {{"A", "clk"}, {"Z", "n"}});
    m.instance("DFF", "one", {{"CK", "n"}, {"D", "d"}, {"Q", "half"}});
    m.instance("DFF", "two", {{"CK", "half"}, {"D", "d"}, {"Q", "quarter"}});
    m.instance("DFF", "r", {{"CK", "quarter"}, {"D", "d"}, {"Q", "q"}});
    m.clock("c", "clk", true);
    auto g = divider(true).constraints.generated_clocks[0];
    g.clock.sources = {"two/Q"};
    m.constraints.generated_clocks.push_back(g);
    if (between) {
      g.clock.name = "h";
      g.clock.sources = {"one/Q"};
      m.constraints.generated_clocks.push_back(g);
    }
    for (bool const tree : {false, true}) {
      if (!(tree ? at_tree : at_pin)) continue;
      auto& values = m.constraints.clock_pins.emplace_back();
      values.pin = tree ? "b/Z" : "one/CK";
      values.properties.latency = same_value(300.0f);
    }
    return m;
  };
  model_maker m = made(false, false, false);
  auto const through = timed_model(m).clock("r/CK", 2);
  CHECK(through[0] > 60);
  for (int k = 1; k < 8; ++k) {
    model_maker other = made((k & 1) != 0, (k & 2) != 0, (k & 4) != 0);
    CHECK(timed_model(other).clock("r/CK", 2) == through);
  }
}

TEST_CASE("an output delay where a clock starts checks nothing", "[flat][small]") {
  model_maker m = divider(true);
  m.output("half_out");
  m.instance("BUF", "o", {{"A", "half"}, {"Z", "half_out"}});
  m.required("half_out", "c", same_value(1.0f));
  CHECK(timed_model(m).flat.requirements.size() == 1);
  auto again = m.constraints.generated_clocks[0];
  again.clock.name = "out";
  again.clock.sources = {"half_out"};
  m.constraints.generated_clocks.push_back(again);
  CHECK(timed_model(m).flat.requirements.empty());
  CHECK(m.noted("an output delay where a clock starts") == 1);
}

TEST_CASE("each edge of a generated clock has its own source latency, or its master's paths",
          "[flat][small]") {
  model_maker plain = divider(true), m = divider(true);
  plain.constraints.generated_clocks.clear();
  auto const through = timed_model(plain).data("div/Q");
  float const not_given = std::numeric_limits<float>::infinity();
  m.constraints.generated_clocks[0].clock.properties.insertion = {30, not_given, 30, not_given};
  timed_model const t(m);
  CHECK(t.clock("r/CK", 2) == per_condition<float>{30, early_none, 30, late_none});
  CHECK(t.clock("r/CK", 3) == per_condition<float>{early_none, through[1], late_none, through[3]});
  // Through a register a divide by one has both edges, inverted or not; through gates alone the sense counts.
  model_maker by_one = divider(true);
  auto& g = by_one.constraints.generated_clocks[0];
  g.divide_by = 1;
  g.invert = true;
  CHECK(timed_model(by_one).clock("r/CK", 2) ==
        per_condition<float>{through[0], early_none, through[2], late_none});
}

TEST_CASE("a propagated source pin does not make a generated clock follow its master", "[flat][small]") {
  model_maker m = divider(false);
  auto& at_port = m.constraints.clock_pins.emplace_back();
  at_port.pin = "clk";
  at_port.propagated = true;
  CHECK(timed_model(m).clock("r/CK", 2, 1) == per_condition<float>{0, early_none, 0, late_none});
}

TEST_CASE(
    "of several clocks a generated one's master is the last at its source, or that of the last way back",
    "[flat][small]") {
  model_maker m = divider(false);
  m.clock("slow", "clk", false).period = 3000000;
  CHECK(timed_model(m).flat.clocks[2].period == 6000000);
  model_maker two;
  for (char const* name : {"a", "b", "d"}) two.input(name);
  two.output("q");
  two.instance("XOR2", "x", {{"A", "a"}, {"B", "b"}, {"Z", "n"}});
  two.instance("DFF", "div", {{"CK", "n"}, {"D", "d"}, {"Q", "q"}});
  two.clock("at_a", "a", false).period = 3000000;
  two.clock("at_b", "b", false).period = 5000000;
  two.constraints.generated_clocks = m.constraints.generated_clocks;
  two.constraints.generated_clocks[0].source = "div/CK";
  CHECK(timed_model(two).flat.clocks[2].period == 10000000);
}

TEST_CASE("an input delay by a generated clock starts data, but for one at that clock's own source",
          "[flat][small]") {
  model_maker m = divider(false);
  m.input("e");
  m.constraints.generated_clocks[0].clock.sources = {"e"};
  for (char const* port : {"d", "e"}) {
    auto& delay = m.constraints.arrivals.emplace_back();
    delay.pin = port;
    delay.clock = "g";
    delay.arrival = same_value(7.0f);
  }
  timed_model const t(m);
  CHECK(t.data("d", 2) == same_value(7.0f));
  CHECK(t.data("e", 2) == gsta::undefined_arrival());
  CHECK(t.clock("e", 2) == per_condition<float>{0, early_none, 0, late_none});
}
