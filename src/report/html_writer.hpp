#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "gsta/report/report_style.hpp"
#include "src/report/figures.hpp"

namespace gsta::detail {

/// Text as it may stand in an element or a quoted attribute: markup escaped, control characters and broken
/// UTF-8 replaced, and of what is very long the middle left out.
std::string escaped(std::string_view text);

/// `1234567` as `1,234,567`.
std::string grouped(std::int64_t value);

/// The page as it grows. Whoever puts user's text in escapes it.
class html_writer {
 public:
  explicit html_writer(report_style const& style) : numbers_(style) {}

  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }
  void put_text(std::string_view text) { text_.append(text.data(), text.data() + text.size()); }

  figures const& numbers() const noexcept { return numbers_; }
  /// A count of last digits; a dash where it is undefined.
  std::string figure(double count) const { return numbers_.text_or(count, "\u2013"); }
  /// A time in ps; a dash where it is undefined.
  std::string time(double ps) const { return figure(numbers_.time(ps)); }

  std::size_t size() const noexcept { return text_.size(); }
  std::string take() { return fmt::to_string(text_); }

 private:
  fmt::memory_buffer text_;
  figures numbers_;
};

}  // namespace gsta::detail
