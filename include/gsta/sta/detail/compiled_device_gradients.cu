// gsta::device: gradient plans.
#include "gsta/sta/detail/device_gradients.cuh"
