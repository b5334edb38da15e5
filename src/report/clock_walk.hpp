#pragma once

#include <algorithm>
#include <vector>

#include "gsta/report/report_input.hpp"

namespace gsta::detail {

/// A node on a clock's way, under one condition.
struct clock_step {
  id node = none;
  int at = 0;     ///< the condition there
  id arc = none;  ///< that leads to it; none at the first
};

/// The way of the worst clock arrival to a node, from the first source (of a generated clock its master's).
inline std::vector<clock_step> clock_path_to(timing_snapshot const& timing, id node, int c) {
  std::vector<clock_step> steps{{node, c, none}};
  // A way without loops visits each node at both edges at most.
  for (std::size_t left = 2 * timing.node_pin.size(); left > 0; --left) {
    auto& last = steps.back();
    id const at = timing.node_predecessor[last.node][last.at];
    if (at == none) break;
    last.arc = timing.fanin_arc[at];
    steps.push_back({timing.fanin_from[at], timing.edges[last.arc].input(last.at), none});
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

/// Where the last of a way's clocks starts: the first step with its edge.
inline std::size_t clock_start(timing_snapshot const& timing, std::vector<clock_step> const& steps) {
  auto const edge_at = [&](std::size_t i) { return timing.tags[timing.node_tag[steps[i].node]].launch_edge; };
  std::size_t first = steps.size() - 1;
  while (first > 0 && edge_at(first - 1) == edge_at(steps.size() - 1)) --first;
  return first;
}

}  // namespace gsta::detail
