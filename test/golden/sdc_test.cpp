// Constraint files as they are in the field, each with a stub of its design: the driver sta reads them all,
// and says of how many it applied everything.
#include <sys/wait.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "test/golden/goldens.hpp"

using namespace gsta_test;

namespace {

/// A folder that a variable names; skips the case where there is none, or fails it if GSTA_REQUIRE_GOLDENS=1.
std::filesystem::path field_folder(char const* variable, char const* entry) {
  char const* const folder = std::getenv(variable);
  if (folder != nullptr && std::filesystem::exists(std::filesystem::path(folder) / entry)) return folder;
  char const* const required = std::getenv("GSTA_REQUIRE_GOLDENS");
  if (required != nullptr && std::string(required) == "1")
    FAIL(std::string("GSTA_REQUIRE_GOLDENS=1, and ") + variable + " has no goldens");
  skip(std::string("no reference files: set ") + variable);
}

std::string sta_program() {
  char const* const folder = std::getenv("GSTA_BIN");
  std::string program = std::string(folder == nullptr ? "." : folder) + "/sta";
  if (!std::filesystem::exists(program)) skip("the driver sta was not built");
  return program;
}

std::string shell_quoted(std::string const& word) {
  std::string result = "'";
  for (char const c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// The driver's JSON for one folder; null where it fails.
nlohmann::json field_report(std::string const& libraries, std::filesystem::path const& design) {
  auto command = shell_quoted(sta_program()) + libraries + " --verilog " +
                 shell_quoted((design / "s.v").string()) + " --sdc " +
                 shell_quoted((design / "c.sdc").string()) + " --device host --format json --quiet";
  std::ifstream variables(design / "defs");
  for (std::string line; std::getline(variables, line);) {
    if (!line.empty()) command += " --define " + shell_quoted(line);
  }
  std::FILE* const pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  int const status = pclose(pipe);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? nlohmann::json::parse(text) : nlohmann::json();
}

}  // namespace

TEST_CASE("the driver sta reads every constraint file of the field") {
  auto const root = field_folder("GSTA_SDC_GOLDENS", "001");
  auto const lib = field_folder("GSTA_CLOCK_GOLDENS", "lib") / "lib";
  std::string libraries;
  for (auto const* const name : {"nangate45_mc.lib", "sky130hd_mc.lib"})
    libraries += " --liberty " + shell_quoted((lib / name).string());
  std::size_t files = 0, complete = 0, unmatched = 0;
  for (auto const& entry : std::filesystem::directory_iterator(root)) {
    if (!entry.is_directory()) continue;
    INFO(entry.path().string());
    auto const report = field_report(libraries, entry.path());
    CHECK(!report.is_null());
    ++files;
    if (report.is_null()) continue;
    CHECK(report["not_applied"].size() == report["incomplete"].get<std::size_t>());
    complete += report["incomplete"] == 0 ? 1 : 0;
    unmatched += report["unmatched"] > 0 ? 1 : 0;
  }
  std::printf("%zu constraint files, of %zu everything is applied, in %zu something matches nothing\n", files,
              complete, unmatched);
  CHECK(files == 106);
  CHECK(complete == 106);
}
