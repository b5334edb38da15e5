#pragma once

#include <algorithm>
#include <vector>

#include "gsta/flat/detail/clock_network.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/validate.hpp"

namespace gsta {

namespace detail {
/// Gives register clock pins that ideal clocks reach a twin, which launches and captures in their stead.
class ideal_clocks {
 public:
  explicit ideal_clocks(flat_design& design)
      : design_(design), is_register_(design.pin_load.size(), 0), twin_of_(design.pin_load.size(), none) {
    for (std::size_t i = 0; i < design.arc_from.size(); ++i) {
      if (design.arc_types[design.arc_type_of[i]].launches) is_register_[design.arc_from[i]] = 1;
    }
    for (id const pin : design.check_clock) is_register_[pin] = 1;
  }

  void add(id clock, clock_pin const& at) {
    if (!is_register_[at.pin]) return;
    clock_rules const rules = design_.rules_of(clock);
    id const twin = twin_at(at.pin);
    for (int source = 0; source < 2; ++source) {
      for (int e = 0; e < 2; ++e) {
        if (!(at.edges >> (2 * source + e) & 1)) continue;
        corner_values arrival = undefined_arrival();
        for (int c = e; c < conditions; c += 2) {
          int const from = (c & 2) + source;
          arrival[c] = math::add(rules.insertion[from], rules.latency[from]);
          widen(design_.asserted_slew[twin][c], rules.transition[c], c);
        }
        design_.sources.push_back({twin, 2 * clock + source, arrival, arrival_kind::clock});
      }
    }
  }

  /// Moves launching arcs and checks to the twins, and links each pin to its own.
  void finish() {
    for (std::size_t i = 0; i < design_.arc_from.size(); ++i) {
      if (design_.arc_types[design_.arc_type_of[i]].launches) move(design_.arc_from[i]);
    }
    for (id& pin : design_.check_clock) move(pin);
    for (auto& path : design_.false_paths) {
      for (id& pin : path.from) move(pin);
    }
    if (std::all_of(twin_of_.begin(), twin_of_.end(), [](id twin) { return twin == none; })) return;
    id const zero = design_.luts.add({}, {}, {0.0f});
    arc_type link{same_id(zero), same_id(none), positive_edges()};
    link.to_ideal_clock = true;
    id const type = design_.add_arc_type(link);
    for (std::size_t pin = 0; pin < twin_of_.size(); ++pin) {
      if (twin_of_[pin] == none) continue;
      design_.add_arc(static_cast<id>(pin), twin_of_[pin], type);
      if (!design_.arc_derate.empty()) design_.arc_derate.push_back(none);
    }
  }

 private:
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
};
}  // namespace detail

/// Makes ideal clocks ideal: a register's clock pin that one reaches gets a twin (a shadow of the same name)
/// where the clock arrives with its latencies alone and with its own slew; launching arcs and checks move
/// there. The pin itself keeps the real arrival and slew of the clock network. `flatten` calls this; call it
/// once after filling a design with ideal clocks by hand.
///
/// Shapes: pins, sources and one arc a twin are added. Cost: O(pins + arcs) and the clock networks. Where:
/// host. Throws: argument_error on arrays that do not fit together (see `validate`).
inline void resolve_clocks(flat_design& design) {
  bool const any_ideal = std::any_of(design.rules.begin(), design.rules.end(),
                                     [](clock_rules const& rules) { return !rules.propagated; });
  if (!any_ideal) return;
  validate(design);
  auto const networks = clock_network(design);
  detail::ideal_clocks ideal(design);
  for (std::size_t clock = 0; clock < networks.size(); ++clock) {
    if (design.rules_of(static_cast<id>(clock)).propagated) continue;
    for (auto const& at : networks[clock]) ideal.add(static_cast<id>(clock), at);
  }
  ideal.finish();
}

}  // namespace gsta
