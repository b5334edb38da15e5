#include "test/io/sdc_design.hpp"

using namespace gsta_test::sdc;
using gsta_test::contains;

namespace {

std::string const two_clocks = "create_clock -name c -period 10 clk\ncreate_clock -name d -period 8 clk2\n";

/// The properties of clock c after one more command.
model::clock clock_after(std::string const& command) {
  return read(two_clocks + command).constraints.clocks.at(0);
}

}  // namespace

TEST_CASE("set_clock_latency: every option", "[sdc]") {
  struct row {
    std::string command;
    per_condition<float> insertion, latency;
  };
  auto const none = undefined_arrival();
  for (auto const& [command, insertion, latency] : std::vector<row>{
           {"set_clock_latency 0.5 c", none, same_value(500)},
           {"set_clock_latency -rise 0.5 [get_clocks c]", none, four(500, no_early, 500, no_late)},
           {"set_clock_latency -fall 0.5 c", none, four(no_early, 500, no_late, 500)},
           {"set_clock_latency -min 0.5 c", none, four(500, 500, no_late, no_late)},
           {"set_clock_latency -max -fall -0.5 c", none, four(no_early, no_early, no_late, -500)},
           {"set_clock_latency -source 0.5 c", same_value(500), none},
           {"set_clock_latency -source -early 0.5 c", four(500, 500, no_late, no_late), none},
           {"set_clock_latency -source -late 0.5 c", four(no_early, no_early, 500, 500), none},
           {"set_clock_latency -source -late -rise 0.5 c", four(no_early, no_early, 500, no_late), none},
           {"set_clock_latency -source -max 0.5 c", four(no_early, no_early, 500, 500), none},
           {"set_clock_latency -source -early -late 0.5 {c d}", same_value(500), none},
           {"set_clock_latency -source -early 0.1 c; set_clock_latency -source -late 0.2 c",
            four(100, 100, 200, 200), none},
           {"set_clock_latency -source -early -max 0.5 c", none, none},
       }) {
    INFO(command);
    auto const clock = clock_after(command);
    CHECK(clock.properties.insertion == insertion);
    CHECK(clock.properties.latency == latency);
  }
  CHECK_THAT(error_of(two_clocks + "set_clock_latency -early 0.1 c"),
             contains("-early and -late are for -source"));
}

TEST_CASE("latency and propagation take each other away", "[sdc]") {
  CHECK(clock_after("set_propagated_clock c").propagated);
  CHECK_FALSE(clock_after("set_propagated_clock c; set_clock_latency 1 c").propagated);
  CHECK(clock_after("set_propagated_clock c; set_clock_latency -source 1 c").propagated);
  auto const clock =
      clock_after("set_clock_latency 1 c; set_clock_latency -source 2 c; set_propagated_clock c");
  CHECK(clock.propagated);
  CHECK(clock.properties.latency == undefined_arrival());
  CHECK(clock.properties.insertion == same_value(2000));
  auto const pins = [](std::string const& text) { return read(two_clocks + text).constraints.clock_pins; };
  auto const ideal = pins("set_propagated_clock [get_pins b1/A]; set_clock_latency 1 b1/A");
  REQUIRE(ideal.size() == 1);
  CHECK_FALSE(ideal[0].propagated);
  CHECK(ideal[0].properties.latency == same_value(1000));
  auto const real =
      pins("set_clock_latency 1 b1/A; set_clock_latency 2 b1/A -clock c; set_propagated_clock b1/A");
  REQUIRE(real.size() == 2);
  CHECK(real[0].propagated);
  CHECK(real[0].clock.empty());
  CHECK(real[0].properties.latency == undefined_arrival());
  CHECK(real[1].properties.latency == same_value(2000));  // said of one clock: it stays
  CHECK(pins("set_clock_latency 1 {c d}").empty());  // a clock's own latency is not that of a pin of its name
}

TEST_CASE("values at pins of the clock network", "[sdc]") {
  auto const r = read(two_clocks +
                      "set_clock_latency 0.25 [get_pins u/r1/CK]\n"
                      "set_clock_latency 0.5 -clock d u/r1/CK\n"
                      "set_clock_latency -source -late 0.75 u/r1/CK\n"
                      "set_clock_uncertainty -setup 0.1 [get_pins m1/r2/CK]\n"
                      "set_propagated_clock [get_ports clk]\n");
  auto const& pins = r.constraints.clock_pins;
  REQUIRE(pins.size() == 4);
  CHECK(pins[0].pin == "u/r1/CK");
  CHECK(pins[0].clock.empty());
  CHECK(pins[0].properties.latency == same_value(250));
  CHECK(pins[0].properties.insertion == four(no_early, no_early, 750, 750));
  CHECK(pins[1].clock == "d");
  CHECK(pins[1].properties.latency == same_value(500));
  CHECK(pins[2].properties.setup_uncertainty == 100);
  CHECK(pins[2].properties.hold_uncertainty == math::infinity);
  CHECK(pins[3].pin == "clk");
  CHECK(pins[3].propagated);
  CHECK_FALSE(r.constraints.clocks[0].propagated);
}

