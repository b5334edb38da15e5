#include "gsta/io/sdc.hpp"

#include "gsta/core/error.hpp"
#include "test/support/catch.hpp"

namespace {

using namespace gsta;

model::library small_library() {
  model::library library;
  for (std::string const name : {"BUF", "DFF"}) {
    model::cell cell;
    cell.name = name;
    for (std::string const pin : {"A", "CK", "Y"}) {
      cell.pins.emplace_back();
      cell.pins.back().name = pin;
    }
    library.cell_index[name] = library.cells.size();
    library.cells.push_back(std::move(cell));
  }
  return library;
}

model::netlist small_netlist() {
  using model::direction;
  model::netlist netlist;
  netlist.name = "top";
  for (std::string const name : {"clk", "clk2", "in[0]", "in[1]", "out"}) {
    netlist.ports.emplace_back();
    netlist.ports.back().name = name;
    netlist.ports.back().direction = name == "out" ? direction::output : direction::input;
  }
  for (auto const& [cell, name] : {std::pair{"BUF", "b1"}, std::pair{"DFF", "u/r1"}}) {
    netlist.instances.emplace_back();
    netlist.instances.back().cell = cell;
    netlist.instances.back().name = name;
  }
  return netlist;
}

struct result {
  model::constraints constraints;
  model::diagnostics seen;

  std::size_t count(std::string const& part) const {
    std::size_t total = 0;
    for (auto const& d : seen.entries()) {
      if (d.kind.find(part) != std::string::npos) total += d.count;
    }
    return total;
  }
  model::input_arrival const* arrival(std::string const& pin, std::string const& clock,
                                      edge e = edge::rise) const {
    for (auto const& a : constraints.arrivals) {
      if (a.pin == pin && a.clock == clock && a.clock_edge == e) return &a;
    }
    return nullptr;
  }
};

result read(std::string const& text, io::sdc_options const& options = {}) {
  result r;
  r.constraints =
      io::read_sdc(io::source::from_text("t.sdc", text), small_netlist(), small_library(), r.seen, options);
  return r;
}

/// What reading `text` complains about; empty if nothing.
std::string error_of(std::string const& text, io::sdc_options const& options = {}) {
  try {
    read(text, options);
  } catch (input_error const& e) {
    return e.what();
  }
  return {};
}

corner_values four(float er, float ef, float lr, float lf) { return {er, ef, lr, lf}; }

}  // namespace

TEST_CASE("create_clock: period, waveform, name, source", "[sdc]") {
  auto const r = read(
      "create_clock -period 10 [get_ports clk]\n"
      "create_clock -name v -period 4 -waveform {1 2.5}\n"
      "set_propagated_clock [get_clocks clk]\n");
  REQUIRE(r.constraints.file == "t.sdc");
  REQUIRE(r.constraints.clocks.size() == 2);
  auto const& clk = r.constraints.clocks[0];
  CHECK(clk.name == "clk");
  CHECK(clk.sources == std::vector<std::string>{"clk"});
  CHECK(clk.period == 10'000'000);
  CHECK(clk.rise == 0);
  CHECK(clk.fall == 5'000'000);
  CHECK(clk.propagated);
  CHECK(clk.at.line == 1);
  auto const& v = r.constraints.clocks[1];
  CHECK(v.sources.empty());
  CHECK(v.rise == 1'000'000);
  CHECK(v.fall == 2'500'000);
  CHECK(r.count("ideal clock") == 0);
  // Its edges arrive at its source.
  REQUIRE(r.arrival("clk", "clk") != nullptr);
  auto const none_early = math::infinity, none_late = -math::infinity;
  CHECK(r.arrival("clk", "clk")->arrival == four(0, none_early, 0, none_late));
  CHECK(r.arrival("clk", "clk", edge::fall)->arrival == four(none_early, 0, none_late, 0));
}

TEST_CASE("an ideal clock is counted, clocks are replaced by name and by source", "[sdc]") {
  auto const r = read("create_clock -period 10 clk\ncreate_clock -name other -period 8 clk\n");
  REQUIRE(r.constraints.clocks.size() == 1);
  CHECK(r.constraints.clocks[0].name == "other");
  CHECK_FALSE(r.constraints.clocks[0].propagated);
  CHECK(r.count("ideal clock network") == 1);
  CHECK(r.count("clock replaced") == 1);
  auto const both = read("create_clock -period 10 clk\ncreate_clock -name other -period 8 -add clk\n");
  CHECK(both.constraints.clocks.size() == 2);
}

