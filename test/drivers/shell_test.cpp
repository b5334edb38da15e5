// The shell of the driver sta: scripts, commands, errors with their places, what is read once and timed
// again.
#include <filesystem>
#include <map>

#include "test/drivers/command.hpp"
#include "test/drivers/sandbox.hpp"
#include "test/drivers/spoil.hpp"
#include "test/support/catch.hpp"
#include "test/support/skip.hpp"

using namespace gsta_test;

namespace {

/// The counter, and a script that reads it by whole paths.
struct bench {
  sandbox folder{"examples/designs/counter"};
  std::string const read_all = "read_liberty " + folder.path("counter.lib") + "\nread_verilog " +
                               folder.path("counter.v") + "\nlink_design counter\nread_spef " +
                               folder.path("counter.spef") + "\n";
  std::string const read = read_all + "read_sdc " + folder.path("counter.sdc") + "\n";

  outcome run(std::string const& script, std::vector<std::string> more = {}, std::string const& input = {},
              process_limits limits = {}) const {
    folder.write("x.tcl", script);
    more.insert(more.begin(), {folder.path("x.tcl"), "--device", "host", "--threads", "1", "--quiet"});
    return run_driver("sta", more, limits, input);
  }
  /// What a script prints behind reading the counter.
  std::string out_of(std::string const& script) const {
    auto const seen = run(read + script);
    CAPTURE(script, seen.err);
    CHECK(seen.exit_code == 0);
    CHECK(seen.err.empty());
    return seen.out;
  }
  void refused(std::string const& script, place at, std::string const& words) const {
    CAPTURE(script);
    expect_failed(run(script), "x.tcl", at, words);
  }
  void expect_failed(outcome const& seen, std::string const& file, place at, std::string const& words) const {
    CHECK(seen.exit_code == 1);
    auto const line = read_error(seen);
    CHECK(line.file == (file == "stdin" ? file : folder.path(file)));
    CHECK(line.line == at.line);
    CHECK(line.column == at.column);
    CHECK_THAT(line.sentence, contains(words));
  }
};

std::size_t count_of(std::string const& text, std::string const& piece) {
  std::size_t count = 0;
  for (auto at = text.find(piece); at != text.npos; at = text.find(piece, at + piece.size())) ++count;
  return count;
}

}  // namespace

TEST_CASE("shell: figures are those of sta's own report, in the library's unit") {
  bench const b;
  auto const report =
      run_driver("sta", {"--liberty", b.folder.path("counter.lib"), "--verilog", b.folder.path("counter.v"),
                         "--spef", b.folder.path("counter.spef"), "--sdc", b.folder.path("counter.sdc"),
                         "--device", "host", "--quiet"});
  REQUIRE(report.exit_code == 0);
  auto const out = b.out_of(
      "report_worst_slack\nreport_worst_slack -min\nreport_wns\nreport_tns -min\nreport_units\n"
      "report_worst_slack -digits 4\nset sta_report_default_digits 1\nreport_worst_slack\n");
  auto const word = [&](std::string const& text, std::string const& line, int n) {
    std::istringstream in(text.substr(text.find(line) + line.size()));
    std::string result;
    for (int i = 0; i <= n; ++i) in >> result;
    return result;
  };
  auto const setup = word(report.out, "Worst slack", 0), hold = word(report.out, "Worst slack", 1);
  CHECK_THAT(out, Catch::Matchers::StartsWith("worst slack max " + setup + "\nworst slack min " + hold +
                                              "\nwns max 0.00\ntns min 0.00\n time 1ps\n capacitance 1fF\n"));
  CHECK_THAT(std::stod(word(out, " capacitance 1fF\nworst slack max", 0)),
             Catch::Matchers::WithinAbs(std::stod(setup), 0.0051));
  CHECK(word(out, " capacitance 1fF\nworst slack max", 0).size() == setup.size() + 2);
  auto const last = out.substr(out.rfind("worst slack max "));
  CHECK(last.find('.') + 3 == last.size());
}

