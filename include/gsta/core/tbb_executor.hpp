#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <type_traits>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/executor.hpp"
#include "gsta/core/host_memory.hpp"

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

/// Runs on `threads` host threads of oneTBB (0: as many as the machine has), with the bits of
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

namespace detail {
/// Calls `part(begin, end)` for parts of [0, n) on the threads; of few items once, on the calling one.
template <class F>
void share_parts(tbb_executor const& exec, std::size_t n, F const& part) {
  constexpr std::size_t least = std::size_t{1} << 16U;
  std::size_t const parts = exec.threads() == 1 ? 1 : std::min<std::size_t>(4 * exec.threads(), n / least);
  if (parts < 2) return part(std::size_t{0}, std::size_t{0}, n);
  auto const one = [&](std::size_t p) { part(p, n * p / parts, n * (p + 1) / parts); };
  exec.share_pieces(parts, &one,
                    [](void const* of, std::size_t p) { (*static_cast<decltype(one) const*>(of))(p); });
}

/// Sums of parts, and then each part from the sum of those before it: sums of integers do not depend on it.
template <class T>
void scan_in_parts(tbb_executor const& exec, host_span<T const> in, host_span<T> out) {
  require(out.size() == in.size() + 1, "exclusive_scan: out must hold one element more than in");
  std::vector<T> before(4 * exec.threads() + 1, 0);
  share_parts(exec, in.size(), [&](std::size_t p, std::size_t begin, std::size_t end) {
    before[p + 1] = std::accumulate(in.begin() + begin, in.begin() + end, T{0});
  });
  std::partial_sum(before.begin(), before.end(), before.begin());
  share_parts(exec, in.size(), [&](std::size_t p, std::size_t begin, std::size_t end) {
    T sum = before[p];
    for (std::size_t i = begin; i < end; ++i) {
      T const next = sum + in[i];
      out[i] = sum;
      sum = next;
    }
  });
  out[in.size()] = before.back();
}
}  // namespace detail

/// `copy` on the threads, which are also the first to touch what is new.
template <class T>
void copy(tbb_executor const& exec, host_span<T const> from, host_span<T> to) {
  require(from.size() == to.size(), "copy: the two spans differ in size");
  detail::share_parts(exec, from.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    if (begin < end) std::memcpy(to.data() + begin, from.data() + begin, (end - begin) * sizeof(T));
  });
}

/// `exclusive_scan` on the threads.
inline void exclusive_scan(tbb_executor const& exec, host_span<id const> in, host_span<id> out) {
  detail::scan_in_parts(exec, in, out);
}
/// `exclusive_scan` on the threads for totals beyond what ids can number.
inline void exclusive_scan(tbb_executor const& exec, host_span<std::int64_t const> in,
                           host_span<std::int64_t> out) {
  detail::scan_in_parts(exec, in, out);
}

/// `reduce` on the threads.
template <class T, class Term, class Combine>
T reduce(tbb_executor const& exec, std::size_t n, Term const& term, T init, Combine const& combine) {
  struct slot {
    T value;
    bool is_set = false;
  };
  std::vector<slot> slots(4 * exec.threads(), slot{init});
  detail::share_parts(exec, n, [&](std::size_t p, std::size_t begin, std::size_t end) {
    if (begin == end) return;
    T sum = term(begin);
    for (std::size_t i = begin + 1; i < end; ++i) sum = combine(sum, term(i));
    slots[p] = {sum, true};
  });
  for (auto const& part : slots) {
    if (part.is_set) init = combine(init, part.value);
  }
  return init;
}

/// `to_vector` whose memory lies in large pages where it is long.
template <class T>
vector_by_id<std::remove_const_t<T>> to_vector(tbb_executor const&, host_span<T> from) {
  vector_by_id<std::remove_const_t<T>> out;
  out.reserve(from.size());
  prefer_large_pages(out.data(), from.size() * sizeof(T));
  out.assign(from.begin(), from.end());
  return out;
}

}  // namespace gsta

#ifdef GSTA_COMPILED_TBB
extern template class gsta::detail::tbb_workers<>;
#else
#include "gsta/core/detail/tbb_workers.hpp"
#endif
