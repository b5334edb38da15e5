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

#include "gsta/core/cuda_executor.cuh"
#include "gsta/core/span.hpp"

namespace gsta {

/// A few pieces of pinned host memory, which copies between the device and pageable arrays go through.
/// Pinning takes milliseconds, so make them once. One transfer at a time may use them.
///
/// A host thread moves some 10 GB/s from array to piece, the bus five times as much: several threads, each
/// with two pieces, keep it busy.
class pinned_pieces {
 public:
  /// How many pieces, and of what size.
  struct options {
    unsigned threads = 0;                            ///< that copy; 0: half of the machine's, at most 8
    std::size_t piece_bytes = std::size_t{2} << 20;  ///< above 0
  };
  static constexpr unsigned pieces_of_thread = 2;  ///< one is filled while the other is on the bus

  /// Allocates all pieces. Throws: argument_error for pieces of no bytes, cuda_error.
  explicit pinned_pieces(options const& wanted)
      : threads_(wanted.threads > 0 ? wanted.threads : usual_threads()), bytes_(wanted.piece_bytes) {
    require(bytes_ > 0, "pinned_pieces: a piece must hold something");
    check_cuda(cudaHostAlloc(&memory_.data, count() * bytes_, cudaHostAllocPortable), "cudaHostAlloc");
    for (std::size_t i = 0; i < count(); ++i) free_again_.emplace_back();
  }
  pinned_pieces() : pinned_pieces(options{}) {}

  /// As many as may copy at once.
  unsigned threads() const noexcept { return threads_; }
  /// Bytes of one piece.
  std::size_t piece_bytes() const noexcept { return bytes_; }

  /// One of a thread's pieces: `thread` below `threads()`, `which` below `pieces_of_thread`.
  char* piece(unsigned thread, unsigned which) const noexcept {
    return static_cast<char*>(memory_.data) + (pieces_of_thread * thread + which) * bytes_;
  }
  /// The event that says when the last copy from or to that piece is over.
  cudaEvent_t free_again(unsigned thread, unsigned which) const noexcept {
    return free_again_[pieces_of_thread * thread + which].get();
  }

 private:
  static unsigned usual_threads() { return std::clamp(std::thread::hardware_concurrency() / 2, 1u, 8u); }
  std::size_t count() const noexcept { return std::size_t{pieces_of_thread} * threads_; }

  struct host_memory {
    host_memory() = default;
    host_memory(host_memory const&) = delete;
    host_memory& operator=(host_memory const&) = delete;
    ~host_memory() { cudaFreeHost(data); }
    void* data = nullptr;
  };

  unsigned threads_;
  std::size_t bytes_;
  host_memory memory_;
  std::vector<cuda_event> free_again_;
};

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
  pinned_copy(cuda_executor const& exec, pinned_pieces& pieces) : exec_(exec), pieces_(&pieces) {
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
    add_pieces(group, from.data(), reinterpret_cast<char const*>(from.data()),
               reinterpret_cast<char*>(to.data()), from.size() * sizeof(T), true);
  }
  /// The same from the device to the host.
  template <class T>
  void add(std::size_t group, device_span<T const> from, host_span<T> to) {
    require(from.size() == to.size(), "pinned_copy: the two spans differ in size");
    add_pieces(group, to.data(), reinterpret_cast<char const*>(from.data()),
               reinterpret_cast<char*>(to.data()), from.size() * sizeof(T), false);
  }

  /// Lets the threads begin, once.
  void start() {
    for (auto& g : groups_) {
      if (g.left == 0) end_group(g);
    }
    std::size_t const useful = std::min<std::size_t>(pieces_->threads(), copies_.size());
    for (unsigned thread = 0; thread < useful; ++thread)
      threads_.emplace_back([this, thread] { run(thread); });
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
  struct one_copy {
    char const* from;
    char* to;
    std::size_t bytes, group;
    bool to_device, direct;
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

  void add_pieces(std::size_t group, void const* host, char const* from, char* to, std::size_t bytes,
                  bool to_device) {
    require(threads_.empty() && group + 1 >= groups_.size(), "pinned_copy: groups come in ascending order");
    while (groups_.size() <= group) groups_.emplace_back();
    if (bytes == 0) return;
    bool const direct = is_pinned(host);
    std::size_t const step = direct ? bytes : pieces_->piece_bytes();
    for (std::size_t at = 0; at < bytes; at += step) {
      copies_.push_back({from + at, to + at, std::min(step, bytes - at), group, to_device, direct});
      ++groups_[group].left;
    }
  }

  /// A piece that the device fills, or has filled, and whose bytes are not where they belong yet.
  struct filled_piece {
    one_copy const* copy = nullptr;
    unsigned which = 0;
  };

  void run(unsigned thread) noexcept {
    try {
      check_cuda(cudaSetDevice(device_), "cudaSetDevice");
      unsigned used = 0;
      filled_piece last;
      for (std::size_t i = next_.fetch_add(1); i < copies_.size() && !stop_.load(); i = next_.fetch_add(1)) {
        one_copy const& c = copies_[i];
        if (c.direct || c.to_device) {
          empty(std::exchange(last, {}), thread);  // its piece is used next but one
          c.direct ? enqueue(c.to, c.from, c.bytes) : send(c, thread, used);
          count_down(c.group);
          continue;
        }
        // The bus fills one piece while this thread empties the other.
        filled_piece const next = fetch(c, thread, used);
        empty(last, thread);
        last = next;
      }
      empty(last, thread);
      drain(thread, used);
    } catch (...) {
      std::lock_guard const lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_.store(true);
      changed_.notify_all();
    }
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
  filled_piece fetch(one_copy const& c, unsigned thread, unsigned& used) const {
    unsigned const which = next_piece(thread, used);
    enqueue(pieces_->piece(thread, which), c.from, c.bytes);
    check_cuda(cudaEventRecord(pieces_->free_again(thread, which), exec_.stream), "cudaEventRecord");
    return {&c, which};
  }
  void empty(filled_piece const& of, unsigned thread) {
    if (of.copy == nullptr) return;
    check_cuda(cudaEventSynchronize(pieces_->free_again(thread, of.which)), "cudaEventSynchronize");
    std::memcpy(of.copy->to, pieces_->piece(thread, of.which), of.copy->bytes);
    count_down(of.copy->group);
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
      if (c.direct) {  // the host array is being read, or written, by the device itself
        cudaStreamSynchronize(exec_.stream);
        break;
      }
    }
  }

  cuda_executor exec_;
  pinned_pieces* pieces_;
  int device_ = 0;
  std::vector<one_copy> copies_;
  std::vector<one_group> groups_;
  std::vector<std::thread> threads_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::exception_ptr failure_;
};

}  // namespace gsta
