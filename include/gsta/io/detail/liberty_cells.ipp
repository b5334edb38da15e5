#pragma once

#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/liberty_reader.hpp"

namespace gsta::io::detail {

GSTA_INLINE model::sequential liberty_reader::state_of(statement const& group, bit_location bit) {
  model::sequential result;
  result.is_latch = group.name.starts_with("latch");
  result.state = of_bit(trimmed(syntax_.argument(group, 0)), bit, group);
  result.inverted_state = of_bit(trimmed(syntax_.argument(group, 1)), bit, group);
  for_each_in(group, [&](statement const& s) {
    if (s.name == "clocked_on" || s.name == "enable") result.clock = of_bit(argument(s), bit, s);
    if (s.name == "next_state" || s.name == "data_in") result.data = of_bit(argument(s), bit, s);
    if (s.name == "clear") result.clear = of_bit(argument(s), bit, s);
    if (s.name == "preset") result.preset = of_bit(argument(s), bit, s);
    if (s.name == "clocked_on_also" || s.name == "enable_also") {
      count("second clock of a state that is not supported", s);
    }
  });
  return result;
}

/// A bank makes one state for each of its bits.
GSTA_INLINE void liberty_reader::read_states(statement const& group, model::cell& into) {
  std::size_t width = 1;
  if (group.name.ends_with("_bank")) {
    width = names_.find(trimmed(argument(group)))->size();
    auto const statements = group.end - static_cast<std::size_t>(&group - syntax_.statements.data());
    charge(width * statements * sizeof(statement), group.name);
  }
  for (std::size_t k = 0; k < width; ++k) {
    is_repeating_ = k > 0;
    into.states.push_back(state_of(group, {k, width}));
  }
  is_repeating_ = false;
}

GSTA_INLINE void liberty_reader::read_cell_part(statement const& s, model::library_conditions const& known,
                                                model::cell& into) {
  if (s.name.starts_with("ocv_")) return count("OCV statement that is not supported", s);
  if (s.kind != statement_kind::group) {
    if (s.name == "clock_gating_integrated_cell") into.clock_gate = argument(s);
    if (s.name == "scaling_factors") into.scaling = scaling_of(s, known);
    return;
  }
  if (s.name == "pin") return read_pins(s, into);
  if (s.name == "bus" || s.name == "bundle") return read_bus(s, into);
  if (s.name == "ff" || s.name == "latch" || s.name == "ff_bank" || s.name == "latch_bank") {
    return read_states(s, into);
  }
  if (s.name == "pg_pin") {
    into.supply_pins.emplace_back(name_of(s));
    return;
  }
  if (s.name == "statetable") return count("statetable that is not supported", s);
  note_unread(s);
}

GSTA_INLINE void liberty_reader::read_cell(statement const& group, model::library& into) {
  model::cell result;
  result.name = name_of(group);
  declare_names(group);
  for_each_in(group, [&](statement const& s) { read_cell_part(s, into.conditions, result); });
  fill_in_rules(result);
  for (auto const name : ranges_) result.buses.push_back({std::string(name), *names_.find(name)});
  auto const [found, is_new] = into.cell_index.emplace(result.name, into.cells.size());
  if (is_new) {
    into.cells.push_back(std::move(result));
  } else {
    count("cell defined twice, the last one used", group);
    into.cells[found->second] = std::move(result);
  }
}

}  // namespace gsta::io::detail
