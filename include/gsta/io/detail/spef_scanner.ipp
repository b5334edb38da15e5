#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gsta/core/name_hash.hpp"
#include "gsta/io/detail/text.hpp"
#include "gsta/model/wires.hpp"

namespace gsta::io::detail {

/// Goes through a run of SPEF by words, and knows the line and column of each.
class spef_scanner {
 protected:
  /// The first of the run's lines is `line`.
  spef_scanner(std::string_view text, std::uint32_t line) noexcept
      : at_(text.data()), end_(text.data() + text.size()), line_begin_(at_), line_(line) {}

  model::wire_location place_of(char const* at) const noexcept {
    return {line_, static_cast<std::uint32_t>(at - line_begin_ + 1)};
  }
  model::wire_location place() const noexcept { return place_of(at_); }

  void skip_blanks() noexcept {
    for (; at_ != end_; ++at_) {
      auto const letter = static_cast<unsigned char>(*at_);
      if (letter == '\n') {
        ++line_;
        line_begin_ = at_ + 1;
      } else if (letter == '/' && at_ + 1 != end_ && at_[1] == '/') {
        at_ = std::find(at_, end_, '\n') - 1;
      } else if (letter > ' ' || !is_blank(*at_)) {
        return;
      }
    }
  }

  /// Up to the next blank; empty at the end.
  std::string_view next_word() noexcept {
    auto const* const begin = at_;
    if constexpr (std::endian::native == std::endian::little) {
      // Eight letters at a time: the lowest mark is of the first that is no higher than a space.
      constexpr std::uint64_t each = 0x0101010101010101U;
      while (end_ - at_ >= 8) {
        auto const eight = gsta::detail::word_at<std::uint64_t>(at_);
        auto const marks = (eight - each * (' ' + 1)) & ~eight & (each << 7U);
        at_ += marks == 0 ? 8 : std::countr_zero(marks) / 8;
        if (marks == 0) continue;
        if (is_blank(*at_)) return {begin, static_cast<std::size_t>(at_ - begin)};
        ++at_;
      }
    }
    while (at_ != end_ && (static_cast<unsigned char>(*at_) > ' ' || !is_blank(*at_))) ++at_;
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }

  /// Words up to the next mark; a reference is none.
  bool skip_attributes() {
    for (;;) {
      skip_blanks();
      if (at_ == end_ || *at_ == '"') return false;
      if (*at_ == '*' && (at_ + 1 == end_ || !is_digit(at_[1]))) return true;
      next_word();
    }
  }

  /// Goes behind the number of an entry and the blanks there; stays where there is none.
  bool next_entry() {
    skip_blanks();
    auto const* at = at_;
    while (at != end_ && is_digit(*at)) ++at;
    if (at == at_ || (at != end_ && !is_blank(*at))) return false;
    at_ = at;
    skip_blanks();
    return true;
  }

  static bool is_reference(std::string_view word) noexcept {
    return !word.empty() && (word.front() != '*' || (word.size() > 1 && is_digit(word[1])));
  }

  /// A number as `to_number` reads it; of few digits, in fewer steps with the same bits: both sides of the
  /// fraction are doubles without an error then. `word` is part of the text.
  bool read_number(std::string_view word, double& value) const noexcept {
    static constexpr double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                        1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    if (word.size() >= 16) return to_number(word, value);
    std::uint64_t digits = 0;
    auto const* const end = word.data() + word.size();
    auto const* at = word.data();
    for (; at != end && is_digit(*at); ++at) digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
    if (at == word.data()) return to_number(word, value);
    if (at == end) {
      value = static_cast<double>(digits);
      return true;
    }
    auto const behind = static_cast<std::size_t>(end - at) - 1;
    if (*at != '.' || behind == 0) return to_number(word, value);
    for (++at; at != end;) {
      auto const count = std::min<std::size_t>(8, static_cast<std::size_t>(end - at));
      std::uint64_t next = 0;
      if (!read_digits(at, count, next)) return to_number(word, value);
      digits = digits * whole_powers[count] + next;
      at += count;
    }
    value = static_cast<double>(digits) / powers[behind];
    return true;
  }

  static constexpr std::uint32_t whole_powers[] = {1,      10,      100,      1000,     10000,
                                                   100000, 1000000, 10000000, 100000000};

  /// 1 to 8 digits; false where one is none.
  bool read_digits(char const* at, std::size_t count, std::uint64_t& value) const noexcept {
    if (std::endian::native == std::endian::little && end_ - at >= 8) {
      // Eight letters as digits, zeros in front of those that count; then sums of two, of four, of eight.
      constexpr std::uint64_t each = 0x0101010101010101U;
      auto eight = (gsta::detail::word_at<std::uint64_t>(at) ^ (each * '0')) << (8 * (8 - count));
      if ((((eight + each * 0x76) | eight) & (each << 7U)) != 0) return false;
      eight = eight * 10 + (eight >> 8U);
      constexpr std::uint64_t pairs = 0x000000FF000000FFU;
      value = ((eight & pairs) * (100 + (1000000ULL << 32U)) +
               ((eight >> 16U) & pairs) * (1 + (10000ULL << 32U))) >>
              32U;
      return true;
    }
    value = 0;
    for (; count > 0; --count, ++at) {
      if (!is_digit(*at)) return false;
      value = value * 10 + static_cast<std::uint64_t>(*at - '0');
    }
    return true;
  }

  char const *at_, *end_, *line_begin_;
  std::uint32_t line_;
};

}  // namespace gsta::io::detail
