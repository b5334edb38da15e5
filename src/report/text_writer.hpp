#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "gsta/report/report_input.hpp"
#include "gsta/report/report_style.hpp"
#include "src/report/chunked_text.hpp"
#include "src/report/figures.hpp"

namespace gsta::detail {

class text_writer {
 public:
  text_writer(report_sink const& write, report_style const& style) : text_(write), numbers_(style) {}

  template <class... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    text_.put_text(fmt::format(format, std::forward<Values>(values)...));
    text_.put_char('\n');
  }
  void rule(std::size_t width) { line("{}", std::string(width, '-')); }
  void flush() { text_.flush(); }

  figures const& numbers() const noexcept { return numbers_; }
  /// How wide a column is whose numbers have `before` characters in front of the point.
  std::size_t width(std::size_t before) const noexcept {
    auto const digits = static_cast<std::size_t>(numbers_.style().digits);
    return before + (digits > 0 ? digits + 1 : 0);
  }

 private:
  chunked_text text_;
  figures numbers_;
};

}  // namespace gsta::detail
