// gsta::host: paths of timed designs, on oneTBB's threads.
#include "gsta/core/tbb_executor.hpp"
#include "gsta/path/credited_paths.hpp"
#include "gsta/path/timing_paths.hpp"

template class gsta::detail::path_tracer<gsta::tbb_executor>;
template class gsta::detail::credited_tracer<gsta::tbb_executor>;
