#pragma once

#include <algorithm>

#include "gsta/flat/detail/flattener.hpp"

namespace gsta::detail {

inline void flattener::add_pins() {
  if (netlist_.ports.empty() && netlist_.instances.empty()) {
    throw input_error(netlist_.file, 0, 0, "module " + netlist_.name + " has neither ports nor instances");
  }
  list_names();
  add_ports();
  place_instances();
  fill_pins();
  gather_nets();
  judge_unknown_pins();
}

/// Gives nets and instances their ids. An instance that stands twice keeps the first one's, and is found
/// later.
inline void flattener::list_names() {
  side_by_side(
      threads_,
      [&] {
        net_.reserve(netlist_.wires.size() + netlist_.aliases.size());
        reserve_large(nets_, netlist_.wires.size());
        net_.emplace_all(
            netlist_.wires.size(), [&](std::size_t i) -> std::string_view { return netlist_.wires[i]; },
            [&](std::size_t i, name_table::entry& at, bool is_new) {
              if (!is_new) return;
              at.second = static_cast<id>(nets_.size());
              nets_.push_back({netlist_.wires[i]});
            });
        for (auto const& alias : netlist_.aliases) net_.try_emplace(alias.name, net_id(alias.net));
      },
      [&] {
        instance_.emplace_all(
            netlist_.instances.size(),
            [&](std::size_t i) -> std::string_view { return netlist_.instances[i].name; },
            [&](std::size_t i, name_table::entry& at, bool is_new) {
              if (is_new) {
                at.second = static_cast<id>(i);
              } else {
                first_twice_ = std::min(first_twice_, i);
              }
            });
      });
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
    if (port.connected) join_port(net, pin, drives);
    if (!both) continue;
    id const driving = driving_of_[pin] = design_.add_shadow(pin);
    net_of_.push_back(none);
    instance_of_.push_back(none);
    if (port.connected) join_port(net, driving, true);
  }
}

/// A cell that no library has is a black box under SDC's rules: pins without timing.
inline cell_template const& flattener::template_of(model::instance const& instance) {
  if (cell_template const* const cell = cells_.find(instance.cell)) return *cell;
  if (!sdc_) {
    throw input_error(model::file_of(netlist_, instance.at), instance.at.line, instance.at.column,
                      "no library has a cell named " + instance.cell + " (instance " + instance.name + ")");
  }
  notes_.add("no library has the cell " + instance.cell + ": a black box",
             where(model::file_of(netlist_, instance.at), instance.at));
  model::cell& pins = black_box_cells_.emplace_back();
  pins.name = instance.cell;
  for (auto const& connection : instance.connections) {
    if (pins.find_pin(connection.pin) != nullptr) continue;
    pins.pins.emplace_back().name = connection.pin;
  }
  return black_boxes_.emplace_back(cells_.make_black_box(pins));
}

/// Finds the cell of each instance, and where its pins begin: all that has to be done one after the other.
inline void flattener::place_instances() {
  auto const count = netlist_.instances.size();
  reserve_large(instances_, count);
  reserve_large(connection_begin_, count + 1);
  connection_begin_.push_back(0);
  auto pins = design_.pin_load.size(), shadows = std::size_t{0};
  for (auto const& instance : netlist_.instances) {
    cell_template const& cell = template_of(instance);
    if (instances_.size() == first_twice_) {
      throw input_error(model::file_of(netlist_, instance.name_at), instance.name_at.line,
                        instance.name_at.column, "instance " + instance.name + " stands twice");
    }
    instances_.push_back({&cell, static_cast<id>(pins)});
    connection_begin_.push_back(connection_begin_.back() + instance.connections.size());
    pins += cell.vertices;
    if (cell.vertices > cell.pin_load.size()) shadows = pins;
  }
  resize_pins(pins, shadows);
}

inline void flattener::resize_pins(std::size_t pins, std::size_t shadows) {
  auto const resize = [](auto& array, std::size_t size, auto const& value) {
    return [&array, size, value] {
      reserve_large(array, size);
      array.resize(size, value);
    };
  };
  side_by_side(threads_, resize(design_.asserted_slew, pins, undefined_arrival()),
               resize(design_.pin_name, pins, std::string()),
               resize(design_.pin_load, pins, same_value(0.0f)),
               resize(joins_, connection_begin_.back(), pin_join{none, none, false}),
               resize(net_of_, pins, none), resize(instance_of_, pins, none));
  if (shadows > 0) design_.shadow_of.resize(shadows, none);
}

/// What filling some instances left to do.
struct flattener::pins_filled {
  std::vector<std::size_t> unknown{};  ///< connections to pins that the cell lacks
  bool lacks_net = false;              ///< one names a net that was not met before
};

/// Gives the pins of all instances their names, loads and nets.
inline void flattener::fill_pins() {
  constexpr std::size_t at_once = 4096;
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
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    cell_template const& cell = *instances_[i].cell;
    if (cell.vertices == cell.pin_load.size()) continue;
    for (std::size_t pin = 0; pin < cell.pin_load.size(); ++pin) {
      if (cell.driving_side[pin] != none)
        driving_of_[instances_[i].first_pin + static_cast<id>(pin)] =
            instances_[i].first_pin + cell.driving_side[pin];
    }
  }
  for (auto const& p : parts) {
    for (std::size_t const k : p.unknown) {
      auto const after = std::upper_bound(connection_begin_.begin(), connection_begin_.end(), k);
      auto const i = static_cast<std::size_t>(after - connection_begin_.begin()) - 1;
      model::instance const& instance = netlist_.instances[i];
      add_unknown_pin(instance, *instances_[i].cell, instance.connections[k - connection_begin_[i]]);
    }
  }
}

