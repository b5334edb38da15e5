#pragma once

#include "gsta/io/detail/verilog_link.ipp"

namespace gsta::io::detail {

/// A library's pins in the order in which positional connections mean them: the file's, a bus once.
GSTA_INLINE std::vector<verilog_name> verilog_linker::pin_order(model::cell const& cell) {
  std::vector<verilog_name> order;
  for (auto const& pin : cell.pins) {
    auto const bus = std::find_if(cell.buses.begin(), cell.buses.end(), [&](model::pin_bus const& b) {
      return std::find(b.pins.begin(), b.pins.end(), pin.name) != b.pins.end();
    });
    auto const name = d_.names.number_of(bus == cell.buses.end() ? pin.name : bus->name);
    if (std::find(order.begin(), order.end(), name) == order.end()) order.push_back(name);
  }
  return order;
}

/// Gives positional connections the ports of a module, some of which may have no name.
GSTA_INLINE void verilog_linker::number_positions(verilog_module& m, verilog_instance const& instance) {
  auto const& ports = d_.modules[instance.module].ports;
  verilog_index position = 0;
  for (auto& connection : instance.connections()) {
    if (position >= ports.size()) {
      fail_in(m, connection.at,
              "there are more connections than ports of " + in_quotes(d_.names[instance.cell]));
    }
    connection.port = position;
    connection.pin = ports[position].name;
    if (connection.pin == verilog_names::missing) connection.pin = name_of_position(position);
    ++position;
  }
}

/// What a port without a name is called where its module is a black box.
GSTA_INLINE verilog_name verilog_linker::name_of_position(verilog_index position) {
  auto made = "p_" + std::to_string(position);
  auto const known = d_.names.find(made);
  return known != verilog_names::missing ? known
                                         : d_.names.number_of(d_.made_names.emplace_back(std::move(made)));
}

/// Whether all of an expression is power or ground: literals, supply0 and supply1 nets, nets that are named
/// so.
GSTA_INLINE bool verilog_linker::is_supply(verilog_module const& m, verilog_expression e) const {
  auto const is_one = [&](verilog_signal const& signal) {
    return signal.tied != verilog_level::none || model::is_supply_name(d_.names[signal.name]);
  };
  if (e.is_net()) return is_one(m.signals[e.net()]);
  return std::all_of(m.terms.begin() + e.first, m.terms.begin() + e.last, [&](verilog_term const& term) {
    return term.kind == verilog_term_kind::constant || term.kind == verilog_term_kind::repeat ||
           is_one(m.signals[term.what]);
  });
}

/// Gives positional connections the names of the pins.
GSTA_INLINE void verilog_linker::name_positions(verilog_module& m, verilog_instance const& instance,
                                                model::cell const* cell) {
  if (instance.module != verilog_none) {
    number_positions(m, instance);
    return;
  }
  auto const quoted = in_quotes(d_.names[instance.cell]);
  std::vector<verilog_name> order;
  if (cell != nullptr) {
    order = pin_order(*cell);
  } else {
    fail_in(m, instance.connections().front().at,
            "connections by position need the order of the pins, which no file tells for " + quoted);
  }
  if (instance.connections().size() > order.size()) {
    fail_in(m, instance.connections()[order.size()].at, "there are more connections than ports of " + quoted);
  }
  for (std::size_t i = 0; i < instance.connections().size(); ++i) instance.connections()[i].pin = order[i];
}

/// How many bits a pin has: its port's, its bus's, else as many as it is given.
GSTA_INLINE std::uint32_t verilog_linker::pin_width(verilog_instance const& instance,
                                                    verilog_connection const& connection,
                                                    model::cell const* cell, std::uint32_t width) const {
  if (instance.module != verilog_none) {
    auto const& child = d_.modules[instance.module];
    return width_of(child, child.ports[connection.port].value);
  }
  if (connection.port != verilog_none)
    return static_cast<std::uint32_t>(cell->buses[connection.port].pins.size());
  return cell != nullptr ? 1 : std::max(width, 1U);
}

GSTA_INLINE void verilog_linker::link_connections(verilog_module& m, verilog_instance& instance,
                                                  verilog_extent& extent) {
  if (instance.connections().empty()) return;
  auto const* const cell = instance.module == verilog_none ? library_cell(instance.cell) : nullptr;
  if (instance.connections().front().pin == verilog_names::missing) name_positions(m, instance, cell);
  for (auto& connection : instance.connections()) {
    if (instance.module != verilog_none && connection.port == verilog_none) {
      connection.port = d_.modules[instance.module].find_port(connection.pin);
      if (connection.port == verilog_none && is_supply(m, connection.value)) {
        count_in("supply net at a port that its module lacks (left out)", m, connection.at);
        continue;
      }
      if (connection.port == verilog_none) {
        fail_in(m, connection.at,
                "the module " + in_quotes(d_.names[instance.cell]) + " has no port named " +
                    in_quotes(d_.names[connection.pin]));
      }
    } else if (instance.module == verilog_none && cell != nullptr) {
      auto const bus = std::find_if(cell->buses.begin(), cell->buses.end(), [&](model::pin_bus const& b) {
        return b.name == d_.names[connection.pin];
      });
      if (bus != cell->buses.end()) connection.port = static_cast<verilog_index>(bus - cell->buses.begin());
    }
    auto const width = width_of(m, connection.value);
    auto const wanted = pin_width(instance, connection, cell, width);
    if (width != 0 && width != wanted && !is_unsized(m, connection.value)) {
      count_in("connection wider or narrower than its port (aligned at the right)", m, connection.at);
    }
    extent.connections += wanted;
    extent.bits += std::max(width, wanted);
    extent.letters += wanted * static_cast<double>(d_.names[connection.pin].size() + 8);
  }
}

/// Adds what most instances are: cells of which nothing is to be looked up or said. The others are returned.
GSTA_INLINE std::vector<verilog_index> verilog_linker::add_plain_cells(verilog_module const& m,
                                                                       verilog_extent& extent) const {
  constexpr std::size_t at_once = 4096;
  struct part {
    verilog_extent extent{};
    std::vector<verilog_index> others{};
  };
  std::vector<part> parts((m.instances.size() + at_once - 1) / at_once);
  for_each_instance(m, [&](std::size_t i) {
    auto& into = parts[i / at_once];
    if (!add_plain_cell(m, m.instances[i], into.extent)) into.others.push_back(static_cast<verilog_index>(i));
  });
  std::vector<verilog_index> others;
  for (auto const& one : parts) {
    extent.add(one.extent, 0);
    others.insert(others.end(), one.others.begin(), one.others.end());
  }
  return others;
}

/// False, and nothing added, for another one. Each pin of a plain one is on one net or on none.
GSTA_INLINE bool verilog_linker::add_plain_cell(verilog_module const& m, verilog_instance const& instance,
                                                verilog_extent& extent) const {
  if (d_.cells != nullptr || instance.module != verilog_none) return false;
  if (instance.is_plain && !m.has_vectors) {
    add_plain_cell(instance.connection_count, instance.letters, extent);
    return true;
  }
  double letters = static_cast<double>(d_.names[instance.name].size() + d_.names[instance.cell].size());
  for (auto const& [pin, port, value, at] : instance.connections()) {
    bool const is_net = value.is_net() && (!m.has_vectors || !m.signals[value.net()].is_bus);
    if (pin == verilog_names::missing || !(is_net || value.is_empty())) return false;
    letters += static_cast<double>(d_.names[pin].size() + 8);
  }
  add_plain_cell(static_cast<double>(instance.connection_count), letters, extent);
  return true;
}

GSTA_INLINE void verilog_linker::link_assigns(verilog_module const& m, verilog_extent& extent) {
  for (auto const& assign : m.assigns) {
    auto const target = width_of(m, assign.target), value = width_of(m, assign.value);
    extent.bits += target + value;
    if (target == value || is_unsized(m, assign.value)) continue;
    count_in("assignment between different widths (aligned at the right)", m, assign.at);
  }
}

}  // namespace gsta::io::detail
