// Says: k_critical_paths on a device needs gsta/path/path.cuh
// The call would compile to the generic engines, and to the device's own in another unit.
#include <gsta/core/algorithm.cuh>
#include <gsta/path/k_critical.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/path/path.cuh>
#endif

std::size_t paths_generated(gsta::cuda_executor const& exec,
                            gsta::search_rows<gsta::memory_space::device> const& rows,
                            gsta::search_problem<gsta::memory_space::device> const& problem) {
  return k_critical_paths(exec, rows, problem).statistics.generated;
}
