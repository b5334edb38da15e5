// Says: a timing plan on a device needs gsta/sta/timing_plan.cuh
#include <gsta/sta/timer.cuh>
#include <gsta/sta/timing_plan.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/sta/timing_plan.cuh>
#endif

struct placer {
  gsta::timing_plan<gsta::cuda_executor> plan;
};
