#pragma once

#include <string>
#include <vector>

#include "gsta/core/units.hpp"
#include "gsta/model/netlist.hpp"

/// Plain host records of timing constraints, from the contest's `.timing` or from SDC: ps, fF.
namespace gsta::model {

/// A clock: its source ports or pins (none: virtual) and its waveform.
struct clock {
  std::string name;
  std::vector<std::string> sources;
  femtoseconds period = 0, rise = 0, fall = 0;
  bool propagated = true;
  location at;
};

/// Arrival at a port or pin, relative to an edge of `clock` (empty: relative to time zero, no clock).
/// Undefined conditions are `undefined_arrival()`'s.
struct input_arrival {
  std::string pin, clock;
  edge clock_edge = edge::rise;
  corner_values arrival = undefined_arrival();
  location at;
};

/// Slew asserted at a port.
struct input_slew {
  std::string pin;
  corner_values slew = undefined_arrival();
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
};

/// Capacitance that an output port drives outside.
struct port_load {
  std::string pin;
  corner_values load = same_value(0.0f);
  location at;
};

struct constraints {
  std::string file;
  std::vector<clock> clocks;
  std::vector<input_arrival> arrivals;
  std::vector<input_slew> slews;
  std::vector<output_required> required;
  std::vector<port_load> loads;
};

}  // namespace gsta::model
