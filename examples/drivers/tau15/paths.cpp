#include "gsta/path/credited_paths.hpp"
#include "gsta/path/timing_paths.hpp"
#include "gsta/path/worst_path.hpp"
#include "gsta/sta/snapshot.hpp"
#include "tau15/timing.hpp"

namespace tau15 {

using gsta::memory_space;

gsta::path_set find_worst_paths(gsta::path_problem<memory_space::host> const& problem,
                                gsta::path_credits<memory_space::host> const* credits,
                                gsta::host_span<gsta::per_condition<gsta::id> const> predecessor,
                                std::size_t count) {
  gsta::host_executor const exec;
  gsta::timing_paths_options options;
  options.k = count;
  auto const found = credits != nullptr ? credited_paths(exec, problem, *credits, options)
                                        : timing_paths(exec, problem, options);
  return extend_to_clock_source(problem, predecessor, to_path_set(exec, found.view));
}

found_paths find_worst_paths(gsta::flat_design const& design, gsta::timing_snapshot const& state,
                             std::size_t count) {
  auto problem = gsta::path_problem_of(design, state);
  auto const predecessor = gsta::view_of(state.node_predecessor);
  auto const search = [&] {
    if (state.credits == nullptr) return find_worst_paths(problem, nullptr, predecessor, count);
    problem.check_required = view_of(state.credits->check_required);
    gsta::path_credits<memory_space::host> const credits{state.credits->tree.view,
                                                         view_of(state.credits->credit)};
    return find_worst_paths(problem, &credits, predecessor, count);
  };
  return {search(), gsta::view_of(state.checks), gsta::view_of(state.node_pin)};
}

}  // namespace tau15
