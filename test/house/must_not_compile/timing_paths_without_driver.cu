// Says: timing_paths on a device needs gsta/path/timing_paths.cuh
// One sentence, though all that timing_paths calls has a driver of its own.
#include <gsta/core/algorithm.cuh>
#include <gsta/path/timing_paths.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/path/timing_paths.cuh>
#endif

std::size_t violations(gsta::cuda_executor const& exec,
                       gsta::path_problem<gsta::memory_space::device> const& problem) {
  return timing_paths(exec, problem, gsta::split::late, {.k = 100, .below = 0}).view.size();
}
