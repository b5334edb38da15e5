#pragma once

#include <algorithm>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

inline void flattener::add_pins() {
  if (netlist_.ports.empty() && netlist_.instances.empty()) {
    throw input_error(netlist_.file, 0, 0, "module " + netlist_.name + " has neither ports nor instances");
  }
  for (auto const& wire : netlist_.wires) net_id(wire);
  for (auto const& alias : netlist_.aliases) net_.try_emplace(alias.name, net_id(alias.net));
  add_ports();
  for (auto const& instance : netlist_.instances) add_instance(instance);
  judge_unknown_pins();
}

inline void flattener::add_ports() {
  for (auto const& port : netlist_.ports) {
    id const pin = design_.add_pin(port.name);
    net_of_.push_back(none);
    instance_of_.push_back(none);
    port_.emplace(port.name, pin);
    bool const both = sdc_ && port.direction == model::direction::inout;
    bool const drives = port.direction == model::direction::input;
    if (!drives) design_.outputs.push_back(pin);
    if (port.direction == model::direction::inout && !sdc_) {
      notes_.add("an inout port is taken as an output only",
                 where(model::file_of(netlist_, port.at), port.at));
    }
    std::string_view const net = port.net.empty() ? port.name : port.net;
    if (port.connected) join_net(net, pin, drives);
    if (!both) continue;
    id const driving = driving_of_[pin] = design_.add_shadow(pin);
    net_of_.push_back(none);
    instance_of_.push_back(none);
    if (port.connected) join_net(net, driving, true);
  }
}

/// A cell that no library has is a black box under SDC's rules: pins without timing.
inline cell_template const& flattener::template_of(model::instance const& instance) {
  if (cell_template const* const cell = cells_.find(instance.cell)) return *cell;
  if (!sdc_) {
    throw input_error(model::file_of(netlist_, instance.at), instance.at.line, instance.at.column,
                      "no library has a cell named " + instance.cell + " (instance " + instance.name + ")");
  }
  notes_.add("no library has the cell " + instance.cell + ": a black box",
             where(model::file_of(netlist_, instance.at), instance.at));
  model::cell& pins = black_box_cells_.emplace_back();
  pins.name = instance.cell;
  for (auto const& connection : instance.connections) {
    if (pins.find_pin(connection.pin) != nullptr) continue;
    pins.pins.emplace_back().name = connection.pin;
  }
  return black_boxes_.emplace_back(cells_.make_black_box(pins));
}

inline void flattener::add_instance(model::instance const& instance) {
  cell_template const& cell = template_of(instance);
  id const first = static_cast<id>(design_.pin_load.size());
  if (!instance_.emplace(instance.name, instances_.size()).second) {
    throw input_error(model::file_of(netlist_, instance.name_at), instance.name_at.line,
                      instance.name_at.column, "instance " + instance.name + " stands twice");
  }
  id const own = static_cast<id>(instances_.size());
  instances_.push_back({&cell, first});
  for (std::size_t i = 0; i < cell.early->pins.size(); ++i) {
    design_.add_pin(instance.name + options_.pin_separator + cell.early->pins[i].name, cell.pin_load[i]);
  }
  for (std::size_t i = 0; i < cell.early->pins.size(); ++i) {
    if (cell.driving_side[i] == none) continue;
    id const pin = first + static_cast<id>(i);
    id const driving = design_.add_shadow(pin);
    design_.pin_load[driving] = cell.pin_load[i];
    driving_of_[pin] = driving;
  }
  net_of_.resize(design_.pin_load.size(), none);
  instance_of_.resize(design_.pin_load.size(), own);
  connect(instance, cell, first);
}

