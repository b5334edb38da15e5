// Clock latency and skew.

#include "gsta/report/clock_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "gsta/constrain/credit_levels.hpp"
#include "gsta/report/report_input.hpp"
#include "src/report/clock_walk.hpp"

namespace gsta::detail {
namespace {

/// The clock that a node's arrivals are still, or none.
id clock_at(timing_snapshot const& timing, id node) {
  tag const& t = timing.tags[timing.node_tag[node]];
  return t.kind == arrival_kind::data || is_source_path(t) || t.launch_edge == none ? none
                                                                                    : t.launch_edge / 2;
}

/// The data that registers launch and others capture: what skews are carried along.
class launched_data {
 public:
  /// A clock's edge at a register that launches.
  struct launch {
    id node;        ///< the register's clock pin
    int at;         ///< condition there
    float latency;  ///< ps
  };
  /// A clock's edge at a register that captures what the same clock launched.
  struct capture {
    id clock, data, node;  ///< the clock; nodes of data and clock pin
    edge active;           ///< of the clock pin
    double setup, hold;    ///< uncertainty, ps
    /// What it adds to the skew.
    double uncertainty(split side) const noexcept { return side == split::late ? setup : -hold; }
  };

  launched_data(flat_design const& design, timing_snapshot const& timing)
      : design_(design),
        timing_(timing),
        state_(timing.node_pin.size(), unseen),
        departs_(design.pin_count(), 0) {
    for (auto const& latch : design.latches) departs_[latch.departs] = 1;
    for (auto const& at : design.pin_uncertainties) uncertainty_[{at.pin, at.clock}] = {at.setup, at.hold};
    for (std::size_t i = 0; i < design.check_data.size(); ++i) {
      check_type const& type = design.check_types[design.check_type_of[i]];
      if (!is_gating(type.kind) && type.is_checked)
        look_at(design.check_data[i], design.check_clock[i], type.active);
    }
  }

  flat_design const& design() const noexcept { return design_; }
  timing_snapshot const& timing() const noexcept { return timing_; }
  /// In the order of the design's checks.
  std::vector<capture> const& captures() const noexcept { return captures_; }
  /// The nodes in front of captures, each behind those that lead to it.
  std::vector<id> const& order() const noexcept { return order_; }
  id pin_of(id node) const { return design_.real_pin(timing_.node_pin[node]); }

  /// When the capture comes on a side of its data: early for setup.
  float latency_of(capture const& of, split side) const {
    split const clock = side == split::late ? split::early : split::late;
    return timing_.node_arrival[of.node][condition(clock, of.active)];
  }

  /// What leads to a node: passed(node in front), launched(launch).
  template <class Passed, class Launched>
  void for_each_behind(id node, Passed passed, Launched launched) const {
    for (id k = timing_.fanin_begin[node]; k < timing_.fanin_begin[node + 1]; ++k) {
      id const from = timing_.fanin_from[k], arc = timing_.fanin_arc[k];
      if (passes(node, k)) passed(from);
      if (!launches(arc) || clock_at(timing_, from) == none) continue;
      for (int c = 0; c < conditions; ++c) {
        int const in = timing_.edges[arc].input(c);
        if (in >= 0 && math::is_defined(timing_.node_arrival[from][in]))
          launched(launch{from, in, timing_.node_arrival[from][in]});
      }
    }
  }

 private:
  enum : std::uint8_t { unseen, open, done };

  void look_at(id data_pin, id clock_pin, edge active) {
    for (id to = timing_.pin_begin[clock_pin]; to < timing_.pin_begin[clock_pin + 1]; ++to) {
      id const clock = clock_at(timing_, to);
      if (clock == none) continue;
      auto const [setup, hold] = uncertainty_at(clock_pin, clock);
      for (id data = timing_.pin_begin[data_pin]; data < timing_.pin_begin[data_pin + 1]; ++data) {
        tag const& t = timing_.tags[timing_.node_tag[data]];
        if (t.launch_edge == none || t.launch_edge / 2 != clock || is_source_path(t)) continue;
        captures_.push_back({clock, data, to, active, setup, hold});
        put_in_order(data);
      }
    }
  }

