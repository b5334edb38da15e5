#pragma once

#include <cstddef>
#include <memory>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/executor.hpp"

namespace gsta {

namespace detail {

/// The loop of some op over a part of its items. oneTBB's many templates are compiled for this type alone:
/// for each op they would be most of what a file costs to compile.
struct part_loop {
  void const* op;
  void (*run)(void const* op, std::size_t begin, std::size_t end);
};

/// oneTBB's threads. A template only so that gsta::host can have the members compiled: then a program does
/// not even read oneTBB's headers.
template <class = void>
class tbb_workers {
 public:
  explicit tbb_workers(unsigned wanted);
  tbb_workers(tbb_workers const&) = delete;
  tbb_workers& operator=(tbb_workers const&) = delete;
  ~tbb_workers();

  unsigned count() const noexcept { return count_; }
  /// Few items stay on the calling thread, where waking workers would cost more than the work.
  void share_out(std::size_t n, part_loop const& loop) const;
  /// Items of which each is worth a thread.
  void share_pieces(std::size_t n, part_loop const& loop) const;

 private:
  struct arena;
  unsigned count_;
  std::unique_ptr<arena> arena_;
};

}  // namespace detail

/// Runs on `threads` host threads of oneTBB (0: as many as the machine has), with the same bits as
/// `host_executor`. Copies share the threads. Link gsta::tbb.
class tbb_executor {
 public:
  static constexpr memory_space space = memory_space::host;  ///< of what it allocates

  /// More threads than cores are allowed: oneTBB's limit is raised while a copy of this executor lives.
  explicit tbb_executor(unsigned threads = 0)
      : workers_(std::make_shared<detail::tbb_workers<> const>(threads)) {}

  /// As `host_executor::allocate`.
  void* allocate(std::size_t bytes) const { return host_executor{}.allocate(bytes); }
  /// As `host_executor::deallocation`.
  deallocator deallocation() const noexcept { return host_executor{}.deallocation(); }
  /// Does nothing: a call returns when its work is done.
  void sync() const noexcept {}

  /// As many as the executor was made with, 1 or more.
  unsigned threads() const noexcept { return workers_->count(); }

  /// For `host_threads`: calls `run(data, i)` for every i in [0, n) on the executor's threads.
  void share_pieces(std::size_t n, void const* data, void (*run)(void const* data, std::size_t i)) const {
    struct pieces {
      void const* data;
      void (*run)(void const* data, std::size_t i);
    } const all{data, run};
    workers_->share_pieces(n, {&all, [](void const* of, std::size_t begin, std::size_t end) {
                                 auto const& them = *static_cast<pieces const*>(of);
                                 for (std::size_t i = begin; i != end; ++i) them.run(them.data, i);
                               }});
  }

 private:
  template <class Op>
  friend void for_each_n(tbb_executor const& exec, std::size_t n, Op const& op);

  std::shared_ptr<detail::tbb_workers<> const> workers_;
};

/// Calls `op(i)` once for every i in [0, n), in any order, on the executor's threads.
template <class Op>
void for_each_n(tbb_executor const& exec, std::size_t n, Op const& op) {
  exec.workers_->share_out(n, {&op, [](void const* of, std::size_t begin, std::size_t end) {
                                 Op const& item = *static_cast<Op const*>(of);
                                 for (std::size_t i = begin; i != end; ++i) item(i);
                               }});
}

}  // namespace gsta

#ifdef GSTA_COMPILED_TBB
extern template class gsta::detail::tbb_workers<>;
#else
#include "gsta/core/detail/tbb_workers.hpp"
#endif
