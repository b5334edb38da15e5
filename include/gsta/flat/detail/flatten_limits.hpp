#pragma once

#include <algorithm>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// What is checked beside slack: the tightest of what libraries and constraints say. Pins of ideal clock
/// networks, and drivers of constants, have no limit.
inline void flattener::add_limits() {
  if (!sdc_) return;
  add_library_limits();
  add_given_limits();
  add_outside_limits();
  for (std::size_t pin = 0; pin < design_.limits.size(); ++pin) {
    if (is_constant(static_cast<id>(pin)))
      design_.limits[pin].load = design_.limits[pin].fanout = math::infinity;
  }
  bool const has_pulses = std::any_of(used_cells_.begin(), used_cells_.end(),
                                      [](auto const* of) { return !of->pulses.empty(); }) ||
                          std::any_of(constraints_.limits.begin(), constraints_.limits.end(),
                                      [](auto const& of) { return of.of == limit_kind::pulse_width; });
  if (design_.clocks.empty() || (design_.limits.empty() && !has_pulses)) return;
  auto const networks = clock_network(design_);
  lift_limits(networks);
  if (has_pulses) add_pulse_limits(networks);
}

/// An inout pin's limits hold on both of its sides.
inline void flattener::add_library_limits() {
  auto const is_any = [](pin_limits const& of) {
    return math::is_defined(of.slew) || math::is_defined(of.load) || math::is_defined(of.fanout);
  };
  bool any = std::any_of(constraints_.limits.begin(), constraints_.limits.end(),
                         [](auto const& of) { return of.of != limit_kind::pulse_width; });
  for (cell_template const* const cell : used_cells_)
    any = any || std::any_of(cell->limits.begin(), cell->limits.end(), is_any);
  for (auto const& by : constraints_.driving_cells) any = any || cells_.find(by.cell) != nullptr;
  if (!any) return;
  design_.limits.resize(value_.size());  // whatever nets and instances have
  for (auto const& [name, pin] : port_) design_.limits[pin].fanout_load = 0;
  for (auto const& instance : instances_) {
    auto const& of = instance.cell->limits;
    for (std::size_t i = 0; i < of.size(); ++i) {
      id const pin = instance.first_pin + static_cast<id>(i);
      design_.limits[pin] = of[i];
      if (driving_pin(pin) != pin) design_.limits[driving_pin(pin)] = of[i];
    }
  }
}

inline void flattener::tighten(id pin, model::design_limit const& by) {
  pin_limits& own = design_.limits[pin];
  float& value = by.of == limit_kind::transition    ? own.slew
                 : by.of == limit_kind::capacitance ? own.load
                                                    : own.fanout;
  value = std::min(value, by.value);
}

/// Of what is said of one object the last counts.
inline void flattener::add_given_limits() {
  std::map<std::tuple<limit_kind, limit_scope, std::string_view>, model::design_limit const*> last;
  for (auto const& limit : constraints_.limits) {
    if (limit.of == limit_kind::pulse_width) continue;
    if (limit.of_what != limit_scope::clock) {
      last[{limit.of, limit.of_what, limit.name}] = &limit;
      continue;
    }
    auto const clock = clock_.find(limit.name);
    if (clock == clock_.end()) continue;
    design_.clock_limits.resize(design_.clocks.size());
    auto& own = design_.clock_limits[clock->second];
    for (int e = 0; e < 2; ++e) {
      if (!(e == 0 ? limit.rise : limit.fall)) continue;
      if (limit.clock_path) own.clock[e] = limit.value;
      if (limit.data_path) own.data[e] = limit.value;
    }
  }
  auto const on_instance = [&](instance_record const& of, model::design_limit const& limit) {
    for (std::size_t i = 0; i < of.cell->vertices; ++i) tighten(of.first_pin + static_cast<id>(i), limit);
  };
  for (auto const& [key, limit] : last) {
    if (limit->of_what == limit_scope::design) {
      for (std::size_t pin = 0; pin < design_.limits.size(); ++pin) tighten(static_cast<id>(pin), *limit);
    } else if (limit->of_what == limit_scope::pin) {
      id const pin = find_timed_pin(limit->name, limit->at);
      if (pin == none) continue;
      tighten(pin, *limit);
      if (driving_pin(pin) != pin) tighten(driving_pin(pin), *limit);
    } else if (limit->of_what == limit_scope::instance) {
      if (id const instance = find_instance(limit->name); instance != none) {
        on_instance(instances_[instance], *limit);
        continue;
      }
      auto const path = limit->name + options_.pin_separator;  // a module's
      for (std::size_t i = 0; i < instances_.size(); ++i)
        if (netlist_.instances[i].name.view().starts_with(path)) on_instance(instances_[i], *limit);
    } else {
      for (auto const& instance : instances_) {
        if (instance.cell->early->name == limit->name) on_instance(instance, *limit);
      }
    }
  }
}

