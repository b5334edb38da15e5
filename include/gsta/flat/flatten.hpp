#pragma once

#include "gsta/core/host_threads.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/flat/flat_design.hpp"
#include "gsta/flat/flatten_options.hpp"
#include "gsta/model/diagnostics.hpp"

namespace gsta {

/// Turns records with names into arrays with dense ids: ports first, then the pins of each instance in the
/// order of its library cell. No string is read behind this point, except to report.
///
/// Shapes: as `flat_design`. Units: ps, fF, kOhm. Cost: O(input), hash look-ups by name. Where: host.
/// Throws: input_error at the place of an unknown cell, pin, port or clock. argument_error where `spent` is
/// not null and not `parasitics`.
GSTA_HOST_INLINE flat_design flatten(flatten_input const& input, flatten_options const& options,
                                     model::diagnostics& notes);

/// `flatten` on the threads of an executor of the host, with equal arrays and notes in equal order.
///
/// Shapes, Units, Cost, Throws: as above. Where: the executor's threads.
GSTA_HOST_INLINE flat_design flatten(host_threads const& threads, flatten_input const& input,
                                     flatten_options const& options, model::diagnostics& notes);

}  // namespace gsta

#ifndef GSTA_COMPILED_HOST
#include "gsta/flat/detail/flatten.hpp"
#endif
