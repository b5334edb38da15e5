// Bits of constants and expressions of Verilog.

#include "src/io/verilog_bits.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/core/error.hpp"
#include "gsta/io/source.hpp"
#include "src/io/text.hpp"
#include "src/io/verilog_module.hpp"

namespace gsta::io::detail {
namespace {

/// A constant as it stands in the text.
struct verilog_constant {
  std::uint32_t width = 32;
  bool has_size = false, is_negative = false;
  char base = 'd';
  std::string_view digits;
};

/// Splits 4'b01xz into its parts.
verilog_constant split_constant(source const& file, std::string_view text) {
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
std::string bits_of_digit(char digit, char base) {
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
std::string bits_of_decimal(std::string_view digits) {
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
std::string digit_bits(source const& file, std::string_view text, verilog_constant const& c) {
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
void negate_bits(std::string& bits) {
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
std::string constant_bits(source const& file, std::string_view text) {
  auto const c = split_constant(file, text);
  auto const digits = digit_bits(file, text, c);
  char const filler = digits.front() == '1' ? '0' : digits.front();
  auto bits = std::string(c.width - digits.size(), filler) + digits;
  if (c.is_negative) negate_bits(bits);
  return bits;
}

}  // namespace

bool has_unknown_bits(source const& file, std::string_view text) {
  return digit_bits(file, text, split_constant(file, text)).find_first_of("xz") != std::string::npos;
}

namespace {

std::string_view constant_text(verilog_module const& m, verilog_term const& term) noexcept {
  return m.file->text().substr(term.offset, term.what);
}

}  // namespace

std::uint32_t width_of(verilog_module const& m, verilog_expression e) {
  if (e.is_net()) return m.has_vectors ? m.signals[e.net()].width() : 1;
  std::uint64_t width = 0;
  for (auto i = e.first; i < e.last; ++i) {
    auto const& term = m.terms[i];
    switch (term.kind) {
      case verilog_term_kind::net:
        width += m.signals[term.what].width();
        break;
      case verilog_term_kind::bit:
        width += 1;
        break;
      case verilog_term_kind::part:
        width += verilog_range{term.from, term.to}.width();
        break;
      case verilog_term_kind::constant:
        width += split_constant(*m.file, constant_text(m, term)).width;
        break;
      case verilog_term_kind::repeat:
        width += std::uint64_t{term.what} * width_of(m, {i + 1, term.end});
        i = term.end - 1;
    }
    if (width > widest_verilog_vector)
      fail(*m.file, term.offset, "an expression of a million bits is too wide");
  }
  return static_cast<std::uint32_t>(width);
}

bool is_unsized(verilog_module const& m, verilog_expression e) {
  if (e.is_net() || e.last - e.first != 1) return false;
  auto const& term = m.terms[e.first];
  return term.kind == verilog_term_kind::constant &&
         !split_constant(*m.file, constant_text(m, term)).has_size;
}

namespace {

void append_constant(verilog_module const& m, verilog_term const& term, std::vector<verilog_index>& bits) {
  for (char const c : constant_bits(*m.file, constant_text(m, term))) {
    bits.push_back(c == '0' ? bit_of_zero : c == '1' ? bit_of_one : bit_of_nothing);
  }
}

/// Appends bits of a signal, from one to another that both count from its left.
void append_signal(verilog_signal const& signal, std::uint32_t first, std::uint32_t last,
                   std::vector<verilog_index>& bits) {
  for (auto k = first; k != last; k < last ? ++k : --k) bits.push_back(signal.first_bit + k);
  bits.push_back(signal.first_bit + last);
}

void append_net(verilog_signal const& signal, std::vector<verilog_index>& bits) {
  append_signal(signal, signal.is_bus ? signal.position_of(signal.range.from) : 0,
                signal.is_bus ? signal.position_of(signal.range.to) : 0, bits);
}

}  // namespace

void append_bits(verilog_module const& m, verilog_expression e, std::vector<verilog_index>& bits) {
  if (e.is_net()) return append_net(m.signals[e.net()], bits);
  for (auto i = e.first; i < e.last; ++i) {
    auto const& term = m.terms[i];
    if (term.kind == verilog_term_kind::constant) {
      append_constant(m, term, bits);
    } else if (term.kind == verilog_term_kind::repeat) {
      auto const start = bits.size();
      append_bits(m, {i + 1, term.end}, bits);
      auto const length = bits.size() - start;
      for (std::size_t k = length; k < std::size_t{term.what} * length; ++k)
        bits.push_back(bits[start + k - length]);
      i = term.end - 1;
    } else if (auto const& signal = m.signals[term.what];
               term.kind == verilog_term_kind::net || !signal.is_bus) {
      append_net(signal, bits);
    } else {
      append_signal(signal, signal.position_of(term.from), signal.position_of(term.to), bits);
    }
  }
}

void fit_bits(std::vector<verilog_index>& bits, std::size_t width, verilog_index filler) {
  if (bits.size() > width) {
    bits.erase(bits.begin(), bits.end() - static_cast<std::ptrdiff_t>(width));
  } else {
    bits.insert(bits.begin(), width - bits.size(), filler);
  }
}

}  // namespace gsta::io::detail
