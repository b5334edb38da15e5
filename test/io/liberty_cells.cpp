#include <string>
#include <vector>

#include "gsta/io/liberty.hpp"
#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::counted;
using gsta_test::error_of;
using gsta_test::text;

namespace {

model::library read(std::string const& content, model::diagnostics& seen) {
  return io::read_liberty(text(content), seen);
}
model::library read(std::string const& content) {
  model::diagnostics seen;
  auto result = read(content, seen);
  CHECK(seen.entries().empty());
  return result;
}
std::string library_of(std::string const& attributes, std::string const& cell = "") {
  return "library (l) { capacitive_load_unit (1, ff); " + attributes + " cell (C) { " + cell + " } }";
}

}  // namespace

TEST_CASE("the states of a cell are kept") {
  auto const library = read(library_of(
      "",
      "ff (\"IQ\",\"IQ_N\") { clocked_on : \"!CLK_N\"; next_state : \"(D & E) | (IQ & !E)\"; clear : "
      "\"!RESET_B\"; preset : \"!SET_B\"; clear_preset_var1 : L; power_down_function : \"!VPWR\"; }"
      "latch (M) { enable : \"GATE\"; data_in : \"IQ\"; }"));
  auto const& states = library.cells[0].states;
  REQUIRE(states.size() == 2);
  CHECK_FALSE(states[0].is_latch);
  CHECK(states[0].state == "IQ");
  CHECK(states[0].inverted_state == "IQ_N");
  CHECK(states[0].clock == "!CLK_N");
  CHECK(states[0].data == "(D & E) | (IQ & !E)");
  CHECK(states[0].clear == "!RESET_B");
  CHECK(states[0].preset == "!SET_B");
  CHECK(states[1].is_latch);
  CHECK(states[1].state == "M");
  CHECK(states[1].inverted_state.empty());
  CHECK(states[1].clock == "GATE");
  CHECK(states[1].data == "IQ");
}

TEST_CASE("power and ground pins are kept by name, apart from the others") {
  auto const library =
      read(library_of("",
                      "pg_pin (VPWR) { voltage_name : \"VPWR\"; pg_type : \"primary_power\"; }"
                      "pg_pin (VGND) { pg_type : \"primary_ground\"; }"
                      "pin (A) { direction : input; related_power_pin : VPWR; }"));
  CHECK(library.cells[0].supply_pins == std::vector<std::string>{"VPWR", "VGND"});
  REQUIRE(library.cells[0].pins.size() == 1);
  CHECK(library.cells[0].pins[0].name == "A");
  // A cell may have no other pins, or none at all.
  CHECK(read(library_of("", "pg_pin (VPWR) { }")).cells[0].pins.empty());
  CHECK(read(library_of("", "area : 1;")).cells[0].supply_pins.empty());
}

TEST_CASE("clock gates and three-state outputs are kept, a test_cell is passed over") {
  using model::clock_gate_pin;
  auto const library = read(
      library_of("",
                 "clock_gating_integrated_cell : \"latch_posedge\";"
                 "pin (CLK) { direction : input; clock : true; clock_gate_clock_pin : true; }"
                 "pin (GATE) { direction : input; clock_gate_enable_pin : \"true\"; }"
                 "pin (SE) { direction : input; clock_gate_test_pin : true; clock_gate_enable_pin : false; }"
                 "pin (GCLK) { direction : output; clock_gate_out_pin : true; three_state : \"!TE\"; }"
                 "test_cell () { pin (SE) { direction : input; } ff (IQ, IQN) { next_state : D; } }"));
  auto const& cell = library.cells[0];
  CHECK(cell.clock_gate == "latch_posedge");
  REQUIRE(cell.pins.size() == 4);
  CHECK(cell.states.empty());
  CHECK(cell.pins[0].gate_role == clock_gate_pin::clock);
  CHECK(cell.pins[1].gate_role == clock_gate_pin::enable);
  CHECK(cell.pins[2].gate_role == clock_gate_pin::test);
  CHECK(cell.pins[3].gate_role == clock_gate_pin::output);
  CHECK(cell.pins[3].three_state == "!TE");
}

