#include "gsta/io/sdc.hpp"

#include "test/io/sdc_design.hpp"

using namespace gsta_test::sdc;
using gsta_test::contains;

TEST_CASE("create_clock: period, waveform, name, source", "[sdc]") {
  auto const r = read(
      "create_clock -period 10 [get_ports clk]\n"
      "create_clock -name v -period 4 -waveform {1 2.5} -comment {no source}\n"
      "set_propagated_clock [get_clocks clk]\n");
  REQUIRE(r.constraints.file == "t.sdc");
  CHECK(r.constraints.rules == model::timing_rules::sdc);
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
  CHECK_FALSE(v.propagated);
  CHECK(r.constraints.arrivals.empty());
  CHECK(r.seen.entries().empty());
}

TEST_CASE("clocks on pins, pins of modules and nets", "[sdc]") {
  auto const r = read(
      "create_clock -name a -period 1 [get_pins b1/Y]\n"
      "create_clock -name b -period 1 m1/ck\n"
      "create_clock -name c -period 1 [get_nets q1]\n"
      "create_clock -period 1 [get_pins m1/o]\n"
      "create_clock -name two -period 1 {clk clk2 clk}\n");
  REQUIRE(r.constraints.clocks.size() == 5);
  CHECK(r.constraints.clocks[0].sources == std::vector<std::string>{"b1/Y"});
  CHECK(r.constraints.clocks[1].sources == std::vector<std::string>{"clk"});     // its driver
  CHECK(r.constraints.clocks[2].sources == std::vector<std::string>{"u/r1/Q"});  // its driver
  CHECK(r.constraints.clocks[3].sources == std::vector<std::string>{"m1/b2/Y"});
  CHECK(r.constraints.clocks[3].name == "m1/o");
  CHECK(r.constraints.clocks[4].sources == std::vector<std::string>{"clk", "clk2"});
}

TEST_CASE("clocks are replaced by name and by source", "[sdc]") {
  auto const r = read(
      "create_clock -period 10 clk\n"
      "set_input_delay 1 -clock clk out\nset_input_delay 1 -clock clk {in[0]}\n"
      "set_output_delay 1 -clock clk out\n"
      "set_false_path -from clk2 -to [get_clocks clk]\nset_false_path -to [get_clocks clk]\n"
      "create_clock -name other -period 8 clk\n");
  REQUIRE(r.constraints.clocks.size() == 1);
  CHECK(r.constraints.clocks[0].name == "other");
  CHECK(r.count("clock replaced") == 1);
  CHECK(r.constraints.arrivals.empty());
  CHECK(r.constraints.required.empty());
  CHECK(r.constraints.exceptions.empty());
  auto const both = read("create_clock -period 10 clk\ncreate_clock -name other -period 8 -add clk\n");
  CHECK(both.constraints.clocks.size() == 2);
  auto const again = read("create_clock -name a -period 10 clk\ncreate_clock -name a -period 8 clk2\n");
  REQUIRE(again.constraints.clocks.size() == 1);
  CHECK(again.constraints.clocks[0].period == 8'000'000);
  CHECK(again.count("clock defined twice") == 1);
}

