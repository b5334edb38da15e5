#pragma once

#include <algorithm>
#include <compare>
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
      if (id const pair = latches.pair_of[checks.checks_of_data[k]]; pair != none) visit(pair);
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
/// at such an arc's input, and leave its delay to the slew of the latch's data. Wires from there read that,
/// too.
class latch_delays {
 public:
  /// A pin whose step reads, or is, what departs.
  struct reader {
    id pin, departs, data;
    id arc;  ///< position in `latch_view::arc` of an arc between, or none: a wire

    auto operator<=>(reader const&) const = default;
  };

  explicit latch_delays(timed_parts const& parts) {
    auto const& latches = parts.latches;
    if (!parts.has_latches()) return;  // where nothing arrives a full update has none
    for (std::size_t i = 0; i < latches.arc.size(); ++i) {
      id const departs = latches.arc_departs[i], data = latches.arc_data[i], arc = static_cast<id>(i);
      at_pin_.push_back({latches.arc_to[i], departs, data, arc});
      at_pin_.push_back({departs, departs, data, arc});
      for (id k = parts.pins.fanout_begin[departs]; k < parts.pins.fanout_begin[departs + 1]; ++k) {
        bool const is_wire =
            static_cast<std::size_t>(parts.pins.fanout_arc[k]) < parts.design.net_arc_count();
        if (is_wire) at_pin_.push_back({parts.pins.fanout_to[k], departs, data, none});
      }
    }
    std::sort(at_pin_.begin(), at_pin_.end());
  }

  /// Calls visit(reader) for each of a pin.
  template <class F>
  void each_at(id pin, F const& visit) const {
    auto at = std::lower_bound(at_pin_.begin(), at_pin_.end(), reader{pin, none, none, none});
    for (; at != at_pin_.end() && at->pin == pin; ++at) visit(*at);
  }

 private:
  std::vector<reader> at_pin_;  // ascending
};

}  // namespace gsta::detail
