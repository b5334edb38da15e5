#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "gsta/core/functional.hpp"
#include "gsta/graph/build.hpp"
#include "gsta/path/costs.hpp"
#include "gsta/path/detail/graph/bits.hpp"
#include "gsta/path/detail/graph/tails.hpp"
#include "gsta/path/graph.hpp"

namespace gsta::detail {

/// A caller's rows, each edge by its position in the caller's arrays.
template <memory_space S>
struct caller_rows {
  span<id const, S> begin, to;
  span<id const, S> edge;  ///< empty: edges stand where they stand

  GSTA_HD id edge_of(std::size_t e) const noexcept { return edge.empty() ? static_cast<id>(e) : edge[e]; }
  GSTA_HD std::size_t vertex_count() const noexcept { return begin.size() - 1; }
};

template <memory_space S>
struct bad_row_term {
  span<id const, S> begin;
  id edges;
  GSTA_HD id operator()(std::size_t v) const noexcept {
    bool const first = v > 0 || begin[0] == 0, last = v + 2 < begin.size() || begin[v + 1] == edges;
    return first && last && begin[v] <= begin[v + 1] ? 0 : 1;
  }
};
template <memory_space S>
struct bad_vertex_term {
  span<id const, S> vertex;
  id vertices;
  GSTA_HD id operator()(std::size_t i) const noexcept { return vertex[i] < 0 || vertex[i] >= vertices; }
};

template <executor E>
void require_vertices(E const& exec, view_for<E, id const> vertex, std::size_t vertices, char const* what) {
  bad_vertex_term<E::space> const bad{vertex, static_cast<id>(vertices)};
  require(reduce(exec, vertex.size(), bad, id{0}, larger_of<id>{}) == 0, what);
}

/// Where paths may end, and where they may begin, where the caller does not say: at vertices with edges on
/// one side only.
template <memory_space S>
struct mark_terminals_op {
  caller_rows<S> rows;
  span<id const, S> entering;
  bool any_source, any_target;
  span<id, S> begins, ends;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    bool const enters = entering[v] > 0, leaves = rows.begin[v + 1] > rows.begin[v];
    begins[v] = any_source && leaves && !enters ? 1 : 0;
    ends[v] = any_target && enters && !leaves ? 1 : 0;
  }
};
template <memory_space S>
struct is_marked_op {
  span<id const, S> mark;
  GSTA_HD bool operator()(std::size_t i) const noexcept { return mark[i] != 0; }
};

/// Writes what edge `e` of the caller's rows becomes: a row has its edges, then the one into the sink.
template <memory_space S>
struct lay_edge_op {
  caller_rows<S> rows;
  span<id const, S> tail, ends_before;
  span<id, S> to, edge;
  GSTA_HD void operator()(std::size_t e) const noexcept {
    std::size_t const at = e + static_cast<std::size_t>(ends_before[tail[e]]);
    to[at] = rows.to[e];
    edge[at] = rows.edge_of(e);
  }
};
/// Writes where the row of vertex `v` begins, and its edge into the sink.
template <memory_space S>
struct lay_row_op {
  caller_rows<S> rows;
  span<id const, S> ends_before, ends;
  span<id, S> begin, to, edge;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    std::size_t const n = rows.vertex_count();
    begin[v] = rows.begin[v] + ends_before[v];
    if (v == n) return;
    if (ends[v] == 0) return;
    std::size_t const at = static_cast<std::size_t>(rows.begin[v + 1] + ends_before[v]);
    to[at] = static_cast<id>(n + 1);
    edge[at] = none;
  }
};
template <memory_space S>
struct lay_source_op {
  span<id const, S> first;  ///< vertices that paths begin at
  std::size_t edges;        ///< before the source's row
  span<id, S> begin, to, edge;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    if (i < first.size()) {
      to[edges + i] = first[i];
      edge[edges + i] = none;
    } else {
      begin[begin.size() - 2] = begin[begin.size() - 1] = static_cast<id>(edges + first.size());
    }
  }
};

/// A search graph over a caller's rows, its weights still to be found: vertices keep their numbers.
template <memory_space S>
struct cheapest_graph {
  buffer<id, S> begin, to;
  buffer<id, S> edge;  ///< the caller's; none where a path begins or ends

  search_graph_view<S> view(span<femtoseconds const, S> weight) const noexcept {
    return {begin.view(), to.view(), weight};
  }
};

