#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

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
    made.from_start = given.ignore_clock_latency;
    bool const found = add_ends(given.from, given.at, true, made.from, made.from_clocks) &&
                       add_ends(given.to, given.at, false, made.to, made.to_clocks) &&
                       add_throughs(given, made.through);
    if (!found) continue;
    if (made.effect == exception_effect::path_delay) add_delay_ends(made, given);
    if (made.effect == exception_effect::path_delay && !made.from.empty() && !made.to.empty())
      delays_.push_back({made.from, made.to, given.at});
    if (made.from_start && latches_start(made))
      notes_.add_not_applied("-ignore_clock_latency of paths that latches launch",
                             where(constraints_.file, given.at));
    if (made.effect == exception_effect::group) {
      auto const [group, fresh] = group_of.try_emplace(given.name, static_cast<id>(group_of.size()));
      if (fresh) design_.path_groups.push_back(given.name.empty() ? "path delay" : given.name);
      made.group = group->second;
    }
    keep_exception(std::move(made));
  }
  end_delays();
}

/// Whether paths that latches launch may come under an exception.
inline bool flattener::latches_start(path_exception const& of) const {
  bool const unseen = of.from.empty() || !of.from_clocks.empty();
  return std::any_of(design_.latches.begin(), design_.latches.end(), [&](flat_latch const& latch) {
    return unseen || std::find(of.from.begin(), of.from.end(), latch.departs) != of.from.end();
  });
}

/// An exception of the same effect for the same paths replaces an earlier one.
inline void flattener::keep_exception(path_exception made) {
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
      if (driving_pin(pin) != pin) made.pins.push_back(driving_pin(pin));
    }
    for (auto const& name : points.instances) add_outputs(name, made.pins);
    for (auto const& name : points.nets) {
      id const net = find_net(name);
      if (net == none) continue;
      for (id const driver : nets_[net].drivers) made.pins.push_back(driving_pin(driver));
    }
    std::sort(made.pins.begin(), made.pins.end());
    made.pins.erase(std::unique(made.pins.begin(), made.pins.end()), made.pins.end());
    if (made.pins.empty()) return false;
    into.push_back(std::move(made));
  }
  return true;
}

inline void flattener::add_outputs(std::string const& name, std::vector<id>& into) const {
  id const instance = find_instance(name);
  if (instance == none) return;
  instance_record const& of = instances_[instance];
  for (auto const& arc : of.cell->arcs) into.push_back(of.first_pin + arc.to);
}

inline void flattener::list_clock_start_pins() {
  for (auto const& source : design_.sources) {
    if (starts_clock(source)) clock_start_pins_.push_back(source.pin);
  }
  std::sort(clock_start_pins_.begin(), clock_start_pins_.end());
}

/// Where paths start: an input, a register's clock pin, a clock's source, those of an instance. Where they
/// end: a pin, the checked pins of an instance.
inline void flattener::add_path_ends(std::string const& name, model::location at, bool starts,
                                     std::vector<id>& into) {
  auto const size = into.size();
  id const instance = find_instance(name);
  if (instance == none) {
    id const pin = find_timed_pin(name, at);
    if (pin == none) return;
    auto const latch = starts ? latch_at_.find(pin) : latch_at_.end();
    if (latch == latch_at_.end())
      into.push_back(starts ? driving_pin(pin) : pin);
    else
      into.insert(into.end(), latch->second.begin(), latch->second.end());
    return;
  }
  instance_record const& of = instances_[instance];
  for (auto const& arc : of.cell->arcs) {
    if (starts && design_.arc_types[arc.type].launches) into.push_back(of.first_pin + arc.from);
  }
  if (starts) {
    auto const& pins = clock_start_pins_;
    auto const end = of.first_pin + static_cast<id>(of.cell->pin_load.size());
    auto const first = std::lower_bound(pins.begin(), pins.end(), of.first_pin);
    into.insert(into.end(), first, std::lower_bound(first, pins.end(), end));
  }
  for (auto const& check : of.cell->checks) {
    if (!starts) into.push_back(of.first_pin + check.data);
  }
  if (into.size() == size)
    notes_.add("an exception names an instance where no path starts or ends", where(constraints_.file, at));
}

}  // namespace gsta::detail
