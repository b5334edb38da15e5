#pragma once

#include "gsta/constrain/clock_lanes.hpp"
#include "gsta/path/timing_graph.hpp"

/// Costs to the sink in lanes: what a walk costs in a lane includes the credit that its launch gets there.
namespace gsta::detail {

/// The best cost from a vertex to the sink in one lane, and the best of launches of all other groups.
struct grouped_cost {
  femtoseconds best = no_path, second = no_path;
  id group = group_absent, second_group = group_absent;  // of `lane_start`

  /// The best of who is not of that group.
  GSTA_HD femtoseconds without(id left_out) const noexcept { return group != left_out ? best : second; }

  /// Merges the cost of a group. The costs that come out do not depend on the order.
  GSTA_HD void merge(femtoseconds cost, id of) noexcept {
    if (cost == no_path || of == group_absent) return;
    if (of == group) {
      best = cost < best ? cost : best;
    } else if (cost < best) {
      second = best;
      second_group = group;
      best = cost;
      group = of;
    } else if (cost < second) {
      second = cost;
      second_group = of;
    }
  }
  /// Merges what another vertex has, behind an edge of that weight.
  GSTA_HD void merge_behind(femtoseconds weight, grouped_cost const& there) noexcept {
    if (there.best != no_path) merge(weight + there.best, there.group);
    if (there.second != no_path) merge(weight + there.second, there.second_group);
  }
};

/// A timing search graph and the credits of its launches and captures.
template <memory_space S>
struct credited_graph {
  timing_search_view<S> search;
  clock_tree_view<S> tree;
  span<corner_values const, S> credit;  ///< [stages] ps

  /// The row of what starts at a vertex that an edge leads into the sink from.
  GSTA_HD id launch_row(id vertex) const noexcept {
    id const pin = search.pin_of(vertex);
    int const c = condition(search.side, static_cast<edge>(pin % 2));
    return tree.launch_row[static_cast<std::size_t>(conditions) * static_cast<std::size_t>(pin / 2) +
                           static_cast<std::size_t>(c)];
  }
  /// The row of an edge of the source.
  GSTA_HD id capture_row(id source_edge) const noexcept {
    return tree.capture_row[search.slot_of(source_edge) / 2];
  }
  GSTA_HD lane_start start(id row, std::size_t lane) const noexcept {
    return tree.starts[static_cast<std::size_t>(row) * tree.lanes + lane];
  }
  /// What a capture leaves out of a lane.
  GSTA_HD id leaves_out(id row, std::size_t lane) const noexcept {
    return tree.leaves_out[static_cast<std::size_t>(row) * tree.lanes + lane];
  }
  /// What a launch gets back: it makes early and late slacks larger alike.
  GSTA_HD femtoseconds back(lane_start of) const noexcept {
    if (of.stage == none) return 0;
    int const c = condition(search.side, edge::rise);  // credits differ by split alone
    float const at_stage = credit[of.stage][c];
    float const at_mate = of.mate == none ? at_stage : credit[of.mate][c];
    return to_femtoseconds(at_mate < at_stage ? at_mate : at_stage);
  }

  /// A path's own credit: the least of the lanes that it is in; `no_path` where it is in none. A lane gives a
  /// launch what it shares with captures down to some vertex, so paths that part earlier are in the lane too
  /// and get too much there.
  GSTA_HD femtoseconds credit_of(id launch, id capture) const noexcept {
    femtoseconds least = no_path;
    for (std::size_t lane = 0; lane < tree.lanes; ++lane) {
      lane_start const of = start(launch, lane);
      id const left_out = leaves_out(capture, lane);
      if (of.group == group_absent || left_out == is_not_in_lane || of.group == left_out) continue;
      femtoseconds const got = back(of);
      least = got < least ? got : least;
    }
    return least;
  }
};

/// The vertices that may matter, and what is known of them.
template <memory_space S>
struct near_view {
  credited_graph<S> of;
  span<id const, S> vertex;          ///< [nearby] by level
  span<id const, S> number;          ///< [vertices] of those, else none
  span<grouped_cost const, S> cost;  ///< [nearby][lanes] along such vertices

  /// The best cost from a vertex on against a capture: exact, as a path is in no lane that gives it less than
  /// its own.
  GSTA_HD femtoseconds rest(id nearby, id capture) const noexcept {
    std::size_t const lanes = of.tree.lanes, first = static_cast<std::size_t>(nearby) * lanes;
    femtoseconds least = no_path;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      id const left_out = of.leaves_out(capture, lane);
      if (left_out == is_not_in_lane) continue;
      femtoseconds const found = cost[first + lane].without(left_out);
      least = found < least ? found : least;
    }
    return least;
  }
};

/// One step of the pull along rows, a lane each: heads are done.
template <memory_space S>
struct pull_lane_op {
  near_view<S> nearby;
  std::size_t first;  // nearby vertex of the level
  span<grouped_cost, S> cost;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    credited_graph<S> const& of = nearby.of;
    auto const& graph = of.search.graph;
    std::size_t const lanes = of.tree.lanes, lane = i % lanes, at = first + i / lanes;
    id const v = nearby.vertex[at];
    grouped_cost here;
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      id const to = graph.to[e];
      if (to == graph.sink()) {
        lane_start const start = of.start(of.launch_row(v), lane);
        here.merge(graph.weight_of(v, e) + of.back(start), start.group);
      } else if (id const head = nearby.number[to]; head != none) {
        here.merge_behind(graph.weight_of(v, e), cost[static_cast<std::size_t>(head) * lanes + lane]);
      }
    }
    cost[at * lanes + lane] = here;
  }
};

}  // namespace gsta::detail
