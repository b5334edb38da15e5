// gsta::host: paths of timed designs, on oneTBB's threads.
#include "gsta/core/tbb_executor.hpp"
#include "gsta/path/find_paths.hpp"

template class gsta::detail::path_tracer<gsta::tbb_executor>;
template class gsta::detail::credited_tracer<gsta::tbb_executor>;
template class gsta::detail::path_finder<gsta::tbb_executor, gsta::detail::fresh_search<gsta::tbb_executor>>;
