#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// Lists what set_disable_timing takes away, by pins, instances and cells.
inline void flattener::find_disabled() {
  if (constraints_.disabled.empty()) return;
  using scope = model::disabled_timing::scope;
  disabled_pin_.assign(design_.pin_load.size(), 0);
  cut_wire_.assign(design_.pin_load.size(), 0);
  auto const keep = [](disabled_list& list, model::disabled_timing const& given) {
    bool const is_new = std::none_of(list.begin(), list.end(), [&](model::disabled_timing const* other) {
      return other->from == given.from && other->to == given.to;
    });
    if (is_new) list.push_back(&given);
  };
  for (auto const& given : constraints_.disabled) {
    if (given.of == scope::pin) {
      if (id const pin = find_timed_pin(given.name, given.at); pin != none) disable_pin(pin);
    } else if (given.of == scope::wire) {
      if (id const pin = find_timed_pin(given.name, given.at); pin != none)
        disabled_pin_[pin] = cut_wire_[pin] = 1;
    } else if (given.of == scope::library_cell) {
      keep(disabled_of_cell_[given.name], given);
    } else if (given.of == scope::library_pin) {
      disable_pins_of_cells(given.name);
    } else if (id const instance = find_instance(given.name); instance != none) {
      keep(disabled_of_instance_[instance], given);
    } else {
      notes_.add_not_applied("set_disable_timing of a module", where(constraints_.file, given.at));
    }
  }
}

inline void flattener::disable_pin(id pin) {
  disabled_pin_[pin] = 1;
  disabled_pin_[driving_pin(pin)] = 1;
}

/// A pin of all instances of a cell, `cell/pin`.
inline void flattener::disable_pins_of_cells(std::string_view name) {
  auto const cut = name.rfind('/');
  auto const cell = name.substr(0, cut), pin = name.substr(cut + 1);
  for (auto const& instance : instances_) {
    if (instance.cell->early->name != cell) continue;
    auto const found = instance.cell->pin_index.find(pin);
    if (found != instance.cell->pin_index.end()) disable_pin(instance.first_pin + found->second);
  }
}

/// A pin's own name, or that of its bus.
inline bool is_named(std::string_view pin, std::string_view name) {
  return pin == name || (pin.size() > name.size() && pin.starts_with(name) && pin[name.size()] == '[');
}

/// Whether what was said of an instance, or of its cell, takes an arc away. Without -from and -to its checks
/// stay.
inline bool flattener::is_arc_disabled(disabled_list const& list, cell_template const& cell, id from, id to,
                                       bool is_check) const {
  auto const name_of = [&](id vertex) -> std::string_view {
    auto const side = std::find(cell.driving_pin.begin(), cell.driving_pin.end(), vertex);
    auto const pin =
        side == cell.driving_pin.end() ? vertex : static_cast<id>(side - cell.driving_pin.begin());
    return cell.early->pins[static_cast<std::size_t>(pin)].name;
  };
  return std::any_of(list.begin(), list.end(), [&](model::disabled_timing const* given) {
    if (given->from.empty() && given->to.empty()) return !is_check;
    return (given->from.empty() || is_named(name_of(from), given->from)) &&
           (given->to.empty() || is_named(name_of(to), given->to));
  });
}

/// Whether an arc or a check of an instance is taken away: by itself, or since nothing leaves its first pin.
/// What ends in a disabled pin stays, unless the wire to it is.
inline bool flattener::is_disabled(instance_record const& instance, id from, id to, bool is_check) const {
  if (disabled_pin_.empty()) return false;
  if (disabled_pin_[instance.first_pin + from] != 0) return true;
  if (is_check && is_wire_cut(instance.first_pin + to)) return true;
  cell_template const& cell = *instance.cell;
  auto const of_cell = disabled_of_cell_.find(cell.early->name);
  if (of_cell != disabled_of_cell_.end() && is_arc_disabled(of_cell->second, cell, from, to, is_check))
    return true;
  auto const of_instance = disabled_of_instance_.find(instance_of_[instance.first_pin]);
  return of_instance != disabled_of_instance_.end() &&
         is_arc_disabled(of_instance->second, cell, from, to, is_check);
}

/// Whether arrivals are kept from a pin because none may leave it: a driver, whose wires have slews all the
/// same.
inline bool flattener::is_disabled_driver(id pin) const {
  if (disabled_pin_.empty() || static_cast<std::size_t>(pin) >= disabled_pin_.size()) return false;
  if (disabled_pin_[pin] == 0 || net_of_[pin] == none) return false;
  auto const& drivers = nets_[net_of_[pin]].drivers;
  return std::find(drivers.begin(), drivers.end(), pin) != drivers.end();
}

/// Whether nothing arrives at a pin, because the wire to it is taken away.
inline bool flattener::is_wire_cut(id pin) const {
  return static_cast<std::size_t>(pin) < cut_wire_.size() && cut_wire_[pin] != 0;
}

/// Nothing starts at a disabled port.
inline void flattener::drop_disabled_sources() {
  if (disabled_pin_.empty()) return;
  std::erase_if(design_.sources, [&](flat_source const& source) { return is_disabled_driver(source.pin); });
}

}  // namespace gsta::detail
