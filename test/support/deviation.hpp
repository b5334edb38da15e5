#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "test/support/arrival_tree.hpp"

namespace gsta_test::plain {

using namespace gsta;

/// A path, told by how it differs from its parent, a path found before: seen from the end backwards it is the
/// parent down to `vertex`, `depth` arcs from the end, comes in there by `entry` instead, and follows the
/// arrival tree from there on. An end's worst path has no parent and follows the tree all the way.
struct deviation {
  femtoseconds slack = 0;
  id end = none;
  id parent = none;  ///< among the paths found
  id level = 0;      ///< how many deviations lead here
  id depth = none;
  id vertex = none;
  id entry = none;  ///< position in fanin_from; none: the path starts at `vertex`
};

/// The total order of paths: slack, end, and then, from the end backwards, how they come in where they first
/// part.
///
/// A child never comes before its parent: its slack is not smaller, and where it is equal the tree has taken
/// the first of the equal ways in. So taking the first of all candidates again and again gives the paths in
/// order.
struct path_order {
  arrival_tree const* tree;
  std::vector<deviation> const* found;

  bool operator()(deviation const& a, deviation const& b) const noexcept {
    if (a.slack != b.slack) return a.slack < b.slack;
    if (a.end != b.end) return a.end < b.end;
    return parts_before(a, b);
  }

 private:
  static bool same(deviation const& a, deviation const& b) noexcept {
    return a.parent == b.parent && a.depth == b.depth && a.entry == b.entry;
  }

  /// Goes up to the last path that both come from; the next deviations below it say where they part.
  bool parts_before(deviation const& a, deviation const& b) const noexcept {
    deviation const *up_a = &a, *up_b = &b, *below_a = nullptr, *below_b = nullptr;
    while (!same(*up_a, *up_b)) {
      bool const lift_a = up_a->level >= up_b->level, lift_b = up_b->level >= up_a->level;
      if (lift_a) {
        below_a = up_a;
        up_a = &(*found)[up_a->parent];
      }
      if (lift_b) {
        below_b = up_b;
        up_b = &(*found)[up_b->parent];
      }
    }
    deviation const* const first = depth_of(below_a) <= depth_of(below_b) ? below_a : below_b;
    if (first == nullptr) return false;  // the same path
    return way_in(below_a, *first) < way_in(below_b, *first);
  }

  static id depth_of(deviation const* d) noexcept {
    return d == nullptr ? std::numeric_limits<id>::max() : d->depth;
  }
  id way_in(deviation const* d, deviation const& first) const noexcept {
    return depth_of(d) == first.depth ? d->entry : tree->choice[first.vertex];
  }
};

/// The candidates for the next `wanted` paths, first one first; what cannot be among those is dropped now and
/// then, so that about twice as many are kept at most.
class candidate_pool {
 public:
  candidate_pool(path_order order, std::size_t wanted) : order_(order), wanted_(wanted) {}

  bool empty() const noexcept { return wanted_ == 0 || heap_.empty(); }

  void push(deviation const& candidate) {
    if (bounded_ && !order_(candidate, bound_)) return;
    heap_.push_back(candidate);
    std::push_heap(heap_.begin(), heap_.end(), reverse{order_});
    if (heap_.size() / 2 > wanted_ + 16) drop();
  }

  deviation pop() {
    std::pop_heap(heap_.begin(), heap_.end(), reverse{order_});
    deviation const first = heap_.back();
    heap_.pop_back();
    --wanted_;
    return first;
  }

 private:
  /// Standard heaps have the last of an order on top.
  struct reverse {
    path_order order;
    bool operator()(deviation const& a, deviation const& b) const noexcept { return order(b, a); }
  };

  void drop() {
    if (wanted_ == 0) return heap_.clear();
    auto const last = heap_.begin() + static_cast<std::ptrdiff_t>(wanted_ - 1);
    std::nth_element(heap_.begin(), last, heap_.end(), order_);
    bound_ = *last;
    bounded_ = true;
    heap_.resize(wanted_);
    std::make_heap(heap_.begin(), heap_.end(), reverse{order_});
  }

  path_order order_;
  std::size_t wanted_;
  std::vector<deviation> heap_;
  deviation bound_;
  bool bounded_ = false;
};

}  // namespace gsta_test::plain
