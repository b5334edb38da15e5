// How library groups become arcs and checks: senses, asynchronous and three-state groups, what cannot be
// read.

#include "gsta/flat/detail/timing_groups.hpp"
#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

std::string senses_of(std::string const& function, model::timing_sense sense) {
  model_maker m;
  m.gate("G", {"A", "B"}, function, 1, 2);
  for (auto& group : m.known("G").pins.back().timing) group.sense = sense;
  m.input("a");
  m.input("b");
  m.instance("G", "g", {{"A", "a"}, {"B", "b"}});
  return timed_model(m).senses("g/A", "g/Z");
}

/// A register with clear, in front of which a port clears.
model_maker with_clear() {
  model_maker m;
  model::cell& dff = m.known("DFF");
  model::pin& clear = add_pin(dff, "RN", model::direction::input, 1);
  add_check(clear, "CK", model::timing_type::recovery_rising, 5, 6);
  add_check(clear, "CK", model::timing_type::removal_rising, 7, 8);
  add_delay(dff.pins[2], "RN", 40, 42, model::timing_sense::positive_unate, model::timing_type::clear);
  for (char const* name : {"clk", "rn"}) m.input(name);
  m.output("q");
  m.instance("DFF", "r", {{"CK", "clk"}, {"RN", "rn"}, {"Q", "q"}});
  m.clock("c", "clk", true);
  m.arrival("rn", "c", same_value(100.0f));
  return m;
}

}  // namespace

TEST_CASE("a missing timing_sense is that of the function", "[flat][small]") {
  using model::timing_sense;
  CHECK(senses_of("A*B", timing_sense::unspecified) == "+");
  CHECK(senses_of("!(A+B)", timing_sense::unspecified) == "-");
  CHECK(senses_of("A^B", timing_sense::unspecified) == "+-");
  CHECK(senses_of("", timing_sense::unspecified) == "+-");
  CHECK(senses_of("B", timing_sense::unspecified) == "+-");  // an arc from what is no input of the function
  CHECK(senses_of("A*B", timing_sense::negative_unate) == "-");  // the file's word counts
  CHECK(senses_of("A*B", timing_sense::non_unate) == "+-");
}

TEST_CASE("a delay table's axes are the slew and the load, in either order, others are not understood",
          "[flat][small]") {
  using enum model::axis_variable;
  model::table table;
  table.index_1 = {0, 10};
  table.index_2 = {0, 5, 9};
  table.values = {1, 2, 3, 4, 5, 6};
  auto const oriented = [&](model::axis_variable first, model::axis_variable second) {
    table.variable_1 = first;
    table.variable_2 = second;
    return gsta::detail::orient(table, false);
  };
  CHECK(oriented(input_slew, output_load).values == table.values);
  auto const turned = oriented(output_load, input_slew);
  CHECK(turned.x == table.index_2);
  CHECK(turned.y == table.index_1);
  CHECK(turned.values == std::vector<float>{1, 4, 2, 5, 3, 6});
  for (auto const& [first, second] : {std::pair{input_slew, input_slew}, std::pair{input_slew, other},
                                      std::pair{other, output_load}, std::pair{output_load, related_slew}})
    CHECK_FALSE(oriented(first, second).understood);
  table.index_2 = {};
  table.values = {1, 2};
  CHECK(oriented(input_slew, other).x == table.index_1);  // the second axis is not there, whatever its name
  CHECK(oriented(output_load, other).y == table.index_1);
  CHECK_FALSE(oriented(other, output_load).understood);
}

TEST_CASE("the states of a cell are told apart", "[flat][small]") {
  std::vector<std::string> const names{"IQ", "IQN", "P", "PN"};
  for (auto const& a : names) {
    for (auto const& b : names) {
      model_maker m;
      model::cell& cell = m.cell("TWO");
      cell.states.push_back({false, "IQ", "IQN", "CK", "D", "", ""});
      cell.states.push_back({false, "P", "PN", "CK", "D", "", ""});
      add_pin(cell, "CK", model::direction::input, 1).is_clock = true;
      add_pin(cell, "D", model::direction::input, 1);
      add_delay(add_pin(cell, "Z", model::direction::output, 0, a + "^" + b), "CK", 1, 2,
                model::timing_sense::non_unate, model::timing_type::rising_edge);
      m.input("clk");
      m.output("z");
      m.instance("TIE0", "tie", {{"Z", "zero"}});
      m.instance("TWO", "r", {{"CK", "clk"}, {"D", "zero"}, {"Z", "z"}});
      m.clock("c", "clk", true);
      CAPTURE(a, b);
      CHECK((timed_model(m).data("z") == gsta::undefined_arrival()) == (a == b));  // then it is 0 for ever
    }
  }
}

