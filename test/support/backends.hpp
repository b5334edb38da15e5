#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/core/executor.hpp"
#include "test/support/catch.hpp"
#ifdef GSTA_HAS_TBB
#include "gsta/core/tbb_executor.hpp"
#endif

namespace gsta_test {

/// Runs `body(exec)` on every executor of the host: serial, then oneTBB with 1, 2 and 16 threads where it is
/// built in. `test/support/cuda.cuh` has the same for the device.
template <class Body>
void on_host_backends(Body const& body) {
  {
    INFO("backend: host");
    body(gsta::host_executor{});
  }
#ifdef GSTA_HAS_TBB
  for (unsigned const threads : {1u, 2u, 16u}) {
    INFO("backend: oneTBB with " << threads << " threads");
    body(gsta::tbb_executor{threads});
  }
#endif
}

}  // namespace gsta_test
