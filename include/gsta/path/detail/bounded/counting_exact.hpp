#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "gsta/core/functional.hpp"
#include "gsta/path/detail/bounded/counting.hpp"

namespace gsta::detail {

/// The paths on from each active vertex by exact excess: `ways[v * buckets + b]` of them are b units dearer
/// than the best from there. Edges are the active ones, the forest's among them, in the order of their rows.
template <memory_space S>
struct exact_counts_view {
  active_view<S> active;
  span<id const, S> shift;         ///< [edges] detour in units
  span<id const, S> side;          ///< [edges] position in `search_graph_view::to`; none: the forest's choice
  span<path_count const, S> ways;  ///< [active * buckets]
  std::size_t buckets;

  /// The first and the last of the order.
  GSTA_HD id source() const noexcept { return 0; }
  GSTA_HD id sink() const noexcept { return static_cast<id>(active.vertex.size()) - 1; }
  /// Paths that go on by an edge.
  GSTA_HD path_count through(id edge, id budget) const noexcept {
    id const left = budget - shift[edge];
    return left < 0 ? 0 : ways[static_cast<std::size_t>(active.head[edge]) * buckets + left];
  }
};

/// Paths on from the vertices of a level, whose heads are done. The sink is the last active vertex of all.
template <memory_space S>
struct count_exactly_op {
  exact_counts_view<S> counts;
  id first;
  span<path_count, S> ways;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const a = first + static_cast<id>(i / counts.buckets), b = static_cast<id>(i % counts.buckets);
    path_count sum = b == 0 && a == counts.sink() ? 1 : 0;
    for (id k = counts.active.begin[a]; k < counts.active.end[a]; ++k)
      sum = add_paths(sum, counts.through(k, b));
    ways[static_cast<std::size_t>(first) * counts.buckets + i] = sum;
  }
};

template <memory_space S>
struct unit_edge_op {
  search_problem<S> problem;
  active_view<S> active;
  femtoseconds unit;  // 0: cost does not matter
  span<id, S> shift, side;
  GSTA_HD void operator()(std::size_t k) const noexcept {
    id const e = active.edge[k];
    shift[k] = unit == 0 ? 0 : static_cast<id>(active.detour[k] / unit);
    side[k] = e == problem.costs.choice[active.vertex[active.tail[k]]] ? none : e;
  }
};

struct common_divisor {
  GSTA_HD femtoseconds operator()(femtoseconds a, femtoseconds b) const noexcept {
    while (b != 0) {
      femtoseconds const rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }
};

/// The unit of all active detours; 0 where there are none but zeros.
template <executor E>
femtoseconds unit_of(E const& exec, active_view<E::space> const& active) {
  return reduce(exec, active.size(), value_term<femtoseconds, femtoseconds, E::space>{active.detour},
                femtoseconds{0}, common_divisor{});
}

/// Counts level by level from the sink. `levels`: of the active vertices.
template <executor E>
void count_exactly(E const& exec, exact_counts_view<E::space> const& counts, std::vector<id> const& levels,
                   span<path_count, E::space> ways) {
  for (std::size_t l = levels.size() - 1; l-- > 0;) {
    auto const vertices = static_cast<std::size_t>(levels[l + 1] - levels[l]);
    for_each_n(exec, vertices * counts.buckets, count_exactly_op<E::space>{counts, levels[l], ways});
  }
}

/// Paths counted by exact cost.
template <memory_space S>
class exact_counting {
 public:
  /// `active`: all edges, collected in topological order, and its `levels`. `unit` 0: one count for all
  /// costs.
  template <executor E>
  exact_counting(E const& exec, search_problem<S> const& problem, active_view<S> const& active,
                 std::vector<id> const& levels, femtoseconds unit, std::size_t buckets, work_memory& memory)
      : shift_(exec, memory, active.size()),
        side_(exec, memory, active.size()),
        ways_(exec, memory, active.vertex.size() * buckets),
        view_{active, shift_.read(), side_.read(), ways_.read(), buckets} {
    for_each_n(exec, active.size(), unit_edge_op<S>{problem, active, unit, shift_.view(), side_.view()});
    count_exactly(exec, view_, levels, ways_.view());
  }

  exact_counts_view<S> const& view() const noexcept { return view_; }

  /// Paths from the source, by cost.
  template <executor E>
  std::vector<path_count> of_source(E const& exec) const {
    return to_vector(exec, ways_.read().subspan(0, view_.buckets));
  }

 private:
  work_array<id, S> shift_, side_;
  work_array<path_count, S> ways_;
  exact_counts_view<S> view_;
};

}  // namespace gsta::detail
