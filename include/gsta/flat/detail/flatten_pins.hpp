#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

inline void flattener::add_pins() {
  if (netlist_.ports.empty() && netlist_.instances.empty()) {
    throw input_error(netlist_.file, 0, 0, "module " + netlist_.name + " has neither ports nor instances");
  }
  list_instances();
  add_ports();
  resize_pins_and_list_nets(place_instances());
  for (port_join const& at : port_joins_) net_of_[at.pin] = net_id(at.net);
  fill_pins();
  gather_nets();
  judge_unknown_pins();
  count_black_boxes();
}

/// An instance that stands twice is found, and refused later.
inline void flattener::list_instances() {
  if (instance_.add_distinct(threads_, netlist_.instances)) return;
  first_twice_ = 0;
  while (instance_.add(netlist_.instances, first_twice_)) ++first_twice_;
}

/// Gives nets their ids: those of wires in their order, then those that ports name.
inline void flattener::list_nets() {
  constexpr std::size_t at_once = 4096;
  auto const& wires = netlist_.wires;
  nets_.reserve(wires.size() + netlist_.ports.size());
  nets_.resize(wires.size());
  threads_.for_each_piece((wires.size() + at_once - 1) / at_once, [&](std::size_t p) {
    auto const end = std::min(wires.size(), (p + 1) * at_once);
    for (auto i = p * at_once; i < end; ++i) nets_[i] = {wires[i]};
  });
  net_.reserve(nets_.capacity(), threads_);
  wires_are_nets_ = net_.add_distinct(threads_, nets_);
  if (!wires_are_nets_) {
    nets_.clear();
    for (auto const& wire : wires) net_id(wire);
  }
  for (auto const& alias : netlist_.aliases)
    if (id const net = net_id(alias.net); find_net(alias.name) == none) net_alias_[alias.name] = net;
}

inline void flattener::add_ports() {
  for (auto const& port : netlist_.ports) {
    id const pin = design_.add_pin(port.name);
    net_of_.push_back(none);
    instance_of_.push_back(none);
    port_.try_emplace(port.name, pin);
    bool const both = sdc_ && port.direction == model::direction::inout;
    bool const drives = port.direction == model::direction::input;
    if (!drives) design_.outputs.push_back(pin);
    if (port.direction == model::direction::inout && !sdc_) {
      notes_.add("an inout port is taken as an output only",
                 where(model::file_of(netlist_, port.at), port.at));
    }
    std::string_view const net = port.net.empty() ? port.name : port.net;
    if (port.connected) port_joins_.push_back({net, pin, drives});
    if (!both) continue;
    id const driving = driving_of_[pin] = design_.add_shadow(pin);
    net_of_.push_back(none);
    instance_of_.push_back(none);
    if (port.connected) port_joins_.push_back({net, driving, true});
  }
}

/// What filling some instances left to do.
struct flattener::pins_filled {
  using connection = std::pair<std::size_t, std::size_t>;  ///< of an instance
  std::vector<connection> unknown{};                       ///< to what cells lack
  std::vector<connection> twice{};                         ///< to pins that one in front has
  bool lacks_net = false;                                  ///< one names a net that was not met before
};

/// Gives the pins of all instances their names, loads and nets.
inline void flattener::fill_pins() {
  constexpr std::size_t at_once = instances_at_once;
  std::vector<pins_filled> parts((instances_.size() + at_once - 1) / at_once);
  auto const fill = [&] {
    threads_.for_each_piece(parts.size(), [&](std::size_t p) {
      parts[p] = {};
      fill_instances(p * at_once, std::min(instances_.size(), (p + 1) * at_once), parts[p]);
    });
  };
  fill();
  if (std::any_of(parts.begin(), parts.end(), [](auto const& p) { return p.lacks_net; })) {
    add_nets_of_connections();
    fill();
  }
  for (auto const& p : parts) {
    for (auto const& [i, k] : p.twice) {
      auto const& connection = netlist_.instances[i].connections[k];
      throw input_error(
          model::file_of(netlist_, connection.at), connection.at.line, connection.at.column,
          "pin " + connection.pin + " of instance " + netlist_.instances[i].name + " is connected twice");
    }
  }
  for (std::size_t i = 0; has_sides_ && i < instances_.size(); ++i) {
    cell_template const& cell = *instances_[i].cell;
    for (std::size_t pin = 0; pin < cell.pin_load.size(); ++pin) {
      if (cell.driving_pin[pin] != none)
        driving_of_[instances_[i].first_pin + static_cast<id>(pin)] =
            instances_[i].first_pin + cell.driving_pin[pin];
    }
  }
  for (auto const& p : parts) {
    for (auto const& [i, k] : p.unknown) {
      model::instance const& instance = netlist_.instances[i];
      add_unknown_pin(instance, *instances_[i].cell, instance.connections[k]);
    }
  }
}

