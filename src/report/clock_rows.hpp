#pragma once

#include <algorithm>
#include <vector>

#include "gsta/report/clock_report.hpp"
#include "gsta/report/report_input.hpp"

/// Which rows of clocks a report has.
namespace gsta::detail {

inline bool is_asked_for(report_input const& input, id clock) {
  auto const& only = input.clocks.only;
  return only.empty() || std::find(only.begin(), only.end(), clock) != only.end();
}

inline std::vector<clock_latency> latencies_of(report_input const& input) {
  auto rows = find_clock_latencies(input.design, input.timing);
  std::erase_if(rows, [&](clock_latency const& row) { return !is_asked_for(input, row.clock); });
  return rows;
}

/// Rows without credits, or those with them.
inline std::vector<clock_skew> skews_of(report_input const& input, bool credited = false) {
  auto rows = credited ? find_credited_skews(input.design, input.timing)
                       : find_clock_skews(input.design, input.timing);
  std::erase_if(rows, [&](clock_skew const& row) {
    return !is_asked_for(input, row.clock) ||
           !(row.side == split::late ? input.clocks.setup : input.clocks.hold);
  });
  return rows;
}

/// The row of the same clock and side, or null.
inline clock_skew const* same_of(std::vector<clock_skew> const& rows, clock_skew const& of) {
  auto const found = std::find_if(rows.begin(), rows.end(), [&](clock_skew const& row) {
    return row.clock == of.clock && row.side == of.side;
  });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace gsta::detail
