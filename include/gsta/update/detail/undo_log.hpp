#pragma once

#include <cstring>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

#include "gsta/core/span.hpp"

namespace gsta::detail {

/// Whether two values differ in any bit.
template <class T>
bool differs(T const& a, T const& b) noexcept {
  static_assert(std::is_trivially_copyable_v<T>);
  return std::memcmp(&a, &b, sizeof(T)) != 0;
}

/// Values of one array from before they were written. Of several of one place the first is what comes back.
template <class T>
class undo_log {
 public:
  void keep(id at, T const& before) { entries_.push_back({at, before}); }
  /// Everything is as it was.
  template <class Array>
  void restore(Array&& array) noexcept {
    for (std::size_t i = entries_.size(); i-- > 0;) array[entries_[i].at] = entries_[i].before;
    entries_.clear();
  }
  void clear() noexcept { entries_.clear(); }
  bool empty() const noexcept { return entries_.empty(); }

 private:
  struct entry {
    id at;
    T before;
  };
  std::vector<entry> entries_;
};

/// What takes back edits of what stands elsewhere; none of them throws.
class undo_calls {
 public:
  void keep(std::function<void()> restore) { calls_.push_back(std::move(restore)); }
  /// Those of `before` came first.
  void keep_first(undo_calls& before) {
    calls_.insert(calls_.begin(), std::make_move_iterator(before.calls_.begin()),
                  std::make_move_iterator(before.calls_.end()));
    before.calls_.clear();
  }
  void restore() noexcept {
    for (; !calls_.empty(); calls_.pop_back()) calls_.back()();
  }
  void clear() noexcept { calls_.clear(); }

 private:
  std::vector<std::function<void()>> calls_;
};

}  // namespace gsta::detail
