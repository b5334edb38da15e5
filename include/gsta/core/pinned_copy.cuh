#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "gsta/core/algorithm.cuh"
#include "gsta/core/algorithm.hpp"
#include "gsta/core/detail/pinned_fetches.cuh"
#include "gsta/core/pinned_pieces.cuh"
#include "gsta/core/span.hpp"

namespace gsta {

/// Copies arrays between host and device through pinned pieces, by threads of its own, in the order in which
/// they were added. Arrays come in groups, numbered from 0 in ascending order; work on any stream can follow
/// one group while later ones are still on their way. Arrays that are pinned already are copied as they are.
///
/// This is work of the host: `add` and `start` do not wait, but `follow` waits until all pieces of a group
/// have been handed to the stream, and `finish` and the destructor until the threads are done, so until all
/// arrays have been read, or written. Host arrays must not change before that.
class pinned_copy {
 public:
  /// The copies go to the stream of `exec`, which must outlive this. `pieces` likewise, used by nobody else.
  pinned_copy(cuda_executor const& exec, pinned_pieces& pieces)
      : exec_(exec), pieces_(&pieces), fetches_(pieces) {
    check_cuda(cudaGetDevice(&device_), "cudaGetDevice");
  }
  pinned_copy(pinned_copy const&) = delete;
  pinned_copy& operator=(pinned_copy const&) = delete;
  ~pinned_copy() {
    stop_.store(true);  // after an error elsewhere nobody waits for the rest
    join();
  }

  /// Before `start`: one more array of `group`. Throws: argument_error on sizes or order.
  template <class T>
  void add(std::size_t group, host_span<T const> from, device_span<T> to) {
    require(from.size() == to.size(), "pinned_copy: the two spans differ in size");
    add_array(group, from.data(), reinterpret_cast<char const*>(from.data()),
              reinterpret_cast<char*>(to.data()), from.size() * sizeof(T), true);
  }
  /// Before `start`: one more array of `group` that is `value` but for few places. The device writes that
  /// value, and parts of the array with nothing else are read, but not copied.
  template <class T>
  void add_mostly(std::size_t group, host_span<T const> from, device_span<T> to, T const& value) {
    require(from.size() == to.size(), "pinned_copy: the two spans differ in size");
    if (from.empty() || is_pinned(from.data())) return add(group, from, to);
    fill(exec_, to, value);
    auto const* const bytes = reinterpret_cast<char const*>(&value);
    patterns_.emplace_back(bytes, bytes + sizeof(T));
    std::size_t const part = pieces_->piece_bytes() / parts_of_piece / sizeof(T) * sizeof(T);
    add_pieces(group, reinterpret_cast<char const*>(from.data()), reinterpret_cast<char*>(to.data()),
               from.size() * sizeof(T), std::min(std::max(part, sizeof(T)), pieces_->piece_bytes()),
               {.to_device = true, .pattern = patterns_.size()});
  }
  /// `add` from the device to the host.
  template <class T>
  void add(std::size_t group, device_span<T const> from, host_span<T> to) {
    require(from.size() == to.size(), "pinned_copy: the two spans differ in size");
    add_array(group, to.data(), reinterpret_cast<char const*>(from.data()),
              reinterpret_cast<char*>(to.data()), from.size() * sizeof(T), false);
  }

  /// Lets the threads begin, once.
  void start() {
    for (auto& g : groups_) {
      if (g.left == 0) end_group(g);
    }
    std::size_t const items = copies_.size() + fetches_.parts();
    auto const useful = static_cast<unsigned>(std::min<std::size_t>(pieces_->threads(), items));
    senders_ = copies_.empty() ? 0 : useful;
    fetches_.begin();
    if (fetches_.parts() > 0) threads_.emplace_back([this] { guarded([this] { fetch_all(); }); });
    for (unsigned thread = 0; thread < useful; ++thread)
      threads_.emplace_back([this, thread] { guarded([this, thread] { run(thread); }); });
  }

