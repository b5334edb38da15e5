#pragma once

#include "gsta/core/span.hpp"

namespace gsta::detail {

/// A heap with both ends at hand, in a caller's array: the first item is taken next, the last one dropped
/// when there is no room. After Atkinson et al., "Min-max heaps and generalized priority queues", CACM 1986.
/// `Before` is a strict total order of items.
template <memory_space S, class Before>
class two_ended_heap {
 public:
  GSTA_HD two_ended_heap(span<id, S> room, Before before) : room_(room), before_(before) {}

  GSTA_HD id size() const noexcept { return size_; }
  GSTA_HD id last() const noexcept { return room_[last_slot()]; }

  GSTA_HD void push(id item) noexcept {
    id at = size_++;
    room_[at] = item;
    if (at == 0) return;
    id const parent = (at - 1) / 2;
    bool first_up = is_first_level(at);
    if (ahead(parent, at, first_up)) {  // belongs to the levels of the other end
      swap(at, parent);
      at = parent;
      first_up = !first_up;
    }
    while (at > 2 && ahead(at, (at - 3) / 4, first_up)) {
      swap(at, (at - 3) / 4);
      at = (at - 3) / 4;
    }
  }

  GSTA_HD id take_first() noexcept { return take(0); }
  GSTA_HD id take_last() noexcept { return take(last_slot()); }

 private:
  /// Levels of even depth belong to the first end, the others to the last.
  GSTA_HD static bool is_first_level(id at) noexcept {
    bool first = true;
    for (; at > 0; at = (at - 1) / 2) first = !first;
    return first;
  }
  /// True if the item at a is nearer to that end than the one at b.
  GSTA_HD bool ahead(id a, id b, bool first_end) const noexcept {
    return first_end ? before_(room_[a], room_[b]) : before_(room_[b], room_[a]);
  }
  GSTA_HD void swap(id a, id b) noexcept {
    id const kept = room_[a];
    room_[a] = room_[b];
    room_[b] = kept;
  }
  GSTA_HD id last_slot() const noexcept {
    return size_ < 3 ? size_ - 1 : before_(room_[1], room_[2]) ? 2 : 1;
  }

  GSTA_HD id take(id at) noexcept {
    id const item = room_[at];
    room_[at] = room_[--size_];
    if (at < size_) sink(at, is_first_level(at));
    return item;
  }

  GSTA_HD void sink(id at, bool first_end) noexcept {
    while (2 * at + 1 < size_) {
      id best = 2 * at + 1;
      for (id k = 0; k < 5; ++k) {  // the other child and the four grandchildren
        id const other = k == 0 ? 2 * at + 2 : 4 * at + 2 + k;
        if (other < size_ && ahead(other, best, first_end)) best = other;
      }
      if (!ahead(best, at, first_end)) return;
      swap(best, at);
      if (best <= 2 * at + 2) return;
      id const parent = (best - 1) / 2;
      if (ahead(parent, best, first_end)) swap(parent, best);
      at = best;
    }
  }

  span<id, S> room_;
  Before before_;
  id size_ = 0;
};

}  // namespace gsta::detail
