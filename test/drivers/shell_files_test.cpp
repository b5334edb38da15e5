// The shell of the driver sta: scripts, files and errors with their places.
#include <map>
#include <string>

#include "test/drivers/shell_bench.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

TEST_CASE("shell: what is refused is refused where it stands") {
  shell_bench const b;
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
  shell_bench const b;
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
  shell_bench const b;
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
  shell_bench const b;
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
  shell_bench const b;
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

TEST_CASE("shell: what was not applied is said by the first figure behind it") {
  shell_bench const b;
  auto const seen = b.run(b.read + "set_wire_load_model -name top\nreport_wns\nreport_checks\n");
  CHECK(seen.exit_code == 0);
  CHECK(seen.err == "INCOMPLETE: 1 constraint was not applied\n");
  CHECK_THAT(seen.out, Catch::Matchers::StartsWith("wns max"));
  CHECK(count_of(seen.out, "INCOMPLETE") == 0);
  CHECK_THAT(b.run(b.read + "set_input_delay 1 -clock clk [get_ports x*]\nreport_checks\n").err,
             contains("UNMATCHED: "));
}

TEST_CASE("shell: without constraints there are no figures") {
  shell_bench const b;
  auto const seen = b.run(b.read_all + "report_wns\nreport_tns\nreport_worst_slack -min\nreport_checks\n");
  CHECK(seen.exit_code == 0);
  CHECK(seen.out == "wns max -\ntns max -\nworst slack min -\nNo paths found.\n");
}

TEST_CASE("shell: commands that are Tcl's, short, or sourced") {
  shell_bench const b;
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
  shell_bench const b;
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
