#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gsta/io/detail/text.hpp"

namespace gsta::io::detail {

/// A text as lines of words. Lines without a word are passed over; `#` at the start of a word starts a
/// comment.
class line_words {
 public:
  explicit line_words(source const& file) noexcept : file_(file), cursor_(file.text()) {}

  /// Goes to the next line that has a word; false at the end.
  bool next() {
    words_.clear();
    auto const text = file_.text();
    while (words_.empty() && at_ < text.size()) {
      auto const newline = text.find('\n', at_);
      auto const end = newline == std::string_view::npos ? text.size() : newline;
      split(text.substr(at_, end - at_));
      at_ = end + 1;
    }
    return !words_.empty();
  }

  std::size_t size() const noexcept { return words_.size(); }
  std::string_view operator[](std::size_t i) const noexcept { return words_[i]; }

  /// The value after the option that is word `i`.
  std::string_view after(std::size_t i) const {
    if (i + 1 == size()) {
      fail(file_, offset_of(file_, words_[i]),
           "expected a value after " + in_quotes(words_[i]) + ", found the end of the line");
    }
    return words_[i + 1];
  }

  /// Where the line's first word stands.
  model::location at() const noexcept { return cursor_.locate(offset_of(file_, words_.front())); }

  [[noreturn]] void fail_form(char const* form) const {
    fail(file_, offset_of(file_, words_.front()),
         std::string("expected ") + form + ", found " + std::to_string(size()) +
             (size() == 1 ? " word" : " words"));
  }

  /// Throws unless the line has `count` words: at the first one too many, or at the start of a line with too
  /// few.
  void need(std::size_t count, char const* form) const {
    if (size() < count) fail_form(form);
    if (size() > count) {
      fail(file_, offset_of(file_, words_[count]),
           std::string("expected ") + form + ", then the end of the line, found " + in_quotes(words_[count]));
    }
  }

 private:
  void split(std::string_view line) {
    std::size_t at = 0;
    for (;;) {
      while (at < line.size() && is_blank(line[at])) ++at;
      if (at == line.size() || line[at] == '#') return;
      auto const start = at;
      while (at < line.size() && !is_blank(line[at])) ++at;
      words_.push_back(line.substr(start, at - start));
    }
  }

  source const& file_;
  mutable line_cursor cursor_;
  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
};

}  // namespace gsta::io::detail
