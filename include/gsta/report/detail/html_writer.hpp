#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "gsta/core/math.hpp"
#include "gsta/report/detail/rows.hpp"

namespace gsta::detail {

/// Text as it may stand in an element or a quoted attribute: markup escaped, control characters and broken
/// UTF-8 replaced, and of what is very long the middle left out.
std::string escaped(std::string_view text);

/// `1234567` as `1,234,567`.
std::string grouped(std::int64_t value);

/// A time in ps with two digits; a dash where it is undefined. No "-0.00".
inline std::string time_text(double ps) {
  if (!is_finite(ps)) return "\u2013";
  return fmt::format("{:.2f}", ps > -0.005 && ps < 0.005 ? 0.0 : ps);
}

/// The page as it grows. Whoever puts user's text in escapes it.
class html_writer {
 public:
  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }
  void put_text(std::string_view text) { text_.append(text.data(), text.data() + text.size()); }

  std::size_t size() const noexcept { return text_.size(); }
  std::string take() { return fmt::to_string(text_); }

 private:
  fmt::memory_buffer text_;
};

}  // namespace gsta::detail
