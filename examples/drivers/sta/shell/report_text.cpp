#include "sta/shell/report_text.hpp"

#include <cmath>
#include <cstdio>

namespace sta::shell {

int digits_of(interpreter& tcl, arguments const& in) {
  constexpr long most = 9;
  if (in.has("digits")) return static_cast<int>(in.integer("digits", 0, most, 2));
  auto const set = tcl.variable("sta_report_default_digits");
  if (set.empty()) return 2;
  return static_cast<int>(arguments("[-sta_report_default_digits N]", {"-sta_report_default_digits", set})
                              .integer("sta_report_default_digits", 0, most, 2));
}

std::string time_text(design_state const& design, double ps, int digits) {
  if (!std::isfinite(ps)) return "-";
  double const scale = std::pow(10.0, digits);
  double const last_digits =
      std::round(design.time_unit() == gsta::time_unit::ns ? ps / 1000 * scale : ps * scale);
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", digits, last_digits == 0 ? 0.0 : last_digits / scale);
  return text;
}

std::string short_time_text(design_state const& design, double ps, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits,
                design.time_unit() == gsta::time_unit::ns ? ps / 1000 : ps);
  return text;
}

}  // namespace sta::shell
