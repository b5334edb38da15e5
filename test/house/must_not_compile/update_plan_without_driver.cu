// Says: an update plan on a device needs gsta/sta/update_plan.cuh
#include <gsta/sta/timer.cuh>
#include <gsta/sta/update_plan.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/sta/update_plan.cuh>
#endif

struct placer {
  gsta::update_plan<gsta::cuda_executor> plan;
};