inline void flattener::connect(model::instance const& instance, cell_template const& cell, id first) {
  for (auto const& connection : instance.connections) {
    auto const found = cell.pin_index.find(connection.pin);
    if (found == cell.pin_index.end()) {
      add_unknown_pin(instance, cell, connection);
      continue;
    }
    if (connection.net.empty()) continue;
    auto const pin = static_cast<std::size_t>(found->second);
    model::direction const direction = cell.early->pins[pin].direction;
    join_net(connection.net, first + found->second, direction == model::direction::output);
    if (cell.driving_side[pin] != none) join_net(connection.net, first + cell.driving_side[pin], true);
  }
}

/// Pins that the library has for power and ground make a net a supply; others have to be on one.
inline void flattener::add_unknown_pin(model::instance const& instance, cell_template const& cell,
                                       model::connection const& connection) {
  auto const& supplies = cell.early->supply_pins;
  if (std::find(supplies.begin(), supplies.end(), connection.pin) == supplies.end()) {
    unknown_pins_.emplace_back(&instance, &connection);
    return;
  }
  if (!connection.net.empty()) supplies_.insert(net_id(connection.net));
  if (supply_pins_++ == 0) first_supply_pin_ = connection.at;
}

/// What no library names is left out where it can be nothing but power or ground: on a net that is tied to a
/// level, that feeds such pins of other cells, or is called like a supply.
inline void flattener::judge_unknown_pins() {
  if (supply_pins_ > 0) {
    notes_.add("power or ground pin of a cell (not timed)",
               where(model::file_of(netlist_, first_supply_pin_), first_supply_pin_), supply_pins_);
  }
  if (unknown_pins_.empty()) return;
  for (auto const& constant : netlist_.constants) supplies_.insert(net_id(constant.net));
  for (auto const& [instance, connection] : unknown_pins_) {
    auto const& net = connection->net;
    if (!net.empty() && !supplies_.contains(net_id(net)) && !model::is_supply_name(net)) {
      throw input_error(model::file_of(netlist_, connection->at), connection->at.line, connection->at.column,
                        "cell " + instance->cell + " has no pin named " + connection->pin);
    }
    notes_.add("a pin that no library names, of a supply net or of none (left out)",
               where(model::file_of(netlist_, connection->at), connection->at));
  }
}

inline id flattener::net_id(std::string_view net) {
  auto const [found, fresh] = net_.try_emplace(net, static_cast<id>(nets_.size()));
  if (fresh) nets_.push_back({net});
  return found->second;
}

inline void flattener::join_net(std::string_view net, id pin, bool drives) {
  id const to = net_id(net);
  net_of_[pin] = to;
  (drives ? nets_[to].drivers : nets_[to].sinks).push_back(pin);
}

/// `instance<separator>pin`, split at the last separator, or a port; none where there is no such pin.
inline id flattener::find_pin(std::string_view name, char separator) const {
  if (auto const port = port_.find(name); port != port_.end()) return port->second;
  std::size_t const cut = name.rfind(separator);
  if (cut == std::string_view::npos) return none;
  auto const found = instance_.find(name.substr(0, cut));
  if (found == instance_.end()) return none;
  instance_record const& instance = instances_[found->second];
  auto const& pins = instance.cell->pin_index;
  auto const pin = pins.find(std::string(name.substr(cut + 1)));
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
  auto const found =
      slash == std::string::npos ? instance_.end() : instance_.find(std::string_view(name).substr(0, slash));
  if (find_pin(name, options_.pin_separator) != none || found == instance_.end())
    return find_pin_or_throw(name, at);
  auto const pin = std::string_view(name).substr(slash + 1);
  auto const& connections = netlist_.instances[found->second].connections;
  bool const is_left_out =
      std::any_of(connections.begin(), connections.end(), [&](auto const& c) { return c.pin == pin; });
  if (!is_left_out) return find_pin_or_throw(name, at);
  notes_.add("a constraint of a power or ground pin (left out)", where(constraints_.file, at));
  return none;
}

/// The vertex of a pin that drives its net: its own, or the second one of an inout pin.
inline id flattener::driving_side(id pin) const {
  auto const found = driving_of_.find(pin);
  return found == driving_of_.end() ? pin : found->second;
}

}  // namespace gsta::detail
