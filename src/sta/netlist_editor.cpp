// Edits of a netlist by its names.

#include "gsta/sta/netlist_editor.hpp"

#include <algorithm>
#include <utility>

#include "gsta/core/error.hpp"

namespace gsta::detail {
namespace {

void require_named(bool condition, std::string const& sentence) {
  if (!condition) throw argument_error(sentence);
}

}  // namespace
}  // namespace gsta::detail

namespace gsta {

netlist_editor::netlist_editor(model::netlist netlist, model::parasitics parasitics,
                               model::library const& cells, char pin_separator)
    : netlist_editor(nullptr, nullptr, cells, pin_separator) {
  own_ = std::make_unique<std::pair<model::netlist, model::parasitics>>(std::move(netlist),
                                                                        std::move(parasitics));
  netlist_ = &own_->first;
  parasitics_ = &own_->second;
  look();
}

netlist_editor::netlist_editor(model::netlist* netlist, model::parasitics* parasitics,
                               model::library const& cells, char pin_separator)
    : netlist_(netlist), parasitics_(parasitics), cells_(cells), separator_(pin_separator) {
  if (netlist_ != nullptr) look();
}

void netlist_editor::look() {
  for (auto const& wire : netlist_->wires) nets_[wire];
  for (std::size_t i = 0; i < netlist_->ports.size(); ++i) {
    port_index_[netlist_->ports[i].name] = static_cast<int>(i);
    auto const net = net_of({none, static_cast<int>(i)});
    if (!net.empty()) join({none, static_cast<int>(i)}, net);
  }
  for (std::size_t i = 0; i < netlist_->instances.size(); ++i) {
    auto const& instance = netlist_->instances[i];
    gate_index_[instance.name] = static_cast<int>(i);
    for (std::size_t k = 0; k < instance.connections.size(); ++k) {
      if (!instance.connections[k].net.empty()) {
        nets_[instance.connections[k].net].push_back({static_cast<int>(i), static_cast<int>(k)});
      }
    }
  }
}

void netlist_editor::repower_gate(std::string const& name, std::string const& new_cell) {
  model::instance& edited = gate(name);
  model::cell const &found = cell(new_cell), *const has = cells_.find_cell(edited.cell);
  for (auto const& connection : edited.connections) {
    model::pin const* const to = found.find_pin(connection.pin);
    detail::require_named(to != nullptr, "cell " + new_cell + " has no pin named " + connection.pin +
                                             ", which gate " + name + " uses");
    model::pin const* const before = has == nullptr ? nullptr : has->find_pin(connection.pin);
    detail::require_named(before == nullptr || before->direction == to->direction,
                          "pin " + connection.pin + " of cell " + new_cell +
                              " has another direction than that of " + edited.cell + ", which gate " + name +
                              " is");
  }
  edited.cell = new_cell;
}

void netlist_editor::insert_gate(std::string const& name, std::string const& new_cell) {
  detail::require_named(gate_index_.count(name) == 0, "there already is a gate named " + name);
  cell(new_cell);
  gate_index_[name] = static_cast<int>(netlist_->instances.size());
  netlist_->instances.push_back({new_cell, name, {}, {}, {}});
}

void netlist_editor::remove_gate(std::string const& name) {
  model::instance& removed = gate(name);
  int const index = gate_index_[name];
  for (std::size_t k = 0; k < removed.connections.size(); ++k) leave({index, static_cast<int>(k)});
  removed.name.clear();
  gate_index_.erase(name);
  has_removed_ = true;
}

void netlist_editor::insert_net(std::string const& net) {
  detail::require_named(nets_.count(net) == 0, "there already is a net named " + net);
  nets_[net];
  netlist_->wires.push_back(net);
}

void netlist_editor::remove_net(std::string const& net) {
  for (pin_ref const pin : std::vector<pin_ref>(members(net))) leave(pin);
  nets_.erase(net);
  parasitics_->net_index.erase(parasitics_->nets, net);
  std::erase_if(netlist_->constants, [&](model::constant_net const& of) { return of.net == net; });
  std::erase(netlist_->wires, net);
}

void netlist_editor::connect_pin(std::string const& pin, std::string const& net) {
  members(net);
  pin_ref const found = find_pin(pin);
  leave(found);
  join(found, net);
}

void netlist_editor::disconnect_pin(std::string const& pin) { leave(find_pin(pin)); }

std::size_t netlist_editor::update_parasitics(model::parasitics&& wires) {
  detail::require_named(
      parasitics_->net_index.empty() || wires.nets.empty() ||
          wires.pin_delimiter == parasitics_->pin_delimiter,
      wires.file + " writes pins differently than the wires that are kept: its *DELIMITER is another");
  std::size_t unknown = 0;
  parasitics_->file = wires.file;
  parasitics_->pin_delimiter = wires.pin_delimiter;
  parasitics_->holds_pin_capacitance |= wires.holds_pin_capacitance;
  parasitics_->memory.keep(wires.memory);
  for (auto& wire : wires.nets) {
    if (nets_.count(wire.name) == 0) {
      ++unknown;
      continue;
    }
    auto const place = parasitics_->net_index.find(parasitics_->nets, wire.name);
    if (place == model::wire_index::npos)
      parasitics_->add(std::move(wire));
    else
      parasitics_->nets[place] = std::move(wire);
  }
  return unknown;
}

model::netlist const& netlist_editor::netlist() {
  if (!has_removed_) return *netlist_;
  std::vector<int> moved_to(netlist_->instances.size(), none);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < netlist_->instances.size(); ++i) {
    if (netlist_->instances[i].name.empty()) continue;
    moved_to[i] = static_cast<int>(kept);
    gate_index_[netlist_->instances[i].name] = static_cast<int>(kept);
    if (kept != i) netlist_->instances[kept] = std::move(netlist_->instances[i]);
    ++kept;
  }
  netlist_->instances.resize(kept);
  for (auto& [net, pins] : nets_) {
    for (auto& pin : pins) {
      if (pin.instance != none) pin.instance = moved_to[pin.instance];
    }
  }
  has_removed_ = false;
  return *netlist_;
}

