// What module instances and their pins are to commands, and queries that go along nets and cells.
#include "test/io/sdc_design.hpp"

using namespace gsta_test::sdc;
using gsta_test::contains;

namespace {

using names = std::vector<std::string>;
std::string const module_clocks =
    "create_clock -name c -period 10 clk\ncreate_clock -name d -period 8 clk2\n";

/// The cells with arcs: A -> Y, CK -> Q, G -> Q, D -> Q.
model::library library_with_arcs() {
  auto made = library();
  auto const arc = [&](char const* cell, char const* from, char const* to, model::timing_type type) {
    auto& of = made.cells[made.cell_index.at(cell)];
    for (auto& pin : of.pins) {
      if (pin.name != to) continue;
      auto& group = pin.timing.emplace_back();
      group.type = type;
      group.related_pins = {from};
    }
  };
  using type = model::timing_type;
  arc("BUF", "A", "Y", type::combinational);
  arc("PAIR", "A[1]", "Z", type::combinational);
  arc("PAIR", "A[0]", "Y", type::combinational);
  arc("DFF", "CK", "Q", type::rising_edge);
  arc("DFF", "CK", "D", type::hold_rising);
  arc("LATCH", "G", "Q", type::rising_edge);
  arc("LATCH", "D", "Q", type::combinational);
  return made;
}

/// The objects of a query, by an exception that ends there.
names asked(std::string const& query, std::string const& more = {}) {
  model::diagnostics seen;
  auto const text = module_clocks + more + "\nerror \"<[join [lsort [get_object_name [" + query + "]]]]>\"";
  try {
    io::read_sdc(io::source::from_text("t.sdc", text), netlist(), library_with_arcs(), seen);
  } catch (input_error const& e) {
    std::string const what = e.what();
    auto const begin = what.find('<'), end = what.rfind('>');
    if (begin == what.npos) return {what};
    names found;
    std::string word;
    for (char const c : what.substr(begin + 1, end - begin - 1) + " ") {
      if (c != ' ') {
        word += c;
      } else if (!word.empty()) {
        found.push_back(std::exchange(word, {}));
      }
    }
    return found;
  }
  return {"no error"};
}

}  // namespace

TEST_CASE("a pin of a module is what is behind it, on the side that does not drive", "[sdc]") {
  auto const through = [](std::string const& point) {
    auto const r = read(module_clocks + "set_false_path -through " + point);
    return r.constraints.exceptions.empty() ? names{} : r.constraints.exceptions[0].through.at(0).pins;
  };
  CHECK(through("[get_pins m1/ck]") == names{"m1/r2/CK"});  // driven from outside: what is inside
  CHECK(through("[get_pins m1/o]") == names{"out"});        // driven from inside: what is outside
  CHECK(through("[get_pins m1/d]") == names{"m1/r2/D"});    // not p1/A[1], which is outside too
  CHECK(through("[get_cells m1]") == names{"m1/r2/D", "m1/r2/CK", "out"});
  CHECK(through("[get_cells m1/n]") == names{"m1/n/l1/G"});
}

TEST_CASE("commands for which a module or its pin means nothing say so", "[sdc]") {
  for (std::string const command :
       {"set_false_path -from [get_cells m1] -to out", "set_multicycle_path 2 -to [get_pins m1/d]",
        "group_path -name g -from [get_cells m1]", "set_max_delay 1 -from m1/o",
        "set_timing_derate -late 2 [get_cells m1]", "set_propagated_clock m1/ck",
        "set_clock_uncertainty 1 m1/ck", "set_input_delay 1 -clock c m1/o", "set_clock_sense -positive m1/ck",
        "set_data_check -from m1/d -to u/r1/D 1"}) {
    INFO(command);
    auto const r = read(module_clocks + command);
    auto const& c = r.constraints;
    CHECK(r.count("which has no effect") >= 1);
    CHECK(r.seen.not_applied().count == 0);
    CHECK((c.exceptions.empty() && c.derates.empty() && c.clock_pins.empty() && c.arrivals.empty() &&
           c.senses.empty() && c.data_checks.empty()));
  }
  // Others beside them stay.
  auto const both = read(module_clocks + "set_false_path -from [get_cells {m1 u/r1}]").constraints;
  CHECK(both.exceptions.at(0).from.instances == names{"u/r1"});
  CHECK_THAT(error_of("set_disable_timing [get_cells m1]"), contains("set_disable_timing of the module"));
  CHECK_THAT(error_of(module_clocks + "set_clock_latency -source 1 m1/ck"),
             contains("for sources of clocks"));
}

