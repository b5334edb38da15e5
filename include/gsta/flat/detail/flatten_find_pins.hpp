#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// `instance<separator>pin`, split at the last separator, or a port; none where there is no such pin.
inline id flattener::find_pin(std::string_view name, char separator) const {
  if (auto const port = port_.find(name); port != port_.end()) return port->second;
  std::size_t const cut = name.rfind(separator);
  if (cut == std::string_view::npos) return none;
  id const found = find_instance(name.substr(0, cut));
  if (found == none) return none;
  instance_record const& instance = instances_[found];
  auto const& pins = instance.cell->pin_index;
  auto const pin = pins.find(name.substr(cut + 1));
  return pin == pins.end() ? none : instance.first_pin + pin->second;
}

inline id flattener::find_pin_or_throw(std::string const& name, model::location at) const {
  id const pin = find_pin(name, options_.pin_separator);
  if (pin != none) return pin;
  throw input_error(constraints_.file, at.line, at.column, "the netlist has no port or pin named " + name);
}

/// None, and a note, for a pin that was left out of the design: power, ground and what is connected to them.
inline id flattener::find_timed_pin(std::string const& name, model::location at) {
  auto const slash = name.rfind(options_.pin_separator);
  id const found = slash == std::string::npos ? none : find_instance(std::string_view(name).substr(0, slash));
  if (find_pin(name, options_.pin_separator) != none || found == none) return find_pin_or_throw(name, at);
  auto const pin = std::string_view(name).substr(slash + 1);
  auto const& connections = netlist_.instances[found].connections;
  bool const is_left_out =
      std::any_of(connections.begin(), connections.end(), [&](auto const& c) { return c.pin == pin; });
  if (!is_left_out) return find_pin_or_throw(name, at);
  notes_.add("a constraint of a power or ground pin (left out)", where(constraints_.file, at));
  return none;
}

/// The vertex of a pin that drives its net: its own, or the second one of an inout pin.
inline id flattener::driving_pin(id pin) const {
  auto const found = driving_of_.find(pin);
  return found == driving_of_.end() ? pin : found->second;
}

}  // namespace gsta::detail
