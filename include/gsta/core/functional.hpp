#pragma once

#include <cstddef>

#include "gsta/core/atomic.hpp"
#include "gsta/core/span.hpp"

/// Ops that many drivers run with `for_each_n`, and terms and combinations for `reduce`.
namespace gsta {

/// out[i] = first + i
template <memory_space S>
struct iota_op {
  span<id, S> out;
  id first = 0;
  GSTA_HD void operator()(std::size_t i) const noexcept { out[i] = first + static_cast<id>(i); }
};

/// to[i] = from[index[i]]
template <class T, memory_space S>
struct gather_op {
  span<id const, S> index;
  span<T const, S> from;
  span<T, S> to;
  GSTA_HD void operator()(std::size_t i) const noexcept { to[i] = from[index[i]]; }
};

/// to[index[i]] = from[i]; no index occurs twice.
template <class T, memory_space S>
struct scatter_values_op {
  span<id const, S> index;
  span<T const, S> from;
  span<T, S> to;
  GSTA_HD void operator()(std::size_t i) const noexcept { to[index[i]] = from[i]; }
};

/// to[index[i]] = i
template <memory_space S>
struct invert_op {
  span<id const, S> index;
  span<id, S> to;
  GSTA_HD void operator()(std::size_t i) const noexcept { to[index[i]] = static_cast<id>(i); }
};

/// mark[index[i]] = value; an index may occur more than once.
template <class T, memory_space S>
struct mark_op {
  span<id const, S> index;
  span<T, S> mark;
  T value;
  GSTA_HD void operator()(std::size_t i) const noexcept { set_mark(mark[index[i]], value); }
};

/// Adds 1 to count[key[i]].
template <memory_space S>
struct count_op {
  span<id const, S> key;
  span<id, S> count;
  GSTA_HD void operator()(std::size_t i) const noexcept { fetch_add(count[key[i]], 1); }
};

/// value[i] as a `Term`.
template <class Term, class T, memory_space S>
struct value_term {
  span<T const, S> value;
  GSTA_HD Term operator()(std::size_t i) const noexcept { return value[i]; }
};

template <class T>
struct sum_of {
  GSTA_HD T operator()(T a, T b) const noexcept { return a + b; }
};
template <class T>
struct larger_of {
  GSTA_HD T operator()(T a, T b) const noexcept { return a < b ? b : a; }
};
template <class T>
struct smaller_of {
  GSTA_HD T operator()(T a, T b) const noexcept { return b < a ? b : a; }
};

}  // namespace gsta