TEST_CASE("shell: extracted wires are effective capacitances, and calculators have OpenSTA's names") {
  bench const b;
  std::string const slack = "report_worst_slack -digits 4\n";
  auto const usual = b.out_of(slack);
  CHECK(b.out_of("set_delay_calculator dmp_ceff_elmore\n" + slack) == usual);
  auto const elmore = b.run(b.read + slack, {"--wire", "elmore-slew"}).out;
  CHECK(elmore != usual);
  auto const chosen =
      b.run(b.read + slack + "set_delay_calculator dmp_ceff_elmore\n" + slack, {"--wire", "elmore-slew"});
  CHECK(chosen.out == elmore + usual);
  std::size_t const line = 6;  // behind those that read the counter
  b.refused(b.read + "set_delay_calculator lumped_cap\n", {line, 1}, "without extracted wires");
  b.refused(b.read + "set_delay_calculator arnoldi\n", {line, 1}, "calculator \"arnoldi\" is not supported");
  b.refused("set_delay_calculator lumped_cap\n" + b.read, {5, 1}, "without extracted wires");
  auto const half = b.run(b.read_all + "read_spef -coupling_reduction_factor 2000 x\n");
  CHECK_THAT(half.err, contains("expected a number from 0 to 1000"));
}

TEST_CASE("shell: report_checks asks for paths as OpenSTA's does") {
  bench const b;
  auto const of = [&](std::string const& options) { return b.out_of("report_checks " + options + "\n"); };
  auto const plain = of("");
  CHECK_THAT(plain, contains("Path Group: clk\nPath Type: max\n"));
  CHECK_THAT(plain, contains("slack (MET)"));
  CHECK_THAT(plain, !contains("Fanout"));
  CHECK(count_of(plain, "Startpoint: ") == 1);
  CHECK(of("-path_delay max") == plain);
  CHECK(of("-path max") == plain);  // options may be short
  auto const min = of("-path_delay min"), both = of("-path_delay min_max");
  CHECK_THAT(min, contains("Path Type: min"));
  CHECK(both == min + plain);
  CHECK(count_of(of("-group_count 4"), "Startpoint: ") == 4);
  CHECK(of("-group_path_count 4") == of("-group_count 4"));
  CHECK(count_of(of("-group_count 40 -endpoint_count 2 -to bit3"), "Endpoint: bit3") == 2);
  CHECK_THAT(of("-fields {slew cap fanout nets input_pins}"), contains("Fanout"));
  CHECK_THAT(of("-fields {slew cap fanout nets input_pins}"), contains("(net)"));
  CHECK_THAT(of("-digits 5 -from bit0"), contains("Startpoint: bit0"));
  CHECK_THAT(of("-format end"), contains("Required"));
  CHECK(count_of(of("-format end"), "Startpoint: ") == 0);
  CHECK_THAT(of("-format summary"), contains("Startpoint"));
  CHECK(of("-format full_clock") == of("-format full_clock_expanded"));
  CHECK_THAT(of("-from [get_clocks clk] -through [get_nets carry1] -to [get_pins bit3/D]"),
             contains("Endpoint: bit3"));
  CHECK_THAT(of("-through {and0/Y inv0/A} -to bit1"), contains("and0/Y"));
  CHECK(of("-rise_to [get_ports overflow]") != of("-fall_to [get_ports overflow]"));
  CHECK(of("-path_delay max_rise -to overflow") == of("-rise_to overflow"));
  CHECK(of("-from enable -to enable") == "No paths found.\n");
  CHECK(of("-slack_max 0") == "No paths found.\n");
  CHECK(of("-slack_min 0") == plain);
  CHECK(of("-path_group other") == "No paths found.\n");
  // A port and the clock on it share a name: only what is meant counts.
  CHECK_THAT(of("-from [get_clocks clk]"), contains("slack"));
  CHECK_THAT(of("-to [get_clocks clk]"), contains("slack"));
}