TEST_CASE("commands that reach what is behind a module's pin", "[sdc]") {
  auto const r = read(module_clocks +
                      "set_case_analysis 1 m1/d\nset_clock_latency 1 m1/ck\n"
                      "set_output_delay 1 -clock c m1/d\nset_disable_timing m1/d\n");
  auto const& c = r.constraints;
  CHECK(c.case_values.at(0).pin == "m1/r2/D");
  CHECK(c.clock_pins.at(0).pin == "m1/r2/CK");
  CHECK(c.required.at(0).pin == "m1/r2/D");
  CHECK((c.disabled.at(0).name == "m1/r2/D" && c.disabled[0].of == model::disabled_timing::scope::wire));
  // A generated clock's source there is what drives it.
  CHECK(read(module_clocks + "create_generated_clock -source m1/ck -divide_by 2 m1/r2/Q")
            .constraints.generated_clocks.at(0)
            .source == "clk");
}

TEST_CASE("a clock of a module's pin starts at the driver and comes behind the pin alone", "[sdc]") {
  auto const stops = [](model::constraints const& c) {
    std::vector<std::pair<std::string, names>> result;
    for (auto const& sense : c.senses) {
      CHECK(sense.of == model::clock_sense::kind::stop);
      result.push_back({sense.clocks.at(0), sense.pins});
    }
    return result;
  };
  using row = std::pair<std::string, names>;
  auto const alone = read("create_clock -name e -period 4 m1/ck").constraints;
  CHECK(alone.clocks.at(0).sources == names{"clk"});
  CHECK(stops(alone) == std::vector<row>{{"e", {"u/r1/CK"}}});
  auto const beside = read(module_clocks + "create_clock -name e -period 4 m1/ck").constraints;
  REQUIRE(beside.clocks.size() == 3);  // that of the port stays
  CHECK(stops(beside) == std::vector<row>{{"e", {"u/r1/CK"}}, {"c", {"m1/r2/CK"}}});
  // Two pins of one net are one clock; with the driver itself it is one of all loads.
  auto two = netlist();
  two.modules.push_back({"u", "TOO"});
  two.module_pins.push_back({"u/ck", "clk"});
  auto const clocked = [&](std::string const& sources) {
    model::diagnostics seen;
    return io::read_sdc(io::source::from_text("t.sdc", "create_clock -name e -period 4 " + sources), two,
                        library(), seen);
  };
  CHECK(stops(clocked("{m1/ck u/ck}")).empty());
  CHECK(clocked("{m1/ck u/ck}").clocks.at(0).sources == names{"clk"});
  CHECK(stops(clocked("u/ck")) == std::vector<row>{{"e", {"m1/r2/CK"}}});
  CHECK(stops(clocked("{u/ck clk}")).empty());
  auto const outward = read("create_clock -name e -period 4 [get_pins m1/o]").constraints;
  CHECK(outward.clocks.at(0).sources == names{"m1/b2/Y"});
  CHECK(stops(outward).empty());  // nothing else hangs there
}

