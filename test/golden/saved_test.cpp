#include <sys/wait.h>
#include <unistd.h>

#include "test/golden/open_designs.hpp"

using namespace gsta_test;

namespace {

std::string sta() {
  char const* const folder = std::getenv("GSTA_BIN");
  std::string const program = std::string(folder == nullptr ? "." : folder) + "/sta";
  if (!std::filesystem::exists(program)) skip("the driver sta was not built");
  return program;
}

/// The whole report of a run, as JSON.
std::string report(std::string const& arguments, std::filesystem::path const& file) {
  auto const command =
      sta() + " " + arguments +
      " --device host --quiet --format json --report pins,paths,violations --paths 3 --output " +
      file.string() + " 2>/dev/null";
  int const status = std::system(command.c_str());
  CAPTURE(command);
  REQUIRE(WIFEXITED(status));
  REQUIRE(WEXITSTATUS(status) == 0);
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string files_of(open_run const& run) {
  auto const folder = run.goldens() / run.design;
  std::string all = "--top " + run.top + " --verilog " + (folder / run.verilog).string() + " --sdc " +
                    (folder / (run.sdc + ".sdc")).string();
  for (auto const& name : run.libraries)
    all += " --liberty " + (run.goldens() / "lib" / (name + ".lib")).string();
  if (run.elmore) all += " --spef " + (folder / run.spef).string();
  return all;
}

}  // namespace

TEST_CASE("real designs have the reports of their files from snapshots", "[golden][slow]") {
  auto const folder = std::filesystem::temp_directory_path() / ("gsta-saved-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::size_t compared = 0;
  for (auto const& run : open_runs()) {
    INFO(run.name());
    auto const snapshot = (folder / "snapshot").string();
    auto const of_files = report(files_of(run) + " --save " + snapshot, folder / "files.json");
    auto const loaded = report("--load " + snapshot, folder / "loaded.json");
    CHECK((loaded == of_files));  // not printed: megabytes
    compared += loaded.size();
  }
  CHECK(compared > 1000000);
  std::filesystem::remove_all(folder);
}