  /// What comes after on `exec` finds the arrays of this group where they belong: on the device. Waits until
  /// they are under way, not until they are there. Throws: cuda_error, also of the threads.
  void follow(cuda_executor const& exec, std::size_t group) {
    require(group < groups_.size(), "pinned_copy: there is no such group");
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return groups_[group].left == 0 || failure_; });
      if (failure_) std::rethrow_exception(failure_);
    }
    groups_[group].sent.let_wait(exec);
  }

  /// Waits for the threads; host arrays are then read, or written. Throws: cuda_error of the threads.
  void finish() {
    join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  static constexpr std::size_t parts_of_piece = 8;  // that are looked at one by one

  struct way {
    bool to_device = false, direct = false;
    std::size_t pattern = 0;  // counted from 1: a part that repeats it is there already; 0: none
  };
  struct one_copy {
    char const* from;
    char* to;
    std::size_t bytes, group;
    way by;
  };
  struct one_group {
    std::size_t left = 0;  // pieces not sent yet
    cuda_event sent;
  };

  static bool is_pinned(void const* data) {
    cudaPointerAttributes about{};
    if (cudaPointerGetAttributes(&about, data) == cudaSuccess) return about.type == cudaMemoryTypeHost;
    cudaGetLastError();  // clears it
    return false;
  }

  void add_array(std::size_t group, void const* host, char const* from, char* to, std::size_t bytes,
                 bool to_device) {
    bool const direct = bytes > 0 && is_pinned(host);
    add_pieces(group, from, to, bytes, direct ? bytes : pieces_->piece_bytes(), {to_device, direct});
  }
  void add_pieces(std::size_t group, char const* from, char* to, std::size_t bytes, std::size_t step,
                  way const& by) {
    require(threads_.empty() && group + 1 >= groups_.size(), "pinned_copy: groups come in ascending order");
    while (groups_.size() <= group) groups_.emplace_back();
    for (std::size_t at = 0; at < bytes; at += step) {
      auto const size = std::min(step, bytes - at);
      if (by.direct || by.to_device)
        copies_.push_back({from + at, to + at, size, group, by});
      else
        fetches_.add(from + at, to + at, size, group);
      ++groups_[group].left;
    }
  }

  /// Whether the device has these bytes already: they repeat what it was filled with.
  bool is_there(one_copy const& c) const noexcept {
    if (c.by.pattern == 0) return false;
    auto const& repeated = patterns_[c.by.pattern - 1];
    std::size_t const size = repeated.size();
    return c.bytes >= size && std::memcmp(c.from, repeated.data(), size) == 0 &&
           std::memcmp(c.from, c.from + size, c.bytes - size) == 0;
  }

  template <class F>
  void guarded(F const& work) noexcept {
    try {
      check_cuda(cudaSetDevice(device_), "cudaSetDevice");
      work();
    } catch (...) {
      std::lock_guard const lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_.store(true);
      changed_.notify_all();
    }
    // Whoever waits for this thread finds out.
    if (stop_.load()) {
      senders_.store(0);
      senders_.notify_all();
      fetches_.give_up();
    }
  }

  void run(unsigned thread) {
    send_all(thread);
    fetches_.empty(stop_, [this](std::size_t group) { count_down(group); });
  }
  /// Fetches use the pieces that senders used before.
  void fetch_all() {
    for (auto left = senders_.load(); left != 0 && !stop_.load(); left = senders_.load()) senders_.wait(left);
    fetches_.fill(exec_, stop_);
  }
  void send_all(unsigned thread) {
    if (copies_.empty()) return;
    unsigned used = 0;
    for (std::size_t i = next_.fetch_add(1); i < copies_.size() && !stop_.load(); i = next_.fetch_add(1)) {
      one_copy const& c = copies_[i];
      if (c.by.direct) {
        enqueue(c.to, c.from, c.bytes);
      } else if (!is_there(c)) {
        send(c, thread, used);
      }
      count_down(c.group);
    }
    drain(thread, used);
    senders_.fetch_sub(1);
    senders_.notify_all();
  }

  void count_down(std::size_t group) {
    std::lock_guard const lock(mutex_);
    if (--groups_[group].left == 0) end_group(groups_[group]);
  }

  /// The pieces may be used by somebody else from now on.
  void drain(unsigned thread, unsigned used) const {
    for (unsigned which = 0; which < std::min(used, pinned_pieces::pieces_of_thread); ++which)
      check_cuda(cudaEventSynchronize(pieces_->free_again(thread, which)), "cudaEventSynchronize");
  }

  void send(one_copy const& c, unsigned thread, unsigned& used) const {
    unsigned const which = next_piece(thread, used);
    char* const piece = pieces_->piece(thread, which);
    std::memcpy(piece, c.from, c.bytes);
    enqueue(c.to, piece, c.bytes);
    check_cuda(cudaEventRecord(pieces_->free_again(thread, which), exec_.stream), "cudaEventRecord");
  }
  /// The piece whose turn it is, once no copy needs it.
  unsigned next_piece(unsigned thread, unsigned& used) const {
    unsigned const which = used % pinned_pieces::pieces_of_thread;
    if (used >= pinned_pieces::pieces_of_thread)
      check_cuda(cudaEventSynchronize(pieces_->free_again(thread, which)), "cudaEventSynchronize");
    ++used;
    return which;
  }
  void enqueue(char* to, char const* from, std::size_t bytes) const {
    check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, exec_.stream), "cudaMemcpyAsync");
  }

  /// All of a group's pieces are in the stream: marks the place behind them.
  void end_group(one_group& group) {
    group.sent.record(exec_);
    changed_.notify_all();
  }

  void join() noexcept {
    for (auto& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
    for (auto const& c : copies_) {
      if (c.by.direct) {  // the host array is being read, or written, by the device itself
        cudaStreamSynchronize(exec_.stream);
        break;
      }
    }
  }

  cuda_executor exec_;
  pinned_pieces* pieces_;
  int device_ = 0;
  std::vector<one_copy> copies_;             // to the device, or of pinned arrays
  detail::pinned_fetches fetches_;           // the others
  std::vector<std::vector<char>> patterns_;  // bytes of one item each
  std::vector<one_group> groups_;
  std::vector<std::thread> threads_;
  std::atomic<std::size_t> next_{0};
  std::atomic<unsigned> senders_{0};  // threads that may use pieces for `copies_`
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::exception_ptr failure_;
};

}  // namespace gsta
