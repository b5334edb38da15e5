#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "gsta/core/math.hpp"
#include "gsta/report/detail/chunked_text.hpp"
#include "gsta/report/detail/rows.hpp"

namespace gsta::detail {

/// One line of a path; what is infinite, or a fan-out below 0, stays empty.
struct text_step {
  int fanout = -1;
  double slew = math::infinity, load = math::infinity, delay = math::infinity, time = math::infinity;
  char mark = ' ';
  std::string what{};
};

class text_writer {
 public:
  explicit text_writer(report_sink const& write) : text_(write) {}

  template <class... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    text_.put_text(fmt::format(format, std::forward<Values>(values)...));
    text_.put_char('\n');
  }
  void rule(std::size_t width) { line("{}", std::string(width, '-')); }

  void step(text_step const& s) {
    auto const fanout = s.fanout < 0 ? std::string() : std::to_string(s.fanout);
    line("{:>6} {:>11} {:>11} {:>11} {:>11} {} {}", fanout, number(s.load), number(s.slew), number(s.delay),
         number(s.time), s.mark, s.what);
  }
  /// A line of a path with nothing but words.
  void note(std::string const& what) { line("{:57}{}", "", what); }

  void flush() { text_.flush(); }

 private:
  /// No "-0.00".
  static std::string number(double x) {
    return is_finite(x) ? fmt::format("{:.2f}", x > -0.005 && x < 0.005 ? 0.0 : x) : std::string();
  }

  chunked_text text_;
};

}  // namespace gsta::detail
