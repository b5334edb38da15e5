#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gsta/constrain/tags.hpp"
#include "gsta/constrain/timing_check.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/path/path_set.hpp"
#include "gsta/slack/slack_state.hpp"
#include "gsta/slack/summary.hpp"

namespace gsta {

/// What a timer knows, brought to the host: for reports, path search and tests.
struct timing_snapshot {
  std::vector<tag> tags;
  std::vector<id> pin_begin, node_tag, node_pin;  ///< nodes of a pin: [pin_begin[p], pin_begin[p + 1])
  std::vector<corner_values> slew, load;          ///< [pins]
  std::vector<corner_values> arc_delay;           ///< [arcs]
  std::vector<edge_map> edges;                    ///< [arcs]
  std::vector<corner_values> node_arrival, node_required, node_slack;  ///< [nodes]
  std::vector<per_condition<id>> node_predecessor;                     ///< [nodes]
  std::vector<id> fanin_begin, fanin_from, fanin_arc;                  ///< the node graph
  std::vector<corner_values> node_asserted;                            ///< [nodes]
  std::vector<timing_check> checks;
  std::vector<per_edge> check_required, check_slack;  ///< [checks]
  std::vector<id> endpoint_pin, endpoint_begin, endpoint_check;
  slack_summary setup, hold;
};

/// The edge (2 * clock + edge) that captures at a check; none for a required time without a clock.
///
/// Shapes: one of the snapshot's checks. Cost: O(1). Where: host. Throws: nothing.
inline id capture_edge_of(flat_design const& design, timing_snapshot const& timing,
                          timing_check const& check) noexcept {
  if (check.capture != none) return timing.tags[timing.node_tag[check.capture]].launch_edge;
  return check.source == none ? none : design.requirements[check.source].capture_edge;
}

/// A clock's name by its edge; `clock<N>` where the design gives no names.
///
/// Shapes: an edge of the design's clocks, or none (an empty name). Cost: O(1). Where: host. Throws:
/// std::bad_alloc.
inline std::string clock_name_of(flat_design const& design, id edge) {
  if (edge == none) return {};
  auto const clock = static_cast<std::size_t>(edge / 2);
  if (clock < design.clock_name.size() && !design.clock_name[clock].empty()) return design.clock_name[clock];
  return "clock" + std::to_string(clock);
}

/// The path group of a check: its capture clock's name, "asynchronous" for recovery and removal,
/// "**default**" where no clock captures.
///
/// Shapes: one of the snapshot's checks. Cost: O(1). Where: host. Throws: std::bad_alloc.
inline std::string group_of(flat_design const& design, timing_snapshot const& timing,
                            timing_check const& check) {
  if (check.kind == check_kind::recovery || check.kind == check_kind::removal) return "asynchronous";
  id const edge = capture_edge_of(design, timing, check);
  return edge == none ? "**default**" : clock_name_of(design, edge);
}

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
