// Paths in the text report.

#include "src/report/text_paths.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gsta/report/report_input.hpp"
#include "gsta/report/report_style.hpp"
#include "src/report/describe.hpp"
#include "src/report/figures.hpp"
#include "src/report/path_figures.hpp"
#include "src/report/rows.hpp"
#include "src/report/text_writer.hpp"

namespace gsta::detail {
namespace {

/// The columns in front of a line's words: fan-out, capacitance and slew where they are asked for, delay and
/// time. What is infinite, or a fan-out below 0, stays empty.
struct path_columns {
  int fanout = -1;
  double load = math::infinity, slew = math::infinity;
  line_figures figures{};
};

class path_table {
 public:
  explicit path_table(text_writer& out) : out_(out), fields_(out.numbers().style().fields) {
    std::string title;
    if (fields_.fanout) title += fmt::format("{:>6} ", "Fanout");
    if (fields_.capacitance) title += column("Cap");
    if (fields_.slew) title += column("Slew");
    title += column("Delay") + column("Time");
    indent_ = title.size() + 2;
    out_.line("{}  Description", title);
  }

  /// A rule under all columns and some words.
  void rule() { out_.rule(indent_ + 36); }

  void line(path_columns const& c, char mark, std::string const& what) {
    auto const& n = out_.numbers();
    std::string text;
    if (fields_.fanout) text += fmt::format("{:>6} ", c.fanout < 0 ? "" : std::to_string(c.fanout));
    if (fields_.capacitance) text += column(n.text_or(c.load, ""));
    if (fields_.slew) text += column(n.text_or(c.slew, ""));
    text += column(n.text_or(c.figures.delay, "")) + column(n.text_or(c.figures.time, ""));
    out_.line("{}{} {}", text, mark, what);
  }
  void total(double time, char const* what) { line({.figures = {math::infinity, time}}, ' ', what); }
  /// A line with nothing but words.
  void note(std::string const& what) { out_.line("{:{}}{}", "", indent_, what); }

 private:
  std::string column(std::string const& text) const { return fmt::format("{:>{}} ", text, out_.width(8)); }

  text_writer& out_;
  path_fields fields_;
  std::size_t indent_ = 0;
};

/// `Endpoint: name (what it is)`; on two lines where one would be long.
void write_end(text_writer& out, std::string const& title, path_end_text const& end) {
  constexpr std::size_t widest = 80;
  if (title.size() + end.name.size() + end.what.size() + 5 <= widest) {
    out.line("{}: {} ({})", title, end.name, end.what);
  } else {
    out.line("{}: {}\n{:{}}({})", title, end.name, "", title.size() + 2, end.what);
  }
}

/// A pin, of data or of a clock's network, and the net that it drives.
void write_step(path_table& table, report_input const& input, figures const& numbers,
                reported_step const& step, line_figures const& figures, std::string const& what) {
  path_columns line{-1, numbers.load(step.load), numbers.time(step.slew), figures};
  auto const net = static_cast<std::size_t>(step.net);
  if (step.net != none) line.fanout = input.design.net_begin[net + 1] - input.design.net_begin[net];
  table.line(line, mark_of(step.edge), what);
  if (step.net == none || !input.style.fields.nets) return;
  if (net < input.design.net_name.size() && !input.design.net_name[net].empty())
    table.note(std::string(input.design.net_name[net]) + " (net)");
}

void write_terms(path_table& table, report_input const& input, figures const& numbers,
                 std::vector<time_term> const& terms, std::vector<line_figures> const& lines) {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].step) {
      write_step(table, input, numbers, *terms[i].step, lines[i], terms[i].what);
    } else {
      table.line({.figures = lines[i]}, terms[i].mark, terms[i].what);
    }
  }
}

