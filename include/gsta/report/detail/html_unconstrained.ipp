#pragma once

#include <string>
#include <vector>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/html_writer.ipp"
#include "gsta/report/detail/rows.ipp"
#include "gsta/report/detail/unconstrained.ipp"
#include "gsta/report/report.hpp"

namespace gsta::detail {

GSTA_INLINE void write_html_reasons(html_writer& out, std::vector<unconstrained_endpoint> const& open) {
  auto const late = count_reasons(open, split::late), early = count_reasons(open, split::early);
  out.put(
      "<section class=\"card\"><div class=\"scroll\"><table class=\"notes\">\n<thead><tr><th>Reason</th>"
      "<th class=\"n\">Setup</th><th class=\"n\">Hold</th></tr></thead>\n<tbody>\n");
  for (std::size_t i = 1; i < unconstrained_reasons; ++i) {
    if (late[i] + early[i] == 0) continue;
    out.put("<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
            name_of(static_cast<unconstrained_reason>(i), true), grouped(late[i]), grouped(early[i]));
  }
  out.put("</tbody>\n</table></div></section>\n");
}

/// Nothing where all are constrained; else counts by reason, and the first endpoints.
GSTA_INLINE void write_html_unconstrained(html_writer& out, report_input const& input,
                                          html_options const& options) {
  auto const open = find_unconstrained(input.design, input.timing);
  if (open.empty()) return;
  out.put("<h2 id=\"unconstrained\">Unconstrained endpoints</h2>\n");
  write_html_reasons(out, open);
  out.put("<details class=\"group\">\n<summary><strong>Endpoints</strong> ");
  out.put("<span class=\"soft\">{} {}</span></summary>\n", grouped(static_cast<std::int64_t>(open.size())),
          open.size() == 1 ? "row" : "rows");
  out.put(
      "<div class=\"scroll\"><table class=\"rows\">\n<thead><tr><th>Endpoint</th><th>Setup</th>"
      "<th>Hold</th></tr></thead>\n<tbody>\n");
  auto const start = out.size();
  std::size_t shown = 0;
  auto const text = [](unconstrained_reason reason) {
    return reason == unconstrained_reason::none ? "\u2013" : name_of(reason, true);
  };
  for (; shown < open.size() && shown < options.endpoints; ++shown) {
    if (out.size() - start > options.most_bytes / 12) break;
    auto const& end = open[shown];
    out.put("<tr><td class=\"p\">{}</td><td>{}</td><td>{}</td></tr>\n", escaped(pin_name_of(input, end.pin)),
            text(end.setup), text(end.hold));
  }
  out.put("</tbody>\n</table></div>\n");
  if (shown < open.size())
    out.put("<p class=\"soft\">{} more rows are left out.</p>\n",
            grouped(static_cast<std::int64_t>(open.size() - shown)));
  out.put("</details>\n");
}

}  // namespace gsta::detail