model::instance& netlist_editor::gate(std::string const& name) {
  auto const found = gate_index_.find(name);
  detail::require_named(found != gate_index_.end(), "there is no gate named " + name);
  return netlist_->instances[found->second];
}

std::vector<netlist_editor::pin_ref>& netlist_editor::members(std::string const& net) {
  auto const found = nets_.find(net);
  detail::require_named(found != nets_.end(), "there is no net named " + net);
  return found->second;
}

model::cell const& netlist_editor::cell(std::string const& name) const {
  model::cell const* const found = cells_.find_cell(name);
  detail::require_named(found != nullptr, "no library has a cell named " + name);
  return *found;
}

/// An instance lists only the pins that were ever connected: others are added here when they are first named.
netlist_editor::pin_ref netlist_editor::find_pin(std::string const& name) {
  auto const port = port_index_.find(name);
  if (port != port_index_.end()) return {none, port->second};
  std::size_t const cut = name.rfind(separator_);
  detail::require_named(cut != std::string::npos, "there is no port named " + name);
  model::instance& owner = gate(name.substr(0, cut));
  std::string const pin = name.substr(cut + 1);
  detail::require_named(cell(owner.cell).find_pin(pin) != nullptr,
                        "cell " + owner.cell + " of gate " + owner.name + " has no pin named " + pin);
  auto& connections = owner.connections;
  auto const found = std::find_if(connections.begin(), connections.end(),
                                  [&](model::connection const& c) { return c.pin == pin; });
  int const index = static_cast<int>(found - connections.begin());
  if (found == connections.end()) connections.push_back({pin, {}, {}});
  return {gate_index_[owner.name], index};
}

std::string netlist_editor::net_of(pin_ref pin) const {
  if (pin.instance != none) return netlist_->instances[pin.instance].connections[pin.index].net;
  model::port const& port = netlist_->ports[pin.index];
  if (!port.connected) return {};
  return port.net.empty() ? port.name : port.net;
}

void netlist_editor::join(pin_ref pin, std::string const& net) {
  nets_[net].push_back(pin);
  if (pin.instance != none) {
    netlist_->instances[pin.instance].connections[pin.index].net = net;
  } else {
    netlist_->ports[pin.index].net = net;
    netlist_->ports[pin.index].connected = true;
  }
}

void netlist_editor::leave(pin_ref pin) {
  std::string const net = net_of(pin);
  if (net.empty()) return;
  std::erase(nets_[net], pin);
  if (pin.instance != none) {
    netlist_->instances[pin.instance].connections[pin.index].net.clear();
  } else {
    netlist_->ports[pin.index].connected = false;
  }
}

}  // namespace gsta
