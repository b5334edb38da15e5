#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/path/detail/recover/rows.hpp"
#include "gsta/path/path_problem.hpp"
#include "gsta/path/path_set.hpp"

namespace gsta {

namespace detail {
/// One point of a path: a node under a condition.
struct path_point {
  id node;
  int condition;
};

/// Follows winning predecessors towards the start.
template <memory_space S>
struct trace_back {
  path_problem<S> problem;
  span<per_condition<id> const, S> predecessor;  // [nodes] position in fanin_from

  GSTA_HD id position(path_point at) const noexcept { return predecessor[at.node][at.condition]; }
  GSTA_HD path_point before(path_point at, id position) const noexcept {
    return {problem.fanin_from[position], problem.edges[problem.fanin_arc[position]].input(at.condition)};
  }
};

GSTA_HD inline edge edge_at(path_point at) noexcept { return static_cast<edge>(edge_of(at.condition)); }

/// Slots are 2 * check + data edge.
GSTA_HD inline id slot_check(id slot) noexcept { return slot / 2; }
GSTA_HD inline edge slot_edge(id slot) noexcept { return static_cast<edge>(slot % 2); }

template <memory_space S>
GSTA_HD path_point slot_point(path_problem<S> const& problem, id slot) noexcept {
  return {problem.checks[slot_check(slot)].data, problem.end_condition(slot_check(slot), slot_edge(slot))};
}

template <memory_space S>
struct has_worst_path_op {
  path_problem<S> problem;
  GSTA_HD bool operator()(std::size_t i) const noexcept {
    id const slot = static_cast<id>(i);
    path_point const end = slot_point(problem, slot);
    return math::is_defined(problem.arrival[end.node][end.condition]) &&
           problem.end_offset(slot_check(slot), slot_edge(slot)) != no_path;
  }
};

/// Sums that stay in range whatever the design says; see `path_cost`.
GSTA_HD inline femtoseconds add_cost(femtoseconds sum, femtoseconds cost) noexcept {
  constexpr femtoseconds limit = no_path / 2;
  sum += cost;
  return sum > limit ? limit : sum < -limit ? -limit : sum;
}

/// Length of each path, its slack, check and data edge. The clock's own arcs in front of the launching pin
/// count as that pin's arrival, as in a search graph.
template <memory_space S>
struct measure_path_op {
  trace_back<S> trace;
  span<id const, S> slot;
  span<std::int64_t, S> length;
  span<femtoseconds, S> slack;
  span<id, S> check;
  span<edge, S> data_edge;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    path_problem<S> const& problem = trace.problem;
    check[i] = slot_check(slot[i]);
    data_edge[i] = slot_edge(slot[i]);
    path_point at = slot_point(problem, slot[i]);
    femtoseconds sum = problem.end_offset(check[i], data_edge[i]);
    bool launched = false;
    std::int64_t steps = 1;
    for (id k = trace.position(at); k != none; k = trace.position(at), ++steps) {
      id const arc = problem.fanin_arc[k];
      if (!launched) sum = add_cost(sum, problem.arc_cost(arc, at.condition));
      at = trace.before(at, k);
      if (!launched && problem.launches(arc)) {
        launched = true;
        sum = add_cost(sum, problem.launch_cost(at.node, at.condition));
      }
    }
    length[i] = steps;
    slack[i] = launched ? sum : add_cost(sum, problem.start_cost(at.node, at.condition));
  }
};

/// Writes the steps of each path, last one first.
template <memory_space S>
struct fill_path_op {
  trace_back<S> trace;
  span<id const, S> slot;
  span<std::int64_t const, S> begin;
  span<id, S> node;
  span<gsta::edge, S> edge;
  span<id, S> arc;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    path_point at = slot_point(trace.problem, slot[i]);
    for (std::int64_t step = begin[i + 1] - 1; step >= begin[i]; --step) {
      id const k = trace.position(at);
      node[step] = at.node;
      edge[step] = edge_at(at);
      arc[step] = k == none ? none : trace.problem.fanin_arc[k];
      if (k != none) at = trace.before(at, k);
    }
  }
};
}  // namespace detail

