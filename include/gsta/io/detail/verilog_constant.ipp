#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/text.hpp"

namespace gsta::io::detail {

/// A vector wider than this is taken for a mistake: the standard asks for no more than 65,536 bits.
inline constexpr std::uint32_t widest_verilog_vector = 1U << 20U;
/// Bits are numbered from minus this to this.
inline constexpr double most_bit_number = 2147483647;

/// A constant as it stands in the text.
struct verilog_constant {
  std::uint32_t width = 32;
  bool has_size = false, is_negative = false;
  char base = 'd';
  std::string_view digits;
};

/// Splits 4'b01xz into its parts.
GSTA_INLINE verilog_constant split_constant(source const& file, std::string_view text) {
  verilog_constant result;
  if (text.front() == '-' || text.front() == '+') {
    result.is_negative = text.front() == '-';
    text = trimmed(text.substr(1));
  }
  auto const quote = text.find('\'');
  if (quote == std::string_view::npos) {
    result.digits = text;
    return result;
  }
  auto const size = trimmed(text.substr(0, quote));
  if (!size.empty()) {
    std::uint64_t width = 0;
    for (char const c : size) {
      if (c != '_')
        width = std::min<std::uint64_t>(10 * width + static_cast<std::uint64_t>(c - '0'), 1U << 30U);
    }
    if (width == 0 || width > widest_verilog_vector) {
      fail(file, offset_of(file, text), "the width of the constant " + in_quotes(text) + " is out of range");
    }
    result.width = static_cast<std::uint32_t>(width);
    result.has_size = true;
  }
  auto rest = text.substr(quote + 1);
  if (!rest.empty() && (rest[0] == 's' || rest[0] == 'S')) rest.remove_prefix(1);
  if (!rest.empty()) {
    result.base = static_cast<char>(rest[0] | 0x20);
    result.digits = trimmed(rest.substr(1));
  }
  return result;
}

/// The bits of a digit of the bases 2, 8 and 16, left to right; empty where it is none.
GSTA_INLINE std::string bits_of_digit(char digit, char base) {
  std::size_t const count = base == 'b' ? 1 : base == 'o' ? 3 : 4;
  char const c = static_cast<char>(is_digit(digit) || digit == '?' ? digit : digit | 0x20);
  if (c == 'x') return std::string(count, 'x');
  if (c == 'z' || c == '?') return std::string(count, 'z');
  int value = -1;
  if (is_digit(c)) value = c - '0';
  if (c >= 'a' && c <= 'f') value = c - 'a' + 10;
  if (value < 0 || value >= (1 << count)) return {};
  std::string bits;
  for (auto i = count; i-- > 0;) bits += (value >> i) & 1 ? '1' : '0';
  return bits;
}

/// A decimal number's bits without leading zeros; one letter for x and z; empty where it is no number, or
/// one beyond 64 bits.
GSTA_INLINE std::string bits_of_decimal(std::string_view digits) {
  if (digits == "x" || digits == "X") return "x";
  if (digits == "z" || digits == "Z" || digits == "?") return "z";
  std::uint64_t value = 0;
  for (char const c : digits) {
    if (c == '_') continue;
    auto const digit = static_cast<std::uint64_t>(c - '0');
    if (!is_digit(c) || value > (~std::uint64_t{0} - digit) / 10) return {};
    value = 10 * value + digit;
  }
  std::string bits;
  do {
    bits += value & 1U ? '1' : '0';
    value >>= 1U;
  } while (value != 0);
  std::reverse(bits.begin(), bits.end());
  return bits;
}

/// The bits that a constant's digits give, left to right: '0', '1', 'x' or 'z'; at most as many as it is
/// wide. Throws where they are no digits of its base.
GSTA_INLINE std::string digit_bits(source const& file, std::string_view text, verilog_constant const& c) {
  std::string bits;
  if (c.base == 'd') {
    if (!c.digits.empty() && c.digits.front() != '_') bits = bits_of_decimal(c.digits);
  } else if (c.base == 'b' || c.base == 'o' || c.base == 'h') {
    for (char const digit : c.digits) {
      if (digit == '_') continue;
      auto const more = bits_of_digit(digit, c.base);
      if (more.empty()) {
        bits.clear();
        break;
      }
      bits += more;
    }
  }
  if (bits.empty()) {
    fail(file, offset_of(file, text), "expected a constant such as 1'b0 or 8'hff, found " + in_quotes(text));
  }
  if (bits.size() > c.width) bits.erase(0, bits.size() - c.width);
  return bits;
}

/// Turns bits into their two's complement; one of x or z makes all of them x.
GSTA_INLINE void negate_bits(std::string& bits) {
  if (bits.find_first_of("xz") != std::string::npos) {
    bits.assign(bits.size(), 'x');
    return;
  }
  // From the right: what stands behind the last 1 stays, as that does; what is before it turns.
  auto const last_one = bits.rfind('1');
  if (last_one == std::string::npos) return;
  for (std::size_t i = 0; i < last_one; ++i) bits[i] = bits[i] == '0' ? '1' : '0';
}

/// All bits of a constant. As in Verilog, missing bits on the left are 0, or what an x or z on the left is.
GSTA_INLINE std::string constant_bits(source const& file, std::string_view text) {
  auto const c = split_constant(file, text);
  auto const digits = digit_bits(file, text, c);
  char const filler = digits.front() == '1' ? '0' : digits.front();
  auto bits = std::string(c.width - digits.size(), filler) + digits;
  if (c.is_negative) negate_bits(bits);
  return bits;
}

/// Whether a constant has digits x or z; checks all of its text, and does not grow with its width.
GSTA_INLINE bool has_unknown_bits(source const& file, std::string_view text) {
  return digit_bits(file, text, split_constant(file, text)).find_first_of("xz") != std::string::npos;
}

}  // namespace gsta::io::detail