TEST_CASE("an arc that one of two libraries has is an arc of that side alone", "[flat][small]") {
  model_maker m;
  for (char const* name : {"a", "b"}) m.input(name);
  m.output("z");
  m.instance("AND2", "g", {{"A", "a"}, {"B", "b"}, {"Z", "z"}});
  m.arrival("b", "", same_value(100.0f));
  model::library without = m.library;
  auto& timing = without.cells[without.cell_index.at("AND2")].pins.back().timing;
  timing.erase(timing.begin() + 1);
  auto const at_z = [&](model::library const& early, model::library const& late) {
    return timed_model(gsta::flatten({early, late, m.netlist, m.parasitics, m.constraints}, {}, m.notes))
        .arrival("z", none, data_kind);
  };
  CHECK(at_z(m.library, m.library) == per_condition<float>{108, 109, 108, 109});
  CHECK(at_z(m.library, without) == per_condition<float>{108, 109, late_none, late_none});
  CHECK(at_z(without, m.library) == per_condition<float>{early_none, early_none, 108, 109});
  m.constraints.case_values.push_back({"a", true, {}});
  for (bool const holds : {true, false}) {  // its condition is the late library's to read
    m.known("AND2").pins.back().timing[1].when = holds ? "A" : "!A";
    CHECK(at_z(without, m.library)[2] == (holds ? 108.0f : late_none));
  }
}

TEST_CASE("a function or condition that cannot be read is counted and switches nothing", "[flat][small]") {
  model_maker m;
  m.gate("G", {"A", "B"}, "A*(NOWHERE", 1, 2);
  m.known("G").pins.back().timing[0].when = "B*UNKNOWN";
  m.input("a");
  m.output("z");
  m.instance("TIE0", "tie", {{"Z", "t"}});
  m.instance("G", "g", {{"A", "a"}, {"B", "t"}, {"Z", "z"}});
  timed_model const t(m);
  CHECK(m.noted("a function is left out") == 1);
  CHECK(m.noted("a condition (when) is left out") == 1);
  CHECK(t.senses("g/A", "g/Z") == "+-");
  CHECK(t.senses("g/B", "g/Z") == "");  // constant all the same
}

TEST_CASE("a condition that cannot be read is noted where its own library stands", "[flat][small]") {
  model_maker m;
  m.gate("G", {"A"}, "A", 1, 2);
  m.input("a");
  m.output("z");
  m.instance("G", "g", {{"A", "a"}, {"Z", "z"}});
  model::library early = m.library, late = m.library;
  early.file = "early.lib";
  late.file = "late.lib";
  auto const timing_of = [](model::library& of) -> auto& {
    return of.cells[of.cell_index.at("G")].pins.back().timing;
  };
  auto const place = [&] {
    m.notes = {};
    gsta::flatten({early, late, m.netlist, m.parasitics, m.constraints}, {}, m.notes);
    return m.notes.entries().at(0).first;
  };
  timing_of(early)[0].when = "UNKNOWN";
  timing_of(early)[0].line = 17;
  timing_of(late)[0].when = "UNKNOWN";
  timing_of(late)[0].line = 23;
  CHECK(place() == "early.lib:17:1");  // one arc of both: the early group's condition is read
  timing_of(early).clear();
  CHECK(place() == "late.lib:23:1");
}

TEST_CASE("clear arcs are off by default, recovery and removal on", "[flat][small]") {
  model_maker m = with_clear();
  timed_model const off(m);
  CHECK(off.senses("r/RN", "r/Q") == "");
  CHECK(off.checks_of("r/RN") == 2);
  // clock at 0 with slew 0, data slew 0: recovery 1000 - 5, removal 0 + 7
  CHECK(same(off.check_required("r/RN", true), 995, 994));
  CHECK(same(off.check_required("r/RN", false), 7, 8));
  m.options.async_arcs = true;
  timed_model const on(m);
  CHECK(on.senses("r/RN", "r/Q") == "+");
  CHECK(on.data("q") == per_condition<float>{30, 32, 140, 142});  // the clock is first, the clear last
  m.options.async_arcs = false;
  m.constraints.preset_clear_arcs = true;
  CHECK(timed_model(m).data("q") == on.data("q"));
}

