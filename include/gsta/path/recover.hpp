#pragma once

#include "gsta/path/path_search.hpp"
#include "gsta/path/path_set.hpp"
#include "gsta/path/recover_walks.hpp"

namespace gsta {

namespace detail {
/// Writes the steps of timing paths: 2 * node + edge, and the arc that leads there, taken apart.
template <memory_space S>
struct trace_writer {
  timing_search_view<S> search;
  span<id, S> node;
  span<gsta::edge, S> edge;
  span<id, S> arc;
  using step_type = path_step;
  GSTA_HD path_step step(id v, id e) const noexcept {
    return {v == search.graph.source() ? none : search.pin_of(v), search.arc[e]};
  }
  GSTA_HD void put(std::int64_t step_at, path_step s) const noexcept {
    std::size_t const at = static_cast<std::size_t>(step_at);
    node[at] = s.place / 2;
    edge[at] = static_cast<gsta::edge>(s.place % 2);
    arc[at] = s.way;
  }
};

template <memory_space S>
struct path_end_op {
  timing_search_view<S> search;
  span<id const, S> first_edge;
  span<id, S> check;
  span<gsta::edge, S> data_edge;
  GSTA_HD void operator()(std::size_t p) const noexcept {
    id const slot = search.slot_of(first_edge[p]);
    check[p] = slot / 2;
    data_edge[p] = static_cast<gsta::edge>(slot % 2);
  }
};

template <executor E>
path_buffers<E::space> recover_paths(E const& exec, timing_search_view<E::space> const& search,
                                     search_problem<E::space> const& problem,
                                     sidetrack_paths_view<E::space> const& paths, step_route route) {
  constexpr memory_space S = E::space;
  path_buffers<S> traces;
  if (paths.size() == 0) {
    traces.view.begin = traces.keep(one_begin(exec));
    return traces;
  }
  path_layout<S> layout = lay_out_paths(exec, problem, paths, step_order::reversed);
  std::size_t const steps = static_cast<std::size_t>(layout.steps);
  buffer<id, S> node(exec, steps), arc(exec, steps), check(exec, paths.size());
  buffer<edge, S> edge_of_step(exec, steps), data_edge(exec, paths.size());
  write_paths(exec, problem, paths, layout,
              trace_writer<S>{search, node.view(), edge_of_step.view(), arc.view()}, route);
  for_each_n(exec, paths.size(),
             path_end_op<S>{search, std::as_const(layout.first_edge).view(), check.view(), data_edge.view()});
  traces.view = {traces.keep(std::move(layout.begin)), traces.keep(std::move(node)),
                 traces.keep(std::move(edge_of_step)), traces.keep(std::move(arc)),
                 traces.keep(clone(exec, paths.cost)), traces.keep(std::move(check)),
                 traces.keep(std::move(data_edge))};
  return traces;
}
}  // namespace detail

/// The paths found on a timing search graph with all their steps, each from its start to its end: the walk
/// reversed.
///
/// Shapes: `problem` of `search`'s graph, `paths` of this problem; result as `path_set_view`, where steps may
/// be more than ids can number. Units: fs. Cost: 9 bytes a step written, at about the speed of memory where
/// paths have their sidetracks in common (path/recover.cuh), else a walk of each path; beside it half a
/// byte an edge of the graph. Where: the executor; waits for the number of steps. Throws: what allocation
/// throws, cuda_error. Exact: by ids alone. Paper: Guo et al., "GPU-Accelerated Path-Based Timing Analysis",
/// DAC 2021, section III.F recovers path by path on the CPU; here each sidetrack's way is walked once, and
/// paths are copied from there.
template <executor E>
path_buffers<E::space> recover_paths(E const& exec, timing_search_view<E::space> const& search,
                                     search_problem<E::space> const& problem,
                                     sidetrack_paths_view<E::space> const& paths) {
  return detail::recover_paths(exec, search, problem, paths, detail::step_route::automatic);
}

}  // namespace gsta
