#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/name_hash.hpp"
#include "gsta/core/units.hpp"

namespace gsta::detail {

/// Names and an id for each, in one array by open addressing. It looks at the names, which have to outlive
/// it. Places do not last: they move when a name is added.
class name_table {
 public:
  struct entry {
    std::string_view first;  ///< with a null pointer: the place is free
    id second;
    std::uint32_t hash;
  };

  void reserve(std::size_t names) {
    std::size_t places = 16;
    while (places < 2 * names) places *= 2;
    if (places > places_.size()) rehash(places);
  }

  /// Null where there is none: `end`.
  entry const* find(std::string_view name) const noexcept {
    if (count_ == 0) return nullptr;
    entry const& at = places_[place_of(name, hash_of_name(name))];
    return at.first.data() == nullptr ? nullptr : &at;
  }
  static constexpr entry const* end() noexcept { return nullptr; }
  bool contains(std::string_view name) const noexcept { return find(name) != nullptr; }

  /// Looks up n names: `found(i, entry)` in order, the entry null where there is none. What a look-up waits
  /// for, the place and the letters there, is asked of memory for several names at once.
  template <class NameAt, class Found>
  void find_all(std::size_t n, NameAt const& name_at, Found const& found) const {
    for_groups(n, name_at, [&](std::size_t i, sought const& one) {
      if (count_ == 0) return found(i, static_cast<entry const*>(nullptr));
      entry const& at = places_[place_of(one.name, one.hash)];
      found(i, at.first.data() == nullptr ? nullptr : &at);
    });
  }

  /// Adds n names: `at(i, entry, is_new)` in order, which gives new ones their ids.
  template <class NameAt, class At>
  void emplace_all(std::size_t n, NameAt const& name_at, At const& at) {
    reserve(count_ + n);
    for_groups(n, name_at, [&](std::size_t i, sought const& one) {
      auto const [place, is_new] = emplace(one.name, one.hash, none);
      at(i, *place, is_new);
    });
  }

  /// Adds a name that is not there yet: where it stands, and whether it is new.
  std::pair<entry*, bool> try_emplace(std::string_view name, id value) {
    if (2 * (count_ + 1) > places_.size()) rehash(places_.empty() ? 16 : 2 * places_.size());
    return emplace(name, hash_of_name(name), value);
  }

  /// `visit(entry)` for each, in no order.
  template <class Visit>
  void for_each(Visit const& visit) const {
    for (entry const& at : places_) {
      if (at.first.data() != nullptr) visit(at);
    }
  }

 private:
  struct sought {
    std::string_view name;
    std::uint64_t hash;
  };

  /// `visit(i, name)` for each of n names, in order, when memory was asked for what a group of them needs.
  template <class NameAt, class Visit>
  void for_groups(std::size_t n, NameAt const& name_at, Visit const& visit) const {
    constexpr std::size_t at_once = 16;
    sought group[at_once];
    for (std::size_t begin = 0; begin < n; begin += at_once) {
      auto const size = std::min(at_once, n - begin);
      for (std::size_t k = 0; k < size; ++k) {
        std::string_view const name = name_at(begin + k);
        group[k] = {name, hash_of_name(name)};
        if (!places_.empty()) ask_for(&places_[group[k].hash & (places_.size() - 1)]);
      }
      for (std::size_t k = 0; k < size && !places_.empty(); ++k)
        ask_for(places_[group[k].hash & (places_.size() - 1)].first.data());
      for (std::size_t k = 0; k < size; ++k) visit(begin + k, group[k]);
    }
  }
  std::pair<entry*, bool> emplace(std::string_view name, std::uint64_t hash, id value) noexcept {
    entry& at = places_[place_of(name, hash)];
    if (at.first.data() != nullptr) return {&at, false};
    at = {name.data() == nullptr ? std::string_view("") : name, value, static_cast<std::uint32_t>(hash)};
    ++count_;
    return {&at, true};
  }

  std::size_t place_of(std::string_view name, std::uint64_t hash) const noexcept {
    auto const mask = places_.size() - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
      entry const& at = places_[i];
      if (at.first.data() == nullptr ||
          (at.hash == static_cast<std::uint32_t>(hash) && is_same_name(at.first, name)))
        return i;
    }
  }

  void rehash(std::size_t places) {
    std::vector<entry> old;
    old.reserve(places);
    prefer_large_pages(old.data(), places * sizeof(entry));
    old.resize(places, entry{{}, none, 0});
    old.swap(places_);
    auto const mask = places - 1;
    for (entry const& one : old) {
      if (one.first.data() == nullptr) continue;
      std::size_t i = hash_of_name(one.first) & mask;
      while (places_[i].first.data() != nullptr) i = (i + 1) & mask;
      places_[i] = one;
    }
  }

  std::vector<entry> places_;  // a power of two, at most half of them taken
  std::size_t count_ = 0;
};

}  // namespace gsta::detail
