#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/report/clock_report.hpp"
#include "gsta/report/detail/clock_walk.hpp"

namespace gsta {
namespace detail {

/// The clock that a node's arrivals are still, or none.
inline id clock_at(timing_snapshot const& timing, id node) {
  tag const& t = timing.tags[timing.node_tag[node]];
  return t.kind == arrival_kind::data || t.launch_edge == none ? none : t.launch_edge / 2;
}

inline bool launches(flat_design const& design, id arc) {
  auto const cell_arc = static_cast<std::size_t>(arc) - design.net_sink.size();
  return static_cast<std::size_t>(arc) >= design.net_sink.size() &&
         design.arc_types[design.arc_type_of[cell_arc]].launches;
}

/// What of an arrival at a register's clock pin is its source's latency.
GSTA_INLINE clock_delay split_latency(flat_design const& design, timing_snapshot const& timing, id node,
                                      int c) {
  auto const steps = clock_path_to(timing, node, c);
  auto const first = steps[clock_start(timing, steps)];
  double const arrival = timing.node_arrival[node][c];
  tag const& t = timing.tags[timing.node_tag[node]];
  // An ideal clock is asserted at its registers, with both latencies in one.
  double const source = first.node == node
                            ? design.rules_of(t.launch_edge / 2).insertion[(c & 2) + t.launch_edge % 2]
                            : timing.node_arrival[first.node][first.at];
  return {design.real_pin(timing.node_pin[node]), source, arrival - source};
}

/// The extremes of what launches data, at a pin of theirs.
struct launch_range {
  struct extreme {
    float latency;
    id node = none;  ///< the register's clock pin; none: nothing launches what comes here
  };
  extreme latest[2] = {{math::infinity}, {-math::infinity}};    ///< late launches: least, most
  extreme earliest[2] = {{math::infinity}, {-math::infinity}};  ///< early ones

  static void widen(extreme (&of)[2], extreme const& least, extreme const& most) {
    if (least.node != none && least.latency < of[0].latency) of[0] = least;
    if (most.node != none && most.latency > of[1].latency) of[1] = most;
  }
  void add(launch_range const& other) {
    widen(latest, other.latest[0], other.latest[1]);
    widen(earliest, other.earliest[0], other.earliest[1]);
  }
};

/// Carries launch latencies from registers' clock pins to the data pins of others, each node once.
class skew_finder {
 public:
  skew_finder(flat_design const& design, timing_snapshot const& timing)
      : design_(design),
        timing_(timing),
        ranges_(timing.node_pin.size()),
        state_(timing.node_pin.size(), 0),
        departs_(design.pin_load.size(), 0) {
    for (auto const& latch : design.latches) departs_[latch.departs] = 1;
    for (auto const& at : design.pin_uncertainties) uncertainty_[{at.pin, at.clock}] = {at.setup, at.hold};
  }

  std::vector<clock_skew> all() {
    for (std::size_t i = 0; i < design_.check_data.size(); ++i) {
      check_type const& type = design_.check_types[design_.check_type_of[i]];
      if (!is_gating(type.kind)) look_at(design_.check_data[i], design_.check_clock[i], type.active);
    }
    std::vector<clock_skew> result;
    for (auto const& [key, skew] : worst_) result.push_back(skew);
    return result;
  }

 private:
  void look_at(id data, id clock_pin, edge active) {
    for (id to = timing_.pin_begin[clock_pin]; to < timing_.pin_begin[clock_pin + 1]; ++to) {
      id const clock = clock_at(timing_, to);
      if (clock == none) continue;
      auto const keeps = uncertainty_at(clock_pin, clock);
      for (id from = timing_.pin_begin[data]; from < timing_.pin_begin[data + 1]; ++from) {
        tag const& t = timing_.tags[timing_.node_tag[from]];
        if (t.launch_edge == none || t.launch_edge / 2 != clock) continue;
        auto const& range = range_at(from);
        auto const early = timing_.node_arrival[to][condition(split::early, active)];
        auto const late = timing_.node_arrival[to][condition(split::late, active)];
        for (int k = 0; k < 2; ++k) {
          consider({clock, split::late}, range.latest[k], to, early, keeps.first);
          consider({clock, split::early}, range.earliest[k], to, late, -keeps.second);
        }
      }
    }
  }

  void consider(std::pair<id, split> key, launch_range::extreme const& launch, id capture, float latency,
                double uncertainty) {
    if (launch.node == none || !math::is_defined(latency)) return;
    clock_skew const skew{key.first,      key.second, pin_of(launch.node), pin_of(capture),
                          launch.latency, latency,    uncertainty};
    auto const [found, fresh] = worst_.try_emplace({key.first, key.second == split::early}, skew);
    if (!fresh && std::abs(skew.skew()) > std::abs(found->second.skew())) found->second = skew;
  }

  std::pair<double, double> uncertainty_at(id pin, id clock) const {
    auto const found = uncertainty_.find({pin, clock});
    auto const rules = design_.rules_of(clock);
    auto const of = found != uncertainty_.end() ? found->second
                                                : std::pair(rules.setup_uncertainty, rules.hold_uncertainty);
    return {static_cast<double>(of.first) / 1000, static_cast<double>(of.second) / 1000};
  }

