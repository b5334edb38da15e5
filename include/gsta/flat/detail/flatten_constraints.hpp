#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

inline void flattener::apply_loads() {
  for (id const net : shared_nets_)
    for (id const driver : nets_[net].drivers) own_load_[driver] = design_.pin_load[driver];
  for (auto const& load : constraints_.loads) {
    if (load.is_net) {
      id const net = find_net(load.pin);
      if (net == none) {
        throw input_error(constraints_.file, load.at.line, load.at.column,
                          "the netlist has no net named " + load.pin);
      }
      nets_[net].has_load = true;
      per_condition<float> const wire = load.subtracts_pins ? beyond_pins(nets_[net], load.load) : load.load;
      for (id const driver : nets_[net].drivers) {
        for (int c = 0; c < conditions; ++c) design_.pin_load[driver][c] += wire[c];
      }
      continue;
    }
    id const port = find_pin_or_throw(load.pin, load.at);
    for (id const side : {port, driving_pin(port)}) design_.pin_load[side] = own_load_[side] = load.load;
  }
}

/// What a capacitance is more than those of a net's pins together.
inline per_condition<float> flattener::beyond_pins(net_record const& net, per_condition<float> all) const {
  auto const subtract = [&](id pin) {
    for (int c = 0; c < conditions; ++c) all[c] = std::max(all[c] - design_.pin_load[pin][c], 0.0f);
  };
  for (id const sink : net.sinks) subtract(sink);
  for (id const driver : net.drivers) {
    bool const is_sink_too =
        std::find(net.sinks.begin(), net.sinks.end(), design_.real_pin(driver)) != net.sinks.end();
    if (!is_sink_too) subtract(driver);
  }
  return all;
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
  add_senses();
  list_clock_start_pins();
  for (auto const& slew : constraints_.slews) {
    id const pin = driving_pin(find_pin_or_throw(slew.pin, slew.at));
    if (driven_vertex_.find(pin) == driven_vertex_.end()) design_.asserted_slew[pin] = slew.slew;
  }
  add_arrivals();
  drop_disabled_sources();
  add_requirements();
  add_clock_relations();
  if (sdc_) find_free_ports();
  add_exceptions();
  if (sdc_) assert_root_slews();
  link_references();
}

/// Whether a delay is that of a generated clock without a master: it says nothing then, and a note says so.
inline bool flattener::is_lost(std::string const& clock, model::location at) const {
  if (std::find(lost_clocks_.begin(), lost_clocks_.end(), clock) == lost_clocks_.end()) return false;
  notes_.add_not_applied("a delay of a generated clock that no master reaches", where(constraints_.file, at));
  return true;
}

/// Under SDC's rules an input delay starts data; on a clock's own source it means nothing.
inline void flattener::add_arrivals() {
  for (auto const& arrival : constraints_.arrivals) {
    if (is_lost(arrival.clock, arrival.at)) continue;
    id const pin = driving_pin(find_pin_or_throw(arrival.pin, arrival.at));
    id const launch = clock_edge(arrival.clock, arrival.clock_edge, arrival.at);
    flat_source source{pin, launch, arrival.arrival, sdc_ ? arrival_kind::data : arrival_kind::any};
    if (sdc_) {
      if (is_constant(pin) || is_clock_source(arrival.pin, arrival.clock)) continue;
      bool const refers = !arrival.reference.empty();
      if (refers && design_.rules[launch / 2].propagated) {
        refer_arrival(arrival, pin, launch);
        continue;
      }
      bool const follows = follows_paths(launch) && !arrival.has_insertion && !refers;
      if (follows) inputs_by_paths_.push_back({design_.sources.size(), arrival.at});
      bool const has_insertion = follows || (arrival.has_insertion && !refers),
                 has_latency = arrival.has_latency && !refers;
      per_condition<float> const later = clock_delay(launch, has_insertion, has_latency);
      source.latency = clock_delay(launch, true, has_latency);
      for (int c = 0; c < conditions; ++c) {
        if (math::is_defined(source.arrival[c])) source.arrival[c] += later[c];
      }
    }
    design_.sources.push_back(source);
  }
}

/// Inputs by generated clocks that follow their masters' paths come by an arc from there, with their delay;
/// but for those that lead there themselves.
inline void flattener::link_inputs() {
  std::map<id, vector_by_id<std::uint8_t>> leads;  // by source of a generated clock: pins that lead to it
  for (auto const& [index, at] : inputs_by_paths_) {
    flat_source& input = design_.sources[index];
    auto const of = std::find_if(design_.generated.begin(), design_.generated.end(),
                                 [&](auto const& g) { return g.launch_edge == input.launch_edge; });
    if (of == design_.generated.end()) continue;
    auto const [known, fresh] = leads.try_emplace(of->pin);
    if (fresh) known->second = fanin().in_front(of->pin);
    if (known->second[input.pin] != 0) {
      notes_.add_not_applied("the delay of paths to a generated clock, in an input delay by it",
                             where(constraints_.file, at));
      continue;
    }
    arc_type type;
    type.launches = true;
    type.only_clock = input.launch_edge / 2;
    for (int c = 0; c < conditions; ++c) {
      if (!math::is_defined(input.arrival[c])) continue;
      type.delay[c] = design_.luts.add({}, {}, {input.arrival[c]});
      type.edges.set(c, static_cast<edge>(input.launch_edge % 2));
    }
    design_.add_arc(of->pin, input.pin, design_.add_arc_type(type));
    input.arrival = undefined_arrival();
    fanin().add(of->pin, input.pin);
    for (auto& [end, in_front] : leads) {  // what leads to the clock leads to what the input leads to
      if (in_front[input.pin] == 0) continue;
      in_front[of->pin] = 1;
      for (std::size_t pin = 0; pin < in_front.size(); ++pin) in_front[pin] |= known->second[pin];
    }
  }
  fanin_of_ = {};
}

