#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/clock_network.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// What was said of a clock on its way to a pin, last. Conditions are those at its source.
struct clock_state {
  static constexpr id real = -2;  ///< the delay of the way to the pin counts

  id way[conditions] = {none, none, none,
                        none};  ///< `real`, row of the latency, or none: as the clock's rules
  id uncertainty = none;        ///< row of `flat_design::clock_pins`
  bool real_slew = false;       ///< the clock was propagated somewhere: also an ideal one has the pin's slew
};

/// The states of a clock's network, found along its arcs from its sources. Where branches of different states
/// meet, the first one found counts.
class clock_states {
 public:
  /// `past_constants`: as in `clock_network`.
  explicit clock_states(flat_design const& design, bool past_constants = false)
      : design_(design),
        fanout_(host_executor{}, design),
        graph_(design, fanout_, past_constants),
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
      id const pin = front[n];
      graph_.for_each(pin, [&](id to, edge_map) { reach(to, state_[pin]); });
    }
    for (auto const& at : network) network_of_[at.pin] = none;
  }
  clock_state const& at(id pin) const noexcept { return state_[pin]; }

 private:
  static constexpr id reached = -2;

  /// At one pin a latency counts before propagation, and one for this clock before one for all. An edge or
  /// side without a value stays as it was in front.
  clock_state behind(id pin, id clock, clock_state state) const {
    auto const& rows = rules_at_[pin];
    auto const counts = [&](id row) {
      id const only = design_.clock_pins[row].clock;
      return only == none || only == clock;
    };
    for (id const row : rows) {
      if (!counts(row) || !design_.clock_pins[row].propagated) continue;
      std::fill(std::begin(state.way), std::end(state.way), clock_state::real);
      state.real_slew = true;
    }
    for (bool const of_clock : {false, true}) {
      for (id const row : rows) {
        clock_pin_rules const& rules = design_.clock_pins[row];
        if (!counts(row) || (rules.clock != none) != of_clock) continue;
        for (int c = 0; c < conditions && rules.has_latency; ++c) {
          if (math::is_defined(rules.latency[c])) state.way[c] = row;
        }
        if (rules.has_uncertainty) state.uncertainty = row;
      }
    }
    return state;
  }

  flat_design const& design_;
  pin_fanout fanout_;
  clock_arcs graph_;
  vector_by_id<clock_state> state_;
  vector_by_id<id> network_of_;
  vector_by_id<std::vector<id>> rules_at_;
};

}  // namespace gsta::detail
