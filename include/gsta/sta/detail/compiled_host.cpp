// gsta::host: timers and update plans on one thread.
#include "gsta/sta/timer.hpp"
#include "gsta/sta/update_plan.hpp"

template class gsta::timer<gsta::host_executor>;
template class gsta::update_plan<gsta::host_executor>;