template <memory_space S>
struct cheapest_terminals {
  span<id const, S> sources, targets;  ///< empty: where no edge enters, where none leaves
};

/// Lays the search graph out. The caller's rows are valid.
template <executor E>
cheapest_graph<E::space> lay_out_cheapest(E const& exec, caller_rows<E::space> const& rows,
                                          cheapest_terminals<E::space> const& wanted) {
  constexpr memory_space S = E::space;
  std::size_t const n = rows.vertex_count(), edges = rows.to.size();
  buffer<id, S> entering(exec, n), begins(exec, n), ends(exec, n), ends_before(exec, n + 1), first(exec, n);
  fill(exec, entering.view(), 0);
  for_each_n(exec, edges, count_op<S>{rows.to, entering.view()});
  for_each_n(exec, n,
             mark_terminals_op<S>{rows, std::as_const(entering).view(), wanted.sources.empty(),
                                  wanted.targets.empty(), begins.view(), ends.view()});
  for_each_n(exec, wanted.sources.size(), mark_op<id, S>{wanted.sources, begins.view(), 1});
  for_each_n(exec, wanted.targets.size(), mark_op<id, S>{wanted.targets, ends.view(), 1});
  exclusive_scan(exec, std::as_const(ends).view(), ends_before.view());
  std::size_t const starts = select(exec, n, is_marked_op<S>{begins.view()}, first.view());
  id const stops = to_vector(exec, ends_before.view().subspan(n, 1))[0];
  std::size_t const inner = edges + static_cast<std::size_t>(stops);
  require(std::max(n + 3, inner + starts) < static_cast<std::size_t>(std::numeric_limits<id>::max()),
          "k_cheapest_paths: more vertices or edges than ids can number");
  cheapest_graph<S> graph{{exec, n + 3}, {exec, inner + starts}, {exec, inner + starts}};
  span<id, S> const to = graph.to.view(), edge = graph.edge.view();
  span<id const, S> const before = std::as_const(ends_before).view();
  auto const tail = tails_of<E>(exec, rows.begin, edges);
  for_each_n(exec, edges, lay_edge_op<S>{rows, tail.view(), before, to, edge});
  for_each_n(exec, n + 1,
             lay_row_op<S>{rows, before, std::as_const(ends).view(), graph.begin.view(), to, edge});
  for_each_n(
      exec, starts + 1,
      lay_source_op<S>{std::as_const(first).view().subspan(0, starts), inner, graph.begin.view(), to, edge});
  return graph;
}

// Weights of any type as whole multiples of a power of two, by integers alone: so host and device agree.

/// A finite number taken apart: sign * fraction * 2^exponent.
struct binary_number {
  std::uint64_t fraction;
  int exponent;
  bool negative, finite;

  GSTA_HD explicit binary_number(double w) noexcept {
    auto const bits = __builtin_bit_cast(std::uint64_t, w);
    int const field = static_cast<int>(bits >> 52 & 0x7ff);
    negative = bits >> 63 != 0;
    finite = field != 0x7ff;
    fraction = (bits & ((std::uint64_t{1} << 52) - 1)) | (field == 0 ? 0 : std::uint64_t{1} << 52);
    exponent = (field == 0 ? 1 : field) - 1075;
  }
  /// Bits behind the point that it needs; 0 for whole numbers.
  GSTA_HD int bits_behind_point() const noexcept {
    int const bits = fraction == 0 ? 0 : -exponent - lowest_bit(fraction);
    return bits > 0 ? bits : 0;
  }
  /// The least e with magnitude < 2^e, of a number that is not 0.
  GSTA_HD int bound() const noexcept {
    int result = exponent;
    for (std::uint64_t rest = fraction; rest != 0; rest >>= 1) ++result;
    return result;
  }
  /// The magnitude in units of 2^-grid, a half rounded up; it fits 62 bits.
  GSTA_HD std::int64_t rounded(int grid) const noexcept {
    int const shift = exponent + grid;
    if (shift >= 0) return static_cast<std::int64_t>(fraction == 0 ? 0 : fraction << shift);
    if (shift < -54) return 0;
    return static_cast<std::int64_t>((fraction + (std::uint64_t{1} << (-shift - 1))) >> -shift);
  }
  /// The same, everything rounded up.
  GSTA_HD std::int64_t rounded_up(int grid) const noexcept {
    int const shift = exponent + grid;
    if (shift >= 0) return static_cast<std::int64_t>(fraction == 0 ? 0 : fraction << shift);
    if (shift < -54) return fraction == 0 ? 0 : 1;
    std::uint64_t const below = (std::uint64_t{1} << -shift) - 1;
    return static_cast<std::int64_t>((fraction + below) >> -shift);
  }
};

