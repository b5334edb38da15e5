// What stands in front of reports, and where scripts and the shell say it.
#include <nlohmann/json.hpp>
#include <string>

#include "test/drivers/shell_bench.hpp"
#include "test/drivers/workshop.hpp"

using namespace gsta_test;

namespace {

/// The counter with two instances of a cell that no library has, one of them on supplies alone, and wires of
/// some nets.
struct patchy_bench : shell_bench {
  std::string spef_line;

  patchy_bench() {
    auto text = folder.read("counter.v");
    text.insert(text.rfind("endmodule"), "  TAP tap0 (.VPB(VDD));\n  MACRO box0 (.A(carry1));\n");
    folder.write("counter.v", text);
    auto wires = folder.read("counter.spef");
    auto const first = wires.find("*D_NET"), second = wires.find("*D_NET", first + 1);
    folder.write("counter.spef", wires.substr(0, first) + wires.substr(second));
  }
};

}  // namespace

TEST_CASE("sta: black boxes and nets without wires stand in front of the report", "[driver]") {
  patchy_bench const b;
  auto const run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"--liberty", b.folder.path("counter.lib"), "--verilog",
                               b.folder.path("counter.v"), "--spef", b.folder.path("counter.spef"), "--sdc",
                               b.folder.path("counter.sdc"), "--device", "host", "--quiet"});
    auto seen = run_driver("sta", more);
    CAPTURE(seen.err);
    CHECK(seen.exit_code == 0);
    CHECK(seen.err.empty());
    return seen.out;
  };
  auto const json = nlohmann::json::parse(run({"--format", "json"}));
  CHECK(json["version"] == 3);
  CHECK(json["black_boxes"] == 1);
  CHECK(json["incomplete"] == 0);
  auto const nets = json["spef"]["nets"].get<int>(), annotated = json["spef"]["annotated"].get<int>();
  CHECK(annotated == nets - 1);
  auto const spef = "SPEF: " + std::to_string(annotated) + " of " + std::to_string(nets) + " nets";
  auto const text = run({"--html", b.folder.path("page.html")});
  CHECK_THAT(text, Catch::Matchers::StartsWith("BLACK BOXES: 1\n  MACRO box0 ("));
  CHECK_THAT(text, contains("\n" + spef + "\n"));
  CHECK_THAT(b.folder.read("page.html"), contains("<h3>BLACK BOXES: 1</h3>"));
  CHECK_THAT(b.folder.read("page.html"), contains("<h3>" + spef + "</h3>"));
  auto const saved = run({"--save", b.folder.path("saved")});
  CHECK(saved == text);
  CHECK(run_driver("sta", {"--load", b.folder.path("saved"), "--device", "host", "--quiet"}).out == text);
  CHECK(run({"--wire", "ideal"}).find("SPEF") == std::string::npos);
}

TEST_CASE("shell: what stands in front of reports is said on standard error, once a change") {
  patchy_bench const b;
  auto const plain = b.run(b.read + "report_wns\nreport_checks\nreport_checks > " + b.folder.path("r") +
                           "\nwith_output_to_variable text {report_tns}\nputs -nonewline $text\n");
  CHECK(plain.exit_code == 0);
  CHECK_THAT(plain.out, Catch::Matchers::StartsWith("wns max"));
  for (std::string const head : {"BLACK BOXES: 1\n", "SPEF: ", "INCOMPLETE"}) {
    CHECK(count_of(plain.out, head) == 0);
    CHECK(count_of(b.folder.read("r"), head) == 0);
    CHECK(count_of(plain.err, head) == (head == "INCOMPLETE" ? 0 : 1));
  }
  auto const many = b.run(b.read +
                          "report_wns\nset_wire_load_model -name top\nreport_wns\nreport_tns\n"
                          "set_load 1 [all_outputs]\nreport_wns\nread_spef " +
                          b.folder.path("counter.spef") + "\nreport_wns\nlink_design counter\nreport_wns\n");
  CHECK(many.exit_code == 0);
  CHECK(count_of(many.err, "BLACK BOXES: 1\n") == 5);
  CHECK(count_of(many.err, "SPEF: ") == 4);
  CHECK(count_of(many.err, "INCOMPLETE: 1 constraint was not applied\n") == 3);
  CHECK(count_of(many.out, ": ") == 0);
}

