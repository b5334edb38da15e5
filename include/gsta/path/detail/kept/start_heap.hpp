#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "gsta/path/graph.hpp"

namespace gsta::detail {

/// Edges of the source, all or some, as a heap: none stands before the one that it hangs on, by what the best
/// path over it costs and then by position. So what stands at 0 is what the forest takes there, and whoever
/// goes down from there finds the next ones without looking at all.
class start_heap {
 public:
  struct start {
    femtoseconds cost = no_path;
    id edge = none;
  };

  /// Of a source whose row is [first, first + edges); none of them is in the heap yet.
  start_heap(id first, std::size_t edges) : first_(first), place_(edges, none) {}

  std::size_t size() const noexcept { return starts_.size(); }
  /// Those that hang on it stand at 2i + 1 and 2i + 2.
  start const& operator[](std::size_t i) const noexcept { return starts_[i]; }
  bool has(id edge) const noexcept { return place_[static_cast<std::size_t>(edge - first_)] != none; }

  /// Costs the logarithm of the size at most.
  void add(start const& of) {
    starts_.push_back(of);
    rise(starts_.size() - 1, of);
  }
  /// Another cost of an edge, which may not be in it. Costs as `add`.
  void set(id edge, femtoseconds cost) noexcept {
    id const at = place_[static_cast<std::size_t>(edge - first_)];
    if (at == none) return;
    auto const i = static_cast<std::size_t>(at);
    femtoseconds const before = starts_[i].cost;
    if (cost < before)
      rise(i, {cost, edge});
    else if (cost > before)
      sink(i, {cost, edge});
  }

 private:
  static bool before(start const& a, start const& b) noexcept {
    return a.cost != b.cost ? a.cost < b.cost : a.edge < b.edge;
  }

  void put(std::size_t i, start const& of) noexcept {
    starts_[i] = of;
    place_[static_cast<std::size_t>(of.edge - first_)] = static_cast<id>(i);
  }
  void rise(std::size_t i, start const of) noexcept {
    for (; i > 0 && before(of, starts_[(i - 1) / 2]); i = (i - 1) / 2) put(i, starts_[(i - 1) / 2]);
    put(i, of);
  }
  void sink(std::size_t i, start const of) noexcept {
    for (std::size_t next = 2 * i + 1; next < starts_.size(); next = 2 * i + 1) {
      if (next + 1 < starts_.size() && before(starts_[next + 1], starts_[next])) ++next;
      if (!before(starts_[next], of)) break;
      put(i, starts_[next]);
      i = next;
    }
    put(i, of);
  }

  id first_;
  std::vector<id> place_;  // [edges of the source] in the heap; none: it is not
  std::vector<start> starts_;
};

}  // namespace gsta::detail
