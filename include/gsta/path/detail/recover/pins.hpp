#pragma once

#include <cstdint>

#include "gsta/path/detail/recover/take.hpp"

namespace gsta::detail {

/// A number that paths of equal check and pins have in common; others as good as never.
template <memory_space S>
struct hash_pins_op {
  path_set_view<S> paths;
  span<std::uint64_t, S> hash;
  span<id, S> path;

  GSTA_HD static std::uint64_t mix(std::uint64_t sum, id next) noexcept {
    sum = (sum ^ static_cast<std::uint32_t>(next)) * 0x9e3779b97f4a7c15u;
    return sum ^ (sum >> 29);
  }
  GSTA_HD void operator()(std::size_t p) const noexcept {
    std::uint64_t sum = mix(0x243f6a8885a308d3u, paths.check[p]);
    for (std::int64_t at = paths.begin[p]; at < paths.begin[p + 1]; ++at)
      sum = mix(sum, paths.node[static_cast<std::size_t>(at)]);
    hash[p] = sum;
    path[p] = static_cast<id>(p);
  }
};

/// For each path the last one in front of it, if any, that ends at the same check and visits the same pins.
/// Paths of one hash stand together in their order; most often the neighbour is equal or there is none.
template <memory_space S>
struct find_twin_op {
  path_set_view<S> paths;
  span<std::uint64_t const, S> hash;  ///< ascending
  span<id const, S> path;
  span<id, S> twin;

  GSTA_HD bool same_pins(std::size_t p, std::size_t q) const noexcept {
    std::int64_t const p_begin = paths.begin[p], q_begin = paths.begin[q];
    std::int64_t const length = paths.begin[p + 1] - p_begin;
    if (paths.check[p] != paths.check[q] || paths.begin[q + 1] - q_begin != length) return false;
    for (std::int64_t i = 0; i < length; ++i) {
      if (paths.node[static_cast<std::size_t>(p_begin + i)] !=
          paths.node[static_cast<std::size_t>(q_begin + i)])
        return false;
    }
    return true;
  }
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const p = static_cast<std::size_t>(path[i]);
    std::size_t before = i;
    while (before > 0 && hash[before - 1] == hash[i] &&
           !same_pins(p, static_cast<std::size_t>(path[before - 1])))
      --before;
    bool const has_twin = before > 0 && hash[before - 1] == hash[i];
    twin[p] = has_twin ? path[before - 1] : none;
  }
};

template <memory_space S>
struct has_no_twin {
  span<id const, S> twin;
  GSTA_HD bool operator()(std::size_t p) const noexcept { return twin[p] == none; }
};

template <executor E>
buffer<id, E::space> find_twins(E const& exec, path_set_view<E::space> const& paths) {
  constexpr memory_space S = E::space;
  std::size_t const n = paths.size();
  buffer<std::uint64_t, S> hash(exec, n);
  buffer<id, S> path(exec, n), twin(exec, n);
  for_each_n(exec, n, hash_pins_op<S>{paths, hash.view(), path.view()});
  sort_by_key(exec, hash.view(), path.view(), 64);
  for_each_n(exec, n,
             find_twin_op<S>{paths, std::as_const(hash).view(), std::as_const(path).view(), twin.view()});
  return twin;
}

}  // namespace gsta::detail
