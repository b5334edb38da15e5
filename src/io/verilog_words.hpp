#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "gsta/core/name_hash.hpp"

namespace gsta::io::detail {

/// A name where it stands in the text, without a backslash: its length at first, then its number.
struct verilog_word {
  std::uint32_t offset = 0;
  std::uint32_t name = 0;
};

/// A name as it stands in the text, without the backslash of an escaped one.
struct verilog_identifier {
  std::string_view name;
  bool is_escaped = false;
};

/// What may stand in a plain name: letters, digits, `_` and `$`.
inline bool is_name_char(char c) noexcept {
  static constexpr auto may = [] {
    std::array<bool, 256> result{};
    for (int i = 0; i < 256; ++i)
      result[static_cast<std::size_t>(i)] =
          i == '_' || i == '$' || (i >= '0' && i <= '9') || (i >= 'a' && i <= 'z') || (i >= 'A' && i <= 'Z');
    return result;
  }();
  return may[static_cast<unsigned char>(c)];
}
/// And in front of it.
inline bool begins_name(char c) noexcept { return is_name_char(c) && c != '$' && !(c >= '0' && c <= '9'); }

/// Eight bytes of a text, the first one lowest.
inline std::uint64_t eight_bytes_at(char const* at) noexcept {
  auto const bytes = gsta::detail::word_at<std::uint64_t>(at);
  return std::endian::native == std::endian::little ? bytes : __builtin_bswap64(bytes);
}

/// How many of eight bytes, from the lowest on, are spaces.
inline unsigned count_spaces(std::uint64_t bytes) noexcept {
  return static_cast<unsigned>(std::countr_zero(bytes ^ std::uint64_t{' '} * 0x0101010101010101U)) / 8;
}

/// How many of eight bytes, from the lowest on, may stand in a plain name.
[[gnu::always_inline]] inline unsigned count_name_chars(std::uint64_t bytes) noexcept {
  constexpr auto eight = [](unsigned char c) { return std::uint64_t{c} * 0x0101010101010101U; };
  // In the high bits: which bytes, all below 128, are from `first` to `last`.
  auto const between = [&](std::uint64_t of, char first, char last) {
    return (of + eight(static_cast<unsigned char>(0x80 - first))) &
           ~(of + eight(static_cast<unsigned char>(0x7F - last)));
  };
  auto const low = bytes & eight(0x7F);
  auto const named = between(low | eight(0x20), 'a', 'z') | between(low, '0', '9') | between(low, '_', '_') |
                     between(low, '$', '$');
  return static_cast<unsigned>(std::countr_zero((~named | bytes) & eight(0x80))) / 8;
}

/// Words of a text that stand there again and again, as cells and pins do.
class verilog_known_words {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// What tells names apart: of up to eight letters these themselves, else a hash.
  static std::uint64_t key_of(std::string_view name) noexcept {
    if (name.size() > 8) return hash_of_name(name);
    std::uint64_t letters = 0;
    for (auto i = name.size(); i-- > 0;) letters = letters << 8U | static_cast<unsigned char>(name[i]);
    return letters;
  }
  /// The same of the first `size`, below eight, of eight bytes.
  static std::uint64_t key_of(std::uint64_t bytes, unsigned size) noexcept {
    return bytes & ((std::uint64_t{1} << 8 * size) - 1);
  }

  /// The place of a word: known, where `is_same(place)` says so of one with its key and length, else
  /// `added()`; nothing is kept where that is `none`.
  template <class IsSame, class Added>
  std::uint32_t find(std::uint64_t key, std::uint32_t size, IsSame const& is_same, Added const& added) {
    auto& known = all_[(key ^ size) * 0x9E3779B97F4A7C15U >> 56U];
    if (known.place != none && known.key == key && known.size == size && (size <= 8 || is_same(known.place)))
      return known.place;
    auto const place = added();
    if (place != none) known = {key, size, place};
    return place;
  }

 private:
  struct entry {
    std::uint64_t key = 0;
    std::uint32_t size = 0;
    std::uint32_t place = none;
  };
  std::array<entry, 256> all_{};
};

}  // namespace gsta::io::detail