TEST_CASE("shell: what is refused is refused where it stands") {
  bench const b;
  b.refused("puts hi\n  nonsense 1\n", {2, 3}, "unknown command \"nonsense\"");
  b.refused("report_checks\n", {1, 1}, "link_design comes first");
  b.refused("\ncreate_clock -period 1 clk\n", {2, 1}, "link_design comes first");
  b.refused("link_design\n", {1, 1}, "read_liberty comes first");
  b.refused("read_liberty -min " + b.folder.path("counter.lib") + "\nlink_design\n", {2, 1},
            "both are needed");
  b.refused("read_sdf x\n", {1, 1}, "not supported: delays of other tools");
  b.refused("report_clock_min_period\n", {1, 1}, "the command \"report_clock_min_period\" is not supported");
  b.refused("report_wn\n", {1, 1}, "link_design comes first");  // a short name
  b.refused("rep\n", {1, 1}, "is it replace_cell or report_check_types or another one?");
  b.refused("if {1} {\n  foreach x {1 2} {\n    expr {1 / 0}\n  }\n}\n", {1, 1}, "divide by zero");
  b.refused("proc f {} {\n  link_design\n}\nf\n", {2, 3}, "read_liberty comes first");
  b.refused("error {of my own}\n", {1, 1}, "of my own");
  b.refused("set x {\n", {1, 1}, "missing close-brace");
  for (auto const& [command, words] : std::map<std::string, std::string>{
           {"report_checks -typo", "unknown option \"-typo\""},
           {"report_checks -path_delay mid", "-path_delay: expected min"},
           {"report_checks -path_delay max_rise", "needs -to"},
           {"report_checks -format html", "-format: expected full"},
           {"report_checks -fields {slew size}", "-fields: expected slew"},
           {"report_checks -digits 11", "-digits: expected a whole number"},
           {"report_checks -group_count 0", "-group_count: expected a whole number from 1"},
           {"report_checks -slack_max much", "expected a number"},
           {"report_checks -from nowhere", "\"nowhere\""},
           {"report_checks -from {}", "the list is empty"},
           {"report_checks -from", "needs a value"},
           {"report_checks -from [get_nets carry1]", "found the net \"carry1\""},
           {"report_checks -unconstrained", "not supported yet"},
           {"report_checks stray", "expected 0 arguments"},
           {"report_checks >", "expected a file"},
           {"report_checks > " + b.folder.path("none/x"), "cannot write"},
           {"report_wns -digits x", "-digits"},
           {"get_property [get_ports clk] slack_mid", "slack_mid"},
           {"get_property {} slack_max", "no object"},
           {"get_property [get_cells bit0] slack_max", "no pin or port"},
           {"read_liberty", "expected 1 argument"},
           {"read_spef -corner slow " + b.folder.path("counter.spef") + "\nread_spef -corner fast " +
                b.folder.path("counter.spef"),
            "there is one corner, \"slow\""},
           {"set_input_delay x -clock clk enable", "expected a number"},
           {"set_flase_path -from enable", "unknown command"},
           {"help nothing_like_it", "no help"}}) {
    b.refused(b.read + command + "\n", {command.find('\n') == command.npos ? 6U : 7U, 1}, words);
  }
}

TEST_CASE("shell: errors in files that a script reads have these files' places") {
  bench const b;
  b.folder.write("inner.tcl", "set a 1\n   nonsense\n");
  b.expect_failed(b.run("source " + b.folder.path("inner.tcl") + "\n"), "inner.tcl", {2, 4},
                  "unknown command");
  b.expect_failed(b.run("source -echo " + b.folder.path("inner.tcl") + "\n"), "inner.tcl", {2, 1}, "unknown");
  b.folder.write("bad.sdc", "set_load 1 [get_ports q0]\n set_load x [get_ports q0]\n");
  b.expect_failed(b.run(b.read + "read_sdc " + b.folder.path("bad.sdc") + "\n"), "bad.sdc", {2, 2},
                  "expected a number");
  auto const missing = b.run("read_verilog " + b.folder.path("none.v") + "\n");
  b.expect_failed(missing, "none.v", {0, 0}, "");
  auto const no_script = run_driver("sta", {b.folder.path("none.tcl")});
  b.expect_failed(no_script, "none.tcl", {0, 0}, "no such file");
  b.folder.write("loop.v",
                 "module m (a, z);\n input a;\n output z;\n wire b;\n"
                 " NAND2 g (.A(a), .B(z), .Y(b));\n INV i (.A(b), .Y(z));\nendmodule\n");
  auto const loop = b.run("read_liberty " + b.folder.path("counter.lib") + "\nread_verilog " +
                              b.folder.path("loop.v") + "\nlink_design\nreport_checks\n",
                          {"--no-loops"});
  CHECK(loop.exit_code == 1);
  CHECK_THAT(loop.err, contains("combinational loop"));
  // What failed can be caught, and the session goes on.
  CHECK(b.out_of("catch {report_checks -from nowhere} text\nputs $text\nset errorCode\nreport_wns\n") ==
        "there is no clock or cell or port or pin \"nowhere\"\nwns max 0.00\n");
}

