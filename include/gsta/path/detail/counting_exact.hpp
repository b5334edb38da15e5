#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "gsta/path/detail/counting.hpp"

namespace gsta::detail {

/// The paths on from each active vertex by exact excess: `ways[v * buckets + b]` of them are b units dearer
/// than the best from there. Edges are the active ones, the forest's among them, in the order of their rows.
template <memory_space S>
struct exact_counts_view {
  active_view<S> active;
  span<id const, S> shift;         ///< [edges] detour in units
  span<path_count const, S> ways;  ///< [active * buckets]
  std::size_t buckets;

  GSTA_HD path_count through(id edge, id budget) const noexcept {
    id const left = budget - shift[edge];
    return left < 0 ? 0 : ways[static_cast<std::size_t>(active.head[edge]) * buckets + left];
  }
};

template <memory_space S>
struct count_exactly_op {
  exact_counts_view<S> counts;
  id first, sink;
  span<path_count, S> ways;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const a = first + static_cast<id>(i / counts.buckets), b = static_cast<id>(i % counts.buckets);
    active_view<S> const& active = counts.active;
    path_count sum = b == 0 && active.vertex[a] == sink ? 1 : 0;
    for (id k = active.begin[a]; k < active.begin[a + 1]; ++k)
      sum = add_paths(sum, counts.through(k, b));
    ways[static_cast<std::size_t>(first) * counts.buckets + i] = sum;
  }
};

template <memory_space S>
struct unit_shift_op {
  active_view<S> active;
  femtoseconds unit;  // 0: cost does not matter
  span<id, S> shift;
  GSTA_HD void operator()(std::size_t k) const noexcept {
    shift[k] = unit == 0 ? 0 : static_cast<id>(active.detour[k] / unit);
  }
};

template <memory_space S>
struct detour_term {
  active_view<S> active;
  GSTA_HD femtoseconds operator()(std::size_t k) const noexcept { return active.detour[k]; }
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
  return reduce(exec, active.size(), detour_term<E::space>{active}, femtoseconds{0}, common_divisor{});
}

/// Counts paths by exact cost, level by level from the sink.
template <memory_space S>
class exact_counting {
 public:
  /// `levels`: of the active vertices, as active_set::levels gives them. `unit` 0: one count for all costs.
  template <executor E>
  exact_counting(E const& exec, active_view<S> const& active, std::vector<id> const& levels,
                 femtoseconds unit, std::size_t buckets, id sink, work_memory& memory)
      : shift_(exec, memory, active.size()),
        ways_(exec, memory, active.vertex.size() * buckets),
        view_{active, shift_.read(), ways_.read(), buckets} {
    for_each_n(exec, active.size(), unit_shift_op<S>{active, unit, shift_.view()});
    for (std::size_t l = levels.size() - 1; l-- > 0;) {
      auto const vertices = static_cast<std::size_t>(levels[l + 1] - levels[l]);
      for_each_n(exec, vertices * buckets, count_exactly_op<S>{view_, levels[l], sink, ways_.view()});
    }
  }

  exact_counts_view<S> const& view() const noexcept { return view_; }

  /// Paths from the source, by cost; it is the first active vertex.
  template <executor E>
  std::vector<path_count> of_source(E const& exec) const {
    return to_vector(exec, ways_.read().subspan(0, view_.buckets));
  }

 private:
  work_array<id, S> shift_;
  work_array<path_count, S> ways_;
  exact_counts_view<S> view_;
};

}  // namespace gsta::detail
