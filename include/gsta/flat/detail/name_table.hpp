#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/executor.hpp"
#include "gsta/core/host_memory.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/core/name_hash.hpp"
#include "gsta/core/units.hpp"

namespace gsta::detail {

/// Names and an id for each: one list of them, and their places in it by open addressing. It looks at the
/// names, which have to outlive it. Entries do not last: they move when a name is added.
class name_table {
 public:
  struct entry : name_key {
    entry() = default;
    entry(std::string_view name, id value) noexcept : name_key(name), second(value) {}

    id second = none;
  };

  void reserve(std::size_t names, host_threads const& threads = host_executor{}) {
    entries_.reserve(names);
    std::size_t places = 16;
    while (places < 2 * names) places *= 2;
    if (places > slots_.size()) rehash(places, threads);
  }

  /// Null where there is none: `end`.
  entry const* find(std::string_view name) const noexcept {
    return slots_.empty() ? nullptr : entry_of(name_key(name), hash_of(name));
  }
  static constexpr entry const* end() noexcept { return nullptr; }
  bool contains(std::string_view name) const noexcept { return find(name) != nullptr; }

  /// Looks up n names: `found(i, entry)` in order, the entry null where there is none. What a look-up waits
  /// for, the place and the entry, is asked of memory for several names ahead.
  template <class NameAt, class Found>
  void find_all(std::size_t n, NameAt const& name_at, Found const& found) const {
    if (slots_.empty()) {
      for (std::size_t i = 0; i < n; ++i) found(i, static_cast<entry const*>(nullptr));
      return;
    }
    for_each_ahead(
        0, n, name_at, [](std::size_t, name_key const&) {},
        [&](std::size_t i, sought const& one) { found(i, entry_of(one.key, one.hash)); });
  }

  /// Adds n names to an empty table, on several threads: the id of each is its position. False, and the table
  /// is empty, where two are the same.
  template <class NameAt>
  bool add_distinct(host_threads const& threads, std::size_t n, NameAt const& name_at) {
    constexpr std::size_t at_once = std::size_t{1} << 14U;
    reserve(n, threads);
    entries_.resize(n);
    std::atomic<bool> is_distinct{true};
    threads.for_each_piece((n + at_once - 1) / at_once, [&](std::size_t p) {
      auto const write = [&](std::size_t i, name_key const& key) {
        static_cast<name_key&>(entries_[i]) = key;
        entries_[i].second = static_cast<id>(i);
      };
      for_each_ahead(p * at_once, std::min(n, (p + 1) * at_once), name_at, write,
                     [&](std::size_t i, sought const& one) {
                       if (!add_shared(i, one)) is_distinct = false;
                     });
    });
    if (is_distinct) return true;
    entries_.clear();
    slots_ = {};
    return false;
  }

  /// Adds n names one after the other: `at(i, entry, is_new)`, which gives new ones their ids.
  template <class NameAt, class At>
  void emplace_all(std::size_t n, NameAt const& name_at, At const& at) {
    reserve(entries_.size() + n);
    for (std::size_t i = 0; i < n; ++i) {
      auto const [place, is_new] = try_emplace(name_at(i), none);
      at(i, *place, is_new);
    }
  }

  /// Adds a name that is not there yet: where it stands, and whether it is new.
  std::pair<entry*, bool> try_emplace(std::string_view name, id value) {
    if (2 * (entries_.size() + 1) > slots_.size()) rehash(std::max<std::size_t>(16, 2 * slots_.size()));
    auto const hash = hash_of(name);
    slot& at = slots_[slot_of(name_key(name), hash)];
    if (at.index != none) return {&entries_[at.index], false};
    at = {hash, static_cast<id>(entries_.size())};
    entries_.emplace_back(name, value);
    return {&entries_.back(), true};
  }

  /// `visit(entry)` for each, in the order in which they came.
  template <class Visit>
  void for_each(Visit const& visit) const {
    for (entry const& at : entries_) visit(at);
  }

 private:
  struct alignas(8) slot {
    std::uint32_t hash;
    id index;  ///< of the entry, none: the place is free
  };
  struct sought {
    name_key key;
    std::uint32_t hash;
  };

  static std::uint32_t hash_of(std::string_view name) noexcept {
    return static_cast<std::uint32_t>(hash_of_name(name));
  }

  /// `begin(i, key)`, and when memory was asked for what it needs `visit(i, name)`, for each of the names.
  template <class NameAt, class Begin, class Visit>
  void for_each_ahead(std::size_t from, std::size_t to, NameAt const& name_at, Begin const& begin,
                      Visit const& visit) const {
    constexpr std::size_t step = 8, kept = 16;  // names between steps; a power of two of them kept
    auto const mask = slots_.size() - 1;
    sought next[kept];
    for (std::size_t i = from; i < to + 2 * step; ++i) {
      if (i >= from + 2 * step) visit(i - 2 * step, next[i % kept]);
      if (i < to) {
        std::string_view const name = name_at(i);
        next[i % kept] = {name_key(name), hash_of(name)};
        begin(i, next[i % kept].key);
        ask_for(&slots_[next[i % kept].hash & mask]);
      }
      if (i >= from + step && i - step < to) {
        auto const there = std::atomic_ref(const_cast<slot&>(slots_[next[(i - step) % kept].hash & mask]))
                               .load(std::memory_order_relaxed);
        if (there.index != none) ask_for(&entries_[there.index]);
      }
    }
  }

  /// False where another one has that name.
  bool add_shared(std::size_t index, sought const& one) noexcept {
    auto const mask = slots_.size() - 1;
    for (std::size_t i = one.hash & mask;;) {
      std::atomic_ref const at(slots_[i]);
      auto there = at.load(std::memory_order_acquire);
      if (there.index == none &&
          at.compare_exchange_strong(there, {one.hash, static_cast<id>(index)}, std::memory_order_acq_rel))
        return true;
      if (there.hash == one.hash && entries_[there.index] == one.key) return false;
      i = (i + 1) & mask;
    }
  }

  std::size_t slot_of(name_key const& key, std::uint32_t hash) const noexcept {
    auto const mask = slots_.size() - 1;
    std::size_t i = hash & mask;
    while (slots_[i].index != none && (slots_[i].hash != hash || !(entries_[slots_[i].index] == key)))
      i = (i + 1) & mask;
    return i;
  }
  entry const* entry_of(name_key const& key, std::uint32_t hash) const noexcept {
    slot const& at = slots_[slot_of(key, hash)];
    return at.index == none ? nullptr : &entries_[at.index];
  }

  void rehash(std::size_t places, host_threads const& threads = host_executor{}) {
    constexpr std::size_t at_once = std::size_t{1} << 16U;
    slots_.clear();
    slots_.resize(places);
    threads.for_each_piece((places + at_once - 1) / at_once, [&](std::size_t p) {
      std::fill_n(&slots_[p * at_once], std::min(at_once, places - p * at_once), slot{0, none});
    });
    auto const mask = places - 1;
    for (std::size_t index = 0; index < entries_.size(); ++index) {
      auto const hash = hash_of(entries_[index].view());
      std::size_t i = hash & mask;
      while (slots_[i].index != none) i = (i + 1) & mask;
      slots_[i] = {hash, static_cast<id>(index)};
    }
  }

  large_vector<slot> slots_;  // a power of two, at most half of them taken
  large_vector<entry> entries_;
};

}  // namespace gsta::detail
