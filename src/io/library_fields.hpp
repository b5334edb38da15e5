#pragma once

#include <string>
#include <vector>

#include "gsta/model/library.hpp"
#include "src/io/field_bytes.hpp"

/// What a snapshot of a library has of each record.
namespace gsta::io::detail {

template <>
inline constexpr int enum_values<model::direction> = static_cast<int>(model::direction::unknown) + 1;
template <>
inline constexpr int enum_values<model::axis_variable> = static_cast<int>(model::axis_variable::other) + 1;
template <>
inline constexpr int enum_values<model::timing_sense> = static_cast<int>(model::timing_sense::non_unate) + 1;
template <>
inline constexpr int enum_values<model::timing_type> = static_cast<int>(model::timing_type::other) + 1;
template <>
inline constexpr int enum_values<model::table_gap> = static_cast<int>(model::table_gap::unknown_axis) + 1;
template <>
inline constexpr int enum_values<model::clock_gate_pin> = static_cast<int>(model::clock_gate_pin::output) + 1;

template <class A>
void fields(A& a, model::table& t) {
  a(t.variable_1, t.variable_2, t.index_1, t.index_2, t.values);
}
template <class A>
void fields(A& a, model::timing_group& g) {
  a(g.related_pins, g.sense, g.type, g.gap, g.type_text, g.when, g.sdf_cond, g.delay, g.transition,
    g.constraint, g.early, g.line);
}
template <class A>
void fields(A& a, model::pin_rules& r) {
  a(r.max_transition, r.max_capacitance, r.max_fanout, r.fanout_load, r.min_pulse_width, r.min_period);
}
template <class A>
void fields(A& a, model::pin& p) {
  a(p.name, p.function, p.three_state, p.direction, p.is_clock, p.gate_role, p.capacitance, p.rules,
    p.timing);
}
template <class A>
void fields(A& a, model::pin_bus& b) {
  a(b.name, b.pins);
}
template <class A>
void fields(A& a, model::sequential& s) {
  a(s.is_latch, s.state, s.inverted_state, s.clock, s.data, s.clear, s.preset);
}
template <class A>
void fields(A& a, model::cell& c) {
  a(c.name, c.pins, c.buses, c.supply_pins, c.states, c.clock_gate, c.thresholds, c.scaling);
}
template <class A>
void fields(A& a, model::thresholds& t) {
  a(t.delay, t.output_delay, t.slew_lower, t.slew_upper, t.slew_derate);
}

template <class A>
void fields(A& a, model::operating_point& p) {
  a(p.of);
}
template <class A>
void fields(A& a, model::operating_conditions& c) {
  a(c.name, c.at);
}
template <class A>
void fields(A& a, model::scale_factors& f) {
  a(f.name, f.k);
}
template <class A>
void fields(A& a, model::library_conditions& c) {
  a(c.library, c.nominal, c.preset, c.known, c.factors);
}

/// All but `cell_index`, which is made of the names.
template <class A>
void fields(A& a, model::library& l) {
  a(l.name, l.file, l.thresholds, l.more_thresholds, l.conditions, l.more_conditions, l.time_unit_ps,
    l.capacitance_unit_ff, l.cells);
}

/// A field that is added has to be listed above, and the version to be counted up.
static_assert(sizeof(std::string) != 32 || sizeof(std::vector<int>) != 24 ||
              (sizeof(model::table) == 80 && sizeof(model::timing_group) == 648 &&
               sizeof(model::pin_rules) == 28 && sizeof(model::pin) == 176 && sizeof(model::pin_bus) == 56 &&
               sizeof(model::sequential) == 200 && sizeof(model::cell) == 176 &&
               sizeof(model::thresholds) == 36 && sizeof(model::operating_conditions) == 48 &&
               sizeof(model::scale_factors) == 248 && sizeof(model::library_conditions) == 128));

}  // namespace gsta::io::detail
