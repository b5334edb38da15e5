#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "gsta/flat/detail/flattener.hpp"
#include "gsta/flat/detail/net_part.hpp"

namespace gsta::detail {

/// One flat net for each driver, sinks ascending; a net that nothing drives has no arcs. Parts of the nets
/// are made at once, a few of them a thread, and then put together in order.
inline void flattener::add_nets() {
  constexpr std::size_t nets_at_once = 2048;
  find_wires();
  is_driven_.assign(design_.pin_load.size(), 0);
  for (id const pin : design_.arc_to) is_driven_[pin] = 1;
  reserve_nets();
  std::vector<net_part> parts(std::min<std::size_t>(4 * threads_.count(), nets_.size() / nets_at_once + 1));
  for (std::size_t done = 0; done < nets_.size(); done += parts.size() * nets_at_once) {
    threads_.for_each_piece(parts.size(), [&](std::size_t p) {
      net_part& part = parts[p];
      part.clear();
      auto const begin = std::min(nets_.size(), done + p * nets_at_once);
      auto const end = std::min(nets_.size(), begin + nets_at_once);
      for (std::size_t i = begin; i < end; ++i) {
        net_record const& net = nets_[i];
        if (i + 8 < end) ask_for_wire(nets_[i + 8], false);
        if (i + 4 < end) ask_for_wire(nets_[i + 4], true);
        std::sort(net.sinks.begin(), net.sinks.end());
        for (id const driver : net.drivers) add_net(net, driver, part);
        if (net.drivers.size() > 1) note_drivers(net, part);
        if (net.drivers.empty() && !net.sinks.empty() && net.value == logic_value::unknown)
          part.notes.add("a net has no driver", std::string(net.name));
      }
    });
    take_parts(parts);
  }
  wire_pin_ = {};
  wire_pin_begin_ = {};
  wire_is_instance_ = {};
}

/// Whether a driver is always on: an output of a cell that no function lets go.
inline bool flattener::always_drives(id driver) const {
  id const pin = design_.real_pin(driver), instance = instance_of_[pin];
  if (pin != driver || instance == none) return false;
  std::string_view const path = design_.pin_name[pin];
  model::cell const& cell = *instances_[instance].cell->early;
  model::pin const* const of = cell.find_pin(path.substr(path.rfind(options_.pin_separator) + 1));
  return of != nullptr && of->direction == model::direction::output && of->three_state.empty();
}

/// Drivers that are on at once help each other, which nothing here knows.
inline void flattener::note_drivers(net_record const& net, net_part& into) const {
  auto const at_once = [this](id driver) { return always_drives(driver); };
  if (std::count_if(net.drivers.begin(), net.drivers.end(), at_once) < 2) {
    into.notes.add("a net has several drivers: the worst counts", std::string(net.name));
    return;
  }
  constexpr std::size_t most_named = 8;
  std::string words = "net " + std::string(net.name) + ", driven by ";
  for (std::size_t i = 0; i < net.drivers.size() && i <= most_named; ++i) {
    words += i == 0 ? "" : ", ";
    words += i == most_named ? "others" : design_.pin_name[design_.real_pin(net.drivers[i])];
  }
  auto const first = std::find_if(net.drivers.begin(), net.drivers.end(), at_once);
  auto const at = netlist_.instances[static_cast<std::size_t>(instance_of_[*first])].name_at;
  into.notes.add(
      "a net has several drivers that are always on: each is timed as if it drove alone, and the worst "
      "counts",
      where(model::file_of(netlist_, at), at) + ": " + words);
}

/// Room for all flat nets, of wires as much as trees need.
inline void flattener::reserve_nets() {
  std::size_t nets = 0, sinks = 0, edges = 0, nodes = 0;
  for (auto const& net : nets_) {
    nets += net.drivers.size();
    sinks += net.drivers.size() * net.sinks.size();
    if (net.wire == nullptr) continue;
    edges += net.drivers.size() * net.wire->resistors.size();
    nodes += net.drivers.size() * (net.wire->resistors.size() + 1);
  }
  for (auto* const of : {&design_.net_driver, &design_.rc_root}) reserve_large(*of, nets);
  for (auto* const of : {&design_.net_begin, &design_.rc_node_begin, &design_.rc_edge_begin})
    reserve_large(*of, nets + 1);
  reserve_large(design_.net_name, nets);
  reserve_large(design_.net_sink, sinks);
  reserve_large(design_.rc_edge_a, edges);
  reserve_large(design_.rc_edge_b, edges);
  reserve_large(design_.rc_resistance, edges);
  reserve_large(design_.rc_capacitance, nodes);
  reserve_large(design_.rc_node_sink, nodes);
}

/// An inout pin that drives does not see itself.
inline void flattener::add_net(net_record const& net, id driver, net_part& into) const {
  id const own = design_.real_pin(driver);
  auto& sinks = into.sinks;
  sinks.assign(net.sinks.begin(), net.sinks.end());
  if (own != driver) std::erase(sinks, own);
  id const vertex = driver_vertex(driver);
  into.rows.add_net(vertex, sinks, std::string(net.name));
  into.nets.push_back({driver});
  bool const has_wire = net.wire != nullptr && add_wire(net, driver, into);
  auto& made = into.nets.back();
  made.has_wire = has_wire;
  if (!sdc_) return;
  if (!has_wire) made.loads = other_drivers(net, driver);
  made.is_step = options_.step_at_ports && !is_driven_[vertex];
  made.has_responses = needs_responses(view_of(std::as_const(sinks)), driver, made.is_step);
}

/// Puts the nets of parts into the design, and what they add to their drivers.
inline void flattener::take_parts(std::vector<net_part>& parts) {
  auto net = design_.net_driver.size();
  append_nets(threads_, design_, parts);
  for (net_part const& part : parts) {
    for (auto const& made : part.nets) {
      id const vertex = design_.net_driver[net];
      if (!sdc_) design_.pin_load[made.driver] = same_value(0.0f);
      for (id const other : made.loads) add_driver_load(made.driver, other);
      if (vertex != made.driver) std::swap(design_.pin_load[vertex], design_.pin_load[made.driver]);
      if (made.has_responses) apply_responses(net, made.driver, made.is_step);
      ++net;
    }
    notes_.merge(part.notes);
  }
  if (!design_.rc_response.empty()) design_.rc_response.resize(design_.net_sink.size(), none);
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
inline void flattener::load_wire(net_record const& net, id driver, net_part& into) const {
  for (id const other : other_drivers(net, driver)) {
    id const node = into.draft.node_of(other);
    if (node == none) continue;
    if (own_load_[other] == same_value(own_load_[other][0])) {
      into.draft.capacitance[node] = math::add(into.draft.capacitance[node], own_load_[other][0]);
    } else {
      into.notes.add(
          "of several drivers one has capacitances that differ: they count at the others' own nodes",
          std::string(net.name));
      into.nets.back().loads.push_back(other);
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

/// Whether any wire of a net has a row of its own.
inline bool flattener::needs_responses(host_span<id const> sinks, id driver, bool step) const {
  if (step) return !sinks.empty();
  model::thresholds const* const from = &thresholds_at(driver);
  return std::any_of(sinks.begin(), sinks.end(), [&](id sink) { return &thresholds_at(sink) != from; });
}

/// The rows of the wires of one flat net.
inline void flattener::apply_responses(std::size_t net, id driver, bool step) {
  model::thresholds const& from = thresholds_at(driver);
  design_.rc_response.resize(design_.net_sink.size(), none);
  for (id a = design_.net_begin[net]; a < design_.net_begin[net + 1]; ++a) {
    model::thresholds const& to = thresholds_at(design_.net_sink[a]);
    if (!step && &from == &to) continue;
    auto const key = std::tuple{step, &from, &to};
    auto const [row, fresh] = response_rows_.try_emplace(key, static_cast<id>(design_.wire_responses.size()));
    if (fresh) design_.wire_responses.push_back(response_of(step, from, to));
    design_.rc_response[a] = row->second;
  }
}

/// The net of whose inside a node is a point, or none.
inline id flattener::net_of_node(std::string_view node) const {
  auto const found = net_.find(node.substr(0, node.rfind(input_.parasitics.pin_delimiter)));
  return found == net_.end() ? none : found->second;
}

/// What a node of a net's wire stands for: a pin, a port, or a point inside of a net; or nothing. What
/// extraction names and the netlist lacks (antenna cells, say) is left out with what hangs on it.
inline std::uint32_t flattener::name_in(net_record const& net, model::name const& name,
                                        net_part& into) const {
  auto const index = into.names.of(name);
  wire_name& of = into.names[index];
  if (of.is_resolved) return index;
  of.is_resolved = true;
  char const delimiter = input_.parasitics.pin_delimiter;
  auto const cut = of.text.rfind(delimiter);
  bool const is_inside = cut != of.text.npos && of.text.substr(0, cut) == net.wire->name;
  if (is_inside && !into.name_is_instance) {
    auto const port = ports_are_cut_ ? port_.find(of.text) : port_.end();
    of.pin = port == port_.end() ? none : port->second;
    of.is_known = true;
    return index;
  }
  of.pin = find_pin(of.text, delimiter);
  bool const lacks_pin = sdc_ && of.pin == none && cut != of.text.npos &&
                         instance_.contains(of.text.substr(0, cut));  // the instance has no such pin
  of.is_known = !sdc_ || of.pin != none || (!lacks_pin && net_of_node(of.text) != none);
  return index;
}

/// Whether a node is the net's own: one of its pins, or a point inside of it. Of a coupling capacitor the
/// sides count that are.
inline bool flattener::is_own_node(wire_name const& node, net_record const& net) const {
  bool const is_point = node.text.find(input_.parasitics.pin_delimiter) != node.text.npos;
  id const of = node.pin != none ? net_of_[node.pin] : is_point ? net_of_node(node.text) : none;
  return of != none && &nets_[of] == &net;
}

/// Nodes get ids as they are met; one that names a pin of this net stands for that pin. A node's capacitances
/// add up, coupling counts as grounded.
inline void flattener::draft_wire(net_record const& net, id driver, net_part& into) const {
  wire_draft& wire = into.draft;
  auto const& sinks = into.sinks;
  wire.clear();
  auto const place = static_cast<std::size_t>(net.wire - input_.parasitics.nets.data());
  into.name_is_instance = wire_is_instance_[place] != 0;
  into.names.begin_net(net.wire->name, input_.parasitics.pin_delimiter,
                       !into.name_is_instance && !ports_are_cut_);
  auto const first_pin = wire_pin_begin_[place];
  for (std::size_t k = 0; k < net.wire->connections.size(); ++k) {
    if (id const pin = wire_pin_[first_pin + k]; pin != none) {
      wire_name& of = into.names[into.names.of(net.wire->connections[k].pin)];
      of.pin = pin;
      of.is_resolved = of.is_known = true;
    }
  }
  id const driving_pin = design_.real_pin(driver);
  auto const node = [&](std::uint32_t index) {
    wire_name& name = into.names[index];
    if (name.node != none) return name.node;
    name.node = static_cast<id>(wire.capacitance.size());
    if (name.pin == driving_pin) wire.root = name.node;
    wire.capacitance.push_back(0.0f);
    wire.pin.push_back(name.pin);
    wire.sink_position.push_back(none);
    if (name.pin == none) return name.node;
    auto const sink = std::lower_bound(sinks.begin(), sinks.end(), name.pin);
    if (sink != sinks.end() && *sink == name.pin)
      wire.sink_position.back() = static_cast<id>(sink - sinks.begin());
    return name.node;
  };
  for (auto const& capacitor : net.wire->capacitors) {
    bool const coupled = !capacitor.other.empty();
    auto const at = name_in(net, capacitor.node, into);
    if (coupled ? is_own_node(into.names[at], net) : into.names[at].is_known)
      wire.capacitance[node(at)] += capacitor.value;
    if (!coupled) continue;
    auto const other = name_in(net, capacitor.other, into);
    if (is_own_node(into.names[other], net)) wire.capacitance[node(other)] += capacitor.value;
  }
  for (auto const& resistor : net.wire->resistors) {
    auto const a = name_in(net, resistor.a, into), b = name_in(net, resistor.b, into);
    if (!into.names[a].is_known || !into.names[b].is_known) {
      into.notes.add("a resistor of the parasitics ends where the netlist has nothing: left out",
                     where(input_.parasitics.file, resistor.at));
      continue;
    }
    wire.a.push_back(node(a));
    wire.b.push_back(node(b));
    wire.resistance.push_back(resistor.value);
  }
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
