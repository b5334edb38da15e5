#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/slack/latches.hpp"
#include "gsta/update/timed_parts.hpp"

namespace gsta::detail {

/// The step of a node where a design has latches.
inline latched_arrival_op<memory_space::host> latched_op_of(timed_parts const& parts) {
  return latched_op(*parts.nodes, parts.checks, parts.latches, parts.edges, parts.design.luts, *parts.delays,
                    *parts.arrivals, parts.clocks);
}

/// What of latches reads a node's arrival, or slews there.
class latch_readers {
 public:
  explicit latch_readers(timed_parts const& parts) {
    auto const& tree = parts.clocks;
    if (tree.capture_row.empty()) return;
    auto const& pairs = parts.latches.pair;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      bool const limited = math::is_defined(pairs[i].limit);
      id const stage = tree.deepest[limited ? tree.opening_row[i] : tree.capture_row[pairs[i].check]];
      if (stage != none) credited_.push_back({tree.place[stage] / 2, static_cast<id>(i)});
    }
    std::sort(credited_.begin(), credited_.end());
  }

  /// Calls visit(pair) for each.
  template <class F>
  void each(timed_parts const& parts, id node, F const& visit) const {
    auto const& checks = parts.checks;
    auto const& latches = parts.latches;
    for (id k = checks.data_begin[node]; k < checks.data_begin[node + 1]; ++k)
      if (id const pair = latches.pair_of[checks.data_check[k]]; pair != none) visit(pair);
    for (id k = checks.capture_begin[node]; k < checks.capture_begin[node + 1]; ++k)
      if (id const pair = latches.pair_of[checks.capture_check[k]]; pair != none) visit(pair);
    for (id k = latches.opens_begin[node]; k < latches.opens_begin[node + 1]; ++k)
      visit(latches.opens_pair[k]);
    auto at = std::lower_bound(credited_.begin(), credited_.end(), std::pair{node, id{0}});
    for (; at != credited_.end() && at->first == node; ++at) visit(at->second);
  }

 private:
  std::vector<std::pair<id, id>> credited_;  // nodes of clocks and pairs whose credit is of them, ascending
};

/// Delays of the arcs behind what departs, beside the steps of pins: those read what `propagate_delays` has
/// at such an arc's input, and leave its delay to the slew of the latch's data.
class latch_delays {
 public:
  explicit latch_delays(timed_parts const& parts) {
    auto const& latches = parts.latches;
    for (std::size_t i = 0; i < latches.arc.size(); ++i) {
      at_pin_.push_back({latches.arc_to[i], static_cast<id>(i)});
      at_pin_.push_back({latches.arc_departs[i], static_cast<id>(i)});
    }
    std::sort(at_pin_.begin(), at_pin_.end());
  }

  /// Calls visit(latch arc) for each that a pin is an end of.
  template <class F>
  void each_at(id pin, F const& visit) const {
    auto at = std::lower_bound(at_pin_.begin(), at_pin_.end(), std::pair{pin, id{0}});
    for (; at != at_pin_.end() && at->first == pin; ++at) visit(at->second);
  }

 private:
  std::vector<std::pair<id, id>> at_pin_;  // pins and latch arcs that end there, ascending
};

}  // namespace gsta::detail
