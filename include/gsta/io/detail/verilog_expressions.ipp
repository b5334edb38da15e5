#pragma once

#include "gsta/io/detail/verilog_state.ipp"

namespace gsta::io::detail {

GSTA_INLINE void verilog_state::add_term(verilog_term_kind kind, std::size_t what, std::string_view piece) {
  module_.terms.push_back(
      {kind, static_cast<std::uint32_t>(what), static_cast<std::uint32_t>(offset_of(file, piece)), 0, 0, 0});
}

GSTA_INLINE void verilog_state::add_net(std::string_view name) {
  auto const number = design_.names.number_of(name);
  auto signal = meaning_of(number).signal;
  if (signal == verilog_none) signal = add_signal(number, name);
  add_term(verilog_term_kind::net, signal, name);
}

GSTA_INLINE void verilog_state::select_bit(std::string_view number) {
  auto& term = module_.terms.back();
  term.kind = verilog_term_kind::bit;
  term.from = term.to = bit_number(number);
}

GSTA_INLINE void verilog_state::select_part(std::string_view number) {
  auto& term = module_.terms.back();
  term.kind = verilog_term_kind::part;
  term.to = bit_number(number);
}

GSTA_INLINE void verilog_state::add_constant(std::string_view text) {
  bool const is_usual = text == "1'b0" || text == "1'b1";  // nearly all are
  if (!is_usual && has_unknown_bits(file, text)) {
    count("constant with digits x or z (left unconnected)", text);
  }
  add_term(verilog_term_kind::constant, text.size(), text);
}

GSTA_INLINE void verilog_state::open_brace(std::string_view brace) {
  if (++depth_ > 256) fail_at(brace, "concatenations are nested more than 256 deep");
}

GSTA_INLINE void verilog_state::begin_repeated(std::string_view count) {
  auto const digits = count.substr(0, std::min(count.find_first_not_of("0123456789"), count.size()));
  std::uint32_t times = 0;
  auto const read = std::from_chars(digits.data(), digits.data() + digits.size(), times);
  if (read.ec != std::errc{} || times == 0 || times > widest_verilog_vector) {
    fail_at(digits, "the replication count " + in_quotes(digits) + " is out of range");
  }
  repeats_.push_back(term_count());
  add_term(verilog_term_kind::repeat, times, digits);
}

GSTA_INLINE void verilog_state::end_repeated() {
  module_.terms[repeats_.back()].end = term_count();
  repeats_.pop_back();
  close_brace();
}

GSTA_INLINE void verilog_state::end_assign() {
  for (auto i = used_terms_; i < target_end_; ++i) {
    auto const& term = module_.terms[i];
    if (term.kind == verilog_term_kind::constant || term.kind == verilog_term_kind::repeat) {
      fail(file, term.offset, "the left side of an assignment has to be of nets");
    }
  }
  auto const at = place_at(module_.terms[used_terms_].offset);
  module_.assigns.push_back({{used_terms_, target_end_}, {target_end_, term_count()}, at});
  used_terms_ = term_count();
}

GSTA_INLINE void verilog_state::begin_cell(std::string_view name, bool is_escaped) {
  if (!is_escaped && is_reserved(name)) fail_at(name, in_quotes(name) + " is not supported yet");
  cell_ = design_.names.number_of(name);
  cell_at_ = place_of(name);
}

GSTA_INLINE void verilog_state::begin_instance(std::string_view name) {
  verilog_instance instance;
  instance.cell = cell_;
  instance.name = design_.names.number_of(name);
  instance.at = cell_at_;
  instance.name_at = place_of(name);
  instance.first = static_cast<verilog_index>(module_.connections.size());
  auto& owner = meaning_of(instance.name).instance_of_module;
  if (owner == module_count_) fail_twice("the instance", name, "declared");
  owner = module_count_;
  ++instance_count_;
  module_.instances.push_back(instance);
}

GSTA_INLINE void verilog_state::connect_pin(std::string_view name) {
  verilog_connection connection;
  connection.pin = design_.names.number_of(name);
  connection.at = place_of(name);
  auto& owner = meaning_of(connection.pin).pin_of_instance;
  if (owner == instance_count_) fail_twice("the pin", name, "connected");
  owner = instance_count_;
  module_.connections.push_back(connection);
}

GSTA_INLINE void verilog_state::end_connection() {
  module_.connections.back().value = {used_terms_, term_count()};
  used_terms_ = term_count();
}

GSTA_INLINE void verilog_state::add_positional(std::string_view text) {
  verilog_connection connection;
  connection.at = place_of(text);
  module_.connections.push_back(connection);
  end_connection();
}

GSTA_INLINE void verilog_state::end_instance() {
  module_.instances.back().last = static_cast<verilog_index>(module_.connections.size());
}

/// Ranges may stand behind their use, so selects are checked when the module is whole.
GSTA_INLINE void verilog_state::check_selects() const {
  for (auto const& term : module_.terms) {
    if (term.kind != verilog_term_kind::bit && term.kind != verilog_term_kind::part) continue;
    auto const& signal = module_.signals[term.what];
    auto const& range = signal.range;
    if (signal.is_bus && range.contains(term.from) && range.contains(term.to) &&
        range.position_of(term.from) <= range.position_of(term.to)) {
      continue;
    }
    fail_select(signal, term);
  }
}

GSTA_INLINE void verilog_state::fail_select(verilog_signal const& signal, verilog_term const& term) const {
  auto const name = in_quotes(design_.names[signal.name]);
  auto const& range = signal.range;
  if (!signal.is_bus) fail(file, term.offset, "a bit of " + name + " is selected, which is not a bus");
  if (!range.contains(term.from) || !range.contains(term.to)) {
    auto const from = std::to_string(range.from), to = std::to_string(range.to);
    fail(file, term.offset, "the select is outside the range [" + from + ":" + to + "] of " + name);
  }
  fail(file, term.offset, "the part select runs against the range of " + name);
}

}  // namespace gsta::io::detail
