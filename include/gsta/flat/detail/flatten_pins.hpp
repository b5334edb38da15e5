#pragma once

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

inline void flattener::add_pins() {
  if (netlist_.ports.empty() && netlist_.instances.empty()) {
    throw input_error(netlist_.file, 0, 0, "module " + netlist_.name + " has neither ports nor instances");
  }
  add_ports();
  for (auto const& wire : netlist_.wires) {
    if (net_.try_emplace(wire, static_cast<id>(nets_.size())).second) nets_.push_back({wire, {}, {}});
  }
  for (auto const& instance : netlist_.instances) add_instance(instance);
}

inline void flattener::add_ports() {
  for (auto const& port : netlist_.ports) {
    id const pin = design_.add_pin(port.name);
    net_of_.push_back(none);
    port_.emplace(port.name, pin);
    bool const drives = port.direction == model::direction::input;
    if (!drives) design_.outputs.push_back(pin);
    if (port.direction == model::direction::inout) {
      notes_.add("an inout port is taken as an output only", where(netlist_.file, port.at));
    }
    if (!port.connected) continue;
    join_net(port.net.empty() ? port.name : port.net, pin, drives);
  }
}

inline void flattener::add_instance(model::instance const& instance) {
  cell_template const* const cell = cells_.find(instance.cell);
  if (cell == nullptr) {
    throw input_error(netlist_.file, instance.at.line, instance.at.column,
                      "no library has a cell named " + instance.cell + " (instance " + instance.name + ")");
  }
  id const first = static_cast<id>(design_.pin_load.size());
  if (!instance_.emplace(instance.name, instance_record{cell, first}).second) {
    throw input_error(netlist_.file, instance.name_at.line, instance.name_at.column,
                      "instance " + instance.name + " stands twice");
  }
  for (std::size_t i = 0; i < cell->early->pins.size(); ++i) {
    design_.add_pin(instance.name + separator_ + cell->early->pins[i].name, cell->pin_load[i]);
    net_of_.push_back(none);
  }
  for (auto const& arc : cell->arcs) design_.add_arc(first + arc.from, first + arc.to, arc.type);
  for (auto const& check : cell->checks)
    design_.add_check(first + check.data, first + check.clock, check.type);
  for (auto const& connection : instance.connections) {
    auto const pin = cell->pin_index.find(connection.pin);
    if (pin == cell->pin_index.end()) {
      throw input_error(netlist_.file, connection.at.line, connection.at.column,
                        "cell " + instance.cell + " has no pin named " + connection.pin);
    }
    if (connection.net.empty()) continue;
    model::direction const direction = cell->early->pins[pin->second].direction;
    join_net(connection.net, first + pin->second, direction == model::direction::output);
  }
}

inline void flattener::join_net(std::string_view net, id pin, bool drives) {
  auto const [found, fresh] = net_.try_emplace(net, static_cast<id>(nets_.size()));
  if (fresh) nets_.push_back({net, {}, {}});
  net_of_[pin] = found->second;
  (drives ? nets_[found->second].drivers : nets_[found->second].sinks).push_back(pin);
}

/// `instance<separator>pin`, split at the last separator, or a port; none where there is no such pin.
inline id flattener::find_pin(std::string_view name, char separator) const {
  if (auto const port = port_.find(name); port != port_.end()) return port->second;
  std::size_t const cut = name.rfind(separator);
  if (cut == std::string_view::npos) return none;
  auto const instance = instance_.find(name.substr(0, cut));
  if (instance == instance_.end()) return none;
  auto const& pins = instance->second.cell->pin_index;
  auto const pin = pins.find(std::string(name.substr(cut + 1)));
  return pin == pins.end() ? none : instance->second.first_pin + pin->second;
}

}  // namespace gsta::detail