TEST_CASE("set_clock_uncertainty and set_clock_transition", "[sdc]") {
  struct row {
    std::string command;
    float setup, hold;
  };
  for (auto const& [command, setup, hold] : std::vector<row>{
           {"set_clock_uncertainty 0.2 c", 200, 200},
           {"set_clock_uncertainty -setup 0.2 [all_clocks]", 200, math::infinity},
           {"set_clock_uncertainty -hold 0.2 c", math::infinity, 200},
           {"set_clock_uncertainty -setup -hold 0.2 c", 200, 200},
           {"set_clock_uncertainty -from c -to d 0.2", math::infinity, math::infinity},
           {"set_clock_uncertainty 0.2 -rise_from c -fall_to d -setup", math::infinity, math::infinity},
       }) {
    INFO(command);
    auto const properties = clock_after(command).properties;
    CHECK(properties.setup_uncertainty == setup);
    CHECK(properties.hold_uncertainty == hold);
  }
  CHECK(clock_after("set_clock_transition 0.1 c").properties.transition == same_value(100));
  CHECK(clock_after("set_clock_transition 0.1 -rise -max c").properties.transition ==
        four(no_early, no_early, 100, no_late));
  CHECK(read("create_clock -name v -period 1; set_clock_transition 1 v").count("virtual clock") == 1);
}

TEST_CASE("set_driving_cell: every option", "[sdc]") {
  auto const r = read(
      "set_driving_cell -lib_cell BUF clk\n"
      "set_driving_cell -lib_cell DFF -library lib -pin Q -from_pin CK -input_transition_rise 0.1 "
      "-input_transition_fall 0.2 -dont_scale -no_design_rule [get_ports clk2]\n"
      "set_driving_cell -lib_cell [get_lib_cells lib/BUF] -pin Y -rise in\n"
      "set_driving_cell -cell LATCH -max {in[0]}\n");
  auto const& cells = r.constraints.driving_cells;
  REQUIRE(cells.size() == 5);
  CHECK(cells[0].port == "clk");
  CHECK(cells[0].cell == "BUF");
  CHECK(cells[0].pin == "Y");
  CHECK(cells[0].from_pin.empty());
  CHECK(cells[0].active == 0b1111);
  CHECK(cells[0].input_slew == same_value(0));
  CHECK(cells[1].library == "lib");
  CHECK(cells[1].pin == "Q");
  CHECK(cells[1].from_pin == "CK");
  CHECK(cells[1].input_slew == four(100, 200, 100, 200));
  CHECK(cells[2].port == "in[1]");
  CHECK(cells[2].active == 0b0101);
  CHECK(cells[3].port == "in[0]");
  CHECK(cells[3].active == 0b0001);  // what -max took away
  CHECK(cells[4].cell == "LATCH");
  CHECK(cells[4].active == 0b1100);
  CHECK(read("set_driving_cell -lib_cell BUF clk; set_driving_cell -lib_cell BUF clk")
            .constraints.driving_cells.size() == 1);
  CHECK(read("set_driving_cell -lib_cell BUF out").count("of an output port") == 1);
  CHECK(read("create_clock -name c -period 1; set_driving_cell -lib_cell BUF -clock c clk")
            .count("not applied: set_driving_cell -clock") == 1);
}

TEST_CASE("set_timing_derate: every option", "[sdc]") {
  auto const one = [](std::string const& options) {
    auto const all = read("set_timing_derate " + options).constraints.derates;
    REQUIRE(all.size() == 1);
    return all[0];
  };
  using scope = model::timing_derate::scope;
  auto const plain = one("-early 0.95");
  CHECK(plain.of == scope::design);
  CHECK(plain.factor == 0.95f);
  CHECK((plain.early && !plain.late && plain.rise && plain.fall && plain.clock && plain.data));
  CHECK((plain.cells && plain.nets && !plain.checks));
  auto const late = one("1.1 -late -clock -cell_delay -rise");
  CHECK((late.late && !late.early && late.rise && !late.fall && late.clock && !late.data));
  CHECK((late.cells && !late.nets && !late.checks));
  auto const check = one("-early -late -data -cell_check -net_delay 1.2 -fall");
  CHECK((check.early && check.late && !check.rise && check.fall && !check.clock && check.data));
  CHECK((!check.cells && check.nets && check.checks));
  auto const instance = one("-late 1.3 [get_cells b1]");
  CHECK(instance.of == scope::instance);
  CHECK(instance.name == "b1");
  CHECK((instance.cells && !instance.nets && !instance.checks));
  auto const cell = one("-late -cell_check 1.3 [get_lib_cells DFF]");
  CHECK(cell.of == scope::library_cell);
  CHECK(cell.name == "DFF");
  CHECK((!cell.cells && cell.checks));
  auto const net = one("-late 1.3 [get_nets n1]");
  CHECK(net.of == scope::net);
  CHECK((!net.cells && net.nets && !net.checks));
  CHECK(read("set_timing_derate -late 1.3 {b1 n1 DFF}").constraints.derates.size() == 3);
  CHECK(read("\n\nset_timing_derate -late 1.3 b1").constraints.derates.at(0).at.line == 3);
  CHECK(read("set_timing_derate -late 1.3 [get_cells m1]")
            .count("set_timing_derate of a module, which has no effect") == 1);
  CHECK_THAT(error_of("set_timing_derate 1.3"), contains("needs -early or -late"));
}

