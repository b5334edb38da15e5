// The top module, and what instances are instances of.

#include "src/io/verilog_link.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gsta/core/host_threads.hpp"
#include "src/io/text.hpp"
#include "src/io/verilog_bits.hpp"
#include "src/io/verilog_module.hpp"
#include "src/io/verilog_names.hpp"

namespace gsta::io::detail {

verilog_extent verilog_linker::link(std::string const& top) {
  find_modules();
  records_.resize(d_.modules.size());
  d_.top = choose_top(top);
  visit(d_.top);
  auto const& m = d_.modules[d_.top];
  if (m.port_count == 0 && m.instances.empty()) {
    fail_in(m, m.at, "empty netlist: the module " + in_quotes(name_of(m)) + " has no port and no instance");
  }
  for (std::size_t i = 0; i < d_.modules.size(); ++i) {
    if (!records_[i].is_done && !d_.modules[i].is_stub()) {
      count_in("module that is not below the top (not used)", d_.modules[i], d_.modules[i].at);
    }
  }
  return records_[d_.top].extent;
}

/// A stub stands for the cell of its name, which a library may have, so its instances stay whole.
void verilog_linker::find_modules() {
  is_used_.resize(d_.modules.size());
  std::array<bool, 4096> may_be_module{};  // by the last bits of a name: nearly all cells are none
  for (auto const& m : d_.modules) may_be_module[m.name % may_be_module.size()] = true;
  for (auto& m : d_.modules) {
    auto const own = static_cast<verilog_index>(&m - d_.modules.data());
    for_each_instance(m, [&](std::size_t i) {
      auto& instance = m.instances[i];
      if (!may_be_module[instance.cell % may_be_module.size()]) return;
      auto const found = d_.module_of.find(instance.cell);
      if (found == d_.module_of.end()) return;
      if (found->second != own) std::atomic_ref<std::uint8_t>(is_used_[found->second]).store(1);
      bool const is_stub = d_.modules[found->second].is_stub();
      if (is_stub && library_cell(instance.cell) != nullptr) return;
      instance.module = found->second;
      instance.is_leaf = is_stub;
    });
  }
}

model::cell const* verilog_linker::library_cell(verilog_name cell) const {
  return d_.cells == nullptr ? nullptr : d_.cells->find_cell(std::string(d_.names[cell]));
}

/// Those that no other has an instance of.
std::vector<verilog_index> verilog_linker::unused_modules() const {
  std::vector<verilog_index> found;
  for (verilog_index i = 0; i < d_.modules.size(); ++i)
    if (!is_used_[i]) found.push_back(i);
  return found;
}

verilog_index verilog_linker::choose_top(std::string const& name) {
  auto const& first_file = d_.modules.front().file->name();
  if (!name.empty()) {
    auto const found = d_.module_of.find(d_.names.find(name));
    if (found == d_.module_of.end())
      throw input_error(first_file, 0, 0,
                        "there is no module named " + in_quotes(name) + "; no other has an instance of " +
                            list_of(unused_modules()));
    return found->second;
  }
  auto candidates = unused_modules();
  if (candidates.empty()) {
    for (verilog_index i = 0; i < d_.modules.size(); ++i) visit(i);  // finds the cycle that there must be
  }
  auto whole = candidates;
  std::erase_if(whole, [&](verilog_index i) { return d_.modules[i].is_stub(); });
  if (!whole.empty()) candidates = whole;
  if (candidates.size() != 1) keep_largest(candidates, first_file);
  return candidates.front();
}

/// Of several modules that could be the top, one that is larger than each other in all its levels is; the
/// others are leftovers.
void verilog_linker::keep_largest(std::vector<verilog_index>& candidates, std::string const& file) {
  std::vector<double> sizes(d_.modules.size(), -1);
  std::vector<std::pair<double, verilog_index>> order;
  order.reserve(candidates.size());
  for (auto const i : candidates) order.emplace_back(-size_of(i, sizes), i);
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) candidates[i] = order[i].second;
  auto const list = list_of(candidates);
  if (order[0].first == order[1].first)
    throw input_error(file, 0, 0, "several modules could be the top one: " + list + "; name one of them");
  auto const& chosen = d_.modules[candidates.front()];
  count_in("several modules could be the top (the largest is)", chosen, chosen.at);
}

/// How many instances a module has in all its levels; one that contains itself is as good as empty.
double verilog_linker::size_of(verilog_index module, std::vector<double>& sizes, std::size_t depth) const {
  if (sizes[module] >= 0 || depth > deepest) return std::max(sizes[module], 0.0);
  sizes[module] = 0;
  double size = 0;
  for (auto const& instance : d_.modules[module].instances) {
    size += 1;
    if (!instance.is_leaf) size += size_of(instance.module, sizes, depth + 1);
  }
  return sizes[module] = size;
}

std::string verilog_linker::list_of(std::vector<verilog_index> const& modules) const {
  constexpr std::size_t most = 10;
  std::string result;
  for (std::size_t i = 0; i < std::min(most, modules.size()); ++i) {
    if (i != 0) result += ", ";
    result += in_quotes(d_.names[d_.modules[modules[i]].name]);
  }
  if (modules.size() > most) result += " and others";
  return result;
}

