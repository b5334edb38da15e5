// A linked design taken apart: the records of the flat netlist.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/io/source.hpp"
#include "src/io/text.hpp"
#include "src/io/verilog_bits.hpp"
#include "src/io/verilog_flattener.hpp"
#include "src/io/verilog_module.hpp"
#include "src/io/verilog_names.hpp"

namespace gsta::io::detail {

/// Writes instances of one module that are not taken apart, on one thread.
class verilog_flattener::cell_writer {
 public:
  cell_writer(verilog_flattener const& of, verilog_module const& m, verilog_index first,
              std::pmr::memory_resource& memory)
      : of_(of), d_(of.d_), m_(m), first_(first), file_(of.location_of(m, {}).file), memory_(memory) {}

  model::instance write(verilog_instance const& instance) {
    model::instance made{shared(instance.cell), name_of(instance),
                         std::pmr::vector<model::connection>(&memory_), location_of(instance.at),
                         location_of(instance.name_at)};
    made.connections.reserve(instance.connections().size());
    for (auto const& connection : instance.connections())
      write_connection(instance, connection, made.connections);
    return made;
  }
  /// Asks memory for the nets of an instance that is to be written soon.
  void ask_for_nets(verilog_instance const& instance) const noexcept {
    for (auto const& [pin, port, value, at] : instance.connections())
      if (auto const net = value.net(); value.is_net())
        m_.has_vectors ? ask_for(&m_.signals[net]) : ask_for(&of_.nets_[first_ + net]);
  }
  /// Whether a pin was on the net of a literal.
  bool has_literal(int level) const noexcept { return has_literal_[level]; }

 private:
  using connections = std::pmr::vector<model::connection>;

  void write_connection(verilog_instance const& instance, verilog_connection const& connection,
                        connections& to);
  std::vector<std::string> pins_of(verilog_instance const& instance, verilog_connection const& connection,
                                   std::size_t width) const;

  model::name stored(std::string_view letters) {
    return model::name::shared(model::name::store(letters, memory_));
  }
  model::name name_of(verilog_instance const& instance) {
    if (of_.path_.empty() && of_.times_written_ == 0) return stored(d_.names[instance.name]);
    name_ = of_.path_;
    of_.append_instance(name_, instance.name);
    return stored(name_);
  }
  /// The name of a cell or pin, which stands there again and again.
  model::name shared(verilog_name name) {
    auto& [known, letters] = known_[name % known_.size()];
    if (known != name) {
      known = name;
      letters = model::name::store(d_.names[name], memory_);
    }
    return model::name::shared(letters);
  }
  model::record_location location_of(verilog_location at) const noexcept {
    return {at.line, at.column, file_};
  }
  /// A pin on the net of a bit of an expression, or on none.
  void add(connections& to, model::name pin, verilog_index bit, model::record_location at) {
    if (bit == bit_of_nothing) {
      to.push_back({std::move(pin), {}, at, 0});
      return;
    }
    int const level = bit == bit_of_one ? 1 : 0;
    if (!is_net_bit(bit)) has_literal_[level] = true;
    auto const& net = is_net_bit(bit) ? of_.nets_[first_ + bit] : of_.literals_[level];
    to.push_back({std::move(pin), model::name::shared(net.letters), at, net.wire});
  }

  verilog_flattener const& of_;
  verilog_design const& d_;
  verilog_module const& m_;
  verilog_index first_;
  std::uint32_t file_;  ///< of the module
  std::pmr::memory_resource& memory_;
  std::array<std::pair<verilog_name, void const*>, 256> known_ = filled();
  std::vector<verilog_index> bits_{};
  std::string name_{};
  bool has_literal_[2] = {false, false};