TEST_CASE("a three-state output is let go with a delay and a slew of 0, both values by one edge",
          "[flat][small]") {
  using model::direction, model::timing_type, model::timing_sense;
  for (bool const named : {true, false}) {  // the senses as the file has them, or by what makes it float
    model_maker m;
    model::cell& cell = m.cell("TBUF");
    add_pin(cell, "A", direction::input, 1);
    add_pin(cell, "EN", direction::input, 1);
    model::pin& z = add_pin(cell, "Z", direction::output, 0, "A");
    z.three_state = "!EN";
    add_delay(z, "EN", 50, 60, named ? timing_sense::positive_unate : timing_sense::unspecified,
              timing_type::three_state_enable);
    auto& disable =
        add_delay(z, "EN", 70, 80, named ? timing_sense::negative_unate : timing_sense::unspecified,
                  timing_type::three_state_disable);
    for (auto& slew : disable.transition) slew = {};
    for (char const* name : {"a", "en"}) m.input(name);
    m.output("z");
    m.instance("TBUF", "t", {{"A", "a"}, {"EN", "en"}, {"Z", "z"}});
    m.arrival("en", "", {1, 20, 3, 40});
    timed_model const t(m);
    CAPTURE(named);
    // enabled by the rise at 1 and 3, let go by the fall at 20 and 40
    CHECK(t.arrival("z", none, gsta::arrival_kind::data) == per_condition<float>{51, 61, 110, 120});
    CHECK(t.slew("z") == per_condition<float>{0, 0, 4, 6});  // early from letting go, late from driving
  }
}

TEST_CASE("in the contest groups of one edge and of three-state are combinational, by their sense and tables",
          "[flat][small]") {
  using model::direction, model::timing_type, model::timing_sense;
  using enum model::timing_type;
  struct expectation {
    timing_type type;
    timing_sense sense;
    bool slews;                         // has transition tables
    per_condition<float> sdc, contest;  // arrivals at Z; A arrives at 1, 20, 3, 40; 50 to rise, 60 to fall
  };
  constexpr float e = early_none, l = late_none;
  constexpr auto plus = timing_sense::positive_unate, minus = timing_sense::negative_unate;
  per_condition<float> const follows{51, 80, 53, 100}, turns{70, 61, 90, 63}, both{51, 61, 90, 100};
  for (auto const& [type, sense, slews, sdc, contest] : std::vector<expectation>{
           {combinational, plus, true, follows, follows},
           {combinational_rise, plus, true, {51, e, 53, l}, follows},
           {combinational_fall, minus, true, {e, 61, l, 63}, turns},
           {combinational_rise, timing_sense::unspecified, true, {51, e, 53, l}, both},
           {three_state_enable, plus, true, {51, 61, 53, 63}, follows},
           {three_state_enable_rise, minus, true, {70, e, 90, l}, turns},
           {three_state_enable_fall, timing_sense::non_unate, true, {e, 61, l, 100}, both},
           {three_state_disable, minus, true, {70, 80, 90, 100}, turns},
           {three_state_disable_fall, plus, false, {e, 61, l, 63}, follows}}) {
    model_maker m;
    model::cell& cell = m.cell("ONE");
    add_pin(cell, "A", direction::input, 1);
    model::pin& z = add_pin(cell, "Z", direction::output, 0, "A");
    z.three_state = "!A";
    auto& group = add_delay(z, "A", 50, 60, sense, type);
    if (!slews) group.transition[0] = group.transition[1] = {};
    m.input("a");
    m.output("z");
    m.instance("ONE", "g", {{"A", "a"}, {"Z", "z"}});
    m.arrival("a", "", {1, 20, 3, 40});
    m.slew("a", same_value(0.0f));
    CAPTURE(static_cast<int>(type), static_cast<int>(sense));
    CHECK(timed_model(m).arrival("z", none, gsta::arrival_kind::data) == sdc);
    m.constraints.rules = model::timing_rules::contest;
    timed_model const t(m);
    CHECK(t.arrival("z", none, gsta::arrival_kind::any) == contest);
    CHECK(t.slew("z") == (slews ? per_condition<float>{4, 6, 4, 6} : gsta::undefined_arrival()));
    group.delay[1] = {};  // an edge without tables has no arc
    group.transition[1] = {};
    per_condition<float> const at = timed_model(m).arrival("z", none, gsta::arrival_kind::any);
    CHECK(at == per_condition<float>{contest[0], e, contest[2], l});
  }
}

