#pragma once

#include <cstddef>

#include "gsta/core/atomic.hpp"
#include "gsta/core/span.hpp"

/// Ops that many drivers run with `for_each_n`, and terms and combinations for `reduce`.
namespace gsta {

/// out[i] = first + i
template <memory_space S>
struct iota_op {
  span<id, S> out;  ///< [items]
  id first = 0;     ///< of the first item
  /// Of item `i`.
  GSTA_HD void operator()(std::size_t i) const noexcept { out[i] = first + static_cast<id>(i); }
};

/// to[i] = from[index[i]]
template <class T, memory_space S>
struct gather_op {
  span<id const, S> index;  ///< [items]
  span<T const, S> from;    ///< read
  span<T, S> to;            ///< written
  /// Of item `i`.
  GSTA_HD void operator()(std::size_t i) const noexcept { to[i] = from[index[i]]; }
};

/// to[index[i]] = from[i]; no index occurs twice.
template <class T, memory_space S>
struct scatter_values_op {
  span<id const, S> index;  ///< [items]
  span<T const, S> from;    ///< read
  span<T, S> to;            ///< written
  /// Of item `i`.
  GSTA_HD void operator()(std::size_t i) const noexcept { to[index[i]] = from[i]; }
};

/// to[index[i]] = i
template <memory_space S>
struct invert_op {
  span<id const, S> index;  ///< [items]
  span<id, S> to;           ///< written
  /// Of item `i`.
  GSTA_HD void operator()(std::size_t i) const noexcept { to[index[i]] = static_cast<id>(i); }
};

/// mark[index[i]] = value; an index may occur more than once.
template <class T, memory_space S>
struct mark_op {
  span<id const, S> index;  ///< [items]
  span<T, S> mark;          ///< written
  T value;                  ///< what is written
  /// Of item `i`.
  GSTA_HD void operator()(std::size_t i) const noexcept { set_mark(mark[index[i]], value); }
};

/// Adds 1 to count[key[i]].
template <memory_space S>
struct count_op {
  span<id const, S> key;  ///< [items] of `count`
  span<id, S> count;      ///< added to
  /// Of item `i`.
  GSTA_HD void operator()(std::size_t i) const noexcept { fetch_add(count[key[i]], 1); }
};

/// value[i] as a `Term`.
template <class Term, class T, memory_space S>
struct value_term {
  span<T const, S> value;  ///< [items]
  /// Of item `i`.
  GSTA_HD Term operator()(std::size_t i) const noexcept { return value[i]; }
};

/// a + b, for `reduce`.
template <class T>
struct sum_of {
  /// Of two.
  GSTA_HD T operator()(T a, T b) const noexcept { return a + b; }
};
/// The larger, for `reduce`; of equal ones the first.
template <class T>
struct larger_of {
  /// Of two.
  GSTA_HD T operator()(T a, T b) const noexcept { return a < b ? b : a; }
};
/// The smaller, for `reduce`; of equal ones the first.
template <class T>
struct smaller_of {
  /// Of two.
  GSTA_HD T operator()(T a, T b) const noexcept { return b < a ? b : a; }
};

}  // namespace gsta
