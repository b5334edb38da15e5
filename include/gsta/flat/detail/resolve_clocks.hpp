#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/generated_sources.hpp"
#include "gsta/flat/detail/ideal_clocks.hpp"
#include "gsta/flat/detail/latch_sources.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/validate.hpp"

namespace gsta {

namespace detail {
/// An arc without edges from each latch's enable to what departs from it: the one is swept before the other.
inline void order_latches(flat_design& design) {
  if (design.latches.empty()) return;
  id const type = design.add_arc_type({});
  vector_by_id<std::uint8_t> is_ordered(design.pin_load.size(), 0);
  for (auto const& latch : design.latches) {
    if (std::exchange(is_ordered[latch.departs], std::uint8_t{1}) != 0) continue;
    design.add_arc(latch.enable, latch.departs, type);
    if (!design.arc_derate.empty()) design.arc_derate.push_back(none);
  }
}
/// Slews of ideal clocks where they would come but for constants and senses.
inline void add_slews_past_constants(flat_design const& design,
                                     std::vector<std::vector<clock_pin>> const& networks,
                                     ideal_clocks& ideal) {
  clock_states states(design, true);
  for (std::size_t n = 0; n < networks.size(); ++n) {
    id const clock = static_cast<id>(n);
    if (design.rules_of(clock).propagated) continue;
    if (!design.clock_pins.empty()) states.walk(clock, networks[n]);
    for (auto const& at : networks[n])
      if (!states.at(at.pin).real_slew) ideal.add_slew(clock, at);
  }
}
inline void resolve_ideal_clocks(flat_design& design) {
  if (!design.generated.empty()) {
    generated_sources(design).resolve();
    latch_sources(design).link();
  }
  bool const any_ideal = std::any_of(design.rules.begin(), design.rules.end(),
                                     [](clock_rules const& rules) { return !rules.propagated; });
  if (!any_ideal && design.clock_pins.empty()) return;
  validate(design);
  bool const any_off = std::any_of(design.arc_types.begin(), design.arc_types.end(),
                                   [](arc_type const& type) { return type.slews_only; });
  auto const networks = clock_network(design);
  auto const wider =
      any_ideal && (any_off || !design.senses.empty()) ? clock_network(design, true) : decltype(networks){};
  ideal_clocks ideal(design);
  clock_states states(design);
  for (std::size_t n = 0; n < networks.size(); ++n) {
    id const clock = static_cast<id>(n);
    if (design.clock_pins.empty() && design.rules_of(clock).propagated) continue;
    if (!design.clock_pins.empty()) states.walk(clock, networks[n]);
    for (auto const& at : networks[n]) ideal.add(clock, at, states.at(at.pin));
  }
  if (!wider.empty()) add_slews_past_constants(design, wider, ideal);
  ideal.finish(networks);
}
/// Where path delays count, registers that no clock reaches launch data of no clock at time zero, and their
/// checks have that for a clock.
inline void start_unclocked_registers(flat_design& design) {
  bool const any_delay =
      std::any_of(design.exceptions.begin(), design.exceptions.end(),
                  [](path_exception const& of) { return of.effect == exception_effect::path_delay; });
  if (!any_delay) return;
  validate(design);
  vector_by_id<std::uint8_t> known(design.pin_load.size(), 0);
  for (auto const& network : clock_network(design)) {
    for (auto const& at : network) known[at.pin] = 1;
  }
  auto const start = [&](id pin) {
    if (known[pin] != 0 || known[design.real_pin(pin)] != 0) return;
    known[pin] = 1;  // and its checks have this source
    design.sources.push_back({pin, none, same_value(0.0f), arrival_kind::clock});
  };
  for (std::size_t i = 0; i < design.arc_from.size(); ++i) {
    arc_type const& type = design.arc_types[design.arc_type_of[i]];
    if (type.launches && !type.slews_only) start(design.arc_from[i]);
  }
  std::size_t const pins = known.size();
  vector_by_id<id> shadow_of(pins, none);
  id slews = none;
  for (std::size_t i = 0; i < design.check_clock.size(); ++i) {
    check_kind const kind = design.check_types[design.check_type_of[i]].kind;
    id& pin = design.check_clock[i];
    if (is_gating(kind) || is_data_check(kind) || known[pin] != 0 || known[design.real_pin(pin)] != 0)
      continue;
    // What only checks would let its arrivals on: a shadow with the same slews checks.
    if (shadow_of[pin] == none) {
      shadow_of[pin] = design.add_shadow(pin);
      if (slews == none) slews = design.add_arc_type(slews_alone(design));
      design.add_arc(pin, shadow_of[pin], slews);
      if (!design.arc_derate.empty()) design.arc_derate.push_back(none);
      design.sources.push_back({shadow_of[pin], none, same_value(0.0f), arrival_kind::clock});
    }
    pin = shadow_of[pin];
  }
}
}  // namespace detail

/// Makes ideal clocks ideal: a register's clock pin that one reaches gets a shadow (a shadow of the same
/// name) where the clock arrives with its latencies alone and with its own slew; launching arcs and checks
/// move there. The pin itself keeps the real arrival and slew of the clock network. Puts what departs from
/// latches behind their enables. Where path delays count, lets registers that no clock reaches launch and
/// check data of no clock (a source of kind `clock` without an edge at their clock pins). `flatten` calls
/// this; call it once after filling a design with ideal clocks, clocks that follow paths, values on clocks'
/// pins or latches by hand.
///
/// Shapes: pins, sources and one arc a shadow are added. Cost: O(pins + arcs) and the clock networks. Where:
/// host. Throws: argument_error on arrays that do not fit together (see `validate`).
inline void resolve_clocks(flat_design& design) {
  detail::resolve_ideal_clocks(design);
  detail::start_unclocked_registers(design);
  detail::order_latches(design);
}

}  // namespace gsta
