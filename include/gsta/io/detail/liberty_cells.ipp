#pragma once

#include <algorithm>
#include <utility>

#include "gsta/core/inline.hpp"
#include "gsta/io/detail/liberty_reader.hpp"

namespace gsta::io::detail {

GSTA_INLINE bool liberty_reader::flag(statement const& s) const {
  auto const text = argument(s);
  if (text != "true" && text != "false") fail_at(text, "expected true or false, found " + in_quotes(text));
  return text == "true";
}

GSTA_INLINE float liberty_reader::capacitance(statement const& s, std::uint32_t i) const {
  auto const piece = trimmed(syntax_.argument(s, i));
  auto const value = float_of(file_, piece, number_of(file_, piece) * to_ff_);
  if (value < 0) fail_at(piece, "expected a capacitance that is not negative, found " + in_quotes(piece));
  return value;
}

GSTA_INLINE void liberty_reader::read_direction(statement const& group, model::pin& into) {
  for_each_in(group, [&](statement const& s) {
    if (s.name != "direction") return;
    auto const text = argument(s);
    if (text == "input") {
      into.direction = model::direction::input;
    } else if (text == "output") {
      into.direction = model::direction::output;
    } else if (text == "inout") {
      into.direction = model::direction::inout;
    } else if (text == "internal") {
      into.direction = model::direction::internal;
    } else {
      fail_at(text, "expected input, output, inout or internal, found " + in_quotes(text));
    }
  });
}

GSTA_INLINE void liberty_reader::read_capacitance(statement const& s, model::pin& into) {
  int const e = s.name.starts_with("fall") ? 1 : 0;
  if (s.name.ends_with("_range")) {
    if (s.argument_count != 2)
      fail_at(s.name, "expected two values, smallest and largest, in " + in_quotes(s.name));
    for (std::uint32_t split = 0; split < 2; ++split) into.capacitance[split][e] = capacitance(s, split);
  } else {
    for (auto& of_split : into.capacitance) of_split[e] = capacitance(s, 0);
  }
}

/// From the general to the particular, whatever their order in the file: the library's default, capacitance,
/// an edge's value, an edge's range (smallest for early, largest for late).
GSTA_INLINE void liberty_reader::read_capacitances(statement const& group, model::pin& into) {
  auto const preset = default_capacitance_[static_cast<int>(into.direction)];
  for (auto& of_split : into.capacitance) of_split[0] = of_split[1] = preset;
  for_each_in(group, [&](statement const& s) {
    if (s.name != "capacitance") return;
    auto const value = capacitance(s, 0);
    for (auto& of_split : into.capacitance) of_split[0] = of_split[1] = value;
  });
  for_each_in(group, [&](statement const& s) {
    if (s.name == "rise_capacitance" || s.name == "fall_capacitance") read_capacitance(s, into);
  });
  for_each_in(group, [&](statement const& s) {
    if (s.name == "rise_capacitance_range" || s.name == "fall_capacitance_range") read_capacitance(s, into);
  });
}

GSTA_INLINE void liberty_reader::read_pin_statement(statement const& s, model::pin& into) {
  if (s.name == "timing") {
    read_timing(s, into);
  } else if (s.name == "clock") {
    into.is_clock = flag(s);
  } else if (s.name == "function") {
    into.function = argument(s);
  } else if (s.name.starts_with("min_pulse_width") || s.name == "min_period" || s.name == "minimum_period") {
    count("pulse-width or period limit that is not supported", s);
  } else if (s.name.starts_with("ocv_")) {
    count("OCV statement that is not supported", s);
  }
}

/// One group may stand for several pins: `pin (A, B) { ... }`.
GSTA_INLINE void liberty_reader::read_pins(statement const& group, model::cell& into) {
  name_of(group);
  model::pin first;
  read_direction(group, first);
  if (first.direction == model::direction::unknown) count("pin without a direction", group);
  read_capacitances(group, first);
  for_each_in(group, [&](statement const& s) { read_pin_statement(s, first); });
  for (std::uint32_t i = 0; i < group.argument_count; ++i) {
    auto const name = trimmed(syntax_.argument(group, i));
    if (!pin_names_.insert(name).second) {
      fail_at(name, "the cell " + in_quotes(into.name) + " has a pin " + in_quotes(name) + " already");
    }
    bool const is_last = i + 1 == group.argument_count;
    into.pins.push_back(is_last ? std::move(first) : first);
    into.pins.back().name = name;
  }
}

GSTA_INLINE void liberty_reader::read_cell_part(statement const& s, model::cell& into) {
  if (s.kind != statement_kind::group) {
    if (s.name.starts_with("ocv_")) count("OCV statement that is not supported", s);
  } else if (s.name == "pin") {
    read_pins(s, into);
  } else if (s.name == "bus") {
    count("bus of a cell that is not supported", s);
  } else if (s.name == "bundle") {
    count("bundle of a cell that is not supported", s);
  } else if (s.name.starts_with("ocv_")) {
    count("OCV statement that is not supported", s);
  }
}

GSTA_INLINE void liberty_reader::read_cell(statement const& group, model::library& into) {
  model::cell result;
  result.name = name_of(group);
  pin_names_.clear();
  for_each_in(group, [&](statement const& s) { read_cell_part(s, result); });
  auto const [found, is_new] = into.cell_index.emplace(result.name, into.cells.size());
  if (is_new) {
    into.cells.push_back(std::move(result));
  } else {
    count("cell defined twice, the last one used", group);
    into.cells[found->second] = std::move(result);
  }
}

}  // namespace gsta::io::detail
