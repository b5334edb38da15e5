#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "gsta/core/inline.hpp"
#include "gsta/io/detail/text.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/parasitics.hpp"

namespace gsta::io::detail {

/// Appends a name without its escapes: a backslash says that the next sign is part of the name.
GSTA_INLINE void append_unescaped(std::string_view text, std::string& into) {
  for (;;) {
    auto const slash = text.find('\\');
    into.append(text.substr(0, slash));
    if (slash == std::string_view::npos) return;
    into.append(text.substr(slash + 1, 1));
    text.remove_prefix(std::min(slash + 2, text.size()));
  }
}

/// The parasitics as the actions fill them.
struct spef_state {
  source const& file;
  model::diagnostics& seen;
  line_cursor cursor{file.text()};
  model::parasitics result{};
  std::unordered_map<std::uint64_t, std::string> names{};
  std::uint64_t map_index = 0;
  double unit = 0;  ///< the number in the unit line being read
  double to_ff = 0, to_kohm = 0;
  model::wire_net net{};
  bool is_port = false;
  std::string_view third{};

  std::size_t offset(std::string_view piece) const { return offset_of(file, piece); }
  model::location locate(std::string_view piece) { return cursor.locate(offset(piece)); }
  void count(char const* kind, std::string_view piece) { seen.add(kind, place(file, locate(piece))); }

  std::string resolve(std::string_view reference) const;
  double triple_or_number(std::string_view piece);
  float value(std::string_view piece, double scale, char const* what);

