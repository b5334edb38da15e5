// gsta::device: paths of timed designs.
#include "gsta/path/credited_paths.cuh"
#include "gsta/path/path.cuh"
#include "gsta/path/timing_paths.cuh"

template class gsta::detail::path_tracer<gsta::cuda_executor>;
template class gsta::detail::credited_tracer<gsta::cuda_executor>;
