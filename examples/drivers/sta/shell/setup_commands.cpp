// report_unconstrained and check_setup: what constraints leave open; report_groups; clock networks.
#include <algorithm>

#include "gsta/report/check_setup.hpp"
#include "gsta/report/report.hpp"
#include "sta/shell/commands.hpp"
#include "sta/shell/report_text.hpp"

namespace sta::shell {

namespace {

/// A report of one part.
std::string report_part(interpreter& tcl, design_state& design, arguments const& in,
                        bool gsta::report_parts::* part, gsta::clock_rows const& clocks = {}) {
  in.expect_rest(0, 0);
  (void)design.timed();
  auto input = design.report_input();
  input.clocks = clocks;
  input.style.digits = digits_of(tcl, in);
  input.style.time = design.time_unit();
  gsta::report_parts parts{.summary = false, .paths = false, .left_out = false};
  parts.*part = true;
  gsta::report_text(input, parts, [&](std::string_view piece) { tcl.print(piece); });
  return {};
}

/// -clocks, and for skews -setup or -hold: setup without either, as OpenSTA has it.
gsta::clock_rows rows_of(design_state& design, arguments const& in) {
  (void)design.timed();
  gsta::clock_rows rows;
  rows.hold = in.has("hold");
  rows.setup = in.has("setup") || !rows.hold;
  auto const* const list = in.value("clocks");
  if (list == nullptr) return rows;
  auto const& names = design.linked().design.clock_name;
  for (auto const& object : design.constraints().objects(*list, {gsta::io::sdc_named::sort::clock})) {
    auto const found = std::find(names.begin(), names.end(), object.name);
    if (found != names.end()) rows.only.push_back(static_cast<gsta::id>(found - names.begin()));
  }
  if (rows.only.empty()) throw refusal("-clocks: the list is empty");
  return rows;
}

constexpr char const* of_latency = "[-clocks LIST] [-corner NAME] [-scenes NAME] [-digits N]";
constexpr char const* of_skew = "[-setup] [-hold] [-clocks LIST] [-corner NAME] [-scenes NAME] [-digits N]";

constexpr char const* of_setup =
    "[-verbose] [-no_input_delay] [-no_output_delay] [-multiple_clock] [-no_clock] "
    "[-unconstrained_endpoints] [-loops] [-generated_clocks]";

/// Returns 1 where nothing is missing. Without a kind all are looked for.
std::string check_setup(interpreter& tcl, design_state& design, arguments const& in) {
  in.expect_rest(0, 0);
  (void)design.timed();
  bool all = true;
  for (auto const& [option, value] : in.options()) all = all && option == "verbose";
  bool good = true;
  for (auto const& found : gsta::check_setup(design.report_input())) {
    if (!all && !in.has(gsta::name_of(found.of))) continue;
    good = false;
    tcl.print("Warning: " + gsta::sentence_of(found) + "\n");
    for (auto const& name : found.names) {
      if (in.has("verbose")) tcl.print("  " + name + "\n");
    }
  }
  return good ? "1" : "0";
}

}  // namespace

void add_setup_commands(interpreter& tcl, design_state& design) {
  add_redirected(tcl, "report_unconstrained", "", [&](words const& given) {
    return report_part(tcl, design, arguments("", given), &gsta::report_parts::unconstrained);
  });
  add_redirected(tcl, "check_setup", of_setup,
                 [&](words const& given) { return check_setup(tcl, design, arguments(of_setup, given)); });
  add_redirected(tcl, "report_clock_latency", of_latency, [&](words const& given) {
    arguments const in(of_latency, given);
    return report_part(tcl, design, in, &gsta::report_parts::clock_latency, rows_of(design, in));
  });
  add_redirected(tcl, "report_clock_skew", of_skew, [&](words const& given) {
    arguments const in(of_skew, given);
    return report_part(tcl, design, in, &gsta::report_parts::clock_skew, rows_of(design, in));
  });
  static constexpr char const* of_groups = "[-digits N]";
  add_redirected(tcl, "report_groups", of_groups, [&](words const& given) {
    return report_part(tcl, design, arguments(of_groups, given), &gsta::report_parts::groups);
  });
}

}  // namespace sta::shell
