#pragma once

#include <utility>

#include "gsta/flat/detail/flattener.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/model/constraints.hpp"
#include "gsta/model/diagnostics.hpp"
#include "gsta/model/library.hpp"
#include "gsta/model/netlist.hpp"
#include "gsta/model/parasitics.hpp"

namespace gsta {

/// What a flat design is made from. One library may serve as both.
struct flatten_input {
  model::library const& early;
  model::library const& late;
  model::netlist const& netlist;
  model::parasitics const& parasitics;
  model::constraints const& constraints;
};

struct flatten_options {
  char pin_separator = '/';  ///< between instance and pin in `flat_design::pin_name`
  bool async_arcs = false;   ///< trace preset and clear arcs
  /// A net or pin in the parasitics that the netlist lacks is an error; else a counted diagnostic.
  bool strict_parasitics = false;
};

/// Turns records with names into arrays with dense ids: ports first, then the pins of each instance in the
/// order of its library cell. No string is read behind this point, except to report.
///
/// Shapes: as `flat_design`. Units: ps, fF, kOhm. Cost: O(input), hash look-ups by name. Where: host.
/// Throws: input_error at the place of an unknown cell, pin, port or clock.
inline flat_design flatten(flatten_input const& input, flatten_options const& options,
                           model::diagnostics& notes) {
  flat_design design;
  detail::template_maker cells(input.early, input.late, options.async_arcs, design, notes);
  detail::flattener work(input.netlist, cells, options.pin_separator, design, notes);
  work.add_pins();
  work.apply_loads(input.constraints);
  work.add_nets(input.parasitics, options.strict_parasitics);
  work.apply_constraints(input.constraints);
  return design;
}

}  // namespace gsta
