#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/core/name_hash.hpp"
#include "src/io/verilog_counted_names.hpp"

namespace gsta::io::detail {

/// Numbers for the names of a netlist, so that each is hashed once a use and compared as a number from then
/// on. Names are views into the texts, without the backslash of escaped ones.
class verilog_names {
 public:
  using number = std::uint32_t;
  static constexpr number missing = ~number{0};

  number number_of(std::string_view name) {
    if (auto* const place = counted_place_of(name)) {
      if (*place == missing) *place = add(name);
      return *place;
    }
    auto const hash = hash_of(name);
    auto& slot = other_slot_of(name, hash);
    if (slot.name == missing) take_slot(slot, hash, add(name));
    return slot.name;
  }

  /// Names that are to come: how many, how many stems the counted ones have, and how many others there are.
  struct guess {
    std::size_t names = 0, stems = 0, others = 0;
  };
  /// Makes room for these, and half as many again, which several threads may add until `end_sharing`, in so
  /// many calls of `number_shared`.
  void begin_sharing(host_threads const& threads, guess more, std::size_t calls) {
    more.names += calls * numbers_at_once;
    more.others += calls * numbers_at_once;
    stems_ += more.stems;
    if (!counted_.has_room_for(stems_)) count_names(threads);
    if (2 * (others_ + more.others + 1) > slots_.size()) grow(others_ + more.others + 1, threads);
    shared_ = names_.size();
    shared_others_ = others_;
    names_.resize(names_.size() + more.names + more.names / 2);
    ends_.resize(names_.size());
  }
  /// Numbers n names, on any thread: `got(i, number)`, `missing` where there is no room. Which numbers new
  /// names get is not the same each time.
  template <class NameAt, class Got>
  void number_shared(std::size_t n, NameAt const& name_at, Got const& got) {
    constexpr std::size_t step = 8, steps = 3, kept = 32;  // names between steps; a power of two of them kept
    struct sought {
      std::string_view name;
      number* counted;
      std::uint32_t hash;
    } next[kept];
    auto const mask = slots_.size() - 1;
    free_numbers own;
    for (std::size_t i = 0; i < n + steps * step; ++i) {
      if (i < n) {
        auto const name = name_at(i);
        auto& one = next[i % kept];
        one.name = name;
        one.counted = counted_place_of(name);
        if (one.counted != nullptr) {
          ask_for(one.counted);
        } else {
          one.hash = hash_of(name);
          ask_for(&slots_[one.hash & mask]);
        }
      }
      if (i >= 2 * step && i - 2 * step < n) {
        auto const& one = next[(i - 2 * step) % kept];
        auto const there = one.counted == nullptr ? read(slots_[one.hash & mask]).name : missing;
        if (there != missing) {
          ask_for(&names_[there]);
          ask_for(&ends_[there]);
        }
      }
      if (i < steps * step) continue;
      auto const& one = next[(i - steps * step) % kept];
      got(i - steps * step, one.counted != nullptr ? number_counted(one.name, *one.counted, own)
                                                   : number_shared(name_key(one.name), one.hash, own));
    }
    while (own.next < std::min(own.end, names_.size())) names_[own.next++] = {};
  }
  void end_sharing() {
    names_.resize(std::min(names_.size(), shared_.load()));
    others_ = std::min(most_in(slots_.size()), shared_others_.load());
  }

  /// The number of a counted name of `size` letters, the first of eight bytes, where it has one by now; else
  /// `missing`. On any thread.
  number find_counted(std::uint64_t bytes, unsigned size) const noexcept {
    if (size < 4 || size > 8 || counted_.is_empty()) return missing;
    return counted_.find(verilog_counted_names::split(bytes & ~std::uint64_t{0} >> 8 * (8 - size), size));
  }
  /// The number of a name that was met before, else `missing`.
  number find(std::string_view name) const noexcept {
    if (!counted_.is_empty())
      if (auto const counted = counted_.find(verilog_counted_names::split(name)); counted != missing)
        return counted;
    return slots_.empty() ? missing : slots_[find_slot(name, hash_of(name))].name;
  }

  std::string_view operator[](number n) const noexcept { return names_[n]; }
  std::size_t size() const noexcept { return names_.size(); }
  /// Whether a name has a `/`, as escaped ones may: who numbers names in sharing says so.
  bool has_slash() const noexcept { return has_slash_; }
  void note_slash() noexcept { has_slash_ = true; }
  /// The same of a name that ends in `]`.
  bool has_bracket() const noexcept { return has_bracket_; }
  void note_bracket() noexcept { has_bracket_ = true; }

 private:
  /// How many names so many slots are for, at most: then searches still are short.
  static constexpr std::size_t most_in(std::size_t slots) noexcept { return slots / 4 * 3; }
  struct alignas(8) slot_type {
    std::uint32_t hash;
    number name;
  };

  /// Numbers that one thread took for names to come: one at a time they would be a place of contention.
  struct free_numbers {
    std::size_t next = 0, end = 0;
    std::size_t others = 0;  ///< so many may be of names that are not counted
  };
  static constexpr std::size_t numbers_at_once = 32;

  static std::uint32_t hash_of(std::string_view name) noexcept {
    return static_cast<std::uint32_t>(hash_of_name(name));
  }

