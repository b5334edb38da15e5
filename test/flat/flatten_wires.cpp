// Which wire a net gets, and what is counted of those that no net gets.

#include <cmath>

#include "test/flat/model_maker.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// in -> b1 -> n -> b2 -> out; where n has the wire of `with_wire` it takes 2 * (1 + 1) ps and has 3 fF.
model_maker two_buffers() {
  model_maker m;
  m.input("in");
  m.output("out");
  m.instance("BUF", "b1", {{"A", "in"}, {"Z", "n"}});
  m.instance("BUF", "b2", {{"A", "n"}, {"Z", "out"}});
  m.arrival("in", "", same_value(0.0f));
  return m;
}

bool close_to(float found, double wanted) { return std::abs(static_cast<double>(found) - wanted) < 1e-4; }

/// The wire's delay, by what reaches b2/A at a rising edge: 10 + load + delay.
bool has_wire(timed_model const& t) { return t.arrival("b2/A", none, data_kind)[2] == 17; }
bool has_none(timed_model const& t) { return t.arrival("b2/A", none, data_kind)[2] == 11; }

}  // namespace

TEST_CASE("nets are numbered as they are declared, then as they are met", "[flat][small]") {
  model_maker m;
  m.input("in");
  m.output("out");
  m.instance("BUF", "b1", {{"A", "in"}, {"Z", "n1"}});
  m.instance("BUF", "b2", {{"A", "n1"}, {"Z", "n2"}});
  m.instance("BUF", "b3", {{"A", "n2"}, {"Z", "out"}});
  CHECK(m.flat().net_name == std::vector<std::string>{"in", "out", "n1", "n2"});
  m.netlist.wires = {"n2", "in"};
  CHECK(m.flat().net_name == std::vector<std::string>{"n2", "in", "out", "n1"});
}

TEST_CASE("a net's wire goes by its name, or by another name of it", "[flat][small]") {
  model_maker m = two_buffers();
  m.wire("n", {"b1:Z", "b2:A"}, 2, 1);
  CHECK(has_wire(timed_model(m)));
  model_maker other = two_buffers();
  other.wire("sub/n", {"b1:Z", "b2:A"}, 2, 1);
  CHECK(has_none(timed_model(other)));
  CHECK(other.noted("is not in the netlist") == 1);
  other.netlist.aliases.push_back({"sub/n", "n"});
  CHECK(has_wire(timed_model(other)));
  CHECK(other.noted("is not in the netlist") == 0);
}

TEST_CASE("of two wires for one net the last one read counts", "[flat][small]") {
  model_maker m = two_buffers();
  m.netlist.aliases.push_back({"sub/n", "n"});
  m.wire("n", {"b1:Z", "b2:A"}, 20, 1);
  m.wire("sub/n", {"b1:Z", "b2:A"}, 2, 1);
  CHECK(has_wire(timed_model(m)));
  CHECK(m.noted("not applied: parasitics of a net by several names, but the last one's") == 1);
}

TEST_CASE("capacitors at one node add up and coupling counts as grounded", "[flat][small]") {
  model_maker m = two_buffers();
  auto& wire = m.wire("n", {"b1:Z", "b2:A"}, 2, 0.5f);
  wire.add_capacitor("b1:Z", 0.5f, "elsewhere:1");
  wire.add_capacitor("b2:A", 0.25f);
  wire.add_capacitor("b2:A", 0.25f, "elsewhere:2");
  timed_model const t(m);
  CHECK(has_wire(t));
  CHECK(t.load("b1/Z") == same_value(3.0f));
}

TEST_CASE("a coupling capacitor counts at those of its ends that are the net's own", "[flat][small]") {
  model_maker m = two_buffers();
  auto& wire = m.wire("n", {"b1:Z", "b2:A"}, 2, 1);
  wire.add_capacitor("elsewhere:1", 8, "b1:Z");
  CHECK(timed_model(m).load("b1/Z") == same_value(11.0f));
  wire.capacitors.pop_back();
  wire.add_capacitor("b1:Z", 8, "b2:A");
  CHECK(timed_model(m).load("b1/Z") == same_value(19.0f));
}

