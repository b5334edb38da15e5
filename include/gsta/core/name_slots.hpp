#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/core/name_hash.hpp"

namespace gsta {

/// Slots of a table that finds places in a list of records by their `name`: 8 bytes each, and the letters
/// stay where the list has them. What a table is that has them is for its owner to say.
class name_slots {
 public:
  /// What stands in a slot.
  struct alignas(8) slot {
    static constexpr std::uint32_t free = ~std::uint32_t{0};  ///< no place
    std::uint32_t hash = 0;                                   ///< of the name
    std::uint32_t place = free;                               ///< in the list
    /// Nothing stands there.
    bool is_free() const noexcept { return place == free; }
  };

  /// What a slot says of a name beside its place.
  ///
  /// Shapes: any name. Cost: O(letters). Where: host. Throws: nothing.
  static std::uint32_t hash_of(std::string_view name) noexcept {
    return static_cast<std::uint32_t>(hash_of_name(name));
  }
  /// Whether a slot that is taken has the record of this name.
  ///
  /// Shapes: the list that the places are of. Cost: O(letters). Where: host. Throws: nothing.
  template <class List>
  static bool has_name(List const& list, slot const& at, std::string_view name, std::uint32_t hash) noexcept {
    return at.hash == hash && is_same_name(std::string_view(list[at.place].name), name);
  }

  bool empty() const noexcept { return slots_.empty(); }                      ///< no slots
  std::size_t size() const noexcept { return slots_.size(); }                 ///< a power of two, or 0
  slot& operator[](std::size_t i) noexcept { return slots_[i]; }              ///< slot i
  slot const& operator[](std::size_t i) const noexcept { return slots_[i]; }  ///< slot i
  slot const* begin() const noexcept { return slots_.data(); }                ///< the first
  slot const* end() const noexcept { return slots_.data() + slots_.size(); }  ///< behind the last
  /// Where a name with this hash stands if no other one took that slot.
  std::size_t first_of(std::uint32_t hash) const noexcept { return hash & (slots_.size() - 1); }
  /// Where it is looked for next.
  std::size_t behind(std::size_t i) const noexcept { return (i + 1) & (slots_.size() - 1); }

  /// The slot that has a name, or the free one that it would take.
  ///
  /// Shapes: the list that the places are of; there is a free slot. Cost: O(letters). Where: host. Throws:
  /// nothing.
  template <class List>
  std::size_t find(List const& list, std::string_view name, std::uint32_t hash) const noexcept {
    auto i = first_of(hash);
    while (!slots_[i].is_free() && !has_name(list, slots_[i], name, hash)) i = behind(i);
    return i;
  }

  /// More slots, with what stood in those that there were.
  ///
  /// Shapes: a power of two. Cost: O(slots). Where: the executor's threads. Throws: std::bad_alloc.
  void grow(std::size_t slots, host_threads const& threads) {
    constexpr std::size_t at_once = std::size_t{1} << 16U;
    large_vector<slot> const old = std::exchange(slots_, large_vector<slot>(slots));
    threads.for_each_piece((slots + at_once - 1) / at_once, [&](std::size_t p) {
      std::fill_n(&slots_[p * at_once], std::min(at_once, slots - p * at_once), slot{});
    });
    for (slot const& at : old) {
      if (at.is_free()) continue;
      auto i = first_of(at.hash);
      while (!slots_[i].is_free()) i = behind(i);
      slots_[i] = at;
    }
  }

 private:
  large_vector<slot> slots_;
};

}  // namespace gsta