  void set_delimiter(std::string_view piece);
  void set_unit(std::string_view piece);
  void check_time_unit(std::string_view piece) const;
  void set_capacitance_unit(std::string_view piece);
  void set_resistance_unit(std::string_view piece);
  void set_map_index(std::string_view digits);
  void add_map_name(std::string_view name);
  void begin_net(std::string_view name);
  void set_total(std::string_view piece);
  void add_pin(std::string_view name);
  void set_direction(std::string_view letter);
  void begin_capacitor(std::string_view node);
  void set_third(std::string_view piece) noexcept { third = piece; }
  void end_grounded();
  void end_coupling(std::string_view piece);
  void begin_resistor(std::string_view node) {
    net.resistors.push_back({resolve(node), {}, 0, locate(node)});
  }
  void set_second_node(std::string_view node) { net.resistors.back().b = resolve(node); }
  void set_resistance(std::string_view piece) {
    net.resistors.back().value = value(piece, to_kohm, "resistance");
  }
  void end_net();
  void count_other_net(std::string_view at) { count("net other than *D_NET, skipped", at); }
  void count_definition(std::string_view at) { count("*DEFINE (hierarchical SPEF), skipped", at); }
  void count_inductors(std::string_view at) { count("*INDUC, skipped", at); }
  void count_sensitivities(std::string_view at) { count("*SC sensitivities, skipped", at); }
};

GSTA_INLINE std::uint64_t index_of(source const& file, std::string_view digits) {
  std::uint64_t index = 0;
  auto const* const end = digits.data() + digits.size();
  auto const read = std::from_chars(digits.data(), end, index);
  if (read.ec != std::errc{})
    fail(file, offset_of(file, digits), "the index " + in_quotes(digits) + " is out of range");
  return index;
}

/// A name, or `*12` or `*12:rest`, through the name map.
GSTA_INLINE std::string spef_state::resolve(std::string_view reference) const {
  std::string name;
  if (reference.front() == '*') {
    auto const digits = reference.substr(1, reference.find_first_not_of("0123456789", 1) - 1);
    auto const found = names.find(index_of(file, digits));
    if (found == names.end()) {
      fail(file, offset(reference),
           "the name map has no " + in_quotes(reference.substr(0, digits.size() + 1)));
    }
    name = found->second;
    reference.remove_prefix(digits.size() + 1);
  }
  append_unescaped(reference, name);
  return name;
}

/// Of best:typical:worst the typical value.
GSTA_INLINE double spef_state::triple_or_number(std::string_view piece) {
  auto const first = piece.find(':');
  if (first == std::string_view::npos) return number_of(file, piece);
  auto const second = piece.find(':', first + 1);
  if (second == std::string_view::npos) {
    fail(file, offset(piece), "expected a number or a triple a:b:c, found " + in_quotes(piece));
  }
  count("value of three corners a:b:c, the typical one used", piece);
  number_of(file, piece.substr(0, first));
  number_of(file, piece.substr(second + 1));
  return number_of(file, piece.substr(first + 1, second - first - 1));
}

GSTA_INLINE float spef_state::value(std::string_view piece, double scale, char const* what) {
  auto const number = triple_or_number(piece);
  if (number < 0) {
    fail(file, offset(piece),
         std::string("expected a ") + what + " that is not negative, found " + in_quotes(piece));
  }
  return float_of(file, piece, number * scale);
}

GSTA_INLINE void spef_state::set_delimiter(std::string_view piece) {
  if (piece.find_first_of(":./|") != 0) {
    fail(file, offset(piece), "expected one of : . / |, found " + in_quotes(piece));
  }
  result.pin_delimiter = piece.front();
}

GSTA_INLINE void spef_state::set_unit(std::string_view piece) {
  unit = number_of(file, piece);
  if (unit <= 0) fail(file, offset(piece), "expected a unit greater than 0, found " + in_quotes(piece));
}

/// Nothing in a *D_NET is a time, so its unit only has to be one.
GSTA_INLINE void spef_state::check_time_unit(std::string_view piece) const {
  if (piece != "PS" && piece != "NS" && piece != "US") {
    fail(file, offset(piece), "expected NS or PS, found " + in_quotes(piece));
  }
}

GSTA_INLINE void spef_state::set_capacitance_unit(std::string_view piece) {
  if (piece != "FF" && piece != "PF")
    fail(file, offset(piece), "expected PF or FF, found " + in_quotes(piece));
  to_ff = piece == "FF" ? unit : unit * 1000;
}

GSTA_INLINE void spef_state::set_resistance_unit(std::string_view piece) {
  if (piece != "OHM" && piece != "KOHM")
    fail(file, offset(piece), "expected OHM or KOHM, found " + in_quotes(piece));
  to_kohm = piece == "KOHM" ? unit : unit / 1000;
}

GSTA_INLINE void spef_state::set_map_index(std::string_view digits) { map_index = index_of(file, digits); }

GSTA_INLINE void spef_state::add_map_name(std::string_view name) {
  std::string plain;
  append_unescaped(name, plain);
  if (!names.emplace(map_index, std::move(plain)).second) {
    fail(file, offset(name), "the name map has an entry *" + std::to_string(map_index) + " already");
  }
}

GSTA_INLINE void spef_state::begin_net(std::string_view name) {
  if (to_ff == 0) fail(file, offset(name), "there is no *C_UNIT before the first net");
  if (to_kohm == 0) fail(file, offset(name), "there is no *R_UNIT before the first net");
  net.name = resolve(name);
  net.at = locate(name);
  net.connections.clear();
  net.capacitors.clear();
  net.resistors.clear();
}

GSTA_INLINE void spef_state::set_total(std::string_view piece) {
  net.total = value(piece, to_ff, "capacitance");
}

GSTA_INLINE void spef_state::add_pin(std::string_view name) {
  net.connections.push_back({resolve(name), is_port, model::direction::unknown});
}

GSTA_INLINE void spef_state::set_direction(std::string_view letter) {
  using enum model::direction;
  net.connections.back().direction = letter == "I" ? input : letter == "O" ? output : inout;
}

GSTA_INLINE void spef_state::begin_capacitor(std::string_view node) {
  net.capacitors.push_back({resolve(node), {}, 0, locate(node)});
}

GSTA_INLINE void spef_state::end_grounded() {
  net.capacitors.back().value = value(third, to_ff, "capacitance");
}

GSTA_INLINE void spef_state::end_coupling(std::string_view piece) {
  net.capacitors.back().other = resolve(third);
  net.capacitors.back().value = value(piece, to_ff, "capacitance");
}

GSTA_INLINE void spef_state::end_net() {
  auto const [found, is_new] = result.net_index.insert_or_assign(net.name, result.nets.size());
  if (!is_new) seen.add("net extracted twice, the last one used", place(file, net.at));
  result.nets.push_back(net);  // a copy has no spare capacity
}

}  // namespace gsta::io::detail
