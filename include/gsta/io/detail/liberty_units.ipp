#pragma once

#include <string>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/liberty_reader.hpp"

namespace gsta::io::detail {

GSTA_INLINE std::string lower_case(std::string_view text) {
  std::string result(text.substr(0, 16));
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

/// `1ps`, `100ps`, `1ns`: how many ps the unit has.
GSTA_INLINE void liberty_reader::read_time_unit(statement const& s) {
  static constexpr std::pair<std::string_view, double> units[] = {{"fs", 1e-3}, {"ps", 1},   {"ns", 1e3},
                                                                  {"us", 1e6},  {"ms", 1e9}, {"s", 1e12}};
  auto const text = trimmed(argument(s));
  auto const digits = text.substr(0, text.find_first_not_of("0123456789.+"));
  double many = 0;
  if (to_number(digits, many) && many > 0) {
    auto const unit = lower_case(trimmed(text.substr(digits.size())));
    for (auto const& [name, ps] : units) {
      if (unit == name) {
        to_ps_ = many * ps;
        return;
      }
    }
  }
  fail_at(text, "expected a time unit such as 1ps or 1ns, found " + in_quotes(text));
}

/// `(1, ff)` or `(0.1, pf)`, or the unit first.
GSTA_INLINE void liberty_reader::read_capacitance_unit(statement const& s) {
  if (s.argument_count != 2) fail_at(s.name, "expected capacitive_load_unit (number, ff) or (number, pf)");
  auto piece = trimmed(syntax_.argument(s, 0)), unit = trimmed(syntax_.argument(s, 1));
  double many = 0;
  if (!to_number(piece, many) && to_number(unit, many)) std::swap(piece, unit);
  many = number_of(file_, piece);
  if (many <= 0) fail_at(piece, "expected a unit greater than 0, found " + in_quotes(piece));
  auto const name = lower_case(unit);
  if (name != "ff" && name != "pf") fail_at(unit, "expected ff or pf, found " + in_quotes(unit));
  to_ff_ = name == "ff" ? many : many * 1000;
}

/// `..._threshold_pct_rise` and `_fall`, in percent of the supply.
GSTA_INLINE void liberty_reader::read_threshold(statement const& s, model::thresholds& into) {
  if (s.name == "slew_derate_from_library") {
    into.slew_derate = float_of(file_, argument(s), number(s));
    if (into.slew_derate <= 0) fail_at(argument(s), "expected a slew_derate_from_library greater than 0");
    return;
  }
  auto const kind = s.name.substr(0, s.name.find("_threshold_pct_"));
  float* const of_kind = kind == "input"        ? into.delay
                         : kind == "output"     ? into.output_delay
                         : kind == "slew_lower" ? into.slew_lower
                         : kind == "slew_upper" ? into.slew_upper
                                                : nullptr;
  if (of_kind == nullptr || kind == s.name) return;
  double const percent = number(s);
  if (percent < 0 || percent > 100) {
    fail_at(argument(s), "expected a threshold from 0 to 100 percent, found " + in_quotes(argument(s)));
  }
  of_kind[s.name.ends_with("_fall") ? 1 : 0] = static_cast<float>(percent / 100);
}

GSTA_INLINE void liberty_reader::check_thresholds(statement const& group, model::thresholds const& read) {
  for (int e = 0; e < 2; ++e) {
    if (read.slew_lower[e] >= read.slew_upper[e]) {
      fail_at(group.name, "the lower slew threshold of this library is not below its upper one");
    }
  }
}

GSTA_INLINE void liberty_reader::read_units(statement const& group, model::library& into) {
  bool has_capacitance_unit = false;
  for_each_in(group, [&](statement const& s) {
    has_capacitance_unit |= s.name == "capacitive_load_unit";
    if (s.name == "time_unit") read_time_unit(s);
    if (s.name == "capacitive_load_unit") read_capacitance_unit(s);
    if (s.kind == statement_kind::simple) read_threshold(s, into.thresholds);
  });
  if (!has_capacitance_unit) count("library without capacitive_load_unit, 1 pf assumed", group);
  check_thresholds(group, into.thresholds);
  into.time_unit_ps = static_cast<float>(to_ps_);
  into.capacitance_unit_ff = static_cast<float>(to_ff_);
}

}  // namespace gsta::io::detail