/// The worst path of each check and data edge that has a slack, early and late, back to an asserted arrival:
/// the launching clock's path included. Ascending in check, then data edge.
///
/// Shapes: predecessor [nodes], positions in fanin_from. Units: fs; a slack is the sum that `find_paths`
/// gives the same path, which may differ from the check's own by rounding. Cost: O(steps), four launches.
/// Where: the executor; waits for the number of paths and steps. Throws: argument_error on sizes, what
/// allocation throws.
template <executor E>
path_buffers<E::space> trace_worst(E const& exec, path_problem<E::space> const& problem,
                                   view_for<E, per_condition<id> const> predecessor) {
  constexpr memory_space S = E::space;
  detail::require_fitting(problem);
  require(predecessor.size() == problem.node_count(), "trace_worst: predecessors of another graph");
  std::size_t const slots = 2 * problem.checks.size();
  buffer<id, S> slot_space(exec, slots);
  std::size_t const n = select(exec, slots, detail::has_worst_path_op<S>{problem}, slot_space.view());
  span<id const, S> const slot = slot_space.view().subspan(0, n);

  buffer<id, S> check(exec, n);
  buffer<std::int64_t, S> length(exec, n), begin(exec, n + 1);
  buffer<femtoseconds, S> slack(exec, n);
  buffer<edge, S> data_edge(exec, n);
  detail::trace_back<S> const trace{problem, predecessor};
  for_each_n(
      exec, n,
      detail::measure_path_op<S>{trace, slot, length.view(), slack.view(), check.view(), data_edge.view()});
  exclusive_scan(exec, std::as_const(length).view(), begin.view());
  // The one count that the host needs is the last row begin.
  std::int64_t const last = to_vector(exec, begin.view().subspan(n, 1))[0];
  std::size_t const steps = static_cast<std::size_t>(last);
  buffer<id, S> node(exec, steps), arc(exec, steps);
  buffer<edge, S> edge_of_step(exec, steps);
  for_each_n(exec, n,
             detail::fill_path_op<S>{trace, slot, std::as_const(begin).view(), node.view(),
                                     edge_of_step.view(), arc.view()});
  path_buffers<S> paths;
  paths.view = {paths.keep(std::move(begin)),        paths.keep(std::move(node)),
                paths.keep(std::move(edge_of_step)), paths.keep(std::move(arc)),
                paths.keep(std::move(slack)),        paths.keep(std::move(check)),
                paths.keep(std::move(data_edge))};
  return paths;
}

/// The paths with those that start at a launching clock pin continued back to the clock's source, along the
/// pin's winning predecessors. Slacks stay; other paths are copied.
///
/// Shapes: predecessor [nodes], positions in fanin_from; paths as `find_paths` made them from `problem`.
/// Cost: O(steps). Where: host. Throws: argument_error on sizes or paths of another design.
inline path_set extend_to_clock_source(path_problem<memory_space::host> const& problem,
                                       host_span<per_condition<id> const> predecessor,
                                       path_set_view<memory_space::host> const& paths) {
  detail::require_fitting(problem);
  require(predecessor.size() == problem.node_count(),
          "extend_to_clock_source: predecessors of another graph");
  detail::trace_back<memory_space::host> const trace{problem, predecessor};
  path_set result;
  std::vector<std::pair<detail::path_point, id>> clock;  // point and arc into it, from the pin back
  for (std::size_t p = 0; p < paths.size(); ++p) {
    auto const first = static_cast<std::size_t>(paths.begin[p]),
               end = static_cast<std::size_t>(paths.begin[p + 1]);
    require(static_cast<std::size_t>(paths.check[p]) < problem.checks.size(),
            "extend_to_clock_source: paths of another design");
    bool const launched = end - first > 1 && problem.launches(paths.arc[first + 1]);
    clock.clear();
    if (launched) {
      split const side = is_late(problem.checks[paths.check[p]].kind) ? split::late : split::early;
      detail::path_point at{paths.node[first], condition(side, paths.edge[first])};
      for (id k = trace.position(at); k != none; k = trace.position(at)) {
        clock.push_back({at, problem.fanin_arc[k]});
        at = trace.before(at, k);
      }
      clock.push_back({at, none});
    }
    for (std::size_t i = clock.size(); i-- > 0;) {
      auto const& [point, arc] = clock[i];
      result.add_step(point.node, detail::edge_at(point), arc);
    }
    for (std::size_t i = launched ? first + 1 : first; i < end; ++i) {
      result.add_step(paths.node[i], paths.edge[i], paths.arc[i]);
    }
    result.end_path(paths.slack[p], paths.check[p], paths.data_edge[p]);
  }
  return result;
}

