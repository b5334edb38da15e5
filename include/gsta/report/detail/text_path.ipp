#pragma once

#include <algorithm>
#include <string>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/describe.ipp"
#include "gsta/report/detail/text_writer.hpp"

namespace gsta::detail {

/// `Endpoint: name (what it is)`; on two lines where one would be long.
GSTA_INLINE void write_end(text_writer& out, std::string const& title, path_end_text const& end) {
  constexpr std::size_t widest = 80;
  if (title.size() + end.name.size() + end.what.size() + 5 <= widest) {
    out.line("{}: {} ({})", title, end.name, end.what);
  } else {
    out.line("{}: {}\n{:{}}({})", title, end.name, "", title.size() + 2, end.what);
  }
}

GSTA_INLINE void write_step(text_writer& out, report_input const& input, path_rows const& rows,
                            std::size_t i) {
  auto const& step = rows.steps[i];
  text_step line{.slew = step.slew,
                 .load = step.load,
                 .delay = path_rows::to_ps(step.delay),
                 .time = rows.launch_time + path_rows::to_ps(step.arrival),
                 .mark = mark_of(step.edge),
                 .what = pin_text(input, step.pin, i == 0)};
  if (step.net == none) return out.step(line);
  auto const net = static_cast<std::size_t>(step.net);
  line.fanout = input.design.net_begin[net + 1] - input.design.net_begin[net];
  out.step(line);
  if (net < input.design.net_name.size() && !input.design.net_name[net].empty())
    out.note(input.design.net_name[net] + " (net)");
}

GSTA_INLINE void write_term(text_writer& out, time_term const& term) {
  out.step({.delay = term.delay, .time = term.time, .mark = term.mark, .what = term.what});
}

GSTA_INLINE void write_path(text_writer& out, report_input const& input, path_group const& group,
                            std::size_t path) {
  auto const rows = make_path_rows(input, group.paths, path);
  auto const terms = make_required_terms(input, rows);
  write_end(out, "Startpoint", describe_start(input, rows));
  write_end(out, "Endpoint", describe_end(input, rows));
  out.line("Path Group: {}", group.name);
  out.line("Path Type: {}", group.side == split::late ? "max" : "min");
  out.line("");
  out.line("{:>6} {:>11} {:>11} {:>11} {:>11}   {}", "Fanout", "Cap", "Slew", "Delay", "Time", "Description");
  constexpr std::size_t width = 93;
  out.rule(width);
  for (auto const& term : launch_terms(input, rows)) write_term(out, term);
  for (std::size_t i = 0; i < rows.steps.size(); ++i) write_step(out, input, rows, i);
  out.step({.time = rows.end(), .what = "data arrival time"});
  out.line("");
  for (auto const& term : capture_terms(input, rows, terms)) write_term(out, term);
  out.step({.time = terms.required, .what = "data required time"});
  out.rule(width);
  out.step({.time = terms.required, .what = "data required time"});
  out.step({.time = -rows.end(), .what = "data arrival time"});
  out.rule(width);
  out.step(
      {.time = path_rows::to_ps(rows.slack), .what = rows.slack < 0 ? "slack (VIOLATED)" : "slack (MET)"});
  out.line("\n");
}

}  // namespace gsta::detail
