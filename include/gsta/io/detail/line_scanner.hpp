#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "gsta/io/detail/text.hpp"

namespace gsta::io::detail {

/// Reads a text of many short lines word by word, without a copy and without a list of its words. Errors
/// point at the word.
class line_scanner {
 public:
  explicit line_scanner(source const& file) noexcept
      : file_(file), at_(file.text().data()), end_(at_ + file.text().size()) {}

  /// Goes to the next line that has a word and does not begin with `comment`; false at the end of the text.
  bool next_line(char comment) noexcept {
    for (;;) {
      skip_blanks();
      if (at_ == end_) return false;
      if (*at_ == '\n') {
        ++at_;
        ++line_;
      } else if (*at_ == comment) {
        auto const* const newline =
            static_cast<char const*>(std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_)));
        at_ = newline == nullptr ? end_ : newline;
      } else {
        return true;
      }
    }
  }

  std::size_t line() const noexcept { return line_; }

  /// The next word of the line; empty where the line is over.
  std::string_view word() noexcept {
    skip_blanks();
    auto const* const begin = at_;
    while (at_ != end_ && !is_blank(*at_)) ++at_;
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }

  /// Where the next word of the line starts.
  std::size_t offset() noexcept {
    skip_blanks();
    return static_cast<std::size_t>(at_ - file_.text().data());
  }

  /// Takes the next word if it is this one letter.
  bool letter(char wanted) noexcept {
    skip_blanks();
    if (at_ == end_ || *at_ != wanted || !ends_word(at_ + 1)) return false;
    ++at_;
    return true;
  }

  /// A whole number from `least` to `most`; `what` stands in the error: "expected the number of arcs".
  std::int64_t whole(std::int64_t least, std::int64_t most, char const* what) {
    skip_blanks();
    std::int64_t value = 0;
    auto const read = std::from_chars(behind_plus(), end_, value);
    if (read.ec != std::errc{} || !ends_word(read.ptr) || value < least || value > most) {
      fail_here(std::string(what) + " from " + std::to_string(least) + " to " + std::to_string(most));
    }
    at_ = read.ptr;
    return value;
  }

  /// A whole number of 64 bits without a sign; true where `exact` holds it.
  bool unsigned_whole(double& value, std::int64_t& exact) {
    skip_blanks();
    std::uint64_t whole = 0;
    auto const read = std::from_chars(behind_plus(), end_, whole);
    if (read.ec != std::errc{} || !ends_word(read.ptr))
      fail_here("an integer from 0 to " + std::to_string(std::numeric_limits<std::uint64_t>::max()));
    at_ = read.ptr;
    bool const fits = whole <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    value = static_cast<double>(whole);
    exact = fits ? static_cast<std::int64_t>(whole) : 0;
    return fits;
  }

  /// A finite number; true where it is an integer that fits, whatever way it was written. What is too small
  /// for a double is 0.
  bool number(double& value, std::int64_t& exact) {
    skip_blanks();
    auto const* const digits = behind_plus();
    auto const integer = std::from_chars(digits, end_, exact);
    if (integer.ec == std::errc{} && ends_word(integer.ptr)) {
      at_ = integer.ptr;
      value = static_cast<double>(exact);
      return true;
    }
    auto real = std::from_chars(digits, end_, value);
    if (real.ec == std::errc::result_out_of_range && is_below_one(digits, real.ptr)) {
      real.ec = {};
      value = 0;
    }
    if (real.ec != std::errc{} || !ends_word(real.ptr) || !std::isfinite(value)) fail_here("a number");
    at_ = real.ptr;
    constexpr double most = 9007199254740992.0;  // 2^53: all integers up to here are doubles
    bool const is_whole = std::trunc(value) == value && std::fabs(value) <= most;
    exact = is_whole ? static_cast<std::int64_t>(value) : 0;
    return is_whole;
  }

  /// Throws unless the line is over.
  void end_line() {
    skip_blanks();
    if (at_ != end_ && *at_ != '\n') fail_here("the end of the line");
  }

  /// Throws "expected EXPECTED, found ..." at the next word.
  [[noreturn]] void fail_here(std::string const& expected) { fail_expected(file_, offset(), expected); }

 private:
  /// Where the digits of a number begin that stands here: from_chars takes no plus.
  char const* behind_plus() const noexcept {
    return end_ - at_ > 1 && *at_ == '+' && at_[1] != '-' ? at_ + 1 : at_;
  }
  bool ends_word(char const* at) const noexcept { return at == end_ || is_blank(*at); }
  void skip_blanks() noexcept {
    while (at_ != end_ && *at_ != '\n' && is_blank(*at_)) ++at_;
  }

  source const& file_;
  char const *at_, *end_;
  std::size_t line_ = 1;
};

}  // namespace gsta::io::detail
