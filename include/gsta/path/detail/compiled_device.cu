// gsta::device: paths of timed designs.
#include "gsta/path/path.cuh"
#include "gsta/path/timing_paths.cuh"

template class gsta::detail::path_tracer<gsta::cuda_executor>;
