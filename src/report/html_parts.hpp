#pragma once

#include <unordered_map>

#include "gsta/report/report.hpp"
#include "gsta/report/report_input.hpp"
#include "src/report/html_writer.hpp"

/// What stands in files of their own of the HTML page.
namespace gsta::detail {

/// The number of the path on the page by the end that it is to: 2 * check + data edge.
using path_anchors = std::unordered_map<std::int64_t, std::size_t>;

/// As many paths as the page has room for; groups with violations are unfolded, and of the first ones their
/// worst path.
path_anchors write_html_paths(html_writer& out, report_input const& input, html_options const& options);

void write_html_endpoints(html_writer& out, report_input const& input, html_options const& options,
                          path_anchors const& anchors);

/// How many endpoints have which slack, as a drawing with a tooltip for each bar.
void write_histogram(html_writer& out, report_input const& input, split side);

}  // namespace gsta::detail
