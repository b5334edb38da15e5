#include "gsta/path/k_worst.hpp"
#include "gsta/path/worst_path.hpp"
#include "gsta/sta/path_problem_of.hpp"
#include "tau15/timing.hpp"

namespace tau15 {

gsta::path_set find_worst_paths(gsta::flat_design const& design, gsta::timing_snapshot const& state,
                                std::size_t count) {
  auto const problem = gsta::path_problem_of(design, state);
  gsta::k_worst_options options;
  options.k = count;
  auto const late = k_worst_paths(make_path_graph(problem, gsta::split::late), options);
  auto const early = k_worst_paths(make_path_graph(problem, gsta::split::early), options);
  return extend_to_clock_source(problem, view_of(state.node_predecessor), merge_worst(late, early, count));
}

}  // namespace tau15
