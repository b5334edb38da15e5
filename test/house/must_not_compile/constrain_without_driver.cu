// Says: constrain_search on a device needs gsta/path/constraint.cuh
#include <gsta/path/constraint.hpp>
#include <gsta/path/costs.cuh>
#ifdef GSTA_TEST_RIGHT
#include <gsta/path/constraint.cuh>
#endif

std::size_t edges_left(gsta::cuda_executor const& exec,
                       gsta::search_rows<gsta::memory_space::device> const& rows,
                       gsta::timing_search_view<gsta::memory_space::device> const& search,
                       gsta::path_constraint const& wanted) {
  return constrain_search(exec, rows, search, wanted).view.graph.edge_count();
}
