#pragma once

#include <string>

#include "sta/shell/design_state.hpp"

/// What report commands share: their digits and units.
namespace sta::shell {

/// -digits, else the variable sta_report_default_digits, else 2.
int digits_of(interpreter& tcl, arguments const& in);

/// A time in the unit that reports have, "-" where it is infinite.
std::string time_text(design_state const& design, double ps, int digits);

/// The same with as many digits as it has, up to so many that count, for scripts.
std::string short_time_text(design_state const& design, double ps, int digits);

}  // namespace sta::shell
