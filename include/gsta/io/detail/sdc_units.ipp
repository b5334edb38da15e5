#pragma once

#include <cmath>
#include <utility>

#include "gsta/io/detail/sdc_reader.ipp"

namespace gsta::io::detail {

/// `1ns`, `10 fF`, `ns`: how many times 1e-12 of the symbol.
GSTA_INLINE double sdc_reader::unit_value(std::string const& text, std::string_view symbol) const {
  static constexpr std::pair<char, double> prefixes[] = {
      {'f', 1e-3}, {'p', 1}, {'n', 1e3}, {'u', 1e6}, {'m', 1e9}};
  auto const all = trimmed(text);
  auto const digits = all.substr(0, all.find_first_not_of("0123456789."));
  auto unit = trimmed(all.substr(digits.size()));
  double many = 1;
  bool ok = digits.empty() || (to_number(digits, many) && many > 0);
  if (ok && unit.size() == 1 + symbol.size() &&
      (unit.substr(1) == symbol || (symbol == "F" && unit[1] == 'f'))) {
    for (auto const& [prefix, value] : prefixes) {
      if (unit[0] == prefix) return many * value;
    }
  }
  throw sdc_error("expected a unit such as 1p" + std::string(symbol) + ", found " + quoted(text));
}

GSTA_INLINE sdc_reply sdc_reader::set_units(sdc_arguments const& in) {
  in.expect_words(0, 0);
  auto given = library_units_;
  if (auto const* const time = in.value("time")) given.time_to_ps = unit_value(*time, "s");
  if (auto const* const capacitance = in.value("capacitance")) {
    given.capacitance_to_ff = unit_value(*capacitance, "F") * 1000;
  }
  auto const differ = [](double a, double b) { return std::abs(a - b) > 1e-6 * b; };
  if (differ(given.time_to_ps, library_units_.time_to_ps) ||
      differ(given.capacitance_to_ff, library_units_.capacitance_to_ff)) {
    count("set_units names other units than the library's: the file's own are used");
  }
  if (!units_are_given_) units_ = given;
  return {};
}

GSTA_INLINE sdc_reply sdc_reader::set_hierarchy_separator(sdc_arguments const& in) {
  in.expect_words(1, 1);
  if (in.words[0] != "/") count("set_hierarchy_separator other than / is not supported yet");
  return {};
}

}  // namespace gsta::io::detail
