#pragma once

#include <fmt/compile.h>
#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

#include "gsta/report/report_input.hpp"

namespace gsta::detail {

/// Text that leaves for a sink whenever enough of it has gathered: a report of a million pins never stands in
/// memory as a whole.
class chunked_text {
 public:
  explicit chunked_text(report_sink const& write) : write_(write) {}

  template <class Format, class... Values>
  void put(Format const& format, Values const&... values) {
    fmt::format_to(std::back_inserter(text_), format, values...);
    if (text_.size() >= piece) flush();
  }
  void put_char(char c) { text_.push_back(c); }
  void put_text(std::string_view text) {
    text_.append(text.data(), text.data() + text.size());
    if (text_.size() >= piece) flush();
  }

  /// Hands over what is left. Not the destructor's work: a sink may throw.
  void flush() {
    if (text_.size() > 0) write_(std::string_view(text_.data(), text_.size()));
    text_.clear();
  }

 private:
  static constexpr std::size_t piece = 1U << 16U;
  report_sink const& write_;
  fmt::memory_buffer text_;
};

/// What `write(sink)` hands to its sink, as one string.
template <class Write>
std::string collected(Write const& write) {
  std::string all;
  write([&all](std::string_view piece) { all.append(piece); });
  return all;
}

}  // namespace gsta::detail
