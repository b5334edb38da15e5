#pragma once

#include "gsta/path/detail/recover_slices.hpp"

namespace gsta {

/// Paths with all that they come by, as compressed rows in walk order. Path p leaves the source by the edge
/// first_edge[p] and has the steps [begin[p], begin[p + 1]): the vertices between source and sink, and by
/// which edge it leaves each.
template <memory_space S>
struct walk_set_view {
  span<std::int64_t const, S> begin;  ///< [paths + 1]
  span<id const, S> vertex;           ///< [steps]
  span<id const, S> edge;             ///< [steps] position in `search_graph_view::to`
  span<id const, S> first_edge;       ///< [paths] position in `search_graph_view::to`
  span<femtoseconds const, S> cost;   ///< [paths]

  std::size_t size() const noexcept { return cost.size(); }

  template <memory_space D, class F>
  walk_set_view<D> map(F f) const {
    return {f(begin), f(vertex), f(edge), f(first_edge), f(cost)};
  }
};

template <memory_space S>
using walk_buffers = owned<walk_set_view, S>;

namespace detail {
template <memory_space S>
struct walk_writer {
  span<id, S> vertex, edge;
  GSTA_HD path_step step(id v, id e) const noexcept { return {v, e}; }
  GSTA_HD void put(std::int64_t at, path_step s) const noexcept {
    vertex[static_cast<std::size_t>(at)] = s.place;
    edge[static_cast<std::size_t>(at)] = s.way;
  }
};

template <executor E>
buffer<std::int64_t, E::space> one_begin(E const& exec) {
  buffer<std::int64_t, E::space> begin(exec, 1);
  fill(exec, begin.view(), std::int64_t{0});
  return begin;
}

template <executor E>
walk_buffers<E::space> recover_walks(E const& exec, search_problem<E::space> const& problem,
                                     sidetrack_paths_view<E::space> const& paths, step_route route) {
  constexpr memory_space S = E::space;
  walk_buffers<S> walks;
  if (paths.size() == 0) {
    walks.view.begin = walks.keep(one_begin(exec));
    return walks;
  }
  path_layout<S> layout = lay_out_paths(exec, problem, paths, step_order::walk);
  buffer<id, S> vertex(exec, static_cast<std::size_t>(layout.steps)),
      edge(exec, static_cast<std::size_t>(layout.steps));
  write_paths(exec, problem, paths, layout, walk_writer<S>{vertex.view(), edge.view()}, route);
  walks.view = {walks.keep(std::move(layout.begin)), walks.keep(std::move(vertex)),
                walks.keep(std::move(edge)), walks.keep(std::move(layout.first_edge)),
                walks.keep(clone(exec, paths.cost))};
  return walks;
}
}  // namespace detail

/// The vertices and edges of paths, in walk order, without source and sink.
///
/// Shapes: `paths` of this problem; steps may be more than ids can number. Cost: O(steps), a byte an edge of
/// the graph, and, where paths have their sidetracks in common, one walk of each distinct sidetrack's way to
/// the sink and a copy at about the speed of memory (path/recover.cuh). Where: the executor; waits for the
/// number of steps. Throws: what allocation throws, cuda_error. Exact: by ids alone.
template <executor E>
walk_buffers<E::space> recover_walks(E const& exec, search_problem<E::space> const& problem,
                                     sidetrack_paths_view<E::space> const& paths) {
  return detail::recover_walks(exec, problem, paths, detail::step_route::automatic);
}

}  // namespace gsta