TEST_CASE("thresholds are fractions of the supply, and 50, 20 and 80 percent without any") {
  auto const none = read(library_of("")).thresholds;
  for (int e = 0; e < 2; ++e) {
    CHECK(none.delay[e] == 0.5F);
    CHECK(none.output_delay[e] == 0.5F);
    CHECK(none.slew_lower[e] == 0.2F);
    CHECK(none.slew_upper[e] == 0.8F);
  }
  CHECK(none.slew_derate == 1);
  auto const own =
      read(library_of("slew_upper_threshold_pct_fall : 70.00; slew_lower_threshold_pct_rise : 10.0\n"
                      "slew_lower_threshold_pct_fall : 30; slew_upper_threshold_pct_rise : \"90\";"
                      "input_threshold_pct_rise : 40; input_threshold_pct_fall : 60;"
                      "output_threshold_pct_rise : 45; output_threshold_pct_fall : 55;"
                      "slew_derate_from_library : 0.5;"))
          .thresholds;
  CHECK(own.delay[0] == 0.4F);
  CHECK(own.delay[1] == 0.6F);
  CHECK(own.output_delay[0] == 0.45F);
  CHECK(own.output_delay[1] == 0.55F);
  CHECK(own.slew_lower[0] == 0.1F);
  CHECK(own.slew_lower[1] == 0.3F);
  CHECK(own.slew_upper[0] == 0.9F);
  CHECK(own.slew_upper[1] == 0.7F);
  CHECK(own.slew_derate == 0.5F);
}

TEST_CASE("units are read in either order and case, and kept") {
  auto const library = read(
      "library (l) { capacitive_load_unit (FF, 10); time_unit : \"100PS\"; cell (C) {"
      "pin (A) { direction : output; capacitance : .5; } } }");
  CHECK(library.time_unit_ps == 100);
  CHECK(library.capacitance_unit_ff == 10);
  CHECK(library.cells[0].pins[0].capacitance[1][1] == 5);
}

TEST_CASE("output pins have their own, or the library's default, capacitance") {
  auto const library =
      read(library_of("default_output_pin_cap : 3; default_inout_pin_cap : 4;",
                      "pin (Y) { direction : output; } pin (Z) { direction : output; "
                      "capacitance : 1; } pin (P) { direction : inout; } pin (N) { direction : "
                      "internal; }"));
  float const wanted[] = {3, 1, 4, 0};
  for (std::size_t i = 0; i < 4; ++i) CHECK(library.cells[0].pins[i].capacitance[0][1] == wanted[i]);
}

TEST_CASE("every kind of check that the model does not name keeps its text") {
  for (std::string const name : {"skew_rising", "skew_falling", "nochange_high_low", "max_clock_tree_path",
                                 "min_clock_tree_path", "retaining"}) {
    auto const library = read(
        library_of("", "pin (A) { direction : input; timing () { related_pin : B; timing_type : " + name +
                           "; rise_constraint (scalar) { values (\"1\"); } } }"));
    auto const& group = library.cells[0].pins[0].timing[0];
    CHECK(group.type == model::timing_type::other);
    CHECK(group.type_text == name);
  }
}

