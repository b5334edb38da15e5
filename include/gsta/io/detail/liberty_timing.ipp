#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/liberty_reader.hpp"

namespace gsta::io::detail {

GSTA_INLINE model::timing_type timing_type_of(std::string_view name) noexcept {
  using enum model::timing_type;
  static constexpr std::pair<std::string_view, model::timing_type> known[] = {
      {"combinational", combinational},
      {"combinational_rise", combinational_rise},
      {"combinational_fall", combinational_fall},
      {"rising_edge", rising_edge},
      {"falling_edge", falling_edge},
      {"preset", preset},
      {"clear", clear},
      {"three_state_enable", three_state_enable},
      {"three_state_enable_rise", three_state_enable_rise},
      {"three_state_enable_fall", three_state_enable_fall},
      {"three_state_disable", three_state_disable},
      {"three_state_disable_rise", three_state_disable_rise},
      {"three_state_disable_fall", three_state_disable_fall},
      {"setup_rising", setup_rising},
      {"setup_falling", setup_falling},
      {"hold_rising", hold_rising},
      {"hold_falling", hold_falling},
      {"recovery_rising", recovery_rising},
      {"recovery_falling", recovery_falling},
      {"removal_rising", removal_rising},
      {"removal_falling", removal_falling},
      {"non_seq_setup_rising", non_seq_setup_rising},
      {"non_seq_setup_falling", non_seq_setup_falling},
      {"non_seq_hold_rising", non_seq_hold_rising},
      {"non_seq_hold_falling", non_seq_hold_falling},
      {"min_pulse_width", min_pulse_width},
      {"minimum_period", minimum_period},
  };
  auto const* const found =
      std::find_if(std::begin(known), std::end(known), [&](auto& k) { return k.first == name; });
  return found == std::end(known) ? other : found->second;
}

GSTA_INLINE void liberty_reader::read_sense(statement const& s, model::timing_group& into) {
  auto const name = argument(s);
  if (name == "positive_unate") {
    into.sense = model::timing_sense::positive_unate;
  } else if (name == "negative_unate") {
    into.sense = model::timing_sense::negative_unate;
  } else if (name == "non_unate") {
    into.sense = model::timing_sense::non_unate;
  } else {
    fail_at(name, "expected positive_unate, negative_unate or non_unate, found " + in_quotes(name));
  }
}

/// Several names stand in one string, between blanks. Those of related_bus_pins stand for all bits of a bus.
GSTA_INLINE void liberty_reader::read_related_pins(statement const& s, model::timing_group& into) {
  auto const text = argument(s);
  auto const before = into.related_pins.size();
  for_each_word(text, [&](std::string_view name) {
    auto const* const bits = s.name == "related_bus_pins" ? bits_of(name, s) : nullptr;
    if (bits == nullptr) {
      into.related_pins.emplace_back(name);
    } else {
      charge(bits->size() * sizeof(std::string), s.name);
      into.related_pins.insert(into.related_pins.end(), bits->begin(), bits->end());
    }
  });
  if (into.related_pins.size() == before) {
    fail_at(text, "expected the name of a pin in " + std::string(s.name) + ", found none");
  }
}

GSTA_INLINE void liberty_reader::read_timing_attribute(statement const& s, model::timing_group& into) {
  if (s.name == "related_pin" || s.name == "related_bus_pins") {
    read_related_pins(s, into);
  } else if (s.name == "timing_type") {
    into.type_text = argument(s);
    into.type = timing_type_of(into.type_text);
  } else if (s.name == "timing_sense") {
    read_sense(s, into);
  } else if (s.name == "when") {
    into.when = argument(s);
  } else if (s.name == "sdf_cond") {
    into.sdf_cond = argument(s);
  } else if (s.name.starts_with("intrinsic_") || s.name.starts_with("rise_resistance") ||
             s.name.starts_with("fall_resistance")) {
    count("linear (generic_cmos) delay that is not supported", s);
  } else if (s.name == "mode") {
    count("mode of a timing group that is not read: the group counts in every mode", s);
  }
}

/// False for a group that is no table. Where a table of delays has bounds of its own for early arrivals,
/// these count unless the group has others for them.
GSTA_INLINE bool liberty_reader::read_tables(statement const& s, model::timing_group& into) {
  static constexpr std::string_view usual[] = {"cell_rise", "cell_fall", "rise_transition",
                                               "fall_transition"};
  static constexpr std::string_view retained[] = {"retaining_rise", "retaining_fall", "retain_rise_slew",
                                                  "retain_fall_slew"};
  for (std::size_t i = 0; i < 4; ++i) {
    if (s.name == usual[i]) {
      model::table least;
      read_table(s, table_use::delay, into, (i < 2 ? into.delay : into.transition)[i % 2], &least);
      if (least.empty()) return true;
      into.early.resize(4);
      if (into.early[i].empty()) into.early[i] = std::move(least);
      return true;
    }
    if (s.name == retained[i]) return read_early_table(s, i, into), true;
  }
  for (int e = 0; e < 2; ++e) {
    if (s.name != (e == 0 ? "rise_constraint" : "fall_constraint")) continue;
    return read_table(s, table_use::constraint, into, into.constraint[e]), true;
  }
  return false;
}

GSTA_INLINE void liberty_reader::read_timing_part(statement const& s, model::timing_group& into) {
  if (s.kind != statement_kind::group) return read_timing_attribute(s, into);
  if (read_tables(s, into)) return;
  if (s.name.starts_with("ocv_")) return count("OCV table that is not supported", s);
  note_unread(s);
}

GSTA_INLINE bool liberty_reader::has_table(model::timing_group const& group) noexcept {
  for (auto const* const tables : {group.delay, group.transition, group.constraint}) {
    if (!tables[0].empty() || !tables[1].empty()) return true;
  }
  return !group.early.empty();
}

/// Tables of constraints where the type is none of a check: which it would be nobody knows. And tables of
/// delays where it is one.
GSTA_INLINE void liberty_reader::note_unused_tables(statement const& group, model::timing_group const& read) {
  if (read.type == model::timing_type::other) return;  // noted where it is used
  bool const checks = read.type >= model::timing_type::setup_rising;
  auto const any = [](model::table const(&of)[2]) { return !of[0].empty() || !of[1].empty(); };
  std::string const of_type =
      read.type_text.empty() ? "without timing_type" : "of timing_type " + read.type_text;
  if (!checks && any(read.constraint))
    count("rise_constraint or fall_constraint in a timing group " + of_type + ": no check is made", group);
  if (checks && (any(read.delay) || any(read.transition) || !read.early.empty()))
    count("delays or transitions in a timing group " + of_type + ": they are not used", group);
}

GSTA_INLINE model::timing_group liberty_reader::read_timing(statement const& group) {
  model::timing_group result;
  result.line = cursor_.locate(offset_of(file_, group.name)).line;
  bool has_current_source = false;
  for_each_in(group, [&](statement const& s) {
    has_current_source |= s.name.starts_with("output_current_");
    read_timing_part(s, result);
  });
  if (!has_table(result)) {
    count(has_current_source ? "timing group with current-source (CCS) tables only"
                             : "timing group without a table that is supported",
          group);
  }
  note_unused_tables(group, result);
  bool const of_pin_itself =
      result.type == model::timing_type::min_pulse_width || result.type == model::timing_type::minimum_period;
  if (result.related_pins.empty() && !of_pin_itself) count("timing group without a related_pin", group);
  return result;
}

}  // namespace gsta::io::detail
