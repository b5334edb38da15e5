#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"
#include "gsta/model/clocks.hpp"
#include "gsta/model/netlist.hpp"

/// Plain host records of timing constraints, from the contest's `.timing` or from SDC: ps, fF.
namespace gsta::model {

/// Arrival at a port or pin, relative to an edge of `clock` (empty: relative to time zero, no clock).
/// Undefined conditions are `undefined_arrival()`'s.
struct input_arrival {
  std::string pin;                                     ///< port, or `instance/pin`
  std::string clock;                                   ///< its name, or empty
  edge clock_edge = edge::rise;                        ///< the launching edge
  per_condition<float> arrival = undefined_arrival();  ///< ps
  location at;                                         ///< in `constraints::file`
  bool has_insertion = false;                          ///< the clock's source latency is in it already
  bool has_latency = false;                            ///< the ideal clock's network latency is in it already
  std::string reference{};  ///< the pin whose clock it counts from; empty: the clock's edge
};

/// Slew asserted at a port.
struct input_slew {
  std::string pin;                                  ///< port, or `instance/pin`
  per_condition<float> slew = undefined_arrival();  ///< ps; undefined: not asserted
  location at;                                      ///< in `constraints::file`
};

/// The cell outside that drives an input port, under the conditions given by `active` (bit c: condition c).
struct driving_cell {
  std::string port;      ///< what it drives
  std::string library;   ///< as -library says; `flatten` looks in all libraries
  std::string cell;      ///< name of the library cell
  std::string from_pin;  ///< input of the arc; empty: the first input with an arc to `pin`
  std::string pin;       ///< output; empty: the cell's only output
  per_condition<float> input_slew = same_value(0.0f);  ///< ps, at the driving cell's input, by the edge there
  std::uint8_t active = 0b1111;  ///< all four: `flatten` takes it so, and counts another value
  location at;                   ///< in `constraints::file`
};

/// Required time at an output. With a clock it is relative to that capture edge (an output delay d of max
/// paths is late = -d); without one it is absolute, relative to the launch. Undefined conditions:
/// `undefined_required()`'s.
struct output_required {
  std::string pin;                                       ///< port, or `instance/pin`
  std::string clock;                                     ///< its name, or empty
  edge clock_edge = edge::rise;                          ///< the capturing edge
  per_condition<float> required = undefined_required();  ///< ps
  location at;                                           ///< in `constraints::file`
  bool has_insertion = false;                            ///< the clock's source latency is in it already
  bool has_latency = false;  ///< the ideal clock's network latency is in it already
  std::string reference{};   ///< the pin whose clock captures; empty: the clock's edge
};

/// Capacitance that a port drives outside, or that is added to a net (`is_net`).
struct port_load {
  std::string pin;                               ///< the port's name, or the net's
  per_condition<float> load = same_value(0.0f);  ///< fF
  location at;                                   ///< in `constraints::file`
  bool is_net = false;          ///< `pin` names a net, whose drivers get the load on top of their own
  bool subtracts_pins = false;  ///< of a net: what is more than the capacitances of its pins
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

/// A pin or port that never changes, 0 or 1, or that has one edge alone.
struct case_value {
  std::string pin;       ///< port, or `instance/pin`
  bool value = false;    ///< true: 1, or the rising edge
  location at;           ///< in `constraints::file`
  bool is_edge = false;  ///< one edge
};

/// Objects that a path starts at, goes through or ends at: one of them, at one of these edges.
struct path_points {
  std::vector<std::string> pins;       ///< ports and pins
  std::vector<std::string> instances;  ///< any of their pins
  std::vector<std::string> nets;       ///< only to go through
  std::vector<std::string> clocks;     ///< only to start or end at
  bool rise = true;                    ///< at a rising edge there
  bool fall = true;                    ///< at a falling edge there
  /// True without any object.
  bool empty() const noexcept { return pins.empty() && instances.empty() && nets.empty() && clocks.empty(); }
};

/// An exception for some paths. Points without objects mean everywhere.
struct path_exception {
  /// What it does to them.
  enum class kind {
    false_path,  ///< they are not checked
    multicycle,  ///< `cycles` of a clock
    max_delay,   ///< at most `delay`
    min_delay,   ///< at least `delay`
    margin,      ///< less time by `delay`
    group        ///< they are reported together
  };
  kind of = kind::false_path;         ///< which of them
  path_points from;                   ///< where paths start
  path_points to;                     ///< where paths end
  std::vector<path_points> through;   ///< in this order
  bool setup = true;                  ///< late checks
  bool hold = true;                   ///< early checks
  bool rise = true;                   ///< ending with a rising edge
  bool fall = true;                   ///< ending with a falling edge
  float delay = 0;                    ///< ps
  int cycles = 1;                     ///< of multicycle
  bool by_start = false;              ///< cycles of the launching clock
  bool ignore_clock_latency = false;  ///< of max_delay and min_delay
  bool probe = false;                 ///< of them: paths go on behind their pins
  std::string name;                   ///< of group; empty: the default one
  location at;                        ///< in `constraints::file`
};

/// Timing arcs that are taken away.
struct disabled_timing {
  /// What `name` names.
  enum class scope {
    pin,           ///< arcs from and to one pin or port
    instance,      ///< arcs of one instance
    library_cell,  ///< arcs of all instances of a cell
    library_pin,   ///< arcs from and to a pin of all instances of a cell
    wire           ///< the wire to one pin or port, and so what is behind it and its checks
  };
  scope of = scope::pin;  ///< which of them
  std::string name;       ///< of the pin, instance or cell; `cell/pin`
  std::string from;       ///< the arcs' first pin in the cell; empty: any
  std::string to;         ///< their last pin; empty: any
  location at;            ///< in `constraints::file`
};

/// A check between two data pins: `to` has to arrive this long before (setup) or behind (hold) `from`.
struct data_check {
  std::string from;       ///< the pin in the place of a clock
  std::string to;         ///< the pin that is checked
  std::string clock;      ///< that launches `from`; tells checks apart, and is not looked at else
  bool from_rise = true;  ///< against a rising edge
  bool from_fall = true;  ///< against a falling edge
  bool to_rise = true;    ///< of a rising edge
  bool to_fall = true;    ///< of a falling edge
  bool setup = true;      ///< a late check
  bool hold = true;       ///< an early check
  float margin = 0;       ///< ps
  location at;            ///< in `constraints::file`
};

/// The operating_conditions() of libraries that a set_operating_conditions names.
struct operating_choice {
  std::string library;  ///< where they are looked up; empty: in all libraries
  std::string name;     ///< empty: each library's default
  location at;          ///< in `constraints::file`
};

/// How much time latches may borrow at most.
struct time_borrow {
  std::vector<std::string> clocks;     ///< all latches of these clocks
  std::vector<std::string> instances;  ///< these latches
  std::vector<std::string> pins;       ///< latches by their data pins
  float limit = 0;                     ///< ps
  location at;                         ///< in `constraints::file`
};

/// A limit that is checked beside slack. Of one object the last counts; of several the tightest, but of pulse
/// widths the one of the narrowest scope: pin, instance, clock, design.
struct design_limit {
  /// What is limited.
  enum class kind {
    transition,   ///< slews, at most `value` ps
    capacitance,  ///< loads of drivers, at most `value` fF
    fanout,       ///< of drivers, at most `value`
    pulse_width   ///< of clocks at registers, at least `value` ps
  };
  /// What `name` names.
  enum class scope {
    design,        ///< everything
    pin,           ///< one pin or port
    instance,      ///< the pins of one instance
    library_cell,  ///< the pins of all instances of a cell
    clock          ///< the pins that arrivals of a clock reach; its pulses
  };
  kind of = kind::transition;     ///< which of them
  scope of_what = scope::design;  ///< which of them
  std::string name;               ///< of the pin, instance, cell or clock
  float value = 0;                ///< ps, fF or a number
  bool rise = true;               ///< rising edges of a clock's pins; high pulses
  bool fall = true;               ///< falling edges of a clock's pins; low pulses
  bool clock_path = true;         ///< of a clock: where it is a clock still
  bool data_path = true;          ///< of a clock: where its arrivals are data
  location at;                    ///< in `constraints::file`
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
  std::string file;                               ///< for messages; of several SDC files the first
  timing_rules rules = timing_rules::contest;     ///< set by the reader
  std::vector<clock> clocks;                      ///< names are unique
  std::vector<generated_clock> generated_clocks;  ///< create_generated_clock; names are unique
  std::vector<clock_at_pin> clock_pins;           ///< set_clock_latency, ... of pins; SDC only
  std::vector<input_arrival> arrivals;            ///< `at`; set_input_delay
  std::vector<input_slew> slews;            ///< `slew`; set_input_transition, 0 for input ports without one
  std::vector<driving_cell> driving_cells;  ///< set_driving_cell
  std::vector<output_required> required;    ///< `rat`; set_output_delay
  std::vector<port_load> loads;             ///< `load`; set_load
  std::vector<timing_derate> derates;       ///< set_timing_derate, in order: later ones win
  std::vector<case_value> case_values;      ///< set_case_analysis, set_logic_zero, set_logic_one
  std::vector<path_exception> exceptions;   ///< set_false_path, set_multicycle_path, ..., in order
  std::vector<clock_groups> groups;         ///< set_clock_groups
  std::vector<clock_uncertainty> uncertainties;  ///< set_clock_uncertainty -from -to, in order
  std::vector<design_limit> limits;              ///< set_max_transition, set_min_pulse_width, ..., in order
  std::vector<gating_check> gating_checks;       ///< set_clock_gating_check, in order
  std::vector<ungated_object> ungated;           ///< set_disable_inferred_clock_gating
  std::vector<time_borrow> time_borrows;         ///< set_max_time_borrow, in order
  std::vector<disabled_timing> disabled;         ///< set_disable_timing
  std::vector<clock_sense> senses;               ///< set_sense, set_clock_sense, in order
  std::vector<data_check> data_checks;           ///< set_data_check, in order
  operating_choice operating[2];                 ///< for early, late; set_operating_conditions
  bool common_path_credits = true;               ///< false: sta_crpr_enabled is 0
  bool preset_clear_arcs = false;                ///< sta_preset_clear_arcs_enabled is 1
};

}  // namespace gsta::model
