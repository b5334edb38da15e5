#pragma once

#include <utility>
#include <vector>

#include "gsta/constrain/credit_levels.hpp"
#include "gsta/path/detail/bounded/range.hpp"
#include "gsta/path/timing_graph.hpp"

/// Costs to the sink in credit levels: what a walk costs in a credit level includes the credit that its
/// launch gets there.
namespace gsta::detail {

/// What credits lie between, 0 included; some is beyond most_femtoseconds where one is no finite time.
struct credit_range {
  femtoseconds least = 0, most = 0;
};

/// The best cost from a vertex to the sink in one credit level, the best of launches of all other groups, and
/// what no launch of a third group is below.
struct grouped_cost {
  femtoseconds best = no_path, second = no_path, third = no_path;
  id group = group_absent, second_group = group_absent;  // of `credit_start`

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
  span<per_condition<float> const, S> credit;  ///< [stages] ps

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
  GSTA_HD credit_start start(id row, std::size_t credit_level) const noexcept {
    return tree.starts[static_cast<std::size_t>(row) * tree.credit_levels + credit_level];
  }
  /// What a capture leaves out of a credit level.
  GSTA_HD id leaves_out(id row, std::size_t credit_level) const noexcept {
    return tree.leaves_out[static_cast<std::size_t>(row) * tree.credit_levels + credit_level];
  }
  /// What a launch gets back: it makes early and late slacks larger alike.
  GSTA_HD femtoseconds back(credit_start of) const noexcept {
    // Credits differ by split alone.
    return to_femtoseconds(credit_at_level(of, credit, condition(search.side, edge::rise)));
  }

