#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/reader_memory.hpp"
#include "gsta/io/detail/spef_names.ipp"
#include "gsta/io/detail/spef_nodes.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/wires.hpp"

namespace gsta::io::detail {

/// What a file may hold that is counted, not used.
enum class spef_unused : std::size_t {
  other_net,
  poles,
  definition,
  inductors,
  sensitivities,
  variations,
  triple,
  repeated_net,
  pin_capacitance,
  ambiguous_bus,
  kinds
};
inline constexpr std::array<char const*, static_cast<std::size_t>(spef_unused::kinds)> spef_unused_names = {
    "physical net (*D_PNET, *R_PNET), skipped",
    "*Q *K poles and residues of a reduced net, skipped: its Elmore delays count",
    "*DEFINE (hierarchical SPEF), skipped",
    "*INDUC, skipped",
    "*SC sensitivities, skipped",
    "*VARIATION_PARAMETERS, skipped",
    "value of three corners a:b:c, the typical one used",
    "net extracted twice, the last one used",
    "*DESIGN_FLOW PIN_CAP: the capacitors hold the pins' too",
    "*BUS_DELIMITER separates something else too, bits keep their names"};

/// The parasitics as the actions fill them.
struct spef_state {
  spef_state(source const& from, spef_options const& options)
      : file(from), coupling_factor(options.coupling_factor), names(from, options.prefix) {}

  source const& file;
  float coupling_factor;
  spef_names names;
  line_cursor cursor{file.text()};
  model::parasitics result{};
  std::string_view map_index{};
  double unit = 0;  ///< the number in the unit line being read
  double to_ff = 0, to_kohm = 0, to_ps = 0;
  model::wire_net net{};
  std::string_view net_name{};              ///< as written
  std::optional<spef_nodes> nodes{};        ///< of the net, where the grammar reads it
  std::shared_ptr<reader_memory> memory{};  ///< of their names
  bool is_port = false;
  std::string_view third{};

  /// Counted here, because there may be one for every number of the file.
  struct tally {
    std::size_t count = 0;
    model::location first;
  };
  std::array<tally, spef_unused_names.size()> unused{};

  std::size_t offset(std::string_view piece) const { return offset_of(file, piece); }
  model::location locate(std::string_view piece) { return cursor.locate(offset(piece)); }
  model::wire_location place(std::string_view piece) {
    auto const at = locate(piece);
    return {static_cast<std::uint32_t>(at.line), static_cast<std::uint32_t>(at.column)};
  }
  void count(spef_unused kind, std::string_view piece) {
    auto& entry = unused[static_cast<std::size_t>(kind)];
    if (entry.count++ == 0) entry.first = locate(piece);
  }
  void count(spef_unused kind, model::location first, std::size_t times) {
    auto& entry = unused[static_cast<std::size_t>(kind)];
    if (entry.count == 0) entry.first = first;
    entry.count += times;
  }
  void report(model::diagnostics& seen) const;

  std::string resolve(std::string_view reference) { return names.resolve(reference); }
  model::wire_node node(std::string_view reference);
  double triple_or_number(std::string_view piece);
  float value(std::string_view piece, double scale, char const* what);

