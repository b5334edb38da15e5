#pragma once

#include <algorithm>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// One flat net for each driver, sinks ascending; a net that nothing drives has no arcs.
inline void flattener::add_nets(model::parasitics const& parasitics, bool strict) {
  check_parasitics(parasitics, strict);
  for (auto& net : nets_) {
    std::sort(net.sinks.begin(), net.sinks.end());
    auto const wire = parasitics.net_index.find(std::string(net.name));
    for (id const driver : net.drivers) {
      design_.add_net(driver, net.sinks, std::string(net.name));
      if (wire != parasitics.net_index.end()) {
        add_wire(net, driver, parasitics.nets[wire->second], parasitics.pin_delimiter);
      }
    }
    if (net.drivers.size() > 1)
      notes_.add("a net has several drivers: the worst counts", std::string(net.name));
    if (net.drivers.empty() && !net.sinks.empty()) notes_.add("a net has no driver", std::string(net.name));
  }
}

/// Nodes get ids as they are met; one that names a pin of this net stands for that pin. A node's capacitances
/// add up, coupling counts as grounded.
inline void flattener::add_wire(net_record const& net, id driver, model::wire_net const& wire,
                                char delimiter) {
  std::unordered_map<std::string_view, id> node_of;
  std::vector<float> capacitance, resistance;
  std::vector<id> sink_position, a, b;
  id root = none;
  auto const node = [&](std::string_view name) {
    auto const [found, fresh] = node_of.try_emplace(name, static_cast<id>(capacitance.size()));
    if (!fresh) return found->second;
    id const pin = find_pin(name, delimiter);
    auto const sink = std::lower_bound(net.sinks.begin(), net.sinks.end(), pin);
    bool const is_sink = pin != none && sink != net.sinks.end() && *sink == pin;
    if (pin == driver) root = found->second;
    capacitance.push_back(0.0f);
    sink_position.push_back(is_sink ? static_cast<id>(sink - net.sinks.begin()) : none);
    return found->second;
  };
  for (auto const& capacitor : wire.capacitors) {
    id const at = node(capacitor.node);
    capacitance[at] += capacitor.value;
  }
  for (auto const& resistor : wire.resistors) {
    a.push_back(node(resistor.a));
    b.push_back(node(resistor.b));
    resistance.push_back(resistor.value);
  }
  design_.set_wire(root, capacitance, sink_position, a, b, resistance);
}

inline void flattener::check_parasitics(model::parasitics const& parasitics, bool strict) {
  for (std::size_t i = 0; i < parasitics.nets.size(); ++i) {
    model::wire_net const& wire = parasitics.nets[i];
    auto const used = parasitics.net_index.find(wire.name);
    if (used == parasitics.net_index.end() || used->second != i)
      continue;  // replaced by a later one, or taken away
    if (net_.find(wire.name) == net_.end()) {
      if (strict) {
        throw input_error(parasitics.file, wire.at.line, wire.at.column,
                          "the netlist has no net named " + wire.name);
      }
      notes_.add("a net of the parasitics is not in the netlist", where(parasitics.file, wire.at));
    } else {
      check_wire_pins(parasitics, wire, strict);
    }
  }
}

inline void flattener::check_wire_pins(model::parasitics const& parasitics, model::wire_net const& wire,
                                       bool strict) {
  for (auto const& connection : wire.connections) {
    if (find_pin(connection.pin, parasitics.pin_delimiter) != none) continue;
    if (strict) {
      throw input_error(parasitics.file, wire.at.line, wire.at.column,
                        "net " + wire.name + " names a pin that the netlist lacks: " + connection.pin);
    }
    notes_.add("a pin of the parasitics is not in the netlist", where(parasitics.file, wire.at));
  }
}

}  // namespace gsta::detail
