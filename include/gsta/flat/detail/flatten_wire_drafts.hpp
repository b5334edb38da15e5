#pragma once

#include <algorithm>

#include "gsta/flat/detail/flattener.hpp"
#include "gsta/flat/detail/net_part.hpp"

namespace gsta::detail {

/// The net of whose inside a node is a point, or none.
inline id flattener::net_of_node(std::string_view node) const {
  auto const found = net_.find(node.substr(0, node.rfind(input_.parasitics.pin_delimiter)));
  return found == net_.end() ? none : found->second;
}

/// What a node of a net's wire stands for: a pin, a port, or a point inside of a net; or nothing. What
/// extraction names and the netlist lacks (antenna cells, say) is left out with what hangs on it.
inline wire_name& flattener::name_in(net_record const& net, model::wire_node node, net_part& into) const {
  wire_name& of = into.names[node];
  if (of.is_resolved) return of;
  of.is_resolved = true;
  char const delimiter = input_.parasitics.pin_delimiter;
  auto const text = text_of(*net.wire, node, into.text);
  auto const cut = text.rfind(delimiter);
  bool const is_inside = cut != text.npos && text.substr(0, cut) == net.wire->name;
  if (is_inside && !into.name_is_instance) {
    auto const port = ports_are_cut_ ? port_.find(text) : port_.end();
    of.pin = port == port_.end() ? none : port->second;
    of.is_known = true;
    return of;
  }
  of.pin = find_pin(text, delimiter);
  bool const lacks_pin = sdc_ && of.pin == none && cut != text.npos &&
                         instance_.contains(text.substr(0, cut));  // the instance has no such pin
  of.is_known = !sdc_ || of.pin != none || (!lacks_pin && net_of_node(text) != none);
  return of;
}

/// Whether a node with a name is the net's own: one of its pins, or a point inside of it. Of a coupling
/// capacitor the sides count that are.
inline bool flattener::is_own_node(net_record const& net, model::wire_node node, net_part& into) const {
  id const pin = name_in(net, node, into).pin;
  auto const text = text_of(*net.wire, node, into.text);
  bool const is_point = text.find(input_.parasitics.pin_delimiter) != text.npos;
  id const of = pin != none ? net_of_[pin] : is_point ? net_of_node(text) : none;
  return of != none && &nets_[of] == &net;
}

/// Where one draft of a net's wire finds its nodes.
struct flattener::wire_nodes {
  flattener const& of;
  net_record const& net;
  id driving_pin;
  net_part& into;

  bool is_known(model::wire_node at) const {
    return into.names.is_point(at) || of.name_in(net, at, into).is_known;
  }
  bool is_own(model::wire_node at) const { return into.names.is_point(at) || of.is_own_node(net, at, into); }
  /// The node that stands for one that is known, a new one where it has none.
  id node(model::wire_node at) const {
    if (!into.names.is_point(at)) {
      wire_name& name = into.names[at];
      return name.node != none ? name.node : add_node_of(name);
    }
    id& node = into.names.node_at(at);
    return node != none ? node : node = into.draft.add_node();
  }

