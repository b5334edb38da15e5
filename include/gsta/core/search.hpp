#pragma once

#include <cstddef>

#include "gsta/core/span.hpp"

/// Binary searches that ops of both backends share. They halve differences, so that no sum overflows.
namespace gsta {

/// The first position in [first, last) that passes, or last. Whatever stands behind one that passes does too.
template <class Index, class Predicate>
GSTA_HD constexpr Index first_passing(Index first, Index last, Predicate const& passes) {
  while (first < last) {
    Index const middle = first + ((last - first) >> 1);
    if (passes(middle))
      last = middle;
    else
      first = middle + 1;
  }
  return first;
}

/// The first position in [first, last) whose value is not below `bound`, or last; values ascend.
template <class Values, class Index, class T>
GSTA_HD constexpr Index lower_bound(Values const& value, Index first, Index last, T bound) {
  return first_passing(first, last, [&](Index i) { return !(value[i] < bound); });
}

/// The row in [first, last) that `position` lies in: the last one that begins at or before it. Begins ascend,
/// and row `first` begins no later.
template <class Begins, class Index, class T>
GSTA_HD constexpr Index row_of(Begins const& begin, Index first, Index last, T position) {
  while (last - first > 1) {
    Index const middle = first + ((last - first) >> 1);
    if (begin[middle] <= position)
      first = middle;
    else
      last = middle;
  }
  return first;
}

/// The row that `position` lies in, among all rows: `begin` is [rows + 1].
template <class Begins, class T>
GSTA_HD constexpr id row_of(Begins const& begin, T position) {
  return static_cast<id>(row_of(begin, std::size_t{0}, begin.size() - 1, position));
}

/// out[i] = the first of `value` (ascending) not below bound[i].
template <memory_space S>
struct lower_bound_op {
  span<id const, S> value;  ///< ascending
  span<id const, S> bound;  ///< [items]
  span<id, S> out;          ///< [items]
  /// Of item `i`.
  GSTA_HD void operator()(std::size_t i) const noexcept {
    out[i] = static_cast<id>(lower_bound(value, std::size_t{0}, value.size(), bound[i]));
  }
};

}  // namespace gsta
