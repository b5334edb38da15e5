// gsta::host: timers on oneTBB's threads.
#include "gsta/core/tbb_executor.hpp"
#include "gsta/sta/timer.hpp"

template class gsta::timer<gsta::tbb_executor>;
