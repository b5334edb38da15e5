// gsta::host: timers and update plans on oneTBB's threads.
#include "gsta/core/tbb_executor.hpp"
#include "gsta/sta/timer.hpp"
#include "gsta/sta/update_plan.hpp"

template class gsta::timer<gsta::tbb_executor>;
template class gsta::update_plan<gsta::tbb_executor>;