TEST_CASE("set_false_path: its points, its sides, and what is no path", "[sdc]") {
  using names = std::vector<std::string>;
  auto const r = read(two_clocks +
                      "set_false_path -from {c in} -to [get_pins m1/r2/D]\n"
                      "set_false_path -setup -from [get_clocks c] -to [get_clocks d]\n"
                      "set_false_path -hold -to u/r1 -comment x\n"
                      "set_false_path -setup -hold -rise -fall -from [get_ports clk]\n");
  auto const& paths = r.constraints.exceptions;
  REQUIRE(paths.size() == 4);
  CHECK(paths[0].from.clocks == names{"c"});
  CHECK(paths[0].from.pins == names{"in[1]", "in[0]"});
  CHECK(paths[0].to.pins == names{"m1/r2/D"});
  CHECK((paths[0].setup && paths[0].hold));
  CHECK(paths[1].from.clocks == names{"c"});
  CHECK(paths[1].to.clocks == names{"d"});
  CHECK((paths[1].setup && !paths[1].hold));
  CHECK(paths[2].to.instances == names{"u/r1"});
  CHECK((!paths[2].setup && paths[2].hold));
  CHECK(paths[3].from.pins == names{"clk"});
  CHECK((paths[3].setup && paths[3].hold));
  auto const edges =
      read(two_clocks +
           "set_false_path -rise_from c -fall_through b1/A -through [get_nets n1] -fall -to out\n"
           "set_false_path -from d -reset_path\n")
          .constraints.exceptions;
  REQUIRE(edges.size() == 2);
  CHECK((edges[0].from.rise && !edges[0].from.fall));
  CHECK((!edges[0].through.at(0).rise && edges[0].through[0].fall));
  CHECK(edges[0].through.at(1).nets.size() == 1);
  CHECK((!edges[0].rise && edges[0].fall));
  auto const module = read(two_clocks + "set_false_path -from [get_cells m1]");
  CHECK(module.count("set_false_path -from of a module or its pin, which has no effect") == 1);
  CHECK(module.constraints.exceptions.empty());
  auto const nothing = read(two_clocks + "set_false_path -to [get_ports -quiet nothing]");
  CHECK(nothing.constraints.exceptions.empty());
  CHECK(nothing.count("set_false_path -to of an empty list: the command is ignored") == 1);
}

TEST_CASE("case values", "[sdc]") {
  auto const r = read(
      "set_case_analysis 0 [get_ports in]\n"
      "set_case_analysis one {in[0]}\n"
      "set_case_analysis ZERO b1/A\n"
      "set_logic_one clk2\n"
      "set_logic_zero [get_pins m1/n/g]\n"
      "set_case_analysis rising clk\n"
      "set_case_analysis fall b1/Y\n"
      "set_case_analysis 1 m1/b2/A\n"
      "set_case_analysis falling m1/b2/A\n");
  auto const& cases = r.constraints.case_values;
  REQUIRE(cases.size() == 8);
  CHECK((cases[0].pin == "in[1]" && !cases[0].value));
  CHECK((cases[1].pin == "in[0]" && cases[1].value));  // the last one counts
  CHECK((cases[2].pin == "b1/A" && !cases[2].value));
  CHECK((cases[3].pin == "clk" && cases[3].value && cases[3].is_edge && !cases[0].is_edge));
  CHECK((cases[4].pin == "b1/Y" && !cases[4].value && cases[4].is_edge));
  CHECK((cases[5].pin == "m1/b2/A" && !cases[5].value && cases[5].is_edge));  // the last one counts
  CHECK((cases[6].pin == "clk2" && cases[6].value));                          // set_logic_one comes behind
  CHECK((cases[7].pin == "m1/n/l1/G" && !cases[7].value));
  CHECK_THAT(error_of("set_case_analysis 2 clk"), contains("expected 0, 1, zero, one"));
}

TEST_CASE("options that are read and counted", "[sdc]") {
  CHECK(read("set_input_delay 1 -reference_pin b1/A clk2").constraints.arrivals.empty());
  CHECK(read("set_output_delay 1 out").count("without -clock") == 1);
  CHECK(read("set_input_delay 1 out").count("of an output port, ignored") == 1);
  auto const at_input = read(two_clocks + "set_output_delay 1 -clock c clk");
  CHECK(at_input.count("of an input port, ignored") == 1);
  CHECK(at_input.seen.not_applied().count == 0);
  CHECK(at_input.constraints.required.empty());
  CHECK(read("set_input_delay 1 [get_ports -quiet x]").count("set_input_delay of an empty list") == 1);
  auto const slews = read(two_clocks + "set_input_transition 0.1 -clock c -clock_fall in");
  CHECK(slews.count("set_input_transition -clock, ignored") == 1);
  CHECK(slews.seen.not_applied().count == 0);
}