TEST_CASE("a cell that no library has is a counted black box without timing", "[flat][small]") {
  model_maker m;
  m.input("in");
  m.output("out");
  m.instance("MACRO", "u1", {{"X", "in"}, {"Y", "n"}});
  m.instance("MACRO", "u2", {{"X", "in"}, {"W", ""}});
  m.instance("BUF", "b", {{"A", "n"}, {"Z", "out"}});
  m.arrival("in", "", same_value(1.0f));
  timed_model const t(m);
  CHECK(m.noted("MACRO") == 2);
  CHECK(m.noted("a net has no driver") == 1);
  CHECK(t.sinks("in") == "u1/X u2/X");
  CHECK(t.load("in") == same_value(0.0f));
  CHECK(t.slew("u1/Y") == same_value(0.0f));
  CHECK(t.slew("b/A") == same_value(0.0f));  // nothing drives it
  CHECK(t.slew("b/Z") == per_condition<float>{4, 6, 4, 6});
  CHECK(t.arrival("b/A", none, gsta::arrival_kind::data) == gsta::undefined_arrival());
  CHECK(t.pin("u2/W") != none);

  m.constraints.rules = model::timing_rules::contest;
  CHECK_THROWS_AS(m.flat(), gsta::input_error);
}

TEST_CASE("black boxes count where a signal is on a pin of theirs", "[flat][small]") {
  model_maker m;
  m.input("in");
  m.output("out");
  m.port("rail", model::direction::inout);
  m.known("BUF").supply_pins = {"VP"};
  m.instance("BUF", "b", {{"A", "in"}, {"Z", "out"}, {"VP", "rail"}});
  m.netlist.constants.push_back({"tied", true});
  m.instance("TAP", "t0", {});
  m.instance("TAP", "t1", {{"P", "rail"}, {"G", "VSS"}});
  m.instance("TAP", "t2", {{"P", "tied"}, {"N", ""}});
  m.instance("MACRO", "u1", {{"P", "rail"}, {"X", "in"}});
  m.instance("MACRO", "u2", {{"Y", "nowhere"}});
  m.arrival("in", "", same_value(1.0f));
  timed_model const t(m);
  auto const& boxes = m.notes.black_boxes();
  CHECK(boxes.count == 2);
  REQUIRE(boxes.kept.size() == 2);
  CHECK(boxes.kept[0].what == "MACRO u1");
  CHECK(boxes.kept[1].what == "MACRO u2");
  CHECK(m.noted("TAP") == 3);
}

TEST_CASE("pins are connected in any order, but none of them twice", "[flat][small]") {
  model_maker m;
  m.input("in");
  m.output("out");
  m.instance("BUF", "b", {{"Z", "out"}, {"A", "in"}});
  CHECK(timed_model(m).sinks("in") == "b/A");
  m.instance("BUF", "c", {{"A", "in"}, {"Z", ""}, {"A", "out"}});
  CHECK_THROWS_WITH(m.flat(), gsta_test::contains("pin A of instance c is connected twice"));
}

TEST_CASE("a latch's or register's falling edge launches from the falling clock", "[flat][small]") {
  model_maker m;
  model::cell& dff = m.known("DFF");
  dff.pins[2].timing[0].type = model::timing_type::falling_edge;
  m.input("clk");
  m.output("q");
  m.instance("DFF", "r", {{"CK", "clk"}, {"Q", "q"}});
  m.clock("c", "clk", true);
  timed_model const t(m);
  CHECK(t.data("q", 0) == gsta::undefined_arrival());
  CHECK(t.data("q", 1) == per_condition<float>{30, 32, 30, 32});
}
