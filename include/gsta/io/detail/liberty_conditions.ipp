#pragma once

#include <string_view>
#include <utility>

#include "gsta/core/macros.hpp"
#include "gsta/io/detail/liberty_reader.hpp"

namespace gsta::io::detail {

/// What a k factor is of, behind `k_process_` and its like: by edge, or both edges where it has none.
struct factor_place {
  bool known = false;
  model::scaled_value of = model::scaled_value::delay;
  int first_edge = 0, last_edge = 1;
};

GSTA_INLINE factor_place factor_place_of(std::string_view name) noexcept {
  using enum model::scaled_value;
  static constexpr std::pair<std::string_view, model::scaled_value> of_edges[] = {
      {"cell_", delay},        {"setup_", setup},     {"hold_", hold},
      {"recovery_", recovery}, {"removal_", removal}, {"min_pulse_width_", pulse_width}};
  if (name == "rise_transition") return {true, transition, 0, 0};
  if (name == "fall_transition") return {true, transition, 1, 1};
  if (name == "min_period") return {true, period};
  if (name == "pin_cap") return {true, capacitance};
  for (auto const& [begin, of] : of_edges) {
    if (!name.starts_with(begin)) continue;
    auto const edge = name.substr(begin.size());
    bool const pulse = of == pulse_width;
    if (edge == (pulse ? "high" : "rise")) return {true, of, 0, 0};
    if (edge == (pulse ? "low" : "fall")) return {true, of, 1, 1};
  }
  return {};
}

/// `k_volt_cell_rise : -0.5`. Factors of wires, powers and other delay models say nothing of what is read.
GSTA_INLINE void liberty_reader::read_factor(statement const& s, model::scale_factors& into) const {
  static constexpr std::string_view kinds[] = {"k_process_", "k_volt_", "k_temp_"};
  for (int kind = 0; kind < 3; ++kind) {
    if (!s.name.starts_with(kinds[kind])) continue;
    auto const place = factor_place_of(s.name.substr(kinds[kind].size()));
    if (!place.known) return;
    for (int e = place.first_edge; e <= place.last_edge; ++e)
      into.k[static_cast<std::size_t>(place.of)][e][kind] = float_of(file_, trimmed(argument(s)), number(s));
  }
}

GSTA_INLINE model::operating_point liberty_reader::read_point(statement const& group) const {
  static constexpr std::string_view names[] = {"process", "voltage", "temperature"};
  model::operating_point result;
  for_each_in(group, [&](statement const& s) {
    for (int i = 0; i < 3; ++i) {
      if (s.name == names[i]) result.of[i] = float_of(file_, trimmed(argument(s)), number(s));
    }
  });
  return result;
}

GSTA_INLINE void liberty_reader::read_conditions(statement const& s, model::library_conditions& into) {
  static constexpr std::string_view nominal[] = {"nom_process", "nom_voltage", "nom_temperature"};
  auto const own = [&]() -> model::scale_factors& {
    if (into.factors.empty()) into.factors.emplace_back();
    return into.factors.front();
  };
  if (s.kind == statement_kind::group) {
    if (s.name == "operating_conditions")
      into.known.push_back({std::string(trimmed(argument(s))), read_point(s)});
    if (s.name != "scaling_factors") return;
    own();
    auto& made = into.factors.emplace_back();
    made.name = name_of(s);
    return for_each_in(s, [&](statement const& part) { read_factor(part, made); });
  }
  if (s.name == "default_operating_conditions") into.preset = argument(s);
  if (s.name.starts_with("k_")) read_factor(s, own());
  for (int i = 0; i < 3; ++i) {
    if (s.name == nominal[i]) into.nominal.of[i] = float_of(file_, trimmed(argument(s)), number(s));
  }
}

/// What is named has to be there, and what factors scale by.
GSTA_INLINE void liberty_reader::check_conditions(statement const& group,
                                                  model::library_conditions const& read) {
  if (!read.preset.empty() && read.find(read.preset) == nullptr)
    count("default_operating_conditions that the library does not have", group);
  static constexpr char const* names[] = {"nom_process", "nom_voltage", "nom_temperature"};
  for (int i = 0; i < 3; ++i) {
    bool scales = false;
    for (auto const& factors : read.factors)
      for (auto const& of : factors.k) scales = scales || of[0][i] != 0 || of[1][i] != 0;
    if (scales && !read.known.empty() && !math::is_defined(read.nominal.of[i]))
      count(std::string("k factors in a library without ") + names[i] + ", which scale nothing", group);
  }
}

/// `scaling_factors : NAME` of a cell.
GSTA_INLINE std::size_t liberty_reader::scaling_of(statement const& s,
                                                   model::library_conditions const& known) {
  auto const name = argument(s);
  for (std::size_t i = 1; i < known.factors.size(); ++i) {
    if (known.factors[i].name == name) return i;
  }
  count("scaling_factors that the library does not have", s);
  return 0;
}

}  // namespace gsta::io::detail
