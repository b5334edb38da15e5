#pragma once

#include <algorithm>
#include <vector>

#include "gsta/path/detail/bounded_memory.hpp"

namespace gsta::detail {

/// Makes room for `more` items, twice of what there was if that is more; the old items are held meanwhile.
template <class T>
void make_room(work_memory& memory, std::vector<T>& items, std::size_t more = 1) {
  if (items.capacity() - items.size() >= more) return;
  std::size_t const before = items.capacity() * sizeof(T);
  std::size_t const room = std::max({std::size_t{64}, items.size() + more, 2 * items.capacity()});
  memory.claim(room * sizeof(T));
  items.reserve(room);
  memory.release(before);
}

}  // namespace gsta::detail
