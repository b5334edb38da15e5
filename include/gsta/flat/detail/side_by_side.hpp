#pragma once

#include <cstddef>

#include "gsta/core/host_threads.hpp"

namespace gsta::detail {

/// Calls all of them, on as many threads as there are, in any order.
template <class... Ops>
void side_by_side(host_threads const& threads, Ops&&... ops) {
  threads.for_each_piece(sizeof...(ops), [&](std::size_t wanted) {
    std::size_t i = 0;
    ((i++ == wanted ? static_cast<void>(ops()) : void()), ...);
  });
}

}  // namespace gsta::detail
