#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/flat/detail/clock_network.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// What was said of a clock on its way to a pin, last: rows of `flat_design::clock_pins`, or none.
struct clock_state {
  bool propagated = false;
  id latency = none, uncertainty = none;
};

/// The states of a clock's network, found along its arcs from its sources. Where branches of different states
/// meet, the first one found counts.
class clock_states {
 public:
  explicit clock_states(flat_design const& design)
      : design_(design),
        graph_(design),
        state_(design.pin_load.size()),
        network_of_(design.pin_load.size(), none),
        rules_at_(design.pin_load.size()) {
    for (std::size_t i = 0; i < design.clock_pins.size(); ++i)
      rules_at_[design.clock_pins[i].pin].push_back(static_cast<id>(i));
  }

  /// The states of one clock stay until the next is asked for.
  void walk(id clock, std::vector<clock_pin> const& network) {
    for (auto const& at : network) network_of_[at.pin] = clock;
    std::vector<id> front;
    auto const reach = [&](id pin, clock_state state) {
      if (network_of_[pin] != clock) return;
      network_of_[pin] = reached;
      state_[pin] = behind(pin, clock, state);
      front.push_back(pin);
    };
    for (auto const& source : design_.sources) {
      if (starts_clock(source) && source.launch_edge / 2 == clock) reach(source.pin, {});
    }
    for (std::size_t n = 0; n < front.size(); ++n) {
      for (id k = graph_.begin[front[n]]; k < graph_.begin[front[n] + 1]; ++k)
        reach(graph_.arcs[k].to, state_[front[n]]);
    }
    for (auto const& at : network) network_of_[at.pin] = none;
  }
  clock_state const& at(id pin) const noexcept { return state_[pin]; }

 private:
  static constexpr id reached = -2;

  clock_state behind(id pin, id clock, clock_state state) const {
    for (id const row : rules_at_[pin]) {
      clock_pin_rules const& rules = design_.clock_pins[row];
      if (rules.clock != none && rules.clock != clock) continue;
      if (rules.propagated) state = {true, none, state.uncertainty};
      if (rules.has_latency) state = {false, row, state.uncertainty};
      if (rules.has_uncertainty) state.uncertainty = row;
    }
    return state;
  }

  flat_design const& design_;
  clock_arcs graph_;
  std::vector<clock_state> state_;
  std::vector<id> network_of_;
  std::vector<std::vector<id>> rules_at_;
};

}  // namespace gsta::detail
