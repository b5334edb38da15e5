// gsta::device: update plans.
#include "gsta/sta/detail/update_plan.cuh"
