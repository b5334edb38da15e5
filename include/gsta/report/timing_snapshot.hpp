#pragma once

#include <vector>

#include "gsta/constrain/tags.hpp"
#include "gsta/constrain/timing_check.hpp"
#include "gsta/flat/arc_type.hpp"
#include "gsta/slack/slack_state.hpp"
#include "gsta/slack/summary.hpp"

namespace gsta {

/// What a timer knows, brought to the host: for reports, path search and tests.
struct timing_snapshot {
  std::vector<tag> tags;
  std::vector<id> pin_begin, node_tag, node_pin;        ///< nodes of a pin: [pin_begin[p], pin_begin[p + 1])
  std::vector<corner_values> slew, load;                ///< [pins]
  std::vector<corner_values> arc_delay;                 ///< [arcs]
  std::vector<edge_map> edges;                          ///< [arcs]
  std::vector<corner_values> arrival, required, slack;  ///< [nodes]
  std::vector<per_condition<id>> predecessor;           ///< [nodes]
  std::vector<id> fanin_begin, fanin_from, fanin_arc;   ///< the node graph
  std::vector<corner_values> asserted;                  ///< [nodes]
  std::vector<timing_check> checks;
  std::vector<per_edge> check_required, check_slack;  ///< [checks]
  std::vector<id> endpoint_pin, endpoint_begin, endpoint_check;
  slack_summary setup, hold;
};

}  // namespace gsta
