#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

/// What gsta uses of oneTBB, on threads that are started for each loop and joined behind it: for the thread
/// sanitizer, which sees all that orders these and nothing of what orders oneTBB's own. Nothing orders two
/// parts of a loop.
namespace oneapi::tbb {

template <class T>
class blocked_range {
 public:
  blocked_range(T begin, T end, std::size_t grain = 1) : begin_(begin), end_(end), grain_(grain) {}
  T begin() const { return begin_; }
  T end() const { return end_; }
  std::size_t grainsize() const { return grain_; }

 private:
  T begin_, end_;
  std::size_t grain_;
};

namespace info {
inline int default_concurrency() {
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}
}  // namespace info

class global_control {
 public:
  enum parameter { max_allowed_parallelism };
  global_control(parameter, std::size_t most) : before_(allowed().exchange(most)) {}
  global_control(global_control const&) = delete;
  global_control& operator=(global_control const&) = delete;
  ~global_control() { allowed() = before_; }
  static std::size_t active_value(parameter) { return allowed(); }

 private:
  static std::atomic<std::size_t>& allowed() {
    static std::atomic<std::size_t> most{static_cast<std::size_t>(info::default_concurrency())};
    return most;
  }
  std::size_t before_;
};

/// How many threads the arena has that the calling one works in.
inline thread_local int threads_here = 1;

class task_arena {
 public:
  explicit task_arena(int threads) : threads_(threads) {}
  template <class F>
  void execute(F const& f) const {
    struct keep {
      int before;
      ~keep() { threads_here = before; }
    } const kept{std::exchange(threads_here, threads_)};
    f();
  }

 private:
  int threads_;
};

/// Of n threads each has every n-th step. What one throws is thrown here, and the steps behind are left out.
template <class T, class F>
void parallel_for(blocked_range<T> const& all, F const& body) {
  std::size_t const n = all.end() - all.begin();
  constexpr std::size_t most = 4;  // each start takes the sanitizer a while
  auto const here = static_cast<std::size_t>(threads_here);
  std::size_t const step = std::max<std::size_t>(1, std::min(all.grainsize(), n / (4 * most)));
  std::size_t const threads = std::min({most, here, (n + step - 1) / step});
  std::atomic<bool> has_thrown{false};
  std::vector<std::exception_ptr> thrown(threads);
  auto const work = [&](std::size_t thread) {
    threads_here = static_cast<int>(here);
    try {
      for (std::size_t at = thread * step; at < n && !has_thrown.load(std::memory_order_relaxed);
           at += threads * step)
        body(blocked_range<T>(all.begin() + at, all.begin() + std::min(n, at + step)));
    } catch (...) {
      thrown[thread] = std::current_exception();
      has_thrown.store(true, std::memory_order_relaxed);
    }
  };
  std::vector<std::thread> others;
  for (std::size_t thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
  if (n > 0) work(0);
  for (auto& thread : others) thread.join();
  for (auto const& one : thrown)
    if (one) std::rethrow_exception(one);
}

}  // namespace oneapi::tbb
