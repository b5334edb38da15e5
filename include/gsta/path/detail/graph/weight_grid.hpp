#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "gsta/path/detail/graph/weighted_rows.hpp"

namespace gsta::detail {

/// Bits of a path's cost: what one path costs more than another leaves room for sums, too.
inline constexpr int cost_bits = 60;

inline std::uint64_t magnitude(femtoseconds w) noexcept {
  return w < 0 ? 0 - static_cast<std::uint64_t>(w) : static_cast<std::uint64_t>(w);
}

/// Where magnitudes along a path sum to 2^cost_bits or more: the position of an edge, or none. If there is
/// none, no part of a path's sum, in whatever order, is beyond it.
inline id first_beyond(weighted_rows const& rows, std::vector<id> const& order,
                       std::vector<femtoseconds> const& weight) {
  std::vector<std::uint64_t> reach(order.size(), 0);
  for (id const v : order) {
    for (id e = rows.begin[v]; e < rows.begin[v + 1]; ++e) {
      std::uint64_t const sum = reach[v] + magnitude(weight[e]);  // below 2^60 + 2^63
      if (sum >> cost_bits != 0) return e;
      reach[rows.to[e]] = std::max(reach[rows.to[e]], sum);
    }
  }
  return none;
}

/// The largest sum of magnitudes along a path, for weights below 2^exponent and in that unit; roughly.
inline double largest_sum(weighted_rows const& rows, std::vector<id> const& order,
                          host_span<double const> weight, int exponent) {
  std::vector<double> reach(order.size(), 0);
  double largest = 0;
  for (id const v : order) {
    largest = std::max(largest, reach[v]);
    for (id e = rows.begin[v]; e < rows.begin[v + 1]; ++e) {
      double const step = rows.edge[e] == none ? 0 : std::ldexp(std::abs(weight[rows.edge[e]]), -exponent);
      reach[rows.to[e]] = std::max(reach[rows.to[e]], reach[v] + step);
    }
  }
  return largest;
}

/// Bits behind the point that `w`, which is finite and not 0, needs; negative for multiples of 2, 4, ...
inline int bits_behind_point(double w) noexcept {
  int exponent = 0;
  double const fraction = std::frexp(std::abs(w), &exponent);
  return 53 - exponent - std::countr_zero(static_cast<std::uint64_t>(std::ldexp(fraction, 53)));
}

/// Weights rounded to multiples of 2^-bits.
inline std::vector<femtoseconds> on_grid(weighted_rows const& rows, host_span<double const> weight,
                                         int bits) {
  std::vector<femtoseconds> result(rows.to.size(), 0);
  for (std::size_t e = 0; e < result.size(); ++e) {
    if (rows.edge[e] != none) {
      result[e] = static_cast<femtoseconds>(std::round(std::ldexp(weight[rows.edge[e]], bits)));
    }
  }
  return result;
}

/// Where a grid starts that is as fine as the weights need, or else as the sums allow, or one bit finer.
inline int finest_grid(weighted_rows const& rows, std::vector<id> const& order,
                       host_span<double const> weight) {
  int needed = 0, exponent = std::numeric_limits<int>::min();
  for (double const w : weight) {
    require(std::isfinite(w), "weighted search: a weight is no finite number");
    if (w == 0) continue;
    needed = std::max(needed, bits_behind_point(w));
    exponent = std::max(exponent, std::ilogb(w) + 1);
  }
  if (exponent == std::numeric_limits<int>::min()) return 0;
  double const sum = largest_sum(rows, order, weight, exponent);
  return std::min(needed, cost_bits - exponent - std::ilogb(sum));
}

}  // namespace gsta::detail
