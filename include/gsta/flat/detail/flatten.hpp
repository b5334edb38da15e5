#pragma once

#include "gsta/flat/detail/flattener.hpp"
#include "gsta/flat/detail/resolve_clocks.hpp"
#include "gsta/flat/detail/resolve_exceptions.hpp"
#include "gsta/flat/flatten.hpp"

namespace gsta {

GSTA_HOST_INLINE flat_design flatten(host_threads const& threads, flatten_input const& input,
                                     flatten_options const& options, model::diagnostics& notes) {
  require(input.spent == nullptr || input.spent == &input.parasitics,
          "flatten: the wires that are spent are not those that are read");
  flat_design design;
  design.conventions = options.conventions;
  if (!input.constraints.common_path_credits) design.conventions.common_path_credits = false;
  detail::template_maker cells(input.early, input.late, input.constraints.rules,
                               options.async_arcs || input.constraints.preset_clear_arcs, design, notes);
  cells.set_conditions(input.constraints);
  detail::flattener work(threads, input, options, cells, design, notes);
  work.add_pins();
  work.apply_loads();
  work.find_constants();
  work.find_disabled();
  work.add_arcs();
  work.add_driving_cells();
  work.add_nets();
  // Nobody looks at wires any more: what is left of their records goes beside the search.
  detail::side_by_side(threads, [&] { work.cut_loops(); }, [&] { work.end_wires(); });
  work.apply_constraints();
  work.keep_case_edges();
  work.settle_pin_checks();
  work.add_gates();
  work.add_data_checks();
  work.limit_borrowing();
  resolve_clocks(design);
  work.note_lost_sources();
  work.link_inputs();
  resolve_exceptions(design);
  work.apply_derates();
  work.add_limits();
  work.find_gaps();
  return design;
}

GSTA_HOST_INLINE flat_design flatten(flatten_input const& input, flatten_options const& options,
                                     model::diagnostics& notes) {
  return flatten(host_executor{}, input, options, notes);
}

}  // namespace gsta
