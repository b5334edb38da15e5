#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace gsta {

/// A hash of a text, eight letters at a time: for tables of names, not for keeping.
///
/// Shapes: any text. Cost: O(length). Where: host. Throws: nothing.
inline std::uint64_t hash_of_name(std::string_view text) noexcept {
  std::uint64_t hash = text.size() * 0x9E3779B97F4A7C15U;
  auto const mix = [&](std::uint64_t bits) {
    hash = (hash ^ bits) * 0xD6E8FEB86659FD93U;
    hash ^= hash >> 32U;
  };
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, text.data() + at, 8);
    mix(bits);
  }
  if (at == text.size()) return hash;
  std::uint64_t rest = 0;
  std::memcpy(&rest, text.data() + at, text.size() - at);
  mix(rest);
  return hash;
}

}  // namespace gsta
