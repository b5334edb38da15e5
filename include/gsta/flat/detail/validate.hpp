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

}  // namespace gsta
