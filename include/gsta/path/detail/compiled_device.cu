// gsta::device: paths of timed designs.
#include "gsta/path/find_paths.cuh"
#include "gsta/path/path.cuh"

template class gsta::detail::path_tracer<gsta::cuda_executor>;
template class gsta::detail::credited_tracer<gsta::cuda_executor>;
template class gsta::detail::path_finder<gsta::cuda_executor,
                                         gsta::detail::fresh_search<gsta::cuda_executor>>;
