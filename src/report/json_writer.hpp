#pragma once

#include <fmt/compile.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"
#include "gsta/report/report_input.hpp"
#include "src/report/chunked_text.hpp"
#include "src/report/figures.hpp"

namespace gsta::detail {

/// Writes JSON as it goes: a design with a million pins never stands in memory as a tree.
class json_writer {
 public:
  explicit json_writer(report_sink const& write) : text_(write) {}

  void end() {
    text_.put_char('\n');
    text_.flush();
  }
  void open(char bracket) {
    separate();
    text_.put_char(bracket);
    first_ = true;
  }
  void close(char bracket) {
    text_.put_char(bracket);
    first_ = false;
  }
  json_writer& key(char const* name) {
    separate();
    put(FMT_COMPILE("\"{}\":"), name);
    first_ = true;
    return *this;
  }
  /// One element a line in long arrays.
  void line() {
    separate();
    text_.put_char('\n');
    first_ = true;
  }

  void text(std::string const& value) {
    separate();
    auto const plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
    if (std::all_of(value.begin(), value.end(), plain)) return put(FMT_COMPILE("\"{}\""), value);
    constexpr auto replace = nlohmann::json::error_handler_t::replace;
    put(FMT_COMPILE("{}"), nlohmann::json(value).dump(-1, ' ', false, replace));
  }
  void null() {
    separate();
    put(FMT_COMPILE("null"));
  }
  void count(std::int64_t value) {
    separate();
    put(FMT_COMPILE("{}"), value);
  }
  void number(float value) {
    if (!math::is_defined(value)) return null();
    separate();
    put(FMT_COMPILE("{}"), value == 0 ? 0.0f : value);
  }
  void number(double value) {
    if (!is_finite(value)) return null();
    separate();
    put(FMT_COMPILE("{:.9g}"), value == 0 ? 0.0 : value);
  }
  template <class T>
  void four(char const* name, T const& values) {
    key(name).open('[');
    for (int c = 0; c < conditions; ++c) number(values[c]);
    close(']');
  }

 private:
  template <class Format, class... Values>
  void put(Format const& format, Values const&... values) {
    text_.put(format, values...);
  }
  void separate() {
    if (!first_) text_.put_char(',');
    first_ = false;
  }

  chunked_text text_;
  bool first_ = true;
};

inline void text_or_null(json_writer& out, std::string const& text) {
  text.empty() ? out.null() : out.text(text);
}

}  // namespace gsta::detail
