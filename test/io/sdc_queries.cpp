#include "test/io/sdc_design.hpp"

using namespace gsta_test::sdc;
using gsta_test::contains;

TEST_CASE("queries find objects by name, pattern, level and bus", "[sdc]") {
  struct row {
    std::string query, names;
  };
  for (auto const& [query, names] : std::vector<row>{
           {"get_ports clk", "clk"},
           {"get_ports {in[0] clk*}", "in[0] clk clk2"},
           {"get_ports in", "in[1] in[0]"},
           {"get_ports i?", "in[1] in[0] io"},
           {"get_ports {in[*]}", "in[1] in[0]"},
           {"get_ports {in\\[1\\]}", "in[1]"},
           {"get_ports in[1]", "in[1]"},
           {"get_ports", "clk clk2 in[1] in[0] out io"},
           {"get_ports -regexp {clk|o.*}", "clk out"},
           {"get_ports -regexp -nocase {CLK\\d}", "clk2"},
           {"get_ports -regexp {in\\[[01]\\]}", "in[1] in[0]"},
           {"get_ports -nocase CL*2", "clk2"},
           {"get_ports -quiet x*", ""},
           {"get_ports [get_ports clk]", "clk"},
           {"get_ports -of_objects [get_nets clk]", "clk"},
           {"get_cells *", "m1 b1 u/r1 p1"},
           {"get_cells */*", "m1/n u/r1 m1/r2 m1/b2"},
           {"get_cells m1/*", "m1/n m1/r2 m1/b2"},
           {"get_cells m1/n/l1", "m1/n/l1"},
           {"get_cells u/r*", "u/r1"},
           {"get_cells u\\\\/r1", "u/r1"},
           {"get_cells -hierarchical r2", "m1/r2"},
           {"get_cells -hierarchical *1", "m1 b1 u/r1 m1/n/l1 p1"},
           {"get_cells -hierarchical n/l1", "m1/n/l1"},
           {"get_cells -regexp {m1/.2}", "m1/r2 m1/b2"},
           {"get_cells -of_objects [get_pins {b1/A p1/Y}]", "b1 p1"},
           {"get_cells -of_objects [get_nets n1]", "b1 u/r1 p1"},
           {"get_pins b1/*", "b1/A b1/Y"},
           {"get_pins */A", "b1/A p1/A[1] p1/A[0]"},
           {"get_pins m1/r2/CK", "m1/r2/CK"},
           {"get_pins */*/A", "m1/b2/A"},
           {"get_pins p1/A", "p1/A[1] p1/A[0]"},
           {"get_pins {p1/A[1]}", "p1/A[1]"},
           {"get_pins m1/d", "m1/d"},
           {"get_pins m1/*", "m1/d m1/ck m1/o"},
           {"get_pins -hierarchical */G", "m1/n/l1/G"},
           {"get_pins -hierarchical CK", "u/r1/CK m1/r2/CK"},
           {"get_pins -of_objects [get_cells b1]", "b1/A b1/Y"},
           {"get_pins -of_objects [get_nets n1]", "b1/Y u/r1/D p1/A[0]"},
           {"get_pins -of_objects [get_cells b1] -filter direction==output", "b1/Y"},
           {"get_nets n1", "n1"},
           {"get_nets m1/d", "q1"},
           {"get_nets m1/*", "clk m1/q q1"},
           {"get_nets -of_objects [get_pins b1/A]", "in[0]"},
           {"get_nets -of_objects [get_ports clk]", "clk"},
           {"get_nets -of_objects [get_cells b1]", "in[0] n1"},
           {"get_clocks *", "c v"},
           {"get_clocks c", "c"},
           {"get_clocks -regexp {[a-c]}", "c"},
           {"get_lib_cells */B*", "BUF"},
           {"get_lib_cells lib/DFF", "DFF"},
           {"get_lib_cells -of_objects [get_cells u/r1]", "DFF"},
           {"get_lib_pins BUF/*", "BUF/A BUF/Y"},
           {"get_lib_cells -of_objects [get_lib_pins BUF/A]", "BUF"},
           {"get_ports -quiet cl*lk", ""},  // what stands before a star is not taken again behind it
           {"get_lib_pins lib/DFF/Q", "DFF/Q"},
           {"get_libs *", "lib"},
           {"all_inputs", "clk clk2 in[1] in[0] io"},
           {"all_inputs -no_clocks", "clk2 in[1] in[0] io"},
           {"all_outputs", "out io"},
           {"all_clocks", "c v"},
           {"all_registers", "u/r1 m1/r2 m1/n/l1"},
           {"all_registers -edge_triggered", "u/r1 m1/r2"},
           {"all_registers -level_sensitive -cells", "m1/n/l1"},
           {"all_registers -clock_pins", "u/r1/CK m1/r2/CK m1/n/l1/G"},
           {"all_registers -data_pins", "u/r1/D m1/r2/D m1/n/l1/D"},
           {"all_registers -async_pins", "u/r1/RN m1/r2/RN"},
           {"all_registers -edge_triggered -output_pins", "u/r1/Q m1/r2/Q"},
       }) {
    INFO(query);
    CHECK(names_of(query) == names);
  }
}

