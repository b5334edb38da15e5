#pragma once

#include "gsta/io/detail/verilog_state.ipp"

namespace gsta::io::detail {

GSTA_INLINE void verilog_state::begin_module(std::string_view name) {
  module_ = {};
  module_.file = &file;
  module_.name = design_.names.number_of(name);
  module_.at = place_of(name);
  ++module_count_;
  used_terms_ = 0;
  begin_declaration(model::direction::unknown);
}

GSTA_INLINE void verilog_state::begin_declaration(model::direction direction) {
  direction_ = direction;
  begin_net_kind(verilog_level::none);
}

GSTA_INLINE void verilog_state::begin_net_kind(verilog_level tied) {
  tied_ = tied;
  is_bus_ = false;
  range_ = {};
}

GSTA_INLINE void verilog_state::set_range_to(std::string_view number) {
  range_.to = bit_number(number);
  is_bus_ = true;
  auto const width = std::abs(std::int64_t{range_.from} - range_.to) + 1;
  if (width > widest_verilog_vector)
    fail_at(number, "a bus of " + std::to_string(width) + " bits is too wide");
}

GSTA_INLINE std::int32_t verilog_state::bit_number(std::string_view number) const {
  std::int32_t value = 0;
  auto const read = std::from_chars(number.data(), number.data() + number.size(), value);
  if (read.ec != std::errc{}) fail_at(number, "the number " + in_quotes(number) + " is out of range");
  return value;
}

GSTA_INLINE verilog_state::meaning& verilog_state::meaning_of(verilog_name name) {
  if (name >= meanings_.size()) meanings_.resize(std::max<std::size_t>(2 * meanings_.size(), name + 1024));
  return meanings_[name];
}

GSTA_INLINE verilog_index verilog_state::add_signal(verilog_name name, std::string_view piece) {
  if (name == name_of_zero || name == name_of_one) {
    fail_at(piece, "the name " + in_quotes(piece) + " is that of a constant");
  }
  auto const index = static_cast<verilog_index>(module_.signals.size());
  meaning_of(name).signal = index;
  verilog_signal signal;
  signal.name = name;
  signal.at = place_of(piece);
  module_.signals.push_back(signal);
  return index;
}

/// Gives a signal the range of the declaration that is being read; a second one has to agree.
GSTA_INLINE void verilog_state::declare(verilog_signal& signal, std::string_view piece) {
  if (signal.is_declared && (signal.is_bus != is_bus_ || signal.range != range_)) {
    fail_at(piece, "the net " + in_quotes(piece) + " is declared with two ranges");
  }
  signal.is_declared = true;
  signal.is_bus = is_bus_;
  signal.range = range_;
  if (tied_ != verilog_level::none) signal.tied = tied_;
}

GSTA_INLINE void verilog_state::add_header_port(std::string_view name) {
  auto const number = design_.names.number_of(name);
  if (meaning_of(number).signal != verilog_none) fail_twice("the port", name, "listed");
  auto& port = module_.signals[add_signal(number, name)];
  port.is_port = true;
  port.direction = direction_;
  if (direction_ != model::direction::unknown) declare(port, name);
  ++module_.port_count;
}

GSTA_INLINE void verilog_state::declare_port(std::string_view name) {
  auto const found = meaning_of(design_.names.number_of(name)).signal;
  if (found == verilog_none || !module_.signals[found].is_port) {
    fail_at(name, "the port " + in_quotes(name) + " is not in the module's port list");
  }
  auto& port = module_.signals[found];
  if (port.direction != model::direction::unknown) fail_twice("the port", name, "declared");
  port.direction = direction_;
  declare(port, name);
}

GSTA_INLINE void verilog_state::declare_wire(std::string_view name) {
  auto const number = design_.names.number_of(name);
  declared_ = meaning_of(number).signal;
  if (declared_ == verilog_none) {
    declared_ = add_signal(number, name);
  } else if (!module_.signals[declared_].is_port) {  // a port may be declared as a wire too
    count("net declared twice, or after its first use", name);
  }
  declare(module_.signals[declared_], name);
}

GSTA_INLINE void verilog_state::begin_initial_value(std::string_view sign) {
  add_term(verilog_term_kind::net, declared_, sign);
  end_target();
}

GSTA_INLINE void verilog_state::end_module() {
  check_ports();
  number_bits();
  for (auto& signal : module_.signals) judge_undeclared(signal);
  check_selects();
  std::sort(module_.port_index.begin(), module_.port_index.end());
  for (auto const& signal : module_.signals) meanings_[signal.name].signal = verilog_none;
  auto const index = static_cast<verilog_index>(design_.modules.size());
  auto const [known, is_new] = design_.module_of.emplace(module_.name, index);
  if (is_new) {
    design_.modules.push_back(std::move(module_));
  } else {
    count_at("module defined twice (the later one counts)", module_.at);
    design_.modules[known->second] = std::move(module_);
  }
}

GSTA_INLINE void verilog_state::check_ports() const {
  for (verilog_index i = 0; i < module_.port_count; ++i) {
    auto const& port = module_.signals[i];
    if (port.direction == model::direction::unknown) {
      fail_in(port.at,
              "the port " + in_quotes(design_.names[port.name]) + " is not declared input, output or inout");
    }
  }
}

GSTA_INLINE void verilog_state::number_bits() {
  std::uint64_t bits = 0;
  for (verilog_index i = 0; i < module_.signals.size(); ++i) {
    auto& signal = module_.signals[i];
    signal.first_bit = static_cast<verilog_index>(bits);
    bits += signal.width();
    if (bits > most_bits) fail_in(signal.at, "the module has more than 2^31 nets");
    if (signal.is_port) module_.port_index.emplace_back(signal.name, i);
  }
  module_.bit_count = static_cast<verilog_index>(bits);
}

/// What was never declared is a scalar net, which is legal.
GSTA_INLINE void verilog_state::judge_undeclared(verilog_signal& signal) {
  signal.is_twin = !signal.is_bus && join_with_bit(signal);
  if (signal.is_declared || signal.is_twin) return;
  count_at("net without a declaration (implicit wire)", signal.at);
}

/// An escaped name \bus[3] is the net of the bit bus[3], where there is such a bus.
GSTA_INLINE bool verilog_state::join_with_bit(verilog_signal const& scalar) {
  auto const name = design_.names[scalar.name];
  auto const bracket = name.rfind('[');
  if (name.back() != ']' || bracket == std::string_view::npos) return false;
  auto const digits = name.substr(bracket + 1, name.size() - bracket - 2);
  std::int32_t bit = 0;
  auto const read = std::from_chars(digits.data(), digits.data() + digits.size(), bit);
  auto const found = find_signal(design_.names.find(name.substr(0, bracket)));
  // The bit's own name has no more digits than it needs: \a[03] is another net than a[3].
  if (found == verilog_none || read.ec != std::errc{} || std::to_string(bit) != digits) return false;
  auto const& bus = module_.signals[found];
  if (!bus.is_bus || !bus.range.contains(bit)) return false;
  module_.twins.emplace_back(bus.first_bit + bus.range.position_of(bit), scalar.first_bit);
  return true;
}

}  // namespace gsta::io::detail