  /// Depth first over what leads to the node: a chain of gates may be longer than a call stack.
  launch_range const& range_at(id node) {
    std::vector<id> stack{node};
    while (!stack.empty()) {
      id const at = stack.back();
      if (state_[at] == done) {
        stack.pop_back();
      } else if (state_[at] == open) {
        for (id k = timing_.fanin_begin[at]; k < timing_.fanin_begin[at + 1]; ++k) take(at, k);
        state_[at] = done;
        stack.pop_back();
      } else {
        state_[at] = open;
        for (id k = timing_.fanin_begin[at]; k < timing_.fanin_begin[at + 1]; ++k) {
          if (passes_data(at, k) && state_[timing_.fanin_from[k]] == unseen)
            stack.push_back(timing_.fanin_from[k]);
        }
      }
    }
    return ranges_[node];
  }

  /// Data go on as what they are; what departs from a latch is launched by it.
  bool passes_data(id node, id k) const {
    id const from = timing_.fanin_from[k], arc = timing_.fanin_arc[k];
    tag const &behind = timing_.tags[timing_.node_tag[from]], &here = timing_.tags[timing_.node_tag[node]];
    return timing_.edges[arc].code != 0 && !launches(design_, arc) && here.kind != arrival_kind::clock &&
           behind.launch_edge == here.launch_edge && departs_[timing_.node_pin[node]] == 0;
  }

  void take(id node, id k) {
    id const from = timing_.fanin_from[k], arc = timing_.fanin_arc[k];
    if (passes_data(node, k)) return ranges_[node].add(ranges_[from]);
    if (!launches(design_, arc) || clock_at(timing_, from) == none) return;
    launch_range one;
    for (int c = 0; c < conditions; ++c) {
      int const in = timing_.edges[arc].input(c);
      if (in < 0 || !math::is_defined(timing_.node_arrival[from][in])) continue;
      launch_range::extreme const at{timing_.node_arrival[from][in], from};
      launch_range::widen(is_late(in) ? one.latest : one.earliest, at, at);
    }
    ranges_[node].add(one);
  }

  id pin_of(id node) const { return design_.real_pin(timing_.node_pin[node]); }

  enum : std::uint8_t { unseen, open, done };
  flat_design const& design_;
  timing_snapshot const& timing_;
  std::vector<launch_range> ranges_;   // [nodes]
  std::vector<std::uint8_t> state_;    // [nodes]
  std::vector<std::uint8_t> departs_;  // [pins] 1 where data leave latches
  std::map<std::pair<id, id>, std::pair<femtoseconds, femtoseconds>> uncertainty_;
  std::map<std::pair<id, bool>, clock_skew> worst_;  // by clock, setup first
};

}  // namespace detail

GSTA_INLINE std::vector<clock_latency> find_clock_latencies(flat_design const& design,
                                                            timing_snapshot const& timing) {
  struct extremes {
    id node[2] = {none, none};  // earliest, latest
    int at[2] = {0, 0};
  };
  std::map<std::tuple<id, int, int>, extremes> rows;
  std::vector<std::uint8_t> seen(design.pin_load.size(), 0);
  for (std::size_t i = 0; i < design.arc_from.size(); ++i) {
    id const pin = design.arc_from[i];
    if (!design.arc_types[design.arc_type_of[i]].launches || std::exchange(seen[pin], std::uint8_t{1}) != 0)
      continue;
    for (id node = timing.pin_begin[pin]; node < timing.pin_begin[pin + 1]; ++node) {
      id const clock = detail::clock_at(timing, node);
      if (clock == none) continue;
      int const source = timing.tags[timing.node_tag[node]].launch_edge % 2;
      for (int c = 0; c < conditions; ++c) {
        float const arrival = timing.node_arrival[node][c];
        if (!math::is_defined(arrival)) continue;
        auto& row = rows[{clock, source, edge_of(c)}];
        int const side = is_late(c);
        float const worst = row.node[side] == none ? 0 : timing.node_arrival[row.node[side]][c];
        if (row.node[side] == none || (side == 1 ? arrival > worst : arrival < worst)) {
          row.node[side] = node;
          row.at[side] = c;
        }
      }
    }
  }
  std::vector<clock_latency> result;
  for (auto const& [key, row] : rows) {
    if (row.node[0] == none || row.node[1] == none) continue;
    result.push_back({std::get<0>(key), static_cast<edge>(std::get<1>(key)),
                      static_cast<edge>(std::get<2>(key)),
                      detail::split_latency(design, timing, row.node[0], row.at[0]),
                      detail::split_latency(design, timing, row.node[1], row.at[1])});
  }
  return result;
}

GSTA_INLINE std::vector<clock_skew> find_clock_skews(flat_design const& design,
                                                     timing_snapshot const& timing) {
  return detail::skew_finder(design, timing).all();
}

}  // namespace gsta