TEST_CASE("data pins of registers are those with any check of setup or hold", "[sdc]") {
  using type = model::timing_type;
  for (auto const kind : {type::setup_rising, type::setup_falling, type::hold_rising, type::hold_falling,
                          type::removal_rising}) {
    auto cells = library();
    for (auto& cell : cells.cells) {
      for (auto& pin : cell.pins) {
        if (pin.name == "D") pin.timing.at(0).type = kind;
      }
    }
    model::diagnostics seen;
    auto const file =
        io::source::from_text("t.sdc", "set_load [sizeof_collection [all_registers -data_pins]] out");
    auto const read = io::read_sdc(file, netlist(), cells, seen);
    CHECK(read.loads.at(0).load == same_value(kind == type::removal_rising ? 0.0f : 3000.0f));
  }
}

TEST_CASE("filters", "[sdc]") {
  struct row {
    std::string query, names;
  };
  for (auto const& [query, names] : std::vector<row>{
           {"get_ports -filter direction==input", "clk clk2 in[1] in[0]"},
           {"get_ports -filter {direction == in && name =~ clk*}", "clk clk2"},
           {"get_ports -filter {direction!=input}", "out io"},
           {"get_ports -filter {!(direction==input || direction==inout)}", "out"},
           {"get_ports -filter {name!~*clk* and direction==input}", "in[1] in[0]"},
           {"get_ports -filter {is_clock}", "clk"},
           {"get_cells -hierarchical * -filter {ref_name=~*FF}", "u/r1 m1/r2"},
           {"get_cells -hierarchical * -filter {@is_hierarchical==true}", "m1 m1/n"},
           {"get_cells -hier * -filter {is_sequential && full_name=~m1/*}", "m1/r2 m1/n/l1"},
           {"get_pins */* -filter {name==\"CK\"}", "u/r1/CK"},
           {"get_clocks * -filter {period>3}", "v"},
           {"get_clocks * -filter {period<=2.0}", "c"},
           {"filter_collection [get_ports *] {direction==output}", "out"},
       }) {
    INFO(query);
    CHECK(names_of(query) == names);
  }
  for (std::string const filter : {"direction", "==", "direction==", "direction==input &&", "(name==a",
                                   "name==a)", "!", "", "name>3", "direction=input", "\"a"}) {
    INFO(filter);
    bool const is_truth = filter == "direction";  // an attribute alone is a question
    CHECK(error_of("get_ports * -filter {" + filter + "}").empty() == is_truth);
  }
  CHECK_THAT(error_of("get_ports * -filter {colour==red}"), contains("unknown attribute \"colour\""));
  CHECK_THAT(error_of("get_ports * -filter {" + std::string(200, '(') + "}"), contains("nested too deep"));
}

