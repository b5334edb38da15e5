// Modules, ports and nets of Verilog.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "src/io/text.hpp"
#include "src/io/verilog_bits.hpp"
#include "src/io/verilog_module.hpp"
#include "src/io/verilog_names.hpp"
#include "src/io/verilog_state.hpp"

namespace gsta::io::detail {

void verilog_state::begin_module(std::string_view name) {
  forget_signals();
  module_ = {};
  module_.file = &file;
  module_.name = design_.names.number_of(name);
  module_.at = place_of(name);
  ++module_count_;
  used_terms_ = 0;
  has_wide_ = false;
  bits_of_scalar_.clear();
  next_number_.clear();
  begin_declaration(model::direction::unknown);
}

/// Names mean no signals of the module before.
void verilog_state::forget_signals() {
  constexpr std::size_t at_once = std::size_t{1} << 15U;
  if (last_module_ == verilog_none) return;
  auto const& signals = design_.modules[last_module_].signals;
  threads_.for_each_piece((signals.size() + at_once - 1) / at_once, [&](std::size_t p) {
    auto const end = std::min(signals.size(), (p + 1) * at_once);
    for (auto i = p * at_once; i < end; ++i)  // the bits of a scalar have its name, too
      std::atomic_ref(meanings_[signals[i].name].signal).store(verilog_none, std::memory_order_relaxed);
  });
}

void verilog_state::begin_declaration(model::direction direction) {
  direction_ = direction;
  begin_net_kind(verilog_level::none);
}

void verilog_state::begin_net_kind(verilog_level tied) {
  tied_ = tied;
  is_bus_ = is_too_wide_ = false;
  range_ = {};
}

/// A bus that is too wide is one only where it is used.
void verilog_state::set_range(double from, double to) {
  bool const is_in_range = std::abs(from) <= most_bit_number && std::abs(to) <= most_bit_number;
  is_bus_ = true;
  is_too_wide_ = !is_in_range || std::abs(from - to) >= widest_verilog_vector;
  range_ = {};
  if (!is_too_wide_) range_ = {static_cast<std::int32_t>(from), static_cast<std::int32_t>(to)};
}

std::int32_t verilog_state::bit_number(std::string_view number) const {
  double const value = value_of(number);
  if (!(std::abs(value) <= most_bit_number))
    fail_at(number, "the number " + in_quotes(number) + " is out of range");
  return static_cast<std::int32_t>(value);
}

verilog_state::meaning& verilog_state::meaning_of(verilog_name name) {
  if (name >= meanings_.size())
    meanings_.resize(std::max<std::size_t>(2 * meanings_.size(), name + 1024), meaning{});
  return meanings_[name];
}

verilog_index verilog_state::add_signal(verilog_name name, std::string_view piece) {
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
void verilog_state::declare(verilog_signal& signal, std::string_view piece) {
  if (signal.is_declared && (signal.is_bus != is_bus_ || signal.range != range_)) {
    fail_at(piece, "the net " + in_quotes(piece) + " is declared with two ranges");
  }
  signal.is_declared = true;
  signal.is_bus = is_bus_;
  signal.is_too_wide = is_too_wide_;
  has_wide_ = has_wide_ || is_too_wide_;
  signal.range = signal.stored = range_;
  if (tied_ != verilog_level::none) signal.tied = tied_;
}

void verilog_state::add_header_port(std::string_view name) {
  bool const is_new = meaning_of(design_.names.number_of(name)).signal == verilog_none;
  add_net(name);
  auto& port = module_.signals[module_.terms.back().what];
  if (is_new && direction_ != model::direction::unknown) declare(port, name);
}

/// What the header has between two commas: its nets are ports of the module, whatever it is called outside.
void verilog_state::end_header_port(std::string_view outer_name) {
  verilog_port port;
  port.is_named_outside = !outer_name.empty();
  if (port.is_named_outside) port.name = design_.names.number_of(outer_name);
  port.value = {used_terms_, term_count()};
  for (auto i = used_terms_; i < term_count(); ++i) {
    auto const& term = module_.terms[i];
    if (term.kind == verilog_term_kind::constant || term.kind == verilog_term_kind::repeat)
      fail(file, term.offset, "a port has to be of nets");
    auto& signal = module_.signals[term.what];
    signal.is_port = true;
    if (direction_ != model::direction::unknown) signal.direction = direction_;
  }
  if (!port.is_named_outside && term_count() == used_terms_ + 1) {
    port.name = module_.signals[module_.terms[used_terms_].what].name;
  }
  if (port.value.first == port.value.last) count_at("port without a net", module_.at);
  module_.ports.push_back(port);
  module_.port_count = static_cast<verilog_index>(module_.signals.size());
  used_terms_ = term_count();
}

void verilog_state::declare_port(std::string_view name) {
  auto const found = meaning_of(design_.names.number_of(name)).signal;
  if (found == verilog_none || !module_.signals[found].is_port) {
    fail_at(name, "the port " + in_quotes(name) + " is not in the module's port list");
  }
  auto& port = module_.signals[found];
  if (port.direction != model::direction::unknown) fail_twice("the port", name, "declared");
  port.direction = direction_;
  declare(port, name);
}

void verilog_state::declare_wire(std::string_view name) {
  auto const number = design_.names.number_of(name);
  declared_ = meaning_of(number).signal;
  if (declared_ == verilog_none) {
    declared_ = add_signal(number, name);
  } else if (!module_.signals[declared_].is_port) {  // a port may be declared as a wire too
    count("net declared twice, or after its first use", name);
  }
  declare(module_.signals[declared_], name);
}

void verilog_state::end_module() {
  check_ports();
  check_widths();
  check_selects();
  number_bits();
  index_ports();
  auto const index = static_cast<verilog_index>(design_.modules.size());
  auto const [known, is_new] = design_.module_of.emplace(module_.name, index);
  last_module_ = known->second;
  if (is_new) {
    design_.modules.push_back(std::move(module_));
  } else {
    count_at("module defined twice (the later one counts)", module_.at);
    design_.modules[known->second] = std::move(module_);
  }
}

void verilog_state::check_ports() const {
  for (verilog_index i = 0; i < module_.port_count; ++i) {
    auto const& port = module_.signals[i];
    if (port.direction == model::direction::unknown) {
      fail_in(port.at,
              "the port " + in_quotes(design_.names[port.name]) + " is not declared input, output or inout");
    }
  }
}

/// A bus that is too wide may stand there as long as nothing uses it.
void verilog_state::check_widths() {
  auto const is_wide = [](verilog_signal const& signal) { return signal.is_too_wide; };
  if (!has_wide_) return;
  auto const say = [&](verilog_signal& signal, verilog_location at) {
    signal.is_too_wide = false;
    module_.unusable = "the bus " + in_quotes(design_.names[signal.name]) + " is too wide";
    module_.unusable_at = at;
  };
  std::vector<std::pair<std::uint32_t, verilog_index>> used;  // where, and what
  for (auto const& term : module_.terms)
    if (term.kind != verilog_term_kind::constant && term.kind != verilog_term_kind::repeat)
      used.emplace_back(term.offset, term.what);
  for (auto const& instance : module_.instances)
    for (auto const& [pin, port, value, at] : instance.connections())
      if (value.is_net()) used.emplace_back(value.net_offset(), value.net());
  std::sort(used.begin(), used.end());
  for (auto const& [offset, signal] : used)
    if (is_wide(module_.signals[signal])) say(module_.signals[signal], place_at(offset));
  for (auto& signal : module_.signals) {
    if (is_wide(signal) && signal.tied != verilog_level::none) say(signal, signal.at);
    if (is_wide(signal)) count_at("bus that is too wide (nothing uses it)", signal.at);
  }
}

/// Places of bits, and what is to be said of nets.
void verilog_state::number_bits() {
  constexpr std::size_t at_once = std::size_t{1} << 15U;
  struct part {
    std::uint64_t bits = 0;
    double letters = 0;
    bool has_vectors = false, has_bit_names = false;
    std::vector<verilog_index> undeclared{}, tied{};
  };
  auto& signals = module_.signals;
  std::vector<part> parts((signals.size() + at_once - 1) / at_once);
  auto const for_each_signal = [&](auto const& visit) {
    threads_.for_each_piece(parts.size(), [&](std::size_t p) {
      auto const end = std::min(signals.size(), (p + 1) * at_once);
      for (auto i = p * at_once; i < end; ++i) visit(signals[i], static_cast<verilog_index>(i), parts[p]);
    });
  };
  bool const may_be_like_bits = design_.names.has_bracket();
  for_each_signal([&](verilog_signal& signal, verilog_index i, part& into) {
    signal.first_bit = i;  // where no vector stands before it
    into.bits += signal.stored_width();
    into.letters += signal.stored_width() * static_cast<double>(design_.names[signal.name].size());
    into.has_vectors = into.has_vectors || signal.is_bus;
    into.has_bit_names = into.has_bit_names || (may_be_like_bits && is_like_bit(signal));
    if (!signal.is_declared) into.undeclared.push_back(i);
    if (signal.tied != verilog_level::none) into.tied.push_back(i);
  });
  std::uint64_t bits = 0;
  for (auto& one : parts) {
    module_.letters += one.letters;
    module_.has_vectors = module_.has_vectors || one.has_vectors;
    design_.has_bit_names = design_.has_bit_names || one.has_bit_names;
    module_.tied.insert(module_.tied.end(), one.tied.begin(), one.tied.end());
    for (auto const i : one.undeclared) count_at("net without a declaration (implicit wire)", signals[i].at);
    bits += std::exchange(one.bits, bits);
    if (bits <= most_bits) continue;
    auto const* last = &signals[at_once * static_cast<std::size_t>(&one - parts.data())];
    for (bits = one.bits; (bits += last->stored_width()) <= most_bits;) ++last;
    fail_in(last->at, "the module has more than 2^31 nets");
  }
  module_.bit_count = static_cast<verilog_index>(bits);
  if (!module_.has_vectors) return;
  for_each_signal([&](verilog_signal& signal, verilog_index, part& from) {
    signal.first_bit = static_cast<verilog_index>(from.bits);
    from.bits += signal.stored_width();
  });
}

void verilog_state::index_ports() {
  auto& index = module_.port_index;
  for (verilog_index i = 0; i < module_.ports.size(); ++i) {
    if (module_.ports[i].name != verilog_names::missing) index.emplace_back(module_.ports[i].name, i);
  }
  std::sort(index.begin(), index.end());
  auto const again = std::unique(index.begin(), index.end(),
                                 [](auto const& a, auto const& b) { return a.first == b.first; });
  if (again == index.end()) return;
  design_.seen.add("port listed twice (the later one is connected by its position only)",
                   location_text(file, {module_.at.line, module_.at.column}),
                   static_cast<std::size_t>(index.end() - again));
  index.erase(again, index.end());
}

/// An escaped name \bus[3] beside a bus that has such a bit: two nets, spelled alike.
bool verilog_state::is_like_bit(verilog_signal const& scalar) const {
  auto const name = design_.names[scalar.name];
  auto const bracket = name.back() == ']' ? name.rfind('[') : std::string_view::npos;
  if (bracket == std::string_view::npos) return false;
  auto const found = find_signal(design_.names.find(name.substr(0, bracket)));
  return found != verilog_none && (module_.signals[found].is_bus || bits_of_scalar_.contains(found));
}

}  // namespace gsta::io::detail
