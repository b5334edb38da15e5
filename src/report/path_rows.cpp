// Paths as rows of a report.

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "gsta/core/sort.hpp"
#include "gsta/path/path_problem.hpp"
#include "gsta/report/report_input.hpp"
#include "src/report/clock_walk.hpp"
#include "src/report/design_facts.hpp"
#include "src/report/rows.hpp"

namespace gsta::detail {
namespace {

/// The net that a net arc belongs to.
id net_of_arc(report_input const& input, id arc) {
  auto const& begin = input.design.net_begin;
  return static_cast<id>(std::upper_bound(begin.begin(), begin.end(), arc) - begin.begin()) - 1;
}

bool is_launching_arc(report_input const& input, id arc) {
  auto const net_arcs = input.design.net_sink.size();
  if (static_cast<std::size_t>(arc) < net_arcs) return false;
  auto const cell_arc = static_cast<std::size_t>(arc) - net_arcs;
  return cell_arc < input.design.arc_type_of.size() &&
         input.design.arc_types[input.design.arc_type_of[cell_arc]].launches;
}

/// Whether the first arc that leaves the path's first pin starts data at a clock pin.
bool starts_at_register(report_input const& input, path_set const& paths, std::size_t first,
                        std::size_t last) {
  auto const pin_at = [&](std::size_t i) {
    return input.design.real_pin(input.timing.node_pin[paths.node[i]]);
  };
  std::size_t next = first + 1;
  while (next < last && pin_at(next) == pin_at(first)) ++next;
  return next < last && is_launching_arc(input, paths.arc[next]);
}

/// The steps [first, last) of a path on one side.
struct path_walk {
  report_input const& input;
  path_set const& paths;
  std::size_t first, last;
  split side;

