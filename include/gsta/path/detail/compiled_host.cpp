// gsta::host: paths of timed designs, on one thread.
#include "gsta/path/find_paths.hpp"

template class gsta::detail::path_tracer<gsta::host_executor>;
template class gsta::detail::credited_tracer<gsta::host_executor>;
template class gsta::detail::path_finder<gsta::host_executor,
                                         gsta::detail::fresh_search<gsta::host_executor>>;
