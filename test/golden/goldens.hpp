#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "gsta/flat/flatten.hpp"
#include "gsta/io/liberty.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/tau15.hpp"
#include "gsta/io/verilog.hpp"
#include "gsta/sta/timer.hpp"
#include "test/support/skip.hpp"

/// The TAU 2015 contest's designs and reference results, in the folder that GSTA_GOLDENS names.
namespace gsta_test {

/// The folder; skips the test case where there is none, or fails it if GSTA_REQUIRE_GOLDENS=1.
inline std::filesystem::path goldens() {
  char const* const folder = std::getenv("GSTA_GOLDENS");
  if (folder != nullptr && std::filesystem::is_directory(std::filesystem::path(folder) / "golden"))
    return folder;
  char const* const required = std::getenv("GSTA_REQUIRE_GOLDENS");
  if (required != nullptr && std::string(required) == "1")
    FAIL("GSTA_REQUIRE_GOLDENS=1, and GSTA_GOLDENS has no goldens");
  skip("no reference results: set GSTA_GOLDENS");
}

/// A design's folder and the stem of its reference files.
struct golden_design {
  std::string name, reference;
  std::filesystem::path folder;
  std::string file(std::string const& ending) const { return (folder / (name + ending)).string(); }
};

inline std::vector<golden_design> golden_designs() {
  std::vector<golden_design> designs;
  for (auto const& [group, suffix] : {std::pair{"design", ""}, std::pair{"nospef", ".nospef"}}) {
    for (auto const& entry : std::filesystem::directory_iterator(goldens() / group)) {
      std::string const name = entry.path().filename().string();
      designs.push_back({name, name + suffix, entry.path()});
    }
  }
  std::sort(designs.begin(), designs.end(), [](auto const& a, auto const& b) { return a.name < b.name; });
  REQUIRE(designs.size() > 1);
  return designs;
}

/// The contest's rules for a timer.
inline gsta::timer_options contest_options() { return {{}, gsta::capture_required::from_data_slack}; }

inline gsta::flat_design load_design(golden_design const& design) {
  namespace io = gsta::io;
  gsta::model::diagnostics notes;
  io::tau15_files const files = io::read_tau2015(io::load(design.file(".tau2015")));
  auto const early = io::read_liberty(io::load(files.early_library), notes);
  auto const late = io::read_liberty(io::load(files.late_library), notes);
  auto const netlist = io::read_verilog(io::load(files.verilog), notes);
  gsta::model::parasitics wires;  // the one design without a SPEF has ideal wires
  if (std::filesystem::exists(files.spef)) wires = io::read_spef(io::load(files.spef), notes);
  auto const constraints = io::read_timing(io::load(design.file(".timing")));
  return gsta::flatten({early, late, netlist, wires, constraints}, {':', true, true}, notes);
}

/// The contest's tolerance, in ps.
inline bool close_enough(double ours, double golden) {
  return std::abs(ours - golden) <= 0.02 + 1e-4 * std::abs(golden);
}

inline std::vector<std::string> split_fields(std::string const& line, char separator) {
  std::vector<std::string> fields;
  std::stringstream stream(line);
  for (std::string field; std::getline(stream, field, separator);) fields.push_back(field);
  return fields;
}

/// The lines of a table behind its header, as fields.
inline std::vector<std::vector<std::string>> read_table(std::filesystem::path const& file) {
  std::ifstream stream(file);
  INFO("file " << file.string());
  REQUIRE(stream.good());
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(stream, line);
  while (std::getline(stream, line)) rows.push_back(split_fields(line, '\t'));
  return rows;
}

/// The reference table of pins: name -> 16 fields.
inline std::map<std::string, std::vector<std::string>> read_pin_table(std::filesystem::path const& file) {
  std::map<std::string, std::vector<std::string>> pins;
  for (auto& row : read_table(file)) {
    REQUIRE(row.size() == 17);
    std::string const name = row[0];
    row.erase(row.begin());
    pins[name] = std::move(row);
  }
  return pins;
}

/// What a comparison saw. `wrong` lists the first few differences.
struct comparison {
  std::size_t values = 0, defined = 0, differences = 0;
  std::string wrong;
  void differ(std::string const& what) {
    if (++differences <= 5) wrong += what + "\n";
  }
};

/// One value as printed (`-` is undefined) against the reference.
inline void compare_field(comparison& result, std::string const& what, std::string const& ours,
                          std::string const& golden) {
  ++result.values;
  bool const undefined = ours == "-", expected_undefined = golden == "-";
  if (!undefined && !expected_undefined) {
    ++result.defined;
    if (!close_enough(std::stod(ours), std::stod(golden)))
      result.differ(what + ": " + ours + " is not " + golden);
  } else if (undefined != expected_undefined) {
    result.differ(what + ": " + ours + " is not " + golden);
  }
}

}  // namespace gsta_test