void verilog_linker::visit(verilog_index module) {
  if (records_[module].is_done) return;
  records_[module].is_open = true;
  open_.push_back(module);
  auto& m = d_.modules[module];
  auto& extent = records_[module].extent;
  extent.modules = 1;
  extent.nets = m.bit_count;
  if (!m.unusable.empty()) fail_in(m, m.unusable_at, m.unusable);
  extent.letters = m.letters;
  if (m.has_vectors) {
    m.signal_of_bit.reserve(m.bit_count);
    for (verilog_index i = 0; i < m.signals.size(); ++i)
      m.signal_of_bit.resize(m.signal_of_bit.size() + m.signals[i].stored_width(), i);
  }
  link_assigns(m, extent);
  for (auto const i : add_plain_cells(m, extent)) {
    visit_instance(module, m.instances[i]);
    if (!m.instances[i].is_leaf) m.inner.push_back(i);
  }
  check_extent(m, extent);
  open_.pop_back();
  records_[module].is_open = false;
  records_[module].is_done = true;
}

void verilog_linker::visit_instance(verilog_index owner, verilog_instance& instance) {
  auto& m = d_.modules[owner];
  auto& mine = records_[owner];
  auto const letters = static_cast<double>(d_.names[instance.name].size());
  link_connections(m, instance, mine.extent);
  if (instance.is_leaf) {
    mine.extent.instances += 1;
    mine.extent.letters += letters + static_cast<double>(d_.names[instance.cell].size());
    return;
  }
  auto const& child = records_[instance.module];
  if (child.is_open) fail_cycle(owner, instance);
  if (open_.size() < deepest) visit(instance.module);
  mine.height = std::max(mine.height, child.height + 1);
  if (open_.size() >= deepest || mine.height > deepest) {
    fail_in(m, instance.at, "modules are nested more than 256 deep");
  }
  mine.extent.add(child.extent, letters + 1);
}

void verilog_linker::fail_cycle(verilog_index owner, verilog_instance const& instance) const {
  auto from = std::find(open_.begin(), open_.end(), instance.module);
  std::vector<verilog_index> const cycle(from, open_.end());
  std::string names;
  for (std::size_t i = 0; i < std::min<std::size_t>(cycle.size(), 10); ++i) {
    names += in_quotes(d_.names[d_.modules[cycle[i]].name]) + " -> ";
  }
  if (cycle.size() > 10) names += "... -> ";
  names += in_quotes(d_.names[instance.cell]);
  fail_in(d_.modules[owner], instance.at, "a module contains itself: " + names);
}

void verilog_linker::check_extent(verilog_module const& m, verilog_extent const& extent) const {
  constexpr double most_bytes = 32.0 * 1024 * 1024 * 1024;
  if (extent.instances > static_cast<double>(limit_)) {
    fail_in(m, m.at,
            "the module " + in_quotes(name_of(m)) + " has more than " + std::to_string(limit_) +
                " instances in all its levels");
  }
  if (extent.bytes() > most_bytes || extent.nets > static_cast<double>(most_bits) ||
      extent.bits > static_cast<double>(most_bits)) {
    fail_in(
        m, m.at,
        "the module " + in_quotes(name_of(m)) + " is too large: over 32 GiB or 2^31 bits when taken apart");
  }
}

/// A library's pins in the order in which positional connections mean them: the file's, a bus once.
std::vector<verilog_name> verilog_linker::pin_order(model::cell const& cell) {
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
void verilog_linker::number_positions(verilog_module& m, verilog_instance const& instance) {
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
verilog_name verilog_linker::name_of_position(verilog_index position) {
  auto made = "p_" + std::to_string(position);
  auto const known = d_.names.find(made);
  return known != verilog_names::missing ? known
                                         : d_.names.number_of(d_.made_names.emplace_back(std::move(made)));
}

/// Whether all of an expression is power or ground: literals, supply0 and supply1 nets, nets that are named
/// so.
bool verilog_linker::is_supply(verilog_module const& m, verilog_expression e) const {
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
void verilog_linker::name_positions(verilog_module& m, verilog_instance const& instance,
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
std::uint32_t verilog_linker::pin_width(verilog_instance const& instance,
                                        verilog_connection const& connection, model::cell const* cell,
                                        std::uint32_t width) const {
  if (instance.module != verilog_none) {
    auto const& child = d_.modules[instance.module];
    return width_of(child, child.ports[connection.port].value);
  }
  if (connection.port != verilog_none)
    return static_cast<std::uint32_t>(cell->buses[connection.port].pins.size());
  return cell != nullptr ? 1 : std::max(width, 1U);
}

void verilog_linker::link_connections(verilog_module& m, verilog_instance& instance, verilog_extent& extent) {
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
std::vector<verilog_index> verilog_linker::add_plain_cells(verilog_module const& m,
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
bool verilog_linker::add_plain_cell(verilog_module const& m, verilog_instance const& instance,
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

void verilog_linker::link_assigns(verilog_module const& m, verilog_extent& extent) {
  for (auto const& assign : m.assigns) {
    auto const target = width_of(m, assign.target), value = width_of(m, assign.value);
    extent.bits += target + value;
    if (target == value || is_unsized(m, assign.value)) continue;
    count_in("assignment between different widths (aligned at the right)", m, assign.at);
  }
}

}  // namespace gsta::io::detail
