#pragma once

#include "gsta/flat/detail/flattener.hpp"
#include "gsta/flat/detail/resolve_clocks.hpp"
#include "gsta/flat/detail/resolve_exceptions.hpp"
#include "gsta/flat/flatten.hpp"

namespace gsta {

GSTA_HOST_INLINE flat_design flatten(flatten_input const& input, flatten_options const& options,
                                     model::diagnostics& notes) {
  flat_design design;
  detail::template_maker cells(input.early, input.late, input.constraints.rules, options.async_arcs, design,
                               notes);
  detail::flattener work(input, options, cells, design, notes);
  work.add_pins();
  work.apply_loads();
  work.find_constants();
  work.add_arcs();
  work.add_driving_cells();
  work.add_nets();
  work.leave_out_loops();
  work.apply_constraints();
  work.add_gates();
  resolve_clocks(design);
  resolve_exceptions(design);
  work.apply_derates();
  work.add_limits();
  return design;
}

}  // namespace gsta
