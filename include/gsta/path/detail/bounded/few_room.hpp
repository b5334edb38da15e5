#pragma once

#include <cstdint>
#include <vector>

#include "gsta/path/detail/bounded/few_gather.hpp"

/// The threads of one team, and the memory that they share while they make few paths.
namespace gsta::detail {

/// Position of a sidetrack in the order of detours, or none.
using few_rank = std::uint16_t;
inline constexpr few_rank no_rank = 0xffff;

/// Memory that a team shares.
struct few_room {
  static constexpr std::size_t word_bits = 32, most_words = few_limits::sides / word_bits;
  /// An odd number of words, so that neighbouring rows do not lie in the same banks.
  static constexpr std::size_t row_words = most_words | 1;
  static constexpr std::size_t sorted_sides = 1024;  // a power of two
  static_assert(few_limits::sides <= sorted_sides && few_limits::sides % word_bits == 0);
  static_assert(2 * sorted_sides <= few_limits::paths && few_limits::sides < no_rank);

  /// Before rows are there: where chains from vertices come to the first sidetrack.
  struct skipping {
    id stop[few_limits::vertices];  ///< the first of the sidetracks that leave here
    id skip[few_limits::vertices];
  };
  union {
    std::uint32_t row[few_limits::sides * row_words];  ///< sidetracks on the chain from a stop, by rank
    skipping chains;
  };
  femtoseconds cost[few_limits::paths];   ///< of paths beyond the best
  std::uint64_t path[few_limits::paths];  ///< see few_path
  id count[few_limits::paths + 1];
  femtoseconds detour[sorted_sides];
  id edge[sorted_sides];
  id place[few_limits::sides];       ///< twice the height of the tail, and 1 where the edge stands before the
                                     ///< choice
  few_rank stop[few_limits::sides];  ///< where a sidetrack leaves: the first one that leaves there
  few_rank behind[few_limits::sides];  ///< where the chain from its head comes to a stop
  few_rank jump[few_limits::sides];    ///< from a stop some stops on
};

/// A path in the room: its number among all made, where its last sidetrack's chain comes to a stop, and
/// whether its children have been made. Orders as numbers do.
struct few_path {
  static constexpr std::uint64_t followed = 1;
  static GSTA_HD std::uint64_t of(id node, few_rank stop) noexcept {
    return static_cast<std::uint64_t>(node) << 32 | static_cast<std::uint64_t>(stop) << 8;
  }
  static GSTA_HD id node(std::uint64_t path) noexcept { return static_cast<id>(path >> 32); }
  static GSTA_HD few_rank stop(std::uint64_t path) noexcept { return static_cast<few_rank>(path >> 8); }
};

/// A team of one.
struct lone_thread {
  std::uint64_t* held;  ///< [most elements exchanged]

  GSTA_HD id rank() const noexcept { return 0; }
  GSTA_HD id size() const noexcept { return 1; }
  GSTA_HD void sync() const noexcept {}
  GSTA_HD bool any(bool mine) const noexcept { return mine; }
  /// Sums of those before, in place; returns the sum of all.
  GSTA_HD id scan(id* value, id count) const noexcept {
    id sum = 0;
    for (id i = 0; i < count; ++i) {
      id const own = value[i];
      value[i] = sum;
      sum += own;
    }
    return sum;
  }
  /// write(i, read(i)) of all, where all are read before any is written. `Most`: elements there may be.
  template <std::size_t Most, class Read, class Write>
  GSTA_HD void exchange(id count, Read const& read, Write const& write) const noexcept {
    for (id i = 0; i < count; ++i) held[i] = static_cast<std::uint64_t>(read(i));
    for (id i = 0; i < count; ++i) write(i, static_cast<decltype(read(i))>(held[i]));
  }
};

template <class T>
GSTA_HD void exchange_values(T& a, T& b) noexcept {
  T const kept = a;
  a = b;
  b = kept;
}

/// Sorts `count` elements, a power of two. `after(i, j)`: the i-th belongs behind the j-th.
template <class Team, class After, class Swap>
GSTA_HD void sort_together(Team const& team, id count, After const& after, Swap const& swap) noexcept {
  for (id size = 2; size <= count; size *= 2) {
    for (id stride = size / 2; stride > 0; stride /= 2) {
      for (id p = team.rank(); p < count / 2; p += team.size()) {
        id const i = 2 * p - (p & (stride - 1)), j = i + stride;
        bool const ascends = (i & size) == 0;
        if (ascends ? after(i, j) : after(j, i)) swap(i, j);
      }
      team.sync();
    }
  }
}

GSTA_HD inline id power_of_two_from(id count) noexcept {
  id power = 1;
  while (power < count) power *= 2;
  return power;
}

}  // namespace gsta::detail
