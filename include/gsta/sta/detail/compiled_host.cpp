// gsta::host: timers on one thread.
#include "gsta/sta/timer.hpp"

template class gsta::timer<gsta::host_executor>;
