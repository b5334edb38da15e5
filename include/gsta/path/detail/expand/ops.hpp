#pragma once

#include <cstdint>

#include "gsta/core/span.hpp"
#include "gsta/core/units.hpp"

namespace gsta::detail {

template <memory_space S>
struct number_from_op {
  span<id, S> out;
  std::size_t first;
  GSTA_HD void operator()(std::size_t i) const noexcept { out[i] = static_cast<id>(first + i); }
};
/// Kept rows, then open ones.
template <memory_space S>
struct number_rows_op {
  span<id, S> out;
  std::size_t kept, open_begin;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    out[i] = static_cast<id>(i < kept ? i : open_begin + (i - kept));
  }
};
template <memory_space S>
struct mark_waiting_op {
  span<id const, S> at;
  span<id, S> mark;
  GSTA_HD void operator()(std::size_t i) const noexcept { mark[at[i]] = 1; }
};
/// Where a kept row goes; open rows are no parents.
template <memory_space S>
struct renumber_op {
  span<id const, S> row;
  span<id, S> renumbered;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    if (static_cast<std::size_t>(row[i]) < renumbered.size()) renumbered[row[i]] = static_cast<id>(i);
  }
};
template <memory_space S>
struct is_unexpanded {
  span<id const, S> row, waiting;
  std::size_t fresh;
  GSTA_HD bool operator()(std::size_t i) const noexcept {
    auto const at = static_cast<std::size_t>(row[i]);
    return at >= fresh || (!waiting.empty() && waiting[at] != 0);
  }
};
template <memory_space S>
struct costs_at_most {
  span<femtoseconds const, S> cost;
  femtoseconds limit;
  bool wanted;
  GSTA_HD bool operator()(std::size_t i) const noexcept { return (cost[i] <= limit) == wanted; }
};
template <memory_space S>
struct fits_in {
  span<std::int64_t const, S> begin;
  std::int64_t room;
  GSTA_HD std::int64_t operator()(std::size_t i) const noexcept { return begin[i + 1] <= room ? 1 : 0; }
};
template <class T, memory_space S>
struct value_term {
  span<T const, S> value;
  GSTA_HD T operator()(std::size_t i) const noexcept { return value[i]; }
};
template <memory_space S>
struct depth_term {
  span<id const, S> depth;
  GSTA_HD std::int64_t operator()(std::size_t i) const noexcept { return depth[i]; }
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

}  // namespace gsta::detail
