#include "gsta/path/worst_path.hpp"
#include "gsta/sta/find_paths.hpp"
#include "tau15/timing.hpp"

namespace tau15 {

found_paths find_worst_paths(gsta::flat_design const& design, gsta::timing_snapshot const& state,
                             std::size_t count) {
  auto const found = find_paths(gsta::host_executor{}, design, state, worst_query(count));
  auto const paths = extend_to_clock_source(path_problem_of(design, state),
                                            gsta::view_of(state.node_predecessor), found.view);
  return {paths, gsta::view_of(state.checks), gsta::view_of(state.node_pin)};
}

}  // namespace tau15
