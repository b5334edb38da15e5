// Says: recover_walks on a device needs gsta/path/path.cuh
// Paths that were found with the device's engines are to be written out.
#include <gsta/core/algorithm.cuh>
#include <gsta/path/recover.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/path/path.cuh>
#endif

std::size_t steps_of(gsta::cuda_executor const& exec,
                     gsta::search_problem<gsta::memory_space::device> const& problem,
                     gsta::sidetrack_paths_view<gsta::memory_space::device> const& paths) {
  return recover_walks(exec, problem, paths).view.edge.size();
}
