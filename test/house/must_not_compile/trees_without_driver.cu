// Says: flatten_rc on a device needs gsta/rc/flatten_rc.cuh
#include <gsta/core/algorithm.cuh>
#include <gsta/rc/flatten_rc.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/rc/flatten_rc.cuh>
#endif

std::int64_t loops(gsta::cuda_executor const& exec,
                   gsta::flat_view<gsta::memory_space::device> const& design) {
  return flatten_rc(exec, design).loop_edges;
}
