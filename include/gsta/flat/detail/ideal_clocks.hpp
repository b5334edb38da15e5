#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gsta/flat/detail/clock_network.hpp"
#include "gsta/flat/detail/clock_states.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// An arc that passes a pin's slews as they are, and no arrivals.
inline arc_type slews_alone(flat_design& design) {
  arc_type link{same_id(design.luts.add({}, {}, {0.0f})),
                same_id(design.luts.add({0.0f, 1.0f}, {}, {0.0f, 1.0f})), positive_edges()};
  link.slews_only = true;
  return link;
}

/// Gives register clock pins that ideal clocks reach a twin, which launches and captures in their stead.
class ideal_clocks {
 public:
  explicit ideal_clocks(flat_design& design)
      : design_(design), is_register_(design.pin_load.size(), 0), twin_of_(design.pin_load.size(), none) {
    for (std::size_t i = 0; i < design.arc_from.size(); ++i) {
      if (design.arc_types[design.arc_type_of[i]].launches) is_register_[design.arc_from[i]] = 1;
    }
    for (std::size_t i = 0; i < design.check_clock.size(); ++i) {
      if (!is_of_data(i)) is_register_[design.check_clock[i]] = 1;
    }
  }

  /// What one clock is at one pin of its network.
  void add(id clock, clock_pin const& at, clock_state const& state) {
    if (!is_register_[at.pin]) return;
    bool const is_ideal = !design_.rules_of(clock).propagated;
    bool const has_twin = state.latency != none || (is_ideal && !state.propagated);
    if (has_twin) add_twin(clock, at, state.latency);
    // The link that all twins have passes every propagated clock, and no ideal one.
    if (has_twin != is_ideal) exceptions_.push_back({at.pin, clock, !has_twin});
    if (state.uncertainty == none) return;
    clock_pin_rules const& rules = design_.clock_pins[state.uncertainty];
    uncertain_.push_back({at.pin, clock, rules.setup_uncertainty, rules.hold_uncertainty});
  }

  /// Where an ideal clock would come but for constants, its slew counts nonetheless, as sign-off timers have
  /// it.
  void add_slew(id clock, clock_pin const& at) {
    clock_rules const rules = design_.rules_of(clock);
    if (!is_register_[at.pin] || rules.propagated) return;
    id const twin = twin_at(at.pin);
    for (int c = 0; c < conditions; ++c) {
      if (at.edges & (1 << edge_of(c) | 4 << edge_of(c)))
        widen(design_.asserted_slew[twin][c], rules.transition[c], c);
    }
  }

  /// Moves launching arcs and checks to the twins, and links each pin to its own.
  void finish(std::vector<std::vector<clock_pin>> const& networks) {
    for (std::size_t i = 0; i < design_.arc_from.size(); ++i) {
      if (design_.arc_types[design_.arc_type_of[i]].launches) move(design_.arc_from[i]);
    }
    for (std::size_t i = 0; i < design_.check_clock.size(); ++i) {
      if (!is_of_data(i)) move(design_.check_clock[i]);
    }
    for (auto& latch : design_.latches) move(latch.enable);
    for (auto& path : design_.exceptions) {
      for (id& pin : path.from) move(pin);
      for (auto& points : path.through) {
        for (std::size_t i = points.pins.size(); i-- > 0;) {
          id twin = points.pins[i];
          move(twin);
          if (twin != points.pins[i]) points.pins.push_back(twin);  // above all pins: they go on ascending
        }
        std::sort(points.pins.begin(), points.pins.end());
      }
    }
    for (auto& uncertain : uncertain_) {
      move(uncertain.pin);
      design_.pin_uncertainties.push_back(uncertain);
    }
    std::vector<std::uint8_t> by_clock(twin_of_.size(), 0);
    for (auto const& of : exceptions_) by_clock[of.pin] = twin_of_[of.pin] != none;
    link_by_clock(networks, by_clock);
    link_all(by_clock);
  }

 private:
  /// A clock that is ideal or propagated as a whole, but not at this pin.
  struct exception {
    id pin, clock;
    bool passes;
  };

  bool is_of_data(std::size_t check) const {
    return is_data_check(design_.check_types[design_.check_type_of[check]].kind);
  }

