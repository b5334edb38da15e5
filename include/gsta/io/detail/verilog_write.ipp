#pragma once

#include "gsta/io/detail/verilog_write_cells.ipp"

namespace gsta::io::detail {

GSTA_INLINE void verilog_flattener::append_name(std::string& to, verilog_module const& m,
                                                verilog_index bit) const {
  auto const& signal = m.signal_of(bit);
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

/// Files are numbered as they were read, without the top's, which is 0.
GSTA_INLINE model::record_location verilog_flattener::location_of(verilog_module const& m,
                                                                  verilog_location at) const noexcept {
  source const* const top = d_.modules[d_.top].file;
  if (m.file == top) return {at.line, at.column};
  auto const number = static_cast<std::uint32_t>(m.file - d_.first_file);
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
  std::size_t done = 0;
  for (auto const i : m.inner) {
    write_cells(m, done, i, first);
    write_module(m.instances[i]);
    done = i + std::size_t{1};
  }
  write_cells(m, done, m.instances.size(), first);
}

GSTA_INLINE void verilog_flattener::store_literals() {
  auto memory = memories_->take();
  for (int level = 0; level < 2; ++level) {
    auto const name = d_.names[level == 0 ? name_of_zero : name_of_one];
    literals_[level].letters = model::name::store(name, memory->pool());
  }
  memories_->give_back(std::move(memory));
}

/// The letters of the nets of a module's bits: of those that are roots. The others' lie in this module or in
/// one above it, and are there already.
GSTA_INLINE void verilog_flattener::store_nets(verilog_module const& m, verilog_index first) {
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

GSTA_INLINE void verilog_flattener::write_nets(verilog_module const& m, verilog_index first) {
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
GSTA_INLINE void verilog_flattener::write_other_name(verilog_module const& m, verilog_index first,
                                                     verilog_index bit) {
  auto const root = root_of(first + bit);
  nets_[first + bit] = nets_[root];
  if (root == first + bit) {
    if (levels_[root] != 0) write_level(m, m.signal_of(bit), levels_[root], net_name(root));
  } else if (auto name = own_name(m, bit); net_name(root) != name) {
    out_.aliases.push_back({std::move(name), net_name(root)});
  }
}

GSTA_INLINE void verilog_flattener::write_level(verilog_module const& m, verilog_signal const& signal,
                                                level_bits level, std::string_view name) {
  if (level != 3) {
    out_.constants.push_back({std::string(name), level == 2});
    return;
  }
  if (times_written_ > 0) return;
  d_.seen.add("net tied to both 0 and 1 (taken as neither)",
              location_text(*m.file, {signal.at.line, signal.at.column}));
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
  store_nets(m, written.first_bit);
  for (auto const& port : m.ports) write_module_pins(m, port, written.first_bit);
  write(index);
  path_.resize(length);
}

GSTA_INLINE void verilog_flattener::write_literals() {
  if (has_literal_[0]) out_.constants.push_back({std::string(d_.names[name_of_zero]), false});
  if (has_literal_[1]) out_.constants.push_back({std::string(d_.names[name_of_one]), true});
}

}  // namespace gsta::io::detail
