// Says: find_paths on a device needs gsta/path/find_paths.cuh
// One sentence, though all that find_paths calls has a driver of its own.
#include <gsta/core/algorithm.cuh>
#include <gsta/path/find_paths.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/path/find_paths.cuh>
#endif

std::size_t violations(gsta::cuda_executor const& exec,
                       gsta::path_arrays<gsta::memory_space::device> const& arrays) {
  return find_paths(exec, arrays, {.k = 100, .slack_below = 0}).view.size();
}
