#pragma once

#include <cstddef>

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

}  // namespace gsta
