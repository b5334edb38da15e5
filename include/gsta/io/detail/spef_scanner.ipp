#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gsta/io/detail/text.hpp"
#include "gsta/model/netlist.hpp"

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
      if (*at_ == '\n') {
        ++line_;
        line_begin_ = at_ + 1;
      } else if (*at_ == '/' && at_ + 1 != end_ && at_[1] == '/') {
        at_ = std::find(at_, end_, '\n') - 1;
      } else if (!is_blank(*at_)) {
        return;
      }
    }
  }

  /// Up to the next blank; empty at the end.
  std::string_view next_word() noexcept {
    auto const* const begin = at_;
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
  /// fraction are doubles without an error then.
  static bool read_number(std::string_view word, double& value) noexcept {
    static constexpr double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                        1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    if (word.size() > 16) return to_number(word, value);
    std::int64_t digits = 0;
    std::size_t point = word.size();
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (is_digit(word[i])) {
        digits = digits * 10 + (word[i] - '0');
      } else if (word[i] == '.' && point == word.size() && i > 0) {
        point = i;
      } else {
        return to_number(word, value);
      }
    }
    if (point == 0 || point + 1 == word.size() || word.size() == 16) return to_number(word, value);
    value = static_cast<double>(digits) / powers[point == word.size() ? 0 : word.size() - point - 1];
    return true;
  }

  char const *at_, *end_, *line_begin_;
  std::uint32_t line_;
};

}  // namespace gsta::io::detail
