#pragma once

#include <algorithm>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/report/detail/design_facts.hpp"
#include "gsta/report/detail/rows.hpp"
#include "gsta/report/report_input.hpp"

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
    id const pin = input.design.real_pin(timing.endpoint_pin[i]);
    for (id k = timing.endpoint_begin[i]; k < timing.endpoint_begin[i + 1]; ++k) {
      id const c = timing.endpoint_check[k];
      auto const& check = timing.checks[c];
      double const launched = edge_time(input, launch_edge_of(input, check.data));
      for (edge const e : {edge::rise, edge::fall}) {
        int const n = static_cast<int>(e);
        if (!math::is_defined(timing.check_slack[c][n])) continue;
        int const at = condition(is_late(check.kind) ? split::late : split::early, e);
        rows.push_back({pin, c, e, launched + timing.node_arrival[check.data][at],
                        launched + timing.check_required[c][n], timing.check_slack[c][n]});
      }
    }
    if (rows.size() == before) {
      rows.push_back({pin, none, edge::rise, math::infinity, math::infinity, math::infinity});
    }
  }
  return rows;
}

GSTA_INLINE std::vector<endpoint_row> sorted_endpoints(report_input const& input) {
  auto rows = endpoint_rows(input);
  auto const key = [&](endpoint_row const& row) {
    int const side = row.check == none ? 2 : is_late(input.timing.checks[row.check].kind) ? 0 : 1;
    return std::pair(side, row.slack);
  };
  std::stable_sort(rows.begin(), rows.end(), [&](auto const& a, auto const& b) { return key(a) < key(b); });
  return rows;
}

GSTA_INLINE std::vector<id> reported_pins(report_input const& input) {
  std::vector<id> pins;
  for (std::size_t pin = 0; pin + 1 < input.timing.pin_begin.size(); ++pin) {
    auto const i = static_cast<id>(pin);
    if (input.design.real_pin(i) == i) pins.push_back(i);
  }
  return pins;
}

/// The worst of all nodes of the pin; undefined values are infinite.
GSTA_INLINE shown_vertices::shown_vertices(flat_design const& design) {
  std::unordered_set<id> twins;
  for (std::size_t i = 0; i < design.arc_to.size(); ++i) {
    arc_type const& type = design.arc_types[design.arc_type_of[i]];
    if (type.to_ideal_clock) twins.insert(design.arc_to[i]);
    if (type.beyond_no_load) in_front_.insert(design.arc_from[i]);
  }
  for (std::size_t i = 0; i < design.shadow_of.size(); ++i) {
    id const vertex = static_cast<id>(i);
    if (design.shadow_of[i] != none && twins.count(vertex) == 0)
      besides_[design.shadow_of[i]].push_back(vertex);
  }
}

GSTA_INLINE std::vector<id> const& shown_vertices::besides(id pin) const {
  static std::vector<id> const no_others;
  auto const found = besides_.find(pin);
  return found == besides_.end() ? no_others : found->second;
}

GSTA_INLINE void merge_vertex(report_input const& input, id vertex, bool has_slew, pin_row& row) {
  auto const& timing = input.timing;
  auto const worsen = [](int c, auto& best, auto value) {
    if (is_late(c) ? value > best : value < best) best = value;
  };
  for (int c = 0; c < conditions; ++c) {
    if (has_slew) worsen(c, row.slew[c], timing.slew[vertex][c]);
  }
  for (id node = timing.pin_begin[vertex]; node < timing.pin_begin[vertex + 1]; ++node) {
    double const launched = edge_time(input, launch_edge_of(input, node));
    for (int c = 0; c < conditions; ++c) {
      double const rat = launched + timing.node_required[node][c];
      worsen(c, row.at[c], launched + timing.node_arrival[node][c]);
      if (is_late(c) ? rat < row.rat[c] : rat > row.rat[c]) row.rat[c] = rat;
      if (timing.node_slack[node][c] < row.slack[c]) row.slack[c] = timing.node_slack[node][c];
    }
  }
}

GSTA_INLINE pin_row make_pin_row(report_input const& input, shown_vertices const& vertices, id pin) {
  pin_row row;
  for (int c = 0; c < conditions; ++c) {
    row.at[c] = row.slew[c] = undefined_arrival()[c];
    row.rat[c] = undefined_required()[c];
    row.slack[c] = math::infinity;
  }
  merge_vertex(input, pin, vertices.has_slew(pin), row);
  for (id const vertex : vertices.besides(pin)) merge_vertex(input, vertex, vertices.has_slew(vertex), row);
  return row;
}