  static std::array<std::pair<verilog_name, void const*>, 256> filled() noexcept {
    std::array<std::pair<verilog_name, void const*>, 256> result;
    result.fill({verilog_names::missing, nullptr});
    return result;
  }
};

/// Instances that follow each other in a module, none of which is taken apart.
void verilog_flattener::write_cells(verilog_module const& m, std::size_t begin, std::size_t end,
                                    verilog_index first) {
  constexpr std::size_t at_once = 2048, ahead = 6;
  auto const base = out_.instances.size();
  out_.instances.resize(base + end - begin);
  auto const pieces = (end - begin + at_once - 1) / at_once;
  std::vector<std::uint8_t> levels(pieces, 0);
  threads_.for_each_piece(pieces, [&](std::size_t p) {
    auto memory = memories_->take();
    cell_writer writer(*this, m, first, memory->pool());
    auto const stop = std::min(end, begin + (p + 1) * at_once);
    for (auto i = begin + p * at_once; i < stop; ++i) {
      if (i + ahead < stop) writer.ask_for_nets(m.instances[i + ahead]);
      auto* const to = &out_.instances[base + i - begin];
      std::destroy_at(to);  // an assignment would leave its list the memory that it had
      std::construct_at(to, writer.write(m.instances[i]));
    }
    for (int level = 0; level < 2; ++level)
      if (writer.has_literal(level)) levels[p] |= static_cast<std::uint8_t>(1 << level);
    memories_->give_back(std::move(memory));
  });
  for (int level = 0; level < 2; ++level)
    for (auto const used : levels) has_literal_[level] = has_literal_[level] || ((used >> level) & 1) != 0;
}

void verilog_flattener::cell_writer::write_connection(verilog_instance const& instance,
                                                      verilog_connection const& connection, connections& to) {
  if (instance.module != verilog_none && connection.port == verilog_none) return;
  auto const& value = connection.value;
  auto const at = location_of(connection.at);
  bool const is_told = instance.module != verilog_none || connection.port != verilog_none;
  if (!is_told && value.is_net() && (!m_.has_vectors || !m_.signals[value.net()].is_bus)) {  // nearly all are
    add(to, shared(connection.pin), m_.has_vectors ? m_.signals[value.net()].first_bit : value.net(), at);
    return;
  }
  bits_.clear();
  append_bits(m_, value, bits_);
  auto const pins = pins_of(instance, connection, bits_.size());
  if (pins.empty()) {
    add(to, shared(connection.pin), bits_.empty() ? bit_of_nothing : bits_.back(), at);
    return;
  }
  fit_bits(bits_, pins.size(), bit_of_nothing);
  for (std::size_t i = 0; i < pins.size(); ++i) add(to, stored(pins[i]), bits_[i], at);
}

/// The pins of a bus, left to right; none where the pin is scalar. Where no file tells, a connection of
/// several bits counts them up from 0, as OpenSTA does: parasitics name them so.
std::vector<std::string> verilog_flattener::cell_writer::pins_of(verilog_instance const& instance,
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

void verilog_flattener::append_name(std::string& to, verilog_module const& m, verilog_index bit) const {
  auto const& signal = m.signal_of(bit);
  std::string index;
  if (signal.is_bus) index = '[' + std::to_string(signal.stored.bit_at(bit - signal.first_bit)) + ']';
  append_spelled(to, d_.names[signal.name], index, ambiguous_nets_);
}

/// The name of a bit of the module that is being written.
std::string verilog_flattener::own_name(verilog_module const& m, verilog_index bit) const {
  auto name = path_;
  append_name(name, m, bit);
  return name;
}

/// Files are numbered as they were read, without the top's, which is 0.
model::record_location verilog_flattener::location_of(verilog_module const& m,
                                                      verilog_location at) const noexcept {
  source const* const top = d_.modules[d_.top].file;
  if (m.file == top) return {at.line, at.column};
  auto const number = static_cast<std::uint32_t>(m.file - d_.first_file);
  return {at.line, at.column, m.file < top ? number + 1 : number};
}

void verilog_flattener::write_ports() {
  auto const& m = d_.modules[d_.top];
  is_port_.assign(m.bit_count, false);
  for (auto const& port : m.ports) {
    if (port.value.first != port.value.last) write_port(m, port);
  }
}

/// A port that has an expression but no name of its own is called by the nets in it.
void verilog_flattener::write_port(verilog_module const& m, verilog_port const& of) {
  bits_.clear();
  append_bits(m, of.value, bits_);
  write_port_bus(m, of);
  auto left = bits_.size();
  for (auto const bit : bits_) {
    --left;
    auto const& signal = m.signal_of(bit);
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

void verilog_flattener::write_port_bus(verilog_module const& m, verilog_port const& of) {
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

void verilog_flattener::write(std::size_t copy_index) {
  auto const [module, first, path] = copies_[copy_index];
  auto const& m = d_.modules[module];
  write_nets(m, first);
  std::size_t done = 0;
  for (auto const i : m.inner) {
    write_cells(m, done, i, first);
    write_module(m.instances[i]);
    done = i + std::size_t{1};
  }
  write_cells(m, done, m.instances.size(), first);
}

void verilog_flattener::store_literals() {
  auto memory = memories_->take();
  for (int level = 0; level < 2; ++level) {
    auto const name = d_.names[level == 0 ? name_of_zero : name_of_one];
    literals_[level].letters = model::name::store(name, memory->pool());
  }
  memories_->give_back(std::move(memory));
}

/// The letters of the nets of a module's bits: of those that are roots. The others' lie in this module or in
/// one above it, and are there already.
void verilog_flattener::store_nets(verilog_module const& m, verilog_index first) {
  constexpr verilog_index at_once = 4096;
  threads_.for_each_piece((m.bit_count + at_once - 1) / at_once, [&](std::size_t p) {
    auto const begin = static_cast<verilog_index>(p) * at_once, end = std::min(m.bit_count, begin + at_once);
    auto memory = memories_->take();
    bool const is_as_written = path_.empty() && times_written_ == 0;
    std::string name;
    for (auto bit = begin; bit < end; ++bit) {
      if (root_of(first + bit) != first + bit) continue;
      std::string_view letters;
      if (auto const& signal = m.signal_of(bit); is_as_written && !signal.is_bus) {
        letters = d_.names[signal.name];
      } else {
        name = path_;
        append_name(name, m, bit);
        letters = name;
      }
      nets_[first + bit] = {model::name::store(letters, memory->pool()), 0};
    }
    memories_->give_back(std::move(memory));
  });
}

void verilog_flattener::write_nets(verilog_module const& m, verilog_index first) {
  constexpr verilog_index at_once = 16384;
  struct part {
    std::size_t first_wire = 0;
    std::vector<verilog_index> others{};  ///< bits that are more, or less, than a wire
  };
  std::vector<part> parts((m.bit_count + at_once - 1) / at_once + 1);
  threads_.for_each_piece(parts.size() - 1, [&](std::size_t p) {
    auto const begin = static_cast<verilog_index>(p) * at_once, end = std::min(m.bit_count, begin + at_once);
    for (auto bit = begin; bit < end; ++bit) {
      bool const is_root = root_of(first + bit) == first + bit;
      if (is_root && !(path_.empty() && is_port_[bit])) ++parts[p + 1].first_wire;
      if (!is_root || levels_[first + bit] != 0) parts[p].others.push_back(bit);
    }
  });
  parts[0].first_wire = out_.wires.size();
  for (std::size_t p = 1; p < parts.size(); ++p) parts[p].first_wire += parts[p - 1].first_wire;
  out_.wires.resize(parts.back().first_wire);
  threads_.for_each_piece(parts.size() - 1, [&](std::size_t p) {
    auto const begin = static_cast<verilog_index>(p) * at_once, end = std::min(m.bit_count, begin + at_once);
    auto wire = parts[p].first_wire;
    for (auto bit = begin; bit < end; ++bit) {
      auto const root = first + bit;
      if (root_of(root) != root || (path_.empty() && is_port_[bit])) continue;  // ports are listed
      out_.wires[wire] = net_name(root);
      nets_[root].wire = static_cast<std::uint32_t>(++wire);
    }
  });
  for (part const& one : parts)
    for (auto const bit : one.others) write_other_name(m, first, bit);
}

/// What a bit that is no mere wire has in other lists.
void verilog_flattener::write_other_name(verilog_module const& m, verilog_index first, verilog_index bit) {
  auto const root = root_of(first + bit);
  nets_[first + bit] = nets_[root];
  if (root == first + bit) {
    if (levels_[root] != 0) write_level(m, m.signal_of(bit), levels_[root], net_name(root));
  } else if (auto name = own_name(m, bit); net_name(root) != name) {
    out_.aliases.push_back({std::move(name), net_name(root)});
  }
}

void verilog_flattener::write_level(verilog_module const& m, verilog_signal const& signal, level_bits level,
                                    std::string_view name) {
  if (level != 3) {
    out_.constants.push_back({std::string(name), level == 2});
    return;
  }
  if (times_written_ > 0) return;
  d_.seen.add("net tied to both 0 and 1 (taken as neither)",
              location_text(*m.file, {signal.at.line, signal.at.column}));
}

void verilog_flattener::write_module_pins(verilog_module const& m, verilog_port const& of,
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

void verilog_flattener::write_module(verilog_instance const& instance) {
  auto const& m = d_.modules[instance.module];
  auto const index = next_copy_++;
  auto& written = copies_[index];
  auto const length = path_.size();
  append_instance(path_, instance.name);
  written.path = static_cast<verilog_index>(out_.modules.size());
  out_.modules.push_back({path_, std::string(d_.names[m.name])});
  path_ += '/';
  store_nets(m, written.first_bit);
  for (auto const& port : m.ports) write_module_pins(m, port, written.first_bit);
  write(index);
  path_.resize(length);
}

void verilog_flattener::write_literals() {
  if (has_literal_[0]) out_.constants.push_back({std::string(d_.names[name_of_zero]), false});
  if (has_literal_[1]) out_.constants.push_back({std::string(d_.names[name_of_one]), true});
}

}  // namespace gsta::io::detail