  void set_divider(std::string_view piece) { names.set_divider(piece); }
  void set_delimiter(std::string_view piece) { names.set_delimiter(piece); }
  void set_bus_delimiters(std::string_view piece) { names.set_bus_delimiters(piece); }
  void set_flow(std::string_view quoted);
  void set_unit(std::string_view piece);
  void set_time_unit(std::string_view piece);
  void set_capacitance_unit(std::string_view piece);
  void set_resistance_unit(std::string_view piece);
  void set_map_index(std::string_view digits) noexcept { map_index = digits; }
  void add_map_name(std::string_view name) { names.add(map_index, name); }
  void settle_names(std::string_view first_name);
  void begin_net(std::string_view name);
  void set_total(std::string_view piece) { net.total = value(piece, to_ff, "capacitance"); }
  void add_pin(std::string_view name) {
    net.connections.push_back({node(name), is_port, model::direction::unknown, place(name)});
  }
  void set_direction(std::string_view letter);
  void begin_capacitor(std::string_view name) { net.capacitors.push_back({node(name), {}, 0}); }
  void set_third(std::string_view piece) noexcept { third = piece; }
  void end_grounded() { net.capacitors.back().value = value(third, to_ff, "capacitance"); }
  void end_coupling(std::string_view piece);
  void begin_resistor(std::string_view name) { net.resistors.push_back({node(name), {}, 0, place(name)}); }
  void set_second_node(std::string_view name) { net.resistors.back().b = node(name); }
  void set_resistance(std::string_view piece) {
    net.resistors.back().value = value(piece, to_kohm, "resistance");
  }
  void end_net();
  void begin_reduced_net(std::string_view name);
  void begin_driver(std::string_view pin) { net.reduced.push_back({resolve(pin), 0, 0, 0, {}, place(pin)}); }
  void set_near(std::string_view piece) { net.reduced.back().near_end = value(piece, to_ff, "capacitance"); }
  void set_pi_resistance(std::string_view piece) {
    net.reduced.back().resistance = value(piece, to_kohm, "resistance");
  }
  void set_far(std::string_view piece) { net.reduced.back().far_end = value(piece, to_ff, "capacitance"); }
  void begin_load(std::string_view pin) { net.reduced.back().sinks.push_back({resolve(pin), 0, place(pin)}); }
  void set_elmore(std::string_view piece) {
    net.reduced.back().sinks.back().elmore = value(piece, to_ps, "delay");
  }
  void count_poles(std::string_view at) { count(spef_unused::poles, at); }
  void count_other_net(std::string_view at) { count(spef_unused::other_net, at); }
  void count_definition(std::string_view at) { count(spef_unused::definition, at); }
  void count_inductors(std::string_view at) { count(spef_unused::inductors, at); }
  void count_sensitivities(std::string_view at) { count(spef_unused::sensitivities, at); }
  void count_variations(std::string_view at) { count(spef_unused::variations, at); }
};

GSTA_INLINE void spef_state::report(model::diagnostics& seen) const {
  for (std::size_t kind = 0; kind < unused.size(); ++kind) {
    auto const& entry = unused[kind];
    if (entry.count > 0) seen.add(spef_unused_names[kind], location_text(file, entry.first), entry.count);
  }
}

/// Of best:typical:worst the typical value.
GSTA_INLINE double spef_state::triple_or_number(std::string_view piece) {
  double result = 0;
  if (to_number(piece, result)) return result;
  auto const first = piece.find(':');
  if (first == std::string_view::npos) return number_of(file, piece);  // throws
  auto const second = piece.find(':', first + 1);
  if (second == std::string_view::npos) {
    fail(file, offset(piece), "expected a number or a triple a:b:c, found " + in_quotes(piece));
  }
  count(spef_unused::triple, piece);
  number_of(file, piece.substr(0, first));
  number_of(file, piece.substr(second + 1));
  return number_of(file, piece.substr(first + 1, second - first - 1));
}

/// Of capacitances, resistances, and of delays likewise.
inline constexpr float most_of_wires = most_capacitance;
static_assert(most_of_wires == most_resistance && most_of_wires <= most_time);

GSTA_INLINE float spef_state::value(std::string_view piece, double scale, char const* what) {
  auto const number = triple_or_number(piece);
  if (number < 0) {
    fail(file, offset(piece),
         std::string("expected a ") + what + " that is not negative, found " + in_quotes(piece));
  }
  return float_of(file, piece, number * scale, most_of_wires);
}

/// PIN_CAP NONE, the rule, leaves the pins' own capacitance to the library; the others add it to the wires.
GSTA_INLINE void spef_state::set_flow(std::string_view quoted) {
  if (quoted.find("PIN_CAP") == quoted.npos || quoted.find("NONE") != quoted.npos) return;
  result.holds_pin_capacitance = true;
  count(spef_unused::pin_capacitance, quoted);
}

GSTA_INLINE void spef_state::set_unit(std::string_view piece) {
  unit = number_of(file, piece);
  if (unit <= 0) fail(file, offset(piece), "expected a unit greater than 0, found " + in_quotes(piece));
}

/// `capitals` in capitals or not.
inline bool is_unit(std::string_view piece, std::string_view capitals) noexcept {
  auto const same = [](char a, char b) { return (a >= 'a' && a <= 'z' ? a - 'a' + 'A' : a) == b; };
  return std::equal(piece.begin(), piece.end(), capitals.begin(), capitals.end(), same);
}

GSTA_INLINE void spef_state::set_time_unit(std::string_view piece) {
  bool const pico = is_unit(piece, "PS"), nano = is_unit(piece, "NS");
  if (!pico && !nano && !is_unit(piece, "US")) {
    fail(file, offset(piece), "expected NS or PS, found " + in_quotes(piece));
  }
  to_ps = pico ? unit : nano ? unit * 1000 : unit * 1e6;
}

GSTA_INLINE void spef_state::set_capacitance_unit(std::string_view piece) {
  bool const femto = is_unit(piece, "FF");
  if (!femto && !is_unit(piece, "PF")) {
    fail(file, offset(piece), "expected PF or FF, found " + in_quotes(piece));
  }
  to_ff = femto ? unit : unit * 1000;
}

GSTA_INLINE void spef_state::set_resistance_unit(std::string_view piece) {
  bool const kilo = is_unit(piece, "KOHM");
  if (!kilo && !is_unit(piece, "OHM")) {
    fail(file, offset(piece), "expected OHM or KOHM, found " + in_quotes(piece));
  }
  to_kohm = kilo ? unit : unit / 1000;
}

GSTA_INLINE void spef_state::settle_names(std::string_view first_name) {
  if (to_ff == 0) fail(file, offset(first_name), "there is no *C_UNIT before the first net");
  if (to_kohm == 0) fail(file, offset(first_name), "there is no *R_UNIT before the first net");
  if (names.settled()) return;
  names.settle();
  result.pin_delimiter = names.pin_delimiter();
  if (names.ambiguous_bus()) count(spef_unused::ambiguous_bus, first_name);
}

GSTA_INLINE void spef_state::begin_net(std::string_view name) {
  settle_names(name);
  net_name = name;
  net.name = resolve(name);
  net.delimiter = names.pin_delimiter();
  net.at = locate(name);
  if (!nodes) nodes.emplace(names, file.text());
  nodes->begin_net(name, net.name);
}

GSTA_INLINE model::wire_node spef_state::node(std::string_view reference) {
  if (!memory) result.memory.keep(memory = std::make_shared<reader_memory>(std::size_t{1} << 14U));
  std::size_t mapped_bytes = 0;
  auto const found = nodes->find(reference, memory->pool(), mapped_bytes);
  if (found.is_none()) resolve(reference);  // says what is wrong
  names.spend(mapped_bytes, reference);
  return found;
}

GSTA_INLINE void spef_state::begin_reduced_net(std::string_view name) {
  if (to_ps == 0) fail(file, offset(name), "there is no *T_UNIT before the first reduced net");
  begin_net(name);
}

GSTA_INLINE void spef_state::set_direction(std::string_view letter) {
  using enum model::direction;
  net.connections.back().direction = letter == "I" ? input : letter == "O" ? output : inout;
}

GSTA_INLINE void spef_state::end_coupling(std::string_view piece) {
  net.capacitors.back().other = node(third);
  net.capacitors.back().value = coupling_factor * value(piece, to_ff, "capacitance");
}

/// What was gathered, without spare capacity; the scratch keeps its own for the next net.
template <class T>
std::pmr::vector<T> taken(std::pmr::vector<T>& scratch) {
  std::pmr::vector<T> result(std::make_move_iterator(scratch.begin()),
                             std::make_move_iterator(scratch.end()));
  scratch.clear();
  return result;
}

GSTA_INLINE void spef_state::end_net() {
  for (auto const* const one : nodes->stored()) net.names.push_back(model::name::shared(one));
  bool const is_first =
      result.add({std::move(net.name), net.total, net.delimiter, taken(net.names), taken(net.connections),
                  taken(net.capacitors), taken(net.resistors), net.at, std::exchange(net.reduced, {})});
  if (!is_first) count(spef_unused::repeated_net, net_name);
}

}  // namespace gsta::io::detail
