#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "gsta/core/pinned_pieces.cuh"

namespace gsta::detail {

/// `memcpy` of much that nobody reads soon: lines are written without being read first.
inline void copy_past_caches(char* to, char const* from, std::size_t bytes) noexcept {
  std::size_t at = 0;
#if defined(__SSE2__)
  constexpr std::size_t line = 64;
  at = std::min(bytes, (line - reinterpret_cast<std::uintptr_t>(to) % line) % line);
  std::memcpy(to, from, at);
  for (; at + line <= bytes; at += line) {
    for (std::size_t i = at; i < at + line; i += sizeof(__m128i))
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + i),
                       _mm_loadu_si128(reinterpret_cast<__m128i const*>(from + i)));
  }
  _mm_sfence();
#endif
  std::memcpy(to + at, from + at, bytes - at);
}

/// Copies from the device to pageable arrays: one thread has the device fill all pieces in turn, and others
/// empty them in parts. Each call of the driver costs microseconds and takes a lock, so only that thread
/// calls it; the last piece, which nothing hides, is emptied by all threads together.
class pinned_fetches {
 public:
  explicit pinned_fetches(pinned_pieces& pieces)
      : pieces_(&pieces), ring_(std::size_t{pinned_pieces::pieces_of_thread} * pieces.threads()) {}

  /// Before `begin`: at most a piece of an array.
  void add(char const* from, char* to, std::size_t bytes, std::size_t group) {
    fetches_.push_back({from, to, bytes, group});
  }
  /// How much there is to do for threads that empty pieces.
  std::size_t parts() const noexcept { return fetches_.size() * parts_of_piece(); }
  void begin() {
    parts_left_ = std::make_unique<std::atomic<std::size_t>[]>(fetches_.size());
    for (std::size_t i = 0; i < fetches_.size(); ++i) parts_left_[i] = parts_of(fetches_[i].bytes);
  }

  /// On one thread: fills each piece again when it was emptied, and says how many are full.
  void fill(cuda_executor const& exec, std::atomic<bool> const& stop) {
    std::size_t next = 0;
    auto const fetch = [&] {
      auto const& of = fetches_[next];
      check_cuda(cudaMemcpyAsync(piece(next), of.from, of.bytes, cudaMemcpyDefault, exec.stream),
                 "cudaMemcpyAsync");
      check_cuda(cudaEventRecord(filled(next), exec.stream), "cudaEventRecord");
      ++next;
    };
    while (next < std::min(fetches_.size(), ring_)) fetch();
    for (std::size_t full = 0; full < fetches_.size() && !stop.load(); ++full) {
      check_cuda(cudaEventSynchronize(filled(full)), "cudaEventSynchronize");
      full_.store(full + 1);
      full_.notify_all();
      while (next < fetches_.size()) {
        auto& left = parts_left_[next - ring_];
        if (next > full + 1 && left.load() != 0) break;  // others are on the bus meanwhile
        for (auto parts = left.load(); parts != 0 && !stop.load(); parts = left.load()) left.wait(parts);
        if (stop.load()) break;
        fetch();
      }
    }
    if (next > 0) check_cuda(cudaEventSynchronize(filled(next - 1)), "cudaEventSynchronize");
  }

  /// On any threads: `emptied(group)` for each piece. Returns when there is nothing left to take.
  template <class Emptied>
  void empty(std::atomic<bool> const& stop, Emptied const& emptied) {
    for (std::size_t i = next_part_.fetch_add(1); i < parts(); i = next_part_.fetch_add(1)) {
      auto const number = i / parts_of_piece(), at = i % parts_of_piece() * part_bytes;
      auto const& of = fetches_[number];
      if (at >= of.bytes) continue;
      for (auto full = full_.load(); full <= number; full = full_.load()) full_.wait(full);
      if (!stop.load()) copy_past_caches(of.to + at, piece(number) + at, std::min(part_bytes, of.bytes - at));
      auto& left = parts_left_[number];
      if (left.fetch_sub(1) != 1) continue;
      left.notify_all();
      emptied(of.group);
    }
  }

  /// With `stop` set: nobody waits for a piece any more, to be full or to be empty.
  void give_up() noexcept {
    full_.store(fetches_.size());
    full_.notify_all();
    for (std::size_t i = 0; i < fetches_.size(); ++i) {
      parts_left_[i].store(0);
      parts_left_[i].notify_all();
    }
  }

 private:
  static constexpr std::size_t part_bytes = std::size_t{256} << 10U;

  struct fetch_of {
    char const* from;
    char* to;
    std::size_t bytes, group;
  };

  static std::size_t parts_of(std::size_t bytes) noexcept { return (bytes + part_bytes - 1) / part_bytes; }
  std::size_t parts_of_piece() const noexcept { return parts_of(pieces_->piece_bytes()); }
  unsigned thread_of(std::size_t fetch) const noexcept {
    return static_cast<unsigned>(fetch % ring_) / pinned_pieces::pieces_of_thread;
  }
  unsigned which_of(std::size_t fetch) const noexcept {
    return static_cast<unsigned>(fetch % ring_) % pinned_pieces::pieces_of_thread;
  }
  char* piece(std::size_t fetch) const noexcept { return pieces_->piece(thread_of(fetch), which_of(fetch)); }
  cudaEvent_t filled(std::size_t fetch) const noexcept {
    return pieces_->free_again(thread_of(fetch), which_of(fetch));
  }

  pinned_pieces* pieces_;
  std::size_t ring_;  // pieces
  std::vector<fetch_of> fetches_;
  std::unique_ptr<std::atomic<std::size_t>[]> parts_left_;  // [fetches] that are not emptied
  std::atomic<std::size_t> full_{0}, next_part_{0};
};

}  // namespace gsta::detail