TEST_CASE("input and output delays by condition and clock edge", "[sdc]") {
  auto const r = read(
      "create_clock -name c -period 10 [get_ports clk]\n"
      "set_input_delay 1.5 -clock c [get_ports {in[0]}]\n"
      "set_input_delay -max 2 -clock c in[1]\n"
      "set_input_delay -min -rise 0.5 -clock c in[1] -network_latency_included\n"
      "set_input_delay 3 -clock [get_clocks c] -clock_fall -add_delay {in[0]} -source_latency_included\n"
      "set_output_delay 2 -clock c -max [get_ports out]\n"
      "set_output_delay -0.25 -clock c -min out\n"
      "set_input_delay 4 [get_pins b1/A]\n");
  CHECK(r.arrival("in[0]", "c")->arrival == same_value(1500));
  CHECK_FALSE(r.arrival("in[0]", "c")->has_insertion);
  CHECK(r.arrival("in[0]", "c", edge::fall)->arrival == same_value(3000));
  CHECK(r.arrival("in[0]", "c", edge::fall)->has_insertion);
  CHECK(r.arrival("in[1]", "c")->arrival == four(500, no_early, 2000, 2000));
  CHECK(r.arrival("in[1]", "c")->has_latency);
  CHECK(r.arrival("b1/A", "")->arrival == same_value(4000));
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
      "set_input_delay 2.5 -clock d -max -add_delay in[0]\n"
      "set_output_delay 1 -clock c out\n"
      "set_output_delay 2 -clock c out -add_delay -max\n"
      "set_output_delay 0.5 -clock c out -add_delay -min\n"
      "set_input_delay 1 -clock c clk\n");
  CHECK(r.arrival("in[0]", "c") == nullptr);
  CHECK(r.arrival("in[0]", "d")->arrival == four(2000, 2000, 3000, 3000));
  CHECK(r.constraints.required.at(0).required == four(-500, -500, -2000, -2000));
  CHECK(r.arrival("clk", "c") == nullptr);
  CHECK(r.count("input delay of a clock at its own source") == 1);
}

TEST_CASE("bare names are ports or pins, lists may hold lists and empty words", "[sdc]") {
  auto const r = read(
      "create_clock -name c -period 10 clk\n"
      "set_input_delay 1 -clock c [list [get_ports clk2] {} [list {in[*]}]]\n"
      "set_input_delay 2 -clock c in\n"
      "set at [lsearch [all_inputs] [get_ports {in[0]}]]\n"
      "set_input_transition 0.5 [lreplace [all_inputs] $at $at \"\"]\n");
  CHECK(r.arrival("clk2", "c")->arrival == same_value(1000));
  CHECK(r.arrival("in[0]", "c")->arrival == same_value(2000));
  CHECK(r.arrival("in[1]", "c")->arrival == same_value(2000));
  for (auto const& s : r.constraints.slews) CHECK(s.slew == same_value(s.pin == "in[0]" ? 0 : 500));
}

TEST_CASE("slews, loads and units", "[sdc]") {
  auto const r = read(
      "set_units -time 1ps -capacitance fF\n"
      "set_input_transition -rise 20 [get_ports in*]\n"
      "set_load -pin_load 4.5 [all_outputs]\n"
      "set_load -max 6 out\n"
      "set_load -wire_load 0.5 out\n"
      "set_load 7 [get_nets n1]\n"
      "set_load -rise 3 clk\n");
  REQUIRE(r.constraints.slews.size() == 5);  // every input, 0 where nothing is said
  for (auto const& s : r.constraints.slews) {
    CHECK(s.slew == (s.pin.starts_with("in") ? four(20, 0, 20, 0) : same_value(0)));
  }
  REQUIRE(r.constraints.loads.size() == 4);
  CHECK(r.constraints.loads[0].pin == "out");
  CHECK(r.constraints.loads[0].load == four(5, 5, 6.5, 6.5));
  CHECK(r.constraints.loads[1].pin == "io");
  CHECK(r.constraints.loads[2].load == four(3, 0, 3, 0));  // a port that only listens has one, too
  CHECK(r.constraints.loads[3].pin == "n1");
  CHECK(r.constraints.loads[3].is_net);
  CHECK(r.count("set_units") == 1);  // the library has ns and pF
  io::sdc_options units;
  units.units = io::sdc_units{1, 10};
  CHECK(read("set_load 2 out", units).constraints.loads[0].load == same_value(20));
}

