#pragma once

#include "gsta/constrain/clock_lanes.hpp"
#include "gsta/path/timing_graph.hpp"

/// Costs to the sink in lanes: what a walk costs in a lane includes the credit that its launch gets there.
namespace gsta::detail {

/// What credits lie between, 0 included; some is beyond most_femtoseconds where one is no finite time.
struct credit_range {
  femtoseconds least = 0, most = 0;
};

/// The best cost from a vertex to the sink in one lane, the best of launches of all other groups, and what no
/// launch of a third group is below.
struct grouped_cost {
  femtoseconds best = no_path, second = no_path, third = no_path;
  id group = group_absent, second_group = group_absent;  // of `lane_start`

  /// The best of who is not of that group.
  GSTA_HD femtoseconds without(id left_out) const noexcept { return group != left_out ? best : second; }

  /// What no launch of that group is below.
  GSTA_HD femtoseconds least_of(id wanted) const noexcept {
    return wanted == group ? best : wanted == second_group ? second : third;
  }

  /// Merges the cost of a group. Best and second do not depend on the order.
  GSTA_HD void merge(femtoseconds cost, id of) noexcept {
    if (cost == no_path || of == group_absent) return;
    if (of == group) {
      best = cost < best ? cost : best;
    } else if (cost < best) {
      if (of != second_group) merge_third(second);
      second = best;
      second_group = group;
      best = cost;
      group = of;
    } else if (of == second_group) {
      second = cost < second ? cost : second;
    } else if (cost < second) {
      merge_third(second);
      second = cost;
      second_group = of;
    } else {
      merge_third(cost);
    }
  }
  /// Merges what another vertex has, behind an edge of that weight.
  GSTA_HD void merge_behind(femtoseconds weight, grouped_cost const& there) noexcept {
    if (there.best != no_path) merge(weight + there.best, there.group);
    if (there.second != no_path) merge(weight + there.second, there.second_group);
    if (there.third != no_path) merge_third(weight + there.third);
  }

 private:
  GSTA_HD void merge_third(femtoseconds cost) noexcept { third = cost < third ? cost : third; }
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
    // Credits differ by split alone.
    return to_femtoseconds(credit_in_lane(of, credit, condition(search.side, edge::rise)));
  }

  /// A path's own credit: the least of the lanes that it is in; `no_path` where it is in none. A lane gives a
  /// launch what it shares with captures down to some vertex, so paths that part earlier are in the lane too
  /// and get too much there.
  GSTA_HD femtoseconds credit_of(id launch, id capture) const noexcept {
    return credit_of(launch, capture, static_cast<id>(tree.lanes));
  }
  /// The same of a capture that is looked at down to lane `last`.
  GSTA_HD femtoseconds credit_of(id launch, id capture, id last) const noexcept {
    femtoseconds least = no_path;
    for (std::size_t lane = 0; lane < tree.lanes && static_cast<id>(lane) <= last; ++lane) {
      lane_start const of = start(launch, lane);
      id left_out = leaves_out(capture, lane);
      if (static_cast<id>(lane) == last && left_out != is_not_in_lane) left_out = leaves_nothing_out;
      if (of.group == group_absent || left_out == is_not_in_lane || of.group == left_out) continue;
      femtoseconds const got = back(of);
      least = got < least ? got : least;
    }
    return least;
  }
};

/// A capture as walks from a vertex on see it: its clock path down to a vertex of the tree. Launches that are
/// within the bound from there share no more of it.
struct seen_capture {
  femtoseconds rest = no_path;  ///< the best cost from the search's vertex on
  id last = none;               ///< lane of the tree's vertex; launches that share more count as its own
  id above = is_not_in_lane;    ///< what the lane before leaves out: which vertex of the lane it is
  bool hides = false;           ///< launches beyond the bound share more
};

/// The vertices that may matter, and what is known of them.
template <memory_space S>
struct near_view {
  credited_graph<S> of;
  femtoseconds most;                   ///< what costs more in a lane is beyond the bound in all that follow
  span<femtoseconds const, S> prefix;  ///< [vertices] best costs from the source
  span<id const, S> vertex;            ///< [nearby] by level
  span<id const, S> number;            ///< [vertices] of those, else none
  span<grouped_cost const, S> cost;    ///< [nearby][lanes] along such vertices

  /// A capture as seen from a vertex, where it is looked at down to lane `last` already. The best cost is
  /// exact, as a path is in no lane that gives it less than its own; a launch beyond the bound has any cost
  /// beyond it.
  GSTA_HD seen_capture see(id nearby, id capture, id last) const noexcept {
    std::size_t const lanes = of.tree.lanes, first = static_cast<std::size_t>(nearby) * lanes;
    femtoseconds const to = prefix[vertex[nearby]];
    seen_capture seen;
    id left_out = is_not_in_lane;
    for (std::size_t lane = 0; lane < lanes && static_cast<id>(lane) <= last; ++lane) {
      id const leaves = of.leaves_out(capture, lane);
      if (leaves == is_not_in_lane) continue;
      grouped_cost const& here = cost[first + lane];
      seen.above = left_out;
      seen.last = static_cast<id>(lane);
      left_out = leaves;
      bool ends = seen.last == last;
      if (!ends && leaves >= 0 && of.tree.nested) {
        femtoseconds const on = here.least_of(leaves);
        ends = on == no_path || to + on > most;
        seen.hides = ends && on != no_path;
      }
      femtoseconds const found = ends ? here.best : here.without(leaves);
      seen.rest = found < seen.rest ? found : seen.rest;
      if (ends) break;
    }
    return seen;
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
      femtoseconds const weight = graph.weight_of(v, e);
      if (weight == no_path) continue;
      if (to == graph.sink()) {
        lane_start const start = of.start(of.launch_row(v), lane);
        here.merge(weight + of.back(start), start.group);
      } else if (id const head = nearby.number[to]; head != none) {
        here.merge_behind(weight, cost[static_cast<std::size_t>(head) * lanes + lane]);
      }
    }
    cost[at * lanes + lane] = here;
  }
};

}  // namespace gsta::detail
