// Small designs for generated clocks, exceptions through clock networks and clocks used as data, which lie in
// test/genclk2, and what OpenSTA says of them. Their library is that of the folder that GSTA_CLOCK_GOLDENS
// names.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "test/golden/clock_designs.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

std::filesystem::path const cases = "test/genclk2";

std::vector<open_run> genclk2_runs() {
  std::vector<open_run> runs;
  for (auto const& entry : std::filesystem::directory_iterator(cases)) {
    auto const design = entry.path().filename().string();
    for (auto const& golden : std::filesystem::directory_iterator(entry.path() / "golden"))
      runs.push_back(
          {design, design, golden.path().stem().string(), design + ".v", {"nangate45_mc"}, "", false, cases});
  }
  std::sort(runs.begin(), runs.end(), [](auto const& a, auto const& b) { return a.name() < b.name(); });
  return runs;
}

timed_run time_case(open_run const& run, gsta::timing_conventions const& conventions) {
  namespace io = gsta::io;
  gsta::model::diagnostics notes;
  auto const library = io::read_liberty(
      io::load((goldens_of("GSTA_CLOCK_GOLDENS") / "lib" / (run.libraries[0] + ".lib")).string()), notes);
  auto const folder = run.root / run.design;
  auto const netlist = io::read_verilog({io::load((folder / run.verilog).string())}, run.top, notes);
  auto const constraints =
      io::read_sdc(io::load((folder / (run.sdc + ".sdc")).string()), netlist, library, notes);
  timed_run result{
      gsta::flatten({library, library, netlist, {}, constraints}, {.conventions = conventions}, notes), {}};
  gsta::host_executor const exec;
  gsta::timer_options options = open_options();
  options.credits = gsta::common_path::by_pin;
  gsta::timer timer(exec, result.design, options);
  timer.update(exec);
  result.state = gsta::take_snapshot(exec, timer);
  return result;
}

/// Whether constraints give a generated clock a source latency: OpenSTA gives back what no arrival has.
bool has_own_latency(open_run const& run) {
  std::ifstream in(run.root / run.design / (run.sdc + ".sdc"));
  std::set<std::string> generated;
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string word;
    if (line.starts_with("create_generated_clock"))
      while (words >> word && word != "-name") continue;
    if (line.starts_with("create_generated_clock") && words >> word) generated.insert(word + "]");
    if (!line.starts_with("set_clock_latency") || line.find("-source") == line.npos) continue;
    while (words >> word)
      if (generated.contains(word)) return true;
  }
  return false;
}

/// Where OpenSTA is optimistic: credits across delays that no path has, and several clocks at a latch.
bool is_too_good(open_run const& run) {
  bool const drawn = run.design.starts_with("rnd") && has_own_latency(run);
  return drawn || is_one_of({"g_mid ideal", "g_own both", "g_own late", "g_own early", "g_own rise",
                             "g_own pin", "l_two md"},
                            run);
}

/// Whose exceptions go through clock networks to what registers behind launch, or start at generated clocks.
bool has_exceptions_of_clocks(open_run const& run) {
  return run.design == "c_through" || is_one_of({"g_own falsetree", "g_data from"}, run);
}

void compare(open_run const& run, timed_run const& timed, bool may_be_lower) {
  for (bool const late : {true, false}) {
    auto const golden = read_endpoints(run.golden() / (late ? "endpoints.max.rpt" : "endpoints.min.rpt"));
    auto const ours = endpoints_of(timed.design, timed.state, late);
    CHECK(ours.size() == golden.size());
    for (auto const& [end, slack] : golden) {
      INFO(run.name() << ": " << end.first << " in " << end.second << (late ? ", late" : ", early"));
      auto const found = ours.find(end);
      REQUIRE(found != ours.end());
      bool const lower = may_be_lower && found->second < slack;
      CHECK((lower || agrees(found->second, slack)));
    }
  }
}

}  // namespace

TEST_CASE("generated clocks of small designs have OpenSTA's slacks, or less where it is optimistic",
          "[golden]") {
  std::size_t seen = 0, lower = 0;
  for (auto const& run : genclk2_runs()) {
    if (has_exceptions_of_clocks(run)) continue;
    compare(run, time_case(run, {}), is_too_good(run));
    ++seen;
    lower += is_too_good(run);
  }
  CHECK(seen == 43);
  CHECK(lower == 8);
}

TEST_CASE("by OpenSTA's conventions generated clocks have its slacks", "[golden]") {
  gsta::timing_conventions conventions;
  conventions.few_cycles = true;
  conventions.margins_at_outputs = false;
  conventions.worst_clock_paths = true;
  conventions.credits_across_insertions = true;
  conventions.first_latch_clock = true;
  for (auto const& run : genclk2_runs()) {
    if (!has_exceptions_of_clocks(run)) compare(run, time_case(run, conventions), false);
  }
}
