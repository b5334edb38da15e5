#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <memory_resource>
#include <string>
#include <utility>
#include <vector>

#include "gsta/io/detail/verilog_flattener.ipp"

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
GSTA_INLINE void verilog_flattener::write_cells(verilog_module const& m, std::size_t begin, std::size_t end,
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

GSTA_INLINE void verilog_flattener::cell_writer::write_connection(verilog_instance const& instance,
                                                                  verilog_connection const& connection,
                                                                  connections& to) {
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
GSTA_INLINE std::vector<std::string> verilog_flattener::cell_writer::pins_of(
    verilog_instance const& instance, verilog_connection const& connection, std::size_t width) const {
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

}  // namespace gsta::io::detail
