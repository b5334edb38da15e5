// gsta::host: timers and timing plans on oneTBB's threads.
#include "gsta/core/tbb_executor.hpp"
#include "gsta/sta/timer.hpp"
#include "gsta/sta/timing_plan.hpp"

template class gsta::timer<gsta::tbb_executor>;
template class gsta::timing_plan<gsta::tbb_executor>;