  void add_twin(id clock, clock_pin const& at, id latency_row) {
    clock_rules const rules = design_.rules_of(clock);
    id const twin = twin_at(at.pin);
    for (int source = 0; source < 2; ++source) {
      for (int e = 0; e < 2; ++e) {
        if (!(at.edges >> (2 * source + e) & 1)) continue;
        corner_values arrival = undefined_arrival(), part = same_value(0.0f);
        for (int c = e; c < conditions; c += 2) {
          int const from = (c & 2) + source;
          float const latency = latency_row == none
                                    ? rules.latency[from]
                                    : math::defined_or(design_.clock_pins[latency_row].latency[from], 0.0f);
          arrival[c] = math::add(rules.insertion[from], latency);
          part[c] = latency;
          if (!rules.propagated) widen(design_.asserted_slew[twin][c], rules.transition[c], c);
        }
        if (id const start = followed_from(2 * clock + source); start != none) {
          link_from_start(start, twin, clock, source, e, arrival);
        } else {
          design_.sources.push_back({twin, 2 * clock + source, arrival, arrival_kind::clock, part});
        }
      }
    }
  }

  /// One link for every pin with a twin where clocks are what they are everywhere.
  void link_all(std::vector<std::uint8_t> const& by_clock) {
    arc_type link{same_id(none), same_id(none), positive_edges()};
    link.to_ideal_clock = true;
    id type = none;
    for (std::size_t pin = 0; pin < twin_of_.size(); ++pin) {
      if (twin_of_[pin] == none || by_clock[pin] != 0) continue;
      if (type == none) {
        link.delay = same_id(design_.luts.add({}, {}, {0.0f}));
        type = design_.add_arc_type(link);
      }
      add_arc(static_cast<id>(pin), twin_of_[pin], type);
    }
  }

  /// Links for single clocks where they are not: those that pass, and the slew of the pin.
  void link_by_clock(std::vector<std::vector<clock_pin>> const& networks,
                     std::vector<std::uint8_t> const& by_clock) {
    if (exceptions_.empty()) return;
    arc_type link{same_id(design_.luts.add({}, {}, {0.0f})), same_id(none), positive_edges()};
    auto const passes = [&](id clock, id pin) {
      for (auto const& of : exceptions_) {
        if (of.pin == pin && of.clock == clock) return of.passes;
      }
      return design_.rules_of(clock).propagated;
    };
    for (std::size_t clock = 0; clock < networks.size(); ++clock) {
      link.only_clock = static_cast<id>(clock);
      id type = none;
      for (auto const& at : networks[clock]) {
        if (by_clock[at.pin] == 0 || !passes(link.only_clock, at.pin)) continue;
        if (type == none) type = design_.add_arc_type(link);
        add_arc(at.pin, twin_of_[at.pin], type);
      }
    }
    id const slews = design_.add_arc_type(slews_alone(design_));
    for (std::size_t pin = 0; pin < by_clock.size(); ++pin) {
      if (by_clock[pin] != 0) add_arc(static_cast<id>(pin), twin_of_[pin], slews);
    }
  }

  void add_arc(id from, id to, id type) {
    design_.add_arc(from, to, type);
    if (!design_.arc_derate.empty()) design_.arc_derate.push_back(none);
  }

  /// Where a generated clock starts whose delay from its master's source is that of paths; none: nowhere.
  id followed_from(id edge) const {
    for (auto const& of : design_.generated) {
      if (of.launch_edge == edge) return of.pin;
    }
    return none;
  }

  /// From a generated clock's source to a twin, with the clock's latency as delay.
  void link_from_start(id from, id twin, id clock, int source, int e, corner_values const& latency) {
    arc_type type;
    type.only_clock = clock;
    for (int c = e; c < conditions; c += 2) {
      type.delay[c] = design_.luts.add({}, {}, {latency[c]});
      type.edges.set(c, static_cast<edge>(source));
    }
    add_arc(from, twin, design_.add_arc_type(type));
  }

  static void widen(float& slew, float transition, int c) {
    if (!math::is_defined(slew) || (is_late(c) ? transition > slew : transition < slew)) slew = transition;
  }
  id twin_at(id pin) {
    if (twin_of_[pin] == none) twin_of_[pin] = design_.add_shadow(pin);
    return twin_of_[pin];
  }
  void move(id& pin) const {
    if (static_cast<std::size_t>(pin) < twin_of_.size() && twin_of_[pin] != none) pin = twin_of_[pin];
  }

  flat_design& design_;
  std::vector<std::uint8_t> is_register_;
  std::vector<id> twin_of_;  // [pins] before twins
  std::vector<exception> exceptions_;
  std::vector<pin_uncertainty> uncertain_;
};

}  // namespace gsta::detail
