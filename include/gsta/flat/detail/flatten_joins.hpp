#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

inline id flattener::net_id(std::string_view net) {
  auto const [found, fresh] = net_.try_emplace(net, static_cast<id>(nets_.size()));
  if (fresh) nets_.push_back({net});
  return found->second;
}

inline void flattener::join_port(std::string_view net, id pin, bool drives) {
  id const to = net_id(net);
  net_of_[pin] = to;
  port_joins_.push_back({to, pin, drives});
}

/// The net that a connection's hint tells, or none.
inline id flattener::hinted_net(model::connection const& of) const noexcept {
  auto const place = of.wire - std::size_t{1};
  if (!wires_are_nets_ || place >= netlist_.wires.size()) return none;
  return netlist_.wires[place] == of.net ? static_cast<id>(place) : none;
}

/// Nets that the netlist does not list get ids in the order of the connections that name them.
inline void flattener::add_nets_of_connections() {
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    cell_template const& cell = *instances_[i].cell;
    auto const& supplies = cell.early->supply_pins;
    for (auto const& connection : netlist_.instances[i].connections) {
      bool const is_pin = cell.pin_index.contains(connection.pin);
      bool const counts =
          is_pin || std::find(supplies.begin(), supplies.end(), connection.pin) != supplies.end();
      if (counts && !connection.net.empty()) net_id(connection.net);
    }
  }
}

/// `visit(net, pin, drives)` for each pin that is on a net, in the order of ports and connections.
template <class Visit>
void flattener::for_each_join(Visit const& visit) const {
  for (auto const& join : port_joins_) visit(join.net, join.pin, join.drives);
  bool const sides = !driving_of_.empty();
  for (auto const& join : joins_) {
    if (join.net == none) continue;
    visit(join.net, join.pin, join.drives);
    if (!sides) continue;
    if (auto const side = driving_of_.find(join.pin); side != driving_of_.end())
      visit(join.net, side->second, true);
  }
}

/// The pins of each net, counted and then put in place.
inline void flattener::gather_nets() {
  std::vector<id> drivers(nets_.size() + 1, 0), sinks(nets_.size() + 1, 0);
  for_each_join(
      [&](id net, id, bool drives) { ++(drives ? drivers : sinks)[static_cast<std::size_t>(net) + 1]; });
  for (std::size_t net = 0; net < nets_.size(); ++net) {
    drivers[net + 1] += drivers[net];
    sinks[net + 1] += sinks[net];
  }
  driver_pool_.resize(static_cast<std::size_t>(drivers.back()));
  sink_pool_.resize(static_cast<std::size_t>(sinks.back()));
  for (std::size_t net = 0; net < nets_.size(); ++net) {
    auto const rows = [net](std::vector<id>& pool, std::vector<id> const& begin) {
      return host_span<id>(pool.data() + begin[net], static_cast<std::size_t>(begin[net + 1] - begin[net]));
    };
    nets_[net].drivers = rows(driver_pool_, drivers);
    nets_[net].sinks = rows(sink_pool_, sinks);
    if (nets_[net].drivers.size() > 1) shared_nets_.push_back(static_cast<id>(net));
  }
  for_each_join([&](id net, id pin, bool drives) {
    (drives ? driver_pool_[drivers[net]++] : sink_pool_[sinks[net]++]) = pin;
  });
  give_back(port_joins_, joins_, connection_begin_);
}

}  // namespace gsta::detail
