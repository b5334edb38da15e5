#pragma once

#include <cstdint>

#include "gsta/core/functional.hpp"
#include "gsta/core/search.hpp"
#include "gsta/core/units.hpp"

namespace gsta::detail {

/// Kept rows, then open ones.
template <memory_space S>
struct number_rows_op {
  span<id, S> out;
  std::size_t kept, open_begin;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    out[i] = static_cast<id>(i < kept ? i : open_begin + (i - kept));
  }
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

}  // namespace gsta::detail
