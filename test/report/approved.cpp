// Whole reports of small designs, line by line as they were read and found right: test/report/approved.

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "gsta/report/report.hpp"
#include "test/report/reported_design.hpp"
#include "test/report/well_formed.hpp"
#include "test/support/catch.hpp"

using namespace gsta;

namespace {

/// What a report has in its first line that is not the file's, and that line's number; nothing where all are.
std::string first_difference(std::string const& got, std::string const& file) {
  std::ifstream approved("test/report/approved/" + file);
  std::istringstream lines(got);
  std::string want, line;
  for (int n = 1;; ++n) {
    bool const more = static_cast<bool>(std::getline(approved, want)),
               own = static_cast<bool>(std::getline(lines, line));
    if (!more && !own) return n == 1 ? "both are empty" : "";
    if (more != own || want != line)
      return file + ":" + std::to_string(n) + ": " + (own ? line : "(no line)");
  }
}

/// The worst paths of both sides, all endpoints and pins.
report_input input_of(flat_design const& design, timing_snapshot const& timing) {
  report_input input{design, timing, "top", "host"};
  input.paths = gsta_test::groups_found(design, timing, {2, 1, true, true});
  input.cell_of = gsta_test::reported_cells(design);
  input.diagnostics = {{"something odd", 12345, "a.lib:1:2"}, {"a < b & c", 1, "\"x\""}};
  return input;
}

report_parts const everything{true, true, true, true};

/// Outputs that are each late by another amount: slacks of -0.5, 0.5, ..., 298.5, and two far out.
flat_design many_outputs() {
  flat_design d;
  id const in = d.add_pin("in");
  d.sources.push_back({in, none, {0, 0, 0, 0}});
  d.asserted_slew[0] = same_value(1.0f);
  std::vector<id> outputs;
  for (int i = 0; i < 302; ++i) {
    id const out = d.add_pin("out" + std::to_string(i));
    float const late = i < 300 ? static_cast<float>(i) - 0.5f : i == 300 ? -5000.0f : 7000.0f;
    d.requirements.push_back({out, none, {-math::infinity, -math::infinity, late, late + 1}});
    d.outputs.push_back(out);
    outputs.push_back(out);
  }
  d.add_net(in, outputs, "net");
  return d;
}

}  // namespace

TEST_CASE("reports: two registers, whole", "[report]") {
  auto const design = gsta_test::reported_design();
  auto const timing = gsta_test::time_on_host(design);
  auto input = input_of(design, timing);
  input.delay_model = "tables < & wires";
  input.stages = {40, 3, 2, 1};
  CHECK(first_difference(report_text(input, everything), "two_registers.txt") == "");
  CHECK(first_difference(gsta_test::without_code(report_html(input)), "two_registers.html") == "");
  auto const json = nlohmann::json::parse(report_json(input, everything)).dump(1);
  CHECK(first_difference(json, "two_registers.json") == "");
}

TEST_CASE("reports: an ideal clock, whole", "[report]") {
  auto const design = gsta_test::ideally_clocked_design();
  auto const timing = gsta_test::time_on_host(design);
  CHECK(first_difference(report_text(input_of(design, timing), everything), "ideal_clock.txt") == "");
}

TEST_CASE("reports: a histogram with slacks far out, and long tables cut", "[report]") {
  auto const design = many_outputs();
  auto const timing = gsta_test::time_on_host(design);
  report_input const input{design, timing, "many", "cuda"};
  auto const page = gsta_test::without_code(report_html(input, {.endpoints = 3}));
  CHECK(first_difference(page, "many_outputs.html") == "");
}
