#pragma once

#include "gsta/flat/detail/flat_checker.hpp"
#include "gsta/flat/validate.hpp"

namespace gsta {

GSTA_HOST_INLINE void validate(host_threads const& threads, flat_design const& design) {
  detail::flat_checker const check{{design, threads}};
  check.sizes();
  check.pins_and_nets();
  check.parallel_drivers();
  check.wires();
  check.arcs();
  check.types();
  check.shared_numbers();
  check.waveforms();
  check.constraints();
  check.limits();
  check.gaps();
  check.long_numbers();
}

GSTA_HOST_INLINE void validate_short_arrays(flat_design const& design) {
  host_executor const one_thread;
  detail::flat_checker const check{{design, one_thread}};
  check.sizes();
  check.types();
  check.shared_numbers();
  check.waveforms();
  check.constraints();
  check.limits();
  check.gaps();
}

GSTA_HOST_INLINE void validate_parallel_drivers(flat_design const& design) {
  host_executor const one_thread;
  detail::flat_checker{{design, one_thread}}.parallel_drivers();
}

}  // namespace gsta
