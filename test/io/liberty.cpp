#include "gsta/io/liberty.hpp"

#include <string>
#include <vector>

#include "test/io/texts.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using gsta_test::counted;
using gsta_test::text;
using gsta_test::with;
using model::axis_variable;

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

/// A library of one cell C with what is given in it.
std::string cell_with(std::string const& inside) {
  return "library (l) { capacitive_load_unit (1, ff); time_unit : \"1ps\"; cell (C) {" + inside + "} }";
}

}  // namespace

TEST_CASE("a library's cells, pins and tables are read") {
  auto const library = read(gsta_test::small_library);
  CHECK(library.name == "demo");
  CHECK(library.file == "x");
  REQUIRE(library.cells.size() == 2);
  REQUIRE(library.find_cell("DFF") == &library.cells[1]);
  CHECK(library.find_cell("none") == nullptr);

  auto const* const y = library.find_cell("INV")->find_pin("Y");
  REQUIRE(y != nullptr);
  CHECK(y->direction == model::direction::output);
  CHECK(y->function == "!A");
  REQUIRE(y->timing.size() == 1);
  auto const& arc = y->timing[0];
  CHECK(arc.related_pins == std::vector<std::string>{"A"});
  CHECK(arc.sense == model::timing_sense::negative_unate);
  CHECK(arc.type == model::timing_type::combinational);
  CHECK(arc.line == 24);
  CHECK(arc.delay[1].empty());
}

TEST_CASE("tables inherit their template's axes and are scaled to ps and fF") {
  auto const library = read(gsta_test::small_library);
  auto const& arc = library.find_cell("INV")->find_pin("Y")->timing[0];
  CHECK(arc.delay[0].variable_1 == axis_variable::input_slew);
  CHECK(arc.delay[0].variable_2 == axis_variable::output_load);
  CHECK(arc.delay[0].index_1 == std::vector<float>{10, 20});
  CHECK(arc.delay[0].index_2 == std::vector<float>{1, 2, 4});
  CHECK(arc.delay[0].values == std::vector<float>{1000, 2000, 3000, 4000, 5000, 6000});
  CHECK(arc.transition[0].variable_1 == axis_variable::none);
  CHECK(arc.transition[0].index_1.empty());
  CHECK(arc.transition[0].values == std::vector<float>{500});

  auto const& setup = library.find_cell("DFF")->find_pin("D")->timing[0];
  CHECK(setup.type == model::timing_type::setup_rising);
  CHECK(setup.type_text == "setup_rising");
  CHECK(setup.constraint[0].variable_1 == axis_variable::related_slew);
  CHECK(setup.constraint[0].variable_2 == axis_variable::constrained_slew);
  CHECK(setup.constraint[0].index_2 == std::vector<float>{10, 20});
}

TEST_CASE("every unit of time and capacitance is scaled") {
  auto const value = [](std::string const& unit) {
    auto const library = read(with(gsta_test::small_library, "\"1ns\"", unit));
    return library.cells[0].pins[1].timing[0].transition[0].values[0];
  };
  CHECK(value("\"1ps\"") == 0.5F);
  CHECK(value("10ps") == 5.0F);
  CHECK(value("\"100ps\"") == 50.0F);
  CHECK(value("100fs") == 0.05F);
  CHECK(value("1us") == 0.5e6F);
  CHECK(value("1ms") == 0.5e9F);
  CHECK(value("1s") == 0.5e12F);
  auto const farads = [](std::string const& unit) {
    return read(with(gsta_test::small_library, "(1, pf)", unit)).cells[0].pins[0].capacitance[0][0];
  };
  CHECK(farads("(1, pf)") == 1.5F);
  CHECK(farads("(10,ff)") == 0.015F);
  CHECK(farads("(\"1\" \"ff\")") == 0.0015F);
}

TEST_CASE("a table's own axes come before its template's, in either order of the variables") {
  auto const library =
      read(with(gsta_test::small_library,
                "{ values (\"1, 2, 3\", \\\n                                        \"4, 5, 6\"); }",
                "{ index_2 (\"5, 6\"); values (\"1 2\", \"3 4\"); }"));
  CHECK(library.cells[0].pins[1].timing[0].delay[0].index_2 == std::vector<float>{5000, 6000});
  CHECK(library.cells[0].pins[1].timing[0].delay[0].values.size() == 4);

  auto const swapped = read(with(with(gsta_test::small_library, "variable_1 : input_net_transition",
                                      "variable_2 : input_net_transition"),
                                 "variable_2 : total_output", "variable_1 : total_output"));
  auto const& table = swapped.cells[0].pins[1].timing[0].delay[0];
  CHECK(table.variable_1 == axis_variable::output_load);
  CHECK(table.index_1 == std::vector<float>{10, 20});
  CHECK(table.index_2 == std::vector<float>{1, 2, 4});
}

TEST_CASE("a template of one variable makes tables of one axis") {
  auto const library = read(
      "library (l) { capacitive_load_unit (1, ff); time_unit : 1ps;"
      "lu_table_template (t) { variable_1 : total_output_net_capacitance; index_1 (\"1, 2\"); }"
      "cell (C) { pin (Y) { direction : output; timing () { related_pin : A; cell_fall (t) { values (\"3, "
      "4\"); } } } } }");
  auto const& table = library.cells[0].pins[0].timing[0].delay[1];
  CHECK(table.variable_1 == axis_variable::output_load);
  CHECK(table.variable_2 == axis_variable::none);
  CHECK(table.index_1 == std::vector<float>{1, 2});
  CHECK(table.index_2.empty());
  CHECK(table.values == std::vector<float>{3, 4});
}

