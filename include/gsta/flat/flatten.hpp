#pragma once

#include <utility>

#include "gsta/flat/detail/flattener.hpp"
#include "gsta/flat/detail/resolve_clocks.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/flatten_options.hpp"
#include "gsta/model/diagnostics.hpp"

namespace gsta {

/// Turns records with names into arrays with dense ids: ports first, then the pins of each instance in the
/// order of its library cell. No string is read behind this point, except to report.
///
/// Shapes: as `flat_design`. Units: ps, fF, kOhm. Cost: O(input), hash look-ups by name. Where: host.
/// Throws: input_error at the place of an unknown cell, pin, port or clock.
inline flat_design flatten(flatten_input const& input, flatten_options const& options,
                           model::diagnostics& notes) {
  flat_design design;
  detail::template_maker cells(input.early, input.late, options.async_arcs, design, notes);
  detail::flattener work(input, options, cells, design, notes);
  work.add_pins();
  work.apply_loads();
  work.find_constants();
  work.add_arcs();
  work.add_driving_cells();
  work.add_nets();
  work.apply_constraints();
  resolve_clocks(design);
  work.apply_derates();
  return design;
}

}  // namespace gsta
