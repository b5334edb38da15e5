// The driver sta on spoilt input: design.md, section 7, "Exit".
#include "test/drivers/spoil.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

std::vector<std::string> arguments(sandbox const& design, std::vector<std::string> const& more = {}) {
  std::vector<std::string> words{"--liberty", design.path("counter.lib"),
                                 "--verilog", design.path("counter.v"),
                                 "--spef",    design.path("counter.spef"),
                                 "--sdc",     design.path("counter.sdc"),
                                 "--device",  "host",
                                 "--threads", "1",
                                 "--no-cppr", "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

outcome time_counter(sandbox const& design) { return run_driver("sta", arguments(design)); }

std::vector<std::string> const files = {"counter.lib", "counter.v", "counter.spef", "counter.sdc"};

}  // namespace

TEST_CASE("sta times the design that these tests spoil") {
  sandbox const design("examples/designs/counter");
  for (std::string const format : {"text", "json"}) {
    auto const seen = run_driver("sta", arguments(design, {"--format", format, "--paths", "3"}));
    CAPTURE(seen.err);
    CHECK(seen.exit_code == 0);
    CHECK(seen.err.empty());
    CHECK_THAT(seen.out, contains("counter"));
  }
}

TEST_CASE("sta refuses a file that is missing, a folder, empty or a damaged archive") {
  sandbox const design("examples/designs/counter");
  for (auto const& file : files) check_no_file(design, time_counter, file);
}

TEST_CASE("sta refuses binary files") {
  sandbox const design("examples/designs/counter");
  for (auto const& file : files) check_binary(design, time_counter, file);
}

TEST_CASE("sta reads or refuses files that are cut short") {
  sandbox const design("examples/designs/counter");
  for (auto const& file : files) check_cut_short(design, time_counter, file);
}

TEST_CASE("sta refuses wrong files in their place") {
  sandbox const design("examples/designs/counter");
  check_replacements(
      design, time_counter,
      {
          {"counter.v", ".A(clk)", ".AA(clk)", "has no pin named AA", 1},
          {"counter.v", "INV inv1", "INV inv0", "the instance \"inv0\" is declared twice", 4},
          {"counter.lib", "\"5, 20, 80\"", "\"5, 2O, 80\"", "expected a number, found \"2O\"", 4},
          {"counter.lib", "\"5, 20, 80\"", "\"5, 20\"", "expected 6 values", 0, "values ("},
          {"counter.spef", "*C_UNIT 1", "*C_UNIT one", "expected a number, found \"one\"", 8},
      });
}

TEST_CASE("sta refuses wrong constraints in their place") {
  sandbox const design("examples/designs/counter");
  check_replacements(
      design, time_counter,
      {
          {"counter.sdc", "set_load -pin_load 2.5 [get_ports $port]", "set_load -pin_lod 2.5 none",
           "unknown option \"-pin_lod\""},
          {"counter.sdc", "set_input_transition 20", "set_input_transition 2O", "a number, found \"2O\""},
          {"counter.sdc", "set_input_transition 20", "set_input_transition -slow 20", "-slow"},
          {"counter.sdc", "create_clock -name clk -period $period", "create_clock -name clk", "-period"},
          {"counter.sdc", "create_clock -name clk -period $period", "create_clock -name clk -period -5",
           "-5"},
          {"counter.sdc", "set_output_delay -max $io_delay -clock clk", "set_output_delai -max 1 -clock clk",
           "unknown command \"set_output_delai\""},
          {"counter.sdc", "set_propagated_clock [all_clocks]", "exec ls", "\"exec\" is not allowed"},
          {"counter.sdc", "set_propagated_clock [all_clocks]", "set x [open y w]", "\"open\" is not allowed"},
          {"counter.sdc", "set_propagated_clock [all_clocks]", "exit 0", "\"exit\" is not allowed"},
          {"counter.sdc", "set_propagated_clock [all_clocks]", "expr {$period +}", "missing operand"},
          {"counter.sdc", "set_propagated_clock [all_clocks]", "proc f {} { f }; f", "too many nested", 12},
      });
}

TEST_CASE("sta names the pins of a combinational loop with --no-loops") {
  sandbox const design("examples/designs/counter");
  design.replace("counter.v", "and1 (.A(q1), .B(carry0)", "and1 (.A(q1), .B(carry1)");
  auto const error =
      expect_refused(run_driver("sta", arguments(design, {"--no-loops"})), design.path("counter.v"));
  for (auto const* const pin : {"and1/B", "and1/Y", "inv1/A", "inv1/Y"})
    CHECK_THAT(error.sentence, contains(pin));
  CHECK_THAT(error.sentence, !contains("and0"));
  // Each pin is where the netlist connects it, the first of them where the error is.
  CHECK(error.line > 0);
  std::string const sentence = error.sentence,
                    place = std::to_string(error.line) + ":" + std::to_string(error.column);
  auto const first = sentence.substr(sentence.find("loop: ") + 6);
  CHECK_THAT(first.substr(first.find(' ') + 1), Catch::Matchers::StartsWith("(" + place + ") "));
  std::istringstream lines(design.read("counter.v"));
  std::vector<std::string> text{""};
  for (std::string line; std::getline(lines, line);) text.push_back(line);
  REQUIRE(error.line < text.size());
  auto const pin = first.substr(first.find('/') + 1, 1);
  CHECK_THAT(text[error.line].substr(error.column - 1), Catch::Matchers::StartsWith(pin + "("));
  CHECK_THAT(text[error.line], contains(first.substr(0, first.find('/'))));
}

TEST_CASE("sta cuts a combinational loop and says so") {
  sandbox const design("examples/designs/counter");
  design.replace("counter.v", "and1 (.A(q1), .B(carry0)", "and1 (.A(q1), .B(carry1)");
  auto const seen = run_driver("sta", arguments(design, {"--format", "json"}));
  CHECK(seen.exit_code == 0);
  CHECK_THAT(seen.out,
             contains("\"kind\":\"a combinational loop is cut\",\"count\":1,\"first\":\"and1/B -> and1/Y\""));
  CHECK_THAT(seen.out, contains("\"loops\":1,\"cut_loops\":["));
  CHECK_THAT(seen.out, contains("{\"from\":\"and1/B\",\"to\":\"and1/Y\",\"length\":4,"
                                "\"pins\":[\"and1/Y\",\"inv1/A\",\"inv1/Y\",\"and1/B\"]}"));
  auto const text = run_driver("sta", arguments(design));
  CHECK_THAT(text.out, Catch::Matchers::StartsWith(
                           "LOOPS: 1 cut\n  and1/Y inv1/A inv1/Y and1/B (cut: and1/B -> and1/Y)\n\n"));
}

TEST_CASE("sta says which output it cannot write") {
  sandbox const design("examples/designs/counter");
  for (auto const& output : {design.path("none/report"), design.path(""), std::string("/dev/full")}) {
    expect_refused_at(run_driver("sta", arguments(design, {"--output", output})), output, {0, 0},
                      "cannot write");
  }
}
