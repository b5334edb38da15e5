#pragma once

#include <vector>

#include "gsta/constrain/clock_lanes.hpp"
#include "gsta/path/timing_graph.hpp"

/// A timing search graph in lanes: what a walk costs in a lane includes the credit that its launch gets
/// there.
namespace gsta::detail {

/// The best cost from a vertex to the sink in one lane, and the best of launches of all other groups.
struct grouped_cost {
  femtoseconds best = no_path, second = no_path;
  id group = group_absent, second_group = group_absent;  // of `lane_start`

  /// The best of who is not of that group.
  femtoseconds without(id left_out) const noexcept { return group != left_out ? best : second; }

  /// Merges the cost of a group. The costs that come out do not depend on the order.
  void merge(femtoseconds cost, id of) noexcept {
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
};

/// A timing search graph and the lanes of its clock tree.
struct credited_graph {
  static constexpr memory_space host = memory_space::host;

  timing_search_view<host> search;
  clock_tree_view<host> tree;
  host_span<corner_values const> credit;  // [stages] ps

  /// The row of what starts at a vertex that an edge leads into the sink from.
  id launch_row(id vertex) const noexcept {
    id const pin = search.pin_of(vertex);
    return tree.launch_row[static_cast<std::size_t>(conditions) * static_cast<std::size_t>(pin / 2) +
                           static_cast<std::size_t>(condition(search.side, static_cast<edge>(pin % 2)))];
  }
  lane_start start(id row, std::size_t lane) const noexcept {
    return tree.starts[static_cast<std::size_t>(row) * tree.lanes + lane];
  }
  /// What an edge of the source, as a capture, leaves out of a lane.
  id leaves_out(id source_edge, std::size_t lane) const noexcept {
    id const row = tree.capture_row[search.slot_of(source_edge) / 2];
    return tree.leaves_out[static_cast<std::size_t>(row) * tree.lanes + lane];
  }
  /// What a launch gets back: it makes early and late slacks larger alike.
  femtoseconds back(lane_start of) const noexcept {
    if (of.stage == none) return 0;
    int const c = condition(search.side, edge::rise);  // credits differ by split alone
    float const at_stage = credit[of.stage][c];
    float const at_mate = of.mate == none ? at_stage : credit[of.mate][c];
    return to_femtoseconds(at_mate < at_stage ? at_mate : at_stage);
  }

  /// The lane in which a path has its own slack: the least of those that it is in, of equal ones the first.
  /// A lane gives a launch what it shares with captures down to some vertex, so paths that part earlier are
  /// in the lane too and get too much there.
  std::size_t own_lane(id row, id source_edge) const noexcept {
    std::size_t own = tree.lanes;
    femtoseconds least = no_path;
    for (std::size_t lane = 0; lane < tree.lanes; ++lane) {
      lane_start const of = start(row, lane);
      id const left_out = leaves_out(source_edge, lane);
      if (of.group == group_absent || left_out == is_not_in_lane || of.group == left_out) continue;
      femtoseconds const got = back(of);
      if (got >= least) continue;
      least = got;
      own = lane;
    }
    return own;
  }
};

/// Costs to the sink in all lanes.
class lane_costs {
 public:
  static constexpr memory_space host = memory_space::host;

  /// Cost: O(edges x lanes), a step a level. Throws: what `make_search_rows` does.
  template <host_side_executor E>
  lane_costs(E const& exec, credited_graph const& of)
      : of_(of), cost_(of.search.graph.vertex_count() * of.tree.lanes) {
    auto const rows = make_search_rows(exec, of.search.graph);
    auto const order = rows.view().order;
    for (std::size_t level = rows.level_count(); level > 0; --level) {
      auto const first = static_cast<std::size_t>(rows.level_begin[level - 1]),
                 end = static_cast<std::size_t>(rows.level_begin[level]);
      for_each_n(exec, end - first, pull_op{this, order.subspan(first, end - first)});
    }
  }

  static std::size_t bytes(credited_graph const& of) noexcept {
    return of.search.graph.vertex_count() * of.tree.lanes * sizeof(grouped_cost);
  }

  /// The best cost from a vertex on in a lane, of launches that are not of a group.
  femtoseconds on(id vertex, std::size_t lane, id left_out) const noexcept {
    return cost_[index(vertex, lane)].without(left_out);
  }
  /// The same by one of its edges.
  femtoseconds by(id vertex, id edge, std::size_t lane, id left_out) const noexcept {
    auto const& graph = of_.search.graph;
    id const to = graph.to[edge];
    femtoseconds rest = no_path;
    if (to == graph.sink()) {
      lane_start const start = of_.start(of_.launch_row(vertex), lane);
      if (start.group != group_absent && start.group != left_out) rest = of_.back(start);
    } else {
      rest = on(to, lane, left_out);
    }
    return rest == no_path ? no_path : graph.weight_of(vertex, edge) + rest;
  }
  /// The first of the best edges; there is one where `on` is a cost.
  id choice(id vertex, std::size_t lane, id left_out) const noexcept {
    femtoseconds const best = on(vertex, lane, left_out);
    id edge = of_.search.graph.begin[vertex];
    while (by(vertex, edge, lane, left_out) != best) ++edge;
    return edge;
  }

 private:
  struct pull_op {
    lane_costs* costs;
    host_span<id const> vertices;
    void operator()(std::size_t i) const noexcept { costs->pull(vertices[i]); }
  };

  std::size_t index(id vertex, std::size_t lane) const noexcept {
    return static_cast<std::size_t>(vertex) * of_.tree.lanes + lane;
  }
  void pull(id vertex) noexcept {
    auto const& graph = of_.search.graph;
    if (vertex >= graph.source()) return;  // each of the source's edges leaves out a group of its own
    for (id e = graph.begin[vertex]; e < graph.begin[vertex + 1]; ++e) {
      id const to = graph.to[e];
      femtoseconds const weight = graph.weight_of(vertex, e);
      for (std::size_t lane = 0; lane < of_.tree.lanes; ++lane) {
        grouped_cost& here = cost_[index(vertex, lane)];
        if (to == graph.sink()) {
          lane_start const start = of_.start(of_.launch_row(vertex), lane);
          here.merge(weight + of_.back(start), start.group);
          continue;
        }
        grouped_cost const& there = cost_[index(to, lane)];
        if (there.best != no_path) here.merge(weight + there.best, there.group);
        if (there.second != no_path) here.merge(weight + there.second, there.second_group);
      }
    }
  }

  credited_graph const& of_;
  std::vector<grouped_cost> cost_;  // [vertices][lanes]
};

}  // namespace gsta::detail