TEST_CASE("Tcl itself, queries and collections", "[sdc]") {
  auto const r = read(
      "set sdc_version 2.1\n"
      "current_design top\n"
      "set period [expr {2 * 5.0}]\n"
      "proc clock_at {p} { global period\n  create_clock -period $period [get_ports $p] }\n"
      "clock_at clk\n"
      "set data [remove_from_collection [all_inputs] [get_ports clk*]]\n"
      "foreach p $data { set_input_delay 1 -clock clk $p }\n"
      "foreach_in_collection p [get_ports o?t] { set_load 1 $p }\n"
      "append_to_collection ports [get_ports out]\n"
      "append_to_collection -unique ports [get_ports {out clk}]\n"
      "if {[sizeof_collection $ports] != 2} { error ports }\n"
      "if {[get_ports in[1]] ne [get_ports {in[1]}]} { error index }\n"
      "if {[regexp {^(\\w+)\\d$} clk2 all stem] != 1 || $stem ne {clk}} { error regexp }\n"
      "set d [dict create a 1]; array set x {k v}; if {[info exists x(k)]} { incr n }\n"
      "if {[catch {create_clock} message] != 1} { error $message }\n"
      "puts stderr [format %.2f $period]\n");
  CHECK(r.constraints.clocks.at(0).period == 10'000'000);
  CHECK(r.arrival("in[0]", "clk") != nullptr);
  CHECK(r.arrival("in[1]", "clk") != nullptr);
  CHECK(r.arrival("clk2", "clk") == nullptr);
  CHECK(r.constraints.loads.size() == 1);
  CHECK(r.count("puts prints nothing") == 1);
}

TEST_CASE("variables are passed by the caller", "[sdc]") {
  io::sdc_options options;
  options.variables = {{"PERIOD", "4"}, {"PORT", "clk"}};
  auto const r = read(
      "if {![info exists ::env(PERIOD)]} { error period }\n"
      "if {[info exists ::env(HOME)]} { error home }\n"
      "set ::env(OWN) 1; if {$::env(OWN) != 1} { error own }\n"
      "create_clock -period $::env(PERIOD) $env(PORT)\n",
      options);
  CHECK(r.constraints.clocks.at(0).period == 4'000'000);
  CHECK_THAT(
      error_of("\nset x $::env(HOME)"),
      contains("t.sdc:2:1: error: can't read \"::env(HOME)\": the variable was not passed; give its value "
               "by --define HOME=VALUE"));
}

TEST_CASE("several files are one script", "[sdc]") {
  model::diagnostics seen;
  std::vector<io::source> files{io::source::from_text("a.sdc", "set p 3\n"),
                                io::source::from_text("b.sdc", "create_clock -period $p clk\nget_ports x\n")};
  auto const constraints = io::read_sdc(files, netlist(), library(), seen);
  REQUIRE(constraints.clocks.size() == 1);
  CHECK(constraints.file == "a.sdc");
  CHECK(seen.entries().at(0).first == "b.sdc:2:1");
  CHECK(io::read_sdc(std::vector<io::source>{}, netlist(), library(), seen).slews.size() == 5);
}

TEST_CASE("delays count from a reference pin where one is named", "[sdc]") {
  auto const r = read(
      "create_clock -name c -period 10 [get_ports clk]\n"
      "set_input_delay 1 -clock c -reference_pin [get_pins b1/A] in[0]\n"
      "set_input_delay 2 -clock c -reference_pin b1/A -source_latency_included in[1]\n"
      "set_output_delay 2 -clock c -max -reference_pin clk out\nset_output_delay 1 -clock c -min "
      "-reference_pin clk out\n");
  CHECK(r.arrival("in[0]", "c")->arrival == same_value(1000));
  CHECK(r.arrival("in[0]", "c")->reference == "b1/A");
  CHECK(r.arrival("in[1]", "c")->reference == "b1/A");
  CHECK(r.count("beside -reference_pin, ignored") == 1);
  REQUIRE(r.constraints.required.size() == 1);
  CHECK(r.constraints.required[0].reference == "clk");
  CHECK(r.constraints.required[0].required == four(-1000, -1000, -2000, -2000));
  auto const none = read(
      "create_clock -name c -period 10 [get_ports clk]\n"
      "set_input_delay 1 -clock c -reference_pin clk in[0]\nset_input_delay 3 -clock c in[0]\n");
  CHECK(none.arrival("in[0]", "c")->reference.empty());
}

