#pragma once

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

inline corner_values defined_or_zero(corner_values values) {
  for (int c = 0; c < conditions; ++c) values[c] = math::defined_or(values[c], 0.0f);
  return values;
}

inline femtoseconds uncertainty_or_zero(float ps) { return to_femtoseconds(math::defined_or(ps, 0.0f)); }

inline clock_rules rules_from(model::clock const& clock) {
  model::clock_properties const& given = clock.properties;
  return {clock.propagated,
          defined_or_zero(given.insertion),
          defined_or_zero(given.latency),
          defined_or_zero(given.transition),
          uncertainty_or_zero(given.setup_uncertainty),
          uncertainty_or_zero(given.hold_uncertainty)};
}

inline void flattener::add_clocks() {
  for (auto const& clock : constraints_.clocks) {
    if (clock.period <= 0) {
      throw input_error(constraints_.file, clock.at.line, clock.at.column,
                        "the period of clock " + clock.name + " must be positive");
    }
    id const made = static_cast<id>(design_.clocks.size());
    clock_[clock.name] = made;
    design_.clocks.push_back({clock.period, {clock.rise, clock.fall}});
    design_.clock_name.push_back(clock.name);
    design_.rules.push_back(sdc_ ? rules_from(with_source_values(clock)) : clock_rules{});
    for (auto const& source : clock.sources) {
      id const pin = find_pin_or_throw(source, clock.at);
      if (sdc_) add_clock_source(made, pin);
    }
  }
  for (auto const& at_pin : constraints_.clock_pins) {
    bool at_source = false;
    for (auto const& clock : constraints_.clocks) at_source = at_source || holds_for(at_pin, clock);
    if (!at_source)
      notes_.add("clock values on a pin that is no clock's source are not supported yet",
                 where(constraints_.file, at_pin.at));
  }
}

/// What is given at a pin holds for a clock that starts there.
inline bool flattener::holds_for(model::clock_at_pin const& at_pin, model::clock const& clock) const {
  bool const named = at_pin.clock.empty() || at_pin.clock == clock.name;
  return named && std::find(clock.sources.begin(), clock.sources.end(), at_pin.pin) != clock.sources.end();
}

inline model::clock flattener::with_source_values(model::clock clock) const {
  for (auto const& at_pin : constraints_.clock_pins) {
    if (!holds_for(at_pin, clock)) continue;
    auto& to = clock.properties;
    auto const& given = at_pin.properties;
    clock.propagated = clock.propagated || at_pin.propagated;
    for (int c = 0; c < conditions; ++c) {
      to.insertion[c] = math::defined_or(given.insertion[c], to.insertion[c]);
      to.latency[c] = math::defined_or(given.latency[c], to.latency[c]);
      to.transition[c] = math::defined_or(given.transition[c], to.transition[c]);
    }
    to.setup_uncertainty = math::defined_or(given.setup_uncertainty, to.setup_uncertainty);
    to.hold_uncertainty = math::defined_or(given.hold_uncertainty, to.hold_uncertainty);
  }
  return clock;
}

/// A clock starts with its source latency, at the side of its source that drives.
inline void flattener::add_clock_source(id clock, id pin) {
  id const from = driving_side(pin);
  if (is_constant(from)) return;
  for (int e = 0; e < 2; ++e) {
    corner_values arrival = undefined_arrival();
    for (int c = e; c < conditions; c += 2) arrival[c] = design_.rules[clock].insertion[c];
    design_.sources.push_back({from, 2 * clock + e, arrival, arrival_kind::clock});
  }
}

inline bool flattener::is_clock_source(std::string const& pin, std::string const& clock) const {
  auto const found = clock_.find(clock);
  if (found == clock_.end()) return false;
  auto const& sources = constraints_.clocks[found->second].sources;
  return std::find(sources.begin(), sources.end(), pin) != sources.end();
}

/// What an ideal clock's latencies, or a propagated clock's source latency, add to a delay relative to its
/// edge.
inline corner_values flattener::clock_delay(id launch_edge, bool has_insertion, bool has_latency) const {
  corner_values later = same_value(0.0f);
  if (launch_edge == none) return later;
  clock_rules const& rules = design_.rules[launch_edge / 2];
  for (int c = 0; c < conditions; ++c) {
    int const at = (c & 2) + launch_edge % 2;
    if (!has_insertion) later[c] += rules.insertion[at];
    if (!has_latency && !rules.propagated) later[c] += rules.latency[at];
  }
  return later;
}

}  // namespace gsta::detail
