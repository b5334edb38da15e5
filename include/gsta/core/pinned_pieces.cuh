#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

#include "gsta/core/cuda_executor.cuh"

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

}  // namespace gsta
