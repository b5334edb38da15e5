#pragma once

#include "gsta/flat/flat_design.hpp"
#include "gsta/model/constraints.hpp"
#include "gsta/model/library.hpp"
#include "gsta/model/netlist.hpp"
#include "gsta/model/wires.hpp"

namespace gsta {

/// What a flat design is made from. One library may serve as both.
struct flatten_input {
  model::library const& early;            ///< pins, early conditions, hold-like checks
  model::library const& late;             ///< late conditions, setup-like checks
  model::netlist const& netlist;          ///< its cells in both libraries; SDC's rules allow black boxes
  model::parasitics const& parasitics;    ///< may be empty: wires are ideal then
  model::constraints const& constraints;  ///< may be empty; its `rules` say what holds where files are silent
  /// `parasitics` itself where nobody needs them any more, or null: each net is given back as soon as it was
  /// read, and none is left, so that the design takes the memory that they had. The names and lists of a net
  /// lie in one memory, as readers make them and as a copy has them.
  model::parasitics* spent = nullptr;
};

/// What becomes of loops of arcs: of cells alone, or through clock pins of registers. Under SDC's rules; in
/// the contest they stay.
enum class loop_rule {
  refuse,        ///< they stay: to time such a design throws graph_error
  cut,           ///< an arc of each goes, the one that OpenSTA cuts; nothing where constants open a loop
  cut_open_too,  ///< all that OpenSTA cuts, also where constants open the loop: hides the paths there
};

/// How `flatten` takes its input.
struct flatten_options {
  char pin_separator = '/';  ///< between instance and pin in `flat_design::pin_name`
  bool async_arcs = false;   ///< trace preset and clear arcs, whatever the constraints say
  /// A net or pin in the parasitics that the netlist lacks is an error; else a counted diagnostic.
  bool strict_parasitics = false;
  /// Wires behind an input port without a driving cell answer a step, not a ramp: ln 2 times Elmore's delay
  /// at half the supply, and a slew of their own (see `wire_response`). For wires that keep slews.
  bool step_at_ports = false;
  loop_rule loops = loop_rule::cut;  ///< what is cut stands in `flat_design::loops`
  timing_conventions conventions{};  ///< where timers differ
};

}  // namespace gsta
