#pragma once

#include <algorithm>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

/// Pins that the library has for power and ground make a net a supply; others have to be on one.
inline void flattener::add_unknown_pin(model::instance const& instance, cell_template const& cell,
                                       model::connection const& connection) {
  auto const& supplies = cell.early->supply_pins;
  if (std::find(supplies.begin(), supplies.end(), connection.pin) == supplies.end()) {
    unknown_pins_.emplace_back(&instance, &connection);
    return;
  }
  if (!connection.net.empty()) supplies_.insert(net_id(connection.net));
  if (supply_pins_++ == 0) first_supply_pin_ = connection.at;
}

/// What no library names is left out where it can be nothing but power or ground: on a net that is tied to a
/// level, that feeds such pins of other cells, or is called like a supply.
inline void flattener::judge_unknown_pins() {
  if (supply_pins_ > 0) {
    notes_.add("power or ground pin of a cell (not timed)",
               where(model::file_of(netlist_, first_supply_pin_), first_supply_pin_), supply_pins_);
  }
  if (unknown_pins_.empty()) return;
  for (auto const& constant : netlist_.constants) supplies_.insert(net_id(constant.net));
  for (auto const& [instance, connection] : unknown_pins_) {
    auto const& net = connection->net;
    if (!net.empty() && !supplies_.contains(net_id(net)) && !model::is_supply_name(net)) {
      throw input_error(model::file_of(netlist_, connection->at), connection->at.line, connection->at.column,
                        "cell " + instance->cell + " has no pin named " + connection->pin);
    }
    notes_.add("a pin that no library names, of a supply net or of none (left out)",
               where(model::file_of(netlist_, connection->at), connection->at));
  }
}

/// Black boxes count where a signal is on one of their pins: not those that stand on supplies and ties alone,
/// as taps and fillers do.
inline void flattener::count_black_boxes() {
  if (black_boxes_.empty()) return;
  for (auto const& constant : netlist_.constants) supplies_.insert(find_net(constant.net));
  auto next = black_boxes_.begin();  // they stand in the instances' order
  for (std::size_t i = 0; next != black_boxes_.end(); ++i) {
    if (instances_[i].cell != &*next) continue;
    ++next;
    auto const& instance = netlist_.instances[i];
    bool const has_signal =
        std::any_of(instance.connections.begin(), instance.connections.end(), [&](auto const& on) {
          return !on.net.empty() && !model::is_supply_name(on.net) && !supplies_.contains(find_net(on.net));
        });
    if (has_signal)
      notes_.add_black_box(instance.cell + " " + instance.name,
                           where(model::file_of(netlist_, instance.at), instance.at));
  }
}

}  // namespace gsta::detail