 private:
  id add_node_of(wire_name& name) const {
    wire_draft& wire = into.draft;
    name.node = wire.add_node();
    if (name.pin == driving_pin) wire.root = name.node;
    if (name.pin == none) return name.node;
    wire.pin[name.node] = name.pin;
    auto const& sinks = into.sinks;
    auto const sink = std::lower_bound(sinks.begin(), sinks.end(), name.pin);
    if (sink != sinks.end() && *sink == name.pin)
      wire.sink_position[name.node] = static_cast<id>(sink - sinks.begin());
    return name.node;
  }
};

/// Nodes get ids as they are met; one that names a pin of this net stands for that pin. A node's capacitances
/// add up, coupling counts as grounded.
inline void flattener::draft_wire(net_record const& net, id driver, net_part& into) const {
  wire_draft& wire = into.draft;
  model::wire_net const& given = *net.wire;
  wire.clear();
  auto const place = static_cast<std::size_t>(&given - input_.parasitics.nets.data());
  into.name_is_instance = wire_is_instance_[place] != 0;
  into.names.begin(given.names.size(), into.name_is_instance || ports_are_cut_);
  auto const first_pin = wire_pin_begin_[place];
  for (std::size_t k = 0; k < given.connections.size(); ++k) {
    id const pin = wire_pin_[first_pin + k];
    if (pin == none || into.names.is_point(given.connections[k].pin)) continue;
    wire_name& of = into.names[given.connections[k].pin];
    of.pin = pin;
    of.is_resolved = of.is_known = true;
  }
  wire.begin_nodes(given.resistors.size() + 1);
  wire_nodes const nodes{*this, net, design_.real_pin(driver), into};
  auto const charge = [&](model::wire_node at, float by) { wire.capacitance[nodes.node(at)] += by; };
  for (auto const& capacitor : given.capacitors) {
    if (capacitor.other.is_none()) {
      if (nodes.is_known(capacitor.node)) charge(capacitor.node, capacitor.value);
      continue;
    }
    for (auto const end : {capacitor.node, capacitor.other})
      if (nodes.is_own(end)) charge(end, capacitor.value);
  }
  std::size_t kept = 0;
  wire.resize_resistors(given.resistors.size());
  for (auto const& resistor : given.resistors) {
    if (!nodes.is_known(resistor.a) || !nodes.is_known(resistor.b)) {
      into.notes.add("a resistor of the parasitics ends where the netlist has nothing: left out",
                     where(input_.parasitics.file, resistor.at));
      continue;
    }
    wire.a[kept] = nodes.node(resistor.a);
    wire.b[kept] = nodes.node(resistor.b);
    wire.resistance[kept++] = resistor.value;
  }
  wire.resize_resistors(kept);
  wire.end_nodes();
}

/// What a net was reduced to, as its driver sees it, in the form that `reduced_root` says.
inline void flattener::draft_reduced(net_record const& net, id driver, net_part& into) const {
  wire_draft& wire = into.draft;
  auto const& sinks = into.sinks;
  auto const& file = input_.parasitics;
  wire.clear();
  for (model::reduced_driver const& seen : net.wire->reduced) {
    if (find_pin(seen.pin, file.pin_delimiter) != design_.real_pin(driver)) continue;
    wire.clear();  // of two for one driver the last counts
    wire.root = reduced_root;
    wire.capacitance = {seen.near_end, seen.far_end};
    wire.sink_position = {none, none};
    wire.a = {0};
    wire.b = {1};
    wire.resistance = {seen.resistance};
    for (model::reduced_sink const& at : seen.sinks) {
      id const pin = find_pin(at.pin, file.pin_delimiter);
      auto const sink = std::lower_bound(sinks.begin(), sinks.end(), pin);
      if (pin == none || sink == sinks.end() || *sink != pin) {
        into.notes.add("a reduced net of the parasitics names a pin that is no sink of it: left out",
                       where(file.file, at.at));
        continue;
      }
      wire.sink_position.push_back(static_cast<id>(sink - sinks.begin()));
      wire.b.push_back(static_cast<id>(wire.capacitance.size()));
      wire.a.push_back(1);
      wire.capacitance.push_back(0);
      wire.resistance.push_back(at.elmore);
    }
  }
}

/// A wire that does not name the driver is no wire. Under SDC's rules a capacitance that constraints give a
/// net stands for its wire, and wires are trees, each from its own driver.
inline bool flattener::add_wire(net_record const& net, id driver, net_part& into) const {
  if (net.has_load) {
    into.notes.add("a net has a capacitance of its own (set_load): its wire in the parasitics is left out",
                   std::string(net.name));
    return false;
  }
  wire_draft& wire = into.draft;
  if (!net.wire->reduced.empty())
    draft_reduced(net, driver, into);
  else
    draft_wire(net, driver, into);
  if (wire.root == none) {
    into.notes.add("a wire of the parasitics does not name its net's driver: left out",
                   std::string(net.name));
    return false;
  }
  if (sdc_ && wire.root != reduced_root) {
    std::size_t const loops = wire_loop_cutter(wire, into.scratch).cut();
    if (loops > 0)
      into.notes.add("a resistor of the parasitics closes a loop: left out", std::string(net.name), loops);
    load_wire(net, driver, into);
  }
  into.rows.set_wire(wire.root, wire.capacitance, wire.sink_position, wire.a, wire.b, wire.resistance);
  return true;
}

}  // namespace gsta::detail
