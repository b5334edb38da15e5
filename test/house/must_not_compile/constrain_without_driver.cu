// Says: constrain_search on a device needs gsta/path/path.cuh
#include <gsta/core/algorithm.cuh>
#include <gsta/path/constraint.hpp>
#ifdef GSTA_TEST_RIGHT
#include <gsta/path/path.cuh>
#endif

std::size_t edges_left(gsta::cuda_executor const& exec,
                       gsta::search_rows<gsta::memory_space::device> const& rows,
                       gsta::timing_search_view<gsta::memory_space::device> const& search,
                       gsta::path_constraint const& wanted) {
  return constrain_search(exec, rows, search, wanted).view.graph.edge_count();
}