/// The pins of some instances: first the nets of all their connections, none where there is no such net.
inline void flattener::fill_instances(std::size_t begin, std::size_t end, pins_filled& into) {
  std::vector<id> nets;
  std::vector<std::pair<std::size_t, std::string_view>> others;
  for (std::size_t i = begin; i < end; ++i) {
    for (auto const& connection : netlist_.instances[i].connections) {
      nets.push_back(hinted_net(connection));
      if (nets.back() == none && !connection.net.empty())
        others.emplace_back(nets.size() - 1, connection.net.view());
    }
  }
  net_.find_all(
      nets_, others.size(), [&](std::size_t i) { return others[i].second; },
      [&](std::size_t i, id net) {
        nets[others[i].first] = net != none ? net : net_of_alias(others[i].second);
      });
  id const* of_instance = nets.data();
  name_list::writer names(design_.pin_name, static_cast<std::size_t>(instances_[begin].first_pin),
                          letters_begin_[begin / instances_at_once]);
  for (std::size_t i = begin; i < end; ++i) {
    auto const connections = netlist_.instances[i].connections.size();
    fill_instance(i, {of_instance, connections}, names, into);
    of_instance += connections;
  }
}

inline void flattener::fill_instance(std::size_t instance, host_span<id const> nets, name_list::writer& names,
                                     pins_filled& into) {
  model::instance const& given = netlist_.instances[instance];
  auto const [cell_at, first] = instances_[instance];
  cell_template const& cell = *cell_at;
  auto const& pins = cell.early->pins;
  auto const path = given.name.view();
  auto const name_pin = [&](id pin, std::size_t of) {  // one pin behind the other
    names.write(path, options_.pin_separator, pins[of].name);
    design_.pin_load[pin] = cell.pin_load[of];
    instance_of_[pin] = static_cast<id>(instance);
  };
  for (std::size_t i = 0; i < pins.size(); ++i) name_pin(first + static_cast<id>(i), i);
  for (std::size_t i = 0; i < pins.size() && cell.vertices > pins.size(); ++i) {
    if (cell.driving_pin[i] == none) continue;
    name_pin(first + cell.driving_pin[i], i);
    design_.shadow_of[first + cell.driving_pin[i]] = first + static_cast<id>(i);
  }
  std::size_t next = 0, behind_all = 0;  // netlists mostly list pins in the cell's order
  for (std::size_t k = 0; k < given.connections.size(); ++k) {
    auto const& connection = given.connections[k];
    if (next >= pins.size() || !is_same_name(pins[next].name, connection.pin)) {
      auto const found = cell.pin_index.find(connection.pin);
      if (found == cell.pin_index.end()) {
        into.unknown.emplace_back(instance, k);
        continue;
      }
      next = static_cast<std::size_t>(found->second);
    }
    auto const at = next++;
    if (at >= behind_all) {
      behind_all = next;
    } else if (std::any_of(given.connections.begin(),
                           given.connections.begin() + static_cast<std::ptrdiff_t>(k),
                           [&](auto const& before) { return before.pin == connection.pin; })) {
      into.twice.emplace_back(instance, k);
    }
    if (connection.net.empty()) continue;
    id const net = nets[k];
    if (net == none) {
      into.lacks_net = true;
      continue;
    }
    net_of_[static_cast<std::size_t>(first) + at] = net;
    if (id const side = cell.driving_pin[at]; side != none) net_of_[first + side] = net;
  }
}

}  // namespace gsta::detail
