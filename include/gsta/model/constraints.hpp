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
  corner_values transition =
      undefined_arrival();  ///< slew at an ideal clock's register pins, by the edge there
  float setup_uncertainty = math::infinity, hold_uncertainty = math::infinity;  ///< ps; infinity: not given
};

/// A clock: its source ports or pins (none: virtual) and its waveform.
struct clock {
  std::string name;
  std::vector<std::string> sources;
  femtoseconds period = 0, rise = 0, fall = 0;
  bool propagated = true;
  clock_properties properties;
  location at;
};

/// What holds from one pin of the clock network on: for `clock` (empty: for every clock there).
struct clock_at_pin {
  std::string pin, clock;
  bool propagated = false;
  clock_properties properties;
  location at;
};

/// Arrival at a port or pin, relative to an edge of `clock` (empty: relative to time zero, no clock).
/// Undefined conditions are `undefined_arrival()`'s.
struct input_arrival {
  std::string pin, clock;
  edge clock_edge = edge::rise;
  corner_values arrival = undefined_arrival();
  location at;
  bool has_insertion = false, has_latency = false;  ///< the clock's latencies are in it already
};

/// Slew asserted at a port.
struct input_slew {
  std::string pin;
  corner_values slew = undefined_arrival();
  location at;
};

/// The cell outside that drives an input port, under the conditions given by `active` (bit c: condition c).
struct driving_cell {
  std::string port, library, cell;
  std::string from_pin, pin;  ///< empty: the cell's only output; the first input with an arc to it
  corner_values input_slew = same_value(0.0f);  ///< ps, at the driving cell's input, by the edge there
  std::uint8_t active = 0b1111;
  location at;
};

/// Required time at an output. With a clock it is relative to that capture edge (an output delay d of max
/// paths is late = -d); without one it is absolute, relative to the launch. Undefined conditions:
/// `undefined_required()`'s.
struct output_required {
  std::string pin, clock;
  edge clock_edge = edge::rise;
  corner_values required = undefined_required();
  location at;
  bool has_insertion = false, has_latency = false;  ///< the clock's latencies are in it already
};

/// Capacitance that a port drives outside, or that is added to a net (`is_net`).
struct port_load {
  std::string pin;  ///< the port's name, or the net's
  corner_values load = same_value(0.0f);
  location at;
  bool is_net = false;
};

/// Factors on delays. What is not named in it stays as it is; the last of equal scope wins, an instance
/// before a library cell before the whole design.
struct timing_derate {
  enum class scope { design, library_cell, instance, net };
  scope of = scope::design;
  std::string name;  ///< of the library cell, instance or net
  float factor = 1;
  bool early = false, late = false, rise = true, fall = true;
  bool cells = true, nets = true, checks = false, clock = true, data = true;
  location at;
};

/// A pin or port that never changes: 0 or 1.
struct case_value {
  std::string pin;
  bool value = false;
  location at;
};

/// Paths that do not count. An empty `from` or `to` means every start or end. Names are pins, ports and
/// instances; clocks stand apart.
struct false_path {
  std::vector<std::string> from, to, from_clocks, to_clocks;
  bool setup = true, hold = true;
  location at;
};

/// Whose rules hold where files say nothing. The contest: one kind of arrival, asserted where the file says,
/// drivers without capacitance of their own, nothing constant. SDC: clocks start at their sources and are
/// ideal or propagated, registers are passed by clocks only, slews are 0 where nothing drives, constants
/// switch arcs off.
enum class timing_rules { contest, sdc };

struct constraints {
  std::string file;
  timing_rules rules = timing_rules::contest;
  std::vector<clock> clocks;
  std::vector<clock_at_pin> clock_pins;
  std::vector<input_arrival> arrivals;
  std::vector<input_slew> slews;
  std::vector<driving_cell> driving_cells;
  std::vector<output_required> required;
  std::vector<port_load> loads;
  std::vector<timing_derate> derates;
  std::vector<case_value> case_values;
  std::vector<false_path> false_paths;
};

}  // namespace gsta::model
