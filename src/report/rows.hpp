#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gsta/report/report_input.hpp"

/// Results in the order and frame that reports have them: times in ps from time zero, with the launching edge
/// in its clock's first cycle.
namespace gsta::detail {

/// A check of one endpoint for one data edge in one of its path groups; an endpoint without any has one row
/// with `check == none`.
struct endpoint_row {
  id pin = none, check = none;
  gsta::edge edge = gsta::edge::rise;
  double arrival = 0, required = 0;  ///< infinite where undefined
  float slack = 0;
  std::string group = "unconstrained";
};

/// A pin with its vertices and nodes merged, in the order ER EF LR LF.
struct pin_row {
  double at[conditions], rat[conditions];
  float slew[conditions], slack[conditions];
};

/// The vertices of each pin that reports show: the pin itself and the driving sides that stand for it, not
/// the shadows of clock pins under ideal clocks, which have an edge's time and not the network's, nor what
/// departs from latches, which has slack as if the enable had launched it.
class shown_vertices {
 public:
  explicit shown_vertices(flat_design const& design);
  /// The vertices besides the pin itself.
  std::vector<id> const& besides(id pin) const;
  /// False for a port in front of a driving cell: its slew is that cell's input's.
  bool has_slew(id vertex) const { return in_front_.count(vertex) == 0; }

 private:
  std::unordered_map<id, std::vector<id>> besides_;
  std::unordered_set<id> in_front_;
};

struct reported_step {
  id pin = none;
  gsta::edge edge = gsta::edge::rise;
  double arrival = 0, delay = 0;  ///< ps; arrival from the launching edge
  float slew = 0, load = 0;       ///< load: infinite where the step is no driver on its path
  id net = none;                  ///< the net that it drives on its path
  bool through_net = false;       ///< reached by a net, not through a cell
};

/// A path that is its endpoint's worst has its endpoint's arrival, required time and slack, bit by bit.
struct path_rows {
  id check = none;
  double slack = 0;     ///< ps
  double required = 0;  ///< ps from time zero
  double credit = 0;    ///< ps of it that are common-path credit: added for setup, taken off for hold
  double launch_time = 0;
  id launch_edge = none;
  bool from_register = false;  ///< the first step is a clock pin
  bool from_start = false;     ///< times count from the first step
  id first_vertex = none;      ///< the first step's pin, or a shadow of it
  id first_node = none;        ///< of `timing_snapshot`
  std::vector<reported_step> steps;

  /// When the data leaves its first pin and reaches its last, in ps.
  double start() const noexcept { return time(0); }
  double end() const noexcept { return time(steps.size() - 1); }
  double time(std::size_t step) const noexcept { return launch_time + steps[step].arrival; }
};

/// How a clock comes to a register's clock pin, from its source; of generated clocks from their masters'.
struct clock_path {
  /// Pins, the clock pin last; arrivals from the clock's edge. Empty where latency alone says when it comes.
  std::vector<reported_step> steps;
  bool ideal = false;  ///< the last step is latency, not wires
};

/// How a path's required time comes about. Times in ps from time zero; the terms add up: edge_time + network
/// + uncertainty + credit + margin == the path's required time.
struct required_terms {
  id edge = none;  ///< that captures; none: the required time is relative to the launch
  double edge_time = 0, network = 0, uncertainty = 0, credit = 0, margin = 0;
};

std::string pin_name_of(report_input const& input, id pin);
inline char const* name_of(check_kind kind) noexcept { return rule_of(kind).name; }
inline char const* name_of(edge e) noexcept { return e == edge::rise ? "rise" : "fall"; }

/// When a clock's edge (2 * clock + edge) is, in ps; 0 for none.
double edge_time(report_input const& input, id edge) noexcept;
/// The edge that launches a node's arrivals.
id launch_edge_of(report_input const& input, id node) noexcept;
/// When that edge is, ps; 0 where arrivals count from the path's start.
double launch_time_of(report_input const& input, id node) noexcept;

std::vector<endpoint_row> endpoint_rows(report_input const& input);
/// Worst first, setup-like before hold-like, unconstrained last; equal slacks in the design's order.
std::vector<endpoint_row> sorted_endpoints(report_input const& input);
pin_row make_pin_row(report_input const& input, shown_vertices const& vertices, id pin);
/// The groups of a report, the one with the worst path first; equal ones, and those without paths behind all
/// others, as they stand in the input.
std::vector<path_group const*> groups_by_slack(report_input const& input);
path_rows make_path_rows(report_input const& input, path_set const& paths, std::size_t path);
/// The way to a clock's node under one condition.
clock_path make_clock_path(report_input const& input, id node, int c);
required_terms make_required_terms(report_input const& input, path_rows const& rows);

/// Pins with a row of their own, in the design's order.
std::vector<id> reported_pins(report_input const& input);

}  // namespace gsta::detail
