#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>

#include "gsta/report/detail/omissions.hpp"
#include "gsta/report/detail/text_clocks.ipp"
#include "gsta/report/detail/text_groups.ipp"
#include "gsta/report/detail/text_path_list.ipp"
#include "gsta/report/detail/text_rules.ipp"
#include "gsta/report/detail/text_setup.ipp"
#include "gsta/report/detail/text_unconstrained.ipp"
#include "gsta/report/report.hpp"

namespace gsta {
namespace detail {

/// What the reader of a report must know before its slacks.
GSTA_INLINE void write_omissions(text_writer& out, report_input const& input) {
  auto const lists = omissions_of(input);
  for (auto const& list : lists) {
    out.line("{}", list.title);
    for (auto const& one : list.first) out.line("  {} ({})", one.what, one.at);
    if (list.more > 0) out.line("  and {} more", list.more);
  }
  if (!lists.empty()) out.line("");
}

GSTA_INLINE void write_summary(text_writer& out, report_input const& input,
                               std::vector<unconstrained_endpoint> const& open) {
  auto const &setup = input.timing.setup, &hold = input.timing.hold;
  auto const& n = out.numbers();
  auto const slack = [&n](double value) { return n.text_or(n.time(value), "-"); };
  out.line("Design  {}", input.design_name);
  out.line("Device  {}", input.device);
  if (!input.delay_model.empty()) out.line("Delays  {}", input.delay_model);
  if (auto const stages = stage_text(input.stages); !stages.empty()) out.line("Stages  {}", stages);
  out.line("Units   time {}, capacitance {}", n.time_unit_name(), n.load_unit_name());
  out.line("");
  out.line("{:<24}{:>16}{:>16}", "Summary", "setup (max)", "hold (min)");
  out.rule(56);
  out.line("{:<24}{:>16}{:>16}", "Worst slack", slack(setup.worst_slack), slack(hold.worst_slack));
  out.line("{:<24}{:>16}{:>16}", "WNS", slack(if_constrained(setup, setup.wns)),
           slack(if_constrained(hold, hold.wns)));
  out.line("{:<24}{:>16}{:>16}", "TNS", slack(if_constrained(setup, setup.tns)),
           slack(if_constrained(hold, hold.tns)));
  out.line("{:<24}{:>16}{:>16}", "Violating endpoints", setup.violations, hold.violations);
  out.line("{:<24}{:>16}{:>16}", "Constrained endpoints", setup.endpoints, hold.endpoints);
  out.line("{:<24}{:>16}{:>16}", "Unconstrained endpoints", setup.unconstrained, hold.unconstrained);
  write_reasons(out, open);
  write_rule_figures(out, input.rules);
  out.line("");
}

/// Columns of numbers, each right-aligned and as wide as in the head.
GSTA_INLINE std::string number_columns(std::size_t width, std::initializer_list<std::string> const& texts) {
  std::string all;
  for (auto const& text : texts) all += fmt::format("{:>{}}", text, width);
  return all;
}

GSTA_INLINE void write_endpoints(text_writer& out, report_input const& input) {
  auto const rows = sorted_endpoints(input);
  auto const& n = out.numbers();
  std::size_t width = 8;
  std::size_t const number = out.width(9);
  for (auto const& row : rows) width = std::max(width, pin_name_of(input, row.pin).size());
  out.line("{:<{}}  {:<4}  {:<12}  {:<16}{}", "Endpoint", width, "Edge", "Check", "Path Group",
           number_columns(number, {"Arrival", "Required", "Slack"}));
  out.rule(width + 38 + 3 * number);
  for (auto const& row : rows) {
    auto const pin = pin_name_of(input, row.pin);
    if (row.check == none) {
      out.line("{:<{}}  {:<4}  {:<12}  {:<16}{}", pin, width, "-", "-", "unconstrained",
               number_columns(number, {"-", "-", "-"}));
      continue;
    }
    auto const& check = input.timing.checks[row.check];
    auto const f = figures_of(n, is_late(check.kind), row);
    out.line("{:<{}}  {:<4}  {:<12}  {:<16}{}", pin, width, name_of(row.edge), name_of(check.kind), row.group,
             number_columns(number, {n.text(f.arrival), n.text(f.required), n.text(f.slack)}));
  }
  out.line("");
}

GSTA_INLINE void write_pins(text_writer& out, report_input const& input) {
  auto const pins = reported_pins(input);
  auto const& n = out.numbers();
  std::size_t width = 8;
  std::size_t const number = out.width(9);
  for (id const pin : pins) width = std::max(width, pin_name_of(input, pin).size());
  out.line("{:<{}}{:>10}{}", "Pin", width, "",
           number_columns(number, {"early rise", "early fall", "late rise", "late fall"}));
  out.rule(width + 10 + 4 * number);
  shown_vertices const vertices(input.design);
  for (id const pin : pins) {
    auto const row = make_pin_row(input, vertices, pin);
    auto const four = [&](std::string const& name, char const* what, auto const& values) {
      auto const text = [&](int c) { return n.text_or(n.time(values[c]), "-"); };
      out.line("{:<{}}{:>10}{}", name, width, what,
               number_columns(number, {text(0), text(1), text(2), text(3)}));
    };
    four(pin_name_of(input, pin), "arrival", row.at);
    four("", "slew", row.slew);
    four("", "required", row.rat);
    four("", "slack", row.slack);
  }
  out.line("");
}

}  // namespace detail

GSTA_INLINE void report_text(report_input const& input, report_parts const& parts, report_sink const& write) {
  detail::text_writer out(write, input.style);
  if (parts.left_out) detail::write_omissions(out, input);
  std::vector<unconstrained_endpoint> open;
  if (parts.summary || parts.unconstrained) open = find_unconstrained(input.design, input.timing);
  if (parts.summary) detail::write_summary(out, input, open);
  if (parts.groups) detail::write_groups(out, input);
  if (parts.endpoints) detail::write_endpoints(out, input);
  if (parts.paths) detail::write_paths(out, input);
  if (parts.clock_latency) detail::write_clock_latency(out, input);
  if (parts.clock_skew) detail::write_clock_skew(out, input);
  if (parts.pins) detail::write_pins(out, input);
  if (parts.violations) detail::write_violations(out, input);
  if (parts.unconstrained) detail::write_unconstrained(out, input, open);
  if (parts.check_setup) detail::write_setup(out, input);
  out.flush();
}

GSTA_INLINE std::string report_text(report_input const& input, report_parts const& parts) {
  return detail::collected([&](report_sink const& write) { report_text(input, parts, write); });
}

}  // namespace gsta