TEST_CASE("pin capacitances go from the library's default to an edge's range") {
  auto const capacitance = [](std::string const& inside) {
    auto const library = read("library (l) { cell (C) { pin (A) { direction : input; " + inside +
                              " } } capacitive_load_unit (1, ff); default_input_pin_cap : 7; }");
    auto const& c = library.cells[0].pins[0].capacitance;
    return std::vector<float>{c[0][0], c[0][1], c[1][0], c[1][1]};
  };
  CHECK(capacitance("") == std::vector<float>{7, 7, 7, 7});
  CHECK(capacitance("capacitance : 1;") == std::vector<float>{1, 1, 1, 1});
  CHECK(capacitance("rise_capacitance : 2; capacitance : 1;") == std::vector<float>{2, 1, 2, 1});
  CHECK(capacitance("fall_capacitance_range (3, 4); rise_capacitance : 2; capacitance : 1;") ==
        std::vector<float>{2, 3, 2, 4});
}

TEST_CASE("attributes of timing groups and pins are kept") {
  auto const library = read(
      cell_with("pin (A, B) { direction : input; clock : true }"
                "pin (\"Y\") { direction : \"output\"; timing () { related_pin : \"A  B\"; when : \"!C\";"
                "sdf_cond : \"C == 0\"; timing_type : rising_edge; timing_sense : non_unate;"
                "cell_rise (scalar) { values (\"1\") } } timing() { related_pin : C;"
                "timing_type : min_pulse_width; rise_constraint (scalar) { values (\"1\") } } }"));
  REQUIRE(library.cells[0].pins.size() == 3);
  CHECK(library.cells[0].pins[0].name == "A");
  CHECK(library.cells[0].pins[1].name == "B");
  CHECK(library.cells[0].pins[1].is_clock);
  auto const& groups = library.cells[0].pins[2].timing;
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].related_pins == std::vector<std::string>{"A", "B"});
  CHECK(groups[0].when == "!C");
  CHECK(groups[0].sdf_cond == "C == 0");
  CHECK(groups[0].type == model::timing_type::rising_edge);
  CHECK(groups[0].sense == model::timing_sense::non_unate);
  CHECK(groups[1].type == model::timing_type::min_pulse_width);
  CHECK(groups[1].type_text == "min_pulse_width");
}

TEST_CASE("comments, continuations, expressions and groups of no interest are passed over") {
  auto const library = read(
      "// first line\n library (l) { /* a { b */ define (x, cell, string); capacitive_load_unit (1,ff);\n"
      "voltage_map (VDD, 1.0); input_voltage (c) { vil : 0.3 * VDD ; vih : VDD - 0.1 } // 0.5 }\n"
      "nom_voltage : 1.0 /* volt */; bus_naming_style : \"%s[%d]\";\n"
      "power_lut_template (p) { variable_1 : input_transition_time; index_1 (\"1\"); }\n"
      "cell (C) { leakage_power () { when : \"A\"; value : 1; } values_of_no_interest (1, \\\n 2);\n"
      "pin (A) { direction : input; internal_power () { rise_power (p) { values (\"x\"); } } } } }\n");
  CHECK(library.cells[0].pins.size() == 1);
}

TEST_CASE("what timing could use and is not supported is counted, with its first place") {
  model::diagnostics seen;
  auto const library = read(
      "library (l) { delay_model : polynomial;\n"
      "lu_table_template (t) { variable_1 : output_net_length; index_1 (\"1, 2\"); }\n"
      "cell (C) { pin (O) { direction : output; } }\n"
      "cell (C) { bus (D) { } bundle (E) { }\n"
      "statetable (\"D\", \"Q\") { } ff (I, J) { clocked_on : A; clocked_on_also : B; }\n"
      "pin (Y) { direction : output; state_function : A;\n"
      "timing () { related_pin : A; cell_rise (t) { values (\"1, 2\"); } }\n"
      "timing () { related_pin : A; output_current_rise () { } }\n"
      "timing () { related_pin : A; ocv_sigma_cell_rise (t) { } } } } }",
      seen);
  CHECK(library.cells.size() == 1);
  CHECK(library.cells[0].pins[0].name == "Y");
  CHECK(library.cells[0].pins[0].timing.size() == 3);
  CHECK(counted(seen, "delay_model") == 1);
  CHECK(counted(seen, "table over variables") == 1);
  CHECK(counted(seen, "cell defined twice") == 1);
  CHECK(counted(seen, "bus without bits") == 1);
  CHECK(counted(seen, "bundle without bits") == 1);
  CHECK(counted(seen, "statetable") == 1);
  CHECK(counted(seen, "second clock of a state") == 1);
  CHECK(counted(seen, "state_function") == 1);
  CHECK(counted(seen, "(CCS) tables only") == 1);
  CHECK(counted(seen, "OCV table") == 1);
  CHECK(counted(seen, "without a table") == 2);
  CHECK(counted(seen, "capacitive_load_unit") == 1);
  for (auto const& d : seen.entries()) {
    if (d.kind.find("bus without") == 0) CHECK(d.first == "x:4:12");
  }
}
