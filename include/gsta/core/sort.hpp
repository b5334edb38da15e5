#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

/// `std::stable_sort` in the place of which headers call this: libstdc++ 12's own uses a function that C++20
/// deprecates, of which clang 19 and later warn in each program that includes them.
namespace gsta {

/// Sorts [first, last) by `less`; what compares equal keeps its order.
///
/// Shapes: random-access iterators; values are moved, and can be made by default.
/// Cost: n log n comparisons, room for n values.
/// Where: host; does not synchronise.
/// Throws: what `less` and moves of values throw; values are then lost.
template <class It, class Less>
void stable_sort(It first, It last, Less less) {
  using difference = typename std::iterator_traits<It>::difference_type;
  constexpr difference run = 8;
  difference const n = last - first;
  for (difference begin = 0; begin < n; begin += run) {  // by insertion
    It const end = first + std::min(begin + run, n);
    for (It i = first + begin; i != end; ++i) {
      auto value = std::move(*i);
      It at = i;
      for (; at != first + begin && less(value, *(at - 1)); --at) *at = std::move(*(at - 1));
      *at = std::move(value);
    }
  }
  if (n <= run) return;
  std::vector<typename std::iterator_traits<It>::value_type> other(static_cast<std::size_t>(n));
  auto const merge = [&](auto from, auto to, difference width) {
    for (difference begin = 0; begin < n; begin += 2 * width) {
      auto const middle = from + std::min(begin + width, n), end = from + std::min(begin + 2 * width, n);
      std::merge(std::make_move_iterator(from + begin), std::make_move_iterator(middle),
                 std::make_move_iterator(middle), std::make_move_iterator(end), to + begin, less);
    }
  };
  for (difference width = run; width < n; width *= 4) {  // there and back, so that the range has the result
    merge(first, other.begin(), width);
    merge(other.begin(), first, 2 * width);
  }
}

}  // namespace gsta
