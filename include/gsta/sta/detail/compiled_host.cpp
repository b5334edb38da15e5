// gsta::host: timers and timing plans on one thread.
#include "gsta/sta/timer.hpp"
#include "gsta/sta/timing_plan.hpp"

template class gsta::timer<gsta::host_executor>;
template class gsta::timing_plan<gsta::host_executor>;
