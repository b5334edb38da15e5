#pragma once

#include <cstddef>
#include <string>

#include "gsta/report/report_input.hpp"

namespace gsta {

/// A report to read, in the layout of sign-off timers: summary, endpoints (worst first), paths, pins. Every
/// value is rounded once, to the digits of `report_input::style`; what the report itself adds up is made of
/// the rounded values, so that increments give their totals and required less arrival the slack.
///
/// Shapes: any. Units: those of the style. Cost: O(output), and a sort of the endpoints. Where: host. Throws:
/// std::bad_alloc.
std::string report_text(report_input const& input, report_parts const& parts = {});

/// The text of `report_text` piece by piece, so that a report of any size needs little memory.
///
/// Shapes: any. Units, Cost: as above. Where: host. Throws: std::bad_alloc, and what `write` throws.
void report_text(report_input const& input, report_parts const& parts, report_sink const& write);

/// The `"version"` of `report_json`'s object: a whole number that grows where keys are added, go away or mean
/// something else. 1: before there was the field.
inline constexpr int report_json_version = 3;

/// One JSON object, as the driver `sta` prints it and docs/report.schema.json describes it: version, design,
/// device, incomplete, not_applied, unmatched, black_boxes, spef, loops, cut_loops, units, summary,
/// endpoints, paths, pins, violations, unconstrained, check_setup, clock_latency, clock_skew, diagnostics.
/// Parts that are not asked for are empty arrays. Times are ps, capacitances fF, with all their digits;
/// undefined is null; so are sums over no endpoint.
///
/// Shapes: any. Units: as above. Cost: O(output). Where: host. Throws: std::bad_alloc.
std::string report_json(report_input const& input, report_parts const& parts = {});

/// The text of `report_json` piece by piece, so that a report of any size needs little memory.
///
/// Shapes: any. Units: as above. Cost: O(output). Where: host. Throws: std::bad_alloc, and what `write`
/// throws.
void report_json(report_input const& input, report_parts const& parts, report_sink const& write);

/// How much a page shows. What is left out is counted on the page.
struct html_options {
  std::size_t endpoints = 1000;        ///< rows of each endpoint table (setup, hold, unconstrained)
  std::size_t paths = 100;             ///< waterfalls in all, the worst of every group first
  std::size_t most_bytes = 2'000'000;  ///< beyond this rows and paths are left out, however few are shown
};

/// A page for a browser that needs nothing else: summary, histograms of slack, paths by group as waterfalls,
/// endpoints (worst first) with links to their paths, diagnostics. Groups and tables fold without a script.
/// It reads nothing from a network, follows the reader's light or dark mode, fits a telephone, and can be
/// printed. The same input makes the same page.
///
/// Shapes: any. Units: those of the style; undefined is a dash. Cost: O(endpoints) and a sort of them,
/// O(page). Where: host. Throws: std::bad_alloc.
std::string report_html(report_input const& input, html_options const& options = {});

}  // namespace gsta
