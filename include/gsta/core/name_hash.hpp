#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace gsta {

namespace detail {
template <class Word>
Word word_at(char const* at) noexcept {
  Word word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}
}  // namespace detail

/// A hash of a text, eight letters at a time: for tables of names, not for keeping.
///
/// Shapes: any text. Cost: O(length). Where: host. Throws: nothing.
inline std::uint64_t hash_of_name(std::string_view text) noexcept {
  std::uint64_t hash = text.size() * 0x9E3779B97F4A7C15U;
  auto const mix = [&](std::uint64_t bits) {
    hash = (hash ^ bits) * 0xD6E8FEB86659FD93U;
    hash ^= hash >> 32U;
  };
  auto const* const at = text.data();
  auto const size = text.size();
  if (size >= 8) {
    for (std::size_t i = 0; i + 8 < size; i += 8) mix(detail::word_at<std::uint64_t>(at + i));
    mix(detail::word_at<std::uint64_t>(at + size - 8));
  } else if (size >= 4) {
    mix(detail::word_at<std::uint32_t>(at) | std::uint64_t{detail::word_at<std::uint32_t>(at + size - 4)}
                                                 << 32U);
  } else if (size > 0) {
    auto const letter = [at](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(at[i])}; };
    mix(letter(0) | letter(size / 2) << 8U | letter(size - 1) << 16U);
  }
  return hash;
}

/// Whether two texts have the same letters: as `==`, without a call for names of a few letters.
///
/// Shapes: any texts. Cost: O(length). Where: host. Throws: nothing.
inline bool is_same_name(std::string_view a, std::string_view b) noexcept {
  auto const size = a.size();
  if (size != b.size()) return false;
  auto const differs = [&]<class Word>(Word, std::size_t i) {
    return detail::word_at<Word>(a.data() + i) != detail::word_at<Word>(b.data() + i);
  };
  if (size > 32) return std::memcmp(a.data(), b.data(), size) == 0;
  if (size >= 8) {
    for (std::size_t i = 0; i + 8 < size; i += 8)
      if (differs(std::uint64_t{}, i)) return false;
    return !differs(std::uint64_t{}, size - 8);
  }
  if (size >= 4) return !differs(std::uint32_t{}, 0) && !differs(std::uint32_t{}, size - 4);
  for (std::size_t i = 0; i < size; ++i)
    if (a[i] != b[i]) return false;
  return true;
}

}  // namespace gsta
