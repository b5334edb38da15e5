// Small designs with several clocks, generated ones, exceptions and gates, and what OpenSTA says of them.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gsta/report/check_setup.hpp"
#include "test/golden/open_designs.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

/// Every run in the folder that GSTA_CLOCK_GOLDENS names.
std::vector<open_run> clock_runs() {
  auto const root = goldens_of("GSTA_CLOCK_GOLDENS");
  std::vector<open_run> runs;
  for (auto const& entry : std::filesystem::directory_iterator(root)) {
    auto const design = entry.path().filename().string();
    if (!std::filesystem::is_directory(entry.path() / "golden")) continue;
    bool const sky130 = design == "async" || design == "ibex_mc";
    for (auto const& golden : std::filesystem::directory_iterator(entry.path() / "golden")) {
      auto const name = golden.path().stem().string();
      bool const elmore = golden.path().extension() == ".elmore";
      runs.push_back({design,
                      design,
                      name,
                      design + ".v",
                      {sky130 ? "sky130hd_mc" : "nangate45_mc"},
                      elmore ? design + ".spef" : "",
                      elmore,
                      root});
    }
  }
  std::sort(runs.begin(), runs.end(), [](auto const& a, auto const& b) { return a.name() < b.name(); });
  return runs;
}

bool is_one_of(std::vector<std::string> const& names, open_run const& run) {
  return std::find(names.begin(), names.end(), run.design + " " + run.sdc) != names.end();
}

/// Designs and constraints whose every endpoint agrees, consts with a loop that is cut. The others ask for
/// what is not there yet: credit for common clock paths.
bool agrees_wholly(open_run const& run) {
  return is_one_of(
      {"async basic",    "clkmux groups",   "clkmux nogroup",    "clkmux single",    "clkpair edges",
       "consts case0",   "consts disable",  "consts nocase",     "crpr off",         "except false",
       "except holdmcp", "except mcp",      "extras b",          "gating disabled",  "gating plain",
       "genclk ideal",   "genclk mixed",    "latch ideal",       "latch limit",      "latch slow",
       "latency ideal",  "latency partial", "pathdelay clocked", "pathdelay ignore", "pathdelay internal"},
      run);
}

/// Those that agree by OpenSTA's own conventions.
bool agrees_by_conventions(open_run const& run) { return is_one_of({"clkpair uncert", "except prio"}, run); }

using setup_names = std::map<std::string, std::vector<std::string>>;

/// What gsta names, kind by kind; of loops only how many there are.
setup_names named_by_check_setup(gsta::report_input const& input) {
  setup_names all;
  for (auto const& found : gsta::check_setup(input)) {
    auto& names = all[gsta::name_of(found.of)];
    if (found.of == gsta::setup_gap::loops)
      names = {std::to_string(found.count)};
    else
      names = found.names;
  }
  return all;
}

/// The same of a file of OpenSTA's.
setup_names read_check_setup(std::filesystem::path const& file) {
  static std::pair<char const*, char const*> const kinds[] = {{"set_input_delay", "no_input_delay"},
                                                              {"set_output_delay", "no_output_delay"},
                                                              {"unclocked", "no_clock"},
                                                              {"multiple clocks", "multiple_clock"},
                                                              {"unconstrained", "unconstrained_endpoints"},
                                                              {"loop", "loops"},
                                                              {"generated", "generated_clocks"}};
  setup_names all;
  std::ifstream in(file);
  REQUIRE(in.good());
  std::string kind, line;
  while (std::getline(in, line)) {
    if (!line.starts_with("Warning")) {
      if (kind != "loops") all[kind].push_back(line.substr(line.find_first_not_of(' ')));
      continue;
    }
    auto const* const found = std::find_if(std::begin(kinds), std::end(kinds),
                                           [&](auto const& of) { return line.find(of.first) != line.npos; });
    REQUIRE(found != std::end(kinds));
    kind = found->second;
    if (kind == "loops")
      all[kind] = {line.substr(0, line.find(" combinational")).substr(line.find_first_of("0123456789"))};
  }
  for (auto& [of, names] : all) std::sort(names.begin(), names.end());
  return all;
}

}  // namespace

TEST_CASE("clocks, generated clocks, gates, latches and exceptions of small designs have OpenSTA's slacks",
          "[golden]") {
  std::size_t seen = 0;
  for (auto const& run : clock_runs()) {
    bool const by_conventions = agrees_by_conventions(run);
    if (!agrees_wholly(run) && !by_conventions) continue;
    ++seen;
    DYNAMIC_SECTION(run.name()) {
      gsta::model::diagnostics notes;
      auto const design = load_open(
          run, notes, by_conventions ? gsta::timing_conventions{true, false} : gsta::timing_conventions{});
      gsta::host_executor const exec;
      gsta::timer timer(exec, design, open_options());
      timer.update(exec);
      auto const state = gsta::take_snapshot(exec, timer);
      for (bool const late : {true, false}) {
        auto const golden = read_endpoints(run.golden() / (late ? "endpoints.max.rpt" : "endpoints.min.rpt"));
        auto const v = compare_endpoints(endpoints_of(design, state, late), golden, false);
        INFO(run.name() << (late ? " max: " : " min: ") << v.compared << " compared\n" << v.first);
        CHECK(v.missing == 0);
        CHECK(v.extra == 0);
        CHECK(v.different == 0);
        CHECK(v.compared == golden.size());
      }
    }
  }
  CHECK(seen == 39);
}

TEST_CASE("check_setup names what OpenSTA's names in clocks' constraints", "[golden]") {
  std::size_t seen = 0;
  for (auto const& run : clock_runs()) {
    DYNAMIC_SECTION(run.name()) {
      gsta::model::diagnostics notes;
      auto const design = load_open(run, notes, {});
      gsta::host_executor const exec;
      gsta::timer timer(exec, design, open_options());
      timer.update(exec);
      auto const state = gsta::take_snapshot(exec, timer);
      CHECK(named_by_check_setup({design, state, run.design, "host"}) ==
            read_check_setup(run.golden() / "check_setup.rpt"));
    }
    ++seen;
  }
  CHECK(seen == 59);
}
