#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gsta/core/executor.hpp"
#include "gsta/core/host_memory.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/core/name_slots.hpp"
#include "gsta/core/units.hpp"

namespace gsta::detail {

/// Places in a list of records that have a `name`, by these names: 8 bytes a slot, and the letters stay where
/// the list has them. All calls take the same list; its names must not change.
class name_places {
 public:
  void reserve(std::size_t names, host_threads const& threads = host_executor{}) {
    std::size_t slots = 16;
    while (2 * slots < 3 * names) slots *= 2;
    if (slots > slots_.size()) slots_.grow(slots, threads);
  }

  /// None where no record has that name.
  template <class List>
  id find(List const& list, std::string_view name) const noexcept {
    return slots_.empty() ? none : place_of(slots_[slots_.find(list, name, slots_.hash_of(name))]);
  }

  /// Looks up n names: `found(i, place)` in order. What a look-up waits for, the slot, the record and its
  /// letters, is asked of memory for several names ahead.
  template <class List, class NameAt, class Found>
  void find_all(List const& list, std::size_t n, NameAt const& name_at, Found const& found) const {
    constexpr std::size_t step = 8, kept = 32;  // names between steps; a power of two of them kept
    if (slots_.empty()) {
      for (std::size_t i = 0; i < n; ++i) found(i, none);
      return;
    }
    struct sought {
      std::string_view name;
      std::uint32_t hash;
    } next[kept];
    auto const likely_place = [&](sought const& of) {
      slot const& at = slots_[slots_.first_of(of.hash)];
      return at.hash == of.hash ? place_of(at) : none;
    };
    for (std::size_t i = 0; i < n + 3 * step; ++i) {
      if (i >= 3 * step) {
        auto const& of = next[(i - 3 * step) % kept];
        found(i - 3 * step, place_of(slots_[slots_.find(list, of.name, of.hash)]));
      }
      if (i >= 2 * step && i - 2 * step < n)
        if (id const place = likely_place(next[(i - 2 * step) % kept]); place != none)
          ask_for(std::string_view(list[static_cast<std::size_t>(place)].name).data());
      if (i >= step && i - step < n)
        if (id const place = likely_place(next[(i - step) % kept]); place != none)
          ask_for(&list[static_cast<std::size_t>(place)].name);
      if (i < n) {
        std::string_view const name = name_at(i);
        next[i % kept] = {name, slots_.hash_of(name)};
        ask_for(&slots_[slots_.first_of(next[i % kept].hash)]);
      }
    }
  }

  /// Adds all of a list to an empty table, on several threads. False, and the table is empty, where two
  /// records have the same name.
  template <class List>
  bool add_distinct(host_threads const& threads, List const& list) {
    constexpr std::size_t at_once = std::size_t{1} << 14U, ahead = 8;
    reserve(list.size(), threads);
    std::atomic<bool> is_distinct{true};
    threads.for_each_piece((list.size() + at_once - 1) / at_once, [&](std::size_t p) {
      std::uint32_t hashes[ahead]{};
      auto const end = std::min(list.size(), (p + 1) * at_once);
      for (auto i = p * at_once; i < end + ahead; ++i) {
        auto& hash = hashes[i % ahead];
        if (i >= p * at_once + ahead && !add_shared(list, i - ahead, hash)) is_distinct = false;
        if (i >= end) continue;
        hash = slots_.hash_of(list[i].name);
        ask_for(&slots_[slots_.first_of(hash)]);
      }
    });
    size_ = list.size();
    if (!is_distinct) *this = {};
    return is_distinct;
  }

  /// Adds a record whose name the table lacks; false, and nothing is changed, where it has it.
  template <class List>
  bool add(List const& list, std::size_t place) {
    reserve(size_ + 1);
    std::string_view const name = list[place].name;
    auto const hash = slots_.hash_of(name);
    slot& at = slots_[slots_.find(list, name, hash)];
    if (!at.is_free()) return false;
    at = {hash, static_cast<std::uint32_t>(place)};
    ++size_;
    return true;
  }

 private:
  using slot = name_slots::slot;
  static_assert(static_cast<id>(slot::free) == none);
  static id place_of(slot const& at) noexcept { return static_cast<id>(at.place); }

  /// False where another one has that name.
  template <class List>
  bool add_shared(List const& list, std::size_t place, std::uint32_t hash) noexcept {
    for (auto i = slots_.first_of(hash);; i = slots_.behind(i)) {
      std::atomic_ref const at(slots_[i]);
      auto there = at.load(std::memory_order_relaxed);
      if (there.is_free() && at.compare_exchange_strong(there, {hash, static_cast<std::uint32_t>(place)},
                                                        std::memory_order_relaxed))
        return true;
      if (slots_.has_name(list, there, list[place].name, hash)) return false;
    }
  }

  name_slots slots_;  // at most two thirds of them taken
  std::size_t size_ = 0;
};

}  // namespace gsta::detail
