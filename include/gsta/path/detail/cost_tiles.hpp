#pragma once

#include "gsta/path/detail/cost_items.hpp"

namespace gsta::detail {

/// What a backend makes of a graph's shape for its own way of pulling costs. On the host: nothing.
template <memory_space S>
struct cost_tiles {};

template <>
struct cost_tiles<memory_space::device> {
  cost_items<memory_space::device> prefix, suffix;
  cost_items<memory_space::device> push;  ///< rows, not turned, in the order of `prefix`, if `pushes`
  int lanes = 1;                          ///< threads a row, in both directions
  bool pushes = false;                    ///< prefixes are pushed along rows, instead of pulled
};

/// Whether prefixes had better be pushed: where rows are long, and levels so wide that meeting after each of
/// them costs little. Measured at a degree of 40 and 280,000 to 363,000 edges a level; the bounds are
/// estimates. The second also keeps `cost_push::met` within an id.
inline bool push_is_faster(int lanes, std::size_t edges, std::size_t levels) {
  return lanes >= 8 && edges > 131072 * levels;
}

/// Threads a row for a graph whose rows have `edges / vertices` edges in the mean: measured, at degrees of 2
/// and 40.
inline int lanes_of_rows(std::size_t vertices, std::size_t edges) {
  int lanes = 1;
  while (lanes < 16 && edges > 5 * vertices * static_cast<std::size_t>(lanes)) lanes *= 2;
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
  buffer<id, memory_space::device> met;                             ///< [1] as in cost_push

  template <executor E>
  cost_scratch(E const& exec, cost_tiles<memory_space::device> const& tiles)
      : prefix(exec, tiles.prefix.pieces),
        suffix(exec, tiles.suffix.pieces),
        prefix_arrived(exec, tiles.prefix.arrays.view.long_rows()),
        suffix_arrived(exec, tiles.suffix.arrays.view.long_rows()),
        met(exec, 1) {}
};

}  // namespace gsta::detail
