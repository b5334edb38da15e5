#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "gsta/core/functional.hpp"
#include "gsta/path/costs.hpp"
#include "gsta/path/detail/graph/bits.hpp"

/// Weights of any type as whole multiples of a power of two, by integers alone: so host and device agree.
namespace gsta::detail {

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
