#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/atomic.hpp"

namespace gsta::detail {

/// Which of a constraint's sets each vertex is in, a bit a set: throughs in walk order, bit `throughs` always
/// clear, then the sets that walks begin and end in. So a walk that has passed s throughs passes the next one
/// at a vertex with bit s, and passes no more when it has passed all.
template <memory_space S>
struct constraint_sets {
  span<std::uint64_t const, S> word;  ///< [vertices * words]
  id words = 1, throughs = 0;
  bool any_first = true, any_last = true;

  GSTA_HD bool has(id v, id bit) const noexcept { return (at(v, bit / 64) >> (bit % 64) & 1) != 0; }
  GSTA_HD std::uint64_t at(id v, id w) const noexcept {
    return word[static_cast<std::size_t>(v) * static_cast<std::size_t>(words) + static_cast<std::size_t>(w)];
  }
  GSTA_HD bool may_begin(id v) const noexcept { return any_first || has(v, throughs + 1); }
  GSTA_HD bool may_end(id v) const noexcept { return any_last || has(v, throughs + 2); }
  /// True where even a walk that visits no vertex is let through.
  GSTA_HD bool passes_all() const noexcept { return throughs == 0 && any_first && any_last; }
  /// Throughs passed when a walk that has passed `state` comes to v: at most one more a vertex.
  GSTA_HD id advance(id state, id v) const noexcept { return has(v, state) ? state + 1 : state; }
};

/// A constraint's sets as pairs of a position and a bit. Positions are vertices, or what stands for several.
struct constraint_pairs {
  std::vector<id> member, bit;
  id throughs = 0;
  bool any_first = true, any_last = true;

  id words() const noexcept { return (throughs + 3 + 63) / 64; }
  void add(id at, id set) {
    member.push_back(at);
    bit.push_back(set);
  }
};

template <memory_space S>
struct set_pair_op {
  span<id const, S> member, bit;
  std::size_t words;
  span<std::uint64_t, S> word;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const at =
        static_cast<std::size_t>(member[i]) * words + static_cast<std::size_t>(bit[i] / 64);
    fetch_or(word[at], std::uint64_t{1} << (bit[i] % 64));
  }
};

/// The table of `constraint_sets` for this many positions.
template <executor E>
buffer<std::uint64_t, E::space> make_set_table(E const& exec, std::size_t members,
                                               constraint_pairs const& pairs) {
  constexpr memory_space S = E::space;
  auto const words = static_cast<std::size_t>(pairs.words());
  buffer<std::uint64_t, S> table(exec, members * words);
  fill(exec, table.view(), std::uint64_t{0});
  buffer<id, S> const member = clone(exec, pairs.member), bit = clone(exec, pairs.bit);
  for_each_n(exec, member.size(), set_pair_op<S>{member.view(), bit.view(), words, table.view()});
  return table;
}

template <memory_space S>
constraint_sets<S> sets_of(constraint_pairs const& pairs, span<std::uint64_t const, S> table) noexcept {
  return {table, pairs.words(), pairs.throughs, pairs.any_first, pairs.any_last};
}

}  // namespace gsta::detail
