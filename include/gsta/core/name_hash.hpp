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
  // Once more: behind one product the low bits, which tables take, are alike for names of counted digits.
  hash *= 0x9E3779B97F4A7C15U;
  return hash ^ hash >> 32U;
}

/// Whether two texts have equal letters: as `==`, without a call for names of a few letters.
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

/// A name in a table, which looks at its letters and has the first and last eight of them: of up to 16
/// letters those are all, and such names are compared without a look at the letters.
struct name_key {
  name_key() = default;
  /// Of a text of less than 4 GB, which has to outlive it.
  explicit name_key(std::string_view text) noexcept
      : at(text.data()), size(static_cast<std::uint32_t>(text.size())) {
    if (text.size() >= 8) {
      first = detail::word_at<std::uint64_t>(at);
      last = detail::word_at<std::uint64_t>(at + size - 8);
    } else if (text.size() >= 4) {
      first = detail::word_at<std::uint32_t>(at);
      last = detail::word_at<std::uint32_t>(at + size - 4);
    } else {
      for (char const c : text) first = first << 8U | static_cast<unsigned char>(c);
    }
  }
  /// The letters.
  std::string_view view() const noexcept { return {at, size}; }
  /// Whether the letters are equal.
  bool operator==(name_key const& other) const noexcept {
    return first == other.first && last == other.last && size == other.size &&
           (size <= 16 || is_same_name(view(), other.view()));
  }

  std::uint64_t first = 0;   ///< eight letters of the beginning, fewer of a shorter name
  std::uint64_t last = 0;    ///< eight of the end, or as `first` has them; 0 below four letters
  char const* at = nullptr;  ///< the letters
  std::uint32_t size = 0;    ///< how many there are
};

}  // namespace gsta
