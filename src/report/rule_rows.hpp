#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "gsta/report/report_input.hpp"
#include "src/report/figures.hpp"

/// What reports say of design rules, in words and digits.
namespace gsta::detail {

inline char const* name_of(design_rule rule) noexcept {
  static constexpr char const* names[design_rules] = {"max_slew", "max_capacitance", "max_fanout",
                                                      "min_pulse_width", "min_period"};
  return names[static_cast<int>(rule)];
}

inline bool has_rules(rule_report const& rules) noexcept {
  return std::any_of(std::begin(rules.summary), std::end(rules.summary),
                     [](rule_summary const& of) { return of.checked > 0; });
}

/// A value in the unit of its rule; of infinite ones `other`.
inline std::string rule_text(figures const& numbers, design_rule rule, float value, char const* other) {
  auto const exact = static_cast<double>(value);
  if (rule == design_rule::max_fanout) return is_finite(exact) ? fmt::format("{:g}", exact) : other;
  return numbers.text_or(rule == design_rule::max_capacitance ? numbers.load(exact) : numbers.time(exact),
                         other);
}

/// Which edge of the pin, or which pulse.
inline char const* edge_text(rule_check const& check) noexcept {
  if (check.condition == none) return "-";
  bool const rise = edge_of(check.condition) == 0;
  if (check.rule == design_rule::min_pulse_width) return rise ? "high" : "low";
  return rise ? "rise" : "fall";
}

}  // namespace gsta::detail
