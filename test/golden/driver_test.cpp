#include <sys/wait.h>

#include "test/golden/goldens.hpp"

using namespace gsta_test;

namespace {

std::string driver() {
  char const* const folder = std::getenv("GSTA_BIN");
  std::string const program = std::string(folder == nullptr ? "." : folder) + "/tau15";
  if (!std::filesystem::exists(program)) skip("the driver tau15 was not built");
  return program;
}

/// Runs the driver on a design and returns its exit code.
int run_driver(golden_design const& design, std::string const& ops, std::string const& output,
               std::string const& more) {
  std::string const command = driver() + " " + design.file(".tau2015") + " " + design.file(".timing") + " " +
                              ops + " " + output + " --no-cppr " + more + " 2>/dev/null";
  int const status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// The contest has common path pessimism removed; only a design without a clock can be compared with that
/// off.
bool is_combinational(golden_design const& design) {
  std::ifstream timing(design.file(".timing"));
  for (std::string line; std::getline(timing, line);) {
    if (line.rfind("clock ", 0) == 0) return false;
  }
  return true;
}

std::vector<std::string> read_words(std::string const& file) {
  std::ifstream stream(file);
  REQUIRE(stream.good());
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Word by word: words equal, numbers within the tolerance; a `nan` of the reference is not compared.
comparison compare_outputs(std::vector<std::string> const& ours, std::vector<std::string> const& golden) {
  comparison result;
  REQUIRE(ours.size() == golden.size());
  for (std::size_t i = 0; i < golden.size(); ++i) {
    char* end = nullptr;
    double const expected = std::strtod(golden[i].c_str(), &end);
    bool const number = end == golden[i].c_str() + golden[i].size();
    ++result.values;
    if (golden[i] == "nan") continue;
    if (number ? close_enough(std::stod(ours[i]), expected) : ours[i] == golden[i]) {
      ++result.defined;
    } else {
      result.differ("word " + std::to_string(i) + ": " + ours[i] + " is not " + golden[i]);
    }
  }
  return result;
}

}  // namespace

TEST_CASE("the driver's output of combinational designs equals the contest's, all edits included") {
  auto const folder = std::filesystem::temp_directory_path() / "gsta_golden_output";
  std::filesystem::create_directories(folder);
  std::size_t compared = 0;
  for (auto const& design : golden_designs()) {
    if (!is_combinational(design) || !std::filesystem::exists(design.file(".output"))) continue;
    INFO(design.name);
    std::string const output = (folder / (design.name + ".output")).string();
    REQUIRE(run_driver(design, design.file(".ops"), output, "--device host") == 0);
    comparison const seen = compare_outputs(read_words(output), read_words(design.file(".output")));
    INFO(seen.wrong);
    CHECK(seen.differences == 0);
    CHECK(seen.defined == seen.values);
    compared += seen.values;
  }
  CHECK(compared > 8000);
}

TEST_CASE("the driver writes the same output and pins on the device as on the host") {
  auto const folder = std::filesystem::temp_directory_path() / "gsta_golden_device";
  std::filesystem::create_directories(folder);
  auto const file = [&](char const* name) { return (folder / name).string(); };
  for (auto const& design : golden_designs()) {
    if (!std::filesystem::exists(design.file(".ops"))) continue;
    INFO(design.name);
    int const code =
        run_driver(design, design.file(".ops"), file("cuda"), "--device cuda --pins " + file("cuda.tsv"));
    if (code == 3) skip("no CUDA device");
    REQUIRE(code == 0);
    REQUIRE(run_driver(design, design.file(".ops"), file("host"),
                       "--device host --pins " + file("host.tsv")) == 0);
    auto const output = read_words(file("cuda")), pins = read_words(file("cuda.tsv"));
    CHECK(!output.empty());
    CHECK(output == read_words(file("host")));
    CHECK(pins == read_words(file("host.tsv")));
  }
}

TEST_CASE("the driver's table of pins equals the reference, before the first edit") {
  auto const folder = std::filesystem::temp_directory_path() / "gsta_golden_pins";
  std::filesystem::create_directories(folder);
  std::size_t compared = 0;
  for (auto const& design : golden_designs()) {
    if (!std::filesystem::exists(design.file(".ops"))) continue;
    INFO(design.name);
    std::string const table = (folder / (design.name + ".tsv")).string();
    REQUIRE(run_driver(design, design.file(".ops"), (folder / "output").string(),
                       "--device host --pins " + table) == 0);
    auto const ours = read_pin_table(table);
    auto const reference = read_pin_table(goldens() / "golden" / (design.reference + ".nocppr.pins.tsv"));
    REQUIRE(ours.size() == reference.size());
    comparison seen;
    for (auto const& [pin, fields] : reference) {
      REQUIRE(ours.count(pin) == 1);
      for (std::size_t k = 0; k < fields.size(); ++k) compare_field(seen, pin, ours.at(pin)[k], fields[k]);
    }
    INFO(seen.wrong);
    CHECK(seen.differences == 0);
    compared += seen.values;
  }
  CHECK(compared > 100000);
}
