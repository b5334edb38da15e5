#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gsta/core/name_hash.hpp"
#include "gsta/io/source.hpp"
#include "gsta/model/wires.hpp"
#include "src/io/text.hpp"

namespace gsta::io::detail {

/// Text that one reader reads.
struct spef_piece {
  source const& file;  ///< whose text holds it: errors have their places there
  std::string_view text;
  std::uint32_t line;      ///< of the whole file, in which it begins
  std::size_t file_bytes;  ///< of the whole file there are so many at least
};

/// Goes through SPEF by words, and knows the line and column of each. What takes a word goes behind the
/// blanks and comments there, so that the next word stands at `at_`; `next_word` alone does not.
///
/// A word that starts with `*` and two capitals is a keyword, with one capital (*I, *C) a mark inside a net,
/// with a digit a reference into the name map.
class spef_scanner {
 protected:
  explicit spef_scanner(spef_piece const& piece) noexcept
      : file_(piece.file),
        at_(piece.text.data()),
        end_(at_ + piece.text.size()),
        line_begin_(at_),
        line_(piece.line) {}

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
        auto const flags = (eight - each * (' ' + 1)) & ~eight & (each << 7U);
        at_ += flags == 0 ? 8 : std::countr_zero(flags) / 8;
        if (flags == 0) continue;
        if (is_blank(*at_)) return {begin, static_cast<std::size_t>(at_ - begin)};
        ++at_;
      }
    }
    while (at_ != end_ && (static_cast<unsigned char>(*at_) > ' ' || !is_blank(*at_))) ++at_;
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }

  bool starts_with(std::string_view letters) const noexcept {
    return std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(letters);
  }
  bool is_word_end(char const* at) const noexcept { return at == end_ || is_blank(*at); }
  bool has_word() const noexcept { return at_ != end_ && *at_ != '*'; }

  /// Whether a word follows in the same line, to which it goes then.
  [[gnu::always_inline]] bool has_word_in_line() noexcept {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
    bool const is_comment = end_ - at_ > 1 && *at_ == '/' && at_[1] == '/';
    return has_word() && !is_blank(*at_) && !is_comment;
  }

  /// Takes a mark; stays where another word stands.
  bool take_mark(char letter) noexcept {
    if (!is_mark(letter)) return false;
    at_ += 2;
    skip_blanks();
    return true;
  }
  /// The same with a keyword.
  [[gnu::always_inline]] bool take(std::string_view wanted) noexcept {
    if (!starts_with(wanted) || !is_word_end(at_ + wanted.size())) return false;
    at_ += wanted.size();
    skip_blanks();
    return true;
  }

  /// Takes the number of an entry.
  bool take_entry() noexcept {
    auto const* at = at_;
    while (at != end_ && is_digit(*at)) ++at;
    if (at == at_ || !is_word_end(at)) return false;
    at_ = at;
    skip_blanks();
    return true;
  }

  std::string_view need_word(char const* expected) {
    if (!has_word()) fail_expected(expected);
    auto const word = next_word();
    skip_blanks();
    return word;
  }
  /// A name, *12 or *12:pin.
  [[gnu::always_inline]] std::string_view need_reference() {
    auto const word = next_word();
    if (!is_reference(word)) fail_expected("a name", word);
    skip_blanks();
    return word;
  }

  std::string_view need_quoted() {
    auto const* const begin = at_;
    auto const* const close = std::find(begin + 1, end_, '"');
    if (close == end_) fail_at({begin, 1}, "the quoted string is not closed");
    for (; at_ != close; ++at_) {
      if (*at_ != '\n') continue;
      ++line_;
      line_begin_ = at_ + 1;
    }
    ++at_;
    skip_blanks();
    return {begin, static_cast<std::size_t>(close + 1 - begin)};
  }

  void skip_plain_word() noexcept {
    next_word();
    skip_blanks();
  }
  /// A word or a quoted string.
  void skip_word() {
    if (*at_ == '"') return static_cast<void>(need_quoted());
    skip_plain_word();
  }
  /// Words without a meaning for timing, up to the next keyword.
  void skip_words() {
    while (at_ != end_ && !is_keyword()) skip_word();
  }
  /// Likewise, up to the next pin.
  void skip_attributes() {
    while (at_ != end_ && !is_keyword() && !is_mark('I') && !is_mark('P')) skip_word();
  }
  bool is_keyword() const noexcept {
    auto const is_capital = [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; };
    return *at_ == '*' && end_ - at_ > 2 && is_capital(at_[1]) && is_capital(at_[2]);
  }
  bool is_mark(char letter) const noexcept {
    return end_ - at_ > 1 && *at_ == '*' && at_[1] == letter && is_word_end(at_ + 2);
  }

  /// Throws input_error at a part of the text.
  [[noreturn, gnu::cold, gnu::noinline]] void fail_at(std::string_view part,
                                                      std::string_view sentence) const {
    fail(file_, offset_of(file_, part), std::string(sentence));
  }
  /// Throws "expected EXPECTED, found ..." with what stands at the beginning of a part.
  [[noreturn, gnu::cold, gnu::noinline]] void fail_expected(char const* expected,
                                                            std::string_view part) const {
    detail::fail_expected(file_, offset_of(file_, part), expected);
  }
  [[noreturn]] void fail_expected(char const* expected) const { fail_expected(expected, {at_, 0}); }

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

  source const& file_;
  char const *at_, *end_, *line_begin_;
  std::uint32_t line_;
};

}  // namespace gsta::io::detail
