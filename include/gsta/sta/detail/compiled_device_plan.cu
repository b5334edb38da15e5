// gsta::device: timing plans.
#include "gsta/sta/detail/timing_plan.cuh"
