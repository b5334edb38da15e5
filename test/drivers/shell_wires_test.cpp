// Wires that sta's shell reads behind a report: they change the timed design where it stands, and what is
// reported is what a fresh read of all files gives, to the last digit.
#include <sstream>
#include <string>

#include "gsta/io/source.hpp"
#include "test/drivers/command.hpp"
#include "test/drivers/sandbox.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// Every `nth` net of a SPEF file under its header, larger; of every second one of these the first resistor
/// becomes two, with a node between.
std::string some_nets(std::string_view all, std::size_t nth) {
  std::size_t at = all.find("*D_NET");
  std::ostringstream out;
  out << all.substr(0, at);
  for (std::size_t net = 0; at < all.size(); ++net) {
    auto const end = all.find("*END", at) + 4;
    std::istringstream lines{std::string(all.substr(at, end - at))};
    at = all.find("*D_NET", end);
    if (net % nth != 0) continue;
    bool const splits = net / nth % 2 == 1;
    std::string line, part, name;
    for (bool done = false; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string number, a, b;
      words >> number >> a >> b;
      if (number == "*D_NET") name = a;
      if (line[0] == '*') part = number;
      if (line[0] == '*' || part == "*CONN") {
        out << line << '\n';
      } else if (part == "*CAP") {
        out << number << ' ' << a << ' ' << 1.5 * std::stod(b) << '\n';
      } else if (splits && !done) {
        double value = 0;
        words >> value;
        out << number << ' ' << a << ' ' << name << ":9001 " << value << '\n';
        out << "9001 " << name << ":9001 " << b << ' ' << value / 4 << '\n';
        done = true;
      } else {
        out << line << '\n';
      }
    }
    out << '\n';
  }
  return out.str();
}

outcome run(sandbox const& folder, std::string const& script, char const* threads) {
  folder.write("x.tcl", script);
  return run_driver("sta", {folder.path("x.tcl"), "--device", "host", "--threads", threads, "--quiet"});
}

}  // namespace

TEST_CASE("shell wires: files of the bundled processor change its timing where it stands") {
  sandbox const folder("examples/designs/riscling");
  auto const file = gsta::io::load(folder.path("riscling.spef.gz"));
  folder.write("some.spef", some_nets(file.text(), 7));
  folder.write("few.spef", some_nets(file.text(), 89));
  std::string const read = "read_liberty " + folder.path("plain45.lib") + "\nread_verilog " +
                           folder.path("riscling.v.gz") + "\nlink_design riscling\nread_spef " +
                           folder.path("riscling.spef.gz") + "\nread_sdc " + folder.path("riscling.sdc") +
                           "\n";
  std::string const ask =
      "report_checks -path_delay min_max -group_count 30 -digits 9 -fields {slew capacitance nets}\n"
      "report_tns -digits 9\nreport_tns -min -digits 9\nreport_wns -digits 9\nreport_check_types -digits 9\n"
      "foreach one [get_ports *] {\n"
      "  foreach what {slack_max slack_min slew_max_rise slew_min_fall arrival_max arrival_min} {\n"
      "    catch {get_property $one $what} value\n    puts \"[get_full_name $one] $what $value\"\n  }\n}\n";
  std::string const some = "read_spef " + folder.path("some.spef") + "\n",
                    few = "read_spef " + folder.path("few.spef") + "\n",
                    flattened = "puts \"flattened [sta::flattened] updates [sta::updates]\"\n";
  auto const before = run(folder, read + ask, "2"), after_some = run(folder, read + some + ask, "1"),
             after_few = run(folder, read + few + ask, "2"),
             after_both = run(folder, read + some + few + ask, "2");
  auto const seen =
      run(folder,
          read + "report_wns > /dev/null\n" + some + flattened + ask + few + ask + "read_spef " +
              folder.path("riscling.spef.gz") + "\n" + ask + some + few + ask + flattened,
          "2");
  CAPTURE(seen.err);
  CHECK(before.out.size() > 20000);
  CHECK(before.out != after_some.out);
  CHECK(after_some.out != after_both.out);
  CHECK(after_few.out != after_both.out);
  CHECK(seen.exit_code == 0);
  CHECK(seen.out == "flattened 1 updates 1\n" + after_some.out + after_both.out + before.out +
                        after_both.out + "flattened 1 updates 5\n");
}

