// gsta::device: timers on a GPU.
#include "gsta/sta/detail/timer_drivers.cuh"
#include "gsta/sta/timer.cuh"

template class gsta::timer<gsta::cuda_executor>;
