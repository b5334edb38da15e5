#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gsta/core/by_condition.hpp"
#include "gsta/core/vector_by_id.hpp"
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

/// Gives register clock pins that ideal clocks reach a shadow, which launches and captures in their stead.
class ideal_clocks {
 public:
  explicit ideal_clocks(flat_design& design)
      : design_(design), is_register_(design.pin_load.size(), 0), shadow_of_(design.pin_load.size(), none) {
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
    std::uint8_t comes = 0, shadows = 0;  // by condition at the source
    for (int c = 0; c < conditions; ++c) {
      if ((at.edges >> (2 * edge_of(c)) & 3) == 0) continue;
      comes = static_cast<std::uint8_t>(comes | 1 << c);
      bool const as_the_clock = state.way[c] == none;
      if (as_the_clock ? is_ideal : state.way[c] != clock_state::real)
        shadows = static_cast<std::uint8_t>(shadows | 1 << c);
    }
    if (shadows != 0) add_shadow_clock(clock, at, state, shadows);
    if (is_ideal && !state.real_slew) add_transition(clock, at);
    // The link that all shadows have passes every propagated clock, no ideal one and no slew.
    if (shadows != (is_ideal ? comes : 0) || (shadows != 0 && is_ideal && state.real_slew))
      exceptions_.push_back({at.pin, clock, static_cast<std::uint8_t>(comes & ~shadows)});
    if (state.uncertainty == none) return;
    clock_pin_rules const& rules = design_.clock_pins[state.uncertainty];
    uncertain_.push_back({at.pin, clock, rules.setup_uncertainty, rules.hold_uncertainty});
  }

  /// Where an ideal clock would come but for constants, its slew counts nonetheless, as sign-off timers have
  /// it.
  void add_slew(id clock, clock_pin const& at) {
    if (is_register_[at.pin] && !design_.rules_of(clock).propagated) add_transition(clock, at);
  }