/// The net that a net arc belongs to.
GSTA_INLINE id net_of_arc(report_input const& input, id arc) {
  auto const& begin = input.design.net_begin;
  return static_cast<id>(std::upper_bound(begin.begin(), begin.end(), arc) - begin.begin()) - 1;
}

/// The steps of a path, with arrivals from 0 at the first. A pin that stands twice in the graph is one step.
GSTA_INLINE std::vector<reported_step> make_steps(report_input const& input, path_set const& paths,
                                                  std::size_t first, std::size_t last, split side) {
  auto const& timing = input.timing;
  auto const net_arcs = input.design.net_sink.size();
  auto const is_net = [&](std::size_t i) { return static_cast<std::size_t>(paths.arc[i]) < net_arcs; };
  std::vector<reported_step> steps;
  steps.reserve(last - first);
  femtoseconds arrival = 0;
  for (std::size_t i = first; i < last; ++i) {
    int const c = condition(side, paths.edge[i]);
    femtoseconds const delay = i > first ? to_femtoseconds(timing.arc_delay[paths.arc[i]][c]) : 0;
    arrival += delay;
    id const pin = timing.node_pin[paths.node[i]];
    bool const drives = i + 1 < last && is_net(i + 1);
    reported_step step{input.design.real_pin(pin),
                       paths.edge[i],
                       arrival,
                       delay,
                       timing.slew[pin][c],
                       drives ? timing.load[pin][c] : math::infinity,
                       drives ? net_of_arc(input, paths.arc[i + 1]) : none,
                       i > first && is_net(i)};
    if (!steps.empty() && steps.back().pin == step.pin) {
      step.delay += steps.back().delay;
      step.through_net = steps.back().through_net;
      steps.pop_back();
    }
    steps.push_back(step);
  }
  return steps;
}

GSTA_INLINE bool is_launching_arc(report_input const& input, id arc) {
  auto const net_arcs = input.design.net_sink.size();
  if (static_cast<std::size_t>(arc) < net_arcs) return false;
  auto const cell_arc = static_cast<std::size_t>(arc) - net_arcs;
  return cell_arc < input.design.arc_type_of.size() &&
         input.design.arc_types[input.design.arc_type_of[cell_arc]].launches;
}

/// Whether the first arc that leaves the path's first pin starts data at a clock pin.
GSTA_INLINE bool starts_at_register(report_input const& input, path_set const& paths, std::size_t first,
                                    std::size_t last) {
  auto const pin_at = [&](std::size_t i) {
    return input.design.real_pin(input.timing.node_pin[paths.node[i]]);
  };
  std::size_t next = first + 1;
  while (next < last && pin_at(next) == pin_at(first)) ++next;
  return next < last && is_launching_arc(input, paths.arc[next]);
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
  rows.from_register = starts_at_register(input, paths, first, last);
  auto const side = is_late(timing.checks[rows.check].kind) ? split::late : split::early;
  rows.steps = make_steps(input, paths, first, last, side);
  // A path starts at a launching clock pin's arrival, else at what is asserted on its first node.
  int const c = condition(side, paths.edge[first]);
  auto const& start = rows.from_register ? timing.node_arrival : timing.node_asserted;
  femtoseconds const offset = to_femtoseconds(start[paths.node[first]][c]);
  for (auto& step : rows.steps) step.arrival += offset;
  return rows;
}

/// The required time is the one that makes the path's slack; the margin (library check, external delay) is
/// what the clock does not explain.
GSTA_INLINE required_terms make_required_terms(report_input const& input, path_rows const& rows) {
  auto const& check = input.timing.checks[rows.check];
  bool const late = is_late(check.kind);
  required_terms terms;
  terms.edge = capture_edge_of(input.design, input.timing, check);
  terms.edge_time = rows.launch_time + (terms.edge == none ? 0.0 : static_cast<double>(check.offset) / 1000);
  int const c = condition(late ? split::early : split::late, check.active);
  if (check.capture != none) {
    terms.network = input.timing.node_arrival[check.capture][c];
  } else if (terms.edge != none) {
    terms.network = port_latency(input.design, terms.edge, late ? split::late : split::early);
  }
  terms.uncertainty = uncertainty_of(check);
  double const slack = path_rows::to_ps(rows.slack);
  terms.required = late ? rows.end() + slack : rows.end() - slack;
  terms.margin = terms.required - terms.edge_time - terms.network - terms.uncertainty;
  return terms;
}

}  // namespace gsta::detail
