#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/graph/levelize.hpp"
#include "gsta/path/detail/graph/topological.hpp"
#include "gsta/path/graph.hpp"

namespace gsta::detail {

/// Numbers the vertices that have an edge, in the order of their ids. Memory follows the number of edges: a
/// graph may state two thousand million vertices and have one edge.
class vertex_numbering {
 public:
  vertex_numbering(std::size_t vertices, host_span<id const> from, host_span<id const> to) {
    if (vertices / 8 > from.size()) {
      list_by_sorting(from, to);
    } else {
      list_by_flags(vertices, from, to);
    }
  }

  id operator()(id v) const noexcept {
    if (!number_.empty()) return number_[v];
    return static_cast<id>(std::lower_bound(vertex.begin(), vertex.end(), v) - vertex.begin());
  }

  vector_by_id<id> vertex;  ///< [numbers]

 private:
  void list_by_sorting(host_span<id const> from, host_span<id const> to) {
    vertex.assign(from.begin(), from.end());
    vertex.insert(vertex.end(), to.begin(), to.end());
    std::sort(vertex.begin(), vertex.end());
    vertex.erase(std::unique(vertex.begin(), vertex.end()), vertex.end());
  }
  void list_by_flags(std::size_t vertices, host_span<id const> from, host_span<id const> to) {
    number_.assign(vertices, none);
    for (id const v : from) number_[v] = 0;
    for (id const v : to) number_[v] = 0;
    for (std::size_t v = 0; v < vertices; ++v) {
      if (number_[v] == none) continue;
      number_[v] = static_cast<id>(vertex.size());
      vertex.push_back(static_cast<id>(v));
    }
  }

  vector_by_id<id> number_;  // by vertex; empty: by search
};

/// Rows of a search graph over a caller's edges.
struct weighted_rows {
  vector_by_id<id> begin, to;
  vector_by_id<id> edge;    ///< the caller's edge; none where a path begins or ends
  vector_by_id<id> vertex;  ///< the caller's vertices
};

inline void require_edges(std::size_t vertices, host_span<id const> from, host_span<id const> to) {
  constexpr std::size_t most = std::numeric_limits<id>::max();
  require(vertices <= most && from.size() <= most, "weighted search: more than ids can number");
  require(from.size() == to.size(), "weighted search: from and to differ in size");
  for (host_span<id const> const ends : {from, to}) {
    for (id const v : ends) {
      require(v >= 0 && static_cast<std::size_t>(v) < vertices, "weighted search: an edge names no vertex");
    }
  }
}

/// Lays the edges out by their tails, each row in the order of the edges. A vertex that no edge leaves gets
/// one to the sink, and the source one to each that no edge enters.
inline weighted_rows lay_out(std::size_t vertices, host_span<id const> from, host_span<id const> to) {
  require_edges(vertices, from, to);
  vertex_numbering number(vertices, from, to);
  std::size_t const n = number.vertex.size();
  vector_by_id<id> leaving(n, 0), entering(n, 0);
  for (id const v : from) ++leaving[number(v)];
  for (id const v : to) ++entering[number(v)];
  std::size_t const starts = static_cast<std::size_t>(std::count(entering.begin(), entering.end(), 0));
  std::size_t const ends = static_cast<std::size_t>(std::count(leaving.begin(), leaving.end(), 0));
  std::size_t const edges = from.size() + starts + ends;
  require(std::max(n + 2, edges) < static_cast<std::size_t>(std::numeric_limits<id>::max()),
          "weighted search: more than ids can number");
  weighted_rows rows{vector_by_id<id>(n + 3, 0), vector_by_id<id>(edges), vector_by_id<id>(edges, none), {}};
  for (std::size_t v = 0; v < n; ++v) rows.begin[v + 1] = rows.begin[v] + std::max(leaving[v], 1);
  rows.begin[n + 1] = rows.begin[n + 2] = static_cast<id>(edges);
  vector_by_id<id> next(rows.begin.begin(), rows.begin.end() - 1);
  for (std::size_t e = 0; e < from.size(); ++e) {
    id const position = next[number(from[e])]++;
    rows.to[position] = number(to[e]);
    rows.edge[position] = static_cast<id>(e);
  }
  for (std::size_t v = 0; v < n; ++v) {
    if (leaving[v] == 0) rows.to[next[v]] = static_cast<id>(n + 1);
    if (entering[v] == 0) rows.to[next[n]++] = static_cast<id>(v);
  }
  rows.vertex = std::move(number.vertex);
  return rows;
}

/// Vertices with tails before heads. Throws: graph_error with the caller's vertices.
inline std::vector<id> tails_first(weighted_rows const& rows) {
  std::vector<id> order = tails_before_heads(view_of(rows.begin), view_of(rows.to));
  if (order.size() + 1 == rows.begin.size()) return order;
  std::vector<id> cycle = find_cycle(rows.begin, rows.to);
  std::reverse(cycle.begin(), cycle.end());  // it takes rows for fan-in
  for (id& v : cycle) v = rows.vertex[v];
  throw_cycle(std::move(cycle));
}

/// Bits of a path's cost: what one path costs more than another leaves room for sums, too.
inline constexpr int cost_bits = 60;

inline std::uint64_t magnitude(femtoseconds w) noexcept {
  return w < 0 ? 0 - static_cast<std::uint64_t>(w) : static_cast<std::uint64_t>(w);
}

/// Where magnitudes along a path sum to 2^cost_bits or more: the position of an edge, or none. If there is
/// none, no part of a path's sum, in whatever order, is beyond it.
inline id first_beyond(weighted_rows const& rows, std::vector<id> const& order,
                       host_span<femtoseconds const> weight) {
  vector_by_id<std::uint64_t> reach(order.size(), 0);
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
  vector_by_id<double> reach(order.size(), 0);
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
