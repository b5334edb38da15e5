#pragma once

#include <algorithm>
#include <cmath>

#include "gsta/flat/detail/flattener.hpp"
#include "gsta/flat/detail/wire_tree.hpp"

namespace gsta::detail {

/// One flat net for each driver, sinks ascending; a net that nothing drives has no arcs.
inline void flattener::add_nets() {
  find_wires();
  is_driven_.assign(design_.pin_load.size(), 0);
  for (id const pin : design_.arc_to) is_driven_[pin] = 1;
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
  bool const has_wire = net.wire != nullptr && add_wire(net, driver, sinks);
  if (!sdc_) {
    design_.pin_load[driver] = same_value(0.0f);
  } else if (!has_wire) {
    for (id const other : other_drivers(net, driver)) add_driver_load(driver, other);
  }
  if (vertex != driver) std::swap(design_.pin_load[vertex], design_.pin_load[driver]);
  if (sdc_) apply_responses(driver, options_.step_at_ports && !is_driven_[vertex]);
}

/// The other drivers of a driver's net which are no sinks of it.
inline std::vector<id> flattener::other_drivers(net_record const& net, id driver) const {
  std::vector<id> others;
  for (id const other : net.drivers) {
    if (other != driver && design_.real_pin(other) == other) others.push_back(other);
  }
  return others;
}

/// A driver sees its own capacitance and those of the others.
inline void flattener::add_driver_load(id driver, id other) {
  for (int c = 0; c < conditions; ++c)
    design_.pin_load[driver][c] = math::add(design_.pin_load[driver][c], own_load_[other][c]);
}

/// Where a wire names the others, they load it at their own nodes; one of which nothing is known lies beyond
/// what was extracted.
inline void flattener::load_wire(net_record const& net, id driver, wire_draft& wire) {
  for (id const other : other_drivers(net, driver)) {
    id const node = wire.node_of(other);
    if (node == none) continue;
    if (own_load_[other] == same_value(own_load_[other][0])) {
      wire.capacitance[node] = math::add(wire.capacitance[node], own_load_[other][0]);
    } else {
      notes_.add("of several drivers one has capacitances that differ: they count at the others' own nodes",
                 std::string(net.name));
      add_driver_load(driver, other);
    }
  }
}

/// The thresholds a pin's library measures at; ports take those of the cell that drives them, or the first
/// library's.
inline model::thresholds const& flattener::thresholds_at(id pin) const {
  if (auto const outside = outside_cell_.find(pin); outside != outside_cell_.end())
    return input_.early.thresholds_of(*outside->second);
  id const instance = instance_of_[pin];
  if (instance == none) return input_.early.thresholds;
  return input_.early.thresholds_of(*instances_[instance].cell->early);
}

/// What a wire does between two libraries, and behind a driver that nothing drives (a port, a tie cell): that
/// one makes a step.
inline wire_response flattener::response_of(bool step, model::thresholds const& from,
                                            model::thresholds const& to) const {
  wire_response response;
  for (int e = 0; e < 2; ++e) {
    double const from_window = (from.slew_upper[e] - from.slew_lower[e]) / from.slew_derate;
    double const to_window = (to.slew_upper[e] - to.slew_lower[e]) / to.slew_derate;
    if (step) {
      response.delay[e] = static_cast<float>(-std::log(1.0 - double{to.delay[e]}));
      double const window = (1.0 - double{to.slew_lower[e]}) / (1.0 - double{to.slew_upper[e]});
      response.widen[e] = static_cast<float>(std::log(window) / double{to.slew_derate});
    }
    if (&from == &to) continue;
    response.scale[e] = static_cast<float>(to_window / from_window);
    double const apart = (to.delay[e] - from.output_delay[e]) / (from.slew_upper[e] - from.slew_lower[e]);
    response.shift[e] = static_cast<float>(e == 0 ? apart : -apart);
  }
  return response;
}

/// The rows of the wires of the net added last.
inline void flattener::apply_responses(id driver, bool step) {
  model::thresholds const& from = thresholds_at(driver);
  for (std::size_t a = static_cast<std::size_t>(design_.net_begin[design_.net_begin.size() - 2]);
       a < design_.net_sink.size(); ++a) {
    model::thresholds const& to = thresholds_at(design_.net_sink[a]);
    if (!step && &from == &to) continue;
    auto const key = std::tuple{step, &from, &to};
    auto const [row, fresh] = response_rows_.try_emplace(key, static_cast<id>(design_.wire_responses.size()));
    if (fresh) design_.wire_responses.push_back(response_of(step, from, to));
    design_.rc_response.resize(design_.net_sink.size(), none);
    design_.rc_response[a] = row->second;
  }
}

/// The net of whose inside a node is a point, or none.
inline id flattener::net_of_node(std::string_view node) const {
  auto const found = net_.find(node.substr(0, node.rfind(input_.parasitics.pin_delimiter)));
  return found == net_.end() ? none : found->second;
}

/// Whether a node stands for something: a pin, a port, or a point inside of a net. What extraction names and
/// the netlist lacks (antenna cells, say) is left out with what hangs on it.
inline bool flattener::is_known_node(std::string_view node) const {
  char const delimiter = input_.parasitics.pin_delimiter;
  if (!sdc_ || find_pin(node, delimiter) != none) return true;
  auto const cut = node.rfind(delimiter);
  if (cut != node.npos && instance_.count(node.substr(0, cut)) != 0) return false;  // it lacks that pin
  return net_of_node(node) != none;
}

/// Whether a node is the net's own: one of its pins, or a point inside of it. Of a coupling capacitor the
/// sides count that are.
inline bool flattener::is_own_node(std::string_view node, net_record const& net) const {
  char const delimiter = input_.parasitics.pin_delimiter;
  id const pin = find_pin(node, delimiter);
  id const of = pin != none ? net_of_[pin] : node.find(delimiter) != node.npos ? net_of_node(node) : none;
  return of != none && &nets_[of] == &net;
}

/// Nodes get ids as they are met; one that names a pin of this net stands for that pin. A node's capacitances
/// add up, coupling counts as grounded.
inline wire_draft flattener::draft_wire(net_record const& net, id driver, std::vector<id> const& sinks) {
  std::unordered_map<std::string_view, id> node_of;
  wire_draft wire;
  id const driving_pin = design_.real_pin(driver);
  auto const node = [&](std::string_view name) {
    auto const [found, fresh] = node_of.try_emplace(name, static_cast<id>(wire.capacitance.size()));
    if (!fresh) return found->second;
    id const pin = find_pin(name, input_.parasitics.pin_delimiter);
    auto const sink = std::lower_bound(sinks.begin(), sinks.end(), pin);
    bool const is_sink = pin != none && sink != sinks.end() && *sink == pin;
    if (pin == driving_pin) wire.root = found->second;
    wire.capacitance.push_back(0.0f);
    wire.pin.push_back(pin);
    wire.sink_position.push_back(is_sink ? static_cast<id>(sink - sinks.begin()) : none);
    return found->second;
  };
  for (auto const& capacitor : net.wire->capacitors) {
    bool const coupled = !capacitor.other.empty();
    if (!coupled && !is_known_node(capacitor.node)) continue;
    if (!coupled || is_own_node(capacitor.node, net))
      wire.capacitance[node(capacitor.node)] += capacitor.value;
    if (coupled && is_own_node(capacitor.other, net))
      wire.capacitance[node(capacitor.other)] += capacitor.value;
  }
  for (auto const& resistor : net.wire->resistors) {
    if (!is_known_node(resistor.a) || !is_known_node(resistor.b)) {
      notes_.add("a resistor of the parasitics ends where the netlist has nothing: left out",
                 where(input_.parasitics.file, resistor.at));
      continue;
    }
    wire.a.push_back(node(resistor.a));
    wire.b.push_back(node(resistor.b));
    wire.resistance.push_back(resistor.value);
  }
  return wire;
}

/// A wire that does not name the driver is no wire. Under SDC's rules a capacitance that constraints give a
/// net stands for its wire, and wires are trees, each from its own driver.
inline bool flattener::add_wire(net_record const& net, id driver, std::vector<id> const& sinks) {
  if (net.has_load) {
    notes_.add("a net has a capacitance of its own (set_load): its wire in the parasitics is left out",
               std::string(net.name));
    return false;
  }
  wire_draft wire = draft_wire(net, driver, sinks);
  if (wire.root == none) {
    notes_.add("a wire of the parasitics does not name its net's driver: left out", std::string(net.name));
    return false;
  }
  if (sdc_) {
    std::size_t const loops = wire_loop_cutter(wire).cut();
    if (loops > 0)
      notes_.add("a resistor of the parasitics closes a loop: left out", std::string(net.name), loops);
    load_wire(net, driver, wire);
  }
  design_.set_wire(wire.root, wire.capacitance, wire.sink_position, wire.a, wire.b, wire.resistance);
  return true;
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
    model::location const at = connection.at.line != 0 ? model::location(connection.at) : wire.at;
    if (options_.strict_parasitics) {
      throw input_error(parasitics.file, at.line, at.column,
                        "net " + wire.name + " names a pin that the netlist lacks: " + std::string(connection.pin));
    }
    notes_.add("a pin of the parasitics is not in the netlist", where(parasitics.file, at));
  }
}

}  // namespace gsta::detail