TEST_CASE("shell: text goes where it is sent") {
  bench const b;
  auto const file = b.folder.path("r.txt");
  auto const direct = b.out_of("report_checks\nreport_wns\n");
  CHECK(b.out_of("report_checks > " + file + "\nreport_wns >> " + file + "\n").empty());
  CHECK(b.folder.read("r.txt") == direct);
  CHECK(b.out_of("report_tns >" + file + "\nreport_wns >>" + file + "\n").empty());
  CHECK(b.folder.read("r.txt") == "tns max 0.00\nwns max 0.00\n");
  CHECK(b.out_of("with_output_to_variable v {report_wns}\nputs <$v>\n") == "<wns max 0.00\n>\n");
  CHECK(b.out_of("set f [open " + file + " w]\nputs $f mine\nclose $f\n").empty());
  CHECK(b.folder.read("r.txt") == "mine\n");
}

TEST_CASE("shell: constraints at the prompt and in files build on each other") {
  bench const b;
  b.folder.write("half.sdc",
                 "set_input_transition 20 [all_inputs]\ncreate_clock -name clk -period 500 clk\n");
  b.folder.write("rest.sdc", "set_output_delay -max 100 -clock [get_clocks c*] [all_outputs]\n");
  auto const out = b.run(b.read_all + "read_sdc " + b.folder.path("half.sdc") +
                         "\nputs [get_object_name [get_clocks *]]\n"
                         "puts [get_property [get_clocks clk] period]\n"
                         "set_input_delay 100 -clock clk enable\n"
                         "read_sdc " +
                         b.folder.path("rest.sdc") +
                         "\nset before [with_output_to_variable w {report_worst_slack}]\nputs $w\n"
                         "report_checks -to overflow -format summary\n");
  CAPTURE(out.out, out.err);
  CHECK(out.exit_code == 0);
  CHECK_THAT(out.out, Catch::Matchers::StartsWith("clk\n500\nworst slack max "));
  CHECK_THAT(out.out, contains("overflow (output)"));
  // The same in one file gives the same slack, whichever way it comes.
  b.folder.write("all.sdc",
                 "set_input_transition 20 [all_inputs]\ncreate_clock -name clk -period 500 clk\n"
                 "set_input_delay 100 -clock clk enable\n"
                 "set_output_delay -max 100 -clock [get_clocks c*] [all_outputs]\n");
  auto const full = "report_checks -digits 6\nreport_worst_slack -min -digits 6\n";
  auto const by_file = b.run(b.read_all + "read_sdc " + b.folder.path("all.sdc") + "\n" + full);
  auto const by_prompt = b.run(b.read_all + "source " + b.folder.path("all.sdc") + "\n" + full);
  CHECK(by_file.exit_code == 0);
  CHECK(by_file.out == by_prompt.out);
}

