#pragma once

#include <string>

#include "gsta/report/report_input.hpp"

namespace gsta {

/// A report to read, in the layout of sign-off timers: summary, endpoints (worst first), paths, pins.
///
/// Shapes: any. Units: ps, fF. Cost: O(output), and a sort of the endpoints. Where: host. Throws:
/// std::bad_alloc.
std::string report_text(report_input const& input, report_parts const& parts = {});

}  // namespace gsta

#ifdef GSTA_HEADER_ONLY
#include "gsta/report/detail/text.ipp"
#endif