TEST_CASE("numbers, lists and line ends are as they are in the field") {
  model::diagnostics seen;
  auto const library = read(
      "library (l) {\n time_unit : 1ps\n capacitive_load_unit (1 ff)\n"
      " lu_table_template (t) {\n variable_1 : input_net_transition\n index_1 (\"1., 2 , 3e1\")\n }\n"
      " define_group (mine, library) ; define (\"a\", \"cell\", float)\n"
      " k_process_cell_rise : 0.5 ; input_voltage (cmos) { vil : 0.3 * VDD; vimax : VDD + 0.5 ; }\n"
      " wire_load (\"w\") { fanout_length (\"1\", \"2.0\"); }\n voltage_map (\"VDD\", 1.1)\n"
      " cell (C) {\n area : 1.5\n pin (Y) { direction : output\n timing () { related_pin : \"A\"\n"
      " cell_rise (\"t\") { values ( \\\n \"1., \\\n .5,\" , \\\n \"-2.5e-1\" \\\n ) }\n"
      " cell_fall (t) { values (1 2 +3) } } } } }",
      seen);
  CHECK(seen.entries().size() == 1);
  CHECK(counted(seen, "wire_load") == 1);
  auto const& group = library.cells[0].pins[0].timing[0];
  CHECK(group.delay[0].index_1 == std::vector<float>{1, 2, 30});
  CHECK(group.delay[0].values == std::vector<float>{1, 0.5F, -0.25F});
  CHECK(group.delay[1].values == std::vector<float>{1, 2, 3});
}

TEST_CASE("limits of pins, and the library's where a pin says nothing") {
  auto const library = read(library_of(
      "time_unit : 1ns; default_max_transition : 2; default_max_capacitance : 3;"
      "default_max_fanout : 4; default_fanout_load : 5;",
      "pin (A) { direction : input; max_transition : 1.5; fanout_load : 2; }"
      "pin (Y) { direction : output; max_capacitance : 7; }"
      "pin (C) { direction : input; min_pulse_width_high : 1; min_pulse_width_low : 2; min_period : 3;"
      "min_pulse_width () { constraint_high : 1.25; constraint_low : 1; when : A; }"
      "minimum_period () { constraint : 4; } }"));
  auto const& pins = library.cells[0].pins;
  constexpr float no = math::infinity;
  CHECK(pins[0].rules.max_transition == 1500);
  CHECK(pins[0].rules.max_capacitance == no);
  CHECK(pins[0].rules.max_fanout == no);
  CHECK(pins[0].rules.fanout_load == 2);
  CHECK(pins[1].rules.max_transition == 2000);
  CHECK(pins[1].rules.max_capacitance == 7);
  CHECK(pins[1].rules.max_fanout == 4);
  CHECK(pins[1].rules.fanout_load == 5);
  CHECK(pins[2].rules.max_transition == no);
  CHECK(pins[2].rules.min_pulse_width[0] == 1250);
  CHECK(pins[2].rules.min_pulse_width[1] == 2000);
  CHECK(pins[2].rules.min_period == 4000);
}

TEST_CASE("variables are passed over, but counted") {
  model::diagnostics seen;
  auto const library = read(library_of("VDD = 1.1; VSS=0.0\n high = VDD + 0.5;",
                                       "pin (A) { direction : input; capacitance = 9; capacitance : 1; }"),
                            seen);
  CHECK(library.cells[0].pins[0].capacitance[0][0] == 1);
  CHECK(counted(seen, "variable (name = value)") == 4);
}

TEST_CASE("tables over unknown variables and pins' own limits are counted and left out") {
  model::diagnostics seen;
  auto const library =
      read(library_of(
               "lu_table_template (three) { variable_1 : input_net_transition; variable_2 : "
               "total_output_net_capacitance; variable_3 : output_net_length;"
               "index_1 (\"1\"); index_2 (\"1\"); index_3 (\"1, 2\"); }",
               "pin (Y) { direction : output; timing () { related_pin : A; cell_rise (three) { values (\"1, "
               "2\"); } cell_fall (scalar) { values (\"1\"); } }"
               "slew_lower_threshold_pct_rise : 10; fall_capacitance_range (2, 1); }"),
           seen);
  CHECK(library.cells[0].pins[0].timing[0].delay[0].empty());
  CHECK(library.cells[0].pins[0].timing[0].gap == model::table_gap::unknown_axis);
  CHECK(library.cells[0].pins[0].timing[0].delay[1].values.size() == 1);
  CHECK(counted(seen, "table over variables") == 1);
  CHECK(counted(seen, "threshold of a single pin") == 1);
  CHECK(counted(seen, "whose first value is the larger") == 1);
}