TEST_CASE("a wire with loops is a tree by a walk into the depth", "[flat][small]") {
  model_maker m = two_buffers();
  auto& wire = m.wire("n", {"b1:Z", "n:1", "b2:A"}, 1, 1);
  wire.add_resistor("b1:Z", "b2:A", 4);
  wire.add_resistor("n:1", "n:1", 4);
  wire.add_resistor("n:1", "b1:Z", 4);
  timed_model const t(m);
  CHECK(t.load("b1/Z") == same_value(4.0f));
  // 1 * 3 to n:1, where a walk in breadth would take 4 kOhm straight to the sink, and 1 * 2 from there
  CHECK(t.arrival("b2/A", none, data_kind)[2] == 14 + 5);
  CHECK(m.noted("closes a loop") == 3);
  std::swap(m.parasitics.nets[0].resistors.front(), m.parasitics.nets[0].resistors.back());
  CHECK(timed_model(m).arrival("b2/A", none, data_kind)[2] == 14 + 4 * 3 + 2);
  CHECK(m.noted("closes a loop") == 3);
  m.constraints.rules = model::timing_rules::contest;
  m.slew("in", same_value(0.0f));
  CHECK(timed_model(m).arrival("b2/A", none, gsta::arrival_kind::any)[2] == 14 + 4 * 2);
  CHECK(m.noted("closes a loop") == 0);
}

TEST_CASE("a resistor goes where one of its ends is nothing that the netlist has", "[flat][small]") {
  for (char const* const gone : {"b1:Y", "b9:A", "elsewhere:1"}) {
    CAPTURE(gone);
    model_maker m = two_buffers();
    m.netlist.wires = {"b1"};  // a net of an instance's name: b1:Y is no point in it
    auto& wire = m.wire("n", {"b1:Z", "b2:A"}, 2, 1);
    wire.add_capacitor(gone, 8);
    wire.add_resistor("b2:A", gone, 2);
    CHECK(has_wire(timed_model(m)));
    CHECK(m.noted("ends where the netlist has nothing") == 1);
  }
}

TEST_CASE("between cells of libraries that measure at other thresholds, delay and slew are converted",
          "[flat][small]") {
  model_maker m = two_buffers();
  model::thresholds other;  // the first library: 50 %, 20 % to 80 %
  other.delay[0] = other.delay[1] = 0.65f;
  other.slew_lower[0] = other.slew_lower[1] = 0.1f;
  other.slew_upper[0] = other.slew_upper[1] = 0.9f;
  other.slew_derate = 0.5f;
  m.library.more_thresholds = {other};
  model::cell far = m.known("BUF");
  far.name = "FAR";
  m.cell("FAR") = far;
  m.known("FAR").thresholds = 1;
  m.netlist.instances[1].cell = "FAR";
  timed_model const t(m);
  // b1/Z at 11, 21 with slews 4.5, 6.5: a window of 0.6 becomes 0.8 / 0.5; 0.15 of the swing is a quarter of
  // 0.6
  CHECK(close_to(t.slew("b2/A")[2], 4.5 * 1.6 / 0.6));
  CHECK(close_to(t.slew("b2/A")[3], 6.5 * 1.6 / 0.6));
  CHECK(close_to(t.arrival("b2/A", none, data_kind)[2], 11 + 4.5 / 4));
  CHECK(close_to(t.arrival("b2/A", none, data_kind)[3], 21 - 6.5 / 4));
  CHECK(t.slew("b1/A")[2] == 0);
}

TEST_CASE("arcs know where their cell's library measures", "[flat][small]") {
  model_maker m = two_buffers();
  model::thresholds other;
  other.output_delay[1] = 0.4f;
  other.slew_upper[0] = 0.9f;
  other.slew_derate = 0.5f;
  m.library.more_thresholds = {other};
  model::cell far = m.known("BUF");
  far.name = "FAR";
  m.cell("FAR") = far;
  m.known("FAR").thresholds = 1;
  m.netlist.instances[1].cell = "FAR";
  auto const flat = m.flat();
  auto const measure_of = [&](gsta::flat_design const& of, std::size_t arc) {
    return of.arc_types[static_cast<std::size_t>(of.arc_type_of[arc])].measure;
  };
  REQUIRE(flat.arc_from.size() == 2);
  CHECK(measure_of(flat, 0) == none);  // as usual
  REQUIRE(flat.measures.size() == 1);
  REQUIRE(measure_of(flat, 1) == 0);
  gsta::slew_measure const& made = flat.measures[0];
  CHECK((made.threshold[0] == 0.5f && made.threshold[1] == 0.4f));
  CHECK((made.lower[0] == 0.2f && made.upper[0] == 0.9f && made.upper[1] == 0.8f));
  CHECK(made.derate == 0.5f);
  CHECK(flat.view().arcs.measures.size() == 1);

  m.library.more_thresholds[0].slew_upper[1] = 1;
  auto const beyond = m.flat();
  CHECK(beyond.measures.empty());
  CHECK(measure_of(beyond, 1) == none);
  CHECK(m.noted("a library measures at 0 or 100 % of the supply") == 1);
}

