#pragma once

#include "gsta/path/detail/costs/items.hpp"

namespace gsta::detail {

/// What a backend makes of a graph's shape for its own way of pulling costs. On the host: nothing.
template <memory_space S>
struct cost_tiles {};

template <>
struct cost_tiles<memory_space::device> {
  cost_items<memory_space::device> prefix, suffix;
  int lanes = 1;  ///< threads a row, in both directions
};

/// Whether prefixes had better be left to the search, which needs few of them: where rows are long, and
/// levels have so many edges that going through all of these takes longer than a walk near the best path.
/// Measured at a degree of 40 with 280,000 to 363,000 edges a level, and to the contrary at 9 with 460,000.
/// The bounds are estimates.
inline bool prefixes_are_dear(std::size_t vertices, std::size_t edges, std::size_t levels) {
  return edges > 20 * vertices && edges > 131072 * levels;
}

/// Threads a row for a graph whose rows have `edges / vertices` edges in the mean: measured, at degrees of 2
/// and 40; fewer where suffixes have the device to themselves.
inline int lanes_of_rows(std::size_t vertices, std::size_t edges, std::size_t levels) {
  int const most = prefixes_are_dear(vertices, edges, levels) ? 8 : 16;
  int lanes = 1;
  while (lanes < most && edges > 5 * vertices * static_cast<std::size_t>(lanes)) lanes *= 2;
  return lanes;
}

/// The best way of a piece of a long row.
struct cost_partial {
  std::int64_t cost;
  id edge;
  id unused;
};

/// Memory of one run beside its results. On the host: none.
template <memory_space S>
struct cost_scratch {
  template <executor E>
  cost_scratch(E const&, cost_tiles<S> const&) {}
};

template <>
struct cost_scratch<memory_space::device> {
  buffer<cost_partial, memory_space::device> prefix, suffix;        ///< [pieces]
  buffer<id, memory_space::device> prefix_arrived, suffix_arrived;  ///< [long rows] pieces that are done

  template <executor E>
  cost_scratch(E const& exec, cost_tiles<memory_space::device> const& tiles)
      : prefix(exec, tiles.prefix.pieces),
        suffix(exec, tiles.suffix.pieces),
        prefix_arrived(exec, tiles.prefix.arrays.view.long_rows()),
        suffix_arrived(exec, tiles.suffix.arrays.view.long_rows()) {}
};

}  // namespace gsta::detail
