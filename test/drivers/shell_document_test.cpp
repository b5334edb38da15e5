// The session that docs/shell.md shows and the report that README shows are made again: what is printed is
// what stands there.
#include <fstream>
#include <sstream>
#include <vector>

#include "test/drivers/command.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// A recorded session: what was typed, and what came.
struct recorded {
  std::string typed, printed;
};

/// The lines of the blocks that begin with "```sta": behind a prompt what was typed, else what was printed.
recorded session_in(std::string const& file) {
  recorded all;
  std::ifstream in(file);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = line == "```sta";
    } else if (inside && (line.starts_with("sta> ") || line.starts_with("   > "))) {
      all.typed += line.substr(5) + "\n";
    } else if (inside) {
      all.printed += line + "\n";
    }
  }
  return all;
}

/// Lines without the blanks at their ends, which a document does not keep.
std::string trimmed_lines(std::string const& text) {
  std::string result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    result += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  return result;
}

/// The block that begins with "```report", cut where a line "..." stands for lines that are left out.
std::vector<std::string> report_in(std::string const& file) {
  std::vector<std::string> parts;
  std::ifstream in(file);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = line == "```report";
      if (inside) parts.emplace_back();
    } else if (inside && line == "...") {
      parts.emplace_back();
    } else if (inside) {
      parts.back() += line + "\n";
    }
  }
  return parts;
}

}  // namespace

TEST_CASE("sta: the report in README is what sta prints") {
  std::string const files = "examples/designs/riscling/";
  auto const seen =
      run_driver("sta", {"--liberty", files + "plain45.lib", "--verilog", files + "riscling.v.gz", "--spef",
                         files + "riscling.spef.gz", "--sdc", files + "riscling.sdc", "--device", "host",
                         "--delay", "min", "--fields", "none"});
  CHECK(seen.exit_code == 0);
  auto const printed = trimmed_lines(seen.out);
  auto const parts = report_in("README.md");
  REQUIRE(parts.size() == 2);
  std::size_t at = 0;
  for (auto const& part : parts) {
    CAPTURE(part);
    at = printed.find(part, at);
    REQUIRE(at != std::string::npos);
  }
}

TEST_CASE("shell: the session in docs/shell.md is what the shell prints") {
  auto const session = session_in("docs/shell.md");
  REQUIRE(session.typed.find("report_checks") != std::string::npos);
  REQUIRE(session.printed.find("slack (") != std::string::npos);
  auto const seen = run_driver("sta", {"--shell", "--device", "host", "--no-cppr"}, {}, session.typed);
  CHECK(seen.exit_code == 0);
  CHECK(seen.err.empty());
  CHECK(trimmed_lines(seen.out) == trimmed_lines(session.printed));
}
