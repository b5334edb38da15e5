#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "gsta/core/span.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/graph/timing_graph.hpp"

namespace gsta::detail {

/// The level of each vertex.
inline vector_by_id<id> level_of_each(levels<memory_space::host> const& order, std::size_t vertices) {
  vector_by_id<id> result(vertices, 0);
  for (std::size_t l = 0; l < order.count(); ++l) {
    for (id const v : order.level(l)) result[v] = static_cast<id>(l);
  }
  return result;
}

/// Vertices that wait for their step, in a bucket a level: the lowest level comes first, or the highest one
/// where `Backward`. What is taken and added costs the logarithm of how many levels wait, whatever the size
/// of the graph. A vertex is in it once.
template <bool Backward>
class level_queue {
 public:
  level_queue(vector_by_id<id> const& level_of, std::size_t levels)
      : next_(level_of.size(), is_out), head_(levels, none) {}

  bool empty() const noexcept { return waiting_.empty(); }

  /// Most vertices wait already.
  [[gnu::always_inline]] void add(id vertex, vector_by_id<id> const& level_of) {
    if (next_[vertex] == is_out) put(vertex, level_of[vertex]);
  }

  /// Takes off a vertex of the first level that has any.
  id take() {
    id const level = key(waiting_.front());
    id const vertex = head_[level];
    head_[level] = std::exchange(next_[vertex], is_out);
    if (head_[level] == none) {
      std::pop_heap(waiting_.begin(), waiting_.end());
      waiting_.pop_back();
    }
    return vertex;
  }

  void drain() {
    while (!empty()) take();
  }

 private:
  static constexpr id is_out = -2;
  static_assert(none == -1);

  void put(id vertex, id level) {
    if (head_[level] == none) {
      waiting_.push_back(key(level));
      std::push_heap(waiting_.begin(), waiting_.end());
    }
    next_[vertex] = head_[level];
    head_[level] = vertex;
  }
  /// The heap has the largest key in front.
  static id key(id level) noexcept { return Backward ? level : -level; }

  vector_by_id<id> next_;    // [vertices] behind it in its bucket; none: the last; is_out: in no bucket
  vector_by_id<id> head_;    // [levels]
  std::vector<id> waiting_;  // keys of levels that have any, a heap
};

/// A set of ids that costs what is in it.
class id_set {
 public:
  explicit id_set(std::size_t ids) : is_in_(ids, 0) {}
  void add(id i) {
    if (std::exchange(is_in_[i], std::uint8_t{1}) == 0) list_.push_back(i);
  }
  /// In the order in which they came.
  std::vector<id> const& list() const noexcept { return list_; }
  void clear() noexcept {
    for (id const i : list_) is_in_[i] = 0;
    list_.clear();
  }

 private:
  vector_by_id<std::uint8_t> is_in_;
  std::vector<id> list_;
};

}  // namespace gsta::detail