  int condition_at(std::size_t i) const noexcept { return condition(side, paths.edge[i]); }
};

/// What a search counts for the worst path to a node: along its predecessors, from what is asserted or from a
/// launching clock pin's arrival.
femtoseconds worst_arrival(report_input const& input, id node, int c) {
  auto const& timing = input.timing;
  femtoseconds sum = 0;
  for (;;) {
    id const at = timing.node_predecessor[node][c];
    if (at == none) return sum + to_femtoseconds(timing.node_asserted[node][c]);
    id const arc = timing.fanin_arc[at];
    sum += to_femtoseconds(timing.arc_delay[arc][c]);
    node = timing.fanin_from[at];
    c = timing.edges[arc].input(c);
    if (is_launching_arc(input, arc)) return sum + to_femtoseconds(timing.node_arrival[node][c]);
  }
}

/// When a path is at its pins, in ps from its launching edge, and how far it is better than the worst at its
/// end.
struct path_times {
  std::vector<double> arrival;
  double ahead = 0;
};

/// Propagation adds floats up, a search whole femtoseconds: of one path, sums that differ in the last digit.
/// So a path's arrival at a pin is the pin's own, but for the femtoseconds by which a search counts the path
/// better than the worst one to that pin. The worst path of an endpoint is then told apart from its row by
/// nothing.
path_times arrivals_along(path_walk const& walk, bool as_it_arrives) {
  auto const& timing = walk.input.timing;
  auto const& paths = walk.paths;
  path_times times;
  femtoseconds counted = 0, worst = 0;
  for (std::size_t i = walk.first; i < walk.last; ++i) {
    id const node = paths.node[i];
    int const c = walk.condition_at(i);
    float const arrival = timing.node_arrival[node][c];
    if (i == walk.first) {
      counted = to_femtoseconds(as_it_arrives ? arrival : timing.node_asserted[node][c]);
      worst = as_it_arrives ? counted : worst_arrival(walk.input, node, c);
    } else {
      femtoseconds const delay = to_femtoseconds(timing.arc_delay[paths.arc[i]][c]);
      id const at = timing.node_predecessor[node][c];
      bool const follows =
          at != none && timing.fanin_arc[at] == paths.arc[i] && timing.fanin_from[at] == paths.node[i - 1];
      counted += delay;
      worst = follows ? worst + delay : worst_arrival(walk.input, node, c);
    }
    femtoseconds const ahead = walk.side == split::late ? worst - counted : counted - worst;
    times.ahead = ahead > 0 ? static_cast<double>(ahead) / 1000 : 0;
    times.arrival.push_back(arrival + (walk.side == split::late ? -times.ahead : times.ahead));
  }
  return times;
}

/// The steps of a path. A pin that stands twice in the graph is one step.
std::vector<reported_step> make_steps(path_walk const& walk, std::vector<double> const& arrival) {
  report_input const& input = walk.input;
  path_set const& paths = walk.paths;
  std::size_t const first = walk.first, last = walk.last;
  auto const& timing = input.timing;
  auto const net_arcs = input.design.net_sink.size();
  auto const is_net = [&](std::size_t i) { return static_cast<std::size_t>(paths.arc[i]) < net_arcs; };
  std::vector<reported_step> steps;
  steps.reserve(last - first);
  for (std::size_t i = first; i < last; ++i) {
    int const c = walk.condition_at(i);
    id const pin = timing.node_pin[paths.node[i]];
    bool const drives = i + 1 < last && is_net(i + 1);
    reported_step step{input.design.real_pin(pin),
                       paths.edge[i],
                       arrival[i - first],
                       i > first ? timing.arc_delay[paths.arc[i]][c] : 0.0,
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

}  // namespace

std::vector<path_group const*> groups_by_slack(report_input const& input) {
  std::vector<path_group const*> groups;
  groups.reserve(input.paths.size());
  for (auto const& group : input.paths) groups.push_back(&group);
  auto const key = [](path_group const* group) {
    auto const& slack = group->paths.slack;
    return std::pair(slack.empty(), slack.empty() ? 0 : slack.front());
  };
  gsta::stable_sort(groups.begin(), groups.end(),
                    [&](auto const* a, auto const* b) { return key(a) < key(b); });
  return groups;
}

namespace {

/// What a latch lends to the worst path that comes there at this edge, ps; nothing where no latch checks.
std::optional<double> borrowed_by_latch(timing_snapshot const& timing, id check, float required) {
  auto const found = std::lower_bound(timing.latches.begin(), timing.latches.end(), check,
                                      [](latch_pair const& pair, id wanted) { return pair.check < wanted; });
  if (found == timing.latches.end() || found->check != check) return std::nullopt;
  if (!math::is_defined(required)) return 0;
  return static_cast<double>(required) - window_among(*found, view_of(timing.node_arrival), required).opens;
}

/// The slack of a path with its own credit, in its required time too. The worst path of a check has the
/// check's slack to the last bit. At a latch the credit is that of the edge which the slack is against; who
/// borrows has none of it.
void give_credit(timing_snapshot const& timing, double slack, split side, int edge, path_rows& rows) {
  constexpr double rounding = 0.002;
  double const of_check = timing.check_slack[rows.check][edge], sign = side == split::late ? 1 : -1;
  float const required = timing.credits->check_required[rows.check][edge];
  double without = rows.launch_time + required;
  rows.slack = std::abs(slack - of_check) < rounding ? of_check : slack;
  rows.required = rows.end() + sign * rows.slack;
  if (auto const borrowed = borrowed_by_latch(timing, rows.check, required); borrowed && rows.slack >= 0)
    without = rows.slack > 0 ? without - *borrowed : rows.required;
  rows.credit = rows.required - without;
  if (std::abs(rows.credit) < rounding) rows.credit = 0;
}

/// Where a path is said to start: a generated clock's data do at its source, and inputs that one starts at
/// their ports, though a search goes back to the master.
std::size_t start_of_path(report_input const& input, path_set const& paths, std::size_t first,
                          std::size_t last) {
  if (input.design.generated.empty()) return first;
  auto const is_way = [&](std::size_t i) {
    return is_source_path(input.timing.tags[input.timing.node_tag[paths.node[i]]]);
  };
  auto const is_input = [&](std::size_t i) {
    auto const wires = input.design.net_sink.size(), arc = static_cast<std::size_t>(paths.arc[i]);
    if (arc < wires) return false;
    arc_type const& type = input.design.arc_types[input.design.arc_type_of[arc - wires]];
    return type.launches && type.only_clock != none;
  };
  for (std::size_t i = last; i-- > first + 1;)
    if ((is_way(i - 1) && !is_way(i)) || is_input(i)) return i;
  return first;
}

}  // namespace

/// Arrivals, slack and required time are those of the endpoint's row for its worst path.
path_rows make_path_rows(report_input const& input, path_set const& paths, std::size_t path) {
  auto const& timing = input.timing;
  auto const begin = static_cast<std::size_t>(paths.begin[path]),
             last = static_cast<std::size_t>(paths.begin[path + 1]);
  auto const first = start_of_path(input, paths, begin, last);
  path_rows rows;
  rows.check = paths.check[path];
  rows.first_node = paths.node[first];
  rows.first_vertex = timing.node_pin[paths.node[first]];
  rows.launch_edge = launch_edge_of(input, paths.node[first]);
  rows.launch_time = launch_time_of(input, paths.node[first]);
  rows.from_start = timing.tags[timing.node_tag[paths.node[first]]].from_start;
  rows.from_register = starts_at_register(input, paths, first, last);
  auto const side = is_late(timing.checks[rows.check].kind) ? split::late : split::early;
  path_walk const walk{input, paths, first, last, side};
  auto const times = arrivals_along(walk, rows.from_register || first != begin);
  rows.steps = make_steps(walk, times.arrival);
  int const edge = static_cast<int>(paths.data_edge[path]);
  double const slack = timing.check_slack[rows.check][edge] + times.ahead;
  float const required = timing.check_required[rows.check][edge];
  rows.slack = times.ahead > 0
                   ? open_slack(slack, borrowed_by_latch(timing, rows.check, required).value_or(0))
                   : slack;
  rows.required = rows.launch_time + required + (rows.slack - slack);
  if (timing.credits != nullptr)
    give_credit(timing, static_cast<double>(paths.slack[path]) / 1000, side, edge, rows);
  return rows;
}

clock_path make_clock_path(report_input const& input, id node, int c) {
  auto const found = clock_path_to(input.timing, node, c);
  clock_path way;
  if (found.size() < 2) return way;
  path_set path;
  std::vector<double> arrival;
  for (auto const& step : found) {
    path.node.push_back(step.node);
    path.arc.push_back(step.arc);
    path.edge.push_back(static_cast<edge>(edge_of(step.at)));
    arrival.push_back(input.timing.node_arrival[step.node][step.at]);
  }
  auto const side = is_late(c) ? split::late : split::early;
  way.steps = make_steps({input, path, 0, found.size(), side}, arrival);
  // Clock pins are driven by nets: an arc of one clock's own stands for its latency.
  auto const cell_arc = static_cast<std::size_t>(found.back().arc) - input.design.net_sink.size();
  way.ideal = way.steps.size() > 1 && !way.steps.back().through_net &&
              cell_arc < input.design.arc_type_of.size() &&
              input.design.arc_types[input.design.arc_type_of[cell_arc]].only_clock != none;
  return way;
}

/// The margin (library check, external delay) is what the clock does not explain of the required time.
required_terms make_required_terms(report_input const& input, path_rows const& rows) {
  auto const& check = input.timing.checks[rows.check];
  bool const late = is_late(check.kind);
  required_terms terms;
  terms.edge = check.from_start ? none : capture_edge_of(input.design, input.timing, check);
  terms.edge_time = rows.launch_time;
  if (terms.edge != none || check.from_start) terms.edge_time += static_cast<double>(check.offset) / 1000;
  int const c = condition(late ? split::early : split::late, check.active);
  if (check.capture != none && !check.from_start) {
    terms.network = input.timing.node_arrival[check.capture][c];
  } else if (terms.edge != none) {
    terms.network = port_latency(input.design, terms.edge, late ? split::early : split::late);
  }
  terms.uncertainty = uncertainty_of(check);
  terms.credit = rows.credit;
  terms.margin = rows.required - terms.edge_time - terms.network - terms.uncertainty - terms.credit;
  return terms;
}

}  // namespace gsta::detail
