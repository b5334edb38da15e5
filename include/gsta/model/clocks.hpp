#pragma once

#include <string>
#include <vector>

#include "gsta/core/math.hpp"
#include "gsta/core/units.hpp"
#include "gsta/model/netlist.hpp"

/// Plain host records of clocks: ps, fs.
namespace gsta::model {

/// What a clock, or a pin of its network, is given. Undefined values (`undefined_arrival()`'s) are not given.
/// Early and late of a condition are what SDC calls -min/-early and -max/-late.
struct clock_properties {
  per_condition<float> insertion =
      undefined_arrival();  ///< source latency, ps, by the edge of the clock's source
  /// Network latency of an ideal clock, ps, by the edge of its source.
  per_condition<float> latency = undefined_arrival();
  /// Slew at an ideal clock's register pins, ps, by the edge there.
  per_condition<float> transition = undefined_arrival();
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

/// A clock made from another one inside the design, as it was read. What is said of any clock is in `clock`;
/// its waveform follows from the master's.
struct generated_clock {
  model::clock clock;                     ///< without a waveform
  std::string source;                     ///< the master's pin
  std::string master;                     ///< the master's name; empty: the clock that arrives at `source`
  int divide_by = 0;                      ///< 0: not given
  int multiply_by = 0;                    ///< 0: not given
  float duty_cycle = 0;                   ///< percent, with multiply_by; 0: not given
  std::vector<int> edges;                 ///< of the master, from 1: rise, fall, rise; or empty
  std::vector<femtoseconds> edge_shifts;  ///< one for each of `edges`, or empty
  bool invert = false;                    ///< falls where the master would have it rise
  bool combinational = false;             ///< only through gates
};

/// Clocks whose groups have no paths between each other; a single group stands against all other clocks.
struct clock_groups {
  /// Why there are no paths.
  enum class relation {
    logically_exclusive,   ///< never active together
    physically_exclusive,  ///< never in the design together
    asynchronous           ///< without a phase to each other
  };
  std::string name;                              ///< may be empty
  relation of = relation::asynchronous;          ///< between the groups
  bool allow_paths = false;                      ///< paths between the groups are checked nonetheless
  std::vector<std::vector<std::string>> groups;  ///< names of clocks
  location at;                                   ///< in `constraints::file`
};

/// Uncertainty between an edge of one clock and an edge of another.
struct clock_uncertainty {
  std::string from;       ///< the launching clock
  std::string to;         ///< the capturing clock
  bool from_rise = true;  ///< launched by a rising edge
  bool from_fall = true;  ///< launched by a falling edge
  bool to_rise = true;    ///< captured by a rising edge
  bool to_fall = true;    ///< captured by a falling edge
  bool setup = true;      ///< late checks
  bool hold = true;       ///< early checks
  float value = 0;        ///< ps
  location at;            ///< in `constraints::file`
};

/// What passes on of the clocks that reach some pins.
struct clock_sense {
  /// Which edges pass on.
  enum class kind {
    positive,  ///< as they come
    negative,  ///< the other way round
    stop       ///< none
  };
  kind of = kind::stop;             ///< at all `pins`
  std::vector<std::string> pins;    ///< ports, or `instance/pin`
  std::vector<std::string> clocks;  ///< empty: all
  location at;                      ///< in `constraints::file`
};

/// Margins of clock-gating checks: of all where no names are given, else of these.
struct gating_check {
  std::vector<std::string> clocks;                    ///< of what these clocks reach
  std::vector<std::string> instances;                 ///< of these gates
  std::vector<std::string> pins;                      ///< of these pins
  per_condition<float> margin = undefined_arrival();  ///< ps: hold rise, hold fall, setup rise, setup fall
  std::string
      active;   ///< "0" or "1", the clock's value that leaves the gate open; empty: as its function says
  location at;  ///< in `constraints::file`
};

/// A pin, or a gate by its instance, that no clock-gating check is inferred for.
struct ungated_object {
  std::string name;          ///< `instance/pin`, or the instance
  bool is_instance = false;  ///< which of them
  location at;               ///< in `constraints::file`
};

}  // namespace gsta::model
