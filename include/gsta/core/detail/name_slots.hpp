#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/core/name_hash.hpp"

namespace gsta::detail {

/// Slots of a table of places in a list of records that have a `name`: 8 bytes each, and the letters stay
/// where the list has them.
class name_slots {
 public:
  struct alignas(8) slot {
    static constexpr std::uint32_t free = ~std::uint32_t{0};
    std::uint32_t hash = 0, place = free;
    bool is_free() const noexcept { return place == free; }
  };

  static std::uint32_t hash_of(std::string_view name) noexcept {
    return static_cast<std::uint32_t>(hash_of_name(name));
  }
  template <class List>
  static bool has_name(List const& list, slot const& at, std::string_view name, std::uint32_t hash) noexcept {
    return at.hash == hash && is_same_name(std::string_view(list[at.place].name), name);
  }

  bool empty() const noexcept { return slots_.empty(); }
  std::size_t size() const noexcept { return slots_.size(); }
  slot& operator[](std::size_t i) noexcept { return slots_[i]; }
  slot const& operator[](std::size_t i) const noexcept { return slots_[i]; }
  auto begin() const noexcept { return slots_.begin(); }
  auto end() const noexcept { return slots_.end(); }

  /// Where a name with this hash would stand if no other one did.
  std::size_t first_of(std::uint32_t hash) const noexcept { return hash & (slots_.size() - 1); }
  std::size_t behind(std::size_t i) const noexcept { return (i + 1) & (slots_.size() - 1); }
  /// The slot that has a name, or the free one that it would take. There are slots.
  template <class List>
  std::size_t find(List const& list, std::string_view name, std::uint32_t hash) const noexcept {
    auto i = first_of(hash);
    while (!slots_[i].is_free() && !has_name(list, slots_[i], name, hash)) i = behind(i);
    return i;
  }

  /// A power of two of slots, more than there are.
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
  large_vector<slot> slots_;  // a power of two
};

}  // namespace gsta::detail
