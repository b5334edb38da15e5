// Command lines that cannot be obeyed: exit 2 for a wrong one, 3 for a backend that is not there.
#include <algorithm>
#include <filesystem>

#include "test/drivers/command.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

using words = std::vector<std::string>;

std::string const demo = "examples/designs/demo/demo", counter = "examples/designs/counter/counter";

words tau15(words more) {
  words all{demo + ".tau2015", demo + ".timing", demo + ".ops", "/dev/null", "--no-cppr"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

words sta(words more) {
  words all{"--liberty",       counter + ".lib", "--verilog",      counter + ".v", "--spef",
            counter + ".spef", "--sdc",          counter + ".sdc", "--quiet",      "--no-cppr"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

void expect_usage_error(std::string const& program, words const& arguments) {
  CAPTURE(program, arguments);
  auto const seen = run_driver(program, arguments);
  CAPTURE(seen.err);
  CHECK(seen.exit_code == 2);
  CHECK(seen.out.empty());
  CHECK_THAT(seen.err, contains(program));
  CHECK(std::count(seen.err.begin(), seen.err.end(), '\n') == 1);
}

}  // namespace

TEST_CASE("tau15 refuses wrong usage") {
  expect_usage_error("tau15", {});
  expect_usage_error("tau15", {demo + ".tau2015", demo + ".timing", demo + ".ops"});
  expect_usage_error("tau15", tau15({"a_fifth"}));
  expect_usage_error("tau15", tau15({"--unknown"}));
  expect_usage_error("tau15", tau15({"--device", "tpu"}));
  expect_usage_error("tau15", tau15({"--device"}));
  expect_usage_error("tau15", tau15({"--threads", "many"}));
  expect_usage_error("tau15", tau15({"--threads", "-1"}));
  expect_usage_error("tau15", tau15({"--threads", "100000"}));
}

TEST_CASE("sta refuses wrong usage") {
  expect_usage_error("sta", {});
  expect_usage_error("sta", {"--liberty", counter + ".lib"});
  expect_usage_error("sta", {"--verilog", counter + ".v"});
  expect_usage_error("sta", {"--liberty-early", counter + ".lib", "--verilog", counter + ".v"});
  expect_usage_error("sta", sta({"--liberty-late", counter + ".lib"}));
  for (words const& more :
       {words{"stray"}, words{"--unknown"}, words{"--device", "tpu"}, words{"--threads", "x"},
        words{"--format", "xml"}, words{"--delay", "mean"}, words{"--wire", "copper"},
        words{"--report", "everything"}, words{"--paths", "-1"}, words{"--paths", "few"},
        words{"--paths-per-endpoint", "0"}, words{"--from", "a"}, words{"--html"}}) {
    expect_usage_error("sta", sta(more));
  }
}

TEST_CASE("both drivers print their help") {
  for (std::string const program : {"tau15", "sta"}) {
    auto const seen = run_driver(program, {"--help"});
    CHECK(seen.exit_code == 0);
    CHECK(seen.err.empty());
    CHECK_THAT(seen.out, contains("--device"));
  }
}

TEST_CASE("device cuda without a GPU is refused, and auto takes the host") {
  bool const may_have_gpu = std::filesystem::exists("/dev/nvidiactl");
  for (std::string const program : {"tau15", "sta"}) {
    CAPTURE(program);
    auto const cuda = program == "sta" ? sta({"--device", "cuda"}) : tau15({"--device", "cuda"});
    auto const seen = run_driver(program, cuda);
    CAPTURE(seen.err);
    if (seen.exit_code != 0 || !may_have_gpu) {
      CHECK(seen.exit_code == 3);
      CHECK(seen.out.empty());
      CHECK(std::count(seen.err.begin(), seen.err.end(), '\n') == 1);
    }
    auto const automatic = program == "sta" ? sta({"--device", "auto"}) : tau15({"--device", "auto"});
    CHECK(run_driver(program, automatic).exit_code == 0);
  }
}