TEST_CASE("shell: a net with a load of its own lacks no wire") {
  shell_bench const b;
  CHECK_THAT(b.out_of("set_load 2 [get_nets next1]\nreport_wns\n"),
             contains("wns max"));  // and no line beside
}

TEST_CASE("shell: a variable that is set behind a report makes the next one anew") {
  shell_bench const b;
  std::string const more =
      "set_propagated_clock [all_clocks]\nset_clock_latency -source -early 0.1 [all_clocks]\n"
      "set_clock_latency -source -late 0.3 [all_clocks]\nset_false_path -from [all_inputs]\n"
      "set_false_path -to [all_outputs]\n";
  std::string const slack = "report_worst_slack -max -digits 6\n", off = "set sta_crpr_enabled 0\n",
                    on = "set sta_crpr_enabled 1\n";
  auto const with = b.out_of(more + slack), without = b.out_of(more + off + slack);
  CHECK(with != without);
  CHECK(b.out_of(more + slack + off + slack + on + slack + off + slack + "unset sta_crpr_enabled\n" +
                 slack) == with + without + with + without + with);
}

TEST_CASE("shell: handles of a design that was linked anew say so") {
  shell_bench const b;
  for (std::string const command :
       {"report_checks -to $old", "set_load 1 $old", "get_property $old slack_max", "get_full_name $old",
        "connect_pin carry1 $old"})
    b.refused(b.read + "set old [get_pins and0/A]\nlink_design counter\n" + command + "\n", {8, 1},
              "an object is of a design that was linked before");
}

TEST_CASE("shell: a misspelt name is said at once, and what it was meant to be") {
  shell_bench const b;
  auto const at_prompt = b.run(b.read, {"--shell"}, "set_false_path -from [get_pins bit0/X]\nputs next\n");
  CHECK(at_prompt.exit_code == 0);
  CHECK_THAT(at_prompt.err, contains("bit0/X"));
  CHECK_THAT(at_prompt.err, contains("stdin:1:1"));
  b.refused("report_chekcs\n", {1, 1}, "unknown command \"report_chekcs\": did you mean report_checks?");
  b.refused(b.read + "set_flase_path -from bit0\n", {6, 1}, "did you mean set_false_path?");
  b.refused(b.read + "report_checks -grop_count 3\n", {6, 1},
            "unknown option \"-grop_count\": did you mean -group_count?");
  b.refused(b.read + "set_false_path -form bit0\n", {6, 1}, "unknown option \"-form\": did you mean -from?");
  auto const top = b.run(b.read_all + "link_design countre\n");
  CHECK(top.exit_code == 1);
  CHECK_THAT(top.err,
             contains("there is no module named \"countre\"; no other has an instance of \"counter\""));
}

TEST_CASE("sta: without a clock, and with a period of other units, reports say so", "[driver]") {
  shell_bench const b;
  auto const run = [&](std::string const& constraints) {
    b.folder.write("own.sdc", constraints);
    return run_driver(
        "sta", {"--liberty", b.folder.path("counter.lib"), "--verilog", b.folder.path("counter.v"), "--sdc",
                b.folder.path("own.sdc"), "--device", "host"});
  };
  CHECK_THAT(run("set_load 1 [all_outputs]\n").out,
             Catch::Matchers::StartsWith("CLOCKS: no clock is defined\n"));
  auto const period = [](std::string const& p) {
    return "create_clock -name c -period " + p + " [get_ports clk]\n";
  };
  CHECK_THAT(run(period("0.01")).err, contains("more than 100 periods"));
  auto const usual = run(period("500"));
  CHECK_THAT(usual.err, !contains("periods"));
  CHECK_THAT(usual.out, !contains("CLOCKS:"));
}
