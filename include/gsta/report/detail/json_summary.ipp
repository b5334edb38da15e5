#pragma once

#include <string>
#include <vector>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/group_summary.ipp"
#include "gsta/report/detail/json_writer.hpp"
#include "gsta/report/detail/omissions.hpp"
#include "gsta/report/detail/rule_rows.hpp"
#include "gsta/report/detail/unconstrained.ipp"

/// The figures of a whole design, in JSON.
namespace gsta::detail {

/// Reasons for which nothing is unconstrained are left out.
GSTA_INLINE void write_reasons(json_writer& out, std::vector<unconstrained_endpoint> const& open,
                               split side) {
  auto const counts = count_reasons(open, side);
  out.key("unconstrained_by_reason").open('{');
  for (std::size_t i = 1; i < unconstrained_reasons; ++i) {
    if (counts[i] > 0) out.key(name_of(static_cast<unconstrained_reason>(i), false)).count(counts[i]);
  }
  out.close('}');
}

GSTA_INLINE void write_summary(json_writer& out, char const* name, slack_summary const& summary,
                               std::vector<unconstrained_endpoint> const& open, split side) {
  out.key(name).open('{');
  out.key("wns").number(if_constrained(summary, summary.wns));
  out.key("tns").number(if_constrained(summary, summary.tns));
  out.key("tns_rf").number(if_constrained(summary, summary.tns_rf));
  out.key("worst_slack").number(summary.worst_slack);
  out.key("violations").count(summary.violations);
  out.key("endpoints").count(summary.endpoints);
  out.key("unconstrained").count(summary.unconstrained);
  write_reasons(out, open, side);
  out.close('}');
}

/// Rows of path groups or of clocks on one side.
GSTA_INLINE void write_group_rows(json_writer& out, char const* side, char const* key,
                                  std::vector<group_summary> const& rows) {
  for (auto const& row : rows) {
    out.line();
    out.open('{');
    out.key("side").text(side);
    out.key(key);
    text_or_null(out, row.name);
    out.key("worst_slack").number(row.worst_slack);
    out.key("tns").number(row.tns);
    out.key("violations").count(row.violations);
    out.key("endpoints").count(row.endpoints);
    out.close('}');
  }
}

GSTA_INLINE void write_groups(json_writer& out, report_input const& input) {
  auto const all = summarize_groups(input.design, input.timing);
  out.key("groups").open('[');
  write_group_rows(out, "setup", "group", all.setup_groups);
  write_group_rows(out, "hold", "group", all.hold_groups);
  out.close(']');
  out.key("clocks").open('[');
  write_group_rows(out, "setup", "clock", all.setup_clocks);
  write_group_rows(out, "hold", "clock", all.hold_clocks);
  out.close(']');
}

/// Rules under which nothing has a limit are left out.
GSTA_INLINE void write_rule_figures(json_writer& out, rule_report const& rules) {
  if (!has_rules(rules)) return;
  out.key("rules").open('[');
  for (int rule = 0; rule < design_rules; ++rule) {
    auto const& figures = rules.summary[rule];
    if (figures.checked == 0) continue;
    out.open('{');
    out.key("rule").text(name_of(static_cast<design_rule>(rule)));
    out.key("checked").count(figures.checked);
    out.key("violations").count(figures.violations);
    out.key("worst_slack").number(figures.worst_slack);
    out.close('}');
  }
  out.close(']');
}

/// Of both sides, by path group, by clock and by design rule.
GSTA_INLINE void write_summaries(json_writer& out, report_input const& input,
                                 std::vector<unconstrained_endpoint> const& open) {
  out.key("summary").open('{');
  write_summary(out, "setup", input.timing.setup, open, split::late);
  write_summary(out, "hold", input.timing.hold, open, split::early);
  write_groups(out, input);
  write_rule_figures(out, input.rules);
  out.close('}');
}

}  // namespace gsta::detail
