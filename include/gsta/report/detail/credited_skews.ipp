#pragma once

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "gsta/constrain/clock_lanes.hpp"
#include "gsta/report/clock_report.hpp"
#include "gsta/report/detail/launched_data.hpp"

namespace gsta::detail {

/// Finds the worst skews with credits: the lanes of the timer, with launch latencies for arrivals and no
/// delays. The extreme launch need not be the worst, so each lane is swept, and a node keeps the worst launch
/// there and the worst of another group. A pair gets its own credit in one lane and in no lane less.
class credited_skew_finder {
 public:
  explicit credited_skew_finder(launched_data const& data)
      : data_(data), credits_(*data.timing().credits), tree_(credits_.tree.view) {
    auto const& checks = data.timing().checks;
    for (std::size_t i = 0; i < checks.size(); ++i) {
      auto const& check = checks[i];
      if (check.capture != none && !is_data_check(check.kind) && check.from_start == 0)
        row_of_[{check.capture, check.active, is_late(check.kind)}] = tree_.capture_row[i];
    }
  }

  std::vector<clock_skew> all() {
    for (split const side : {split::late, split::early}) {
      std::vector<launch_pair> launches(data_.timing().node_pin.size());
      for (std::size_t lane = 0; lane < tree_.lanes; ++lane) {
        for (id const node : data_.order()) launches[node] = behind(node, side, lane, launches);
        for (auto const& capture : data_.captures()) consider(capture, side, lane, launches[capture.data]);
      }
    }
    std::vector<clock_skew> result;
    for (auto const& [key, skew] : worst_) {
      if (has_credits_.contains(skew.clock)) result.push_back(skew);
    }
    return result;
  }

 private:
  /// A launch in one lane. What makes a skew worse makes `cost` larger, on either side.
  struct launch_in_lane {
    double cost = 0, latency = 0, credit = 0;  // ps
    id node = none;
    id group = group_absent;
  };
  /// The worst of all, and the worst of any other group.
  struct launch_pair {
    launch_in_lane best, second;

    void add(launch_in_lane const& of) {
      if (of.group == group_absent) return;
      bool const wins = best.group == group_absent || of.cost > best.cost;
      if (of.group == best.group) {
        if (wins) best = of;
      } else if (wins) {
        second = std::exchange(best, of);
      } else if (second.group == group_absent || of.cost > second.cost) {
        second = of;
      }
    }
  };

  launch_pair behind(id node, split side, std::size_t lane, std::vector<launch_pair> const& launches) {
    launch_pair here;
    data_.for_each_behind(
        node,
        [&](id from) {
          here.add(launches[from].best);
          here.add(launches[from].second);
        },
        [&](launched_data::launch const& of) {
          if (is_late(of.at) == (side == split::late)) here.add(start(of, side, lane));
        });
    return here;
  }

  launch_in_lane start(launched_data::launch const& of, split side, std::size_t lane) {
    auto const at = static_cast<std::size_t>(conditions) * of.node + of.at;
    id const row = tree_.launch_row[at];
    if (row != 0) has_credits_[clock_at(data_.timing(), of.node)] = true;
    lane_start const lane_of = tree_.starts[static_cast<std::size_t>(row) * tree_.lanes + lane];
    double const credit = credit_of(lane_of, side), latency = of.latency;
    return {(side == split::late ? latency : -latency) - credit, latency, credit, of.node, lane_of.group};
  }
  double credit_of(lane_start const& of, split side) const {
    if (of.stage == none) return 0;
    int const c = condition(side, edge::rise);  // credits differ by split alone
    float const all = credits_.credit[of.stage][c];
    return of.mate == none ? all : std::min(all, credits_.credit[of.mate][c]);
  }

  void consider(launched_data::capture const& capture, split side, std::size_t lane,
                launch_pair const& launches) {
    bool const late = side == split::late;
    auto const row = row_of_.find({capture.node, capture.active, late});
    double const latency = data_.latency_of(capture, side);
    if (row == row_of_.end() || !math::is_defined(static_cast<float>(latency))) return;
    id const left_out = tree_.leaves_out[static_cast<std::size_t>(row->second) * tree_.lanes + lane];
    auto const& launch = launches.best.group != left_out ? launches.best : launches.second;
    if (left_out == is_not_in_lane || launch.group == group_absent) return;
    clock_skew const skew{capture.clock,  side,    data_.pin_of(launch.node), data_.pin_of(capture.node),
                          launch.latency, latency, capture.uncertainty(side), launch.credit};
    auto const [found, fresh] = worst_.try_emplace({capture.clock, !late}, skew);
    double const now = found->second.skew();
    if (!fresh && (late ? skew.skew() > now : skew.skew() < now)) found->second = skew;
  }

  launched_data const& data_;
  timing_credits const& credits_;
  clock_tree_view<memory_space::host> const& tree_;
  std::map<std::tuple<id, edge, bool>, id> row_of_;  // of captures: node, its edge, whether data are late
  std::map<std::pair<id, bool>, clock_skew> worst_;  // by clock, setup first
  std::map<id, bool> has_credits_;                   // by clock: it has launches in the tree
};

}  // namespace gsta::detail
