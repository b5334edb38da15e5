#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gsta/core/executor.hpp"
#include "gsta/core/name_slots.hpp"

namespace gsta::model {

/// Places in a list of records that have a `name`, by these names: a table of 8 bytes a place, which looks at
/// the list for the letters. Who renames or moves records of the list says so to the index.
class wire_index {
 public:
  /// No place.
  static constexpr std::size_t npos = ~std::size_t{0};

  /// How many names there are.
  std::size_t size() const noexcept { return size_; }
  /// True without names.
  bool empty() const noexcept { return size_ == 0; }

  /// The place that a name has, or `npos`.
  ///
  /// Shapes: the list that the places are of. Cost: O(letters). Where: host. Throws: nothing.
  template <class List>
  std::size_t find(List const& list, std::string_view name) const noexcept {
    if (slots_.empty()) return npos;
    slot const& at = slots_[slots_.find(list, name, slots_.hash_of(name))];
    return at.is_free() ? npos : at.place;
  }

  /// Gives a name a place, and returns the one that it had, or `npos`.
  ///
  /// Shapes: a place below 2^32 - 1, whose record has or will have that name. Cost: O(letters), now and then
  /// that of a larger table. Where: host. Throws: std::bad_alloc.
  template <class List>
  std::size_t assign(List const& list, std::string_view name, std::size_t place) {
    reserve(size_ + 1);
    auto const hash = slots_.hash_of(name);
    slot& at = slots_[slots_.find(list, name, hash)];
    if (at.is_free()) {
      at.hash = hash;
      ++size_;
    }
    std::size_t const before = at.place;
    at.place = static_cast<std::uint32_t>(place);
    return before == slot::free ? npos : before;
  }

  /// Takes a name away, and returns the place that it had, or `npos`.
  ///
  /// Shapes: as `find`. Cost: O(letters). Where: host. Throws: nothing.
  template <class List>
  std::size_t erase(List const& list, std::string_view name) noexcept {
    if (slots_.empty()) return npos;
    auto hole = slots_.find(list, name, slots_.hash_of(name));
    if (slots_[hole].is_free()) return npos;
    std::size_t const before = slots_[hole].place;
    // What was put behind it because its own slot was taken moves up.
    auto const mask = slots_.size() - 1;
    for (auto i = slots_.behind(hole); !slots_[i].is_free(); i = slots_.behind(i)) {
      auto const own = slots_.first_of(slots_[i].hash);
      if (((i - own) & mask) < ((i - hole) & mask)) continue;
      slots_[hole] = slots_[i];
      hole = i;
    }
    slots_[hole] = {};
    --size_;
    return before;
  }

  /// `visit(place)` for each name, in no order.
  ///
  /// Shapes: any. Cost: O(size). Where: host. Throws: what `visit` throws.
  template <class Visit>
  void for_each(Visit const& visit) const {
    for (slot const& at : slots_)
      if (!at.is_free()) visit(std::size_t{at.place});
  }

  /// Room for so many names.
  ///
  /// Shapes: any. Cost: O(names) where the table grows. Where: host. Throws: std::bad_alloc.
  void reserve(std::size_t names) {
    if (2 * names <= slots_.size()) return;
    std::size_t slots = 16;
    while (slots < 2 * names) slots *= 2;
    slots_.grow(slots, host_executor{});
  }

 private:
  using slot = name_slots::slot;

  name_slots slots_;  // at most half of them taken
  std::size_t size_ = 0;
};

}  // namespace gsta::model
