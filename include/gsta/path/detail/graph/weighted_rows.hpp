#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "gsta/core/error.hpp"
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
      list_by_marks(vertices, from, to);
    }
  }

  id operator()(id v) const noexcept {
    if (!number_.empty()) return number_[v];
    return static_cast<id>(std::lower_bound(vertex.begin(), vertex.end(), v) - vertex.begin());
  }

  std::vector<id> vertex;  ///< [numbers]

 private:
  void list_by_sorting(host_span<id const> from, host_span<id const> to) {
    vertex.assign(from.begin(), from.end());
    vertex.insert(vertex.end(), to.begin(), to.end());
    std::sort(vertex.begin(), vertex.end());
    vertex.erase(std::unique(vertex.begin(), vertex.end()), vertex.end());
  }
  void list_by_marks(std::size_t vertices, host_span<id const> from, host_span<id const> to) {
    number_.assign(vertices, none);
    for (id const v : from) number_[v] = 0;
    for (id const v : to) number_[v] = 0;
    for (std::size_t v = 0; v < vertices; ++v) {
      if (number_[v] == none) continue;
      number_[v] = static_cast<id>(vertex.size());
      vertex.push_back(static_cast<id>(v));
    }
  }

  std::vector<id> number_;  // by vertex; empty: by search
};

/// Rows of a search graph over a caller's edges.
struct weighted_rows {
  std::vector<id> begin, to;
  std::vector<id> edge;    ///< the caller's edge; none where a path begins or ends
  std::vector<id> vertex;  ///< the caller's vertices
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
  std::vector<id> leaving(n, 0), entering(n, 0);
  for (id const v : from) ++leaving[number(v)];
  for (id const v : to) ++entering[number(v)];
  std::size_t const starts = static_cast<std::size_t>(std::count(entering.begin(), entering.end(), 0));
  std::size_t const ends = static_cast<std::size_t>(std::count(leaving.begin(), leaving.end(), 0));
  std::size_t const edges = from.size() + starts + ends;
  require(std::max(n + 2, edges) < static_cast<std::size_t>(std::numeric_limits<id>::max()),
          "weighted search: more than ids can number");
  weighted_rows rows{std::vector<id>(n + 3, 0), std::vector<id>(edges), std::vector<id>(edges, none), {}};
  for (std::size_t v = 0; v < n; ++v) rows.begin[v + 1] = rows.begin[v] + std::max(leaving[v], 1);
  rows.begin[n + 1] = rows.begin[n + 2] = static_cast<id>(edges);
  std::vector<id> next(rows.begin.begin(), rows.begin.end() - 1);
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
  std::vector<id> order = tails_before_heads(rows.begin, rows.to);
  if (order.size() + 1 == rows.begin.size()) return order;
  std::vector<id> cycle = find_cycle(rows.begin, rows.to);
  std::reverse(cycle.begin(), cycle.end());  // it takes rows for fan-in
  for (id& v : cycle) v = rows.vertex[v];
  throw_cycle(std::move(cycle));
}

}  // namespace gsta::detail
