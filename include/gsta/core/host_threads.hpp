#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "gsta/core/executor.hpp"

namespace gsta {

/// Looks at an executor of the host and knows no more of it than how it shares out large pieces of work. For
/// functions that are compiled once: they take it where others take an executor, and any of the host
/// converts. An executor `E` without `share_pieces(n, data, run)` has one thread.
class host_threads {
 public:
  /// One item of a loop: `run(data, i)`.
  using piece = void (*)(void const* data, std::size_t i);

  /// The executor must outlive this.
  template <host_side_executor E>
  host_threads(E const& exec) noexcept : exec_(&exec) {
    if constexpr (requires { exec.share_pieces(std::size_t{}, nullptr, piece{}); }) {
      count_ = exec.threads();
      share_ = [](void const* of, std::size_t n, void const* data, piece run) {
        static_cast<E const*>(of)->share_pieces(n, data, run);
      };
    }
  }

  /// How many work, 1 or more.
  unsigned count() const noexcept { return count_; }

  /// Calls `op(i)` once for every i in [0, n), in any order: for items that each take some thousandths of a
  /// second. What one of them throws is thrown here, and others may not run then.
  ///
  /// Shapes: any. Cost: n calls. Where: the executor's threads; returns when all is done. Throws: what `op`
  /// throws.
  template <class Op>
  void for_each_piece(std::size_t n, Op const& op) const {
    if (count_ > 1 && n > 1)
      return share_(exec_, n, &op,
                    [](void const* data, std::size_t i) { (*static_cast<Op const*>(data))(i); });
    for (std::size_t i = 0; i < n; ++i) op(i);
  }

 private:
  void const* exec_;
  unsigned count_ = 1;
  void (*share_)(void const* exec, std::size_t n, void const* data, piece run) = nullptr;
};

/// Has the system give pages for memory that is about to be written, by all threads at once: what one thread
/// would spend on clearing them is most of what it takes to fill it. A hint.
///
/// Shapes: any memory of the caller's. Cost: O(pages), of which those that are there cost least. Where: the
/// executor's threads. Throws: nothing.
inline void prepare_pages([[maybe_unused]] host_threads const& threads, [[maybe_unused]] void* data,
                          [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
  constexpr std::uintptr_t page = std::uintptr_t{1} << 12U, at_once = std::uintptr_t{1} << 23U;
  if (threads.count() == 1 || bytes < at_once) return;
  auto const begin = (reinterpret_cast<std::uintptr_t>(data) + page - 1) & ~(page - 1);
  auto const end = (reinterpret_cast<std::uintptr_t>(data) + bytes) & ~(page - 1);
  auto const first = begin & ~(at_once - 1);
  threads.for_each_piece((end - first + at_once - 1) / at_once, [&](std::size_t i) {
    auto const from = std::max(begin, first + i * at_once), to = std::min(end, first + (i + 1) * at_once);
    (void)madvise(reinterpret_cast<void*>(from), to - from, MADV_POPULATE_WRITE);
  });
#endif
}

}  // namespace gsta
