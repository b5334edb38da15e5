// Endpoints and their paths on the HTML page.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gsta/report/report.hpp"
#include "gsta/report/report_input.hpp"
#include "src/report/describe.hpp"
#include "src/report/figures.hpp"
#include "src/report/html_parts.hpp"
#include "src/report/html_writer.hpp"
#include "src/report/path_figures.hpp"
#include "src/report/rows.hpp"
#include "src/report/slack_bins.hpp"

namespace gsta::detail {
namespace {

/// The time axis of a waterfall, in percent of its width.
struct waterfall_axis {
  double from = 0, to = 1, required = 0;

  double at(double time) const { return std::clamp(100 * (time - from) / (to - from), 0.0, 100.0); }
  bool shows_required() const { return required >= from && required <= to; }
};

/// It shows the launch, the data and the capture; the last is left out where it would squeeze the data.
waterfall_axis make_axis(path_rows const& rows, required_terms const& terms) {
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

std::int64_t end_key(id check, edge data_edge) noexcept {
  return 2 * std::int64_t{check} + static_cast<int>(data_edge);
}

char const* violated_or_met(bool violated) noexcept { return violated ? "VIOLATED" : "MET"; }

void write_path_facts(html_writer& out, report_input const& input, path_group const& group,
                      described_path const& path, std::size_t number) {
  auto const start = describe_start(input, path.rows), end = describe_end(input, path.rows);
  auto const* const kind = name_of(input.timing.checks[path.rows.check].kind);
  auto const required = "required " + out.figure(path.required),
             arrival = "arrival " + out.figure(path.arrival);
  out.put("<dl class=\"ends\" id=\"path-{}\"><dt>Startpoint</dt><dd><span class=\"p\">{}</span> ({})</dd>\n",
          number, escaped(start.name), escaped(start.what));
  out.put("<dt>Endpoint</dt><dd><span class=\"p\">{}</span> ({})</dd>\n", escaped(end.name),
          escaped(end.what));
  out.put("<dt>Path group</dt><dd>{}, {} ({})</dd>\n", escaped(group.name), kind,
          group.side == split::late ? "max" : "min");
  out.put("<dt>Slack</dt><dd><strong class=\"{}\">{} {}</strong> = {}</dd></dl>\n",
          path.rows.slack < 0 ? "bad" : "", out.figure(path.slack), out.numbers().time_unit_name(),
          group.side == split::late ? required + " \u2212 " + arrival : arrival + " \u2212 " + required);
}

void write_html_path(html_writer& out, report_input const& input, path_group const& group,
                     described_path const& path, std::size_t number, bool open) {
  auto const start = describe_start(input, path.rows), end = describe_end(input, path.rows);
  bool const violated = path.rows.slack < 0;
  out.put("<details class=\"trace\"{}>\n<summary><strong class=\"{}\">{}</strong> {}",
          open ? " open=\"open\"" : "", violated ? "bad" : "", out.figure(path.slack),
          out.numbers().time_unit_name());
  out.put(
      "<span class=\"tag {}\">{}</span> <span class=\"p\">{} \u2192 {}</span>"
      " <span class=\"soft\">{}</span></summary>\n",
      violated ? "bad" : "soft", violated_or_met(violated), escaped(start.name), escaped(end.name),
      name_of(input.timing.checks[path.rows.check].kind));
  write_path_facts(out, input, group, path, number);
  waterfall(out, input, path).write();
  out.put("</details>\n");
}

/// What the colours and marks of the waterfalls are.
void write_legend(html_writer& out) {
  auto const& numbers = out.numbers();
  out.put(
      "<p class=\"soft key\"><i></i>clock and external <i class=\"cell\"></i>cell delay "
      "<i class=\"net\"></i>net delay; the dashed line is the required time; ^ rises, v falls. "
      "Times in {}, loads in {}. The worst group stands first.</p>\n",
      numbers.time_unit_name(), numbers.load_unit_name());
}

/// How many paths of each group are shown where there is room for `most`: the worst of all groups first, then
/// the second ones, and so on.
std::vector<std::size_t> shares_of_groups(std::vector<path_group const*> const& groups, std::size_t most) {
  std::vector<std::size_t> share(groups.size(), 0);
  for (bool more = true; more;) {
    more = false;
    for (std::size_t g = 0; g < groups.size() && most > 0; ++g) {
      if (share[g] == groups[g]->paths.size()) continue;
      ++share[g];
      --most;
      more = true;
    }
  }
  return share;
}

/// The line that stays where a group is folded.
void write_group_head(html_writer& out, path_group const& group, bool open) {
  auto const& slack = group.paths.slack;
  auto const violated = std::count_if(slack.begin(), slack.end(), [](auto fs) { return fs < 0; });
  out.put("<details class=\"group\"{}>\n<summary><strong>{}</strong> <span class=\"soft\">{}, {} {}, ",
          open ? " open=\"open\"" : "", escaped(group.name),
          group.side == split::late ? "setup (max)" : "hold (min)",
          grouped(static_cast<std::int64_t>(slack.size())), slack.size() == 1 ? "path" : "paths");
  out.put("{} violated</span></summary>\n", violated == 0 ? "none" : grouped(violated));
}

}  // namespace

path_anchors write_html_paths(html_writer& out, report_input const& input, html_options const& options) {
  constexpr std::size_t unfolded = 3;
  auto const groups = groups_by_slack(input);
  path_anchors anchors;
  out.put("<h2 id=\"paths\">Worst paths</h2>\n");
  if (groups.empty()) out.put("<p>No paths were searched, or none is constrained.</p>\n");
  if (!groups.empty()) write_legend(out);
  auto const share = shares_of_groups(groups, options.paths);
  std::size_t const room = options.most_bytes / 10 * 3, start = out.size();
  std::size_t number = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    auto const& paths = groups[g]->paths;
    bool const bad = paths.size() > 0 && paths.slack[0] < 0, open = g == 0 || bad;
    std::size_t const used = out.size() - start;
    if (used > room) {
      out.put("<p class=\"soft\">{} more groups are left out.</p>\n",
              grouped(static_cast<std::int64_t>(groups.size() - g)));
      break;
    }
    // What the page has room for is shared out evenly among the groups that are left.
    std::size_t const end = out.size() + (room - used) / (groups.size() - g);
    write_group_head(out, *groups[g], open);
    std::size_t i = 0;
    for (; i < share[g] && out.size() < end; ++i) {
      anchors.emplace(end_key(paths.check[i], paths.data_edge[i]), ++number);
      write_html_path(out, input, *groups[g], describe_path(input, out.numbers(), paths, i), number,
                      open && i == 0 && g < unfolded);
    }
    if (i < paths.size()) {
      out.put("<p class=\"soft\">{} more paths are left out.</p>\n",
              grouped(static_cast<std::int64_t>(paths.size() - i)));
    }
    out.put("</details>\n");
  }
  return anchors;
}

namespace {

/// The name of an endpoint, a link where its path is on the page.
std::string endpoint_name(report_input const& input, endpoint_row const& row, path_anchors const& anchors) {
  auto const name = escaped(pin_name_of(input, row.pin));
  auto const found = row.check == none ? anchors.end() : anchors.find(end_key(row.check, row.edge));
  return found == anchors.end() ? name : fmt::format("<a href=\"#path-{}\">{}</a>", found->second, name);
}

void write_endpoint_row(html_writer& out, report_input const& input, endpoint_row const& row,
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
void write_endpoint_table(html_writer& out, report_input const& input, char const* title,
                          endpoint_row const* first, endpoint_row const* last, html_options const& options,
                          path_anchors const& anchors) {
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

}  // namespace

void write_html_endpoints(html_writer& out, report_input const& input, html_options const& options,
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
