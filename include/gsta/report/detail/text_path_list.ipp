#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/text_path.ipp"
#include "gsta/report/detail/text_writer.hpp"

/// Paths of a line each, as OpenSTA's `-format end` and `-format summary` have them.
namespace gsta::detail {

/// `pin (CELL)`; ports have their direction instead.
GSTA_INLINE std::string listed_pin(report_input const& input, id pin, bool is_start) {
  auto const cell = input.cell_of ? input.cell_of(pin) : std::string();
  if (input.cell_of && cell.empty()) return pin_name_of(input, pin) + (is_start ? " (input)" : " (output)");
  return pin_name_of(input, pin) + (cell.empty() ? "" : " (" + cell + ")");
}

/// Where the data of a path starts: a register's output, else its first pin.
GSTA_INLINE std::string listed_start(report_input const& input, path_rows const& rows) {
  bool const output = rows.from_register && rows.steps.size() > 1;
  return listed_pin(input, rows.steps[output ? 1 : 0].pin, true);
}

struct listed_path {
  std::string start, end;
  described_path path;
};

GSTA_INLINE std::vector<listed_path> list_paths(text_writer& out, report_input const& input,
                                                path_group const& group) {
  std::vector<listed_path> list;
  for (std::size_t i = 0; i < group.paths.size(); ++i) {
    auto path = describe_path(input, out.numbers(), group.paths, i);
    list.push_back(
        {listed_start(input, path.rows), listed_pin(input, path.rows.steps.back().pin, false), path});
  }
  return list;
}

/// How wide a column of names is: that of the longest, but never narrow.
GSTA_INLINE std::size_t widest(std::vector<listed_path> const& list, std::string listed_path::* name) {
  std::size_t width = 36;
  for (auto const& one : list) width = std::max(width, (one.*name).size());
  return width;
}

GSTA_INLINE void write_ends(text_writer& out, report_input const& input, path_group const& group) {
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
GSTA_INLINE void write_summaries(text_writer& out, report_input const& input) {
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

GSTA_INLINE void write_paths(text_writer& out, report_input const& input) {
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
