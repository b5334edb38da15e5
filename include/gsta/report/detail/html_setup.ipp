#pragma once

#include <algorithm>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/check_setup.ipp"
#include "gsta/report/detail/group_summary.ipp"
#include "gsta/report/detail/html_writer.ipp"
#include "gsta/report/report.hpp"

namespace gsta::detail {

GSTA_INLINE void write_html_group_rows(html_writer& out, char const* side,
                                       std::vector<group_summary> const& rows) {
  for (auto const& row : rows) {
    char const* const bad = row.violations > 0 ? " bad" : "";
    out.put("<tr><td>{}</td><td>{}</td><td class=\"n{}\">{}</td><td class=\"n{}\">{}</td>",
            row.name.empty() ? "\u2013" : escaped(row.name), side, bad, out.time(row.worst_slack), bad,
            out.time(row.tns));
    out.put("<td class=\"n{}\">{}</td><td class=\"n\">{}</td></tr>\n", bad, grouped(row.violations),
            grouped(row.endpoints));
  }
}

GSTA_INLINE void write_html_group_table(html_writer& out, char const* title,
                                        std::vector<group_summary> const& setup,
                                        std::vector<group_summary> const& hold) {
  out.put("<section class=\"card\"><div class=\"scroll\"><table class=\"notes\">\n<thead><tr><th>{}</th>",
          title);
  out.put(
      "<th>Side</th><th class=\"n\">Worst slack</th><th class=\"n\">TNS</th><th class=\"n\">Violations</th>"
      "<th class=\"n\">Endpoints</th></tr></thead>\n<tbody>\n");
  write_html_group_rows(out, "setup", setup);
  write_html_group_rows(out, "hold", hold);
  out.put("</tbody>\n</table></div></section>\n");
}

/// By path group and by capturing clock; nothing where nothing is constrained.
GSTA_INLINE void write_html_groups(html_writer& out, report_input const& input) {
  auto const all = summarize_groups(input.design, input.timing);
  if (all.setup_groups.empty() && all.hold_groups.empty()) return;
  out.put("<h2 id=\"groups\">Path groups and clocks</h2>\n");
  write_html_group_table(out, "Path group", all.setup_groups, all.hold_groups);
  write_html_group_table(out, "Capture clock", all.setup_clocks, all.hold_clocks);
}

/// What is missing in constraints, the first names of each kind; nothing where nothing is.
GSTA_INLINE void write_html_setup(html_writer& out, report_input const& input, html_options const& options) {
  auto const all = check_setup(input);
  if (all.empty()) return;
  out.put("<h2 id=\"check-setup\">Check of constraints</h2>\n");
  auto const start = out.size();
  for (auto const& found : all) {
    out.put("<details class=\"group\">\n<summary>{}</summary>\n<ul>\n", escaped(sentence_of(found)));
    std::size_t shown = 0;
    for (; shown < found.names.size() && shown < options.endpoints; ++shown) {
      if (out.size() - start > options.most_bytes / 12) break;
      out.put("<li class=\"p\">{}</li>\n", escaped(found.names[shown]));
    }
    if (shown < found.names.size())
      out.put("<li class=\"soft\">and {} more</li>\n",
              grouped(static_cast<std::int64_t>(found.names.size() - shown)));
    out.put("</ul>\n</details>\n");
  }
}

}  // namespace gsta::detail
