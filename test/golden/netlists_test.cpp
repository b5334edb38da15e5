// Small netlists, most of them made to be hard, against the worst slacks that OpenSTA finds.

#include <array>
#include <limits>

#include "gsta/core/error.hpp"
#include "test/golden/goldens.hpp"
#include "test/golden/open_designs.hpp"

namespace {

/// The folder that GSTA_NETLIST_GOLDENS names; skips the case where there is none, or fails it if
/// GSTA_REQUIRE_GOLDENS=1.
std::filesystem::path netlist_goldens() {
  char const* const folder = std::getenv("GSTA_NETLIST_GOLDENS");
  if (folder != nullptr && std::filesystem::exists(std::filesystem::path(folder) / "cases.tsv"))
    return folder;
  char const* const required = std::getenv("GSTA_REQUIRE_GOLDENS");
  if (required != nullptr && std::string(required) == "1")
    FAIL("GSTA_REQUIRE_GOLDENS=1, and GSTA_NETLIST_GOLDENS has no goldens");
  gsta_test::skip("no reference results: set GSTA_NETLIST_GOLDENS");
}

/// A line of cases.tsv: 1e39 stands for no path.
struct netlist_case {
  std::string file, library, top, sdc;
  double worst[2] = {0, 0};  ///< ps: hold, setup
};

double picoseconds_of(std::string const& nanoseconds) {
  double const value = std::stod(nanoseconds);
  return value > 1e38 ? std::numeric_limits<double>::infinity() : 1000 * value;
}

std::vector<netlist_case> netlist_cases() {
  std::vector<netlist_case> all;
  for (auto const& row : gsta_test::read_table(netlist_goldens() / "cases.tsv")) {
    REQUIRE(row.size() == 7);
    netlist_case one{row[0], row[1], row[2], row[3], {picoseconds_of(row[5]), picoseconds_of(row[4])}};
    for (auto at = one.sdc.find("\\n"); at != std::string::npos; at = one.sdc.find("\\n"))
      one.sdc.replace(at, 2, "\n");
    all.push_back(std::move(one));
  }
  return all;
}

using cell_libraries = std::map<std::string, gsta::model::library>;

/// The worst slacks, ps: hold, setup; infinite without a path.
std::array<double, 2> worst_slacks(netlist_case const& of, gsta::model::library const& cells) {
  namespace io = gsta::io;
  gsta::model::diagnostics notes;
  io::verilog_options options;
  options.top = of.top;
  options.cells = &cells;
  auto const file = (netlist_goldens() / "v" / of.file).string();
  auto const netlist = io::read_verilog({io::load(file)}, options, notes);
  auto const sdc = io::source::from_text(of.file + ".sdc", of.sdc);
  auto const constraints = io::read_sdc(sdc, netlist, cells, notes);
  gsta::model::parasitics const no_wires;
  auto const design =
      gsta::flatten({cells, cells, netlist, no_wires, constraints}, {.step_at_ports = true}, notes);
  gsta::host_executor const exec;
  gsta::timer<gsta::host_executor> timer(exec, design, gsta_test::open_options());
  timer.update(exec);
  auto const timing = gsta::take_snapshot(exec, timer);
  std::array<double, 2> worst{std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < timing.checks.size(); ++i) {
    auto& of_side = worst[gsta::is_late(timing.checks[i].kind) ? 1 : 0];
    for (int e = 0; e < 2; ++e) of_side = std::min<double>(of_side, timing.check_slack[i][e]);
  }
  return worst;
}

/// Infinite, no path, agrees with nothing else.
bool is_like(double ours, double golden) {
  return ours == golden || (std::isfinite(golden) && gsta_test::agrees(ours, golden));
}

}  // namespace

TEST_CASE("of hard little netlists 99 of 100 have the worst slacks that OpenSTA gives them") {
  cell_libraries libraries;
  std::size_t count = 0, agreed = 0;
  std::string others;
  for (auto const& one : netlist_cases()) {
    ++count;
    auto const [library, is_new] = libraries.try_emplace(one.library);
    gsta::model::diagnostics notes;
    if (is_new) {
      auto const file = (netlist_goldens() / "lib" / one.library).string();
      library->second = gsta::io::read_liberty(gsta::io::load(file), notes);
    }
    try {
      auto const worst = worst_slacks(one, library->second);
      bool const is_same = is_like(worst[0], one.worst[0]) && is_like(worst[1], one.worst[1]);
      if (is_same) {
        ++agreed;
      } else {
        others += one.file + ": hold " + std::to_string(worst[0]) + ", not " + std::to_string(one.worst[0]) +
                  "; setup " + std::to_string(worst[1]) + ", not " + std::to_string(one.worst[1]) + "\n";
      }
    } catch (gsta::error const& e) {
      others += std::string(e.what()) + "\n";
    }
  }
  INFO(agreed << " of " << count << " agree; the others:\n" << others);
  CHECK(count >= 600);
  CHECK(100 * agreed >= 99 * count);
}