TEST_CASE("attributes", "[sdc]") {
  struct row {
    std::string command, text;
  };
  for (auto const& [command, text] : std::vector<row>{
           {"get_property [get_ports clk] full_name", "clk"},
           {"get_property [get_ports io] direction", "bidirect"},
           {"get_attribute [get_cells m1/r2] name", "r2"},
           {"get_attribute [get_cells u/r1] name", "u/r1"},
           {"get_attribute [get_cells m1/r2] ref_name", "DFF"},
           {"get_attribute [get_cells m1] ref_name", "MID"},
           {"get_attribute [get_pins m1/r2/CK] name", "CK"},
           {"get_attribute [get_pins m1/r2/CK] full_name", "m1/r2/CK"},
           {"get_attribute [get_pins m1/r2/D] net_name", "q1"},
           {"get_attribute [get_pins m1/r2/D] lib_pin_name", "D"},
           {"get_attribute -quiet [get_ports clk] lib_pin_name", ""},
           {"get_attribute [get_clocks v] period", "4"},
           {"get_attribute [get_clocks v] waveform", "0 2"},
           {"get_attribute [get_clocks c] sources", "clk"},
           {"get_attribute [get_clocks c] is_propagated", "0"},
           {"get_attribute -quiet [get_ports clk] colour", ""},
           {"get_object_name [get_ports {in[0]}]", "in[0]"},
           {"get_full_name [get_pins b1/A]", "b1/A"},
           {"sizeof_collection [get_ports *]", "6"},
           {"get_object_name [index_collection [get_ports *] 1]", "clk2"},
           {"get_object_name [index_collection [get_ports *] 0 1]", "clk clk2"},
           {"get_object_name [sort_collection [get_ports {out clk io}] name]", "clk io out"},
           {"get_object_name [sort_collection -descending [get_ports {out clk io}] name]", "out io clk"},
           {"get_object_name [add_to_collection [get_ports clk] [get_ports io]]", "clk io"},
           {"get_object_name [remove_from_collection [get_ports *] {in clk*}]", "out io"},
           {"get_object_name [remove_from_collection -intersect [get_ports *] [get_ports c*]]", "clk clk2"},
           {"get_object_name [copy_collection [get_ports clk]]", "clk"},
           {"current_design", "top"},
       }) {
    INFO(command);
    CHECK(text_of(command) == text);
  }
  CHECK_THAT(error_of("get_property [get_ports clk] colour"), contains("a port has no attribute \"colour\""));
  CHECK_THAT(error_of("index_collection [get_ports *] 6"), contains("expected a position below 6"));
}

TEST_CASE("current_instance is where names begin", "[sdc]") {
  CHECK(names_of("current_instance m1; get_cells *") == "m1/n m1/r2 m1/b2");
  CHECK(names_of("current_instance m1; get_pins r2/CK") == "m1/r2/CK");
  CHECK(names_of("current_instance m1; get_pins -hierarchical G") == "m1/n/l1/G");
  CHECK(names_of("current_instance m1; current_instance n; get_cells l*") == "m1/n/l1");
  CHECK(names_of("current_instance m1/n; current_instance ..; get_nets q") == "m1/q");
  CHECK(names_of("current_instance m1/n; current_instance; get_cells b1") == "b1");
  CHECK(names_of("current_instance m1; get_ports clk") == "clk");
  CHECK(text_of("current_instance m1/n") == "m1/n");
  CHECK_THAT(error_of("current_instance b1"), contains("there is no hierarchical cell \"b1\""));
}

TEST_CASE("a handle is of its own kind", "[sdc]") {
  // The port clk, its net and a clock of its name are three things.
  CHECK(text_of("expr {[get_ports clk] eq [get_nets clk]}") == "0");
  CHECK(text_of("expr {[get_ports clk] eq [get_ports cl?]}") == "1");
  CHECK(text_of("expr {[lindex [get_ports clk*] 0] eq [get_ports clk]}") == "1");
  CHECK(text_of("lsearch [all_inputs] [get_ports {in[0]}]") == "3");
  CHECK_THAT(error_of("set_input_delay 1 [get_cells b1]"),
             contains("expected a port or pin, found the cell \"b1\""));
  CHECK_THAT(
      error_of("create_clock -period 1 clk; set x [get_clocks clk]; create_clock -name d -period 1 clk; "
               "set_propagated_clock $x"),
      contains("the clock \"clk\" was removed"));
  auto const r = read("create_clock -period 1 clk; set_false_path -from [get_ports clk]");
  CHECK(r.constraints.exceptions.at(0).from.pins == std::vector<std::string>{"clk"});
  CHECK(r.constraints.exceptions.at(0).from.clocks.empty());
  CHECK_THAT(error_of("error [get_ports clk]"), contains("error: clk"));
}

TEST_CASE("a library without the cell: its pins are those that are connected", "[sdc]") {
  auto design = netlist();
  design.instances.emplace_back();
  design.instances.back().cell = "BLACK";
  design.instances.back().name = "x1";
  design.instances.back().connections = {{"I", "clk", {}}, {"O", "n9", {}}};
  model::diagnostics seen;
  auto const constraints =
      io::read_sdc(io::source::from_text(
                       "t.sdc", "create_clock -name c -period 1 [get_pins x1/O]\nset_case_analysis 1 x1/I\n"),
                   design, library(), seen);
  CHECK(constraints.clocks.at(0).sources == std::vector<std::string>{"x1/O"});
  CHECK(constraints.case_values.size() == 1);
}
