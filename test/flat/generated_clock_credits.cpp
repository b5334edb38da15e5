// Common-path credits along the paths of generated clocks, with numbers worked out by hand, and conventions
// for what OpenSTA counts otherwise.

#include <algorithm>
#include <cmath>
#include <string>

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// clk -> b -> div/CK and s/CK; div/Q -> r/CK, and by an inverter div/D; r/Q -> s/D -> q. Clock g at div/Q is
/// that of clk by two. Late delays are twice the early ones.
model_maker divided() {
  model_maker m;
  for (char const* name : {"clk", "d"}) m.input(name);
  m.output("q");
  m.instance("BUF", "b", {{"A", "clk"}, {"Z", "k"}});
  m.instance("DFF", "div", {{"CK", "k"}, {"D", "back"}, {"Q", "half"}});
  m.instance("INV", "i", {{"A", "half"}, {"Z", "back"}});
  m.instance("DFF", "r", {{"CK", "half"}, {"D", "d"}, {"Q", "x"}});
  m.instance("DFF", "s", {{"CK", "k"}, {"D", "x"}, {"Q", "q"}});
  m.clock("c", "clk", true);
  model::generated_clock g;
  g.clock.name = "g";
  g.clock.sources = {"div/Q"};
  g.clock.propagated = true;
  g.source = "clk";
  g.divide_by = 2;
  m.constraints.generated_clocks.push_back(g);
  m.derate(2, false, true);
  return m;
}

gsta::timing_snapshot time(gsta::flat_design const& design, gsta::common_path credits) {
  gsta::timer_options options;
  options.delays = {gsta::wire_slew::keep, gsta::negative_slew::clip, gsta::unreached_sink::no_delay};
  options.credits = credits;
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, design, options);
  timer.update(exec);
  return take_snapshot(exec, timer);
}

/// What late data of rising clock edges get back at an end.
float credit_at(model_maker& m, std::string const& end) {
  auto const design = m.flat();
  auto const with = time(design, gsta::common_path::by_pin),
             without = time(design, gsta::common_path::leave_in);
  float worst[2] = {gsta::math::infinity, gsta::math::infinity};
  for (std::size_t i = 0; i < with.checks.size(); ++i) {
    auto const& check = with.checks[i];
    if (!gsta::is_late(check.kind) || design.pin_name[check.data_pin] != end) continue;
    for (int e = 0; e < 2; ++e) {
      worst[0] = std::min(worst[0], without.check_slack[i][e]);
      worst[1] = std::min(worst[1], with.check_slack[i][e]);
    }
  }
  REQUIRE(gsta::math::is_defined(worst[0]));
  return worst[1] - worst[0];
}

/// How far late and early clock are apart behind the buffer.
float apart(model_maker& m) {
  auto const at = timed_model(m).clock("b/Z");
  return at[2] - at[0];
}
bool near(float a, float b) { return std::abs(a - b) < 1e-3f; }

}  // namespace

TEST_CASE("a generated clock shares its path with its master, as data and at outputs too", "[flat][small]") {
  model_maker m = divided();
  m.required("q", "g", same_value(-1.0f));
  float const shared = apart(m);
  REQUIRE(shared > 10);
  CHECK(near(credit_at(m, "s/D"), shared));
  CHECK(near(credit_at(m, "div/D"), shared));  // launched at div/Q, captured at div/CK
  CHECK(near(credit_at(m, "q"), shared));
  // Not if it is ideal, though its delay is real.
  model_maker ideal = divided();
  ideal.constraints.generated_clocks[0].clock.propagated = false;
  CHECK(near(credit_at(ideal, "div/D"), 0));
  CHECK(timed_model(ideal).clock("div/Q", 2)[0] > 0);
}

TEST_CASE("an output port where a generated clock starts has the credit of the path there", "[flat][small]") {
  model_maker m = divided();
  m.output("o");
  m.instance("BUF", "out", {{"A", "half"}, {"Z", "o"}});
  auto at_port = m.constraints.generated_clocks[0];
  at_port.clock.name = "h";
  at_port.clock.sources = {"o"};
  at_port.source = "div/Q";
  at_port.master = "g";
  at_port.divide_by = 1;
  m.constraints.generated_clocks.push_back(at_port);
  m.required("q", "h", same_value(-1.0f));
  CHECK(near(credit_at(m, "q"), apart(m)));  // s is launched by the master
}

