#pragma once

#include <cstdint>
#include <limits>
#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/path/path_problem.hpp"

namespace gsta::detail {

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

}  // namespace gsta::detail