/// The pins of some instances: first the nets of all their connections, none where there is no such net.
inline void flattener::fill_instances(std::size_t begin, std::size_t end, pins_filled& into) {
  std::vector<std::string_view> names;
  for (std::size_t i = begin; i < end; ++i)
    for (auto const& connection : netlist_.instances[i].connections) names.push_back(connection.net);
  std::vector<id> nets(names.size());
  net_.find_all(
      names.size(), [&](std::size_t k) { return names[k]; },
      [&](std::size_t k, auto const* found) { nets[k] = found == nullptr ? none : found->second; });
  for (std::size_t i = begin; i < end; ++i) {
    auto const first = connection_begin_[i] - connection_begin_[begin];
    fill_instance(i, {nets.data() + first, connection_begin_[i + 1] - connection_begin_[i]}, into);
  }
}

inline void flattener::fill_instance(std::size_t instance, host_span<id const> nets, pins_filled& into) {
  model::instance const& given = netlist_.instances[instance];
  auto const [cell_at, first] = instances_[instance];
  cell_template const& cell = *cell_at;
  auto const& pins = cell.early->pins;
  auto const name_pin = [&](id pin, std::size_t of) {
    std::string& name = design_.pin_name[pin];
    name.clear();
    name.reserve(given.name.size() + 1 + pins[of].name.size());
    name.append(given.name).append(1, options_.pin_separator).append(pins[of].name);
    design_.pin_load[pin] = cell.pin_load[of];
    instance_of_[pin] = static_cast<id>(instance);
  };
  for (std::size_t i = 0; i < pins.size(); ++i) {
    id const pin = first + static_cast<id>(i);
    name_pin(pin, i);
    if (cell.driving_side[i] == none) continue;
    name_pin(first + cell.driving_side[i], i);
    design_.shadow_of[first + cell.driving_side[i]] = pin;
  }
  for (std::size_t k = 0; k < given.connections.size(); ++k) {
    auto const& connection = given.connections[k];
    auto const found = cell.pin_index.find(connection.pin);
    if (found == cell.pin_index.end()) {
      into.unknown.push_back(connection_begin_[instance] + k);
      continue;
    }
    if (connection.net.empty()) continue;
    id const net = nets[k];
    if (net == none) {
      into.lacks_net = true;
      continue;
    }
    bool const drives = pins[static_cast<std::size_t>(found->second)].direction == model::direction::output;
    joins_[connection_begin_[instance] + k] = {net, first + found->second, drives};
    net_of_[first + found->second] = net;
    if (id const side = cell.driving_side[found->second]; side != none) net_of_[first + side] = net;
  }
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
  }
  for_each_join([&](id net, id pin, bool drives) {
    (drives ? driver_pool_[drivers[net]++] : sink_pool_[sinks[net]++]) = pin;
  });
  port_joins_ = {};
  joins_ = {};
  connection_begin_ = {};
}

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

/// `instance<separator>pin`, split at the last separator, or a port; none where there is no such pin.
inline id flattener::find_pin(std::string_view name, char separator) const {
  if (auto const port = port_.find(name); port != port_.end()) return port->second;
  std::size_t const cut = name.rfind(separator);
  if (cut == std::string_view::npos) return none;
  auto const found = instance_.find(name.substr(0, cut));
  if (found == instance_.end()) return none;
  instance_record const& instance = instances_[found->second];
  auto const& pins = instance.cell->pin_index;
  auto const pin = pins.find(name.substr(cut + 1));
  return pin == pins.end() ? none : instance.first_pin + pin->second;
}

inline id flattener::find_pin_or_throw(std::string const& name, model::location at) const {
  id const pin = find_pin(name, options_.pin_separator);
  if (pin != none) return pin;
  throw input_error(constraints_.file, at.line, at.column, "the netlist has no port or pin named " + name);
}

/// None, and a note, for a pin that was left out of the design: power, ground and what is connected to them.
inline id flattener::find_timed_pin(std::string const& name, model::location at) {
  auto const slash = name.rfind(options_.pin_separator);
  auto const found =
      slash == std::string::npos ? instance_.end() : instance_.find(std::string_view(name).substr(0, slash));
  if (find_pin(name, options_.pin_separator) != none || found == instance_.end())
    return find_pin_or_throw(name, at);
  auto const pin = std::string_view(name).substr(slash + 1);
  auto const& connections = netlist_.instances[found->second].connections;
  bool const is_left_out =
      std::any_of(connections.begin(), connections.end(), [&](auto const& c) { return c.pin == pin; });
  if (!is_left_out) return find_pin_or_throw(name, at);
  notes_.add("a constraint of a power or ground pin (left out)", where(constraints_.file, at));
  return none;
}

/// The vertex of a pin that drives its net: its own, or the second one of an inout pin.
inline id flattener::driving_side(id pin) const {
  auto const found = driving_of_.find(pin);
  return found == driving_of_.end() ? pin : found->second;
}

}  // namespace gsta::detail
