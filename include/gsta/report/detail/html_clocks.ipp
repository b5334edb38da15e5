#pragma once

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/clock_rows.hpp"
#include "gsta/report/detail/html_writer.ipp"
#include "gsta/report/detail/rows.ipp"

namespace gsta::detail {

GSTA_INLINE void write_html_latency(html_writer& out, report_input const& input, clock_latency const& row) {
  for (auto const* const delay : {&row.shortest, &row.longest}) {
    out.put("<tr><td>{}</td><td>{} \u2192 {}</td><td>{}</td>",
            escaped(clock_name_of(input.design, 2 * row.clock)), name_of(row.at_source), name_of(row.at_pin),
            delay == &row.shortest ? "shortest" : "longest");
    auto const& n = out.numbers();
    double const source = n.time(delay->source), latency = n.time(delay->latency());
    out.put(
        "<td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"p\">{}</td></tr>\n",
        n.text(source), n.text(latency - source), n.text(latency), escaped(pin_name_of(input, delay->pin)));
  }
}

/// `has_credits`: the table has a column for them; `credited`: this row has one.
GSTA_INLINE void write_html_skew(html_writer& out, report_input const& input, clock_skew const& row,
                                 bool has_credits, bool credited) {
  auto const& n = out.numbers();
  double const launch = n.time(row.launch_latency), capture = n.time(row.capture_latency),
               uncertainty = n.time(row.uncertainty),
               credit = n.time(row.side == split::late ? -row.credit : row.credit);
  out.put("<tr><td>{}</td><td>{}{}</td><td class=\"n\">{}</td><td class=\"p\">{}</td>",
          escaped(clock_name_of(input.design, 2 * row.clock)), row.side == split::late ? "setup" : "hold",
          credited ? ", CRPR" : "", n.text(launch), escaped(pin_name_of(input, row.launch)));
  out.put("<td class=\"n\">{}</td><td class=\"p\">{}</td><td class=\"n\">{}</td>", n.text(capture),
          escaped(pin_name_of(input, row.capture)), n.text(uncertainty));
  if (has_credits) out.put("<td class=\"n\">{}</td>", credited ? n.text(credit) : "");
  out.put("<td class=\"n\">{}</td></tr>\n", n.text(launch - capture + uncertainty + credit));
}

/// Latencies and skews of clocks; nothing where no clock reaches a register.
GSTA_INLINE void write_html_clocks(html_writer& out, report_input const& input) {
  auto const latencies = latencies_of(input);
  if (latencies.empty()) return;
  out.put("<h2 id=\"clocks\">Clock networks</h2>\n");
  out.put(
      "<section class=\"card\"><div class=\"scroll\"><table class=\"notes\">\n<thead><tr><th>Clock</th>"
      "<th>Edges</th><th></th><th class=\"n\">Source</th><th class=\"n\">Network</th>"
      "<th class=\"n\">Latency</th><th>Register</th></tr></thead>\n<tbody>\n");
  for (auto const& row : latencies) write_html_latency(out, input, row);
  out.put("</tbody>\n</table></div></section>\n");
  auto const skews = skews_of(input), credited = skews_of(input, true);
  if (skews.empty()) return;
  bool const has_credits = !credited.empty();
  out.put(
      "<section class=\"card\"><div class=\"scroll\"><table class=\"notes\">\n<thead><tr><th>Clock</th>"
      "<th>Side</th><th class=\"n\">Launch</th><th>Register</th><th class=\"n\">Capture</th><th>Register</th>"
      "<th class=\"n\">Uncertainty</th>{}<th class=\"n\">Skew</th></tr></thead>\n<tbody>\n",
      has_credits ? "<th class=\"n\">CRPR</th>" : "");
  for (auto const& row : skews) {
    write_html_skew(out, input, row, has_credits, false);
    if (auto const* const with = same_of(credited, row)) write_html_skew(out, input, *with, true, true);
  }
  out.put("</tbody>\n</table></div></section>\n");
}

}  // namespace gsta::detail
