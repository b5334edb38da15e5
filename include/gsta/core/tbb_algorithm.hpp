#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/tbb_executor.hpp"

namespace gsta {

/// Calls `op(i)` once for every i in [0, n), in any order, on the executor's threads. Few items stay on the calling
/// thread, where starting workers would cost more than the work.
template <class Op>
void for_each_n(tbb_executor const& exec, std::size_t n, Op const& op) {
  constexpr std::size_t grain = 256;
  if (n <= grain || exec.threads == 1) {
    for_each_n(host_executor{}, n, op);
    return;
  }
  namespace tbb = oneapi::tbb;
  int const threads = exec.threads == 0 ? tbb::task_arena::automatic : static_cast<int>(exec.threads);
  // Without this oneTBB never starts more workers than the machine has cores, whatever the arena asks for.
  tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism,
                                    exec.threads == 0 ? static_cast<std::size_t>(tbb::info::default_concurrency())
                                                      : exec.threads);
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n, grain), [&](tbb::blocked_range<std::size_t> const& part) {
      for (std::size_t i = part.begin(); i != part.end(); ++i) op(i);
    });
  });
}

}  // namespace gsta
