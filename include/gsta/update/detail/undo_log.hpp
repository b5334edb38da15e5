#pragma once

#include <cstring>
#include <type_traits>
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

}  // namespace gsta::detail