  /// Moves launching arcs and checks to the shadows, and links each pin to its own.
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
    }
    for (auto& uncertain : uncertain_) {
      move(uncertain.pin);
      design_.pin_uncertainties.push_back(uncertain);
    }
    vector_by_id<std::uint8_t> by_clock(shadow_of_.size(), 0);
    for (auto const& of : exceptions_) by_clock[of.pin] = shadow_of_[of.pin] != none;
    link_by_clock(networks, by_clock);
    link_sources(by_clock);
    link_all(by_clock);
  }

 private:
  /// A clock that is ideal or propagated as a whole, but not at this pin: conditions at its source that pass.
  struct exception {
    id pin, clock;
    std::uint8_t passes;
  };

  bool is_of_data(std::size_t check) const {
    return is_data_check(design_.check_types[design_.check_type_of[check]].kind);
  }

  void add_shadow_clock(id clock, clock_pin const& at, clock_state const& state, std::uint8_t shadows) {
    clock_rules const rules = design_.rules_of(clock);
    id const shadow = shadow_at(at.pin);
    for (int source = 0; source < 2; ++source) {
      for (int e = 0; e < 2; ++e) {
        if (!(at.edges >> (2 * source + e) & 1)) continue;
        per_condition<float> arrival = undefined_arrival(), part = same_value(0.0f);
        for (int c = e; c < conditions; c += 2) {
          int const from = (c & 2) + source;
          if ((shadows >> from & 1) == 0) continue;
          id const row = state.way[from];
          part[c] = row == none ? rules.latency[from] : design_.clock_pins[row].latency[from];
          bool const follows = followed_from(2 * clock + source) != none;  // its source's arrival says more
          arrival[c] = follows ? part[c] : math::add(rules.insertion[from], part[c]);
        }
        if (arrival == undefined_arrival()) continue;
        if (id const start = followed_from(2 * clock + source); start != none) {
          link_from_start(start, shadow, clock, source, e, arrival);
        } else {
          design_.sources.push_back({shadow, 2 * clock + source, arrival, arrival_kind::clock, part});
        }
      }
    }
  }

  /// An ideal clock's slew, at a register that it reaches without being propagated on the way.
  void add_transition(id clock, clock_pin const& at) {
    clock_rules const rules = design_.rules_of(clock);
    id const shadow = shadow_at(at.pin);
    for (int c = 0; c < conditions; ++c) {
      if ((at.edges & (1 << edge_of(c) | 4 << edge_of(c))) != 0)
        widen(design_.asserted_slew[shadow][c], rules.transition[c], c);
    }
  }

  /// One link for every pin with a shadow where clocks are what they are everywhere.
  void link_all(std::vector<std::uint8_t> const& by_clock) {
    arc_type link{same_id(none), same_id(none), positive_edges()};
    link.to_ideal_clock = true;
    id type = none;
    for (std::size_t pin = 0; pin < shadow_of_.size(); ++pin) {
      if (shadow_of_[pin] == none || by_clock[pin] != 0) continue;
      if (type == none) {
        link.delay = same_id(design_.luts.add({}, {}, {0.0f}));
        type = design_.add_arc_type(link);
      }
      add_arc(static_cast<id>(pin), shadow_of_[pin], type);
    }
  }

  /// Where links are for single clocks, paths to generated clocks have one of their own.
  void link_sources(std::vector<std::uint8_t> const& by_clock) {
    if (design_.generated.empty()) return;
    arc_type link{same_id(none), same_id(none), positive_edges(), false, false, arc_type::only_source_paths};
    id type = none;
    for (std::size_t pin = 0; pin < by_clock.size(); ++pin) {
      if (by_clock[pin] == 0) continue;
      if (type == none) {
        link.delay = same_id(design_.luts.add({}, {}, {0.0f}));
        type = design_.add_arc_type(link);
      }
      add_arc(static_cast<id>(pin), shadow_of_[pin], type);
    }
  }

  /// Links for single clocks where they are not: those that pass, and the slew of the pin unless some clock
  /// is ideal there.
  void link_by_clock(std::vector<std::vector<clock_pin>> const& networks,
                     vector_by_id<std::uint8_t> const& by_clock) {
    if (exceptions_.empty()) return;
    arc_type link{same_id(design_.luts.add({}, {}, {0.0f})), same_id(none), {}};
    std::map<std::pair<id, id>, std::uint8_t> differs;
    for (auto const& of : exceptions_) differs[{of.pin, of.clock}] = of.passes;
    for (std::size_t clock = 0; clock < networks.size(); ++clock) {
      link.only_clock = static_cast<id>(clock);
      std::map<std::uint8_t, id> type_of;  // by edges
      for (auto const& at : networks[clock]) {
        if (by_clock[at.pin] == 0) continue;
        auto const found = differs.find({at.pin, link.only_clock});
        bool const all = design_.rules_of(link.only_clock).propagated;
        link.edges = passing_edges(at, found == differs.end() ? (all ? 15 : 0) : found->second);
        if (link.edges.code == 0) continue;
        auto const [type, fresh] = type_of.try_emplace(link.edges.code, none);
        if (fresh) type->second = design_.add_arc_type(link);
        add_arc(at.pin, shadow_of_[at.pin], type->second);
      }
    }
    id const slews = design_.add_arc_type(slews_alone(design_));
    for (std::size_t pin = 0; pin < by_clock.size(); ++pin) {
      if (by_clock[pin] != 0 && design_.asserted_slew[shadow_of_[pin]] == undefined_arrival())
        add_arc(static_cast<id>(pin), shadow_of_[pin], slews);
    }
  }

  /// The edges of a link that these conditions at a clock's source pass; an edge that both of the source's
  /// make passes where either does.
  static edge_map passing_edges(clock_pin const& at, std::uint8_t passes) {
    edge_map made;
    for (int c = 0; c < conditions; ++c) {
      int const e = edge_of(c), of_side = passes >> (c & 2);
      bool const passes_here = ((at.edges >> e & 1) != 0 && (of_side & 1) != 0) ||
                               ((at.edges >> (2 + e) & 1) != 0 && (of_side & 2) != 0);
      if (passes_here) made.set(c, static_cast<edge>(e));
    }
    return made;
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

  /// From a generated clock's source to a shadow, with the clock's latency as delay.
  void link_from_start(id from, id shadow, id clock, int source, int e, per_condition<float> const& latency) {
    arc_type type;
    type.only_clock = clock;
    for (int c = e; c < conditions; c += 2) {
      if (!math::is_defined(latency[c])) continue;
      type.delay[c] = design_.luts.add({}, {}, {latency[c]});
      type.edges.set(c, static_cast<edge>(source));
    }
    add_arc(from, shadow, design_.add_arc_type(type));
  }

  static void widen(float& slew, float transition, int c) {
    if (!math::is_defined(slew) || beats(c, transition, slew)) slew = transition;
  }
  id shadow_at(id pin) {
    if (shadow_of_[pin] == none) shadow_of_[pin] = design_.add_shadow(pin);
    return shadow_of_[pin];
  }
  void move(id& pin) const {
    if (static_cast<std::size_t>(pin) < shadow_of_.size() && shadow_of_[pin] != none) pin = shadow_of_[pin];
  }

  flat_design& design_;
  vector_by_id<std::uint8_t> is_register_;
  vector_by_id<id> shadow_of_;  // [pins] before shadows
  std::vector<exception> exceptions_;
  std::vector<pin_uncertainty> uncertain_;
};

}  // namespace gsta::detail
