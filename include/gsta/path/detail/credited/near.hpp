#pragma once

#include <utility>
#include <vector>

#include "gsta/path/detail/bounded/range.hpp"
#include "gsta/path/detail/credited/lanes.hpp"

/// The part of a search graph that paths within a bound can come by, without credits: these only make paths
/// better.
namespace gsta::detail {

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

/// The vertices within a bound, by level, and their costs in all lanes.
template <memory_space S>
class near_part {
 public:
  /// `most`: of a path with credits, which lie in `range`. Waits. No lanes are found where they do not fit
  /// into memory.
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
    fits_ = memory.fits(nearby * of.tree.lanes * sizeof(grouped_cost));
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
    std::size_t const lanes = of_.tree.lanes;
    cost_ = work_array<grouped_cost, S>(exec, memory, size() * lanes);
    for (std::size_t level = level_first_.size() - 1; level > 0; --level) {
      auto const first = static_cast<std::size_t>(level_first_[level - 1]),
                 end = static_cast<std::size_t>(level_first_[level]);
      if (first < end) for_each_n(exec, (end - first) * lanes, pull_lane_op<S>{view(), first, cost_.view()});
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
