#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/flat/flat_design.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/path/path_set.hpp"
#include "gsta/report/timing_snapshot.hpp"

namespace gsta {

/// The worst paths of one path group on one side, worst first.
struct path_group {
  std::string name;
  split side = split::late;
  path_set paths;
};

/// What reports are made from; it only looks at it.
struct report_input {
  flat_design const& design;
  timing_snapshot const& timing;
  std::string design_name;
  std::string device;  ///< "host" or "cuda"
  std::vector<path_group> paths{};
  std::vector<model::diagnostic> diagnostics{};
  /// The library cell of the instance that a pin belongs to, empty for ports; may be left out.
  std::function<std::string(id pin)> cell_of{};
};

/// Takes a report piece by piece, in order. What it throws ends the report.
using report_sink = std::function<void(std::string_view piece)>;

/// Which parts a report has. The summary stands in every JSON report, the endpoints too.
struct report_parts {
  bool summary = true, endpoints = false, paths = true, pins = false;
};

}  // namespace gsta
