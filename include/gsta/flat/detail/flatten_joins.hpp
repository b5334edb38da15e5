#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/flat/detail/flattener.hpp"
#include "gsta/flat/detail/shared_rows.hpp"

namespace gsta::detail {

inline id flattener::net_id(std::string_view net) {
  if (id const found = find_net(net); found != none) return found;
  nets_.push_back({net});
  net_.add(nets_, nets_.size() - 1);
  return static_cast<id>(nets_.size()) - 1;
}

/// The net of that name, or the one that has it as another name; none where there is no such net.
inline id flattener::find_net(std::string_view name) const noexcept {
  id const net = net_.find(nets_, name);
  return net != none ? net : net_of_alias(name);
}
inline id flattener::net_of_alias(std::string_view name) const noexcept {
  auto const alias = net_alias_.find(name);
  return alias == net_alias_.end() ? none : alias->second;
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

/// The pins of each net, its drivers and its sinks both in ascending order.
inline void flattener::gather_nets() {
  constexpr std::size_t at_once = 8192;
  constexpr id mark = std::numeric_limits<id>::min();  // of drivers, which so come first
  auto const join = [this](id pin, bool drives, auto const& add) {
    if (net_of_[pin] != none) add(net_of_[pin], drives ? pin | mark : pin);
  };
  shared_rows<id> rows(threads_, nets_.size(), instances_.size() + 1, [&](std::size_t k, auto const& add) {
    if (k == 0) {
      for (port_join const& at : port_joins_) join(at.pin, at.drives, add);
      return;
    }
    auto const& [cell, first] = instances_[k - 1];
    auto const& pins = cell->early->pins;
    for (std::size_t i = 0; i < cell->vertices; ++i)
      join(first + static_cast<id>(i), i >= pins.size() || pins[i].direction == model::direction::output,
           add);
  });
  net_pins_ = std::move(rows.items);
  std::vector<std::vector<id>> shared((nets_.size() + at_once - 1) / at_once);
  threads_.for_each_piece(shared.size(), [&](std::size_t p) {
    for (auto net = p * at_once; net < std::min(nets_.size(), (p + 1) * at_once); ++net) {
      id *const begin = net_pins_.data() + rows.begin[net], *const end =
                                                                net_pins_.data() + rows.begin[net + 1];
      std::sort(begin, end);
      id* const sinks = std::find_if(begin, end, [](id pin) { return pin >= 0; });
      for (id* pin = begin; pin < sinks; ++pin) *pin &= ~mark;
      nets_[net].drivers = {begin, static_cast<std::size_t>(sinks - begin)};
      nets_[net].sinks = {sinks, static_cast<std::size_t>(end - sinks)};
      if (sinks - begin > 1) shared[p].push_back(static_cast<id>(net));
    }
  });
  for (auto const& some : shared) shared_nets_.insert(shared_nets_.end(), some.begin(), some.end());
  give_back(port_joins_);
}

}  // namespace gsta::detail
