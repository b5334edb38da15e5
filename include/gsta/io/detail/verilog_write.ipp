#pragma once

#include "gsta/io/detail/verilog_flattener.ipp"

namespace gsta::io::detail {

GSTA_INLINE void verilog_flattener::append_name(std::string& to, verilog_module const& m,
                                                verilog_index bit) const {
  auto const& signal = m.signals[m.signal_of_bit[bit]];
  std::string index;
  if (signal.is_bus) index = '[' + std::to_string(signal.stored.bit_at(bit - signal.first_bit)) + ']';
  append_spelled(to, d_.names[signal.name], index, ambiguous_nets_);
}

/// The name of a bit of the module that is being written.
GSTA_INLINE std::string verilog_flattener::own_name(verilog_module const& m, verilog_index bit) const {
  auto name = path_;
  append_name(name, m, bit);
  return name;
}

/// Roots lie in the module that is written or in one above it, so their paths are there already.
GSTA_INLINE std::string verilog_flattener::net_name(verilog_index root) const {
  auto const behind = std::upper_bound(copies_.begin(), copies_.end(), root,
                                       [](verilog_index bit, copy const& c) { return bit < c.first_bit; });
  // Of copies that begin at the same bit only the last has bits at all.
  auto const& owner = *(behind - 1);
  std::string name;
  if (owner.path != verilog_none) {
    name = out_.modules[owner.path].name;
    name += '/';
  }
  append_name(name, d_.modules[owner.module], root - owner.first_bit);
  return name;
}

/// Files are numbered as they were read, without the top's, which is 0.
GSTA_INLINE model::location verilog_flattener::location_of(verilog_module const& m,
                                                           verilog_location at) const noexcept {
  source const* const top = d_.modules[d_.top].file;
  if (m.file == top) return {at.line, at.column};
  auto const number = static_cast<std::size_t>(m.file - d_.first_file);
  return {at.line, at.column, m.file < top ? number + 1 : number};
}

GSTA_INLINE void verilog_flattener::write_ports() {
  auto const& m = d_.modules[d_.top];
  is_port_.assign(m.bit_count, false);
  for (auto const& port : m.ports) {
    if (port.value.first != port.value.last) write_port(m, port);
  }
}

/// A port that has an expression but no name of its own is called by the nets in it.
GSTA_INLINE void verilog_flattener::write_port(verilog_module const& m, verilog_port const& of) {
  bits_.clear();
  append_bits(m, of.value, bits_);
  write_port_bus(m, of);
  auto left = bits_.size();
  for (auto const bit : bits_) {
    --left;
    auto const& signal = m.signals[m.signal_of_bit[bit]];
    model::port port;
    if (of.is_named_outside) {
      port.name = d_.names[of.name];
      if (bits_.size() > 1) port.name += '[' + std::to_string(left) + ']';
    } else if (!is_port_[bit]) {
      port.name = own_name(m, bit);
      is_port_[bit] = true;
    } else {
      continue;
    }
    port.direction = signal.direction;
    port.at = location_of(m, signal.at);
    if (auto net = own_name(m, root_of(bit)); net != port.name) port.net = std::move(net);
    out_.ports.push_back(std::move(port));
  }
}

GSTA_INLINE void verilog_flattener::write_port_bus(verilog_module const& m, verilog_port const& of) {
  auto const& term = m.terms[of.value.first];
  auto const& signal = m.signals[term.what];
  if (of.is_named_outside) {
    auto const width = static_cast<int>(bits_.size());
    if (width > 1) out_.buses.push_back({std::string(d_.names[of.name]), width - 1, 0});
  } else if (of.value.last == of.value.first + 1 && signal.is_bus) {
    auto const range = term.kind == verilog_term_kind::net ? signal.range : verilog_range{term.from, term.to};
    auto name = own_name(m, bits_.front());
    name.resize(name.rfind('['));
    out_.buses.push_back({std::move(name), range.from, range.to});
  }
}

GSTA_INLINE void verilog_flattener::write(std::size_t copy_index) {
  auto const [module, first, path] = copies_[copy_index];
  auto const& m = d_.modules[module];
  write_nets(m, first);
  for (std::size_t i = 0; i < m.instances.size();) {
    if (!m.instances[i].is_leaf) {
      write_module(m.instances[i++]);
      continue;
    }
    auto const begin = i;
    while (i < m.instances.size() && m.instances[i].is_leaf) ++i;
    write_cells(m, begin, i, first);
  }
}

/// Instances that follow each other in a module, none of which is taken apart.
GSTA_INLINE void verilog_flattener::write_cells(verilog_module const& m, std::size_t begin, std::size_t end,
                                                verilog_index first) {
  constexpr std::size_t at_once = 2048;
  auto const base = out_.instances.size();
  out_.instances.resize(base + end - begin);
  std::vector<writer> writers((end - begin + at_once - 1) / at_once);
  threads_.for_each_piece(writers.size(), [&](std::size_t p) {
    auto const stop = std::min(end, begin + (p + 1) * at_once);
    for (auto i = begin + p * at_once; i < stop; ++i)
      write_cell(m, m.instances[i], first, out_.instances[base + i - begin], writers[p]);
  });
  for (auto const& by : writers)
    for (int level = 0; level < 2; ++level)
      has_literal_[level] = has_literal_[level] || by.has_literal[level];
}

GSTA_INLINE void verilog_flattener::write_nets(verilog_module const& m, verilog_index first) {
  for (verilog_index bit = 0; bit < m.bit_count; ++bit) {
    auto const root = root_of(first + bit);
    auto const& signal = m.signals[m.signal_of_bit[bit]];
    auto name = own_name(m, bit);
    if (root == first + bit) {
      if (levels_[root] != 0) write_level(m, signal, levels_[root], name);
      bool const is_listed_as_port = path_.empty() && is_port_[bit];
      if (!is_listed_as_port) out_.wires.push_back(std::move(name));
    } else {
      auto net = net_name(root);
      if (name != net) out_.aliases.push_back({std::move(name), std::move(net)});
    }
  }
}

GSTA_INLINE void verilog_flattener::write_level(verilog_module const& m, verilog_signal const& signal,
                                                level_bits level, std::string const& name) {
  if (level != 3) {
    out_.constants.push_back({name, level == 2});
    return;
  }
  if (times_written_ > 0) return;
  d_.seen.add("net tied to both 0 and 1 (taken as neither)",
              location_text(*m.file, {signal.at.line, signal.at.column}));
}

/// The net on a bit of an expression in the module that is being written; empty where there is none.
GSTA_INLINE std::string verilog_flattener::net_of(verilog_module const& m, verilog_index bit,
                                                  verilog_index first, writer& by) const {
  if (is_net_bit(bit)) {
    auto const root = root_of(first + bit);
    return root >= first ? own_name(m, root - first) : net_name(root);
  }
  if (bit == bit_of_nothing) return {};
  bool const is_one = bit == bit_of_one;
  by.has_literal[is_one ? 1 : 0] = true;
  return std::string(d_.names[is_one ? name_of_one : name_of_zero]);
}

GSTA_INLINE void verilog_flattener::write_module_pins(verilog_module const& m, verilog_port const& of,
                                                      verilog_index first) {
  bits_.clear();
  append_bits(m, of.value, bits_);
  auto left = bits_.size();
  for (auto const bit : bits_) {
    --left;
    std::string name;
    if (of.is_named_outside) {
      name = path_;
      name += d_.names[of.name];
      if (bits_.size() > 1) name += '[' + std::to_string(left) + ']';
    } else {
      name = own_name(m, bit);
    }
    out_.module_pins.push_back({std::move(name), net_name(root_of(first + bit))});
  }
}

GSTA_INLINE void verilog_flattener::write_module(verilog_instance const& instance) {
  auto const& m = d_.modules[instance.module];
  auto const index = next_copy_++;
  auto& written = copies_[index];
  auto const length = path_.size();
  append_instance(path_, instance.name);
  written.path = static_cast<verilog_index>(out_.modules.size());
  out_.modules.push_back({path_, std::string(d_.names[m.name])});
  path_ += '/';
  for (auto const& port : m.ports) write_module_pins(m, port, written.first_bit);
  write(index);
  path_.resize(length);
}

GSTA_INLINE void verilog_flattener::write_cell(verilog_module const& m, verilog_instance const& instance,
                                               verilog_index first, model::instance& to, writer& by) const {
  to.cell = d_.names[instance.cell];
  to.name.reserve(path_.size() + d_.names[instance.name].size());
  to.name = path_;
  append_instance(to.name, instance.name);
  to.at = location_of(m, instance.at);
  to.name_at = location_of(m, instance.name_at);
  to.connections.reserve(instance.last - instance.first);
  for (auto i = instance.first; i < instance.last; ++i) {
    write_connection(m, instance, m.connections[i], first, to, by);
  }
}

GSTA_INLINE void verilog_flattener::write_connection(verilog_module const& m,
                                                     verilog_instance const& instance,
                                                     verilog_connection const& connection,
                                                     verilog_index first, model::instance& to,
                                                     writer& by) const {
  auto& bits = by.bits;
  if (instance.module != verilog_none && connection.port == verilog_none) return;
  auto const& value = connection.value;
  bool const is_told = instance.module != verilog_none || connection.port != verilog_none;
  if (auto const* const term = m.terms.data() + value.first;
      !is_told && value.last == value.first + 1 && term->kind == verilog_term_kind::net &&
      !m.signals[term->what].is_bus) {  // nearly all are
    to.connections.push_back({std::string(d_.names[connection.pin]),
                              net_of(m, m.signals[term->what].first_bit, first, by),
                              location_of(m, connection.at)});
    return;
  }
  bits.clear();
  append_bits(m, connection.value, bits);
  auto const at = location_of(m, connection.at);
  auto const pins = pins_of(instance, connection, bits.size());
  if (pins.empty()) {
    auto const bit = bits.empty() ? bit_of_nothing : bits.back();
    to.connections.push_back({std::string(d_.names[connection.pin]), net_of(m, bit, first, by), at});
    return;
  }
  fit_bits(bits, pins.size(), bit_of_nothing);
  for (std::size_t i = 0; i < pins.size(); ++i) {
    to.connections.push_back({pins[i], net_of(m, bits[i], first, by), at});
  }
}

/// The pins of a bus, left to right; none where the pin is scalar. Where no file tells, a connection of
/// several bits counts them up from 0, as OpenSTA does: parasitics name them so.
GSTA_INLINE std::vector<std::string> verilog_flattener::pins_of(verilog_instance const& instance,
                                                                verilog_connection const& connection,
                                                                std::size_t width) const {
  bool const is_told = instance.module != verilog_none || connection.port != verilog_none;
  if (!is_told && width < 2) return {};
  verilog_range range{0, static_cast<std::int32_t>(width) - 1};
  if (instance.module != verilog_none) {
    auto const& box = d_.modules[instance.module];
    auto const& port = box.ports[connection.port];
    auto const& term = box.terms[port.value.first];
    bool const is_signal = !port.is_named_outside && port.value.last == port.value.first + 1;
    auto const bits = width_of(box, port.value);
    if (is_signal ? !box.signals[term.what].is_bus : bits < 2) return {};
    range = {static_cast<std::int32_t>(bits) - 1, 0};
    if (is_signal)
      range = term.kind == verilog_term_kind::net ? box.signals[term.what].range
                                                  : verilog_range{term.from, term.to};
  } else if (d_.cells != nullptr) {
    auto const* const cell = d_.cells->find_cell(std::string(d_.names[instance.cell]));
    if (connection.port != verilog_none) return cell->buses[connection.port].pins;
    if (cell != nullptr) return {};
  }
  std::vector<std::string> pins;
  std::string const name(d_.names[connection.pin]);
  for (std::uint32_t i = 0; i < range.width(); ++i) {
    pins.push_back(name);
    pins.back() += '[' + std::to_string(range.bit_at(i)) + ']';
  }
  return pins;
}

GSTA_INLINE void verilog_flattener::write_literals() {
  if (has_literal_[0]) out_.constants.push_back({std::string(d_.names[name_of_zero]), false});
  if (has_literal_[1]) out_.constants.push_back({std::string(d_.names[name_of_one]), true});
}

}  // namespace gsta::io::detail