/// Whether a clock's delay from its master's source is that of paths.
inline bool flattener::follows_paths(id edge) const {
  return edge != none && std::any_of(design_.generated.begin(), design_.generated.end(),
                                     [&](generated_source const& of) { return of.launch_edge == edge; });
}

/// Captured by the opposite side of the clock: late data by its early edge.
/// Where a clock starts no data end.
inline void flattener::add_requirements() {
  auto const starts_clock_at = [&](id pin) {
    return std::binary_search(clock_start_pins_.begin(), clock_start_pins_.end(), pin);
  };
  for (auto const& required : constraints_.required) {
    if (is_lost(required.clock, required.at)) continue;
    id const pin = find_pin_or_throw(required.pin, required.at);
    id const capture = clock_edge(required.clock, required.clock_edge, required.at);
    flat_requirement requirement{pin, capture, required.required};
    bool const refers = sdc_ && !required.reference.empty();
    bool const is_paths = refers && design_.rules[capture / 2].propagated,
               by_path = is_paths || (!refers && follows_paths(capture));
    if (is_paths) {
      auto const found = find_reference(required.reference, capture, required.at);
      if (!found) continue;
      requirement.reference = found->pin;
    }
    if (sdc_) {
      if (is_constant(pin) || is_wire_cut(pin)) continue;
      if (starts_clock_at(pin) || starts_clock_at(driving_pin(pin))) {
        notes_.add("an output delay where a clock starts: nothing is checked there",
                   where(constraints_.file, required.at));
        continue;
      }
      per_condition<float> const later = clock_delay(capture, by_path || (required.has_insertion && !refers),
                                                     required.has_latency && !refers);
      for (int c = 0; c < conditions; ++c) {
        requirement.latency[c] = later[c ^ 2];
        if (math::is_defined(requirement.required[c])) requirement.required[c] += later[c ^ 2];
      }
    }
    if (by_path) {
      for (int c = 0; c < conditions; ++c) {
        float const at = requirement.required[c];
        if (math::is_defined(at)) requirement.margin[c] = design_.luts.add({}, {}, {is_late(c) ? -at : at});
      }
    }
    design_.requirements.push_back(requirement);
  }
}

/// Groups of clocks that have no paths between each other; one group alone stands against all others.
inline void flattener::add_clock_relations() {
  for (auto const& groups : constraints_.groups) {
    if (groups.allow_paths) continue;
    exclusive_clocks made{std::vector<id>(design_.clocks.size(), groups.groups.size() == 1 ? 1 : none)};
    for (std::size_t g = 0; g < groups.groups.size(); ++g) {
      for (auto const& name : groups.groups[g]) {
        if (auto const clock = clock_.find(name); clock != clock_.end())
          made.group_of[static_cast<std::size_t>(clock->second)] = static_cast<id>(g);
      }
    }
    design_.exclusive.push_back(std::move(made));
  }
  for (auto const& given : constraints_.uncertainties) {
    auto const from = clock_.find(given.from), to = clock_.find(given.to);
    if (from == clock_.end() || to == clock_.end()) continue;  // the reader has said so
    design_.uncertainties.push_back({from->second, to->second, edges_of(given.from_rise, given.from_fall),
                                     edges_of(given.to_rise, given.to_fall), given.setup, given.hold,
                                     to_femtoseconds(given.value)});
  }
}

/// Where clocks become data.
inline void flattener::add_senses() {
  using kind = model::clock_sense::kind;
  for (auto const& given : constraints_.senses) {
    clock_sense const passes = given.of == kind::stop       ? clock_sense::stop
                               : given.of == kind::positive ? clock_sense::positive
                                                            : clock_sense::negative;
    for (auto const& name : given.pins) {
      id const pin = find_timed_pin(name, given.at);
      if (pin == none) continue;
      auto const add = [&](id clock) {
        design_.senses.push_back({pin, clock, passes});
        if (driving_pin(pin) != pin) design_.senses.push_back({driving_pin(pin), clock, passes});
      };
      if (given.clocks.empty()) add(none);
      for (auto const& clock : given.clocks) {
        if (auto const found = clock_.find(clock); found != clock_.end()) add(found->second);
      }
    }
  }
}

/// What nothing drives has slew 0, as sign-off timers have it: cell arcs behind it count in merged slews.
inline void flattener::assert_root_slews() {
  std::vector<std::uint8_t> is_driven(design_.pin_load.size(), 0);
  mark(design_.net_sink, is_driven);
  mark(design_.arc_to, is_driven);
  share(is_driven.size(), [&](std::size_t pin) {
    for (int c = 0; is_driven[pin] == 0 && c < conditions; ++c) {
      float& slew = design_.asserted_slew[pin][c];
      if (!math::is_defined(slew)) slew = 0;
    }
  });
}

}  // namespace gsta::detail