TEST_CASE("shell: files of constraints are confined, scripts are the user's own") {
  bench const b;
  auto const secret = b.folder.path("secret");
  b.folder.write("secret", "42\n");
  b.folder.write("nosy.sdc", "set f [open " + secret + "]\n");
  b.expect_failed(b.run(b.read + "read_sdc " + b.folder.path("nosy.sdc") + "\n"), "nosy.sdc", {1, 1},
                  "\"open\" is not allowed in SDC");
  CHECK(b.out_of("set f [open " + secret + "]\nputs [read -nonewline $f]\n") == "42\n");
  CHECK(b.out_of("puts [exec cat " + secret + "]\nputs [info exists env(PATH)]\n") == "42\n1\n");
  // Nothing of a file that fails counts, and its limits of time and memory hold.
  b.folder.write("half.sdc", "set_output_delay 400 -clock clk [all_outputs]\nwhile 1 {}\n");
  auto const figure = b.out_of("report_worst_slack\n");
  auto const out = b.run(b.read + "puts [catch {read_sdc " + b.folder.path("half.sdc") +
                         "} text]\nputs $text\nreport_worst_slack\n");
  CHECK(out.exit_code == 0);
  CHECK(out.out == "1\ntime limit exceeded\n" + figure);
}

TEST_CASE("shell: what was not applied stands in front of every figure") {
  bench const b;
  auto const out = b.out_of("set_wire_load_mode top\nreport_wns\nreport_checks\n");
  CHECK_THAT(out, Catch::Matchers::StartsWith("INCOMPLETE: 1 constraint was not applied\nwns max"));
  CHECK(count_of(out, "INCOMPLETE: ") == 2);
  CHECK_THAT(out, contains("x.tcl:6:1"));
  CHECK_THAT(b.out_of("set_input_delay 1 -clock clk [get_ports x*]\nreport_checks\n"),
             contains("UNMATCHED: "));
}

TEST_CASE("shell: without constraints there are no figures") {
  bench const b;
  auto const seen = b.run(b.read_all + "report_wns\nreport_tns\nreport_worst_slack -min\nreport_checks\n");
  CHECK(seen.exit_code == 0);
  CHECK(seen.out == "wns max -\ntns max -\nworst slack min -\nNo paths found.\n");
}

TEST_CASE("shell: a design is timed again when something changed, and only then") {
  bench const b;
  auto const out = b.out_of(
      "report_worst_slack\nset_clock_uncertainty -setup 10 [get_clocks clk]\nreport_worst_slack\n"
      "set_clock_uncertainty -setup 0 [get_clocks clk]\nreport_worst_slack\n");
  auto const at = out.find('\n') + 1, next = out.find('\n', at) + 1;
  auto const value = [](std::string const& line) { return std::stod(line.substr(line.rfind(' '))); };
  CHECK(out.substr(0, at) == out.substr(next));
  CHECK_THAT(value(out.substr(0, at - 1)) - value(out.substr(at, next - at - 1)),
             Catch::Matchers::WithinAbs(10, 0.011));
  // Asking is no change.
  auto const updates = b.out_of(
      "report_wns\nset n [sta::updates]\nreport_checks\nreport_tns\nget_property [get_ports q0] slack_max\n"
      "get_clocks\nget_object_name [all_inputs]\nputs [expr {[sta::updates] - $n}]\n"
      "set_load 3 q0\nread_spef " +
      b.folder.path("counter.spef") + "\nreport_wns\nputs [expr {[sta::updates] - $n}]\n");
  CHECK_THAT(updates, contains("\n0\n"));
  CHECK_THAT(updates, Catch::Matchers::EndsWith("\n1\n"));
  // A design that is linked again has no constraints.
  CHECK(b.out_of("link_design counter\nreport_wns\nputs [llength [all_clocks]]\n") == "wns max -\n0\n");
}

TEST_CASE("shell: libraries by side") {
  bench const b;
  auto const lib = b.folder.path("counter.lib");
  auto const rest = b.read.substr(b.read.find('\n') + 1) + "report_checks -path_delay min_max\n";
  auto const both = b.run("read_liberty " + lib + "\n" + rest);
  CHECK(both.exit_code == 0);
  CHECK(b.run("read_liberty -max " + lib + "\nread_liberty -min " + lib + "\n" + rest).out == both.out);
  CHECK(b.run("read_liberty -corner only " + lib + "\n" + rest).out == both.out);
}

