#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>
#include <memory>
#include <optional>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/executor.hpp"

namespace gsta {

/// Runs on `threads` host threads of oneTBB (0: as many as the machine has), with the same bits as
/// `host_executor`. Copies share the threads' arena. Link gsta::tbb.
class tbb_executor {
 public:
  static constexpr memory_space space = memory_space::host;  ///< of what it allocates

  /// More threads than cores are allowed: oneTBB's limit is raised while a copy of this executor lives.
  explicit tbb_executor(unsigned threads = 0)
      : workers_(std::make_shared<workers>(
            threads == 0 ? static_cast<unsigned>(oneapi::tbb::info::default_concurrency()) : threads)) {}

  /// As `host_executor::allocate`.
  void* allocate(std::size_t bytes) const { return host_executor{}.allocate(bytes); }
  /// As `host_executor::deallocation`.
  deallocator deallocation() const noexcept { return host_executor{}.deallocation(); }
  /// Does nothing: a call returns when its work is done.
  void sync() const noexcept {}

  /// As many as the executor was made with, 1 or more.
  unsigned threads() const noexcept { return workers_->count; }
  /// Where to run work of your own on the same threads.
  oneapi::tbb::task_arena& arena() const noexcept { return workers_->arena; }

 private:
  struct workers {
    explicit workers(unsigned n) : count(n), arena(static_cast<int>(n)) {
      if (n > static_cast<unsigned>(oneapi::tbb::info::default_concurrency()))
        allowed.emplace(oneapi::tbb::global_control::max_allowed_parallelism, n);
    }
    unsigned count;
    /// oneTBB starts no more workers than the machine has cores unless told so. Of several such limits the
    /// least holds for the whole process, so an executor of few threads must not set one.
    std::optional<oneapi::tbb::global_control> allowed;
    oneapi::tbb::task_arena arena;
  };
  std::shared_ptr<workers> workers_;
};

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
