// Says: credited_paths on a device needs gsta/path/credited_paths.cuh
// One sentence, though all that credited_paths calls has a driver of its own.
#include <gsta/core/algorithm.cuh>
#include <gsta/path/credited_paths.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/path/credited_paths.cuh>
#endif

std::size_t violations(gsta::cuda_executor const& exec,
                       gsta::path_problem<gsta::memory_space::device> const& problem,
                       gsta::path_credits<gsta::memory_space::device> const& credits) {
  return credited_paths(exec, problem, credits, gsta::split::late, {.k = 100, .below = 0}).view.size();
}
