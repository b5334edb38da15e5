// Paths with the networks of their clocks: pin by pin they come to what one line says without.

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "gsta/report/report.hpp"
#include "test/report/random_tree.hpp"
#include "test/report/reported_design.hpp"
#include "test/report/well_formed.hpp"
#include "test/support/catch.hpp"
#include "test/support/json_schema.hpp"
#include "test/support/path_groups.hpp"

using namespace gsta_test;
using gsta::path_format;
using nlohmann::json;

namespace {

gsta::report_input expanded(gsta::flat_design const& design, gsta::timing_snapshot const& timing) {
  gsta::report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, {10, 2, true, true});
  input.cell_of = [&design](gsta::id pin) {
    return std::string(
        design.pin_name[static_cast<std::size_t>(pin)].find('/') == std::string::npos ? "" : "CELL");
  };
  input.style.format = path_format::full_clock_expanded;
  return input;
}

gsta::report_parts const only_paths{false, false, true, false, false};

std::string pins_of(json const& steps) {
  std::string all;
  for (auto const& step : steps) all += (all.empty() ? "" : " ") + step["pin"].get<std::string>();
  return all;
}

/// Whether each step is as late as its delay says.
bool adds_up(json const& steps) {
  for (std::size_t i = 1; i < steps.size(); ++i) {
    double const before = steps[i - 1]["arrival"], delay = steps[i]["delay"], at = steps[i]["arrival"];
    if (std::abs(before + delay - at) > 1e-3) return false;
  }
  return true;
}

/// The lines of a report that say what a path comes to.
std::string totals(std::string const& text) {
  std::string kept, line;
  for (std::istringstream lines(text); std::getline(lines, line);) {
    for (char const* const what : {"data arrival time", "data required time", "slack ("}) {
      if (line.find(what) != line.npos) kept += line + "\n";
    }
  }
  return kept;
}

}  // namespace

TEST_CASE("clock paths: two registers, line by line", "[report]") {
  auto const design = reported_design();
  auto const timing = time_on_host(design);
  auto input = expanded(design, timing);
  std::erase_if(input.paths, [](auto const& group) { return group.side == gsta::split::early; });
  auto const text = gsta::report_text(input, only_paths);
  CHECK_THAT(text,
             contains("                                     10.00       10.00   clock main (rise edge)\n"
                      "                                      8.00       18.00   clock source latency\n"
                      "     2        0.00        1.00        0.00       18.00 ^ clk (in)\n"
                      "                          1.00        0.00       18.00 ^ ff1/CK (CELL)\n"
                      "     1        0.00        1.00       30.00       48.00 v ff1/Q (CELL)\n"));
  CHECK_THAT(text,
             contains("                                    110.00      110.00   clock main (rise edge)\n"
                      "                                      7.00      117.00   clock source latency\n"
                      "     2        0.00        1.00        0.00      117.00 ^ clk (in)\n"
                      "                          1.00        0.00      117.00 ^ ff2/CK (CELL)\n"
                      "                                     -3.00      114.00   library setup time\n"
                      "                                                114.00   data required time\n"));
  auto const page = gsta::report_html(input);
  CHECK(markup_checker(page).fault() == "");
  CHECK_THAT(page, contains("clock source latency"));
}

TEST_CASE("clock paths go through generated clocks to their masters' sources", "[report]") {
  auto m = divided_clock();
  timed_model const t(m);
  auto const input = expanded(t.flat, t.state);
  auto const report = json::parse(gsta::report_json(input, only_paths));
  CHECK(report_schema().fault(report) == "");
  std::size_t seen = 0;
  for (auto const& path : report["paths"]) {
    if (path["startpoint"] != "r/CK" || path["check"] != "output_setup") continue;
    ++seen;
    CHECK(pins_of(path["launch_path"]) == "clk b/A b/Z div/CK div/Q e/A e/Z r/CK");
    CHECK(pins_of(path["capture_path"]) == "clk b/A b/Z div/CK div/Q");
    CHECK(path["launch_path"].back()["arrival"] == 53);  // 11, 31 and 11
    CHECK(adds_up(path["launch_path"]));
  }
  CHECK(seen == 2);  // both edges of o
}

TEST_CASE("clock paths come to the arrivals that paths start and are captured with", "[report]") {
  std::mt19937 random(9);
  std::size_t launched = 0, captured = 0;
  for (int round = 0; round < 100; ++round) {
    auto m = random_tree(random, true);
    timed_model const t(m);
    auto input = expanded(t.flat, t.state);
    auto const report = json::parse(gsta::report_json(input, only_paths));
    CHECK(report_schema().fault(report) == "");
    for (auto const& path : report["paths"]) {
      auto const &launch = path["launch_path"], &capture = path["capture_path"];
      if (!launch.empty()) {
        ++launched;
        CHECK(launch.back()["arrival"] == path["pins"].front()["arrival"]);
        CHECK(launch.back()["pin"] == path["startpoint"]);
      }
      REQUIRE(!capture.empty());  // without outputs each check has a register
      ++captured;
      std::string const end = path["endpoint"];
      CHECK(capture.back()["pin"] == end.substr(0, end.find('/')) + "/CK");
      for (auto const* const way : {&launch, &capture}) {
        CHECK(adds_up(*way));
        if (way->empty()) continue;
        auto const first = way->front()["pin"];
        CHECK((first == "clk" || first == "other"));
      }
    }
    auto const text = gsta::report_text(input, only_paths);
    input.style.format = path_format::full;
    CHECK(totals(text) == totals(gsta::report_text(input, only_paths)));
  }
  CHECK(launched > 300);
  CHECK(captured > launched);
}

TEST_CASE("clock paths: of an ideal clock there is one line", "[report]") {
  auto const design = ideally_clocked_design();
  auto const timing = time_on_host(design);
  auto input = expanded(design, timing);
  auto const text = gsta::report_text(input, only_paths);
  input.style.format = path_format::full;
  CHECK(text == gsta::report_text(input, only_paths));
}

TEST_CASE("a path that is a clock's own edge says so", "[report]") {
  model_maker m;
  m.input("clk");
  m.output("o");
  m.instance("BUF", "b", {{"A", "clk"}, {"Z", "o"}});
  m.clock("c", "clk", true).properties.insertion = same_value(7.0f);
  m.required("o", "c", same_value(0.0f));
  timed_model const t(m);
  auto const input = expanded(t.flat, t.state);
  auto const text = gsta::report_text(input, only_paths);
  CHECK_THAT(text, contains("Startpoint: clk (source of clock c)\n"));
  CHECK_THAT(text,
             contains("                                      7.00        7.00   clock source latency\n"));
  CHECK_THAT(text, !contains("input external delay"));
}
