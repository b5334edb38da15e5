#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gsta/report/detail/describe.ipp"
#include "gsta/report/detail/html_writer.ipp"
#include "gsta/report/detail/slack_bins.ipp"
#include "gsta/report/report.hpp"

namespace gsta::detail {

/// The time axis of a waterfall, in percent of its width.
struct waterfall_axis {
  double from = 0, to = 1, required = 0;

  double at(double time) const { return std::clamp(100 * (time - from) / (to - from), 0.0, 100.0); }
  bool shows_required() const { return required >= from && required <= to; }
};

/// It shows the launch, the data and the capture; the last is left out where it would squeeze the data.
GSTA_INLINE waterfall_axis make_axis(path_rows const& rows, required_terms const& terms) {
  double low = std::min(rows.launch_time, rows.start()), high = std::max(rows.launch_time, rows.start());
  for (auto const& step : rows.steps) {
    double const time = rows.launch_time + path_rows::to_ps(step.arrival);
    low = std::min(low, time);
    high = std::max(high, time);
  }
  double const least = low - (high - low), most = high + (high - low);
  double const clock = terms.edge_time + terms.network;
  for (double const time : {terms.required, clock, clock + terms.uncertainty}) {
    if (!(time > least && time < most)) continue;
    low = std::min(low, time);
    high = std::max(high, time);
  }
  if (!(high > low)) high = low + 1;
  double const margin = (high - low) * 0.01;  // a line at the end is still seen
  return {low - margin, high + margin, terms.required};
}

/// A bar between two times, none where both are off the axis.
GSTA_INLINE void write_bar(html_writer& out, waterfall_axis const& axis, double from, double to,
                           char const* kind) {
  double const low = std::min(from, to), high = std::max(from, to);
  out.put("<td class=\"w\"><div class=\"bar\">");
  if (high >= axis.from && low <= axis.to) {
    out.put("<i class=\"{}\" style=\"left:{:.2f}%;width:{:.2f}%\"></i>", kind, std::min(axis.at(low), 99.5),
            axis.at(high) - axis.at(low));
  }
  out.put("</div></td></tr>\n");
}

/// A launch or capture term: words, what it adds, the time behind it.
GSTA_INLINE void write_html_term(html_writer& out, waterfall_axis const& axis, time_term const& term) {
  out.put(
      "<tr class=\"term\"><td class=\"p\">{}{}</td><td class=\"k\"></td><td class=\"k\"></td><td "
      "class=\"n\">{}</td>"
      "<td class=\"n\">{}</td>",
      term.mark == ' ' ? "" : std::string(1, term.mark) + " ", escaped(term.what),
      is_finite(term.delay) ? time_text(term.delay) : "", time_text(term.time));
  write_bar(out, axis, term.moment ? term.time : term.time - term.delay, term.time, "clock");
}

GSTA_INLINE void write_html_step(html_writer& out, report_input const& input, path_rows const& rows,
                                 waterfall_axis const& axis, std::size_t i) {
  auto const& step = rows.steps[i];
  double const delay = path_rows::to_ps(step.delay);
  double const time = rows.launch_time + path_rows::to_ps(step.arrival);
  out.put("<tr><td class=\"p\">{} {}</td><td class=\"k\">{}</td><td class=\"k n\">{}</td>",
          mark_of(step.edge), escaped(pin_name_of(input, step.pin)),
          escaped(cell_text(input, step.pin, i == 0)), time_text(step.slew));
  out.put("<td class=\"n\">{}</td><td class=\"n\">{}</td>", time_text(delay), time_text(time));
  write_bar(out, axis, time - delay, time, step.through_net ? "net" : "cell");
}

/// Very long paths show their ends.
GSTA_INLINE void write_html_steps(html_writer& out, report_input const& input, path_rows const& rows,
                                  waterfall_axis const& axis) {
  constexpr std::size_t most = 200, end = 100;
  std::size_t const n = rows.steps.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (n > most && i == end) {
      out.put("<tr class=\"term\"><td colspan=\"6\">{} pins are left out</td></tr>\n",
              grouped(static_cast<std::int64_t>(n - 2 * end)));
      i = n - end;
    }
    write_html_step(out, input, rows, axis, i);
  }
}

GSTA_INLINE void write_sum(html_writer& out, waterfall_axis const& axis, char const* what, double time,
                           double from, double to, char const* kind) {
  out.put(
      "<tr class=\"sum\"><td>{}</td><td class=\"k\"></td><td class=\"k\"></td><td></td><td "
      "class=\"n\">{}</td>",
      what, time_text(time));
  write_bar(out, axis, from, to, kind);
}