TEST_CASE("a wire that does not name the driver is left out and counted, under either rules",
          "[flat][small]") {
  model_maker m = two_buffers();
  m.wire("n", {"n:1", "b2:A"}, 2, 1);
  CHECK(has_none(timed_model(m)));
  CHECK(m.noted("does not name its net's driver") == 1);
  m.constraints.rules = model::timing_rules::contest;
  m.slew("in", same_value(0.0f));
  timed_model const t(m);
  CHECK(t.load("b1/Z") == same_value(1.0f));  // the sink's alone
  CHECK(t.arrival("b2/A", none, gsta::arrival_kind::any)[2] == 11);
  CHECK(m.noted("does not name its net's driver") == 1);
}

TEST_CASE("a sink that the wire does not name sees the driver", "[flat][small]") {
  model_maker m = two_buffers();
  m.wire("n", {"b1:Z", "n:1"}, 2, 1);
  timed_model const t(m);
  CHECK(t.load("b1/Z") == same_value(2.0f));  // the wire alone
  CHECK(t.arrival("b2/A", none, data_kind)[2] == 12);
  CHECK(t.slew("b2/A")[2] == t.slew("b1/Z")[2]);
}

TEST_CASE("a pin of the parasitics that the netlist lacks is counted, or refused", "[flat][small]") {
  model_maker m = two_buffers();
  auto& wire = m.wire("n", {"b1:Z", "b2:A"}, 2, 1);
  wire.connect("b1:Z");
  wire.connect("b9:A");
  CHECK(has_wire(timed_model(m)));
  CHECK(m.noted("a pin of the parasitics is not in the netlist") == 1);
  m.options.strict_parasitics = true;
  CHECK_THROWS_AS(m.flat(), gsta::input_error);
  model_maker net = two_buffers();
  net.wire("nowhere", {"b1:Z"}, 2, 1);
  net.options.strict_parasitics = true;
  CHECK_THROWS_AS(net.flat(), gsta::input_error);
}

TEST_CASE("behind an ideal port a wire answers a step", "[flat][small]") {
  model_maker m = two_buffers();
  m.wire("in", {"in", "b1:A"}, 2, 1);   // Elmore's delay is 4
  m.wire("n", {"b1:Z", "b2:A"}, 2, 1);  // no port drives it
  m.slew("in", same_value(5.0f));
  CHECK(timed_model(m).arrival("b1/A", none, data_kind) == same_value(4.0f));
  CHECK(timed_model(m).slew("b1/A") == same_value(5.0f));
  m.options.step_at_ports = true;
  m.library.thresholds.slew_derate = 0.5f;
  timed_model const t(m);
  for (int c = 0; c < 4; ++c) {
    CHECK(close_to(t.arrival("b1/A", none, data_kind)[c], 4 * std::log(2.0)));
    CHECK(close_to(t.slew("b1/A")[c], 5 + 4 * std::log(4.0) / 0.5));  // 20 % to 80 %
  }
  CHECK(close_to(t.arrival("b2/A", none, data_kind)[2], 17 + 4 * std::log(2.0)));
  auto& by = m.constraints.driving_cells.emplace_back();  // a driving cell has resistance
  by.port = "in";
  by.cell = "BUF";
  CHECK(close_to(timed_model(m).arrival("b1/A", none, data_kind)[2], 3 + 4));
  CHECK(close_to(timed_model(m).slew("b1/A")[2], 4 + 1.5));
}

namespace {

/// `two_buffers` with a reduced net between: 2 fF, 3 kOhm, 4 fF, and 5 ps to the sink.
model_maker reduced_between() {
  model_maker m = two_buffers();
  auto& net = m.parasitics.nets.emplace_back();
  net.name = "n";
  net.reduced.push_back({"b1:Z", 2, 3, 4, {{"b2:A", 5, {7, 5}}}, {}});
  m.parasitics.net_index.assign(m.parasitics.nets, "n", 0);
  return m;
}

}  // namespace

TEST_CASE("what a net was reduced to is taken as it is", "[flat][small]") {
  model_maker m = reduced_between();
  timed_model const t(m);
  CHECK(t.load("b1/Z") == same_value(6.0f));
  CHECK(t.arrival("b2/A", none, data_kind)[2] == 10 + 6 + 5);
  CHECK(m.notes.entries().empty());
  m.known("BUF").pins[0].capacitance[0][0] = m.known("BUF").pins[0].capacitance[1][1] =
      2;  // whatever pins have
  CHECK(timed_model(m).arrival("b2/A", none, data_kind)[2] == 10 + 6 + 5);
  for (auto& split : m.known("BUF").pins[0].capacitance) split[0] = split[1] = 8;  // more than all of it
  CHECK(timed_model(m).arrival("b2/A", none, data_kind)[2] == 10 + 8);
}