  std::pair<double, double> uncertainty_at(id pin, id clock) const {
    auto const found = uncertainty_.find({pin, clock});
    auto const rules = design_.rules_of(clock);
    auto const of = found != uncertainty_.end() ? found->second
                                                : std::pair(rules.setup_uncertainty, rules.hold_uncertainty);
    return {static_cast<double>(of.first) / 1000, static_cast<double>(of.second) / 1000};
  }

  /// Depth first over what leads to the node: a chain of gates may be longer than a call stack.
  void put_in_order(id node) {
    std::vector<id> stack{node};
    while (!stack.empty()) {
      id const at = stack.back();
      if (state_[at] != unseen) {
        if (std::exchange(state_[at], done) == open) order_.push_back(at);
        stack.pop_back();
        continue;
      }
      state_[at] = open;
      for (id k = timing_.fanin_begin[at]; k < timing_.fanin_begin[at + 1]; ++k) {
        if (passes(at, k) && state_[timing_.fanin_from[k]] == unseen) stack.push_back(timing_.fanin_from[k]);
      }
    }
  }

  bool launches(id arc) const {
    auto const wires = design_.net_sink.size(), at = static_cast<std::size_t>(arc);
    return at >= wires && design_.arc_types[design_.arc_type_of[at - wires]].launches;
  }

  /// Data go on as what they are; what departs from a latch is launched by it.
  bool passes(id node, id k) const {
    id const from = timing_.fanin_from[k], arc = timing_.fanin_arc[k];
    tag const &behind = timing_.tags[timing_.node_tag[from]], &here = timing_.tags[timing_.node_tag[node]];
    return timing_.edges[arc].code != 0 && !launches(arc) && here.kind != arrival_kind::clock &&
           behind.launch_edge == here.launch_edge && departs_[timing_.node_pin[node]] == 0;
  }

  flat_design const& design_;
  timing_snapshot const& timing_;
  std::vector<std::uint8_t> state_;    // [nodes]
  std::vector<std::uint8_t> departs_;  // [pins] 1 where data leave latches
  std::map<std::pair<id, id>, std::pair<femtoseconds, femtoseconds>> uncertainty_;
  std::vector<capture> captures_;
  std::vector<id> order_;
};

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
      for (std::size_t lane = 0; lane < tree_.credit_levels; ++lane) {
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
  struct launch_at_level {
    double cost = 0, latency = 0, credit = 0;  // ps
    id node = none;
    id group = group_absent;
  };
  /// The worst of all, and the worst of any other group.
  struct launch_pair {
    launch_at_level best, second;

    void add(launch_at_level const& of) {
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

  launch_at_level start(launched_data::launch const& of, split side, std::size_t lane) {
    auto const at = static_cast<std::size_t>(conditions) * of.node + of.at;
    id const row = tree_.launch_row[at];
    if (row != 0) has_credits_[clock_at(data_.timing(), of.node)] = true;
    credit_start const lane_of = tree_.starts[static_cast<std::size_t>(row) * tree_.credit_levels + lane];
    double const credit = credit_of(lane_of, side), latency = of.latency;
    return {(side == split::late ? latency : -latency) - credit, latency, credit, of.node, lane_of.group};
  }
  double credit_of(credit_start const& of, split side) const {
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
    id const left_out = tree_.leaves_out[static_cast<std::size_t>(row->second) * tree_.credit_levels + lane];
    auto const& launch = launches.best.group != left_out ? launches.best : launches.second;
    if (left_out == is_not_at_level || launch.group == group_absent) return;
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

/// What of an arrival at a register's clock pin is its source's latency.
clock_delay split_latency(flat_design const& design, timing_snapshot const& timing, id node, int c) {
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
    result.reserve(worst_.size());
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

}  // namespace
}  // namespace gsta::detail

namespace gsta {

std::vector<clock_latency> find_clock_latencies(flat_design const& design, timing_snapshot const& timing) {
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

std::vector<clock_skew> find_clock_skews(flat_design const& design, timing_snapshot const& timing) {
  return detail::skew_finder(detail::launched_data(design, timing)).all();
}

std::vector<clock_skew> find_credited_skews(flat_design const& design, timing_snapshot const& timing) {
  if (timing.credits == nullptr) return {};
  return detail::credited_skew_finder(detail::launched_data(design, timing)).all();
}

}  // namespace gsta
