#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "gsta/report/report_style.hpp"

/// Where numbers become digits, for text and pages alike.
namespace gsta::detail {

inline bool is_finite(double x) noexcept { return x - x == 0; }

/// Rounds each value once, to whole counts of the last digit that is printed. What is the sum or difference
/// of other figures on the page is made from their counts, so that all of them add up as they stand there.
class figures {
 public:
  explicit figures(report_style const& style)
      : style_(style),
        last_digit_(std::pow(10.0, style.digits)),
        time_scale_(style.time == time_unit::ns ? last_digit_ / 1000 : last_digit_),
        load_scale_(style.capacitance == capacitance_unit::pF ? last_digit_ / 1000 : last_digit_) {}

  /// A time in ps as a count of last digits, halves away from zero; infinite stays so.
  double time(double ps) const noexcept { return std::round(ps * time_scale_); }
  /// A capacitance in fF.
  double load(double ff) const noexcept { return std::round(ff * load_scale_); }

  /// A finite count as a number; no "-0.00".
  std::string text(double count) const {
    return fmt::format("{:.{}f}", count == 0 ? 0.0 : count / last_digit_, style_.digits);
  }
  /// The same, or `other` where it is infinite.
  std::string text_or(double count, char const* other) const {
    return is_finite(count) ? text(count) : std::string(other);
  }

  /// A time in ps in the unit that is printed, unrounded: for axes.
  double in_unit(double ps) const noexcept { return style_.time == time_unit::ns ? ps / 1000 : ps; }
  char const* time_unit_name() const noexcept { return style_.time == time_unit::ns ? "ns" : "ps"; }
  char const* load_unit_name() const noexcept {
    return style_.capacitance == capacitance_unit::pF ? "pF" : "fF";
  }
  report_style const& style() const noexcept { return style_; }

 private:
  report_style style_;
  double last_digit_, time_scale_, load_scale_;
};

}  // namespace gsta::detail