void write_path(text_writer& out, report_input const& input, path_group const& group, std::size_t index) {
  auto const path = describe_path(input, out.numbers(), group.paths, index);
  write_end(out, "Startpoint", describe_start(input, path.rows));
  write_end(out, "Endpoint", describe_end(input, path.rows));
  out.line("Path Group: {}", group.name);
  out.line("Path Type: {}", group.side == split::late ? "max" : "min");
  out.line("");
  path_table table(out);
  table.rule();
  write_terms(table, input, out.numbers(), path.launch, path.launch_figures);
  for (std::size_t i = 0; i < path.rows.steps.size(); ++i) {
    if (!is_shown(input.style, path.rows, i)) continue;
    auto const& step = path.rows.steps[i];
    write_step(table, input, out.numbers(), step, path.step_figures[i], pin_text(input, step.pin, i == 0));
  }
  table.total(path.arrival, "data arrival time");
  out.line("");
  write_terms(table, input, out.numbers(), path.capture, path.capture_figures);
  table.total(path.required, "data required time");
  table.rule();
  table.total(path.required, "data required time");
  table.total(-path.arrival, "data arrival time");
  table.rule();
  table.total(path.slack, path.rows.slack < 0 ? "slack (VIOLATED)" : "slack (MET)");
  out.line("\n");
}

/// `pin (CELL)`; ports have their direction instead.
std::string listed_pin(report_input const& input, id pin, bool is_start) {
  auto const cell = input.cell_of ? input.cell_of(pin) : std::string();
  if (input.cell_of && cell.empty()) return pin_name_of(input, pin) + (is_start ? " (input)" : " (output)");
  return pin_name_of(input, pin) + (cell.empty() ? "" : " (" + cell + ")");
}

/// Where the data of a path starts: a register's output, else its first pin.
std::string listed_start(report_input const& input, path_rows const& rows) {
  bool const output = rows.from_register && rows.steps.size() > 1;
  return listed_pin(input, rows.steps[output ? 1 : 0].pin, true);
}

struct listed_path {
  std::string start, end;
  described_path path;
};

std::vector<listed_path> list_paths(text_writer& out, report_input const& input, path_group const& group) {
  std::vector<listed_path> list;
  for (std::size_t i = 0; i < group.paths.size(); ++i) {
    auto path = describe_path(input, out.numbers(), group.paths, i);
    list.push_back(
        {listed_start(input, path.rows), listed_pin(input, path.rows.steps.back().pin, false), path});
  }
  return list;
}

/// How wide a column of names is: that of the longest, but never narrow.
std::size_t widest(std::vector<listed_path> const& list, std::string listed_path::* name) {
  std::size_t width = 36;
  for (auto const& one : list) width = std::max(width, (one.*name).size());
  return width;
}

void write_ends(text_writer& out, report_input const& input, path_group const& group) {
  auto const list = list_paths(out, input, group);
  auto const name = widest(list, &listed_path::end), number = out.width(8);
  out.line("{} group {}\n", group.side == split::late ? "max_delay/setup" : "min_delay/hold", group.name);
  out.line("{:<{}} {:>{}} {:>{}}", "", name, "Required", number, "Actual", number);
  out.line("{:<{}} {:>{}} {:>{}} {:>{}}", "Endpoint", name, "Delay", number, "Delay", number, "Slack",
           number);
  out.rule(name + 3 * (number + 1));
  auto const& n = out.numbers();
  for (auto const& [start, end, path] : list) {
    out.line("{:<{}} {:>{}} {:>{}} {:>{}} {}", end, name, n.text(path.required), number, n.text(path.arrival),
             number, n.text(path.slack), number, path.rows.slack < 0 ? "(VIOLATED)" : "(MET)");
  }
  out.line("");
}

/// One table for all groups.
void write_summaries(text_writer& out, report_input const& input) {
  std::vector<listed_path> list;
  for (auto const* const group : groups_by_slack(input)) {
    for (auto& one : list_paths(out, input, *group)) list.push_back(std::move(one));
  }
  auto const from = widest(list, &listed_path::start), to = widest(list, &listed_path::end),
             number = out.width(8);
  out.line("{:<{}} {:<{}} {:>{}}", "Startpoint", from, "Endpoint", to, "Slack", number);
  out.rule(from + to + number + 2);
  for (auto const& [start, end, path] : list)
    out.line("{:<{}} {:<{}} {:>{}}", start, from, end, to, out.numbers().text(path.slack), number);
  out.line("");
}

}  // namespace

void write_paths(text_writer& out, report_input const& input) {
  auto const format = input.style.format;
  if (format == path_format::summary) return write_summaries(out, input);
  for (auto const* const group : groups_by_slack(input)) {
    if (format == path_format::end) {
      write_ends(out, input, *group);
      continue;
    }
    for (std::size_t i = 0; i < group->paths.size(); ++i) write_path(out, input, *group, i);
  }
}

}  // namespace gsta::detail
