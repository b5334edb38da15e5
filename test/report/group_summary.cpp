// Figures by path group and by capturing clock, against sums over the rows of endpoints.

#include "gsta/report/group_summary.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "gsta/report/report.hpp"
#include "test/report/reported_design.hpp"
#include "test/report/well_formed.hpp"
#include "test/support/catch.hpp"
#include "test/support/json_schema.hpp"

using namespace gsta;

namespace {

struct figures {
  double worst = 1e30, tns = 0;
  int violations = 0, endpoints = 0;
  bool operator==(figures const&) const = default;
};

/// The same from JSON's rows of endpoints: one for each check, edge and group.
std::map<std::pair<bool, std::string>, figures> by(nlohmann::json const& report, char const* key) {
  std::map<std::pair<bool, std::string>, std::map<std::string, double>> worst;
  for (auto const& row : report["endpoints"]) {
    if (row["check"].is_null()) continue;
    std::string const check = row["check"];
    bool const late = check == "setup" || check == "recovery" || check.ends_with("_setup");
    auto& of = worst[{late, row[key].is_null() ? "" : row[key].get<std::string>()}];
    double const slack = row["slack"];
    auto const [at, is_new] = of.try_emplace(row["pin"], slack);
    at->second = std::min(at->second, slack);
  }
  std::map<std::pair<bool, std::string>, figures> result;
  for (auto const& [group, ends] : worst) {
    auto& of = result[group];
    for (auto const& [pin, slack] : ends) {
      of.worst = std::min(of.worst, slack);
      ++of.endpoints;
      of.violations += slack < 0;
      of.tns += std::min(slack, 0.0);
    }
  }
  return result;
}

std::map<std::pair<bool, std::string>, figures> reported(nlohmann::json const& rows, char const* key) {
  std::map<std::pair<bool, std::string>, figures> result;
  for (auto const& row : rows) {
    auto const name = row[key].is_null() ? "" : row[key].get<std::string>();
    result[{row["side"] == "setup", name}] = {row["worst_slack"], row["tns"], row["violations"],
                                              row["endpoints"]};
  }
  return result;
}

/// Two clocks: the second captures at the output, and some of its required time has no clock at all. One
/// group takes what ends at ff2.
flat_design two_clocks() {
  auto design = gsta_test::reported_design();
  design.clocks.push_back({50'000, {0, 25'000}});
  design.clock_name.push_back("fast");
  design.requirements.push_back({gsta_test::two_registers::out, 2, {1, 1, -45, -45}});
  design.requirements.push_back({gsta_test::two_registers::nand_z, none, {0, 0, 30, 31}});
  design.path_groups = {"chosen"};
  path_exception chosen{.effect = exception_effect::group};
  chosen.to = {gsta_test::two_registers::ff2_d};
  chosen.group = 0;
  design.exceptions = {chosen};
  return design;
}

}  // namespace

TEST_CASE("figures of groups and clocks are those of their endpoints", "[report]") {
  auto const design = two_clocks();
  auto const timing = gsta_test::time_on_host(design);
  report_input const input{design, timing, "top", "host"};
  auto const json = nlohmann::json::parse(report_json(input));
  CHECK(gsta_test::report_schema().fault(json) == "");
  auto const groups = by(json, "group"), clocks = by(json, "clock");
  CHECK(groups.size() == 8);  // main, fast, chosen and **default** on both sides
  CHECK(clocks.size() == 6);
  CHECK(reported(json["summary"]["groups"], "group") == groups);
  CHECK(reported(json["summary"]["clocks"], "clock") == clocks);
  CHECK(groups.at({true, "fast"}).violations == 1);
}

TEST_CASE("text and page have a line for each group and clock and side", "[report]") {
  auto const design = gsta_test::reported_design();
  auto const timing = gsta_test::time_on_host(design);
  report_input const input{design, timing, "top", "host"};
  report_parts parts{false, false, false, false, false};
  parts.groups = true;
  // Late: out misses by 7, ff2/D has 62 left. Early: out at 21 - (110 - 5); ff2/D see text.cpp.
  CHECK(report_text(input, parts) ==
        "Path group        Side      Worst slack             TNS  Violations   Endpoints\n"
        "-------------------------------------------------------------------------------\n"
        "main              setup           -7.00           -7.00           1           2\n"
        "main              hold            -4.00           -4.00           1           2\n"
        "\n"
        "Capture clock     Side      Worst slack             TNS  Violations   Endpoints\n"
        "-------------------------------------------------------------------------------\n"
        "main              setup           -7.00           -7.00           1           2\n"
        "main              hold            -4.00           -4.00           1           2\n"
        "\n");
  auto const page = report_html(input);
  CHECK(gsta_test::markup_checker(page).fault() == "");
  CHECK_THAT(page, gsta_test::contains("<tr><td>main</td><td>setup</td><td class=\"n bad\">-7.00</td>"));
}