TEST_CASE("of what reduced nets name, what the net has counts, and the last of it", "[flat][small]") {
  model_maker m = reduced_between();
  auto& of = m.parasitics.nets[0].reduced;
  of[0].sinks.push_back({"b2:A", 9, {8, 5}});
  CHECK(timed_model(m).arrival("b2/A", none, data_kind)[2] == 10 + 6 + 9);
  of[0].sinks = {{"b2:Y", 9, {8, 5}}, {"b1:A", 9, {9, 5}}};
  CHECK(timed_model(m).arrival("b2/A", none, data_kind)[2] == 10 + 6);  // no Elmore delay is known
  CHECK(m.noted("no sink of it") == 2);
  CHECK(m.notes.entries()[0].first == "top.spef:8:5");
  of[0].pin = "b2:Z";
  CHECK(timed_model(m).arrival("b2/A", none, data_kind)[2] == 10 + 1);
  CHECK(m.noted("does not name its net's driver") == 1);
  of.push_back({"b1:Z", 20, 3, 4, {}, {}});
  of.push_back({"b1:Z", 2, 3, 5, {{"b2:A", 1, {}}}, {}});
  CHECK(timed_model(m).arrival("b2/A", none, data_kind)[2] == 10 + 7 + 1);
}

namespace {

/// By effective capacitances.
gsta::timer<gsta::host_executor> timed_effectively(gsta::flat_design const& flat) {
  gsta::timer_options options;
  options.delays = {gsta::wire_slew::reduce, gsta::negative_slew::clip, gsta::unreached_sink::no_delay};
  options.delays.model = gsta::cell_model::effective;
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, flat, options);
  timer.update(exec);
  return timer;
}

/// How many values of conditions differ by more than rounding.
std::size_t differing(gsta::host_span<per_condition<float> const> a,
                      gsta::host_span<per_condition<float> const> b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (int c = 0; c < 4; ++c) {
      bool const same = std::abs(a[i][c] - b[i][c]) <= 1e-6f * std::abs(a[i][c]);
      count += a[i][c] != b[i][c] && !same;
    }
  }
  return count + (a.size() != b.size());
}

}  // namespace

// The reduction of a wire, given in its place.
TEST_CASE("a net given as its reduction is timed as its wire", "[flat][small]") {
  model_maker wired = two_buffers(), given = two_buffers();
  for (auto* const m : {&wired, &given}) {
    m->slew("in", same_value(7.0f));
    m->known("BUF").pins[1].timing[0].transition[0] = plane(4, 0, 1.5f);
    m->known("BUF").pins[1].timing[0].transition[1] = plane(6, 0, 2.5f);
  }
  wired.wire("n", {"b1:Z", "n:1", "b2:A"}, 0.5f, 3);
  auto const flat = wired.flat();
  auto const before = timed_effectively(flat);
  std::size_t const net = 2;
  REQUIRE(flat.net_name[net] == "n");
  auto const driver = static_cast<std::size_t>(flat.net_driver[net]);
  auto const pi = before.view().pi[net];
  float const load = before.view().load[driver][0];
  REQUIRE((pi.resistance[0] > 0 && pi.far_end[0] > 0 && pi.far_end[0] < load));
  float const elmore = before.view().wire[static_cast<std::size_t>(flat.net_begin[net])].delay[0];
  auto& made = given.parasitics.nets.emplace_back();
  made.name = "n";
  made.reduced.push_back({"b1:Z", load - pi.far_end[0], pi.resistance[0], pi.far_end[0], {}, {}});
  made.reduced[0].sinks.push_back({"b2:A", elmore, {}});
  given.parasitics.net_index.assign(given.parasitics.nets, "n", 0);
  auto const after = timed_effectively(given.flat());
  CHECK(differing(before.view().slew, after.view().slew) == 0);
  CHECK(differing(before.view().node_arrival, after.view().node_arrival) == 0);
  auto const counts = count_stages(gsta::host_executor{}, after);
  CHECK(counts.pi_model >= 4);
  made.reduced[0].sinks[0].elmore *= 1.01f;
  auto const later = timed_effectively(given.flat());
  CHECK(differing(before.view().node_arrival, later.view().node_arrival) > 0);
}
