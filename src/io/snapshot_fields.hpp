#pragma once

#include "gsta/flat/flat_design.hpp"
#include "src/io/field_bytes.hpp"

/// What a snapshot of a design has of each record.
namespace gsta::io::detail {

template <>
inline constexpr int enum_values<edge> = 2;
template <>
inline constexpr int enum_values<check_kind> = type_kinds;
template <>
inline constexpr int enum_values<arrival_kind> = 3;
template <>
inline constexpr int enum_values<exception_effect> = 5;
template <>
inline constexpr int enum_values<clock_sense> = 4;

template <class A>
void fields(A& a, edge_map& m) {
  a(m.code);
}
template <class A>
void fields(A& a, wire_response& r) {
  a(r.delay, r.widen, r.scale, r.shift);
}
template <class A>
void fields(A& a, arc_type& t) {
  a(t.delay, t.slew, t.edges, t.launches, t.to_ideal_clock, t.only_clock, t.slews_only, t.beyond_no_load,
    t.measure);
}
template <class A>
void fields(A& a, slew_measure& m) {
  a(m.threshold, m.lower, m.upper, m.derate);
}
template <class A>
void fields(A& a, check_type& t) {
  a(t.kind, t.active, t.constraint, t.only_clock, t.is_checked);
}
template <class A>
void fields(A& a, flat_latch& l) {
  a(l.data, l.departs, l.enable, l.opens, l.check, l.limit);
}
template <class A>
void fields(A& a, clock_waveform& w) {
  a(w.period, w.at);
}
template <class A>
void fields(A& a, flat_source& s) {
  a(s.pin, s.launch_edge, s.arrival, s.kind, s.latency);
}
template <class A>
void fields(A& a, generated_source& s) {
  a(s.pin, s.launch_edge, s.master, s.master_edges, s.gates_only, s.follows, s.through);
}
template <class A>
void fields(A& a, flat_requirement& r) {
  a(r.pin, r.capture_edge, r.required, r.latency, r.margin, r.reference, r.by_delay);
}
template <class A>
void fields(A& a, clock_rules& r) {
  a(r.propagated, r.insertion, r.latency, r.transition, r.setup_uncertainty, r.hold_uncertainty);
}
template <class A>
void fields(A& a, clock_pin_rules& r) {
  a(r.pin, r.clock, r.propagated, r.has_latency, r.latency, r.has_uncertainty, r.setup_uncertainty,
    r.hold_uncertainty);
}
template <class A>
void fields(A& a, pin_uncertainty& u) {
  a(u.pin, u.clock, u.setup, u.hold);
}
template <class A>
void fields(A& a, exception_points& p) {
  a(p.pins, p.at);
}
template <class A>
void fields(A& a, path_exception& e) {
  a(e.effect, e.from, e.from_clocks, e.from_at, e.through, e.to, e.to_clocks, e.to_at, e.ending, e.setup,
    e.hold, e.cycles, e.by_launch, e.delay, e.group, e.from_start);
}
template <class A>
void fields(A& a, exclusive_clocks& e) {
  a(e.group_of);
}
template <class A>
void fields(A& a, clock_pair_uncertainty& u) {
  a(u.from, u.to, u.from_at, u.to_at, u.setup, u.hold, u.value);
}
template <class A>
void fields(A& a, timing_conventions& c) {
  a(c.few_cycles, c.margins_at_outputs, c.common_path_credits, c.worst_clock_paths,
    c.credits_across_insertions, c.first_latch_clock);
}
template <class A>
void fields(A& a, pin_limits& l) {
  a(l.slew, l.load, l.fanout, l.fanout_load);
}
template <class A>
void fields(A& a, clock_slew_limits& l) {
  a(l.clock, l.data);
}
template <class A>
void fields(A& a, pulse_limit& l) {
  a(l.pin, l.clock, l.width, l.period);
}
template <class A>
void fields(A& a, pin_sense& s) {
  a(s.pin, s.clock, s.passes);
}
template <class A>
void fields(A& a, cut_loop& l) {
  a(l.pins, l.length, l.through_register, l.from, l.to);
}
template <class A>
void fields(A& a, constraint_gaps& g) {
  a(g.constants, g.disabled, g.free_inputs, g.free_outputs, g.unclocked, g.several_clocks, g.unchecked_data,
    g.unchecked_clock, g.sourceless_clocks);
}
/// What constraints say, and all else that is short.
template <class A>
void constraint_fields(A& a, flat_design& d) {
  a(d.wire_responses, d.arc_types, d.measures, d.check_types, d.latches, d.clocks, d.sources, d.generated,
    d.requirements, d.starts_inside, d.ends_inside, d.outputs, d.rules, d.clock_pins, d.pin_uncertainties,
    d.exceptions, d.path_groups, d.exclusive, d.uncertainties, d.borrow_limits, d.conventions,
    d.late_check_factor, d.early_check_factor, d.limits, d.clock_limits, d.pulse_limits, d.senses, d.loops,
    d.loop_count, d.gaps, d.clock_name, d.derates);
}

/// A field that is added has to be listed above, and the version to be counted up.
static_assert(sizeof(wire_response) == 32 && sizeof(arc_type) == 48 && sizeof(slew_measure) == 28 &&
              sizeof(check_type) == 20 && sizeof(flat_latch) == 24 && sizeof(clock_waveform) == 24 &&
              sizeof(flat_source) == 64 && sizeof(generated_source) == 20 && sizeof(flat_requirement) == 80 &&
              sizeof(clock_rules) == 80 && sizeof(clock_pin_rules) == 64 && sizeof(pin_uncertainty) == 24 &&
              sizeof(clock_pair_uncertainty) == 24 && sizeof(timing_conventions) == 6 &&
              sizeof(pin_limits) == 16 && sizeof(clock_slew_limits) == 16 && sizeof(pulse_limit) == 20 &&
              sizeof(pin_sense) == 12);

}  // namespace gsta::io::detail
