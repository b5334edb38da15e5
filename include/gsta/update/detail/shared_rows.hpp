#pragma once

#include <limits>

#include "gsta/core/span.hpp"

/// Rows of a graph that one thread goes through, or several together.
namespace gsta::detail {

/// A step that no other thread shares.
struct one_thread {
  static constexpr id part = 0, parts = 1;
  template <class T>
  GSTA_HD static T const& other(T const& mine, id) noexcept {
    return mine;
  }
};

/// What all threads of a step found in a row, put together: the first of equals stays.
template <class Row, class Best, class Share>
GSTA_HD void merge_shares(Row const& row, int c, Best& best, Share const& share) noexcept {
  for (id apart = 1; apart < share.parts; apart *= 2) row.merge(c, best, share.other(best, apart));
}
/// The best of a row under a condition.
template <class Row, class Share>
GSTA_HD auto best_of_row(Row const& row, id v, int c, Share const& share) noexcept {
  auto best = share.part == 0 ? row.start(v, c) : row.nothing(c);
  for (id k = row.first(v) + share.part; k < row.end(v); k += share.parts)
    row.take(v, k, row.fetch(k, c), c, best);
  merge_shares(row, c, best, share);
  return best;
}

/// A row that several threads go through; the last two of many have other things to do.
struct shared_row {
  static constexpr id past_all = std::numeric_limits<id>::max();
  id first, step;
  bool is_last, is_last_but_one;
  GSTA_HD shared_row(id begin, id part, id parts) noexcept
      : first(begin + part),
        step(parts > 2 ? parts - 2 : 1),
        is_last(part == parts - 1),
        is_last_but_one(parts > 2 ? part == parts - 2 : is_last) {
    if (parts > 2 && part >= step) first = past_all - step;
  }
};

}  // namespace gsta::detail
