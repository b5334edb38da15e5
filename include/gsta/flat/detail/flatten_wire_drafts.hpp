#pragma once

#include <algorithm>

#include "gsta/flat/detail/flattener.hpp"
#include "gsta/flat/detail/net_part.hpp"

namespace gsta::detail {

/// The net of whose inside a node is a point, or none.
inline id flattener::net_of_node(std::string_view node) const {
  return find_net(node.substr(0, node.rfind(input_.parasitics.pin_delimiter)));
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
                         find_instance(text.substr(0, cut)) != none;  // the instance has no such pin
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

/// The pins that a wire lists are known before its other names are met; whether those are all of its names.
inline bool flattener::begin_names(net_record const& net, net_part& into) const {
  model::wire_net const& given = *net.wire;
  auto const place = place_of_wire(given);
  into.name_is_instance = wire_is_instance_[place] != 0;
  bool const points_are_names = into.name_is_instance || ports_are_cut_;
  into.names.begin(given.names.size(), points_are_names);
  auto const first_pin = wire_pin_begin_[place];
  std::size_t known = 0;
  for (std::size_t k = 0; k < given.connections.size(); ++k) {
    id const pin = wire_pin_[first_pin + k];
    if (pin == none || into.names.is_point(given.connections[k].pin)) continue;
    wire_name& of = into.names[given.connections[k].pin];
    if (!of.is_resolved) ++known;
    of = {pin, true, true};
  }
  return !points_are_names && known == given.names.size();
}

/// Nodes get ids as they are met; one that names a pin of this net stands for that pin. A node's capacitances
/// add up, coupling counts as grounded.
inline void flattener::draft_wire(net_record const& net, net_part& into) const {
  bool const all_known = begin_names(net, into);
  auto const is_own = [&](model::wire_node at) {
    return into.names.is_point(at) || is_own_node(net, at, into);
  };
  auto const note_lost = [&](model::resistor const& resistor) {
    into.notes.add("a resistor of the parasitics ends where the netlist has nothing: left out",
                   where(input_.parasitics.file, resistor.at));
  };
  if (all_known) {
    into.draft.gather(into.wires, *net.wire, [](model::wire_node) { return true; }, is_own, note_lost);
    return;
  }
  auto const is_known = [&](model::wire_node at) {
    return into.names.is_point(at) || name_in(net, at, into).is_known;
  };
  into.draft.gather(into.wires, *net.wire, is_known, is_own, note_lost);
}

/// Nodes that stand for sinks say so. The driver's node is the last one that names it, or none.
inline id flattener::place_sinks(id driver, net_part& into) const {
  auto const& sinks = into.sinks;
  id const driving_pin = design_.real_pin(driver), first_sink = *(into.rows.net_begin.end() - 2);
  id root = none;
  into.names.for_each([&](model::wire_node name, wire_name const& of) {
    if (of.pin == none) return;
    id const node = into.draft.number_of(name);
    if (node == none) return;
    if (of.pin == driving_pin) root = std::max(root, node);
    auto const sink = std::lower_bound(sinks.begin(), sinks.end(), of.pin);
    if (sink != sinks.end() && *sink == of.pin)
      into.draft.node_sink(node) = first_sink + static_cast<id>(sink - sinks.begin());
  });
  return root;
}

/// What a net was reduced to, as its driver sees it, in the form that `reduced_root` says; false where it
/// does not name the driver.
inline bool flattener::add_reduced(net_record const& net, id driver, net_part& into) const {
  auto const& sinks = into.sinks;
  auto const& file = input_.parasitics;
  id const first_sink = *(into.rows.net_begin.end() - 2);
  auto& wires = into.wires;
  auto const first_node = wires.capacitance.size(), first_resistor = wires.resistance.size();
  bool is_named = false;
  for (model::reduced_driver const& seen : net.wire->reduced) {
    if (find_pin(seen.pin, file.pin_delimiter) != design_.real_pin(driver)) continue;
    is_named = true;
    wires.resize(first_node, first_resistor);  // of two for one driver the last counts
    wires.add_node(seen.near_end, none);
    wires.add_node(seen.far_end, none);
    wires.add_resistor(0, 1, seen.resistance);
    for (model::reduced_sink const& at : seen.sinks) {
      id const pin = find_pin(at.pin, file.pin_delimiter);
      auto const sink = std::lower_bound(sinks.begin(), sinks.end(), pin);
      if (pin == none || sink == sinks.end() || *sink != pin) {
        into.notes.add("a reduced net of the parasitics names a pin that is no sink of it: left out",
                       where(file.file, at.at));
        continue;
      }
      wires.add_resistor(1, static_cast<id>(wires.capacitance.size() - first_node), at.elmore);
      wires.add_node(0, first_sink + static_cast<id>(sink - sinks.begin()));
    }
  }
  return is_named;
}

/// A wire that does not name the driver is no wire. Under SDC's rules a capacitance that constraints give a
/// net stands for its wire, and wires are trees, each from its own driver.
inline bool flattener::add_wire(net_record const& net, id driver, net_part& into) const {
  if (net.has_load) {
    into.notes.add("a net has a capacitance of its own (set_load): its wire in the parasitics is left out",
                   std::string(net.name));
    return false;
  }
  id root = none;
  if (!net.wire->reduced.empty()) {
    if (add_reduced(net, driver, into)) root = reduced_root;
  } else {
    draft_wire(net, into);
    root = place_sinks(driver, into);
    if (root == none) into.draft.drop();
  }
  if (root == none) {
    into.notes.add("a wire of the parasitics does not name its net's driver: left out",
                   std::string(net.name));
    return false;
  }
  if (sdc_ && root != reduced_root) {
    std::size_t const loops = into.draft.cut_loops(root, into.scratch);
    if (loops > 0)
      into.notes.add("a resistor of the parasitics closes a loop: left out", std::string(net.name), loops);
    load_wire(net, driver, into);
  }
  into.end_wire(root);
  return true;
}

}  // namespace gsta::detail