TEST_CASE("input and output delays by condition and clock edge", "[sdc]") {
  auto const r = read(
      "create_clock -name c -period 10 [get_ports clk]\n"
      "set_input_delay 1.5 -clock c [get_ports {in[0]}]\n"
      "set_input_delay -max 2 -clock c in[1]\n"
      "set_input_delay -min -rise 0.5 -clock c in[1]\n"
      "set_input_delay 3 -clock [get_clocks c] -clock_fall -add_delay {in[0]}\n"
      "set_output_delay 2 -clock c -max [all_outputs]\n"
      "set_output_delay -0.25 -clock c -min [all_outputs]\n");
  CHECK(r.arrival("in[0]", "c")->arrival == same_value(1500));
  CHECK(r.arrival("in[0]", "c", edge::fall)->arrival == same_value(3000));
  CHECK(r.arrival("in[1]", "c")->arrival == four(500, math::infinity, 2000, 2000));
  REQUIRE(r.constraints.required.size() == 1);
  CHECK(r.constraints.required[0].pin == "out");
  CHECK(r.constraints.required[0].clock == "c");
  CHECK(r.constraints.required[0].required == four(250, 250, -2000, -2000));
}

TEST_CASE("a delay without -add_delay replaces, with it the worse stays", "[sdc]") {
  auto const r = read(
      "create_clock -name c -period 10 clk; create_clock -name d -period 7 clk2\n"
      "set_input_delay 1 -clock c in[0]\n"
      "set_input_delay 2 -clock d in[0]\n"
      "set_input_delay 3 -clock d -max -add_delay in[0]\n"
      "set_input_delay 2.5 -clock d -max -add_delay in[0]\n");
  CHECK(r.arrival("in[0]", "c") == nullptr);
  CHECK(r.arrival("in[0]", "d")->arrival == four(2000, 2000, 3000, 3000));
}

TEST_CASE("slews, loads and units", "[sdc]") {
  auto const r = read(
      "set_units -time 1ps -capacitance fF\n"
      "set_input_transition -rise 20 [get_ports in*]\n"
      "set_load -pin_load 4.5 [all_outputs]\n"
      "set_load -max 6 out\n");
  REQUIRE(r.constraints.slews.size() == 4);  // every input, 0 where nothing is said
  for (auto const& s : r.constraints.slews) {
    CHECK(s.slew == (s.pin.starts_with("in") ? four(20, 0, 20, 0) : same_value(0)));
  }
  REQUIRE(r.constraints.loads.size() == 1);
  CHECK(r.constraints.loads[0].load == four(4.5, 4.5, 6, 6));
  CHECK(r.count("set_units") == 1);  // the library has ns and pF
  io::sdc_options units;
  units.units = io::sdc_units{1, 10};
  auto const own = read("set_load 2 out", units);
  CHECK(own.constraints.loads[0].load == same_value(20));
}

TEST_CASE("Tcl itself, queries, globs and collections", "[sdc]") {
  auto const r = read(
      "set sdc_version 2.1\n"
      "current_design top\n"
      "set period [expr {2 * 5.0}]\n"
      "proc clock_at {p} { global period\n  create_clock -period $period [get_ports $p] }\n"
      "clock_at clk\n"
      "set data [remove_from_collection [all_inputs] [get_ports clk*]]\n"
      "foreach p $data { set_input_delay 1 -clock clk $p }\n"
      "foreach_in_collection p [get_ports o?t] { set_load 1 $p }\n"
      "if {[sizeof_collection [get_cells *]] != 2} { error cells }\n"
      "if {[get_pins */A] ne {b1/A u/r1/A}} { error pins }\n"
      "if {[get_pins u/r1/CK] ne {u/r1/CK}} { error pin }\n"
      "if {[all_inputs -no_clocks] ne [list clk2 in\\[0\\] in\\[1\\]]} { error inputs }\n"
      "if {[get_ports in[1]] ne {{in[1]}}} { error index }\n");
  CHECK(r.constraints.clocks.at(0).period == 10'000'000);
  CHECK(r.arrival("in[0]", "clk") != nullptr);
  CHECK(r.arrival("in[1]", "clk") != nullptr);
  CHECK(r.arrival("clk2", "clk") == nullptr);
  CHECK(r.constraints.loads.size() == 1);
}

TEST_CASE("what is not supported is counted with its place", "[sdc]") {
  auto const r = read(
      "\nset_false_path -from [get_ports in*] -through x\n"
      "foreach i {1 2} {\n"
      "  set_clock_uncertainty 0.1 [all_clocks]\n"
      "}\n"
      "no_such_command -a 1\n"
      "get_ports nothing*\n"
      "set_max_fanout 20 top\n");
  CHECK(r.count("not supported yet: set_false_path") == 1);
  CHECK(r.count("not supported yet: set_clock_uncertainty") == 2);
  CHECK(r.count("unknown command: \"no_such_command\"") == 1);
  CHECK(r.count("no port matches \"nothing*\"") == 1);
  CHECK(r.count("set_max_fanout") == 1);
  CHECK(r.seen.entries()[0].first == "t.sdc:2:1");
  CHECK(r.seen.entries()[1].first == "t.sdc:4:3");
}

