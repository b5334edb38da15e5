#pragma once

#include <vector>

#include "gsta/report/report_input.hpp"
#include "gsta/report/report_style.hpp"
#include "src/report/describe.hpp"
#include "src/report/figures.hpp"
#include "src/report/rows.hpp"

namespace gsta::detail {

/// What one line of a path adds and the time behind it, in counts of last digits; infinite: not printed.
struct line_figures {
  double delay = math::infinity, time = math::infinity;
};

/// A path in words and figures. Each line adds the difference of the times that are printed; arrival,
/// required time and slack fit together as printed.
struct described_path {
  path_rows rows;
  required_terms terms;
  std::vector<time_term> launch, capture;
  std::vector<line_figures> launch_figures, step_figures, capture_figures;
  double arrival = 0, required = 0, slack = 0;  ///< in counts of last digits
};

described_path describe_path(report_input const& input, figures const& numbers, path_set const& paths,
                             std::size_t path);

/// Whether a step has a line of its own: inputs of cells may not be asked for.
bool is_shown(report_style const& style, path_rows const& rows, std::size_t step) noexcept;

/// Of an endpoint, in counts of last digits: they fit together as printed.
struct endpoint_figures {
  double arrival = 0, required = 0, slack = 0;
};

/// The required time that makes this slack of that arrival, in counts.
inline double required_for(bool late, double arrival, double slack) noexcept {
  return late ? arrival + slack : arrival - slack;
}

inline endpoint_figures figures_of(figures const& numbers, bool late, endpoint_row const& row) noexcept {
  double const arrival = numbers.time(row.arrival), slack = numbers.time(row.slack);
  return {arrival, required_for(late, arrival, slack), slack};
}

}  // namespace gsta::detail
