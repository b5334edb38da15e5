// The shell of the driver sta: figures of what is read once and timed again.
#include <string>

#include "test/drivers/shell_bench.hpp"
#include "test/support/catch.hpp"
#include "test/support/skip.hpp"

using namespace gsta_test;

TEST_CASE("shell: figures are those of sta's own report, in the library's unit") {
  shell_bench const b;
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
  shell_bench const b;
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
  shell_bench const b;
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

TEST_CASE("shell: a design is timed again when something changed, and only then") {
  shell_bench const b;
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

TEST_CASE("shell: variables hold wherever a script sets them") {
  shell_bench const b;
  std::string const off = "set sta_crpr_enabled 0\n", other = "set sta_pocv_enabled 1\n";
  std::string const more =
      "set_propagated_clock [all_clocks]\nset_clock_latency -source -early 0.1 [all_clocks]\n"
      "set_clock_latency -source -late 0.3 [all_clocks]\nset_false_path -from [all_inputs]\n"
      "set_false_path -to [all_outputs]\nreport_worst_slack -max -digits 6\n";
  auto const with = b.out_of(more), without = b.out_of(off + more);
  CHECK(with != without);
  auto const in_front = b.run(off + b.read + more);
  CHECK(in_front.exit_code == 0);
  CHECK(in_front.out == without);
  CHECK_THAT(b.run(other + b.read + more).err, contains("INCOMPLETE: 1 constraint was not applied"));
}

TEST_CASE("shell: libraries by side") {
  shell_bench const b;
  auto const lib = b.folder.path("counter.lib");
  auto const rest = b.read.substr(b.read.find('\n') + 1) + "report_checks -path_delay min_max\n";
  auto const both = b.run("read_liberty " + lib + "\n" + rest);
  CHECK(both.exit_code == 0);
  CHECK(b.run("read_liberty -max " + lib + "\nread_liberty -min " + lib + "\n" + rest).out == both.out);
  CHECK(b.run("read_liberty -corner only " + lib + "\n" + rest).out == both.out);
}

TEST_CASE("shell: properties of pins and ports") {
  shell_bench const b;
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

TEST_CASE("shell: the same on a device") {
  shell_bench const b;
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
  shell_bench const b;
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
  shell_bench const b;
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
  shell_bench const b;
  auto const full = b.out_of("report_checks -format full\n"),
             expanded = b.out_of("report_checks -format full_clock_expanded\n");
  CHECK(full != expanded);
  CHECK_THAT(expanded, contains("clock source latency"));
  CHECK_THAT(expanded, contains("^ clk (in)"));
  CHECK(full.substr(full.find("slack (") - 10) == expanded.substr(expanded.find("slack (") - 10));
}
