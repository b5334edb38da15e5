#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gsta/report/report_input.hpp"

namespace gsta::detail {

/// The clock that a node's arrivals are still, or none.
inline id clock_at(timing_snapshot const& timing, id node) {
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

}  // namespace gsta::detail
