#pragma once

#include <cstddef>
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

/// One JSON object, as the driver `sta` prints it: design, device, incomplete, not_applied, unmatched, units,
/// summary, endpoints, paths, pins, violations, diagnostics. Parts that are not asked for are empty arrays.
/// Times are ps, capacitances fF, undefined is null; so are sums over no endpoint.
///
/// Shapes: any. Units: as above. Cost: O(output). Where: host. Throws: std::bad_alloc.
std::string report_json(report_input const& input, report_parts const& parts = {});

/// The same text piece by piece, so that a report of any size needs little memory.
///
/// Shapes: any. Units: as above. Cost: O(output). Where: host. Throws: std::bad_alloc, and what `write`
/// throws.
void report_json(report_input const& input, report_parts const& parts, report_sink const& write);

/// How much a page shows. What is left out is counted on the page.
struct html_options {
  std::size_t endpoints = 1000;  ///< rows of each endpoint table (setup, hold, unconstrained)
  std::size_t paths = 100;       ///< waterfalls in all
};

/// A page for a browser that needs nothing else: summary, histograms of slack, endpoints (worst first), paths
/// as waterfalls, diagnostics. It reads nothing from a network, follows the reader's light or dark mode, and
/// can be printed. The same input makes the same page, under 2 MB whatever the design's size.
///
/// Shapes: any. Units: ps, fF; undefined is a dash. Cost: O(endpoints) and a sort of them, O(page). Where:
/// host. Throws: std::bad_alloc.
std::string report_html(report_input const& input, html_options const& options = {});

}  // namespace gsta

#ifdef GSTA_HEADER_ONLY
#include "gsta/report/detail/html.ipp"
#include "gsta/report/detail/json.ipp"
#include "gsta/report/detail/text.ipp"
#endif
