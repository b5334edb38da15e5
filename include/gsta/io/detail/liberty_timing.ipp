#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "gsta/core/inline.hpp"
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
  };
  auto const* const found =
      std::find_if(std::begin(known), std::end(known), [&](auto& k) { return k.first == name; });
  return found == std::end(known) ? other : found->second;
}

GSTA_INLINE void liberty_reader::read_type(statement const& s, model::timing_group& into) {
  into.type_text = argument(s);
  into.type = timing_type_of(into.type_text);
  if (into.type == model::timing_type::other) count("timing_type that is not supported", s);
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

/// Several names stand in one string, between blanks.
GSTA_INLINE void liberty_reader::read_related_pins(statement const& s, model::timing_group& into) {
  auto const text = argument(s);
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank(text[at]) || text[at] == ',') {
      ++at;
      continue;
    }
    auto const stop = std::min(text.find_first_of(" \t\r\n,", at), text.size());
    into.related_pins.emplace_back(text.substr(at, stop - at));
    at = stop;
  }
  if (into.related_pins.empty()) fail_at(text, "expected the name of a pin in related_pin, found none");
}

GSTA_INLINE void liberty_reader::read_timing_attribute(statement const& s, model::timing_group& into) {
  if (s.name == "related_pin") {
    read_related_pins(s, into);
  } else if (s.name == "timing_type") {
    read_type(s, into);
  } else if (s.name == "timing_sense") {
    read_sense(s, into);
  } else if (s.name == "when") {
    into.when = argument(s);
  } else if (s.name == "sdf_cond") {
    into.sdf_cond = argument(s);
  } else if (s.name == "related_bus_pins") {
    count("related_bus_pins, as buses are not supported", s);
  } else if (s.name.starts_with("intrinsic_") || s.name.starts_with("rise_resistance") ||
             s.name.starts_with("fall_resistance")) {
    count("linear (generic_cmos) delay that is not supported", s);
  }
}

GSTA_INLINE void liberty_reader::read_timing_part(statement const& s, model::timing_group& into) {
  if (s.kind != statement_kind::group) return read_timing_attribute(s, into);
  if (s.name == "cell_rise") return read_table(s, table_use::delay, into.delay[0]);
  if (s.name == "cell_fall") return read_table(s, table_use::delay, into.delay[1]);
  if (s.name == "rise_transition") return read_table(s, table_use::delay, into.transition[0]);
  if (s.name == "fall_transition") return read_table(s, table_use::delay, into.transition[1]);
  if (s.name == "rise_constraint") return read_table(s, table_use::constraint, into.constraint[0]);
  if (s.name == "fall_constraint") return read_table(s, table_use::constraint, into.constraint[1]);
  if (s.name.starts_with("ocv_")) return count("OCV table that is not supported", s);
  if (s.name.starts_with("retaining_") || s.name.starts_with("retain_")) {
    return count("retaining table that is not supported", s);
  }
}

GSTA_INLINE void liberty_reader::read_timing(statement const& group, model::pin& into) {
  model::timing_group result;
  result.line = cursor_.locate(offset_of(file_, group.name)).line;
  bool has_current_source = false;
  for_each_in(group, [&](statement const& s) {
    has_current_source |= s.name.starts_with("output_current_");
    read_timing_part(s, result);
  });
  bool has_table = false;
  for (int e = 0; e < 2; ++e) {
    has_table |= !result.delay[e].empty() || !result.transition[e].empty() || !result.constraint[e].empty();
  }
  if (!has_table && has_current_source) count("timing group with current-source (CCS) tables only", group);
  if (!has_table && !has_current_source) count("timing group without a table that is supported", group);
  if (result.related_pins.empty()) count("timing group without a related_pin", group);
  into.timing.push_back(std::move(result));
}

}  // namespace gsta::io::detail
