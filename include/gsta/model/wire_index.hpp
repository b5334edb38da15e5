#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/name_hash.hpp"

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
    slot const& at = slots_[slot_of(list, name, hash_of(name))];
    return at.is_free() ? npos : at.place;
  }

  /// Gives a name a place, and returns the one that it had, or `npos`.
  ///
  /// Shapes: a place below 2^32 - 1, whose record has or will have that name. Cost: O(letters), now and then
  /// that of a larger table. Where: host. Throws: std::bad_alloc.
  template <class List>
  std::size_t assign(List const& list, std::string_view name, std::size_t place) {
    reserve(size_ + 1);
    auto const hash = hash_of(name);
    slot& at = slots_[slot_of(list, name, hash)];
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
    auto hole = slot_of(list, name, hash_of(name));
    if (slots_[hole].is_free()) return npos;
    std::size_t const before = slots_[hole].place;
    // What was put behind it because its own slot was taken moves up.
    auto const mask = slots_.size() - 1;
    for (auto i = (hole + 1) & mask; !slots_[i].is_free(); i = (i + 1) & mask) {
      auto const own = slots_[i].hash & mask;
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
    auto const old = std::exchange(slots_, large_vector<slot>(slots, slot{}));
    for (slot const& at : old) {
      if (at.is_free()) continue;
      auto i = at.hash & (slots - 1);
      while (!slots_[i].is_free()) i = (i + 1) & (slots - 1);
      slots_[i] = at;
    }
  }

 private:
  struct slot {
    static constexpr std::uint32_t free = ~std::uint32_t{0};
    std::uint32_t hash = 0, place = free;
    bool is_free() const noexcept { return place == free; }
  };

  static std::uint32_t hash_of(std::string_view name) noexcept {
    return static_cast<std::uint32_t>(hash_of_name(name));
  }
  template <class List>
  std::size_t slot_of(List const& list, std::string_view name, std::uint32_t hash) const noexcept {
    auto const mask = slots_.size() - 1;
    auto i = hash & mask;
    while (!slots_[i].is_free() &&
           (slots_[i].hash != hash || !is_same_name(std::string_view(list[slots_[i].place].name), name)))
      i = (i + 1) & mask;
    return i;
  }

  large_vector<slot> slots_;  // a power of two, at most half of them taken
  std::size_t size_ = 0;
};

}  // namespace gsta::model
