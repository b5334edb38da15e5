// gsta::host: paths of timed designs, on one thread.
#include "gsta/path/timing_paths.hpp"

template class gsta::detail::path_tracer<gsta::host_executor>;
