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
#include "gsta/report/detail/credited_skews.ipp"
#include "gsta/report/detail/launched_data.hpp"

namespace gsta {
namespace detail {

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
  void add(launched_data::launch const& of) {
    extreme const at{of.latency, of.node};
    widen(is_late(of.at) ? latest : earliest, at, at);
  }
};

/// Finds the worst skews without credits, from the extreme launches at each data pin.
class skew_finder {
 public:
  explicit skew_finder(launched_data const& data) : data_(data), ranges_(data.timing().node_pin.size()) {
    for (id const node : data.order()) {
      auto& here = ranges_[node];
      data.for_each_behind(
          node, [&](id from) { here.add(ranges_[from]); },
          [&](launched_data::launch const& of) { here.add(of); });
    }
  }

  std::vector<clock_skew> all() {
    for (auto const& pair : data_.captures()) {
      for (int k = 0; k < 2; ++k) {
        consider(pair, split::late, ranges_[pair.data].latest[k]);
        consider(pair, split::early, ranges_[pair.data].earliest[k]);
      }
    }
    std::vector<clock_skew> result;
    for (auto const& [key, skew] : worst_) result.push_back(skew);
    return result;
  }

 private:
  void consider(launched_data::capture const& pair, split side, launch_range::extreme const& launch) {
    double const latency = data_.latency_of(pair, side);
    if (launch.node == none || !math::is_defined(static_cast<float>(latency))) return;
    clock_skew const skew{pair.clock,     side,    data_.pin_of(launch.node), data_.pin_of(pair.node),
                          launch.latency, latency, pair.uncertainty(side)};
    auto const [found, fresh] = worst_.try_emplace({pair.clock, side == split::early}, skew);
    if (!fresh && std::abs(skew.skew()) > std::abs(found->second.skew())) found->second = skew;
  }

  launched_data const& data_;
  std::vector<launch_range> ranges_;                 // [nodes]
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
  std::vector<std::uint8_t> seen(design.pin_count(), 0);
  for (std::size_t i = 0; i < design.arc_from.size(); ++i) {
    id const pin = design.arc_from[i];
    arc_type const& type = design.arc_types[design.arc_type_of[i]];
    if (!type.launches || type.only_clock != none || std::exchange(seen[pin], std::uint8_t{1}) != 0) continue;
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
  return detail::skew_finder(detail::launched_data(design, timing)).all();
}

GSTA_INLINE std::vector<clock_skew> find_credited_skews(flat_design const& design,
                                                        timing_snapshot const& timing) {
  if (timing.credits == nullptr) return {};
  return detail::credited_skew_finder(detail::launched_data(design, timing)).all();
}

}  // namespace gsta
