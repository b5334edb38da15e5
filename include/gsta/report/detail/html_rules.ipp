#pragma once

#include <string>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/html_writer.ipp"
#include "gsta/report/detail/rows.ipp"
#include "gsta/report/detail/rule_rows.hpp"
#include "gsta/report/report.hpp"

namespace gsta::detail {

GSTA_INLINE void write_html_rule_figures(html_writer& out, rule_report const& rules) {
  out.put(
      "<section class=\"card\"><div class=\"scroll\"><table class=\"notes\">\n<thead><tr><th>Rule</th>"
      "<th class=\"n\">Checked</th><th class=\"n\">Violations</th>"
      "<th class=\"n\">Worst slack</th></tr></thead>\n<tbody>\n");
  for (int i = 0; i < design_rules; ++i) {
    auto const& of = rules.summary[i];
    auto const rule = static_cast<design_rule>(i);
    if (of.checked == 0) continue;
    char const* const bad = of.violations > 0 ? " bad" : "";
    out.put("<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n{}\">{}</td><td class=\"n{}\">{}</td></tr>\n",
            name_of(rule), grouped(of.checked), bad, grouped(of.violations), bad,
            rule_text(out.numbers(), rule, of.worst_slack, "\u2013"));
  }
  out.put("</tbody>\n</table></div></section>\n");
}

GSTA_INLINE void write_html_violation(html_writer& out, report_input const& input, rule_check const& check) {
  auto const text = [&](float value) { return rule_text(out.numbers(), check.rule, value, "\u2013"); };
  out.put("<tr><td>{}</td><td class=\"p\">{}</td><td>{}</td><td>{}</td>", name_of(check.rule),
          escaped(pin_name_of(input, check.pin)), edge_text(check),
          check.clock == none ? "\u2013" : escaped(clock_name_of(input.design, 2 * check.clock)));
  out.put("<td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n{}\">{}</td></tr>\n", text(check.limit),
          text(check.value), check.slack < 0 ? " bad" : "", text(check.slack));
}

/// Nothing where nothing has a limit; the first violations, as many as the page has room for.
GSTA_INLINE void write_html_rules(html_writer& out, report_input const& input, html_options const& options) {
  if (!has_rules(input.rules)) return;
  out.put("<h2 id=\"rules\">Design rules</h2>\n");
  write_html_rule_figures(out, input.rules);
  auto const& all = input.rules.checks;
  if (all.empty()) return;
  out.put("<details class=\"group\" open=\"open\">\n<summary><strong>Violations</strong> ");
  out.put("<span class=\"soft\">{} {}</span></summary>\n", grouped(static_cast<std::int64_t>(all.size())),
          all.size() == 1 ? "row" : "rows");
  out.put(
      "<div class=\"scroll\"><table class=\"rows\">\n<thead><tr><th>Rule</th><th>Pin</th><th>Edge</th>"
      "<th>Clock</th><th class=\"n\">Limit</th><th class=\"n\">Value</th>"
      "<th class=\"n\">Slack</th></tr></thead>\n<tbody>\n");
  auto const start = out.size();
  std::size_t shown = 0;
  for (; shown < all.size() && shown < options.endpoints; ++shown) {
    if (out.size() - start > options.most_bytes / 6) break;
    write_html_violation(out, input, all[shown]);
  }
  out.put("</tbody>\n</table></div>\n");
  if (shown < all.size())
    out.put("<p class=\"soft\">{} more rows are left out.</p>\n",
            grouped(static_cast<std::int64_t>(all.size() - shown)));
  out.put("</details>\n");
}

}  // namespace gsta::detail
