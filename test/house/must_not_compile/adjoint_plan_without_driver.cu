// Says: an adjoint plan on a device needs gsta/adjoint/plan.cuh
#include <gsta/adjoint/plan.hpp>
#include <gsta/core/algorithm.cuh>
#include <utility>
#ifdef GSTA_TEST_RIGHT
#include <gsta/adjoint/plan.cuh>
#endif

std::size_t seeds(gsta::cuda_executor const& exec, gsta::adjoint_cut<gsta::memory_space::device>&& cut) {
  return gsta::make_adjoint_plan<true, false>(exec, std::move(cut)).seed.size();
}
