// Says: a timer on a device needs gsta/sta/timer.cuh
// One unit of a program forgets the header that the other has: its timer would be another class.
#include <gsta/core/algorithm.cuh>
#include <gsta/sta/timer.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/sta/timer.cuh>
#endif

double worst_slack(gsta::cuda_executor const& exec, gsta::flat_design const& design) {
  gsta::timer timer(exec, design);
  timer.update(exec);
  return timer.summary(exec, gsta::split::late).wns;
}
