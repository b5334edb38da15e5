#pragma once

#include <utility>

#include "gsta/io/detail/sdc_select.ipp"

namespace gsta::io::detail {

/// The net that a leaf pin, a port or a pin of a module is on; empty where it is on none.
GSTA_INLINE std::string sdc_reader::net_of_pin(std::string const& pin) const {
  if (auto const* const port = names_.find_port(pin))
    return std::string(names_.net_of_alias(port->net.empty() ? port->name : port->net));
  if (auto const* const of_module = names_.find_module_pin(pin))
    return std::string(names_.net_of_alias(of_module->net));
  auto const slash = pin.rfind('/');
  auto const* const instance = slash == pin.npos ? nullptr : names_.find_instance(pin.substr(0, slash));
  if (instance == nullptr) return {};
  for (auto const& connection : instance->connections) {
    if (connection.pin == std::string_view(pin).substr(slash + 1))
      return std::string(names_.net_of_alias(connection.net));
  }
  return {};
}

GSTA_INLINE void sdc_reader::related_to_net(sdc_kind wanted, std::string_view net, sdc_list& into) const {
  for (auto const& pin : names_.pins_of(net)) {
    bool const is_port = pin.instance == sdc_pin_ref::none;
    if (wanted == sdc_kind::port && is_port) into.push_back(names_.name_of(pin));
    if (wanted == sdc_kind::pin && !is_port) into.push_back(names_.name_of(pin));
    if (wanted == sdc_kind::cell && !is_port) into.push_back(names_.netlist().instances[pin.instance].name);
  }
}

GSTA_INLINE void sdc_reader::related_to_cell(sdc_kind wanted, std::string const& cell, sdc_list& into) const {
  auto const* const instance = names_.find_instance(cell);
  if (instance == nullptr) {  // a module that was taken apart
    for (auto const& pin : names_.netlist().module_pins) {
      if (pin.name.rfind('/') != cell.size() || !pin.name.starts_with(cell)) continue;
      if (wanted == sdc_kind::pin) into.push_back(pin.name);
      if (wanted == sdc_kind::net) into.emplace_back(names_.net_of_alias(pin.net));
    }
    return;
  }
  if (wanted == sdc_kind::lib_cell) into.push_back(instance->cell);
  if (wanted == sdc_kind::pin) {
    for (auto const name : names_.pin_names(*instance)) into.push_back(cell + "/" + std::string(name));
  }
  if (wanted != sdc_kind::net) return;
  for (auto const& connection : instance->connections) {
    if (!connection.net.empty()) into.emplace_back(names_.net_of_alias(connection.net));
  }
}

GSTA_INLINE void sdc_reader::related_to_pin(sdc_kind wanted, std::string const& pin, sdc_list& into) const {
  auto const owner = pin.substr(0, pin.rfind('/'));
  if (wanted == sdc_kind::cell) into.push_back(owner);
  if (wanted == sdc_kind::net) {
    if (auto net = net_of_pin(pin); !net.empty()) into.push_back(std::move(net));
  }
  auto const* const instance = names_.find_instance(owner);
  if (wanted == sdc_kind::lib_pin && instance != nullptr)
    into.push_back(instance->cell + "/" + pin.substr(owner.size() + 1));
}

/// What -of_objects of one object means.
GSTA_INLINE sdc_list sdc_reader::related(sdc_kind wanted, sdc_object const& object) {
  sdc_list result;
  auto const refuse = [&] {
    throw sdc_error(command_ + " -of_objects does not go with a " + std::string(word_of(object.kind)));
  };
  switch (object.kind) {
    case sdc_kind::net:
      if (!(in_set(wanted) & (sdc_kind::port | sdc_kind::pin | sdc_kind::cell))) refuse();
      related_to_net(wanted, object.name, result);
      break;
    case sdc_kind::cell:
      if (!(in_set(wanted) & (sdc_kind::lib_cell | sdc_kind::pin | sdc_kind::net))) refuse();
      related_to_cell(wanted, object.name, result);
      break;
    case sdc_kind::pin:
      if (!(in_set(wanted) & (sdc_kind::cell | sdc_kind::net | sdc_kind::lib_pin))) refuse();
      related_to_pin(wanted, object.name, result);
      break;
    case sdc_kind::port:
      if (wanted != sdc_kind::net) refuse();
      if (auto net = net_of_pin(object.name); !net.empty()) result.push_back(std::move(net));
      break;
    case sdc_kind::lib_cell:
      if (wanted != sdc_kind::lib_pin) refuse();
      if (auto const* const cell = names_.library().find_cell(object.name)) {
        for (auto const& pin : cell->pins) result.push_back(cell->name + "/" + pin.name);
      }
      break;
    case sdc_kind::lib_pin:
      if (wanted != sdc_kind::lib_cell) refuse();
      result.push_back(object.name.substr(0, object.name.find('/')));
      break;
    case sdc_kind::library:
      if (wanted != sdc_kind::lib_cell) refuse();
      for (auto const& cell : names_.library().cells) result.push_back(cell.name);
      break;
    case sdc_kind::clock:
    case sdc_kind::design:
      refuse();
  }
  return result;
}

}  // namespace gsta::io::detail
