#pragma once

#include <string>
#include <vector>

#include "gsta/report/report_input.hpp"

/// Results in the order and frame that reports have them: times in ps from time zero, with the launching edge
/// in its clock's first cycle.
namespace gsta::detail {

/// A check of one endpoint for one data edge; an endpoint without any has one row with `check == none`.
struct endpoint_row {
  id pin = none, check = none;
  gsta::edge edge = gsta::edge::rise;
  double arrival = 0, required = 0;  ///< infinite where undefined
  float slack = 0;
};

/// A pin with its nodes merged, in the order ER EF LR LF.
struct pin_row {
  double at[conditions], rat[conditions];
  float slack[conditions];
};

struct path_step {
  id pin = none;
  gsta::edge edge = gsta::edge::rise;
  femtoseconds arrival = 0, delay = 0;  ///< arrival from the launching edge
  float slew = 0, load = 0;             ///< load: infinite where the step is no driver on its path
};

struct path_rows {
  id check = none;
  femtoseconds slack = 0;
  double launch_time = 0;
  id launch_edge = none;
  bool from_register = false;  ///< the first step is a clock pin
  std::vector<path_step> steps;
};

std::string pin_name_of(report_input const& input, id pin);
char const* name_of(check_kind kind) noexcept;
inline char const* name_of(edge e) noexcept { return e == edge::rise ? "rise" : "fall"; }
inline bool is_finite(double x) noexcept { return x - x == 0; }

/// When a clock's edge (2 * clock + edge) is, in ps; 0 for none.
double edge_time(report_input const& input, id edge) noexcept;
/// The edge that launches a node's arrivals.
id launch_edge_of(report_input const& input, id node) noexcept;

std::vector<endpoint_row> endpoint_rows(report_input const& input);
pin_row make_pin_row(report_input const& input, id pin);
path_rows make_path_rows(report_input const& input, path_set const& paths, std::size_t path);

}  // namespace gsta::detail
