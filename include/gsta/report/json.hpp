#pragma once

#include <string>

#include "gsta/report/report_input.hpp"

namespace gsta {

/// One JSON object, as the driver `sta` prints it: design, device, units, summary, endpoints, paths, pins,
/// violations, diagnostics. Parts that are not asked for are empty arrays. Times are ps, capacitances fF,
/// undefined is null.
///
/// Shapes: any. Units: as above. Cost: O(output). Where: host. Throws: std::bad_alloc.
std::string report_json(report_input const& input, report_parts const& parts = {});

/// The same text piece by piece, so that a report of any size needs little memory.
///
/// Shapes: any. Units: as above. Cost: O(output). Where: host. Throws: std::bad_alloc, and what `write`
/// throws.
void report_json(report_input const& input, report_parts const& parts, report_sink const& write);

}  // namespace gsta

#ifdef GSTA_HEADER_ONLY
#include "gsta/report/detail/json.ipp"
#endif
