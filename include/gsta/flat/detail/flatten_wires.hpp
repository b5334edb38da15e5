#pragma once

#include <algorithm>
#include <cmath>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// One flat net for each driver, sinks ascending; a net that nothing drives has no arcs.
inline void flattener::add_nets() {
  find_wires();
  own_load_ = design_.pin_load;
  for (auto& net : nets_) {
    std::sort(net.sinks.begin(), net.sinks.end());
    for (id const driver : net.drivers) add_net(net, driver);
    if (net.drivers.size() > 1)
      notes_.add("a net has several drivers: the worst counts", std::string(net.name));
    if (net.drivers.empty() && !net.sinks.empty() && net.value == logic_value::unknown)
      notes_.add("a net has no driver", std::string(net.name));
  }
}

/// An inout pin that drives does not see itself.
inline void flattener::add_net(net_record const& net, id driver) {
  id const own = design_.real_pin(driver);
  std::vector<id> sinks = net.sinks;
  if (own != driver) std::erase(sinks, own);
  id const vertex = driver_vertex(driver);
  design_.add_net(vertex, sinks, std::string(net.name));
  if (net.wire != nullptr) add_wire(net, driver, sinks);
  if (sdc_) {
    add_driver_load(net, driver);
  } else {
    design_.pin_load[driver] = same_value(0.0f);
  }
  if (vertex != driver) std::swap(design_.pin_load[vertex], design_.pin_load[driver]);
  if (options_.step_at_ports && vertex == driver) apply_response(driver);
}

/// A driver sees its own capacitance and that of the other drivers which are no sinks of its net.
inline void flattener::add_driver_load(net_record const& net, id driver) {
  for (id const other : net.drivers) {
    if (other == driver || design_.real_pin(other) != other) continue;
    for (int c = 0; c < conditions; ++c)
      design_.pin_load[driver][c] = math::add(design_.pin_load[driver][c], own_load_[other][c]);
  }
}

/// An input port without a driving cell is a step: at the thresholds of the first library.
inline void flattener::apply_response(id driver) {
  id const port = design_.real_pin(driver);
  if (instance_of_[port] != none || instance_of_[driver] != none) return;
  if (design_.wire_responses.empty()) {
    model::thresholds const& at = input_.early.thresholds;
    wire_response response;
    for (int e = 0; e < 2; ++e) {
      response.delay[e] = static_cast<float>(-std::log(1.0 - double{at.delay[e]}));
      double const window = (1.0 - double{at.slew_lower[e]}) / (1.0 - double{at.slew_upper[e]});
      response.slew[e] = static_cast<float>(std::log(window) / double{at.slew_derate});
    }
    design_.wire_responses.push_back(response);
    design_.rc_response.assign(design_.net_driver.size(), none);
  }
  design_.rc_response.back() = 0;
}

/// Nodes get ids as they are met; one that names a pin of this net stands for that pin. A node's capacitances
/// add up, coupling counts as grounded. Under SDC's rules a wire that does not name the driver is no wire.
inline void flattener::add_wire(net_record const& net, id driver, std::vector<id> const& sinks) {
  std::unordered_map<std::string_view, id> node_of;
  std::vector<float> capacitance, resistance;
  std::vector<id> sink_position, a, b;
  id const driving_pin = design_.real_pin(driver);
  id root = none;
  auto const node = [&](std::string_view name) {
    auto const [found, fresh] = node_of.try_emplace(name, static_cast<id>(capacitance.size()));
    if (!fresh) return found->second;
    id const pin = find_pin(name, input_.parasitics.pin_delimiter);
    auto const sink = std::lower_bound(sinks.begin(), sinks.end(), pin);
    bool const is_sink = pin != none && sink != sinks.end() && *sink == pin;
    if (pin == driving_pin) root = found->second;
    capacitance.push_back(0.0f);
    sink_position.push_back(is_sink ? static_cast<id>(sink - sinks.begin()) : none);
    return found->second;
  };
  for (auto const& capacitor : net.wire->capacitors) {
    id const at = node(capacitor.node);
    capacitance[at] += capacitor.value;
  }
  for (auto const& resistor : net.wire->resistors) {
    a.push_back(node(resistor.a));
    b.push_back(node(resistor.b));
    resistance.push_back(resistor.value);
  }
  if (sdc_ && root == none) {
    notes_.add("a wire of the parasitics does not name its net's driver: left out", std::string(net.name));
    return;
  }
  design_.set_wire(root, capacitance, sink_position, a, b, resistance);
}

/// The wire of each net; of several with its name, or a name that stands for it, the last one read.
inline void flattener::find_wires() {
  auto const& parasitics = input_.parasitics;
  for (std::size_t i = 0; i < parasitics.nets.size(); ++i) {
    model::wire_net const& wire = parasitics.nets[i];
    auto const used = parasitics.net_index.find(wire.name);
    if (used == parasitics.net_index.end() || used->second != i)
      continue;  // replaced by a later one, or taken away
    auto const net = net_.find(wire.name);
    if (net == net_.end()) {
      if (options_.strict_parasitics) {
        throw input_error(parasitics.file, wire.at.line, wire.at.column,
                          "the netlist has no net named " + wire.name);
      }
      notes_.add("a net of the parasitics is not in the netlist", where(parasitics.file, wire.at));
      continue;
    }
    nets_[net->second].wire = &wire;
    check_wire_pins(wire);
  }
}

inline void flattener::check_wire_pins(model::wire_net const& wire) {
  auto const& parasitics = input_.parasitics;
  for (auto const& connection : wire.connections) {
    if (find_pin(connection.pin, parasitics.pin_delimiter) != none) continue;
    model::location const at = connection.at.line != 0 ? connection.at : wire.at;
    if (options_.strict_parasitics) {
      throw input_error(parasitics.file, at.line, at.column,
                        "net " + wire.name + " names a pin that the netlist lacks: " + connection.pin);
    }
    notes_.add("a pin of the parasitics is not in the netlist", where(parasitics.file, at));
  }
}

}  // namespace gsta::detail
