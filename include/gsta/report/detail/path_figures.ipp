#pragma once

#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/describe.ipp"
#include "gsta/report/detail/path_figures.hpp"

namespace gsta::detail {

GSTA_INLINE bool is_shown(report_style const& style, path_rows const& rows, std::size_t step) noexcept {
  return style.fields.input_pins || !rows.steps[step].through_net || step + 1 == rows.steps.size();
}

/// Lines one after the other, from the time `last`.
GSTA_INLINE std::vector<line_figures> term_figures(figures const& numbers,
                                                   std::vector<time_term> const& terms, double& last) {
  std::vector<line_figures> lines;
  for (auto const& term : terms) {
    double const time = numbers.time(term.time);
    double const delay = !is_finite(term.delay) ? math::infinity : term.moment ? time : time - last;
    lines.push_back({delay, time});
    last = time;
  }
  return lines;
}

GSTA_INLINE std::vector<line_figures> step_figures(report_style const& style, figures const& numbers,
                                                   path_rows const& rows, double& last) {
  std::vector<line_figures> lines(rows.steps.size());
  for (std::size_t i = 0; i < rows.steps.size(); ++i) {
    if (!is_shown(style, rows, i)) continue;
    double const time = numbers.time(rows.time(i));
    lines[i] = {time - last, time};
    last = time;
  }
  return lines;
}

GSTA_INLINE described_path describe_path(report_input const& input, figures const& numbers,
                                         path_set const& paths, std::size_t path) {
  described_path d;
  d.rows = make_path_rows(input, paths, path);
  d.terms = make_required_terms(input, d.rows);
  d.launch = launch_terms(input, d.rows);
  d.capture = capture_terms(input, d.rows, d.terms);
  double last = 0;
  d.launch_figures = term_figures(numbers, d.launch, last);
  d.step_figures = step_figures(input.style, numbers, d.rows, last);
  bool const late = is_late(input.timing.checks[d.rows.check].kind);
  d.arrival = last;
  d.slack = numbers.time(d.rows.slack);
  d.required = required_for(late, d.arrival, d.slack);
  last = numbers.time(d.rows.launch_time);
  d.capture_figures = term_figures(numbers, d.capture, last);
  auto& margin = d.capture_figures.back();  // the last of the terms makes the required time
  margin.delay += d.required - margin.time;
  margin.time = d.required;
  return d;
}

}  // namespace gsta::detail
