// The driver sta with latches, in numbers worked out by hand.
#include <string>

#include "test/drivers/command.hpp"
#include "test/drivers/sandbox.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// An arc of one delay (ns), whatever slew and load.
std::string arc(std::string const& from, std::string const& kind, std::string const& delay) {
  std::string text = "timing () { related_pin : \"" + from + "\"; " + kind;
  for (auto const* const table : {"cell_rise", "cell_fall", "rise_transition", "fall_transition"}) {
    bool const is_slew = std::string(table).find("transition") != std::string::npos;
    text += std::string(" ") + table + " (scalar) { values (\"" + (is_slew ? "0" : delay) + "\"); }";
  }
  return text + " }\n";
}
/// A check of no time.
std::string check(std::string const& kind, std::string const& edge) {
  return "timing () { related_pin : \"" + edge + "\"; timing_type : " + kind +
         "; rise_constraint (scalar) { values (\"0\"); } fall_constraint (scalar) { values (\"0\"); } }\n";
}
std::string input(std::string const& name, std::string const& more = "") {
  return "pin (" + name + ") { direction : input; capacitance : 0.001; " + more + " }\n";
}

/// BUF 10.0006 ps; LAT, open while G is 1: G to Q 10.0006 ps, D to Q 20 ps; REG 10 ps. Checks of 0.
std::string const library =
    "library (l) { delay_model : table_lookup; time_unit : \"1ns\"; capacitive_load_unit (1, pf);\n"
    "cell (BUF) { " +
    input("A") + "pin (Z) { direction : output; function : \"A\"; " +
    arc("A", "timing_sense : positive_unate;", "0.0100006") + "} }\n" +
    "cell (LAT) { latch (IQ, IQN) { enable : \"G\"; data_in : \"D\"; }\n" + input("G", "clock : true;") +
    input("D", check("setup_falling", "G") + check("hold_falling", "G")) +
    "pin (Q) { direction : output; function : \"IQ\"; " +
    arc("G", "timing_type : rising_edge;", "0.0100006") + arc("D", "timing_sense : positive_unate;", "0.02") +
    "} }\n" + "cell (REG) { ff (IQ, IQN) { clocked_on : \"CK\"; next_state : \"D\"; }\n" +
    input("CK", "clock : true;") + input("D", check("setup_rising", "CK") + check("hold_rising", "CK")) +
    "pin (Q) { direction : output; function : \"IQ\"; " + arc("CK", "timing_type : rising_edge;", "0.01") +
    "} }\n}\n";

/// What a script prints about this module.
std::string printed(std::string const& module, std::string const& script) {
  sandbox const folder("examples/designs/counter");
  folder.write("l.lib", library);
  folder.write("m.v", module);
  folder.write("run.tcl", "read_liberty " + folder.path("l.lib") + "\nread_verilog " + folder.path("m.v") +
                              "\nlink_design m\n" + script);
  auto const seen = run_driver("sta", {folder.path("run.tcl")});
  INFO(seen.err);
  CHECK(seen.exit_code == 0);
  return seen.out;
}

}  // namespace

TEST_CASE("sta lists a path that borrows, however its delays are rounded") {
  // Four delays of 10.0006 ps: together 40.0024, and 40.004 where each is rounded to whole fs.
  auto const out = printed(
      "module m (ck, d, q);\n input ck, d;\n output q;\n wire a, b, c, e;\n"
      " LAT l1 (.G(ck), .D(d), .Q(a));\n BUF b1 (.A(a), .Z(b));\n BUF b2 (.A(b), .Z(c));\n"
      " BUF b3 (.A(c), .Z(e));\n LAT l2 (.G(ck), .D(e), .Q(q));\nendmodule\n",
      "create_clock -name c -period 1 ck\nreport_checks -format end -digits 4\n");
  CHECK_THAT(out, contains("l2/D (LAT)"));
  CHECK_THAT(out, contains("0.0000 (MET)"));
}
