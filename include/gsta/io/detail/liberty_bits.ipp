#pragma once

#include <charconv>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/liberty_bits.hpp"

namespace gsta::io::detail {

GSTA_INLINE bool is_bit_range(std::string_view text, bit_range& range) noexcept {
  constexpr long beyond = 1'000'000;
  auto const open = text.find('['), colon = text.find(':', open == text.npos ? text.size() : open);
  if (colon == text.npos || open == 0 || text.back() != ']') return false;
  auto const number = [&](std::size_t begin, std::size_t end, long& value) {
    auto const* const last = text.data() + end;
    auto const read = std::from_chars(text.data() + begin, last, value);
    return read.ec == std::errc{} && read.ptr == last && value >= 0 && value < beyond;
  };
  range.name = text.substr(0, open);
  return number(open + 1, colon, range.from) && number(colon + 1, text.size() - 1, range.to);
}

GSTA_INLINE bit_list bits_named(std::string_view name, long from, long to) {
  bit_list bits;
  long const step = from <= to ? 1 : -1;
  for (long i = from;; i += step) {
    std::string bit(name);
    bit.append("[").append(std::to_string(i)).append("]");
    bits.push_back(std::move(bit));
    if (i == to) return bits;
  }
}

}  // namespace gsta::io::detail
