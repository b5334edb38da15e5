#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>

#include "gsta/core/inline.hpp"
#include "gsta/report/detail/rows.ipp"
#include "gsta/report/groups.hpp"

namespace gsta::detail {

class text_writer {
 public:
  std::string take() { return fmt::to_string(text_); }

  template <class... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    text_.push_back('\n');
  }
  void rule(std::size_t width) { line("{}", std::string(width, '-')); }

  /// One line of a path: what it adds, the time behind it, what it is.
  void step(double delay, double time, std::string const& what) {
    line("{:>11.2f} {:>11.2f}   {}", clean(delay), clean(time), what);
  }
  void time(double time, std::string const& what) { line("{:>11} {:>11.2f}   {}", "", clean(time), what); }

 private:
  /// No "-0.00".
  static double clean(double x) noexcept { return x > -0.005 && x < 0.005 ? 0.0 : x; }

  fmt::memory_buffer text_;
};

GSTA_INLINE std::string edge_text(report_input const& input, id edge) {
  return "clock " + clock_name_of(input.design, edge) + (edge % 2 == 0 ? " (rise edge)" : " (fall edge)");
}

/// The instance of a pin, by its cell; a port's own name.
GSTA_INLINE std::string instance_of(report_input const& input, id pin) {
  auto name = pin_name_of(input, pin);
  if (input.cell_of && input.cell_of(pin).empty()) return name;
  auto const separator = name.find_last_of("/:");
  return separator == name.npos ? name : name.substr(0, separator);
}

GSTA_INLINE std::string clocked_by(report_input const& input, id edge) {
  return edge == none ? "" : " clocked by " + clock_name_of(input.design, edge);
}

GSTA_INLINE std::string startpoint_text(report_input const& input, path_rows const& rows) {
  auto const& first = rows.steps.front();
  auto const by = clocked_by(input, rows.launch_edge);
  if (!rows.from_register) return pin_name_of(input, first.pin) + " (input port" + by + ")";
  return instance_of(input, first.pin) + (first.edge == edge::rise ? " (rising" : " (falling") +
         " edge-triggered register" + by + ")";
}

GSTA_INLINE std::string endpoint_text(report_input const& input, path_rows const& rows) {
  auto const& check = input.timing.checks[rows.check];
  auto const by = clocked_by(input, capture_edge_of(input.design, input.timing, check));
  if (check.capture == none) return pin_name_of(input, check.data_pin) + " (output port" + by + ")";
  auto const name = instance_of(input, check.data_pin);
  auto const* const active = check.active == edge::rise ? "rising" : "falling";
  if (check.kind == check_kind::recovery || check.kind == check_kind::removal) {
    return name + " (" + name_of(check.kind) + " check against " + active + "-edge clock" + by + ")";
  }
  return name + " (" + active + " edge-triggered register" + by + ")";
}

GSTA_INLINE std::string step_text(report_input const& input, id pin, edge e) {
  auto const cell = input.cell_of ? input.cell_of(pin) : std::string();
  return (e == edge::rise ? "^ " : "v ") + pin_name_of(input, pin) + (cell.empty() ? "" : " (" + cell + ")");
}

/// The launching clock, the pins, and when the data arrives.
GSTA_INLINE void write_arrival(text_writer& out, report_input const& input, path_rows const& rows) {
  auto const ps = [&](femtoseconds fs) { return static_cast<double>(fs) / 1000; };
  double const start = ps(rows.steps.front().arrival), launched = rows.launch_time;
  if (rows.launch_edge != none) out.step(launched, launched, edge_text(input, rows.launch_edge));
  if (rows.from_register) {
    out.step(start, launched + start, "clock network delay (propagated)");
  } else {
    out.step(start, launched + start, "input external delay");
  }
  for (auto const& step : rows.steps) {
    out.step(ps(step.delay), launched + ps(step.arrival), step_text(input, step.pin, step.edge));
  }
  out.time(launched + ps(rows.steps.back().arrival), "data arrival time");
}

/// The capturing clock and the check, as far as the data's required time.
GSTA_INLINE double write_required(text_writer& out, report_input const& input, path_rows const& rows) {
  auto const& check = input.timing.checks[rows.check];
  int const data_edge = static_cast<int>(rows.steps.back().edge);
  bool const late = is_late(check.kind);
  double const required = rows.launch_time + input.timing.check_required[rows.check][data_edge];
  id const capture = capture_edge_of(input.design, input.timing, check);
  double const captured = rows.launch_time + static_cast<double>(check.offset) / 1000;
  double time = rows.launch_time;
  if (capture != none) {
    out.step(captured, captured, edge_text(input, capture));
    time = captured;
  }
  if (check.capture != none) {
    double const network =
        input.timing.arrival[check.capture][condition(late ? split::early : split::late, check.active)];
    time += network;
    out.step(network, time, "clock network delay (propagated)");
    out.time(time, step_text(input, check.clock_pin, check.active));
    out.step(required - time, required, std::string("library ") + name_of(check.kind) + " time");
  } else {
    out.step(required - time, required, capture != none ? "output external delay" : "required time");
  }
  out.time(required, "data required time");
  return required;
}

GSTA_INLINE void write_path(text_writer& out, report_input const& input, path_group const& group,
                            std::size_t path) {
  auto const rows = make_path_rows(input, group.paths, path);
  out.line("Startpoint: {}", startpoint_text(input, rows));
  out.line("Endpoint: {}", endpoint_text(input, rows));
  out.line("Path Group: {}", group.name);
  out.line("Path Type: {}", group.side == split::late ? "max" : "min");
  out.line("");
  out.line("{:>11} {:>11}   {}", "Delay", "Time", "Description");
  constexpr std::size_t width = 64;
  out.rule(width);
  write_arrival(out, input, rows);
  out.line("");
  double const required = write_required(out, input, rows);
  out.rule(width);
  double const slack = static_cast<double>(rows.slack) / 1000;
  double const arrival = rows.launch_time + static_cast<double>(rows.steps.back().arrival) / 1000;
  out.time(required, "data required time");
  out.time(-arrival, "data arrival time");
  out.rule(width);
  out.time(slack, slack < 0 ? "slack (VIOLATED)" : "slack (MET)");
  out.line("");
  out.line("");
}

}  // namespace gsta::detail
