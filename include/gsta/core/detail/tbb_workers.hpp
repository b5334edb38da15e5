#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>
#include <memory>
#include <optional>

#include "gsta/core/tbb_executor.hpp"

namespace gsta::detail {

template <class T>
struct tbb_workers<T>::arena {
  explicit arena(unsigned n) : tasks(static_cast<int>(n)) {
    if (n > static_cast<unsigned>(oneapi::tbb::info::default_concurrency()))
      allowed.emplace(oneapi::tbb::global_control::max_allowed_parallelism, n);
  }
  /// oneTBB starts no more workers than the machine has cores unless told so. Of several such limits the
  /// least holds for the whole process, so an executor of few threads must not set one.
  std::optional<oneapi::tbb::global_control> allowed;
  oneapi::tbb::task_arena tasks;

  void run(std::size_t n, std::size_t grain, part_loop const& loop) {
    using range = oneapi::tbb::blocked_range<std::size_t>;
    tasks.execute([&] {
      oneapi::tbb::parallel_for(range(0, n, grain),
                                [&](range const& part) { loop.run(loop.op, part.begin(), part.end()); });
    });
  }
};

template <class T>
tbb_workers<T>::tbb_workers(unsigned wanted)
    : count_(wanted == 0 ? static_cast<unsigned>(oneapi::tbb::info::default_concurrency()) : wanted),
      arena_(std::make_unique<arena>(count_)) {}

template <class T>
tbb_workers<T>::~tbb_workers() = default;

template <class T>
void tbb_workers<T>::share_out(std::size_t n, part_loop const& loop) const {
  constexpr std::size_t grain = 64;
  if (n <= grain || count_ == 1) {
    loop.run(loop.op, 0, n);
    return;
  }
  arena_->run(n, grain, loop);
}

template <class T>
void tbb_workers<T>::share_pieces(std::size_t n, part_loop const& loop) const {
  arena_->run(n, 1, loop);
}

}  // namespace gsta::detail