TEST_CASE("credits across delays that constraints give instead of paths are a convention", "[flat][small]") {
  model_maker replaced = divided(), middle = divided(), late = divided(), input = divided();
  replaced.constraints.generated_clocks[0].clock.properties.insertion = same_value(30.0f);
  late.constraints.generated_clocks[0].clock.properties.insertion = {early_none, early_none, 30, 30};
  // An ideal clock between: r hangs on a second divider of g.
  middle.constraints.generated_clocks[0].clock.propagated = false;
  middle.netlist.instances[3].connections[0].net = "quarter";
  middle.instance("DFF", "div2", {{"CK", "half"}, {"D", "d"}, {"Q", "quarter"}});
  auto second = middle.constraints.generated_clocks[0];
  second.clock.name = "h";
  second.clock.sources = {"div2/Q"};
  second.clock.propagated = true;
  second.source = "div/Q";
  middle.constraints.generated_clocks.push_back(second);
  // An input whose delay has the source latency in it.
  input.netlist.instances[4].connections[1].net = "d";
  input.arrival("d", "g", same_value(1.0f)).has_insertion = true;
  for (auto* const m : {&replaced, &middle, &late, &input}) {
    float const shared = apart(*m);
    CHECK(near(credit_at(*m, "s/D"), 0));
    m->options.conventions.credits_across_insertions = true;
    CHECK(near(credit_at(*m, "s/D"), shared));
    m->options.conventions.worst_clock_paths = true;
    CHECK(near(credit_at(*m, "s/D"), shared));
  }
}

TEST_CASE("that data go on with the first clock of a latch's enable alone is a convention", "[flat][small]") {
  model_maker m;
  auto& latch = m.cell("LATCH");
  latch.states.push_back({true, "IQ", "IQN", "G", "D", "", ""});
  add_pin(latch, "G", model::direction::input, 1).is_clock = true;
  add_check(add_pin(latch, "D", model::direction::input, 1), "G", model::timing_type::setup_falling, 3, 4);
  auto& q = add_pin(latch, "Q", model::direction::output, 0, "IQ");
  add_delay(q, "D", 20, 20);
  add_delay(q, "G", 10, 10, model::timing_sense::non_unate, model::timing_type::rising_edge);
  for (char const* name : {"clk", "d"}) m.input(name);
  m.output("q");
  m.instance("LATCH", "l", {{"G", "clk"}, {"D", "d"}, {"Q", "x"}});
  m.instance("DFF", "r", {{"CK", "clk"}, {"D", "x"}, {"Q", "q"}});
  m.clock("c", "clk", true);
  m.clock("e", "clk", true);
  m.arrival("d", "c", same_value(100.0f));
  auto const first = timed_model(m).data("r/D", 0), second = timed_model(m).data("r/D", 2);
  CHECK(first[2] > 100);
  CHECK(second[2] == first[2]);
  m.options.conventions.first_latch_clock = true;
  CHECK(timed_model(m).data("r/D", 0) == first);
  CHECK(timed_model(m).data("r/D", 2)[2] < 100);  // by the enable
}

TEST_CASE("what data wait for at a latch is no part of a generated clock behind it", "[flat][small]") {
  auto const made = [](float late, bool loops) {
    model_maker m;
    auto& latch = m.cell("LATCH");
    latch.states.push_back({true, "IQ", "IQN", "G", "D", "", ""});
    add_pin(latch, "G", model::direction::input, 1).is_clock = true;
    add_check(add_pin(latch, "D", model::direction::input, 1), "G", model::timing_type::setup_falling, 3, 4);
    auto& q = add_pin(latch, "Q", model::direction::output, 0, "IQ");
    add_delay(q, "D", 20, 20, model::timing_sense::positive_unate);
    add_delay(q, "G", 10, 10, model::timing_sense::non_unate, model::timing_type::rising_edge);
    for (char const* name : {"clk", "d"}) m.input(name);
    m.output("q");
    m.instance("BUF", "b", {{"A", "clk"}, {"Z", "k"}});
    m.instance("AND2", "a", {{"A", "k"}, {"B", loops ? "x" : "d"}, {"Z", "n"}});
    m.instance("LATCH", "l", {{"G", "clk"}, {"D", "n"}, {"Q", "x"}});
    m.instance("DFF", "r", {{"CK", "x"}, {"D", "d"}, {"Q", "q"}});
    m.clock("c", "clk", true);
    auto g = divided().constraints.generated_clocks[0];
    g.clock.sources = {"l/Q"};
    m.constraints.generated_clocks.push_back(g);
    m.arrival("d", "c", same_value(late));
    return m;
  };
  model_maker m = made(0, false), later = made(400, false), loop = made(0, true);
  auto const at = timed_model(m).clock("r/CK", 2);
  auto const then = timed_model(later).clock("r/CK", 2);
  CAPTURE(then[0], then[2], at[0], at[2]);
  CHECK(then == at);
  auto const gate = timed_model(m).clock("l/D");
  CHECK(at[2] == gate[2] + 20 + 1);  // D to Q
  CHECK(at[0] == 11);                // G to Q
  CHECK(timed_model(loop).clock("r/CK", 2) == per_condition<float>{12, early_none, 12, late_none});
}