/// The table's head, with round times over the bars.
GSTA_INLINE void write_waterfall_head(html_writer& out, waterfall_axis const& axis) {
  out.put("<div class=\"scroll\">");
  if (axis.shows_required()) {
    out.put("<table class=\"path required\" style=\"--required:{:.2f}%\">", axis.at(axis.required));
  } else {
    out.put("<table class=\"path\">");
  }
  out.put(
      "\n<thead><tr><th>Pin</th><th class=\"k\">Cell</th>"
      "<th class=\"k n\">Slew</th><th class=\"n\">Delay</th><th class=\"n\">Time</th>"
      "<th class=\"w\"><div class=\"bar\">");
  double const step = nice_step((axis.to - axis.from) / 5);
  for (double tick = std::ceil(axis.from / step) * step; tick <= axis.to; tick += step) {
    double const at = axis.at(tick);
    if (at > 4 && at < 96) out.put("<span style=\"left:{:.2f}%\">{:.10g}</span>", at, tick == 0 ? 0.0 : tick);
  }
  out.put("</div></th></tr></thead>\n<tbody>\n");
}

GSTA_INLINE void write_waterfall(html_writer& out, report_input const& input, path_rows const& rows,
                                 required_terms const& terms) {
  auto const axis = make_axis(rows, terms);
  write_waterfall_head(out, axis);
  for (auto const& term : launch_terms(input, rows)) write_html_term(out, axis, term);
  write_html_steps(out, input, rows, axis);
  write_sum(out, axis, "data arrival time", rows.end(), rows.end(), rows.end(), "clock");
  for (auto const& term : capture_terms(input, rows, terms)) write_html_term(out, axis, term);
  write_sum(out, axis, "data required time", terms.required, terms.required, terms.required, "clock");
  write_sum(out, axis, rows.slack < 0 ? "slack (VIOLATED)" : "slack (MET)", path_rows::to_ps(rows.slack),
            rows.end(), terms.required, rows.slack < 0 ? "over" : "spare");
  out.put("</tbody>\n</table></div>\n");
}

GSTA_INLINE void write_html_path(html_writer& out, report_input const& input, path_group const& group,
                                 std::size_t path, bool open) {
  auto const rows = make_path_rows(input, group.paths, path);
  auto const terms = make_required_terms(input, rows);
  auto const start = describe_start(input, rows), end = describe_end(input, rows);
  bool const violated = rows.slack < 0;
  auto const* const kind = name_of(input.timing.checks[rows.check].kind);
  auto const required = "required " + time_text(terms.required), arrival = "arrival " + time_text(rows.end());
  out.put("<details{}>\n<summary><strong class=\"{}\">{}</strong> ps", open ? " open=\"open\"" : "",
          violated ? "bad" : "", time_text(path_rows::to_ps(rows.slack)));
  out.put(
      "<span class=\"tag {}\">{}</span> <span class=\"p\">{} \u2192 {}</span>"
      " <span class=\"soft\">{}, {}</span></summary>\n",
      violated ? "bad" : "soft", violated ? "VIOLATED" : "MET", escaped(start.name), escaped(end.name),
      escaped(group.name), kind);
  out.put("<dl class=\"ends\"><dt>Startpoint</dt><dd><span class=\"p\">{}</span> ({})</dd>\n",
          escaped(start.name), escaped(start.what));
  out.put("<dt>Endpoint</dt><dd><span class=\"p\">{}</span> ({})</dd>\n", escaped(end.name),
          escaped(end.what));
  out.put("<dt>Path group</dt><dd>{}, {} ({})</dd>\n", escaped(group.name), kind,
          group.side == split::late ? "max" : "min");
  out.put("<dt>Slack</dt><dd><strong class=\"{}\">{} ps</strong> = {}</dd></dl>\n", violated ? "bad" : "",
          time_text(path_rows::to_ps(rows.slack)),
          group.side == split::late ? required + " \u2212 " + arrival : arrival + " \u2212 " + required);
  write_waterfall(out, input, rows, terms);
  out.put("</details>\n");
}

/// What the colours and marks of the waterfalls are.
GSTA_INLINE void write_legend(html_writer& out) {
  out.put(
      "<p class=\"soft key\"><i></i>clock and external <i class=\"cell\"></i>cell delay "
      "<i class=\"net\"></i>net delay; the dashed line is the required time; ^ rises, v falls. "
      "Times in ps.</p>\n");
}

/// As many paths as the page has room for; the first few are unfolded.
GSTA_INLINE void write_html_paths(html_writer& out, report_input const& input, html_options const& options) {
  constexpr std::size_t room = 600'000, unfolded = 3;
  out.put("<h2 id=\"paths\">Worst paths</h2>\n");
  if (!input.paths.empty()) write_legend(out);
  auto const start = out.size();
  std::size_t shown = 0, all = 0;
  for (auto const& group : input.paths) {
    for (std::size_t i = 0; i < group.paths.size(); ++i, ++all) {
      if (shown < all || shown >= options.paths || out.size() - start > room) continue;
      write_html_path(out, input, group, i, i < unfolded && shown < 2 * unfolded);
      ++shown;
    }
  }
  if (all == 0) out.put("<p>No paths were searched, or none is constrained.</p>\n");
  if (all > shown) {
    out.put("<p class=\"soft\">{} more paths are left out.</p>\n",
            grouped(static_cast<std::int64_t>(all - shown)));
  }
}

}  // namespace gsta::detail
