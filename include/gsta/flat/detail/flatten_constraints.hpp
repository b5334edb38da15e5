#pragma once

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

inline id flattener::find_pin_or_throw(std::string const& name, model::constraints const& from,
                                       model::location at) const {
  id const pin = find_pin(name, separator_);
  if (pin == none)
    throw input_error(from.file, at.line, at.column, "the netlist has no port or pin named " + name);
  return pin;
}

inline void flattener::apply_loads(model::constraints const& constraints) {
  for (auto const& load : constraints.loads) {
    design_.pin_load[find_pin_or_throw(load.pin, constraints, load.at)] = load.load;
  }
}

inline void flattener::add_clocks(model::constraints const& constraints) {
  for (auto const& clock : constraints.clocks) {
    if (clock.period <= 0) {
      throw input_error(constraints.file, clock.at.line, clock.at.column,
                        "the period of clock " + clock.name + " must be positive");
    }
    clock_[clock.name] = static_cast<id>(design_.clocks.size());
    design_.clocks.push_back({clock.period, {clock.rise, clock.fall}});
    design_.clock_name.push_back(clock.name);
    for (auto const& source : clock.sources) find_pin_or_throw(source, constraints, clock.at);
  }
}

/// The id of a clock's edge; none for no clock.
inline id flattener::clock_edge(model::constraints const& from, std::string const& clock, edge e,
                                model::location at) const {
  if (clock.empty()) return none;
  auto const found = clock_.find(clock);
  if (found == clock_.end())
    throw input_error(from.file, at.line, at.column, "there is no clock named " + clock);
  return 2 * found->second + static_cast<id>(e);
}

inline void flattener::apply_constraints(model::constraints const& constraints) {
  add_clocks(constraints);
  for (auto const& slew : constraints.slews) {
    design_.asserted_slew[find_pin_or_throw(slew.pin, constraints, slew.at)] = slew.slew;
  }
  for (auto const& arrival : constraints.arrivals) {
    id const pin = find_pin_or_throw(arrival.pin, constraints, arrival.at);
    design_.sources.push_back(
        {pin, clock_edge(constraints, arrival.clock, arrival.clock_edge, arrival.at), arrival.arrival});
  }
  for (auto const& required : constraints.required) {
    id const pin = find_pin_or_throw(required.pin, constraints, required.at);
    design_.requirements.push_back(
        {pin, clock_edge(constraints, required.clock, required.clock_edge, required.at), required.required});
  }
}

}  // namespace gsta::detail
