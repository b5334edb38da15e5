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
GSTA_HOST_INLINE void validate(host_threads const& threads, flat_design const& design);

/// `validate` on one thread.
///
/// Shapes, Cost, Where, Throws: as above.
inline void validate(flat_design const& design) { validate(host_executor{}, design); }

/// The part of it that looks at sizes of arrays and at what is short: types, tables, waveforms, constraints,
/// limits. For who checks the long arrays where they are, on a device.
///
/// Shapes: as `flat_design`. Cost: O(what is short). Where: host. Throws: as above.
GSTA_HOST_INLINE void validate_short_arrays(flat_design const& design);

/// The part that looks at further drivers of nets; needs nets that fit together.
///
/// Shapes: as `flat_design`. Throws: as above. Cost: O(pins) where there are some, else O(1). Where: host.
GSTA_HOST_INLINE void validate_parallel_drivers(flat_design const& design);

}  // namespace gsta

#ifndef GSTA_COMPILED_HOST
#include "gsta/flat/detail/validate.hpp"
#endif