TEST_CASE("shell wires: what cannot be taken leaves what was timed") {
  sandbox const folder("examples/designs/counter");
  std::string const head =
      "*SPEF \"x\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 "
      "KOHM\n";
  std::string const net = "*D_NET carry3 9\n*CONN\n*I inv3:Y O\n*I out:A I\n*CAP\n1 inv3:Y 4.40\n";
  folder.write("bad.spef", head + net + "2 carry3:1 x9\n*END\n");
  folder.write("other.spef", std::string(head).replace(head.find("DELIMITER :") + 10, 1, "|") +
                                 "*D_NET carry3 1\n*CAP\n1 inv3|Y 1\n*END\n");
  folder.write("sum.spef", head + net + "2 inv3:Y 9e11\n3 inv3:Y 9e11\n*END\n");
  folder.write("lost.spef", head + net + "*END\n*D_NET nowhere 1\n*CAP\n1 nowhere:1 1\n*END\n");
  std::string const read = "read_liberty " + folder.path("counter.lib") + "\nread_verilog " +
                           folder.path("counter.v") + "\nlink_design counter\nread_spef " +
                           folder.path("counter.spef") + "\nread_sdc " + folder.path("counter.sdc") + "\n";
  std::string const ask =
      "report_checks -path_delay min_max -group_count 100 -digits 9 -fields {slew capacitance}\n"
      "puts \"flattened [sta::flattened]\"\n";
  auto const before = run(folder, read + ask, "1");
  std::string script = read + ask;
  for (auto const* const file : {"bad.spef", "other.spef", "sum.spef"})
    script += "puts [catch {read_spef " + folder.path(file) + "} text]$text\n" + ask;
  auto const seen = run(folder, script, "1");
  CAPTURE(seen.err);
  CHECK(seen.exit_code == 0);
  std::string const at = folder.path("");
  CHECK(seen.out == before.out + "1expected a number, found \"x9\"\n" + before.out +
                        "1its *DELIMITER differs from that of " + folder.path("counter.spef") + "\n" +
                        before.out + "1net carry3 has capacitances or resistances that are out of range\n" +
                        before.out);
  folder.write("y.tcl", read + ask + "read_spef " + folder.path("lost.spef") + "\n" + ask);
  auto const lost = run_driver("sta", {folder.path("y.tcl"), "--device", "host"});
  CHECK(lost.exit_code == 0);
  CHECK_THAT(lost.err, contains("a net of the parasitics is not in the netlist (1 times, first at " +
                                folder.path("lost.spef") + ":15:8)"));
  CHECK(lost.out.starts_with(before.out));
  CHECK(lost.out.ends_with("flattened 1\n"));
  CHECK(lost.out != before.out + before.out);
}

TEST_CASE("shell wires: behind edits of the netlist or constraints all is flattened again") {
  sandbox const folder("examples/designs/counter");
  std::string const head =
      "*SPEF \"x\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 "
      "KOHM\n";
  folder.write("a.spef", head +
                             "*D_NET carry3 9\n*CONN\n*I inv3:Y O\n*I out:A I\n*CAP\n1 inv3:Y 14\n*RES\n"
                             "1 inv3:Y out:A 2\n*END\n");
  std::string const wires = "read_spef " + folder.path("a.spef") + "\n";
  std::string const read = "read_liberty " + folder.path("counter.lib") + "\nread_verilog " +
                           folder.path("counter.v") + "\nlink_design counter\nread_spef " +
                           folder.path("counter.spef") + "\nread_sdc " + folder.path("counter.sdc") + "\n";
  std::string const ask =
      "report_checks -path_delay min_max -group_count 100 -digits 9 -fields {slew capacitance}\n";
  for (std::string const edit :
       {"set_load 9 [get_nets carry3]\n", "swap_cell out CLKBUF\n",
        "set_clock_uncertainty 3 [get_clocks clk]\n", "make_instance spare BUF\nconnect_pin carry3 spare/A\n",
        "set_pi_model inv3/Y 1.5 0.75 4.5\n"}) {
    CAPTURE(edit);
    auto const behind = run(folder, read + edit + wires + ask, "1"),
               front = run(folder, read + wires + edit + ask, "1");
    auto const seen = run(folder,
                          read + "report_wns > /dev/null\n" + wires + edit + ask + wires +
                              "report_wns > /dev/null\ncatch {" + edit + "}\n" + wires + ask,
                          "1");
    CAPTURE(seen.err);
    CHECK(seen.exit_code == 0);
    CHECK(seen.out == front.out + behind.out);
  }
}
