#pragma once

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

inline void flattener::apply_loads() {
  own_load_ = design_.pin_load;  // before nets add to their drivers'
  for (auto const& load : constraints_.loads) {
    if (load.is_net) {
      auto const net = net_.find(load.pin);
      if (net == net_.end()) {
        throw input_error(constraints_.file, load.at.line, load.at.column,
                          "the netlist has no net named " + load.pin);
      }
      for (id const driver : nets_[net->second].drivers) {
        for (int c = 0; c < conditions; ++c) design_.pin_load[driver][c] += load.load[c];
      }
      continue;
    }
    id const port = find_pin_or_throw(load.pin, load.at);
    for (id const side : {port, driving_side(port)}) design_.pin_load[side] = own_load_[side] = load.load;
  }
}

/// The id of a clock's edge; none for no clock.
inline id flattener::clock_edge(std::string const& clock, edge e, model::location at) const {
  if (clock.empty()) return none;
  auto const found = clock_.find(clock);
  if (found == clock_.end())
    throw input_error(constraints_.file, at.line, at.column, "there is no clock named " + clock);
  return 2 * found->second + static_cast<id>(e);
}

inline void flattener::apply_constraints() {
  add_clocks();
  for (auto const& slew : constraints_.slews) {
    id const pin = driving_side(find_pin_or_throw(slew.pin, slew.at));
    if (driven_vertex_.find(pin) == driven_vertex_.end()) design_.asserted_slew[pin] = slew.slew;
  }
  add_arrivals();
  add_requirements();
  add_false_paths();
  if (sdc_) assert_root_slews();
}

/// Under SDC's rules an input delay starts data; on a clock's own source it means nothing.
inline void flattener::add_arrivals() {
  for (auto const& arrival : constraints_.arrivals) {
    id const pin = driving_side(find_pin_or_throw(arrival.pin, arrival.at));
    id const launch = clock_edge(arrival.clock, arrival.clock_edge, arrival.at);
    flat_source source{pin, launch, arrival.arrival, sdc_ ? arrival_kind::data : arrival_kind::any};
    if (sdc_) {
      if (is_constant(pin) || is_clock_source(arrival.pin, arrival.clock)) continue;
      corner_values const later = clock_delay(launch, arrival.has_insertion, arrival.has_latency);
      for (int c = 0; c < conditions; ++c) {
        if (math::is_defined(source.arrival[c])) source.arrival[c] += later[c];
      }
    }
    design_.sources.push_back(source);
  }
}

/// Captured by the opposite side of the clock: late data by its early edge.
inline void flattener::add_requirements() {
  for (auto const& required : constraints_.required) {
    id const pin = find_pin_or_throw(required.pin, required.at);
    id const capture = clock_edge(required.clock, required.clock_edge, required.at);
    flat_requirement requirement{pin, capture, required.required};
    if (sdc_) {
      if (is_constant(pin)) continue;
      corner_values const later = clock_delay(capture, required.has_insertion, required.has_latency);
      for (int c = 0; c < conditions; ++c) {
        if (math::is_defined(requirement.required[c])) requirement.required[c] += later[c ^ 2];
      }
    }
    design_.requirements.push_back(requirement);
  }
}

inline void flattener::add_false_paths() {
  for (auto const& path : constraints_.false_paths) {
    flat_false_path made;
    made.setup = path.setup;
    made.hold = path.hold;
    for (auto const& name : path.from) add_path_ends(name, path.at, true, made.from);
    for (auto const& name : path.to) add_path_ends(name, path.at, false, made.to);
    for (auto const& clock : path.from_clocks)
      made.from_clocks.push_back(clock_edge(clock, edge::rise, path.at) / 2);
    for (auto const& clock : path.to_clocks)
      made.to_clocks.push_back(clock_edge(clock, edge::rise, path.at) / 2);
    // A list whose names are no starts (or no ends) must not turn into "everywhere".
    bool const lost_from = made.from.empty() && made.from_clocks.empty() && !path.from.empty();
    bool const lost_to = made.to.empty() && made.to_clocks.empty() && !path.to.empty();
    if (!lost_from && !lost_to) design_.false_paths.push_back(std::move(made));
  }
}

/// Where paths start: an input, a register's clock pin, those of an instance. Where they end: a pin, the
/// checked pins of an instance.
inline void flattener::add_path_ends(std::string const& name, model::location at, bool starts,
                                     std::vector<id>& into) {
  auto const size = into.size();
  auto const instance = instance_.find(name);
  if (instance == instance_.end()) {
    id const pin = find_timed_pin(name, at);
    if (pin == none) return;
    into.push_back(starts ? driving_side(pin) : pin);
    return;
  }
  instance_record const& of = instances_[instance->second];
  for (auto const& arc : of.cell->arcs) {
    if (starts && design_.arc_types[arc.type].launches) into.push_back(of.first_pin + arc.from);
  }
  for (auto const& check : of.cell->checks) {
    if (!starts) into.push_back(of.first_pin + check.data);
  }
  if (into.size() == size)
    notes_.add("a false path names an instance where no path starts or ends", where(constraints_.file, at));
}

/// What nothing drives has slew 0, as sign-off timers have it: cell arcs behind it count in merged slews.
inline void flattener::assert_root_slews() {
  std::vector<std::uint8_t> has_fanin(design_.pin_load.size(), 0);
  for (id const sink : design_.net_sink) has_fanin[sink] = 1;
  for (id const to : design_.arc_to) has_fanin[to] = 1;
  for (std::size_t pin = 0; pin < has_fanin.size(); ++pin) {
    for (int c = 0; c < conditions; ++c) {
      float& slew = design_.asserted_slew[pin][c];
      if (!has_fanin[pin] && !math::is_defined(slew)) slew = 0;
    }
  }
}

}  // namespace gsta::detail
