#include "gsta/path/credited_paths.hpp"
#include "gsta/path/timing_paths.hpp"
#include "gsta/path/worst_path.hpp"
#include "gsta/sta/snapshot.hpp"
#include "tau15/timing.hpp"

namespace tau15 {

gsta::path_set find_worst_paths(gsta::flat_design const& design, gsta::timing_snapshot const& state,
                                std::size_t count) {
  auto problem = gsta::path_problem_of(design, state);
  gsta::host_executor const exec;
  gsta::timing_paths_options options;
  options.k = count;
  gsta::path_set paths;
  if (state.credits != nullptr) {
    problem.check_required = view_of(state.credits->check_required);
    gsta::path_credits<gsta::memory_space::host> const credits{state.credits->tree.view,
                                                               view_of(state.credits->credit)};
    paths = to_path_set(exec, credited_paths(exec, problem, credits, options).view);
  } else {
    paths = to_path_set(exec, timing_paths(exec, problem, options).view);
  }
  return extend_to_clock_source(problem, view_of(state.node_predecessor), paths);
}

}  // namespace tau15
