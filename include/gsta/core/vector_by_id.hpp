#pragma once

#include <concepts>
#include <memory>
#include <utility>
#include <vector>

namespace gsta {

/// A `std::vector` that ids and other signed numbers index without a warning about their sign.
///
/// It is a `std::vector` in all else, and passes for one by reference. From a `std::vector` that ends here it
/// is made by a move; a copy has to be written out. Host alone.
template <class T, class Allocator = std::allocator<T>>
class vector_by_id : public std::vector<T, Allocator> {
  using base = std::vector<T, Allocator>;

 public:
  using base::base;
  using base::operator=;
  using base::operator[];

  /// No elements.
  vector_by_id() = default;
  /// Takes the elements of `other`, in O(1).
  vector_by_id(base&& other) noexcept : base(std::move(other)) {}
  /// Copies the elements of `other`, in O(elements).
  explicit vector_by_id(base const& other) : base(other) {}

  /// Element i, an id or another signed number. Needs: 0 <= i < size().
  template <std::signed_integral Id>
  typename base::reference operator[](Id i) noexcept {
    return base::operator[](static_cast<typename base::size_type>(i));
  }
  /// Element i of a constant vector, an id or another signed number. Needs: 0 <= i < size().
  template <std::signed_integral Id>
  typename base::const_reference operator[](Id i) const noexcept {
    return base::operator[](static_cast<typename base::size_type>(i));
  }
};

}  // namespace gsta
