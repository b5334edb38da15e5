#pragma once

#include <algorithm>
#include <map>
#include <utility>

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
  drop_disabled_sources();
  add_requirements();
  add_clock_relations();
  add_exceptions();
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

/// Whether a clock's delay from its master's source is that of paths.
inline bool flattener::follows_paths(id edge) const {
  return edge != none && std::any_of(design_.generated.begin(), design_.generated.end(),
                                     [&](generated_source const& of) { return of.launch_edge == edge; });
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
        requirement.latency[c] = later[c ^ 2];
        if (math::is_defined(requirement.required[c])) requirement.required[c] += later[c ^ 2];
      }
    }
    if (follows_paths(capture)) {
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

/// Exceptions by their pins. A list whose names are no starts (or no ends) must not turn into "everywhere".
inline void flattener::add_exceptions() {
  std::map<std::string, id> group_of;
  for (auto const& given : constraints_.exceptions) {
    path_exception made;
    made.effect = effect_of(given.of);
    made.from_at = edges_of(given.from.rise, given.from.fall);
    made.to_at = edges_of(given.to.rise, given.to.fall);
    made.ending = edges_of(given.rise, given.fall);
    made.setup = given.setup;
    made.hold = given.hold;
    made.cycles = given.cycles;
    made.by_launch = given.by_start;
    made.delay = given.delay;
    bool const found = add_ends(given.from, given.at, true, made.from, made.from_clocks) &&
                       add_ends(given.to, given.at, false, made.to, made.to_clocks) &&
                       add_throughs(given, made.through);
    if (!found) continue;
    if (made.effect == exception_effect::path_delay) note_delays_inside(made, given);
    if (made.effect == exception_effect::group) {
      auto const [group, fresh] = group_of.try_emplace(given.name, static_cast<id>(group_of.size()));
      if (fresh) design_.path_groups.push_back(given.name.empty() ? "path delay" : given.name);
      made.group = group->second;
    }
    keep_exception(std::move(made), given.resets);
  }
}

/// Delays from pins where no path starts, or to pins that nothing else checks, are not applied there.
inline void flattener::note_delays_inside(path_exception const& made, model::path_exception const& given) {
  if (starts_or_ends_.empty()) {
    starts_or_ends_.assign(design_.pin_load.size(), 0);
    for (auto const& source : design_.sources) starts_or_ends_[source.pin] |= 1;
    for (std::size_t i = 0; i < design_.arc_from.size(); ++i) {
      if (design_.arc_types[design_.arc_type_of[i]].launches) starts_or_ends_[design_.arc_from[i]] |= 1;
    }
    for (id const pin : design_.check_data) starts_or_ends_[pin] |= 2;
    for (auto const& requirement : design_.requirements) starts_or_ends_[requirement.pin] |= 2;
  }
  auto const lacks = [&](std::vector<id> const& pins, int bit) {
    return std::any_of(pins.begin(), pins.end(), [&](id pin) { return (starts_or_ends_[pin] & bit) == 0; });
  };
  auto const say = [&](char const* what) {
    notes_.add_not_applied((given.setup ? "set_max_delay" : "set_min_delay") + std::string(what),
                           where(constraints_.file, given.at));
  };
  if (lacks(made.from, 1)) say(" from a pin where no path starts");
  if (lacks(made.to, 2)) say(" to a pin that nothing else checks");
}

/// An exception of the same effect for the same paths replaces an earlier one; -reset_path takes away all
/// that was said of them.
inline void flattener::keep_exception(path_exception made, bool resets) {
  auto const same_paths = [&](path_exception const& of) {
    return of.from == made.from && of.from_clocks == made.from_clocks && of.from_at == made.from_at &&
           of.through == made.through && of.to == made.to && of.to_clocks == made.to_clocks &&
           of.to_at == made.to_at && of.ending == made.ending;
  };
  std::size_t key = made.from_clocks.size();
  for (auto const* const list : {&made.from, &made.to, &made.from_clocks, &made.to_clocks}) {
    for (id const one : *list) key = key * 1000003 + static_cast<std::size_t>(one);
    key = key * 31 + list->size();
  }
  for (auto const& points : made.through) {
    for (id const one : points.pins) key = key * 1000003 + static_cast<std::size_t>(one);
  }
  auto& similar = exceptions_by_paths_[key];
  for (std::size_t const i : similar) {
    auto& of = design_.exceptions[i];
    if (!same_paths(of)) continue;
    if (resets) {
      of.setup = of.setup && !made.setup;
      of.hold = of.hold && !made.hold;
    }
    bool const is_same =
        of.effect == made.effect && of.setup == made.setup && of.hold == made.hold && of.group == made.group;
    if (!is_same) continue;
    of = std::move(made);
    return;
  }
  similar.push_back(design_.exceptions.size());
  design_.exceptions.push_back(std::move(made));
}

inline exception_effect flattener::effect_of(model::path_exception::kind of) {
  using kind = model::path_exception::kind;
  switch (of) {
    case kind::false_path:
      return exception_effect::false_path;
    case kind::multicycle:
      return exception_effect::multicycle;
    case kind::max_delay:
    case kind::min_delay:
      return exception_effect::path_delay;
    case kind::margin:
      return exception_effect::margin;
    case kind::group:
      return exception_effect::group;
  }
  return exception_effect::false_path;
}

/// False where names were given and none of them is a start, or an end.
inline bool flattener::add_ends(model::path_points const& points, model::location at, bool starts,
                                std::vector<id>& pins, std::vector<id>& clocks) {
  for (auto const& name : points.pins) add_path_ends(name, at, starts, pins);
  for (auto const& name : points.instances) add_path_ends(name, at, starts, pins);
  for (auto const& name : points.clocks) {
    if (auto const clock = clock_.find(name); clock != clock_.end()) clocks.push_back(clock->second);
  }
  for (auto* const list : {&pins, &clocks}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return points.empty() || !pins.empty() || !clocks.empty();
}

/// Points of a path on its way: pins, outputs of instances, drivers of nets. False where one has none.
inline bool flattener::add_throughs(model::path_exception const& given, std::vector<exception_points>& into) {
  for (auto const& points : given.through) {
    exception_points made{{}, edges_of(points.rise, points.fall)};
    for (auto const& name : points.pins) {
      id const pin = find_timed_pin(name, given.at);
      if (pin == none) continue;
      made.pins.push_back(pin);
      if (driving_side(pin) != pin) made.pins.push_back(driving_side(pin));
    }
    for (auto const& name : points.instances) add_outputs(name, made.pins);
    for (auto const& name : points.nets) {
      auto const net = net_.find(name);
      if (net == net_.end()) continue;
      for (id const driver : nets_[net->second].drivers) made.pins.push_back(driving_side(driver));
    }
    std::sort(made.pins.begin(), made.pins.end());
    made.pins.erase(std::unique(made.pins.begin(), made.pins.end()), made.pins.end());
    if (made.pins.empty()) return false;
    into.push_back(std::move(made));
  }
  return true;
}

inline void flattener::add_outputs(std::string const& name, std::vector<id>& into) const {
  auto const instance = instance_.find(name);
  if (instance == instance_.end()) return;
  instance_record const& of = instances_[instance->second];
  for (auto const& arc : of.cell->arcs) into.push_back(of.first_pin + arc.to);
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
    notes_.add("an exception names an instance where no path starts or ends", where(constraints_.file, at));
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
