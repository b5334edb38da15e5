#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gsta/report/detail/html_writer.ipp"
#include "gsta/report/detail/path_figures.ipp"
#include "gsta/report/detail/slack_bins.ipp"

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
  for (std::size_t i = 0; i < rows.steps.size(); ++i) {
    low = std::min(low, rows.time(i));
    high = std::max(high, rows.time(i));
  }
  double const least = low - (high - low), most = high + (high - low);
  double const clock = terms.edge_time + terms.network;
  for (double const time : {rows.required, clock, clock + terms.uncertainty}) {
    if (!(time > least && time < most)) continue;
    low = std::min(low, time);
    high = std::max(high, time);
  }
  if (!(high > low)) high = low + 1;
  double const margin = (high - low) * 0.01;  // a line at the end is still seen
  return {low - margin, high + margin, rows.required};
}

/// The table of one path: words and figures, and bars over time.
class waterfall {
 public:
  waterfall(html_writer& out, report_input const& input, described_path const& path)
      : out_(out), input_(input), path_(path), axis_(make_axis(path.rows, path.terms)) {}

  void write() {
    auto const& rows = path_.rows;
    write_head();
    write_terms(path_.launch, path_.launch_figures);
    write_steps();
    write_sum("data arrival time", path_.arrival, rows.end(), rows.end(), "clock");
    write_terms(path_.capture, path_.capture_figures);
    write_sum("data required time", path_.required, rows.required, rows.required, "clock");
    write_sum(rows.slack < 0 ? "slack (VIOLATED)" : "slack (MET)", path_.slack, rows.end(), rows.required,
              rows.slack < 0 ? "over" : "spare");
    out_.put("</tbody>\n</table></div>\n");
  }

 private:
  /// Round times over the bars, so few that their labels keep apart.
  void write_ticks() {
    auto const label = [this](double tick) { return fmt::format("{:.10g}", out_.numbers().in_unit(tick)); };
    double step = nice_step((axis_.to - axis_.from) / 5);
    if (std::max(label(axis_.from + step - std::fmod(axis_.from, step)).size(), label(step).size()) > 6)
      step = nice_step((axis_.to - axis_.from) / 3);
    for (double n = std::ceil(axis_.from / step); n * step <= axis_.to; ++n) {
      double const at = axis_.at(n * step);
      if (at > 4 && at < 96)
        out_.put("<span style=\"left:{:.2f}%\">{}</span>", at, label(n == 0 ? 0.0 : n * step));
    }
  }

  void write_head() {
    out_.put("<div class=\"scroll\">");
    if (axis_.shows_required()) {
      out_.put("<table class=\"path required\" style=\"--required:{:.2f}%\">", axis_.at(axis_.required));
    } else {
      out_.put("<table class=\"path\">");
    }
    out_.put("\n<thead><tr><th>Pin</th><th class=\"k\">Cell</th>");
    auto const& fields = input_.style.fields;
    if (fields.fanout) out_.put("<th class=\"k n\">Fan-out</th>");
    if (fields.capacitance) out_.put("<th class=\"k n\">Load</th>");
    if (fields.slew) out_.put("<th class=\"k n\">Slew</th>");
    out_.put("<th class=\"n\">Delay</th><th class=\"n\">Time</th><th class=\"w\"><div class=\"bar\">");
    write_ticks();
    out_.put("</div></th></tr></thead>\n<tbody>\n");
  }

  /// Cells under cell, fan-out, load and slew that stay empty.
  void write_empty() {
    auto const& fields = input_.style.fields;
    int const empty = 1 + fields.fanout + fields.capacitance + fields.slew;
    for (int i = 0; i < empty; ++i) out_.put("<td class=\"k\"></td>");
  }

  void write_figures(line_figures const& line) {
    out_.put("<td class=\"n\">{}</td><td class=\"n\">{}</td>", out_.numbers().text_or(line.delay, ""),
             out_.numbers().text(line.time));
  }

  /// A bar between two times, none where both are off the axis.
  void write_bar(double from, double to, char const* kind) {
    double const low = std::min(from, to), high = std::max(from, to);
    out_.put("<td class=\"w\"><div class=\"bar\">");
    if (high >= axis_.from && low <= axis_.to) {
      out_.put("<i class=\"{}\" style=\"left:{:.2f}%;width:{:.2f}%\"></i>", kind,
               std::min(axis_.at(low), 99.5), axis_.at(high) - axis_.at(low));
    }
    out_.put("</div></td></tr>\n");
  }

  /// Launch or capture: words, what each term adds, the time behind it.
  void write_terms(std::vector<time_term> const& terms, std::vector<line_figures> const& lines) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
      auto const& term = terms[i];
      out_.put("<tr class=\"term\"><td class=\"p\">{}{}</td>",
               term.mark == ' ' ? "" : std::string(1, term.mark) + " ", escaped(term.what));
      write_empty();
      write_figures(lines[i]);
      write_bar(term.moment ? term.time : term.time - term.delay, term.time, "clock");
    }
  }

  void write_step(std::size_t i, double from) {
    auto const& step = path_.rows.steps[i];
    auto const& fields = input_.style.fields;
    auto const net = static_cast<std::size_t>(step.net);
    out_.put("<tr><td class=\"p\">{} {}</td><td class=\"k\">{}</td>", mark_of(step.edge),
             escaped(pin_name_of(input_, step.pin)), escaped(cell_text(input_, step.pin, i == 0)));
    if (fields.fanout) {
      id const fanout =
          step.net == none ? 0 : input_.design.net_begin[net + 1] - input_.design.net_begin[net];
      out_.put("<td class=\"k n\">{}</td>", step.net == none ? "" : std::to_string(fanout));
    }
    auto const& numbers = out_.numbers();
    if (fields.capacitance)
      out_.put("<td class=\"k n\">{}</td>", numbers.text_or(numbers.load(step.load), ""));
    if (fields.slew) out_.put("<td class=\"k n\">{}</td>", out_.time(step.slew));
    write_figures(path_.step_figures[i]);
    write_bar(from, path_.rows.time(i), step.through_net ? "net" : "cell");
  }

  /// Very long paths show their ends.
  void write_steps() {
    constexpr std::size_t most = 200, end = 100;
    std::size_t const n = path_.rows.steps.size();
    double last = path_.rows.start();
    for (std::size_t i = 0; i < n; ++i) {
      if (n > most && i == end) {
        out_.put("<tr class=\"term\"><td colspan=\"8\">{} pins are left out</td></tr>\n",
                 grouped(static_cast<std::int64_t>(n - 2 * end)));
        i = n - end;
        last = path_.rows.time(i - 1);
      }
      if (!is_shown(input_.style, path_.rows, i)) continue;
      write_step(i, last);
      last = path_.rows.time(i);
    }
  }

  void write_sum(char const* what, double figure, double from, double to, char const* kind) {
    out_.put("<tr class=\"sum\"><td>{}</td>", what);
    write_empty();
    write_figures({math::infinity, figure});
    write_bar(from, to, kind);
  }

  html_writer& out_;
  report_input const& input_;
  described_path const& path_;
  waterfall_axis axis_;
};

}  // namespace gsta::detail