TEST_CASE("all_fanin and all_fanout go along nets and cells", "[sdc]") {
  CHECK(asked("all_fanin -flat -to u/r1/D") == names{"b1/A", "b1/Y", "in[0]", "u/r1/D"});
  CHECK(asked("all_fanin -flat -startpoints_only -to u/r1/D") == names{"in[0]"});
  CHECK(asked("all_fanin -flat -only_cells -to u/r1/D") == names{"b1", "u/r1"});
  // A register's output comes from its clock pin, and no further.
  CHECK(asked("all_fanin -flat -to m1/r2/D") == names{"m1/r2/D", "u/r1/CK", "u/r1/Q"});
  CHECK(asked("get_fanin -flat -startpoints_only -to out") == names{"m1/r2/CK"});
  CHECK(asked("all_fanout -flat -endpoints_only -from {in[0]}") == names{"p1/Y", "u/r1/D"});
  CHECK(asked("all_fanout -flat -from m1/r2/Q") ==
        names{"m1/b2/A", "m1/b2/Y", "m1/n/l1/D", "m1/r2/Q", "out"});
  CHECK(asked("all_fanout -from m1/r2/Q") == names{"m1/b2/A", "m1/b2/Y", "m1/r2/Q"});  // in one module
  CHECK(asked("all_fanout -flat -levels 1 -endpoints_only -from m1/r2/Q") == names{"m1/n/l1/D", "out"});
  CHECK(asked("all_fanout -flat -from clk") == names{"clk", "m1/r2/CK", "u/r1/CK"});
  CHECK(asked("all_fanout -flat -pin_levels 1 -from b1/A") == names{"b1/A", "b1/Y"});
  CHECK(asked("all_fanout -flat -from m1/d") == names{"m1/r2/D"});
  CHECK_THAT(asked("all_fanin -flat -to out", "set_case_analysis 0 clk2").at(0),
             contains("needs -trace_arcs all"));
  CHECK(asked("all_fanin -flat -startpoints_only -trace_arcs all -to out", "set_case_analysis 0 clk2") ==
        names{"m1/r2/CK"});
  CHECK_THAT(asked("all_fanin").at(0), contains("all_fanin needs -to"));
}

TEST_CASE("queries by clock", "[sdc]") {
  CHECK(asked("all_registers -clock c") == names{"m1/r2", "u/r1"});
  CHECK(asked("all_registers -clock d -clock_pins") == names{"m1/n/l1/G"});
  std::string const delays = "set_input_delay 1 -clock c {in[0]}\nset_output_delay 1 -clock d out";
  CHECK(asked("all_inputs -clock c", delays) == names{"in[0]"});
  CHECK(asked("all_inputs -clock d", delays).empty());
  CHECK(asked("all_outputs -clock d", delays) == names{"out"});
  CHECK(asked("get_generated_clocks", "create_generated_clock -name g -source clk -divide_by 2 u/r1/Q") ==
        names{"g"});
}

TEST_CASE("delete_from_list takes objects by handle and by name, and plain words", "[sdc]") {
  CHECK(asked("delete_from_list [all_inputs] {clk clk2}") == names{"in[0]", "in[1]", "io"});
  CHECK(asked("delete_from_list [all_inputs] [get_ports clk*]") == names{"in[0]", "in[1]", "io"});
  CHECK(asked("delete_from_list [get_clocks *] c") == names{"d"});
  CHECK(text_of("delete_from_list {a b c b} b") == "a c b");
  CHECK(text_of("delete_from_list {} b").empty());
  CHECK(text_of("get_full_name [sort_by_full_name [get_cells {m1/r2 b1}]]") == "b1 m1/r2");
  CHECK(text_of("get_full_name [sort_by_name [get_cells -hierarchical {r2 b2 b1}]]") == "b1 m1/b2 m1/r2");
}

TEST_CASE("a module's pin that shares its net with another one of the module is not taken in silence",
          "[sdc]") {
  auto shared = netlist();
  shared.module_pins.push_back({"m1/d2", "q1"});
  auto const left_out = [&](std::string const& command) {
    model::diagnostics seen;
    auto const c = io::read_sdc(io::source::from_text("t.sdc", command), shared, library(), seen);
    CHECK((c.exceptions.empty() && c.disabled.empty()));
    return seen.not_applied().count;
  };
  CHECK(left_out("set_false_path -through m1/d") == 1);
  CHECK(left_out("set_disable_timing m1/d2") == 1);
  CHECK(left_out("create_clock -period 1 m1/d") == 1);
  CHECK(left_out("set_case_analysis 1 m1/d") == 0);  // all of the net are constant
}
