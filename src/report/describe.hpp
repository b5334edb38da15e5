#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gsta/report/report_input.hpp"
#include "src/report/rows.hpp"

/// What reports call the ends and steps of a path, in the words of sign-off timers.
namespace gsta::detail {

/// An end of a path: its name, and what it is (`rising edge-triggered flip-flop clocked by clk`).
struct path_end_text {
  std::string name, what;
};
path_end_text describe_start(report_input const& input, path_rows const& rows);
path_end_text describe_end(report_input const& input, path_rows const& rows);

/// The library cell behind a pin; `in` or `out` for ports, empty where nobody knows.
std::string cell_text(report_input const& input, id pin, bool is_start);

/// `pin (CELL)`
std::string pin_text(report_input const& input, id pin, bool is_start);

/// One term of a path's launch or capture: what it adds (infinite: nothing) and the time behind it, in ps.
struct time_term {
  double delay = 0, time = 0;
  std::string what;
  char mark = ' ';                      ///< ^ or v where it is about one edge
  bool moment = false;                  ///< a point in time (a clock's edge), not something that takes time
  std::optional<reported_step> step{};  ///< of a pin of the clock network
};
/// From time zero to the path's first pin: the clock's edge, then its network or the external delay.
std::vector<time_term> launch_terms(report_input const& input, path_rows const& rows);
/// To the required time: the capturing edge, its network and uncertainty, the clock pin, the check.
std::vector<time_term> capture_terms(report_input const& input, path_rows const& rows,
                                     required_terms const& terms);

/// How many stages of effective capacitances there are, and how many fell back; empty where none are.
std::string stage_text(stage_counts const& stages);

/// The mark of an edge: ^ or v.
inline char mark_of(edge e) noexcept { return e == edge::rise ? '^' : 'v'; }

bool is_expanded(report_input const& input) noexcept;

/// The way of the clock that launches a path from a register.
clock_path launch_clock_path(report_input const& input, path_rows const& rows);

/// The way of the clock that captures it.
clock_path capture_clock_path(report_input const& input, path_rows const& rows);

}  // namespace gsta::detail
