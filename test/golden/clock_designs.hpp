#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "test/golden/open_designs.hpp"

/// Small designs with several clocks, generated ones, exceptions and gates, and what OpenSTA says of them, in
/// the folder that GSTA_CLOCK_GOLDENS names.
namespace gsta_test {

/// Every run in the folder that GSTA_CLOCK_GOLDENS names.
inline std::vector<open_run> clock_runs() {
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

inline bool is_one_of(std::vector<std::string> const& names, open_run const& run) {
  return std::find(names.begin(), names.end(), run.design + " " + run.sdc) != names.end();
}

/// How many late endpoints differ: behind a latch that is always open OpenSTA gives no credit (extras a), and
/// what departs from a latch has the largest credit there, not each path its own (latch prop).
inline std::size_t late_ends_that_differ(open_run const& run) {
  return is_one_of({"extras a"}, run) || (is_one_of({"latch prop"}, run) && run.elmore) ? 1 : 0;
}

/// Whose clock paths meet, so that OpenSTA gives more credit than every pair of paths has.
inline bool has_clock_paths_that_meet(open_run const& run) {
  return is_one_of({"crpr derate", "crpr parts", "crpr srclat"}, run);
}

/// Those that agree by OpenSTA's own conventions.
inline bool agrees_by_conventions(open_run const& run) {
  return is_one_of({"clkpair uncert", "except prio", "extras a"}, run) || has_clock_paths_that_meet(run);
}

/// No credit is in play, or no path has one.
inline bool has_no_credits(open_run const& run) {
  return is_one_of(
      {"async basic",      "clkmux groups",     "clkmux nogroup", "clkmux single",   "clkpair edges",
       "clkpair uncert",   "except prio",       "consts case0",   "consts disable",  "consts nocase",
       "crpr off",         "except false",      "except holdmcp", "except mcp",      "extras b",
       "gating disabled",  "gating plain",      "genclk ideal",   "genclk mixed",    "latch ideal",
       "latch limit",      "latch slow",        "latency ideal",  "latency partial", "pathdelay clocked",
       "pathdelay ignore", "pathdelay internal"},
      run);
}

/// By OpenSTA's conventions where those are asked for.
inline timed_run time_clocks(open_run const& run) {
  gsta::timing_conventions conventions;
  if (agrees_by_conventions(run)) {
    conventions.few_cycles = true;
    conventions.margins_at_outputs = false;
    conventions.worst_clock_paths = true;
  }
  return time_run(run, conventions);
}

}  // namespace gsta_test
