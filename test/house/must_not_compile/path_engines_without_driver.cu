// Says: the papers' path engines on a device need gsta/schemes/path_engines.cuh
// The call would compile to the generic expansion, and to the device's own in another unit.
#include <gsta/core/algorithm.cuh>
#include <gsta/schemes/path_engines.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/schemes/path_engines.cuh>
#endif

std::size_t paths_generated_by_levels(gsta::cuda_executor const& exec,
                                      gsta::search_rows<gsta::memory_space::device> const& rows,
                                      gsta::search_problem<gsta::memory_space::device> const& problem) {
  return k_critical_paths(exec, rows, problem, {}, gsta::schemes::level_mdl{}).statistics.generated;
}
