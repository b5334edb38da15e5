#pragma once

#include <algorithm>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/rows.ipp"
#include "gsta/report/detail/rule_rows.hpp"
#include "gsta/report/detail/text_writer.hpp"

namespace gsta::detail {

/// Of each rule under which something has a limit.
GSTA_INLINE void write_rule_figures(text_writer& out, rule_report const& rules) {
  if (!has_rules(rules)) return;
  out.line("");
  out.line("{:<24}{:>16}{:>16}{:>16}", "Design rule", "checked", "violations", "worst slack");
  out.rule(72);
  for (int i = 0; i < design_rules; ++i) {
    auto const& of = rules.summary[i];
    auto const rule = static_cast<design_rule>(i);
    if (of.checked == 0) continue;
    out.line("{:<24}{:>16}{:>16}{:>16}", name_of(rule), of.checked, of.violations,
             rule_text(out.numbers(), rule, of.worst_slack, "-"));
  }
}

/// A line for each, worst first.
GSTA_INLINE void write_violations(text_writer& out, report_input const& input) {
  auto const& n = out.numbers();
  std::size_t width = 8, clocks = 5;
  std::size_t const number = out.width(9);
  auto const clock_of = [&](rule_check const& check) {
    return check.clock == none ? std::string("-") : clock_name_of(input.design, 2 * check.clock);
  };
  for (auto const& check : input.rules.checks) {
    width = std::max(width, pin_name_of(input, check.pin).size());
    clocks = std::max(clocks, clock_of(check).size());
  }
  out.line("{:<16}  {:<{}}  {:<4}  {:<{}}{:>{}}{:>{}}{:>{}}", "Violation", "Pin", width, "Edge", "Clock",
           clocks, "Limit", number, "Value", number, "Slack", number);
  out.rule(26 + width + clocks + 3 * number);
  for (auto const& check : input.rules.checks) {
    auto const text = [&](float value) { return rule_text(n, check.rule, value, "-"); };
    out.line("{:<16}  {:<{}}  {:<4}  {:<{}}{:>{}}{:>{}}{:>{}}", name_of(check.rule),
             pin_name_of(input, check.pin), width, edge_text(check), clock_of(check), clocks,
             text(check.limit), number, text(check.value), number, text(check.slack), number);
  }
  if (input.rules.checks.empty()) out.line("none");
  out.line("");
}

}  // namespace gsta::detail
