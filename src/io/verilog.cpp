// Structural Verilog: the statements of a file.

#include "gsta/io/verilog.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/io/source.hpp"
#include "src/io/text.hpp"
#include "src/io/verilog_bits.hpp"
#include "src/io/verilog_file_reader.hpp"
#include "src/io/verilog_files.hpp"
#include "src/io/verilog_flattener.hpp"
#include "src/io/verilog_lexis.hpp"
#include "src/io/verilog_link.hpp"
#include "src/io/verilog_module.hpp"
#include "src/io/verilog_names.hpp"
#include "src/io/verilog_runs.hpp"
#include "src/io/verilog_state.hpp"
#include "src/io/verilog_words.hpp"

namespace gsta::io::detail {

void verilog_state::add_term(verilog_term_kind kind, std::size_t what, std::string_view piece) {
  module_.terms.push_back(
      {kind, static_cast<std::uint32_t>(what), static_cast<std::uint32_t>(offset_of(file, piece)), 0, 0, 0});
}

void verilog_state::add_net(std::string_view name) {
  auto const number = design_.names.number_of(name);
  auto signal = meaning_of(number).signal;
  if (signal == verilog_none) signal = add_signal(number, name);
  add_term(verilog_term_kind::net, signal, name);
}

void verilog_state::select_bit(std::string_view number) {
  auto& term = module_.terms.back();
  term.kind = verilog_term_kind::bit;
  term.from = term.to = bit_number(number);
}

void verilog_state::select_part(std::string_view number) {
  auto& term = module_.terms.back();
  term.kind = verilog_term_kind::part;
  term.to = bit_number(number);
}

void verilog_state::add_constant(std::string_view text) {
  bool const is_usual = text == "1'b0" || text == "1'b1";  // nearly all are
  if (!is_usual && has_unknown_bits(file, text)) {
    count("constant with digits x or z (left unconnected)", text);
  }
  add_term(verilog_term_kind::constant, text.size(), text);
}

verilog_index verilog_state::begin_repeated(std::string_view count) {
  std::uint32_t times = 0;
  auto const read = std::from_chars(count.data(), count.data() + count.size(), times);
  if (read.ec != std::errc{} || times == 0 || times > widest_verilog_vector) {
    fail_at(count, "the replication count " + in_quotes(count) + " is out of range");
  }
  add_term(verilog_term_kind::repeat, times, count);
  return term_count() - 1;
}

void verilog_state::end_assign(verilog_index target_end) {
  for (auto i = used_terms_; i < target_end; ++i) {
    auto const& term = module_.terms[i];
    if (term.kind == verilog_term_kind::constant || term.kind == verilog_term_kind::repeat) {
      fail(file, term.offset, "the left side of an assignment has to be of nets");
    }
  }
  auto const at = place_at(module_.terms[used_terms_].offset);
  module_.assigns.push_back({{used_terms_, target_end}, {target_end, term_count()}, at});
  used_terms_ = term_count();
}

void verilog_state::begin_cell(verilog_identifier const& cell) {
  auto const name = cell.name;
  if (!cell.is_escaped && is_reserved(name)) {
    bool const is_gate = is_gate_primitive(name);
    fail_at(name, in_quotes(name) + " is not supported yet" +
                      (is_gate ? std::string(": a gate primitive") + unmapped_hint : ""));
  }
  cell_ = design_.names.number_of(name);
  cell_at_ = place_of(name);
}

/// The name with the first number behind it that no instance of the module has.
verilog_name verilog_state::name_beside(std::string_view name) {
  auto& number = next_number_[design_.names.number_of(name)];
  while (true) {
    auto made = std::string(name) + "_" + std::to_string(++number);
    auto const known = design_.names.find(made);
    if (known != verilog_names::missing) {
      if (!is_of_module(meaning_of(known).instance)) return known;
      continue;
    }
    return design_.names.number_of(design_.made_names.emplace_back(std::move(made)));
  }
}

void verilog_state::begin_instance(verilog_identifier const& identifier) {
  auto const [name, is_escaped] = identifier;
  verilog_instance instance;
  instance.cell = cell_;
  instance.name = design_.names.number_of(name);
  instance.at = cell_at_;
  instance.name_at = place_of(name);
  if (auto const known = meaning_of(instance.name).instance; is_of_module(known)) {
    if (known == instance_mark(is_escaped)) fail_twice("the instance", name, "declared");
    count("instance declared in both spellings of its name (the later one has a number behind it)", name);
    instance.name = name_beside(name);
  }
  meaning_of(instance.name).instance = instance_mark(is_escaped);
  ++instance_count_;
  module_.instances.push_back(instance);
  connections_.clear();
}

void verilog_state::connect_pin(std::string_view name) {
  verilog_connection connection;
  connection.pin = design_.names.number_of(name);
  connection.at = place_of(name);
  if (connection.pin >= instance_of_pin_.size())
    instance_of_pin_.resize(std::max<std::size_t>(2 * instance_of_pin_.size(), connection.pin + 1024));
  auto& owner = instance_of_pin_[connection.pin];
  if (owner == instance_count_) fail_twice("the pin", name, "connected");
  owner = instance_count_;
  connections_.push_back(connection);
}

void verilog_state::end_connection() {
  auto& value = connections_.back().value;
  value = {used_terms_, term_count()};
  if (auto const& term = module_.terms;
      term_count() == used_terms_ + 1 && term.back().kind == verilog_term_kind::net) {
    value = verilog_expression::of_net(term.back().what, term.back().offset);
    module_.terms.pop_back();
  }
  used_terms_ = term_count();
}

void verilog_state::add_positional(std::string_view text) {
  verilog_connection connection;
  connection.at = place_of(text);
  connections_.push_back(connection);
  end_connection();
}

void verilog_state::end_instance() {
  auto const kept = design_.memory.keep(std::span(connections_));
  auto& instance = module_.instances.back();
  instance.first_connection = kept.data();
  instance.connection_count = static_cast<std::uint32_t>(kept.size());
}

/// Ranges may stand behind their use, so selects are checked when the module is whole.
void verilog_state::check_selects() {
  for (auto& term : module_.terms) {
    if (term.kind == verilog_term_kind::bit || term.kind == verilog_term_kind::part) check_select(term);
  }
}

/// Bits outside of a bus, and bits of a scalar, are nets of their own, as sign-off timers have it.
void verilog_state::check_select(verilog_term& term) {
  bool const is_of_scalar = !module_.signals[term.what].is_bus;
  if (is_of_scalar) {
    count_at("bit of a net that is no bus (taken as a net of its own)", place_at(term.offset));
    term.what = bits_of_scalar(term.what, term.from);
  }
  auto& signal = module_.signals[term.what];
  bool const is_inside = signal.range.contains(term.from) && signal.range.contains(term.to);
  if (is_inside) {
    if (signal.range.position_of(term.from) > signal.range.position_of(term.to))
      count_at("part select against the range of its bus (taken as it stands)", place_at(term.offset));
    return;
  }
  if (!is_of_scalar)
    count_at("select outside of the range of its bus (taken as a net of its own)", place_at(term.offset));
  auto const [low, high] = std::minmax({term.from, term.to, signal.stored.from, signal.stored.to});
  if (std::int64_t{high} - low >= widest_verilog_vector)
    fail(file, term.offset, "the select is too far outside of the range of its bus");
  bool const ascends = signal.stored.from < signal.stored.to;
  signal.stored = ascends ? verilog_range{low, high} : verilog_range{high, low};
}

/// The bus that stands for the bits selected of a scalar net; the first is `bit`.
verilog_index verilog_state::bits_of_scalar(verilog_index scalar, std::int32_t bit) {
  auto const [found, is_new] =
      bits_of_scalar_.try_emplace(scalar, static_cast<verilog_index>(module_.signals.size()));
  if (is_new) {
    auto bus = module_.signals[scalar];
    bus.is_bus = bus.is_declared = true;
    bus.is_port = false;
    bus.tied = verilog_level::none;
    bus.range = bus.stored = {bit, bit};
    module_.signals.push_back(bus);
  }
  return found->second;
}

model::netlist read_verilog_files(host_threads const* threads, std::span<source const> files,
                                  verilog_options const& options, model::diagnostics& seen) {
  require(!files.empty(), "read_verilog: no file was passed");
  host_executor const alone;
  host_threads const all = threads != nullptr ? *threads : alone;
  std::deque<verilog_runs> runs;  // whose memory has connections
  verilog_design design(seen, options.cells);
  design.first_file = files.data();
  for (auto const& file : files) {
    check_text(file, all);
    if (file.text().size() >= verilog_none) {
      throw input_error(file.name(), 0, 0, "a file of 4 GiB or more is not supported yet");
    }
    auto const* const found = threads != nullptr ? &runs.emplace_back(*threads, file, design.names) : nullptr;
    verilog_state state(all, file, design, found);
    verilog_file_reader(state).read();
  }
  auto const extent = verilog_linker(all, design, options.instance_limit).link(options.top);
  model::netlist result;
  source const* const top = design.modules[design.top].file;
  result.file = top->name();
  for (auto const& file : files) {
    if (&file != top) result.other_files.push_back(file.name());
  }
  result.name = design.names[design.modules[design.top].name];
  verilog_flattener(all, design, result).flatten(extent);
  return result;
}

}  // namespace gsta::io::detail

namespace gsta::io {

model::netlist read_verilog(source const& file, model::diagnostics& seen) {
  return read_verilog(host_executor{}, file, seen);
}

model::netlist read_verilog(host_threads const& threads, source const& file, model::diagnostics& seen) {
  return detail::read_verilog_files(&threads, {&file, 1}, {}, seen);
}

model::netlist read_verilog(std::vector<source> const& files, std::string const& top,
                            model::diagnostics& seen) {
  verilog_options options;
  options.top = top;
  return read_verilog(files, options, seen);
}

model::netlist read_verilog(std::vector<source> const& files, verilog_options const& options,
                            model::diagnostics& seen) {
  return read_verilog(host_executor{}, files, options, seen);
}

model::netlist read_verilog(host_threads const& threads, std::vector<source> const& files,
                            verilog_options const& options, model::diagnostics& seen) {
  return detail::read_verilog_files(&threads, files, options, seen);
}

}  // namespace gsta::io
