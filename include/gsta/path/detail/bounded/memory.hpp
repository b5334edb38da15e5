#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "gsta/core/buffer.hpp"
#include "gsta/core/error.hpp"

namespace gsta::detail {

/// Keeps account of working memory, and refuses what would exceed the allowance before it is taken.
class work_memory {
 public:
  explicit work_memory(std::size_t most) : most_(most) {}

  void claim(std::size_t bytes) {
    if (!fits(bytes)) refuse(bytes);
    used_ += bytes;
    peak_ = std::max(peak_, used_);
  }
  void release(std::size_t bytes) noexcept { used_ -= bytes; }
  bool fits(std::size_t bytes) const noexcept { return bytes <= most_ - used_; }
  std::size_t free() const noexcept { return most_ - used_; }
  std::size_t peak() const noexcept { return peak_; }

 private:
  [[noreturn]] void refuse(std::size_t bytes) const {
    std::string sentence = "path search: the next step needs ";
    sentence += std::to_string(used_ + bytes);
    sentence += " bytes of working memory; allowed are ";
    sentence += std::to_string(most_);
    throw argument_error(sentence);
  }

  std::size_t most_, used_ = 0, peak_ = 0;
};

/// A claim that ends with its scope.
class memory_claim {
 public:
  memory_claim() = default;
  memory_claim(work_memory& memory, std::size_t bytes) : memory_(&memory), bytes_(bytes) {
    memory.claim(bytes);
  }
  memory_claim(memory_claim&& other) noexcept
      : memory_(std::exchange(other.memory_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  memory_claim& operator=(memory_claim&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~memory_claim() {
    if (memory_ != nullptr) memory_->release(bytes_);
  }

 private:
  work_memory* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

/// A buffer that is on the account.
template <class T, memory_space S>
class work_array {
 public:
  work_array() = default;
  template <executor E>
  work_array(E const& exec, work_memory& memory, std::size_t size)
      : claim_(memory, size * sizeof(T)), buffer_(exec, size) {}

  std::size_t size() const noexcept { return buffer_.size(); }
  span<T, S> view() noexcept { return buffer_.view(); }
  span<T const, S> view() const noexcept { return buffer_.view(); }
  span<T const, S> read() const noexcept { return buffer_.view(); }
  /// Takes the array off the account.
  buffer<T, S> release() && {
    claim_ = memory_claim();
    return std::move(buffer_);
  }

 private:
  memory_claim claim_;
  buffer<T, S> buffer_;
};

}  // namespace gsta::detail