TEST_CASE("in this process and apart the same is read", "[sdc]") {
  std::string const text =
      "create_clock -name c -period 10 -waveform {1 4} clk\ncreate_clock -name v -period 3\n"
      "set_propagated_clock c\nset_clock_latency -source 0.5 c\nset_clock_latency 0.25 -clock c u/r1/CK\n"
      "set_input_delay 1 -clock c in -clock_fall -source_latency_included\nset_output_delay 2 -clock v out\n"
      "set_output_delay 2 -clock c -reference_pin u/r1/CK out -add_delay\n"
      "set_input_transition 0.1 in\nset_driving_cell -lib_cell DFF -pin Q -from_pin CK -rise clk2\n"
      "set_load 1 out\nset_load 2 [get_nets n1]\nset_timing_derate -early 0.9 -cell_check b1\n"
      "set_case_analysis 1 b1/A\nset_false_path -hold -from {c b1} -to {v out}\nset_max_area 0\nset_max_area "
      "0\n";
  io::sdc_options here;
  here.own_process = false;
  auto const one = read(text), two = read(text, here);
  auto const summary = [](result const& r) {
    std::string all = r.constraints.file;
    auto const add = [&all](auto const&... parts) {
      auto const text_of_part = [](auto const& part) -> std::string {
        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(part)>>) {
          return std::to_string(part);
        } else if constexpr (std::is_same_v<std::decay_t<decltype(part)>, per_condition<float>>) {
          return std::to_string(part[0]) + "," + std::to_string(part[1]) + "," + std::to_string(part[2]) +
                 "," + std::to_string(part[3]);
        } else {
          return part;
        }
      };
      ((all += " " + text_of_part(parts)), ...);
    };
    auto const list = [&](std::vector<std::string> const& names) {
      for (auto const& name : names) add(name);
      all += ";";
    };
    for (auto const& c : r.constraints.clocks) {
      add(c.name, c.period, c.rise, c.fall, c.propagated, c.properties.insertion, c.at.line, c.at.column);
      list(c.sources);
    }
    for (auto const& p : r.constraints.clock_pins)
      add(p.pin, p.clock, p.propagated, p.properties.latency, p.at.line);
    for (auto const& a : r.constraints.arrivals)
      add(a.pin, a.clock, static_cast<int>(a.clock_edge), a.arrival, a.has_insertion, a.has_latency,
          a.reference, a.at.line);
    for (auto const& a : r.constraints.required)
      add(a.pin, a.clock, static_cast<int>(a.clock_edge), a.required, a.has_insertion, a.has_latency,
          a.reference, a.at.line);
    for (auto const& s : r.constraints.slews) add(s.pin, s.slew, s.at.line);
    for (auto const& d : r.constraints.driving_cells)
      add(d.port, d.library, d.cell, d.from_pin, d.pin, d.input_slew, static_cast<int>(d.active), d.at.line);
    for (auto const& l : r.constraints.loads) add(l.pin, l.load, l.is_net, l.at.line);
    for (auto const& d : r.constraints.derates)
      add(static_cast<int>(d.of), d.name, d.factor, d.early, d.late, d.rise, d.fall, d.cells, d.nets,
          d.checks, d.clock, d.data, d.at.line);
    for (auto const& c : r.constraints.case_values) add(c.pin, c.value, c.at.line);
    for (auto const& f : r.constraints.exceptions) {
      add(f.setup, f.hold, f.at.line);
      for (auto const* const points : {&f.from, &f.to})
        for (auto const* const names : {&points->pins, &points->instances, &points->clocks}) list(*names);
    }
    for (auto const& d : r.seen.entries()) add(d.kind, d.count, d.first);
    return all;
  };
  CHECK(summary(one) == summary(two));
  CHECK(one.constraints.exceptions.at(0).from.clocks == std::vector<std::string>{"c"});
  CHECK(one.constraints.case_values.size() == 1);
  CHECK(one.seen.entries().at(0).count == 2);
}