TEST_CASE("shell: properties of pins and ports") {
  bench const b;
  auto const out = b.out_of(
      "set d [get_pins bit3/D]\nputs [get_property $d full_name]\nputs [get_property $d direction]\n"
      "puts [get_property $d slack_max]\nset r [get_property $d slack_max_rise]\n"
      "set f [get_property $d slack_max_fall]\nputs [expr {min($r, $f) == [get_property $d slack_max]}]\n"
      "puts [expr {[get_property $d slew_max] >= [get_property $d slew_min]}]\n"
      "puts [expr {[get_property $d arrival_max_rise] > [get_property $d arrival_min_rise]}]\n"
      "puts [get_property [get_ports clk] slack_max]\nputs [llength [get_property [get_pins bit3/*] "
      "slew_max]]\n"
      "report_checks -to bit3/D -digits 4 -format summary\n");
  CAPTURE(out);
  CHECK_THAT(out, Catch::Matchers::StartsWith("bit3/D\ninput\n"));
  std::istringstream in(out);
  std::string name, direction, slack, least, slews, arrivals, clock, count;
  in >> name >> direction >> slack >> least >> slews >> arrivals >> clock >> count;
  CHECK(least == "1");
  CHECK(slews == "1");
  CHECK(arrivals == "1");
  CHECK(count == "3");
  // Paths are whole femtoseconds an arc.
  CHECK_THAT(std::stod(out.substr(out.find("bit3/D (DFF)") + 12)),
             Catch::Matchers::WithinAbs(std::stod(slack), 0.01));
}

TEST_CASE("shell: commands that are Tcl's, short, or sourced") {
  bench const b;
  b.folder.write("inner.tcl", "set given [info script]\nputs inside\nexpr {6 * 7}\n");
  auto const inner = b.folder.path("inner.tcl");
  CHECK(b.out_of("puts [source " + inner + "]\nputs [string equal $given " + inner + "]\n") ==
        "inside\n42\n1\n");
  CHECK(b.out_of("source -verbose " + inner + "\n") ==
        "set given [info script]\n" + inner + "\nputs inside\ninside\nexpr {6 * 7}\n42\n");
  CHECK(b.out_of("source -echo " + inner + " > " + b.folder.path("r.txt") + "\n") == "inside\n");
  CHECK(b.out_of("report_wor\n") == b.out_of("report_worst_slack\n"));
  CHECK(b.out_of("puts a[0]\n") == "a[0]\n");
  CHECK(b.out_of("foreach_in_collection p [get_ports q*] {puts [get_full_name $p]}\n") == "q0\nq1\nq2\nq3\n");
  CHECK_THAT(b.out_of("help report_w*\n"), Catch::Matchers::StartsWith("report_wns [-min]"));
  CHECK_THAT(b.out_of("help\n"), contains("read_spef [-path INSTANCE]"));
  CHECK(b.out_of("suppress_msg 1 2\n").empty());
}

TEST_CASE("shell: exits, and a prompt behind a script") {
  bench const b;
  CHECK(b.run("exit\nnonsense\n").exit_code == 0);
  CHECK(b.run("puts gone\nexit 3\n").exit_code == 3);
  CHECK(b.run("puts gone\nexit 3\n").out == "gone\n");
  CHECK(b.run("puts done\n", {"-exit"}).out == "done\n");
  auto const behind = b.run(b.read, {"--shell"}, "report_wns\nforeach x {1 2} {\n  puts $x\n}\n");
  CHECK(behind.exit_code == 0);
  CHECK(behind.out == "wns max 0.00\n1\n2\n");
  b.expect_failed(b.run("", {"--shell"}, "puts 1\nforeach x 1 {\n  nonsense\n}\nputs 2\n"), "stdin", {3, 1},
                  "");
  auto const cut = b.run("", {"--shell"}, "puts 1\nputs {\n");
  CHECK(cut.out == "1\n");
  b.expect_failed(cut, "stdin", {2, 1}, "missing close-brace");
  CHECK(run_driver("sta", {"--shell", "--device", "host"}).exit_code == 0);
  // Options before it do not take a script for theirs, and what they name is read.
  auto const options = run_driver(
      "sta", {"--define", "A=1", "--define", "B=2", "--liberty", b.folder.path("counter.lib"), "--verilog",
              b.folder.path("counter.v"), "--sdc", b.folder.path("counter.sdc"), b.folder.path("x.tcl")});
  CHECK(options.exit_code == 0);
  b.folder.write("y.tcl", "puts [llength [get_clocks clk]]\nreport_wns\n");
  auto const preset =
      run_driver("sta", {"--liberty", b.folder.path("counter.lib"), "--verilog", b.folder.path("counter.v"),
                         "--sdc", b.folder.path("counter.sdc"), "--quiet", b.folder.path("y.tcl")});
  CHECK(preset.out == "1\nwns max 0.00\n");
}