inline constexpr int not_finite = std::numeric_limits<int>::max();

template <class Weight, memory_space S>
struct bits_term {
  span<Weight const, S> weight;
  GSTA_HD int operator()(std::size_t i) const noexcept {
    binary_number const w(static_cast<double>(weight[i]));
    return w.finite ? w.bits_behind_point() : not_finite;
  }
};
template <class Weight, memory_space S>
struct bound_term {
  static constexpr int of_zero = -2000;
  span<Weight const, S> weight;
  GSTA_HD int operator()(std::size_t i) const noexcept {
    binary_number const w(static_cast<double>(weight[i]));
    return w.fraction == 0 ? of_zero : w.bound();
  }
};

/// Weights of a search graph's edges on a grid; of edges that stand for none of the caller's, 0.
template <class Weight, memory_space S>
struct weigh_op {
  span<Weight const, S> weight;
  span<id const, S> edge;  ///< the caller's
  int grid;
  span<femtoseconds, S> out;
  GSTA_HD void operator()(std::size_t e) const noexcept {
    binary_number const w(edge[e] == none ? 0.0 : static_cast<double>(weight[edge[e]]));
    out[e] = w.negative ? -w.rounded(grid) : w.rounded(grid);
  }
};
/// Minus the magnitudes on a coarse grid: the cheapest path is then the one of the largest sum.
template <class Weight, memory_space S>
struct weigh_coarsely_op {
  span<Weight const, S> weight;
  span<id const, S> edge;
  int grid;
  span<femtoseconds, S> out;
  GSTA_HD void operator()(std::size_t e) const noexcept {
    binary_number const w(edge[e] == none ? 0.0 : static_cast<double>(weight[edge[e]]));
    out[e] = -w.rounded_up(grid);
  }
};
template <memory_space S>
struct magnitude_term {
  span<femtoseconds const, S> cost;
  GSTA_HD femtoseconds operator()(std::size_t i) const noexcept { return cost[i] == no_path ? 0 : -cost[i]; }
};

/// `std::bit_width`, which some libraries give another type than int.
inline int bits_of(std::uint64_t value) noexcept { return static_cast<int>(std::bit_width(value)); }

inline constexpr int cheapest_bits = 60;  ///< of a sum; the search needs room for differences of two
inline constexpr int coarse_bits = 28;    ///< of a weight when sums are bounded: 2^31 of them fit 60 bits

/// Bits behind the point for weights of which the largest is below 2^bound: as many as the weights need, or
/// else as many as sums along paths allow. `weight` and `costs` are room for the search that finds out.
template <executor E, class Weight>
int choose_grid(E const& exec, search_rows<E::space> const& rows, search_graph_view<E::space> const& graph,
                weigh_coarsely_op<Weight, E::space> weigh, search_cost_buffers<E::space>& costs) {
  constexpr memory_space S = E::space;
  std::size_t const weights = weigh.weight.size();
  int const needed = reduce(exec, weights, bits_term<Weight, S>{weigh.weight}, 0, larger_of<int>{});
  require(needed != not_finite, "k_cheapest_paths: a weight is no finite number");
  using bound_of = bound_term<Weight, S>;
  int const bound = reduce(exec, weights, bound_of{weigh.weight}, bound_of::of_zero, larger_of<int>{});
  if (bound == bound_of::of_zero) return 0;
  if (bound + needed + bits_of(rows.level_count()) <= cheapest_bits) return needed;
  weigh.grid = coarse_bits - bound;
  for_each_n(exec, graph.edge_count(), weigh);
  find_costs(exec, rows, graph, costs);
  femtoseconds largest = 1;
  auto const take_in = [&](span<femtoseconds const, S> sums) {
    largest = reduce(exec, sums.size(), magnitude_term<S>{sums}, largest, larger_of<femtoseconds>{});
  };
  take_in(costs.view().suffix);
  take_in(costs.view().prefix);
  return std::min(needed, cheapest_bits + weigh.grid - bits_of(static_cast<std::uint64_t>(largest)));
}

}  // namespace gsta::detail
