#pragma once

#include "gsta/core/executor.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta {

/// Checks that a flat design's arrays fit together, so that no stage reads past their ends: sizes, rows, ids,
/// one net for each driver; edges and kinds; and that all numbers are some: neither NaN nor an infinity that
/// does not say "undefined". `timer` calls it; who fills the arrays and calls the stages himself may want to,
/// once.
///
/// Shapes: as `flat_design`. Cost: O(size). Where: host, the long arrays on the threads. Throws:
/// argument_error that names the array and the place, the same on every number of threads.
void validate(host_threads const& threads, flat_design const& design);

/// The same on one thread.
///
/// Shapes, Cost, Where, Throws: as above.
inline void validate(flat_design const& design) { validate(host_executor{}, design); }

}  // namespace gsta

#ifndef GSTA_COMPILED_HOST
#include "gsta/flat/detail/validate.hpp"
#endif
