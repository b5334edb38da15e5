#pragma once

#include <concepts>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include "gsta/core/executor.hpp"
#include "gsta/core/span.hpp"

namespace gsta {

/// Owns `size()` uninitialised elements in space `S`. Move-only; a copy is made by `clone` or `copy`, by
/// name.
///
/// Where: memory comes from the executor that it is made with and goes back in that executor's order.
/// Throws: what the executor's `allocate` throws (std::bad_alloc, cuda_error).
template <class T, memory_space S>
class buffer {
  static_assert(std::is_trivially_copyable_v<T>, "buffers hold plain values that may cross to the device");

 public:
  using value_type = T;                     ///< what an element is
  static constexpr memory_space space = S;  ///< where the elements lie

  buffer() = default;

  /// Takes `size` elements of memory from `exec`; none for size 0.
  template <executor E>
    requires(E::space == S)
  buffer(E const& exec, std::size_t size) : size_(size), free_(exec.deallocation()) {
    if (size > static_cast<std::size_t>(-1) / 2 / sizeof(T)) throw std::bad_array_new_length();
    if (size > 0) data_ = static_cast<T*>(exec.allocate(size * sizeof(T)));
  }

  /// Takes over the memory; `other` is empty then.
  buffer(buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        free_(other.free_) {}
  /// Swaps the two, so that `other` gives back what this one had.
  buffer& operator=(buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(free_, other.free_);
    return *this;
  }
  ~buffer() {
    if (data_ != nullptr) free_.release(data_, size_ * sizeof(T), free_.memory, free_.stream);
  }

  /// The first element's address, null if there is none.
  T* data() const noexcept { return data_; }
  /// Number of elements.
  std::size_t size() const noexcept { return size_; }
  /// True if there is no element.
  bool empty() const noexcept { return size_ == 0; }
  /// A view that may write; the buffer must outlive it.
  span<T, S> view() noexcept { return {data_, size_}; }
  /// A view that may not write; the buffer must outlive it.
  span<T const, S> view() const noexcept { return {data_, size_}; }
  /// Converts to a view that may write; the buffer must outlive it.
  operator span<T, S>() noexcept { return view(); }
  /// Converts to a view that may not write; the buffer must outlive it.
  operator span<T const, S>() const noexcept { return view(); }

  /// Host buffers read like arrays.
  T& operator[](std::size_t i) noexcept
    requires(S == memory_space::host)
  {
    return data_[i];
  }
  /// Element i of a constant host buffer.
  T const& operator[](std::size_t i) const noexcept
    requires(S == memory_space::host)
  {
    return data_[i];
  }
  /// Element i of a host buffer, an id or another signed number. Needs: 0 <= i < size().
  template <std::signed_integral Id>
    requires(S == memory_space::host)
  T& operator[](Id i) noexcept {
    return data_[i];
  }
  /// Element i of a constant host buffer, an id or another signed number. Needs: 0 <= i < size().
  template <std::signed_integral Id>
    requires(S == memory_space::host)
  T const& operator[](Id i) const noexcept {
    return data_[i];
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
  deallocator free_{};
};

}  // namespace gsta