namespace detail {
/// Reads steps of paths under the conditions that they have there.
template <memory_space S>
struct path_steps {
  path_problem<S> problem;
  path_set_view<S> paths;
  GSTA_HD bool late(std::size_t path) const noexcept {
    return is_late(problem.checks[paths.check[path]].kind);
  }
  GSTA_HD int condition_at(std::size_t path, std::size_t step) const noexcept {
    return condition(late(path) ? split::late : split::early, paths.edge[step]);
  }
};

template <memory_space S>
struct node_value_op {
  path_steps<S> steps;
  span<per_condition<float> const, S> value;
  span<float, S> out;
  GSTA_HD void operator()(std::int64_t path, std::int64_t, std::int64_t at) const noexcept {
    std::size_t const step = static_cast<std::size_t>(at);
    int const c = steps.condition_at(static_cast<std::size_t>(path), step);
    out[step] = value[steps.paths.node[step]][c];
  }
};

template <memory_space S>
struct arc_value_op {
  path_steps<S> steps;
  span<per_condition<float> const, S> value;
  span<float, S> out;
  GSTA_HD void operator()(std::int64_t path, std::int64_t, std::int64_t at) const noexcept {
    std::size_t const step = static_cast<std::size_t>(at);
    id const arc = steps.paths.arc[step];
    out[step] = arc == none ? 0 : value[arc][steps.condition_at(static_cast<std::size_t>(path), step)];
  }
};

/// Adds up along one path.
template <memory_space S>
struct path_arrival_op {
  path_steps<S> steps;
  span<femtoseconds, S> out;
  GSTA_HD void operator()(std::size_t path) const noexcept {
    path_problem<S> const& problem = steps.problem;
    path_set_view<S> const& paths = steps.paths;
    std::size_t const first = static_cast<std::size_t>(paths.begin[path]),
                      end = static_cast<std::size_t>(paths.begin[path + 1]);
    femtoseconds const sign = steps.late(path) ? -1 : 1;
    bool const launched = end - first > 1 && problem.launches(paths.arc[first + 1]);
    int const c = steps.condition_at(path, first);
    femtoseconds cost =
        launched ? problem.launch_cost(paths.node[first], c) : problem.start_cost(paths.node[first], c);
    out[first] = sign * cost;
    for (std::size_t step = first + 1; step < end; ++step) {
      cost += problem.arc_cost(paths.arc[step], steps.condition_at(path, step));
      out[step] = sign * cost;
    }
  }
};

template <executor E, class Op>
void for_each_step(E const& exec, path_set_view<E::space> const& paths, Op const& op) {
  for_each_in_rows(exec, paths.begin, static_cast<std::int64_t>(paths.node.size()), op);
}
}  // namespace detail

/// What the nodes of paths' steps have under the condition of each step: arrivals or slews of a timer, say.
///
/// Shapes: values [nodes]; result [steps]. Units: those of the values. Cost: a gather a step
/// (path/path.cuh: shared out evenly). Where: the executor; does not wait. Needs: paths of this problem,
/// of either split. Throws: argument_error on sizes, what allocation throws.
template <executor E>
buffer<float, E::space> values_at_nodes(E const& exec, path_problem<E::space> const& problem,
                                        path_set_view<E::space> const& paths,
                                        view_for<E, per_condition<float> const> values) {
  static_assert(driver_known<primitive::recover_paths, E>,
                "values_at_nodes on a device needs gsta/path/path.cuh");
  require(values.size() == problem.node_count(), "values_at_nodes: values of another design");
  buffer<float, E::space> out(exec, paths.node.size());
  detail::for_each_step(exec, paths, detail::node_value_op<E::space>{{problem, paths}, values, out.view()});
  return out;
}

/// What the arcs into paths' steps have under the condition of each step, such as delays; 0 at starts.
///
/// Shapes: values [arcs]; result [steps]. Units: those of the values. Cost: a gather a step.
/// Where: the executor; does not wait. Needs: paths of this problem, of either split. Throws: argument_error
/// on sizes, what allocation throws.
template <executor E>
buffer<float, E::space> values_at_arcs(E const& exec, path_problem<E::space> const& problem,
                                       path_set_view<E::space> const& paths,
                                       view_for<E, per_condition<float> const> values) {
  static_assert(driver_known<primitive::recover_paths, E>,
                "values_at_arcs on a device needs gsta/path/path.cuh");
  require(values.size() == problem.arc_delay.size(), "values_at_arcs: values of another design");
  buffer<float, E::space> out(exec, paths.node.size());
  detail::for_each_step(exec, paths, detail::arc_value_op<E::space>{{problem, paths}, values, out.view()});
  return out;
}

/// When a path itself arrives at each of its steps: its start's arrival and the delays up to there, exactly,
/// which is not what the pins have where other paths are worse.
///
/// Shapes: result [steps]. Units: fs from the launch edge. Cost: a thread a path. Where: the executor; does
/// not wait. Needs: paths of this problem, of either split, from their launch on. Throws: what allocation
/// throws. Exact: the last arrival and the required time differ by the path's slack.
template <executor E>
buffer<femtoseconds, E::space> path_arrivals(E const& exec, path_problem<E::space> const& problem,
                                             path_set_view<E::space> const& paths) {
  buffer<femtoseconds, E::space> out(exec, paths.node.size());
  for_each_n(exec, paths.size(), detail::path_arrival_op<E::space>{{problem, paths}, out.view()});
  return out;
}

}  // namespace gsta
