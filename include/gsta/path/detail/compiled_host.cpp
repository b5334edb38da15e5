// gsta::host: paths of timed designs, on one thread.
#include "gsta/path/credited_paths.hpp"
#include "gsta/path/timing_paths.hpp"

template class gsta::detail::path_tracer<gsta::host_executor>;
template class gsta::detail::credited_tracer<gsta::host_executor>;
