// Commands of sta's shell that edit the netlist and its wires: what comes out is what a fresh read of the
// edited files gives, to the last digit, and what is refused changes nothing.
#include <map>
#include <string>
#include <vector>

#include "test/drivers/command.hpp"
#include "test/drivers/sandbox.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// All paths, and what timing knows of each pin and port.
constexpr char const* ask_all =
    "report_checks -path_delay min_max -group_count 100 -endpoint_count 4 -digits 9 "
    "-fields {slew capacitance input_pins nets fanout}\n"
    "foreach of [list [get_pins */*] [get_ports *]] {\n  foreach_in_collection one $of {\n"
    "    foreach what {slack_max slack_min slew_max_rise slew_min_fall arrival_max arrival_min} {\n"
    "      catch {get_property $one $what} value\n      puts \"[get_full_name $one] $what $value\"\n"
    "    }\n  }\n}\nreport_tns -min -digits 9\nreport_wns -digits 9\nreport_check_types -digits 9\n";

struct bench {
  sandbox folder{"examples/designs/counter"};
  std::string threads = "1";

  std::string read() const {
    return "read_liberty " + folder.path("counter.lib") + "\nread_verilog " + folder.path("counter.v") +
           "\nlink_design counter\nread_spef " + folder.path("counter.spef") + "\nread_sdc " +
           folder.path("counter.sdc") + "\n";
  }
  outcome run(std::string const& script) const {
    folder.write("x.tcl", script);
    return run_driver("sta", {folder.path("x.tcl"), "--device", "host", "--threads", threads, "--quiet"});
  }
  std::string out_of(std::string const& script) const {
    auto const seen = run(script);
    CAPTURE(script, seen.err);
    CHECK(seen.exit_code == 0);
    bool const lacks_wires = seen.err.starts_with("SPEF: ") && seen.err.ends_with(" nets\n");
    CHECK((seen.err.empty() || lacks_wires));  // of a net that edited files have beyond the SPEF
    return seen.out;
  }
  /// What the commands make of the files as they are now, untimed and timed before.
  std::vector<std::string> edited(std::string const& commands) const {
    return {out_of(read() + commands + ask_all),
            out_of(read() + "report_wns > /dev/null\n" + commands + ask_all)};
  }
  /// A fresh read of the files as they are now, and of wires behind.
  std::string fresh(std::string const& more = {}) const { return out_of(read() + more + ask_all); }
};

void check_all(std::vector<std::string> const& outs, std::string const& expected) {
  CHECK(expected.size() > 2000);
  for (auto const& out : outs) CHECK(out == expected);
}

}  // namespace

TEST_CASE("shell edits: another cell") {
  for (auto const* const threads : {"1", "3"}) {
    bench b;
    b.threads = threads;
    auto const before = b.fresh();
    auto const outs =
        b.edited("swap_cell out CLKBUF\nreplace_cell [get_cells ct_low] [get_lib_cells */BUF]\n");
    check_all(b.edited("swap_cell out CLKBUF\nreport_wns > /dev/null\nswap_cell [get_cells out] BUF\n"),
              before);
    b.folder.replace("counter.v", "BUF out (", "CLKBUF out (");
    b.folder.replace("counter.v", "CLKBUF ct_low", "BUF ct_low");
    auto const expected = b.fresh();
    CHECK(expected != before);
    check_all(outs, expected);
  }
}

TEST_CASE("shell edits: a buffer in a net, and out of it again") {
  bench b;
  auto const before = b.fresh();
  std::string const in =
      "make_net far\nmake_instance buf1 BUF\ndisconnect_pin carry3 out/A\nconnect_pin carry3 buf1/A\n"
      "connect_pin far buf1/Y\nconnect_pin [get_nets far] [get_pins out/A]\n";
  std::string const out =
      "disconnect_pin far out/A\nconnect_pin carry3 out/A\ndelete_instance buf1\ndelete_net far\n";
  check_all(b.edited(in + "report_checks > /dev/null\n" + out), before);
  auto const outs = b.edited(in),
             steps = b.edited("report_tns > /dev/null\n" + in + "report_tns > /dev/null\n" +
                              "swap_cell buf1 CLKBUF\nreport_tns > /dev/null\n" + "swap_cell buf1 BUF\n");
  b.folder.replace("counter.v", "wire carry0,", "wire far, carry0,");
  b.folder.replace("counter.v", "BUF out (.A(carry3), .Y(overflow));",
                   "BUF out (.A(far), .Y(overflow));\n  BUF buf1 (.A(carry3), .Y(far));");
  auto const expected = b.fresh();
  CHECK(expected != before);
  check_all(outs, expected);
  check_all(steps, expected);
}

TEST_CASE("shell edits: what hangs in the air is as a file says it") {
  bench b;
  auto const outs =
      b.edited("delete_instance inv3\nreport_wns > /dev/null\ndelete_net [get_nets no_carry3]\n");
  b.folder.replace("counter.v", "  INV inv3 (.A(no_carry3), .Y(carry3));\n", "");
  b.folder.replace("counter.v", ", no_carry3;", ";");
  b.folder.replace("counter.v", ", .Y(no_carry3));", ");");
  check_all(outs, b.fresh());
}