TEST_CASE("errors name file, line and column", "[sdc]") {
  using gsta_test::contains;
  CHECK_THAT(error_of("\ncreate_clock -period -3 clk"),
             contains("t.sdc:2:1: error: the period must be greater"));
  CHECK_THAT(error_of("  create_clock -perio x clk"),
             contains("t.sdc:1:3: error: expected a number, found \"x\""));
  CHECK_THAT(error_of("create_clock -period 1 nope"),
             contains("t.sdc:1:1: error: there is no port or pin \"nope\""));
  CHECK_THAT(error_of("create_clock -period 1 [get_ports nope]"), contains("an empty list"));
  CHECK_THAT(error_of("create_clock -frequency 3 clk"), contains("unknown option \"-frequency\""));
  CHECK_THAT(error_of("set_input_delay 1 -clock c in[0]"), contains("there is no clock \"c\""));
  CHECK_THAT(error_of("set_load [all_outputs]"), contains("expected 2 arguments"));
  CHECK_THAT(error_of("set x 1\nset y {a\n"), contains("t.sdc:2:7: error: missing close-brace"));
  CHECK_THAT(error_of("set x $nope"), contains("t.sdc:1:1: error: can't read \"nope\""));
  CHECK_THAT(error_of("foreach x {1} {\n\n  expr {1/0}\n}"), contains("t.sdc:3:3: error: divide by zero"));
  CHECK_THAT(error_of("if {1} {\n  foreach x 1 {\n    set_load -1 out\n  }\n}"),
             contains("t.sdc:3:5: error: expected"));
  CHECK_THAT(error_of("set_load nan out"), contains("expected a number"));
  CHECK_THAT(error_of("set_load 1e99 out"), contains("t.sdc:1:1: error:"));
  CHECK_THAT(error_of("create_clock -period 1e30 clk"), contains("out of range"));
  CHECK_THAT(error_of("break"), contains("t.sdc:1:1: error: invoked \"break\""));
  CHECK_THAT(error_of(""), contains("t.sdc:0:0: error: the file is empty"));
  CHECK_THAT(error_of(std::string("set x 1\n\0", 9)), contains("t.sdc:2:1: error:"));
  CHECK_THAT(error_of("error \"two\nlines\""), contains("t.sdc:1:1: error: two"));
}

TEST_CASE("the script cannot leave its cage", "[sdc]") {
  for (std::string const command : {"exec ls",
                                    "open /etc/passwd",
                                    "socket localhost 80",
                                    "file exists /",
                                    "source /etc/passwd",
                                    "load x.so",
                                    "cd /",
                                    "pwd",
                                    "glob *",
                                    "exit",
                                    "vwait x",
                                    "after 100000",
                                    "interp create",
                                    "chan names",
                                    "::exec ls",
                                    "fconfigure stdout",
                                    "encoding system",
                                    "zlib crc32 x",
                                    "package require http",
                                    "namespace eval :: {exec ls}",
                                    "update",
                                    "coroutine c pwd",
                                    "read stdin",
                                    "gets stdin",
                                    "clock seconds",
                                    "catch {exec ls} m; error $m"}) {
    INFO(command);
    CHECK_THAT(error_of(command), gsta_test::contains("not allowed in SDC"));
  }
  CHECK_THAT(error_of("::tcl::file::exists /"), gsta_test::contains(""));
  CHECK_THAT(error_of("set env(HOME)"), gsta_test::contains("error: can't read"));
  CHECK(read("puts {a text}").count("puts prints nothing") == 1);
}

TEST_CASE("loops without an end are ended", "[sdc]") {
  io::sdc_options limits;
  limits.max_commands = 20'000;
  limits.max_seconds = 1;
  CHECK_THAT(error_of("while 1 {set x 1}", limits), gsta_test::contains("limit exceeded"));
  CHECK_THAT(error_of("while 1 {}", limits), gsta_test::contains("t.sdc:1:1: error: time limit exceeded"));
  CHECK_THAT(error_of("while 1 {catch {while 1 {}}}", limits), gsta_test::contains("limit exceeded"));
  CHECK_THAT(error_of("proc f {} f; f", limits), gsta_test::contains("too many nested"));
  CHECK_THAT(error_of(std::string(100'000, '['), limits), gsta_test::contains("nested too deep"));
  CHECK_THAT(error_of("set x " + std::string(100'000, '{'), limits), gsta_test::contains("nested too deep"));
}

TEST_CASE("a value too large for Tcl is an error, not the end of the process", "[sdc][slow]") {
  CHECK_THAT(error_of("set a x\nwhile 1 {append a $a}"),
             gsta_test::contains("t.sdc:2:1: error: a Tcl value is too"));
  CHECK(read("set_load 1 out").constraints.loads.size() == 1);
}

TEST_CASE("several files are one script", "[sdc]") {
  model::diagnostics seen;
  std::vector<io::source> files{io::source::from_text("a.sdc", "set p 3\n"),
                                io::source::from_text("b.sdc", "create_clock -period $p clk\n")};
  auto const constraints = io::read_sdc(files, small_netlist(), small_library(), seen);
  REQUIRE(constraints.clocks.size() == 1);
  CHECK(seen.entries().at(0).first == "b.sdc:1:1");
  CHECK(io::read_sdc(std::vector<io::source>{}, small_netlist(), small_library(), seen).slews.size() == 4);
}
