#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "common/command_line.hpp"
#include "gsta/report/report_input.hpp"
#include "gsta/sta/path_points.hpp"

namespace sta {

enum class wire_model { ideal, elmore, elmore_slew };

/// The command line of `sta`.
struct options {
  std::vector<std::string> liberty, liberty_early, liberty_late, verilog, spef, sdc;
  std::string top, output, html;
  std::map<std::string, std::string> variables;  ///< what $::env(NAME) is in constraints
  bool lenient = false;                          ///< what constraints have of unknown commands is counted
  drivers::device_options device;
  wire_model wires = wire_model::elmore_slew;
  gsta::report_parts parts;
  std::size_t paths = 1, paths_per_endpoint = 1;
  bool max_paths = true, min_paths = false;
  gsta::path_query query;  ///< which paths: from, through, to
  bool json = false, quiet = false, no_cppr = false;
  std::string script;  ///< of Tcl, to be run
  bool shell = false;  ///< commands come from standard input
};

}  // namespace sta
