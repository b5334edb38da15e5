#pragma once

#include <string>

#include "gsta/report/report_input.hpp"

namespace gsta {

/// A report to read, in the layout of sign-off timers: summary, endpoints (worst first), paths, pins.
///
/// Shapes: any. Units: ps, fF. Cost: O(output), and a sort of the endpoints. Where: host. Throws:
/// std::bad_alloc.
std::string report_text(report_input const& input, report_parts const& parts = {});

/// The same text piece by piece, so that a report of any size needs little memory.
///
/// Shapes: any. Units: ps, fF. Cost: as above. Where: host. Throws: std::bad_alloc, and what `write` throws.
void report_text(report_input const& input, report_parts const& parts, report_sink const& write);

}  // namespace gsta

#ifdef GSTA_HEADER_ONLY
#include "gsta/report/detail/text.ipp"
#endif