/// A port behind a driving cell is as good as that cell's output: its own vertex is the cell's input.
inline void flattener::add_outside_limits() {
  for (auto const& by : constraints_.driving_cells) {
    id const port = driving_pin(find_pin_or_throw(by.port, by.at)), vertex = driver_vertex(port);
    cell_template const* const cell = cells_.find(by.cell);
    if (vertex == port || cell == nullptr || design_.limits.empty()) continue;
    pin_limits& own = design_.limits[vertex];
    if (own.fanout_load != 0) {
      own = design_.limits[port];
      design_.limits[port].slew = math::infinity;
    }
    for (std::size_t i = 0; i < cell->limits.size(); ++i) {
      model::pin const& pin = cell->early->pins[i];
      bool const drives =
          pin.direction == model::direction::output || pin.direction == model::direction::inout;
      if (by.pin.empty() ? !drives : pin.name != by.pin) continue;
      own.slew = std::min(own.slew, cell->limits[i].slew);
      own.load = std::min(own.load, cell->limits[i].load);
      own.fanout = std::min(own.fanout, cell->limits[i].fanout);
    }
  }
}

/// Where nothing is to be checked.
inline void flattener::lift_limits(std::vector<std::vector<clock_pin>> const& networks) {
  if (design_.limits.empty()) return;
  auto const lift = [&](id pin) {
    if (static_cast<std::size_t>(pin) >= design_.limits.size()) return;
    float const load = design_.limits[pin].fanout_load;
    design_.limits[pin] = {};
    design_.limits[pin].fanout_load = load;
  };
  for (std::size_t clock = 0; clock < networks.size(); ++clock) {
    if (design_.rules_of(static_cast<id>(clock)).propagated) continue;
    for (auto const& at : networks[clock]) {
      lift(at.pin);
      lift(design_.real_pin(at.pin));
    }
  }
}

/// Pins from which wires or gates lead on: no clock ends there.
inline vector_by_id<std::uint8_t> flattener::leads_on() const {
  vector_by_id<std::uint8_t> leads(design_.pin_load.size(), 0);
  for (std::size_t net = 0; net < design_.net_driver.size(); ++net)
    leads[design_.net_driver[net]] = design_.net_begin[net] < design_.net_begin[net + 1];
  for (std::size_t i = 0; i < design_.arc_from.size(); ++i) {
    arc_type const& type = design_.arc_types[design_.arc_type_of[i]];
    if (!type.launches && !type.to_ideal_clock && type.only_clock == none) leads[design_.arc_from[i]] = 1;
  }
  return leads;
}

/// Where a register's clock pin has a shadow, clocks end there.
inline void flattener::add_pulse_limits(std::vector<std::vector<clock_pin>> const& networks) {
  auto const leads = leads_on();
  std::vector<model::design_limit const*> given;
  for (auto const& limit : constraints_.limits) {
    if (limit.of == limit_kind::pulse_width) given.push_back(&limit);
  }
  vector_by_id<id> ends(design_.pin_load.size());
  for (std::size_t pin = 0; pin < ends.size(); ++pin) ends[pin] = static_cast<id>(pin);
  for (std::size_t i = 0; i < design_.arc_from.size(); ++i) {
    if (design_.arc_types[design_.arc_type_of[i]].to_ideal_clock)
      ends[design_.arc_from[i]] = design_.arc_to[i];
  }
  for (std::size_t clock = 0; clock < networks.size(); ++clock) {
    for (auto const& at : networks[clock]) {
      // Twins are in the networks themselves; their pins are met as well, and first.
      if (leads[at.pin] != 0 || design_.real_pin(at.pin) != at.pin) continue;
      add_pulses_at(at.pin, ends[at.pin], static_cast<id>(clock), given);
    }
  }
}

/// What constraints say of a pin's pulses goes before what the library says.
inline void flattener::add_pulses_at(id pin, id vertex, id clock,
                                     std::vector<model::design_limit const*> const& all) {
  limit_scope narrowest = limit_scope::design;
  pulse_widths given;
  auto const narrowness = [](limit_scope of) {
    return of == limit_scope::pin ? 3 : of == limit_scope::instance ? 2 : of == limit_scope::clock ? 1 : 0;
  };
  id const instance = instance_of_[pin];
  for (auto const* const one : all) {
    model::design_limit const& limit = *one;
    if (narrowness(limit.of_what) < narrowness(narrowest)) continue;
    bool const holds = limit.of_what == limit_scope::design ||
                       (limit.of_what == limit_scope::clock && design_.clock_name[clock] == limit.name) ||
                       (limit.of_what == limit_scope::pin && design_.pin_name[pin] == limit.name) ||
                       (limit.of_what == limit_scope::instance && instance != none &&
                        netlist_.instances[instance].name == limit.name);
    if (!holds) continue;
    if (limit.of_what != narrowest) given = {};
    narrowest = limit.of_what;
    given.given = true;
    if (limit.rise) given.width[0] = limit.value;
    if (limit.fall) given.width[1] = limit.value;
  }
  pulse_limit own{vertex, clock, {none, none}, none};
  for (int e = 0; e < 2; ++e) {
    if (given.width[e] >= 0) own.width[e] = design_.luts.add({}, {}, {given.width[e]});
  }
  if (given.given) design_.pulse_limits.push_back(own);
  if (instance == none) return;
  for (auto const& of : instances_[instance].cell->pulses) {
    if (instances_[instance].first_pin + of.pin != pin) continue;
    pulse_limit row{vertex, clock, {of.width[0], of.width[1]}, of.period};
    for (int e = 0; e < 2; ++e) {
      if (given.width[e] >= 0) row.width[e] = none;
    }
    design_.pulse_limits.push_back(row);
  }
}

}  // namespace gsta::detail
