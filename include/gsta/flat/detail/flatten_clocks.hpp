#pragma once

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

inline per_condition<float> defined_or_zero(per_condition<float> values) {
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
  auto const& at_pins = constraints_.clock_pins;
  index_of_pins at_pin;
  for (std::size_t i = 0; i < at_pins.size(); ++i) at_pin[at_pins[i].pin].push_back(i);
  for (auto const& clock : constraints_.clocks) {
    if (clock.period <= 0) {
      throw input_error(constraints_.file, clock.at.line, clock.at.column,
                        "the period of clock " + clock.name + " must be positive");
    }
    id const made = static_cast<id>(design_.clocks.size());
    clock_[clock.name] = made;
    design_.clocks.push_back({clock.period, {clock.rise, clock.fall}});
    design_.clock_name.push_back(clock.name);
    design_.rules.push_back(sdc_ ? rules_from(with_source_latency(clock, at_pin)) : clock_rules{});
    for (auto const& source : clock.sources) {
      id const pin = find_pin_or_throw(source, clock.at);
      for (int e = 0; sdc_ && e < 2; ++e) add_clock_source(made, pin, e);
    }
  }
  add_generated_clocks(at_pin);
  for (auto const& given : at_pins) add_clock_pin(given);
}

/// Clock values at a pin of the network, or at a clock's source. A source latency where no clock starts says
/// nothing.
inline void flattener::add_clock_pin(model::clock_at_pin const& given) {
  id const pin = find_timed_pin(given.pin, given.at);
  if (pin == none) return;
  auto const& values = given.properties;
  auto const any = [](per_condition<float> const& of) { return of != undefined_arrival(); };
  clock_pin_rules made{pin};
  auto const clock = clock_.find(given.clock);
  bool const of_all = given.clock.empty();
  if (!of_all && clock != clock_.end()) made.clock = clock->second;
  made.propagated = given.propagated;
  made.has_latency = any(values.latency);
  made.latency = values.latency;
  made.has_uncertainty =
      math::is_defined(values.setup_uncertainty) || math::is_defined(values.hold_uncertainty);
  made.setup_uncertainty = uncertainty_or_zero(values.setup_uncertainty);
  made.hold_uncertainty = uncertainty_or_zero(values.hold_uncertainty);
  id const drives = driving_pin(pin);
  bool starts = false, starts_any = false;
  for (auto const& source : design_.sources) {
    if (source.kind != arrival_kind::clock || source.pin != drives) continue;
    starts_any = true;
    starts = starts || of_all || source.launch_edge / 2 == made.clock;
  }
  if (starts_any) made.pin = drives;
  if (!starts && any(values.insertion))
    notes_.add("a source latency on a pin where no clock starts", where(constraints_.file, given.at));
  bool const counts = of_all || made.clock != none;
  if (counts && (made.propagated || made.has_latency || made.has_uncertainty))
    design_.clock_pins.push_back(made);
}

/// A clock's source latency is the one at its first source if there is any, and of such the one for this
/// clock; an edge or side that was not given is 0 then. What else is said of a source holds behind it alone:
/// delays of ports relative to the clock do not see it.
inline model::clock flattener::with_source_latency(model::clock clock, index_of_pins const& at_pin) const {
  if (clock.sources.empty()) return clock;
  auto const found = at_pin.find(clock.sources.front());
  if (found == at_pin.end()) return clock;
  for (bool const of_clock : {false, true}) {
    for (auto const i : found->second) {
      auto const& given = constraints_.clock_pins[i];
      bool const counts = of_clock ? given.clock == clock.name : given.clock.empty();
      if (counts && given.properties.insertion != undefined_arrival())
        clock.properties.insertion = given.properties.insertion;
    }
  }
  return clock;
}

/// An edge of a clock starts with its source latency, at the side of its source that drives.
inline void flattener::add_clock_source(id clock, id pin, int e) {
  id const from = driving_pin(pin);
  if (is_constant(from)) return;
  per_condition<float> arrival = undefined_arrival();
  for (int c = e; c < conditions; c += 2) arrival[c] = design_.rules[clock].insertion[c];
  design_.sources.push_back({from, 2 * clock + e, arrival, arrival_kind::clock});
}

inline bool flattener::is_clock_source(std::string const& pin, std::string const& clock) const {
  auto const starts_at = [&](model::clock const& of) {
    return of.name == clock && std::find(of.sources.begin(), of.sources.end(), pin) != of.sources.end();
  };
  auto const& generated = constraints_.generated_clocks;
  return std::any_of(constraints_.clocks.begin(), constraints_.clocks.end(), starts_at) ||
         std::any_of(generated.begin(), generated.end(),
                     [&](model::generated_clock const& of) { return starts_at(of.clock); });
}

/// What an ideal clock's latencies, or a propagated clock's source latency, add to a delay relative to its
/// edge.
inline per_condition<float> flattener::clock_delay(id launch_edge, bool has_insertion,
                                                   bool has_latency) const {
  per_condition<float> later = same_value(0.0f);
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
