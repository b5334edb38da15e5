#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "gsta/report/detail/html_paths.ipp"
#include "gsta/report/detail/html_writer.ipp"
#include "gsta/report/detail/rows.ipp"
#include "gsta/report/report.hpp"
#include "gsta/report/report_input.hpp"

namespace gsta::detail {

/// The name of an endpoint, a link where its path is on the page.
GSTA_INLINE std::string endpoint_name(report_input const& input, endpoint_row const& row,
                                      path_anchors const& anchors) {
  auto const name = escaped(pin_name_of(input, row.pin));
  auto const found = row.check == none ? anchors.end() : anchors.find(end_key(row.check, row.edge));
  return found == anchors.end() ? name : fmt::format("<a href=\"#path-{}\">{}</a>", found->second, name);
}

GSTA_INLINE void write_endpoint_row(html_writer& out, report_input const& input, endpoint_row const& row,
                                    path_anchors const& anchors) {
  std::string const dash = "\u2013";
  bool const checked = row.check != none;
  std::string edge = dash, kind = dash, group = row.group;
  endpoint_figures figures{row.arrival, row.required, row.slack};
  if (checked) {
    auto const& check = input.timing.checks[row.check];
    auto const clock = clock_name_of(input.design, capture_edge_of(input.design, input.timing, check));
    edge = name_of(row.edge);
    kind = name_of(check.kind);
    if (!clock.empty() && clock != group) group += " / " + clock;
    figures = figures_of(out.numbers(), is_late(check.kind), row);
  }
  out.put("<tr><td class=\"p\">{}</td><td>{}</td><td>{}</td><td>{}</td>", endpoint_name(input, row, anchors),
          edge, kind, escaped(group));
  out.put("<td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n{}\">{}</td></tr>\n",
          out.figure(figures.arrival), out.figure(figures.required), checked && row.slack < 0 ? " bad" : "",
          out.figure(figures.slack));
}

/// The first rows of a table, as many as the page has room for, and a sentence on the others.
GSTA_INLINE void write_endpoint_table(html_writer& out, report_input const& input, char const* title,
                                      endpoint_row const* first, endpoint_row const* last,
                                      html_options const& options, path_anchors const& anchors) {
  std::size_t const room = options.most_bytes / 6;  // all tables and the paths stay below what is asked for
  if (first == last) return;
  out.put("<details class=\"group\" open=\"open\">\n<summary><strong>{}</strong> <span class=\"soft\">{} {}",
          title, grouped(last - first), last - first == 1 ? "row" : "rows");
  out.put("</span></summary>\n");
  out.put(
      "<input type=\"search\" hidden=\"hidden\" placeholder=\"Filter rows\" aria-label=\"Filter rows\"/>\n");
  out.put(
      "<div class=\"scroll\"><table class=\"rows\">\n<thead><tr><th>Endpoint</th><th>Edge</th><th>Check</th>"
      "<th>Group / clock</th><th class=\"n\">Arrival</th><th class=\"n\">Required</th>"
      "<th class=\"n\">Slack</th></tr></thead>\n<tbody>\n");
  auto const start = out.size();
  auto const* row = first;
  for (; row != last && static_cast<std::size_t>(row - first) < options.endpoints; ++row) {
    if (out.size() - start > room) break;
    write_endpoint_row(out, input, *row, anchors);
  }
  out.put("</tbody>\n</table></div>\n");
  if (row != last) {
    out.put("<p class=\"soft\">{} more rows are left out{}.</p>\n", grouped(last - row),
            "; none of them is worse than " + out.time(row->slack) + " " + out.numbers().time_unit_name());
  }
  out.put("</details>\n");
}

GSTA_INLINE void write_endpoints(html_writer& out, report_input const& input, html_options const& options,
                                 path_anchors const& anchors) {
  auto const rows = sorted_endpoints(input);
  auto const side_of = [&](endpoint_row const& row) {
    return row.check == none ? 2 : is_late(input.timing.checks[row.check].kind) ? 0 : 1;
  };
  out.put("<h2 id=\"endpoints\">Endpoints</h2>\n");
  out.put("<p class=\"soft\">One row for each check and edge, worst slack first. Times in {}.{}</p>\n",
          out.numbers().time_unit_name(),
          anchors.empty() ? "" : " An endpoint whose path is shown above is a link to it.");
  if (rows.empty()) out.put("<p>The design has no endpoints.</p>\n");
  char const* const titles[] = {"Setup and other late checks", "Hold and other early checks"};
  auto const* row = rows.data();
  auto const* const end = row + rows.size();
  for (int side = 0; side < 2; ++side) {
    auto const* const next = std::find_if(row, end, [&](auto const& r) { return side_of(r) != side; });
    write_endpoint_table(out, input, titles[side], row, next, options, anchors);
    row = next;
  }
}

}  // namespace gsta::detail
