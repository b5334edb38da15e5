#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/core/name_hash.hpp"

namespace gsta::io::detail {

/// Numbers of the names that tools count: `n1234`, `U17`, `_0815_`. Those that differ in their last two
/// digits only lie side by side, behind what they have in common, so most of a text is found in a small part
/// of the table, and without a look at letters. For names that this table does not take there is another one.
class verilog_counted_names {
 public:
  using number = std::uint32_t;
  static constexpr number missing = ~number{0};

  /// A name: what it has beside two digits, 0 where it is none of these names, and what the digits say.
  struct word {
    std::uint64_t stem = 0;
    std::uint32_t count = 0;
  };
  static word split(std::string_view name) noexcept {
    auto const size = name.size();
    if (size < 4 || size > 8) return {};
    auto const four_at = [](char const* at) {
      auto const bytes = gsta::detail::word_at<std::uint32_t>(at);
      return std::uint64_t{std::endian::native == std::endian::little ? bytes : __builtin_bswap32(bytes)};
    };
    return split(four_at(name.data()) | four_at(name.data() + size - 4) << 8 * (size - 4),
                 static_cast<unsigned>(size));
  }
  /// The same of 4 to 8 letters, the first one lowest, above which all is 0. A name with a byte 0 is none.
  static word split(std::uint64_t letters, unsigned size) noexcept {
    constexpr std::uint64_t ones = 0x0101010101010101U;
    auto const filled = letters | ~(~std::uint64_t{0} >> 8 * (8 - size));
    if (((filled - ones) & ~filled & ones << 7U) != 0) return {};
    auto const at = 8 * (size - (letters >> 8 * (size - 1) == '_' ? 3 : 2));
    auto const digits = static_cast<std::uint32_t>(letters >> at);
    auto const tens = (digits & 0xFFU) - '0', units = (digits >> 8U & 0xFFU) - '0';
    if (tens > 9 || units > 9) return {};
    return {letters & ~(std::uint64_t{0xFFFF} << at), 10 * tens + units};
  }

  /// Room for names of so many stems; all that was there is gone.
  void reset(std::size_t stems, host_threads const& threads) {
    auto const size = size_for(stems);
    stems_ = large_vector<std::uint64_t>(size, 0);
    numbers_ = {};
    numbers_.resize(size * in_a_row);
    shift_ = static_cast<unsigned>(64 - std::countr_zero(size));
    constexpr std::size_t at_once = std::size_t{1} << 16U;
    threads.for_each_piece((numbers_.size() + at_once - 1) / at_once, [&](std::size_t p) {
      auto const begin = numbers_.begin() + static_cast<std::ptrdiff_t>(p * at_once);
      std::fill_n(begin, std::min(at_once, numbers_.size() - p * at_once), missing);
    });
  }
  bool has_room_for(std::size_t stems) const noexcept { return size_for(stems) <= stems_.size(); }
  bool is_empty() const noexcept { return stems_.empty(); }

  /// Where the number of a name stands, or will; nullptr for one that is not for this table: then it never
  /// will be. On any thread.
  number* place_of(word of) noexcept {
    if (of.stem == 0) return nullptr;
    auto i = row_of(of.stem);
    for (std::size_t probe = 0; probe < probes; ++probe, i = (i + 1) & (stems_.size() - 1)) {
      auto there = read(stems_[i]);
      if (there == 0 && std::atomic_ref(stems_[i]).compare_exchange_strong(there, of.stem)) there = of.stem;
      if (there == of.stem) return &numbers_[i * in_a_row + of.count];
    }
    return nullptr;
  }
  /// The number of a name, `missing` where it has none here. On any thread.
  number find(word of) const noexcept {
    if (of.stem == 0) return missing;
    auto i = row_of(of.stem);
    for (std::size_t probe = 0; probe < probes; ++probe, i = (i + 1) & (stems_.size() - 1)) {
      auto const there = read(stems_[i]);
      if (there == of.stem) return read(numbers_[i * in_a_row + of.count]);
      if (there == 0) break;
    }
    return missing;
  }

 private:
  static constexpr std::size_t in_a_row = 100, probes = 8;

  /// What other threads may write; `atomic_ref` takes nothing constant.
  template <class T>
  static T read(T const& from) noexcept {
    return std::atomic_ref(const_cast<T&>(from)).load(std::memory_order_acquire);
  }
  static std::size_t size_for(std::size_t stems) noexcept {
    return stems == 0 ? 0 : std::bit_ceil(stems + stems / 3 + probes);
  }
  std::size_t row_of(std::uint64_t stem) const noexcept {
    return static_cast<std::size_t>((stem ^ stem >> 29U) * 0x9E3779B97F4A7C15U >> shift_);
  }

  large_vector<std::uint64_t> stems_;  ///< of each row; 0: free
  large_vector<number> numbers_;       ///< rows of those of two digits
  unsigned shift_ = 0;
};

}  // namespace gsta::io::detail
