#pragma once

#include <algorithm>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/sdc_names.hpp"
#include "gsta/io/detail/sdc_pattern.ipp"

namespace gsta::io::detail {

GSTA_INLINE sdc_names::sdc_names(model::netlist const& netlist, model::library const& library)
    : netlist_(netlist), library_(library) {
  look_again();
}

GSTA_INLINE void sdc_names::look_again() {
  for (auto* of : {&port_, &bus_, &module_, &module_pin_, &instance_}) of->clear();
  alias_.clear();
  net_.clear();
  pins_of_module_.clear();
  auto const fill = [](index& into, auto const& records) {
    into.reserve(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) into.emplace(records[i].name, i);
  };
  fill(port_, netlist_.ports);
  fill(bus_, netlist_.buses);
  fill(module_, netlist_.modules);
  fill(module_pin_, netlist_.module_pins);
  for (auto const& alias : netlist_.aliases) alias_.emplace(alias.name, alias.net);
}

GSTA_INLINE sdc_names::index const& sdc_names::instances() const {
  if (instance_.empty()) {
    instance_.reserve(netlist_.instances.size());
    for (std::size_t i = 0; i < netlist_.instances.size(); ++i)
      instance_.emplace(netlist_.instances[i].name, i);
  }
  return instance_;
}

GSTA_INLINE sdc_names::net_index const& sdc_names::nets() const {
  if (!net_.empty()) return net_;
  for (auto const& name : netlist_.wires) net_[net_of_alias(name)];
  for (auto const& constant : netlist_.constants) net_[net_of_alias(constant.net)];
  for (std::size_t i = 0; i < netlist_.ports.size(); ++i) {
    auto const& port = netlist_.ports[i];
    auto& pins = net_[net_of_alias(port.net.empty() ? port.name : port.net)];
    if (port.connected) pins.push_back({sdc_pin_ref::none, i});
  }
  for (std::size_t i = 0; i < netlist_.instances.size(); ++i) {
    auto const& connections = netlist_.instances[i].connections;
    for (std::size_t c = 0; c < connections.size(); ++c) {
      if (!connections[c].net.empty()) net_[net_of_alias(connections[c].net)].push_back({i, c});
    }
  }
  return net_;
}

GSTA_INLINE std::string_view sdc_names::net_of_alias(std::string_view name) const noexcept {
  // A chain of aliases is as long as the levels it went through; one that bites its tail is cut.
  for (int step = 0; step < 1000; ++step) {
    auto const found = alias_.find(name);
    if (found == alias_.end() || found->second == name) break;
    name = found->second;
  }
  return name;
}

GSTA_INLINE model::port const* sdc_names::find_port(std::string_view name) const noexcept {
  auto const found = port_.find(name);
  return found == port_.end() ? nullptr : &netlist_.ports[found->second];
}
GSTA_INLINE model::instance const* sdc_names::find_instance(std::string_view name) const {
  auto const found = instances().find(name);
  return found == instances().end() ? nullptr : &netlist_.instances[found->second];
}
GSTA_INLINE model::hierarchical_instance const* sdc_names::find_module(std::string_view name) const noexcept {
  auto const found = module_.find(name);
  return found == module_.end() ? nullptr : &netlist_.modules[found->second];
}
GSTA_INLINE model::hierarchical_pin const* sdc_names::find_module_pin(std::string_view name) const noexcept {
  auto const found = module_pin_.find(name);
  return found == module_pin_.end() ? nullptr : &netlist_.module_pins[found->second];
}

GSTA_INLINE std::string sdc_names::module_and_net(model::hierarchical_pin const& pin) const {
  return pin.name.substr(0, pin.name.rfind('/') + 1).append("\n").append(net_of_alias(pin.net));
}
GSTA_INLINE bool sdc_names::shares_net(model::hierarchical_pin const& pin) const {
  if (pins_of_module_.empty()) {
    for (auto const& one : netlist_.module_pins) ++pins_of_module_[module_and_net(one)];
  }
  return pins_of_module_.at(module_and_net(pin)) > 1;
}

GSTA_INLINE std::vector<std::string_view> sdc_names::pin_names(model::instance const& of) const {
  std::vector<std::string_view> names;
  if (auto const* const cell = library_.find_cell(of.cell)) {
    for (auto const& pin : cell->pins) names.push_back(pin.name);
  } else {
    for (auto const& connection : of.connections) names.push_back(connection.pin);
  }
  return names;
}

/// Instance names may hold slashes themselves, so the pin's name is what stands behind the last one.
GSTA_INLINE bool sdc_names::is_pin(std::string_view name) const {
  auto const slash = name.rfind('/');
  if (slash == name.npos) return false;
  auto const* const instance = find_instance(name.substr(0, slash));
  if (instance == nullptr) return false;
  auto const pins = pin_names(*instance);
  return std::find(pins.begin(), pins.end(), name.substr(slash + 1)) != pins.end();
}

GSTA_INLINE std::vector<sdc_pin_ref> const& sdc_names::pins_of(std::string_view net) const {
  static std::vector<sdc_pin_ref> const nothing;
  auto const found = nets().find(net_of_alias(net));
  return found == nets().end() ? nothing : found->second;
}

GSTA_INLINE std::string sdc_names::name_of(sdc_pin_ref pin) const {
  if (pin.instance == sdc_pin_ref::none) return netlist_.ports[pin.index].name;
  auto const& instance = netlist_.instances[pin.instance];
  return instance.name + "/" + instance.connections[pin.index].pin;
}

}  // namespace gsta::io::detail
