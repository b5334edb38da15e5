#pragma once

#include <cmath>
#include <string_view>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/text.hpp"

namespace gsta::io::detail {

/// The value of an expression of whole numbers such as 2*(8-1), as in ranges and selects. Counted in double:
/// beyond what that holds exactly any number is out of range anyway.
class verilog_numbers {
 public:
  /// Throws input_error where the text is no such expression.
  static double value_of(source const& file, std::string_view text) {
    verilog_numbers reader(file, text);
    double const value = reader.shifted();
    if (!reader.rest_.empty()) reader.fail_here();
    return value;
  }

 private:
  verilog_numbers(source const& file, std::string_view text) : file_(file), rest_(text) { skip_blanks(); }

  [[noreturn]] void fail_here() const { fail_expected(file_, offset_of(file_, rest_), "a number"); }
  void skip_blanks() noexcept {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
  }
  bool take(std::string_view sign) noexcept {
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(sign.size());
    skip_blanks();
    return true;
  }

  double shifted() {
    double value = sum();
    while (true) {
      if (take("<<")) {
        value = std::ldexp(value, shift());
      } else if (take(">>")) {
        value = std::floor(std::ldexp(value, -shift()));
      } else {
        return value;
      }
    }
  }
  int shift() { return static_cast<int>(std::fmax(-1000.0, std::fmin(sum(), 1000.0))); }
  double sum() {
    double value = product();
    while (true) {
      if (take("+")) {
        value += product();
      } else if (take("-")) {
        value -= product();
      } else {
        return value;
      }
    }
  }
  double product() {
    double value = signed_number();
    while (true) {
      if (take("*")) {
        value *= signed_number();
      } else if (take("/")) {
        value = std::trunc(value / divisor());
      } else if (take("%")) {
        value = std::fmod(value, divisor());
      } else {
        return value;
      }
    }
  }
  double divisor() {
    auto const at = rest_;
    double const value = signed_number();
    if (value == 0) fail(file_, offset_of(file_, at), "a division by zero");
    return value;
  }
  double signed_number() {
    bool is_negative = false;
    while (true) {
      if (take("-")) {
        is_negative = !is_negative;
      } else if (!take("+")) {
        break;
      }
    }
    double const value = take("(") ? in_parentheses() : number();
    return is_negative ? -value : value;
  }
  double in_parentheses() {
    constexpr int deepest = 256;
    if (++depth_ > deepest) fail(file_, offset_of(file_, rest_), "parentheses are nested more than 256 deep");
    double const value = shifted();
    if (!take(")")) fail_expected(file_, offset_of(file_, rest_), "')'");
    --depth_;
    return value;
  }
  double number() {
    if (rest_.empty() || !is_digit(rest_.front())) fail_here();
    double value = 0;
    while (!rest_.empty() && (is_digit(rest_.front()) || rest_.front() == '_')) {
      if (rest_.front() != '_') value = 10 * value + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    skip_blanks();
    return value;
  }

  source const& file_;
  std::string_view rest_;
  int depth_ = 0;
};

}  // namespace gsta::io::detail
