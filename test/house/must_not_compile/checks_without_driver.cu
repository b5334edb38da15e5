// Says: make_checks on a device needs gsta/constrain/checks.cuh
#include <gsta/constrain/checks.hpp>
#include <gsta/core/algorithm.cuh>
#ifdef GSTA_TEST_RIGHT
#include <gsta/constrain/checks.cuh>
#endif

std::size_t check_count(gsta::cuda_executor const& exec, gsta::flat_design const& design,
                        gsta::timing_nodes<gsta::memory_space::device> const& nodes) {
  return make_checks(exec, design, nodes).view.check.size();
}
