#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/functional.hpp"
#include "gsta/core/search.hpp"
#include "gsta/path/detail/bounded/memory.hpp"
#include "gsta/path/graph.hpp"

namespace gsta::detail {

/// Larger than any excess; sums of two do not overflow.
inline constexpr femtoseconds any_excess = no_path / 4;

/// Of the best path; waits.
template <executor E>
femtoseconds best_cost(E const& exec, search_problem<E::space> const& problem) {
  auto const source = static_cast<std::size_t>(problem.graph.source());
  return to_vector(exec, problem.costs.suffix.subspan(source, 1))[0];
}

/// How much dearer than the best path of all the best path through something is.
template <memory_space S>
struct excess_of {
  search_problem<S> problem;

  GSTA_HD femtoseconds vertex(id v) const noexcept {
    femtoseconds const to = problem.costs.prefix[v], on = problem.costs.suffix[v];
    return to == no_path || on == no_path ? no_path : to + on - problem.costs.suffix[problem.graph.source()];
  }
  /// Of edge `e` out of `tail`, whose prefix and suffix are known.
  GSTA_HD femtoseconds edge(id tail, id e) const noexcept {
    femtoseconds const on = problem.graph.cost_over(tail, e, problem.costs.suffix[problem.graph.to[e]]);
    if (on == no_path) return no_path;
    return problem.costs.prefix[tail] + on - problem.costs.suffix[problem.graph.source()];
  }
};

/// Classes of excess, sixteen to each power of two: what a sample is counted in.
struct excess_class {
  static constexpr std::size_t count = 16 + 16 * 60;

  static GSTA_HD std::size_t of(femtoseconds excess) noexcept {
    auto rest = static_cast<std::uint64_t>(excess);
    if (rest < 16) return static_cast<std::size_t>(rest);
    int bits = 0;
    for (int step = 32; step > 0; step /= 2) {
      if (rest >> step != 0) {
        rest >>= step;
        bits += step;
      }
    }
    auto const leading = (static_cast<std::uint64_t>(excess) >> (bits - 4)) & 15;
    return 16 + 16 * static_cast<std::size_t>(bits - 4) + static_cast<std::size_t>(leading);
  }
  /// The largest excess of a class.
  static GSTA_HD femtoseconds last(std::size_t which) noexcept {
    if (which < 16) return static_cast<femtoseconds>(which);
    std::size_t const bits = (which - 16) / 16;
    return static_cast<femtoseconds>((std::uint64_t{17 + (which - 16) % 16} << bits) - 1);
  }
};

/// Counts the classes of sidetracks, of one in each stretch of edges. Which one changes from stretch to
/// stretch, lest a period of the rows shows.
template <memory_space S>
struct sample_excess_op {
  excess_of<S> excess;
  std::size_t stride;
  span<id, S> counts;  // [excess_class::count + 2] behind the classes the cost of the best path, in halves

  GSTA_HD void operator()(std::size_t i) const noexcept {
    search_graph_view<S> const& graph = excess.problem.graph;
    if (i == 0) {
      auto const best = static_cast<std::uint64_t>(excess.problem.costs.suffix[graph.source()]);
      counts[excess_class::count] = static_cast<id>(best >> 32);
      counts[excess_class::count + 1] = static_cast<id>(best & 0xffffffffu);
    }
    std::size_t const e = i * stride + (i * std::size_t{0x9e3779b9u} >> 7) % stride;
    if (e >= graph.edge_count()) return;
    id const tail = row_of(graph.begin, static_cast<id>(e));
    if (excess.vertex(tail) == no_path || excess.problem.costs.choice[tail] == static_cast<id>(e)) return;
    femtoseconds const x = excess.edge(tail, static_cast<id>(e));
    if (x != no_path) fetch_add(counts[excess_class::of(x)], 1);
  }
};

/// What a sample says of how many sidetracks lie in which range of excess.
class excess_sample {
 public:
  femtoseconds best = no_path;

  template <executor E>
  excess_sample(E const& exec, search_problem<E::space> const& problem, work_memory& memory,
                std::size_t wanted) {
    constexpr memory_space S = E::space;
    constexpr std::size_t hits = 32, most = std::size_t{1} << 18;
    std::size_t const edges = problem.graph.edge_count();
    // Enough that about `hits` of the sidetracks wanted are seen.
    std::size_t const samples =
        std::clamp(edges / std::max<std::size_t>(wanted, 1) * hits, std::size_t{1} << 14, most);
    stride_ = std::max<std::size_t>(1, edges / samples);
    work_array<id, S> counts(exec, memory, excess_class::count + 2);
    fill(exec, counts.view(), 0);
    for_each_n(exec, std::max<std::size_t>(1, (edges + stride_ - 1) / stride_),
               sample_excess_op<S>{{problem}, stride_, counts.view()});
    counts_ = to_vector(exec, counts.read());
    auto const half = [&](std::size_t i) { return static_cast<std::uint32_t>(counts_[i]); };
    best = static_cast<femtoseconds>(std::uint64_t{half(excess_class::count)} << 32 |
                                     half(excess_class::count + 1));
  }

  /// A range that holds about this many sidetracks and is larger than `low`; any_excess where the sample
  /// knows of no such.
  femtoseconds range_of(std::size_t sidetracks, femtoseconds low) const {
    std::size_t seen = 0;
    for (std::size_t c = 0; c < excess_class::count; ++c) {
      seen += static_cast<std::size_t>(counts_[c]);
      if (counts_[c] > 0 && seen * stride_ >= sidetracks && excess_class::last(c) > low)
        return excess_class::last(c);
    }
    return any_excess;
  }

  /// About how many sidetracks lie within a range.
  std::size_t within(femtoseconds range) const {
    std::size_t seen = 0;
    for (std::size_t c = 0; c < excess_class::count && excess_class::last(c) <= range; ++c)
      seen += static_cast<std::size_t>(counts_[c]);
    return seen * stride_;
  }

 private:
  std::size_t stride_ = 1;
  std::vector<id> counts_;
};

}  // namespace gsta::detail