  static slot_type read(slot_type& slot) noexcept {
    return std::atomic_ref(slot).load(std::memory_order_acquire);
  }
  /// A number for a new name, `missing` where there is none left.
  number take_number(free_numbers& own) noexcept {
    if (own.next == own.end) {
      own.next = shared_.fetch_add(numbers_at_once, std::memory_order_relaxed);
      own.end = own.next + numbers_at_once;
    }
    return own.next < names_.size() ? static_cast<number>(own.next++) : missing;
  }
  /// The same for one that is not counted.
  number take_other(free_numbers& own) noexcept {
    if (own.others == 0) {
      auto const before = shared_others_.fetch_add(numbers_at_once, std::memory_order_relaxed);
      if (before + numbers_at_once > most_in(slots_.size())) return missing;
      own.others = numbers_at_once;
    }
    --own.others;
    return take_number(own);
  }
  number add(std::string_view name) {
    names_.push_back(name);
    if (name.find('/') != name.npos) note_slash();
    if (name.ends_with(']')) note_bracket();
    return static_cast<number>(names_.size() - 1);
  }
  number* counted_place_of(std::string_view name) noexcept {
    return counted_.is_empty() ? nullptr : counted_.place_of(verilog_counted_names::split(name));
  }
  bool is_named(number n, name_key const& name) const noexcept {
    return ends_[n].first == name.first && ends_[n].last == name.last && names_[n].size() == name.size &&
           (name.size <= 16 || is_same_name(names_[n], name.view()));
  }
  /// Where a name that is not counted stands, or will.
  slot_type& other_slot_of(std::string_view name, std::uint32_t hash) {
    if (others_ + 1 > most_in(slots_.size())) grow(others_ + 1);
    return slots_[find_slot(name, hash)];
  }
  void take_slot(slot_type& slot, std::uint32_t hash, number n) {
    slot = {hash, n};
    name_key const key(names_[n]);
    if (ends_.size() < names_.size()) ends_.resize(names_.size());
    ends_[n] = {key.first, key.last};
    ++others_;
  }
  /// Makes room for counted names of `stems_` stems. Which names that table takes depends on its room and on
  /// their order, so all so far are asked anew; one that it has no more is a name like others.
  void count_names(host_threads const& threads) {
    verilog_counted_names made;
    made.reset(stems_, threads);
    for (std::size_t i = 0; i < names_.size(); ++i) {
      auto const name = names_[i];
      auto const word = verilog_counted_names::split(name);
      if (word.stem == 0 || find(name) != i) continue;
      if (auto* const place = made.place_of(word)) {
        *place = static_cast<number>(i);
        continue;
      }
      auto const hash = hash_of(name);
      if (auto& slot = other_slot_of(name, hash); slot.name == missing)
        take_slot(slot, hash, static_cast<number>(i));
    }
    counted_ = std::move(made);
  }
  /// The number that stands at a place for a name, `missing` where there is none left.
  number number_counted(std::string_view name, number& place, free_numbers& own) noexcept {
    std::atomic_ref there(place);
    auto known = there.load(std::memory_order_acquire);
    if (known != missing) return known;
    auto const taken = take_number(own);
    if (taken == missing) return missing;
    names_[taken] = name;
    if (there.compare_exchange_strong(known, taken, std::memory_order_acq_rel)) return taken;
    --own.next;  // for another name
    return known;
  }
  /// A thread that takes a number for a name which another adds meanwhile leaves that number unused, as those
  /// that it took and did not need.
  number number_shared(name_key const& name, std::uint32_t hash, free_numbers& own) noexcept {
    auto const mask = slots_.size() - 1;
    auto taken = missing;
    for (auto i = hash & mask;;) {
      auto there = read(slots_[i]);
      if (there.name == missing) {
        if (taken == missing) {
          taken = take_other(own);
          if (taken == missing) return missing;
          names_[taken] = name.view();
          ends_[taken] = {name.first, name.last};
        }
        if (std::atomic_ref(slots_[i]).compare_exchange_strong(there, {hash, taken},
                                                               std::memory_order_acq_rel))
          return taken;
      }
      if (there.hash == hash && is_named(there.name, name)) return there.name;
      i = (i + 1) & mask;
    }
  }

  std::size_t find_slot(std::string_view name, std::uint32_t hash) const noexcept {
    auto const mask = slots_.size() - 1;
    auto i = hash & mask;
    while (slots_[i].name != missing &&
           (slots_[i].hash != hash || !is_same_name(names_[slots_[i].name], name)))
      i = (i + 1) & mask;
    return i;
  }

  /// Makes room for so many names that are not counted.
  void grow(std::size_t names, host_threads const& threads = host_executor{}) {
    auto size = std::max<std::size_t>(slots_.size(), 1024);
    while (size < 2 * names) size *= 2;
    large_vector<slot_type> old(size);
    std::swap(old, slots_);
    constexpr std::size_t at_once = std::size_t{1} << 16U;
    threads.for_each_piece((size + at_once - 1) / at_once, [&](std::size_t p) {
      auto const begin = slots_.begin() + static_cast<std::ptrdiff_t>(p * at_once);
      std::fill_n(begin, std::min(at_once, size - p * at_once), slot_type{0, missing});
    });
    auto const mask = slots_.size() - 1;
    for (auto const& slot : old) {
      if (slot.name == missing) continue;
      auto i = slot.hash & mask;
      while (slots_[i].name != missing) i = (i + 1) & mask;
      slots_[i] = slot;
    }
  }

  verilog_counted_names counted_;
  std::size_t stems_ = 0;          // that it has room for
  large_vector<slot_type> slots_;  // of all others
  std::size_t others_ = 0;         // how many there are, or fewer
  large_vector<std::string_view> names_;
  /// First and last letters, as `name_key` has them, of each name that is not counted.
  struct ends_type {
    std::uint64_t first, last;
  };
  large_vector<ends_type> ends_;
  std::atomic<std::size_t> shared_{0}, shared_others_{0};  // numbers given while threads share
  std::atomic<bool> has_slash_{false}, has_bracket_{false};
};

}  // namespace gsta::io::detail
