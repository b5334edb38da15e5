#pragma once

#include <cstddef>
#include <string>

#include "gsta/report/report_input.hpp"

namespace gsta {

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
#endif
