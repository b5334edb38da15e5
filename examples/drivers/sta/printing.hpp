#pragma once

#include <string>
#include <vector>

#include "gsta/report/report_input.hpp"
#include "sta/options.hpp"

namespace CLI {
class App;
}

namespace sta {

/// Adds the options of reports: which paths, which parts, how numbers are printed, where it goes.
void add_report_options(CLI::App& app, options& o);

/// What else of them is only known once all are read. Throws: usage_error.
void finish_report_options(CLI::App const& app, options& o);

/// Writes the report, and the page where one is asked for. `found` are the paths of both, worst first in each
/// group; the report has fewer where the page has more. Throws: input_error.
void write_reports(options const& o, gsta::report_input input, std::vector<gsta::path_group> const& found);

/// Says on stderr what was read and not used.
void print_notes(options const& o, gsta::model::diagnostics const& notes);

}  // namespace sta