TEST_CASE("shell: the same on a device") {
  bench const b;
  auto const script = b.read +
                      "report_checks -path_delay min_max -group_count 20 -endpoint_count 3 -digits 6\n"
                      "set_load 4 q0\nreport_checks -format end -digits 6\n"
                      "puts [get_property [get_pins bit*/D] slack_max]\n";
  auto const host = b.run(script);
  REQUIRE(host.exit_code == 0);
  auto const device = run_driver("sta", {b.folder.path("x.tcl"), "--device", "cuda", "--quiet"});
  if (device.exit_code == 3) skip("no GPU");
  CHECK(device.exit_code == 0);
  CHECK(device.out == host.out);
}

TEST_CASE("shell: what constraints leave open, by name and by count") {
  bench const b;
  CHECK(b.out_of("puts [check_setup]\n") == "1\n");
  // Without its delay the port is named; quantities without -verbose.
  auto const open = b.read_all + "create_clock -name clk -period 1 [get_ports clk]\n";
  auto const seen = b.run(open +
                          "puts [check_setup -no_clock -loops]\nputs [check_setup -no_input_delay]\n"
                          "check_setup -no_input_delay -verbose\nreport_unconstrained\n");
  CHECK(seen.exit_code == 0);
  CHECK(
      seen.out.starts_with("1\nWarning: 1 input port has no set_input_delay\n0\n"
                           "Warning: 1 input port has no set_input_delay\n  enable\n"));
  CHECK_THAT(seen.out, contains("Unconstrained endpoint  Setup                 Hold\n"));
  CHECK_THAT(seen.out, contains("nothing required"));
  b.refused(b.read + "check_setup -all\n", {6, 1}, "unknown option");
}

TEST_CASE("shell: groups, latencies and skews") {
  bench const b;
  CHECK_THAT(b.out_of("report_groups -digits 3\n"), contains("Path group"));
  auto const latency = b.out_of("report_clock_latency -clocks clk\n");
  CHECK(latency == b.out_of("report_clock_latency\n"));
  CHECK_THAT(latency, contains("rise -> rise shortest"));
  auto const setup = b.out_of("report_clock_skew\n"), hold = b.out_of("report_clock_skew -hold\n");
  CHECK(setup == b.out_of("report_clock_skew -setup\n"));
  CHECK_THAT(setup, contains("setup  launch"));
  CHECK_THAT(setup, !contains("hold "));
  CHECK_THAT(hold, contains("hold   launch"));
  CHECK_THAT(hold, !contains("setup  launch"));
  b.refused(b.read + "report_clock_skew -clocks nothing\n", {6, 1}, "nothing");
}

TEST_CASE("shell: full_clock_expanded comes to the same slack") {
  bench const b;
  auto const full = b.out_of("report_checks -format full\n"),
             expanded = b.out_of("report_checks -format full_clock_expanded\n");
  CHECK(full != expanded);
  CHECK_THAT(expanded, contains("clock source latency"));
  CHECK_THAT(expanded, contains("^ clk (in)"));
  CHECK(full.substr(full.find("slack (") - 10) == expanded.substr(expanded.find("slack (") - 10));
}
