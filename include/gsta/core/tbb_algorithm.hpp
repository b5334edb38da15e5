#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <cstddef>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/tbb_executor.hpp"

namespace gsta {

/// Calls `op(i)` once for every i in [0, n), in any order, on the executor's threads. Few items stay on the
/// calling thread, where waking workers would cost more than the work.
template <class Op>
void for_each_n(tbb_executor const& exec, std::size_t n, Op const& op) {
  constexpr std::size_t grain = 64;
  if (n <= grain || exec.threads() == 1) {
    for_each_n(host_executor{}, n, op);
    return;
  }
  using range = oneapi::tbb::blocked_range<std::size_t>;
  exec.arena().execute([&] {
    oneapi::tbb::parallel_for(range(0, n, grain), [&](range const& part) {
      for (std::size_t i = part.begin(); i != part.end(); ++i) op(i);
    });
  });
}

}  // namespace gsta
