#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "gsta/core/macros.hpp"

namespace gsta {

/// Where an array lives. It is part of every view's type, so a device array cannot be handed to host code.
enum class memory_space {
  host,    ///< what the calling thread can touch
  device,  ///< a GPU's memory
};

/// Dense id of a pin, node, net, arc, table, ...; `none` where there is none.
using id = std::int32_t;
/// The id of nothing.
inline constexpr id none = -1;

/// A trivially copyable view of `size()` elements in space `S`. It owns nothing.
///
/// A span of `T` converts to a span of `T const`; spaces never convert.
template <class T, memory_space S>
struct span {
  using value_type = std::remove_const_t<T>;  ///< what an element is, also of a view that may not write
  static constexpr memory_space space = S;    ///< where the elements lie

  span() = default;
  /// Views `size` elements at `data`, which must lie in space `S` and outlive the view.
  GSTA_HD constexpr span(T* data, std::size_t size) noexcept : data_(data), size_(size) {}

  /// From a view that may write: converts to one that may not.
  template <class U>
    requires(std::is_same_v<T, U const> && !std::is_same_v<T, U>)
  GSTA_HD constexpr span(span<U, S> other) noexcept : data_(other.data()), size_(other.size()) {}

  /// The first element's address, for CUDA calls and your own kernels.
  GSTA_HD constexpr T* data() const noexcept { return data_; }
  /// Number of elements.
  GSTA_HD constexpr std::size_t size() const noexcept { return size_; }
  /// True if there is no element.
  GSTA_HD constexpr bool empty() const noexcept { return size_ == 0; }
  /// Element `i`, unchecked. Only code that runs in space `S` may touch it.
  GSTA_HD constexpr T& operator[](std::size_t i) const noexcept { return data_[i]; }
  /// Element `i`, an id or another signed number. Needs: 0 <= i < size().
  template <std::signed_integral Id>
  GSTA_HD constexpr T& operator[](Id i) const noexcept {
    return data_[i];
  }
  /// For loops over all elements, in space `S`.
  GSTA_HD constexpr T* begin() const noexcept { return data_; }
  /// Behind the last element.
  GSTA_HD constexpr T* end() const noexcept { return data_ + size_; }
  /// The `count` elements from `first` on, unchecked.
  GSTA_HD constexpr span subspan(std::size_t first, std::size_t count) const noexcept {
    return {data_ + first, count};
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// A view of host memory.
template <class T>
using host_span = span<T, memory_space::host>;
/// A view of device memory.
template <class T>
using device_span = span<T, memory_space::device>;

/// A view of a caller's own host vector, which must outlive it and keep its size.
template <class T>
host_span<T> view_of(std::vector<T>& v) noexcept {
  return {v.data(), v.size()};
}
/// A view of a caller's own constant host vector, which must outlive it and keep its size.
template <class T>
host_span<T const> view_of(std::vector<T> const& v) noexcept {
  return {v.data(), v.size()};
}

}  // namespace gsta