  /// A path's own credit: the least of the credit levels that it is in; `no_path` where it is in none. A
  /// credit level gives a launch what it shares with captures down to some vertex, so paths that part earlier
  /// are in the credit level too and get too much there.
  GSTA_HD femtoseconds credit_of(id launch, id capture) const noexcept {
    return credit_of(launch, capture, static_cast<id>(tree.credit_levels));
  }
  /// The same of a capture that is looked at down to credit level `last`.
  GSTA_HD femtoseconds credit_of(id launch, id capture, id last) const noexcept {
    femtoseconds least = no_path;
    for (std::size_t credit_level = 0;
         credit_level < tree.credit_levels && static_cast<id>(credit_level) <= last; ++credit_level) {
      credit_start const of = start(launch, credit_level);
      id left_out = leaves_out(capture, credit_level);
      if (static_cast<id>(credit_level) == last && left_out != is_not_at_level) left_out = leaves_nothing_out;
      if (of.group == group_absent || left_out == is_not_at_level || of.group == left_out) continue;
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
  id last = none;  ///< credit level of the tree's vertex; launches that share more count as its own
  id above =
      is_not_at_level;  ///< what the credit level before leaves out: which vertex of the credit level it is
  bool hides = false;   ///< launches beyond the bound share more
};

/// The vertices that may matter, and what is known of them.
template <memory_space S>
struct near_view {
  credited_graph<S> of;
  femtoseconds most;  ///< what costs more in a credit level is beyond the bound in all that follow
  span<femtoseconds const, S> prefix;  ///< [vertices] best costs from the source
  span<id const, S> vertex;            ///< [nearby] by level
  span<id const, S> number;            ///< [vertices] of those, else none
  span<grouped_cost const, S> cost;    ///< [nearby][credit levels] along such vertices

  /// A capture as seen from a vertex, where it is looked at down to credit level `last` already. The best
  /// cost is exact, as a path is in no credit level that gives it less than its own; a launch beyond the
  /// bound has any cost beyond it.
  GSTA_HD seen_capture see(id nearby, id capture, id last) const noexcept {
    std::size_t const credit_levels = of.tree.credit_levels,
                      first = static_cast<std::size_t>(nearby) * credit_levels;
    femtoseconds const to = prefix[vertex[nearby]];
    seen_capture seen;
    id left_out = is_not_at_level;
    for (std::size_t credit_level = 0; credit_level < credit_levels && static_cast<id>(credit_level) <= last;
         ++credit_level) {
      id const leaves = of.leaves_out(capture, credit_level);
      if (leaves == is_not_at_level) continue;
      grouped_cost const& here = cost[first + credit_level];
      seen.above = left_out;
      seen.last = static_cast<id>(credit_level);
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

/// One step of the pull along rows, a credit level each: heads are done.
template <memory_space S>
struct pull_credit_op {
  near_view<S> nearby;
  std::size_t first;  // nearby vertex of the level
  span<grouped_cost, S> cost;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    credited_graph<S> const& of = nearby.of;
    auto const& graph = of.search.graph;
    std::size_t const credit_levels = of.tree.credit_levels, credit_level = i % credit_levels,
                      at = first + i / credit_levels;
    id const v = nearby.vertex[at];
    grouped_cost here;
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      id const to = graph.to[e];
      femtoseconds const weight = graph.weight_of(v, e);
      if (weight == no_path) continue;
      if (to == graph.sink()) {
        credit_start const start = of.start(of.launch_row(v), credit_level);
        here.merge(weight + of.back(start), start.group);
      } else if (id const head = nearby.number[to]; head != none) {
        here.merge_behind(weight, cost[static_cast<std::size_t>(head) * credit_levels + credit_level]);
      }
    }
    cost[at * credit_levels + credit_level] = here;
  }
};

// The part of a search graph that paths within a bound can come by, without credits: these only make paths
// better.

/// Of a position in the order.
template <memory_space S>
struct is_near_op {
  search_problem<S> problem;
  span<id const, S> order;
  femtoseconds most;
  GSTA_HD femtoseconds through(std::size_t i) const noexcept {
    id const v = order[i];
    femtoseconds const to = problem.costs.prefix[v], on = problem.costs.suffix[v];
    return v >= problem.graph.source() || to == no_path || on == no_path ? no_path : to + on;
  }
  GSTA_HD bool operator()(std::size_t i) const noexcept {
    femtoseconds const cost = through(i);
    return cost != no_path && cost <= most;
  }
};

/// How many vertices paths come by, and the best cost through the worst of them.
struct whole_extent {
  std::int64_t vertices = 0;
  femtoseconds largest = -no_path;
};
template <memory_space S>
struct extent_term {
  is_near_op<S> nearby;
  GSTA_HD whole_extent operator()(std::size_t i) const noexcept {
    femtoseconds const cost = nearby.through(i);
    return cost == no_path ? whole_extent{} : whole_extent{1, cost};
  }
};
struct joined_extents {
  GSTA_HD whole_extent operator()(whole_extent a, whole_extent b) const noexcept {
    return {a.vertices + b.vertices, a.largest < b.largest ? b.largest : a.largest};
  }
};

template <memory_space S>
struct number_near_op {
  span<id const, S> order, position;
  span<id, S> vertex, number;
  GSTA_HD void operator()(std::size_t a) const noexcept {
    vertex[a] = order[position[a]];
    number[vertex[a]] = static_cast<id>(a);
  }
};

/// The vertices within a bound, by level, and their costs in all credit levels.
template <memory_space S>
class near_part {
 public:
  /// `most`: of a path with credits, which lie in `range`. Waits. No credit levels are found where they do
  /// not fit into memory.
  template <executor E>
  near_part(E const& exec, credited_graph<S> const& of, search_rows<S> const& rows,
            search_costs_view<S> const& costs, femtoseconds most, credit_range const& range,
            work_memory& memory)
      : of_(of), most_(most), prefix_(costs.prefix), number_(exec, memory, of.search.graph.vertex_count()) {
    std::size_t const n = number_.size();
    span<id const, S> const order = rows.view().order;
    work_array<id, S> position(exec, memory, n);
    std::size_t const nearby =
        select(exec, n, is_near_op<S>{{of.search.graph, costs}, order, most - range.least}, position.view());
    vertex_ = work_array<id, S>(exec, memory, nearby);
    fill(exec, number_.view(), none);
    for_each_n(exec, nearby,
               number_near_op<S>{order, position.read().subspan(0, nearby), vertex_.view(), number_.view()});
    auto const whole = clone(exec, rows.level_begin);
    work_array<id, S> first(exec, memory, whole.size());
    for_each_n(
        exec, first.size(),
        lower_bound_op<S>{position.read().subspan(0, nearby), std::as_const(whole).view(), first.view()});
    level_first_ = to_vector(exec, first.read());
    position = {};
    fits_ = memory.fits(nearby * of.tree.credit_levels * sizeof(grouped_cost));
    if (fits_) pull(exec, memory);
  }

  near_view<S> view() const noexcept {
    return {of_, most_, prefix_, vertex_.read(), number_.read(), cost_.read()};
  }
  std::size_t size() const noexcept { return vertex_.size(); }
  bool fits() const noexcept { return fits_; }
  /// [levels + 1] of the graph's levels, the first nearby vertex of each.
  std::vector<id> const& level_first() const noexcept { return level_first_; }

 private:
  template <executor E>
  void pull(E const& exec, work_memory& memory) {
    std::size_t const credit_levels = of_.tree.credit_levels;
    cost_ = work_array<grouped_cost, S>(exec, memory, size() * credit_levels);
    for (std::size_t level = level_first_.size() - 1; level > 0; --level) {
      auto const first = static_cast<std::size_t>(level_first_[level - 1]),
                 end = static_cast<std::size_t>(level_first_[level]);
      if (first < end)
        for_each_n(exec, (end - first) * credit_levels, pull_credit_op<S>{view(), first, cost_.view()});
    }
  }

  credited_graph<S> of_;
  femtoseconds most_;
  span<femtoseconds const, S> prefix_;
  work_array<id, S> vertex_, number_;
  work_array<grouped_cost, S> cost_;
  std::vector<id> level_first_;
  bool fits_ = false;
};

}  // namespace gsta::detail
