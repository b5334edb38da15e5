#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"
#include "gsta/model/netlist.hpp"

/// Plain host records of timing constraints, from the contest's `.timing` or from SDC: ps, fF.
namespace gsta::model {

/// What a clock, or a pin of its network, is given. Undefined values (`undefined_arrival()`'s) are not given.
/// Early and late of a condition are what SDC calls -min/-early and -max/-late.
struct clock_properties {
  corner_values insertion = undefined_arrival();  ///< source latency, ps, by the edge of the clock's source
  corner_values latency = undefined_arrival();    ///< network latency of an ideal clock, ps, by the same edge
  /// Slew at an ideal clock's register pins, ps, by the edge there.
  corner_values transition = undefined_arrival();
  float setup_uncertainty = math::infinity;  ///< ps, tightens setup-like checks; infinity: not given
  float hold_uncertainty = math::infinity;   ///< ps, tightens hold-like checks; infinity: not given
};

/// A clock: its source ports or pins (none: virtual) and its waveform.
struct clock {
  std::string name;                  ///< by which other records name the clock; once in `constraints`
  std::vector<std::string> sources;  ///< ports, or pins `instance/pin`
  femtoseconds period = 0;           ///< above 0
  femtoseconds rise = 0;             ///< its first rising edge, 0 or later
  femtoseconds fall = 0;             ///< the falling edge behind it, less than a period later
  bool propagated = true;            ///< false: ideal, registers see its edge and its latencies
  clock_properties properties;       ///< what is not given is 0
  location at;                       ///< in `constraints::file`
};

/// What holds from one pin of the clock network on: for `clock` (empty: for every clock there). `flatten`
/// uses it where the pin is a source of the clock, and counts it elsewhere.
struct clock_at_pin {
  std::string pin;              ///< port, or `instance/pin`
  std::string clock;            ///< its name, or empty
  bool propagated = false;      ///< makes an ideal clock a propagated one
  clock_properties properties;  ///< what is given here replaces the clock's own
  location at;                  ///< in `constraints::file`
};

/// Arrival at a port or pin, relative to an edge of `clock` (empty: relative to time zero, no clock).
/// Undefined conditions are `undefined_arrival()`'s.
struct input_arrival {
  std::string pin;                              ///< port, or `instance/pin`
  std::string clock;                            ///< its name, or empty
  edge clock_edge = edge::rise;                 ///< the launching edge
  corner_values arrival = undefined_arrival();  ///< ps
  location at;                                  ///< in `constraints::file`
  bool has_insertion = false;                   ///< the clock's source latency is in it already
  bool has_latency = false;                     ///< the ideal clock's network latency is in it already
};

/// Slew asserted at a port.
struct input_slew {
  std::string pin;                           ///< port, or `instance/pin`
  corner_values slew = undefined_arrival();  ///< ps; undefined: not asserted
  location at;                               ///< in `constraints::file`
};

/// The cell outside that drives an input port, under the conditions given by `active` (bit c: condition c).
struct driving_cell {
  std::string port;      ///< what it drives
  std::string library;   ///< as -library says; `flatten` looks in all libraries
  std::string cell;      ///< name of the library cell
  std::string from_pin;  ///< input of the arc; empty: the first input with an arc to `pin`
  std::string pin;       ///< output; empty: the cell's only output
  corner_values input_slew = same_value(0.0f);  ///< ps, at the driving cell's input, by the edge there
  std::uint8_t active = 0b1111;                 ///< all four: `flatten` takes it so, and counts another value
  location at;                                  ///< in `constraints::file`
};

/// Required time at an output. With a clock it is relative to that capture edge (an output delay d of max
/// paths is late = -d); without one it is absolute, relative to the launch. Undefined conditions:
/// `undefined_required()`'s.
struct output_required {
  std::string pin;                                ///< port, or `instance/pin`
  std::string clock;                              ///< its name, or empty
  edge clock_edge = edge::rise;                   ///< the capturing edge
  corner_values required = undefined_required();  ///< ps
  location at;                                    ///< in `constraints::file`
  bool has_insertion = false;                     ///< the clock's source latency is in it already
  bool has_latency = false;                       ///< the ideal clock's network latency is in it already
};

/// Capacitance that a port drives outside, or that is added to a net (`is_net`).
struct port_load {
  std::string pin;                        ///< the port's name, or the net's
  corner_values load = same_value(0.0f);  ///< fF
  location at;                            ///< in `constraints::file`
  bool is_net = false;  ///< `pin` names a net, whose drivers get the load on top of their own
};

/// Factors on delays. What is not named in it stays as it is; the last of equal scope wins, an instance
/// before a library cell before the whole design.
struct timing_derate {
  /// What a factor holds for, from the widest to the narrowest.
  enum class scope {
    design,        ///< all cells and nets
    library_cell,  ///< all instances of a cell
    instance,      ///< one instance
    net,           ///< the wires of one net
  };
  scope of = scope::design;  ///< what `name` names
  std::string name;          ///< of the library cell, instance or net
  float factor = 1;          ///< times the delay; 0 or more
  bool early = false;        ///< on early delays
  bool late = false;         ///< on late delays
  bool rise = true;          ///< on arcs that start with a rising edge
  bool fall = true;          ///< on arcs that start with a falling edge
  bool cells = true;         ///< on cell arcs
  bool nets = true;          ///< on net arcs
  bool checks = false;       ///< on constraints of checks; for the whole design only
  bool clock = true;         ///< on arcs of clock networks
  bool data = true;          ///< on all other arcs
  location at;               ///< in `constraints::file`
};

/// A pin or port that never changes: 0 or 1.
struct case_value {
  std::string pin;     ///< port, or `instance/pin`
  bool value = false;  ///< true: 1
  location at;         ///< in `constraints::file`
};

/// Paths that do not count, whatever they go through. An empty `from` or `to` means every start or end. Names
/// are pins, ports and instances; clocks stand apart.
struct false_path {
  std::vector<std::string> from;         ///< where paths start
  std::vector<std::string> to;           ///< where paths end
  std::vector<std::string> from_clocks;  ///< clocks that launch, beside `from`
  std::vector<std::string> to_clocks;    ///< clocks that capture, beside `to`
  bool setup = true;                     ///< not checked by setup-like checks
  bool hold = true;                      ///< not checked by hold-like checks
  location at;                           ///< in `constraints::file`
};

/// A clock made from another one inside the design, as it was read. What is said of any clock is in `clock`;
/// its waveform follows from the master's.
struct generated_clock {
  model::clock clock;
  std::string source, master;  ///< the master's pin; its clock, empty: the one that arrives there
  int divide_by = 0, multiply_by = 0;
  float duty_cycle = 0;  ///< percent, with multiply_by; 0: not given
  std::vector<int> edges;
  std::vector<femtoseconds> edge_shifts;
  bool invert = false, combinational = false;
};

/// Clocks whose groups have no paths between each other; a single group stands against all other clocks.
struct clock_groups {
  enum class relation { logically_exclusive, physically_exclusive, asynchronous };
  std::string name;
  relation of = relation::asynchronous;
  bool allow_paths = false;
  std::vector<std::vector<std::string>> groups;
  location at;
};

/// Uncertainty between an edge of one clock and an edge of another, ps.
struct clock_uncertainty {
  std::string from, to;
  bool from_rise = true, from_fall = true, to_rise = true, to_fall = true;
  bool setup = true, hold = true;
  float value = 0;
  location at;
};

/// What passes on of the clocks (empty: all) that reach some pins.
struct clock_sense {
  enum class kind { positive, negative, stop };
  kind of = kind::stop;
  std::vector<std::string> pins, clocks;
  location at;
};

/// Margins of clock-gating checks, ps, of all (no names) or of these; where undefined, they are not given.
/// `active`: which value of the clock leaves the gate open, empty: as its function tells.
struct gating_check {
  std::vector<std::string> clocks, instances, pins;
  corner_values margin = undefined_arrival();  ///< hold rise, hold fall, setup rise, setup fall
  std::string active;
  location at;
};

/// Objects that a path starts at, goes through or ends at: one of them, at one of these edges. Pins are pins
/// and ports.
struct path_points {
  std::vector<std::string> pins, instances, nets, clocks;
  bool rise = true, fall = true;
  bool empty() const noexcept { return pins.empty() && instances.empty() && nets.empty() && clocks.empty(); }
};

/// An exception for some paths, as it was read. Points without objects mean everywhere.
struct path_exception {
  enum class kind { false_path, multicycle, max_delay, min_delay, margin, group };
  kind of = kind::false_path;
  path_points from, to;
  std::vector<path_points> through;  ///< in this order
  bool setup = true, hold = true;
  bool rise = true, fall = true;      ///< the edge at the path's end
  float delay = 0;                    ///< ps: of max_delay, min_delay and margin
  int cycles = 1;                     ///< of multicycle
  bool by_start = false;              ///< cycles of the launching clock
  bool ignore_clock_latency = false;  ///< of max_delay and min_delay
  bool probe = false;                 ///< of them: paths go on behind their pins
  bool resets = false;                ///< what was said of these paths before is gone
  std::string name;                   ///< of group; empty: the default one
  location at;
};

/// Timing arcs that are taken away: those of a pin, or from one pin to another (empty: any) of an instance
/// or library cell.
struct disabled_timing {
  enum class scope { pin, instance, library_cell, library_pin };
  scope of = scope::pin;
  std::string name, from, to;
  location at;
};

/// A check between two data pins: `to` has to arrive this long before (setup) or behind (hold) `from`, ps.
struct data_check {
  std::string from, to, clock;
  bool from_rise = true, from_fall = true, to_rise = true, to_fall = true;
  bool setup = true, hold = true;
  float margin = 0;
  location at;
};

/// How much time latches may borrow at most, ps.
struct time_borrow {
  std::vector<std::string> clocks, instances, pins;
  float limit = 0;
  location at;
};

/// What was read whole and checked, and is not applied yet: `diagnostics::not_applied` counts it.
struct unapplied_constraints {
  std::vector<generated_clock> generated_clocks;
  std::vector<clock_groups> groups;
  std::vector<clock_uncertainty> uncertainties;
  std::vector<clock_sense> senses;
  std::vector<gating_check> gating_checks;
  std::vector<path_exception> exceptions;
  std::vector<disabled_timing> disabled;
  std::vector<data_check> data_checks;
  std::vector<time_borrow> time_borrows;
};

/// Whose rules hold where files say nothing. The contest: one kind of arrival, asserted where the file says,
/// drivers without capacitance of their own, nothing constant. SDC: clocks start at their sources and are
/// ideal or propagated, registers are passed by clocks only, slews are 0 where nothing drives, constants
/// switch arcs off.
enum class timing_rules {
  contest,  ///< of the TAU 2015 contest
  sdc,      ///< of SDC, as sign-off timers understand it
};

/// All that `read_sdc` or `read_timing` found.
struct constraints {
  std::string file;                            ///< for messages; of several SDC files the first
  timing_rules rules = timing_rules::contest;  ///< set by the reader
  std::vector<clock> clocks;                   ///< names are unique
  std::vector<clock_at_pin> clock_pins;        ///< set_clock_latency, ... of pins; SDC only
  std::vector<input_arrival> arrivals;         ///< `at`; set_input_delay
  std::vector<input_slew> slews;            ///< `slew`; set_input_transition, 0 for input ports without one
  std::vector<driving_cell> driving_cells;  ///< set_driving_cell
  std::vector<output_required> required;    ///< `rat`; set_output_delay
  std::vector<port_load> loads;             ///< `load`; set_load
  std::vector<timing_derate> derates;       ///< set_timing_derate, in order: later ones win
  std::vector<case_value> case_values;      ///< set_case_analysis, set_logic_zero, set_logic_one
  std::vector<false_path> false_paths;      ///< set_false_path
  unapplied_constraints unapplied;          ///< what is read whole and not applied yet
};

}  // namespace gsta::model
