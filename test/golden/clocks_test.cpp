// Small designs with several clocks, generated ones, exceptions and gates, and what OpenSTA says of them.

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gsta/report/check_setup.hpp"
#include "test/golden/clock_designs.hpp"
#include "test/golden/open_pins.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

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

/// Where pins agree but for some: those that OpenSTA has arrivals of which no check could see, clocks'
/// sources in front of edges that make other clocks, and pins in front of latches that are open.
bool differs_at_pins(open_run const& run) {
  return is_one_of({"clkmux groups", "clkmux nogroup", "clkmux single", "consts case0", "consts disable",
                    "consts nocase", "crpr off", "except false", "extras b", "gating disabled",
                    "genclk mixed", "latch slow", "latency partial", "pathdelay ignore"},
                   run);
}

}  // namespace

TEST_CASE("clocks, generated clocks, gates, latches and exceptions of small designs have OpenSTA's slacks",
          "[golden]") {
  std::size_t seen = 0;
  for (auto const& run : clock_runs()) {
    ++seen;
    DYNAMIC_SECTION(run.name()) {
      auto const [design, state] = time_clocks(run);
      check_endpoints(run, design, state, late_ends_that_differ(run));
    }
  }
  CHECK(seen == 59);
}

TEST_CASE("where clock paths meet, slacks over every pair of them are never above OpenSTA's", "[golden]") {
  std::size_t seen = 0, lower = 0;
  for (auto const& run : clock_runs()) {
    if (!has_clock_paths_that_meet(run)) continue;
    ++seen;
    DYNAMIC_SECTION(run.name()) {
      auto const [design, state] = time_run(run);
      for (bool const late : {true, false}) {
        auto const golden = read_endpoints(run.golden() / (late ? "endpoints.max.rpt" : "endpoints.min.rpt"));
        auto const ours = endpoints_of(design, state, late);
        REQUIRE(ours.size() == golden.size());
        for (auto const& [end, slack] : golden) {
          INFO(end.first << " in " << end.second);
          double const found = ours.at(end);
          CHECK((found < slack || agrees(found, slack)));
          lower += !agrees(found, slack);
        }
      }
      CHECK(lower > 0);
    }
  }
  CHECK(seen == 6);
}

TEST_CASE("check_setup names what OpenSTA's names in clocks' constraints", "[golden]") {
  std::size_t seen = 0;
  for (auto const& run : clock_runs()) {
    DYNAMIC_SECTION(run.name()) {
      auto const [design, state] = time_run(run);
      CHECK(named_by_check_setup({design, state, run.design, "host"}) ==
            read_check_setup(run.golden() / "check_setup.rpt"));
    }
    ++seen;
  }
  CHECK(seen == 59);
}

TEST_CASE("pins of designs with clocks and latches have OpenSTA's times, slews and slacks", "[golden]") {
  std::size_t seen = 0, compared = 0;
  for (auto const& run : clock_runs()) {
    if (!has_no_credits(run) || differs_at_pins(run)) continue;
    auto const [design, state] = time_clocks(run);
    auto const v =
        compare_pins(open_pins_of(design, state), read_open_pins(run.golden() / "pins.txt"), false);
    INFO(run.name() << " pins: " << v.compared << " compared\n" << v.first);
    CHECK(v.missing == 0);
    CHECK(v.different == 0);
    CHECK(v.unclocked == 0);
    compared += v.compared;
    ++seen;
  }
  CHECK(seen == 19);
  CHECK(compared == 13308);
}