TEST_CASE("shell edits: wires of a file replace those of the nets that it has") {
  bench b;
  std::string const net =
      "*SPEF \"x\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 "
      "KOHM\n"
      "*L_UNIT 1 HENRY\n";
  b.folder.write("values.spef", net +
                                    "*D_NET carry3 9\n*CONN\n*I inv3:Y O\n*I out:A I\n*CAP\n1 inv3:Y 4.40\n"
                                    "2 carry3:1 0.90\n3 out:A 3.50\n*RES\n1 inv3:Y carry3:1 1.20\n"
                                    "2 carry3:1 out:A 2.30\n*END\n");
  b.folder.write("shape.spef", net +
                                   "*D_NET next1 7\n*CONN\n*I sum1:Y O\n*I bit1:D I\n*CAP\n1 sum1:Y 7\n*RES\n"
                                   "1 sum1:Y bit1:D 0.5\n*END\n");
  auto const before = b.fresh();
  std::string commands, more;
  for (auto const* const file : {"values.spef", "shape.spef"}) {
    more += "read_spef " + b.folder.path(file) + "\n";
    auto const expected = b.fresh(more);
    CHECK(expected != before);
    check_all(b.edited(commands + more), expected);
    commands = more + "report_wns > /dev/null\n";
    check_all(b.edited(commands), expected);
  }
  b.folder.write("reduced.spef", net +
                                     "*R_NET carry3 9\n*DRIVER inv3:Y\n*CELL INV\n*C2_R1_C1 1.5 0.75 4.5\n"
                                     "*LOADS\n*RC out:A 6.25\n*END\n");
  auto const reduced = b.fresh("read_spef " + b.folder.path("reduced.spef") + "\n");
  check_all(b.edited("set_pi_model inv3/Y 1.5 0.75 4.5\nset_elmore [get_pins inv3/Y] out/A 6.25\n"), reduced);
  check_all(b.edited("set_pi_model inv3/Y 9 9 9\nset_elmore inv3/Y out/A 1\nreport_wns > /dev/null\n"
                     "set_pi_model inv3/Y 1.5 0.75 4.5\nset_elmore inv3/Y out/A 6.25\n"),
            reduced);
}

TEST_CASE("shell edits: constraints said before hold behind, and objects are found anew") {
  bench b;
  std::string const exception =
      "set_false_path -from [get_cells bit0] -to [get_pins bit2/D]\nset d [get_pins bit3/D]\n";
  auto const outs = b.edited(exception +
                             "make_instance spare INV\nset_load 3 [get_ports q0]\n"
                             "puts [get_full_name [get_pins spare/*]]\nputs [get_full_name $d]\n"
                             "delete_instance spare\nputs [catch {delete_instance spare}]\n");
  for (auto const& out : outs) CHECK(out.starts_with("spare/A spare/Y\nbit3/D\n"));
  auto const expected = b.fresh(exception + "set_load 3 [get_ports q0]\n");
  for (auto const& out : outs) CHECK(out.ends_with(expected));
}

TEST_CASE("shell edits: what is refused changes nothing") {
  bench const b;
  std::string const before =
      "make_net loose\nset_false_path -through [get_pins inv1/Y]\nset_load 2 [get_nets next1]\n";
  auto const expected = b.fresh(before);
  std::map<std::string, std::string> const refused{
      {"swap_cell nobody BUF", "\"nobody\""},
      {"swap_cell out MISSING", "no library has a cell named \"MISSING\""},
      {"swap_cell out DFF", "has no pin named"},
      {"swap_cell out", "expected 2 arguments"},
      {"swap_cell [get_cells inv*] INV", "4 objects: one is expected"},
      {"make_instance out BUF", "there already is a gate named out"},
      {"make_instance {} BUF", "is no name"},
      {"make_instance {a b} BUF", "is no name"},
      {"make_instance fresh MISSING", "no library has a cell"},
      {"delete_instance nobody", "\"nobody\""},
      {"delete_instance inv1", "constraints name the instance \"inv1\""},
      {"make_net carry1", "there already is a net named carry1"},
      {"delete_net nothing", "\"nothing\""},
      {"delete_net next1", "constraints name the net \"next1\""},
      {"connect_pin nothing out/A", "\"nothing\""},
      {"connect_pin carry1 out/B", "\"out/B\""},
      {"disconnect_pin carry1 out/A", "pin \"out/A\" is not on net \"carry1\""},
      {"set_pi_model out/Y 1 2", "expected 4 arguments"},
      {"set_pi_model out/Y 1 -2 3", "expected a number from 0"},
      {"set_pi_model out/Q 1 2 3", "\"out/Q\""},
      {"set_elmore inv3/Y out/A 1", "set_pi_model comes first"},
      {"set_elmore inv3/Y bit1/D 1", "is not on net \"carry3\""},
      {"read_spef " + b.folder.path("none.spef"), "there is no such file"}};
  std::string script = b.read() + before + "report_wns > /dev/null\n";
  std::string sentences;
  for (auto const& [command, words] : refused) script += "puts [catch {" + command + "} text]$text\n";
  auto const out = b.out_of(script + ask_all);
  std::size_t at = 0;
  for (auto const& [command, words] : refused) {
    auto const end = out.find('\n', at);
    INFO(command);
    CHECK(out[at] == '1');
    CHECK_THAT(out.substr(at + 1, end - at - 1), contains(words));
    at = end + 1;
  }
  CHECK(out.substr(at) == expected);
  CHECK_THAT(b.run("swap_cell a b\n").err, contains("link_design comes first"));
}
