#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/command_line.hpp"
#include "gsta/io/source.hpp"
#include "gsta/report/report.hpp"
#include "gsta/sta/path_points.hpp"
#include "gsta/sta/signoff.hpp"

namespace sta {

using gsta::wire_model;

/// Where paths start, what they pass in this order, and where they end, by name; empty: anywhere.
struct path_names {
  std::vector<gsta::point_names> from{}, through{}, to{};

  bool empty() const noexcept { return from.empty() && through.empty() && to.empty(); }
};

/// The command line of `sta`.
struct options {
  std::vector<std::string> liberty, liberty_early, liberty_late, verilog, spef, sdc;
  std::string top, output, html;
  std::string save, load;                        ///< snapshots; what is loaded stands for all files above
  std::string save_library;                      ///< where libraries go, and nothing else is done
  std::map<std::string, std::string> variables;  ///< what $::env(NAME) is in constraints
  bool lenient = false;                          ///< what constraints have of unknown commands is counted
  gsta::io::load_options files;                  ///< what is read of each
  drivers::device_options device;
  std::optional<wire_model> wires;  ///< none: by `gsta::default_wire_model`
  std::string parts_list;           ///< as given; `parts` is what it says
  gsta::report_parts parts;
  gsta::report_style style;
  gsta::html_options page;
  std::size_t paths = 1, paths_per_endpoint = 1, page_paths = 10;
  bool max_paths = true, min_paths = false;
  path_names points;  ///< which paths: from, through, to
  bool json = false, quiet = false, no_cppr = false;
  bool no_loops = false;    ///< a loop is an error, not cut
  bool as_opensta = false;  ///< its conventions where they differ
  std::string script;       ///< of Tcl, to be run
  bool shell = false;       ///< commands come from standard input

  /// How many paths of each group the page has, and how many are searched for it and the report.
  std::size_t paths_on_page() const { return html.empty() ? 0 : std::max(paths, page_paths); }
  std::size_t paths_wanted() const { return std::max(parts.paths ? paths : 0, paths_on_page()); }
  /// Whether reports have no more than the figures of both sides.
  bool only_figures() const {
    bool const lists = parts.endpoints || parts.paths || parts.pins || parts.violations ||
                       parts.unconstrained || parts.check_setup || parts.groups || parts.clock_latency ||
                       parts.clock_skew;
    bool const named = !points.empty();
    return !lists && !named && !json && html.empty();
  }
};

}  // namespace sta
