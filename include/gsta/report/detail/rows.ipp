#pragma once

#include "gsta/core/inline.hpp"
#include "gsta/report/detail/rows.hpp"

namespace gsta::detail {

GSTA_INLINE std::string pin_name_of(report_input const& input, id pin) {
  auto const& names = input.design.pin_name;
  auto const i = static_cast<std::size_t>(pin);
  return i < names.size() && !names[i].empty() ? names[i] : "pin" + std::to_string(pin);
}

GSTA_INLINE char const* name_of(check_kind kind) noexcept {
  switch (kind) {
    case check_kind::setup:
      return "setup";
    case check_kind::hold:
      return "hold";
    case check_kind::recovery:
      return "recovery";
    case check_kind::removal:
      return "removal";
    case check_kind::output_setup:
      return "output_setup";
    case check_kind::output_hold:
      return "output_hold";
  }
  return "";
}

GSTA_INLINE double edge_time(report_input const& input, id edge) noexcept {
  return edge == none ? 0 : static_cast<double>(input.design.clocks[edge / 2].at[edge % 2]) / 1000;
}

GSTA_INLINE id launch_edge_of(report_input const& input, id node) noexcept {
  return input.timing.tags[input.timing.node_tag[node]].launch_edge;
}

/// Rows with a slack, rising before falling, in the order of endpoints and checks.
GSTA_INLINE std::vector<endpoint_row> endpoint_rows(report_input const& input) {
  auto const& timing = input.timing;
  std::vector<endpoint_row> rows;
  for (std::size_t i = 0; i < timing.endpoint_pin.size(); ++i) {
    auto const before = rows.size();
    for (id k = timing.endpoint_begin[i]; k < timing.endpoint_begin[i + 1]; ++k) {
      id const c = timing.endpoint_check[k];
      auto const& check = timing.checks[c];
      double const launched = edge_time(input, launch_edge_of(input, check.data));
      for (edge const e : {edge::rise, edge::fall}) {
        int const n = static_cast<int>(e);
        if (!math::is_defined(timing.check_slack[c][n])) continue;
        int const at = condition(is_late(check.kind) ? split::late : split::early, e);
        rows.push_back({timing.endpoint_pin[i], c, e, launched + timing.arrival[check.data][at],
                        launched + timing.check_required[c][n], timing.check_slack[c][n]});
      }
    }
    if (rows.size() == before) {
      rows.push_back(
          {timing.endpoint_pin[i], none, edge::rise, math::infinity, math::infinity, math::infinity});
    }
  }
  return rows;
}

/// The worst of all nodes of the pin; undefined values are infinite.
GSTA_INLINE pin_row make_pin_row(report_input const& input, id pin) {
  auto const& timing = input.timing;
  pin_row row;
  for (int c = 0; c < conditions; ++c) {
    row.at[c] = undefined_arrival()[c];
    row.rat[c] = undefined_required()[c];
    row.slack[c] = math::infinity;
  }
  for (id node = timing.pin_begin[pin]; node < timing.pin_begin[pin + 1]; ++node) {
    double const launched = edge_time(input, launch_edge_of(input, node));
    for (int c = 0; c < conditions; ++c) {
      double const at = launched + timing.arrival[node][c], rat = launched + timing.required[node][c];
      if (is_late(c) ? at > row.at[c] : at < row.at[c]) row.at[c] = at;
      if (is_late(c) ? rat < row.rat[c] : rat > row.rat[c]) row.rat[c] = rat;
      if (timing.slack[node][c] < row.slack[c]) row.slack[c] = timing.slack[node][c];
    }
  }
  return row;
}

/// Arrivals are sums of whole femtoseconds along the path, which make its slack.
GSTA_INLINE path_rows make_path_rows(report_input const& input, path_set const& paths, std::size_t path) {
  auto const& timing = input.timing;
  auto const first = static_cast<std::size_t>(paths.begin[path]),
             last = static_cast<std::size_t>(paths.begin[path + 1]);
  path_rows rows;
  rows.check = paths.check[path];
  rows.slack = paths.slack[path];
  rows.launch_edge = launch_edge_of(input, paths.node[first]);
  rows.launch_time = edge_time(input, rows.launch_edge);
  auto const side = is_late(timing.checks[rows.check].kind) ? split::late : split::early;
  auto const net_arcs = input.design.net_sink.size(), cell_arcs = input.design.arc_type_of.size();
  femtoseconds arrival = 0;
  for (std::size_t i = first; i < last; ++i) {
    id const node = paths.node[i], arc = paths.arc[i];
    int const c = condition(side, paths.edge[i]);
    femtoseconds delay = 0;
    if (i > first) {
      delay = to_femtoseconds(timing.arc_delay[arc][c]);
      auto const cell_arc = static_cast<std::size_t>(arc) - net_arcs;
      if (i == first + 1 && cell_arc < cell_arcs) {
        rows.from_register = input.design.arc_types[input.design.arc_type_of[cell_arc]].launches;
      }
    }
    arrival += delay;
    id const pin = timing.node_pin[node];
    bool const drives = i + 1 < last && static_cast<std::size_t>(paths.arc[i + 1]) < net_arcs;
    rows.steps.push_back({pin, paths.edge[i], arrival, delay, timing.slew[pin][c],
                          drives ? timing.load[pin][c] : math::infinity});
  }
  // A path starts at a launching clock pin's arrival, else at what is asserted on its first node.
  int const c = condition(side, paths.edge[first]);
  auto const& start = rows.from_register ? timing.arrival : timing.asserted;
  femtoseconds const offset = to_femtoseconds(start[paths.node[first]][c]);
  for (auto& step : rows.steps) step.arrival += offset;
  return rows;
}

}  // namespace gsta::detail
