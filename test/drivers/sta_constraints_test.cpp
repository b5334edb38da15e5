// The driver sta tells the truth about constraints: what it refuses, what it did not apply, what matched
// nothing.
#include <nlohmann/json.hpp>

#include "test/drivers/command.hpp"
#include "test/drivers/sandbox.hpp"
#include "test/drivers/spoil.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

using words = std::vector<std::string>;

words arguments(sandbox const& design, words const& more) {
  words all{"--liberty", design.path("counter.lib"),
            "--verilog", design.path("counter.v"),
            "--spef",    design.path("counter.spef"),
            "--device",  "host",
            "--threads", "1"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// The counter under its own constraints and these.
outcome time_with(sandbox const& design, std::string const& constraints, words more = {},
                  process_limits limits = {}) {
  design.write("more.sdc", constraints);
  more.insert(more.begin(), {"--sdc", design.path("counter.sdc"), "--sdc", design.path("more.sdc")});
  return run_driver("sta", arguments(design, more), limits);
}

nlohmann::json json_with(sandbox const& design, std::string const& constraints, words more = {}) {
  more.insert(more.end(), {"--format", "json", "--quiet"});
  auto const seen = time_with(design, constraints, more);
  CAPTURE(seen.err);
  REQUIRE(seen.exit_code == 0);
  return nlohmann::json::parse(seen.out);
}

std::string const ideal = "\n  set_wire_load_model -name top\n";
constexpr std::size_t mebibyte = std::size_t{1} << 20U;

}  // namespace

TEST_CASE("sta refuses unknown commands and options, or counts them with --lenient") {
  sandbox const design("examples/designs/counter");
  std::string const misspelt = "set_input_transition 20 enable\nset_flase_path -from enable\n";
  expect_refused_at(time_with(design, misspelt), design.path("more.sdc"), {2, 1},
                    "unknown command \"set_flase_path\"");
  expect_refused_at(time_with(design, "set_load -typo 1 q0\n"), design.path("more.sdc"), {1, 1},
                    "unknown option \"-typo\"");
  auto const report = json_with(design, misspelt + "set_load -typo 1 q0\n", {"--lenient"});
  CHECK(report["incomplete"] == 2);
  CHECK(report["not_applied"][0]["what"] == "unknown command \"set_flase_path\"");
  CHECK(report["not_applied"][1]["at"] == design.path("more.sdc") + ":3:1");
}

TEST_CASE("sta says what it did not apply, in every format, quiet or not") {
  sandbox const design("examples/designs/counter");
  std::string const head = "INCOMPLETE: 1 constraints were not applied\n  set_wire_load_model (" +
                           design.path("more.sdc") + ":2:3)\n";
  for (words const& more : {words{}, words{"--quiet"}, words{"--quiet", "--report", "paths"}}) {
    auto const seen = time_with(design, ideal, more);
    CHECK(seen.exit_code == 0);
    CHECK(seen.out.starts_with(head));
  }
  auto const page = design.path("page.html");
  CHECK(time_with(design, ideal, {"--quiet", "--html", page}).exit_code == 0);
  CHECK_THAT(design.read("page.html"), contains("INCOMPLETE: 1 constraints were not applied"));
  CHECK(json_with(design, ideal)["incomplete"] == 1);
  auto const none = json_with(design,
                              "set_max_area 0\nset_units -time ps -capacitance fF\ngroup_path -name x "
                              "-to q0\nset_critical_range 1 counter\n");
  CHECK(none["incomplete"] == 0);
  CHECK(none["not_applied"].empty());
  CHECK(none["unmatched"] == 0);
}

TEST_CASE("sta counts names that match nothing, and goes on") {
  sandbox const design("examples/designs/counter");
  std::string const lost = "set_false_path -from nope\nset_load 1 [get_ports {no1 no2 no3 no4 no5}]\n";
  CHECK(json_with(design, lost)["unmatched"] == 6);
  CHECK(json_with(design, lost)["incomplete"] == 0);
  auto const seen = time_with(design, lost, {"--quiet"});
  CHECK(seen.out.starts_with("UNMATCHED: 6 names\n  clock or cell or port or pin \"nope\" ("));
  CHECK_THAT(seen.out, contains("  port \"no4\" (" + design.path("more.sdc") + ":2:1)\n  and 1 more\n\n"));
}

TEST_CASE("sta: an input port with an output delay and an empty clock are notes") {
  sandbox const design("examples/designs/counter");
  auto const report = json_with(design,
                                "set_output_delay 1 -clock clk enable\n"
                                "create_clock -name other -period 100 [get_ports -quiet nope]\n");
  CHECK(report["incomplete"] == 0);
  CHECK(report["unmatched"] == 0);
  std::string notes;
  for (auto const& note : report["diagnostics"]) notes += note["kind"].get<std::string>() + "\n";
  CHECK_THAT(notes, contains("set_output_delay of an input port, ignored"));
  CHECK_THAT(notes, contains("create_clock of an empty list: a virtual clock"));
}

TEST_CASE("sta passes variables by --define, one value each") {
  sandbox const design("examples/designs/counter");
  std::string const text = "create_clock -name a -period $::env(A_B) clk\nset_load $env(B) q0\n";
  expect_refused_at(time_with(design, text), design.path("more.sdc"), {1, 1}, "--define A_B=VALUE");
  words const both{"--define", "A_B=400", "--define", "B=2.5"};
  CHECK(json_with(design, text, both)["incomplete"] == 0);
  CHECK(json_with(design, "if {$::env(X) ne {a,b=c}} { error no }\n", {"--define", "X=a,b=c"})["unmatched"] ==
        0);
  for (words const& wrong : {words{"--define", "A"}, words{"--define", "=1"}, words{"--define"},
                             words{"--define", "A=1", "B=2"}, words{"--liberty", "x.lib", "y.lib"}}) {
    CAPTURE(wrong);
    CHECK(time_with(design, text, wrong).exit_code == 2);
  }
}

TEST_CASE("sta: what is not constrained is not met") {
  sandbox const design("examples/designs/counter");
  auto const text = run_driver("sta", arguments(design, {"--quiet"}));
  CHECK(text.exit_code == 0);
  CHECK_THAT(text.out, contains("WNS                                    -               -\n"));
  CHECK_THAT(text.out, contains("TNS                                    -               -\n"));
  auto const json = run_driver("sta", arguments(design, {"--quiet", "--format", "json"}));
  CHECK(nlohmann::json::parse(json.out)["summary"]["setup"]["wns"].is_null());
}

TEST_CASE("sta: procedures of files that constraints source") {
  sandbox const design("examples/designs/counter");
  design.write("procs.tcl",
               "proc constrain {port slew} {\n  set_input_transition $slew [get_ports $port]\n}\n"
               "namespace eval of { proc load {port} {\n    set_load x $port\n} }\n");
  std::string const text = "source [file join [file dirname [info script]] procs.tcl]\n";
  CHECK(json_with(design, text + "constrain enable 30\n")["unmatched"] == 0);
  expect_refused_at(time_with(design, text + "constrain enable slow\n"), design.path("procs.tcl"), {2, 3},
                    "expected a number");
  CHECK(time_with(design, text + "of::load q0\n").exit_code == 1);
}

TEST_CASE("sta reads constraints with a byte order mark") {
  sandbox const design("examples/designs/counter");
  CHECK(json_with(design, "\xEF\xBB\xBFset_load 1 q0\n")["incomplete"] == 0);
  expect_refused_at(time_with(design, "\xEF\xBB\xBFset_load x q0\n"), design.path("more.sdc"), {1, 1},
                    "expected a number");
  for (std::string const file : {"counter.lib", "counter.v", "counter.spef"})
    design.write(file, "\xEF\xBB\xBF" + design.read(file));
  CHECK(json_with(design, "set_load 1 q0\n")["incomplete"] == 0);
}

TEST_CASE("sta: 200,000 exceptions take linear time and memory, wherever they come from", "[slow]") {
  sandbox const design("examples/designs/counter");
  process_limits const limits{12, 3000 * mebibyte};
  for (std::string const body :
       {"set_false_path -from enable -to bit0/D", "set_false_path -from enable -to bit[expr {$i % 4}]/D",
        "set_false_path -hold -from [get_ports enable] -to [get_pins bit0/D]",
        "set_multicycle_path 2 -from enable -to bit0/D", "set_false_path -from no$i"}) {
    CAPTURE(body);
    auto const seen =
        time_with(design, "for {set i 0} {$i < 200000} {incr i} { " + body + " }\n", {}, limits);
    CAPTURE(seen.err);
    CHECK(seen.exit_code == 0);
  }
  std::string plain;
  for (int i = 0; i < 200'000; ++i) plain += "set_false_path -from enable -to bit0/D\n";
  CHECK(time_with(design, plain, {}, limits).exit_code == 0);
}

TEST_CASE("sta: so they do in one long command, whose lines are counted", "[slow]") {
  sandbox const design("examples/designs/counter");
  process_limits const limits{12, 3000 * mebibyte};
  std::string lines = "\n";
  for (int i = 0; i < 200'000; ++i) lines += "set_wire_load_model -name top\n";
  for (std::string const& text :
       {"if {1} {" + lines + "}\n", "proc f {} {" + lines + "}\nf\n", "eval {" + lines + "}\n"}) {
    CAPTURE(text.substr(0, 10));
    auto const seen = time_with(design, text, {}, limits);
    CAPTURE(seen.err);
    CHECK(seen.exit_code == 0);
    CHECK_THAT(seen.out, contains("INCOMPLETE: 200000 constraints were not applied\n  set_wire_load_model (" +
                                  design.path("more.sdc") + ":2:1)\n"));
  }
  expect_refused_at(time_with(design, "if {1} {" + lines + "  set_load x q0\n}\n", {}, limits),
                    design.path("more.sdc"), {200'002, 3}, "expected a number");
}

namespace {

/// Registers in a row behind two ports, and buffers between them.
std::string row_of_registers(int count) {
  std::string text = "module counter(clk, enable, q0);\n input clk, enable;\n output q0;\n";
  std::string from = "enable";
  for (int i = 0; i < count; ++i) {
    auto const n = std::to_string(i);
    text += " INV g" + n + " (.A(" + from + "), .Y(w" + n + "));\n DFF r" + n + " (.D(w" + n +
            "), .CK(clk), .Q(v" + n + "));\n";
    from = "v" + n;
  }
  return text + " INV last (.A(" + from + "), .Y(q0));\nendmodule\n";
}

/// Some thousand registers, without wires, under these constraints.
outcome time_row(sandbox const& design, std::string const& constraints, process_limits limits) {
  design.write("row.v", row_of_registers(2000));
  design.write("row.sdc", "create_clock -name clk -period 500 clk\n" + constraints);
  return run_driver("sta",
                    {"--liberty", design.path("counter.lib"), "--verilog", design.path("row.v"), "--sdc",
                     design.path("row.sdc"), "--device", "host", "--threads", "1", "--report", "summary"},
                    limits);
}

std::string loop(int n, std::string const& body) {
  return "for {set i 0} {$i < " + std::to_string(n) + "} {incr i} { " + body + " }\n";
}

}  // namespace

TEST_CASE("sta: constraints cost no more where the design is larger", "[slow]") {
  sandbox const design("examples/designs/counter");
  process_limits const limits{8, 3000 * mebibyte};
  for (std::string const body :
       {"set_timing_derate -early 0.9 [get_cells r[expr {$i % 2000}]]", "set_timing_derate -late 1.1",
        "set_timing_derate -late 1.1 [get_nets v[expr {$i % 2000}]]",
        "set_false_path -from r[expr {$i % 2000}]/CK -to r[expr {$i * 7 % 2000}]/D",
        "set_false_path -through g[expr {$i % 2000}]/Y", "set_max_delay 2 -to r[expr {$i % 2000}]/D",
        "set_disable_timing g[expr {$i % 2000}] -from A -to Y", "set_input_delay 1 -clock clk enable",
        "set_load 1 [get_nets w[expr {$i % 2000}]]", "set_load 1 q0"}) {
    CAPTURE(body);
    auto const seen = time_row(design, loop(200'000, body), limits);
    CAPTURE(seen.err);
    CHECK(seen.exit_code == 0);
  }
}

TEST_CASE("sta: many clocks cost linear time", "[slow]") {
  sandbox const design("examples/designs/counter");
  auto const clocks = [](int n, std::string const& more) {
    return loop(n, "create_clock -period 500 -name c$i " + more);
  };
  std::string const delays = "set_input_delay 1 -add_delay -clock c[expr {$i % 9000}] enable";
  process_limits const limits{60, 3000 * mebibyte};
  CHECK(time_row(design, clocks(9000, "") + loop(200'000, delays), limits).exit_code == 0);
  auto const pairs = time_row(design, clocks(990, "-add clk"), limits);
  CHECK(pairs.exit_code == 1);
  CHECK_THAT(pairs.err, contains("more than 10 million pairs of a launching and a capturing clock edge"));
}

TEST_CASE("sta: many clocks on one port, up to a limit") {
  sandbox const design("examples/designs/counter");
  auto const clocks = [](int n) {
    return "for {set i 0} {$i < " + std::to_string(n) +
           "} {incr i} { create_clock -name c$i -add -period [expr {500 + $i}] clk }\n";
  };
  process_limits const limits{60, 3000 * mebibyte};
  CHECK(time_with(design, clocks(50), {}, limits).exit_code == 0);
  expect_refused_at(time_with(design, clocks(2000), {}, limits), design.path("more.sdc"), {1, 1},
                    "more than 1000 clocks at \"clk\"");
  auto const pairs = time_with(design, clocks(900), {}, limits);
  CHECK(pairs.exit_code == 1);
  CHECK_THAT(pairs.err, contains("more than 10 million pairs of a launching and a capturing clock edge"));
}
