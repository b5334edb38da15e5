#pragma once

#include "gsta/path/detail/recover/slices.hpp"
#include "gsta/path/path_set.hpp"
#include "gsta/path/reorder.hpp"
#include "gsta/path/timing_graph.hpp"

namespace gsta {

/// Paths with all that they come by, as compressed rows in walk order. Path p leaves the source by the edge
/// first_edge[p] and has the steps [begin[p], begin[p + 1]): the vertices between source and sink, and by
/// which edge it leaves each.
template <memory_space S>
struct walk_set_view {
  span<std::int64_t const, S> begin;  ///< [paths + 1]
  span<id const, S> vertex;           ///< [steps], or empty
  span<id const, S> edge;             ///< [steps], or empty; position in `search_graph_view::to`
  span<id const, S> first_edge;       ///< [paths] position in `search_graph_view::to`
  span<femtoseconds const, S> cost;   ///< [paths]

  /// Number of paths.
  std::size_t size() const noexcept { return cost.size(); }

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  walk_set_view<D> map(F f) const {
    return {f(begin), f(vertex), f(edge), f(first_edge), f(cost)};
  }
};

/// The owner of recovered walks; `recover_walks` makes it.
template <memory_space S>
using walk_buffers = owned<walk_set_view, S>;

/// What a walk is written as. Either of the two alone tells it, in half the memory.
enum class walk_steps : std::uint8_t {
  both,      ///< `walk_set_view::vertex` and `walk_set_view::edge`
  vertices,  ///< `walk_set_view::vertex`; parallel edges look alike
  edges,     ///< `walk_set_view::edge`
};

/// How `recover_walks` writes walks.
template <memory_space S>
struct walk_options {
  walk_steps steps = walk_steps::both;  ///< the other array stays empty
  /// Where vertices and edges stood before the graph was renumbered: walks are told by the old ones.
  renumbering_view<S> numbers{};
};

namespace detail {
/// What vertices and edges are called.
template <memory_space S>
struct walk_names {
  renumbering_view<S> numbers;
  GSTA_HD id vertex(id v) const noexcept { return numbers.vertex_of.empty() ? v : numbers.vertex_of[v]; }
  GSTA_HD id edge(id tail, id e) const noexcept {
    return numbers.moved.empty() ? e : e + numbers.moved[tail];
  }
};

template <memory_space S>
struct walk_writer {
  using step_type = path_step;
  walk_names<S> names;
  span<id, S> vertex, edge;
  GSTA_HD path_step step(id v, id e) const noexcept { return {names.vertex(v), names.edge(v, e)}; }
  GSTA_HD void put(std::int64_t at, path_step s) const noexcept {
    vertex[static_cast<std::size_t>(at)] = s.vertex;
    edge[static_cast<std::size_t>(at)] = s.edge;
  }
};

/// Either vertices or edges.
template <memory_space S, bool Edges>
struct half_walk_writer {
  using step_type = id;
  walk_names<S> names;
  span<id, S> out;
  GSTA_HD id step(id v, id e) const noexcept { return Edges ? names.edge(v, e) : names.vertex(v); }
  GSTA_HD void put(std::int64_t at, id s) const noexcept { out[static_cast<std::size_t>(at)] = s; }
};

template <memory_space S>
struct rename_edge_op {
  walk_names<S> names;
  id tail;
  span<id, S> edge;
  GSTA_HD void operator()(std::size_t i) const noexcept { edge[i] = names.edge(tail, edge[i]); }
};

template <executor E>
buffer<std::int64_t, E::space> one_begin(E const& exec) {
  buffer<std::int64_t, E::space> begin(exec, 1);
  fill(exec, begin.view(), std::int64_t{0});
  return begin;
}

template <executor E>
walk_buffers<E::space> recover_walks(E const& exec, search_problem<E::space> const& problem,
                                     sidetrack_paths_view<E::space> const& paths,
                                     walk_options<E::space> const& options, step_route route) {
  constexpr memory_space S = E::space;
  walk_buffers<S> walks;
  if (paths.size() == 0) {
    walks.view.begin = walks.keep(one_begin(exec));
    return walks;
  }
  path_layout<S> layout = lay_out_paths(exec, problem, paths, step_order::walk);
  walk_names<S> const names{options.numbers};
  auto const steps = static_cast<std::size_t>(layout.steps);
  buffer<id, S> vertex(exec, options.steps == walk_steps::edges ? 0 : steps);
  buffer<id, S> edge(exec, options.steps == walk_steps::vertices ? 0 : steps);
  auto const write = [&](auto const& writer) { write_paths(exec, problem, paths, layout, writer, route); };
  switch (options.steps) {
    case walk_steps::both:
      write(walk_writer<S>{names, vertex.view(), edge.view()});
      break;
    case walk_steps::vertices:
      write(half_walk_writer<S, false>{names, vertex.view()});
      break;
    case walk_steps::edges:
      write(half_walk_writer<S, true>{names, edge.view()});
      break;
  }
  if (!options.numbers.moved.empty())
    for_each_n(exec, layout.first_edge.size(),
               rename_edge_op<S>{names, problem.graph.source(), layout.first_edge.view()});
  walks.view = {walks.keep(std::move(layout.begin)), walks.keep(std::move(vertex)),
                walks.keep(std::move(edge)), walks.keep(std::move(layout.first_edge)),
                walks.keep(clone(exec, paths.cost))};
  return walks;
}
}  // namespace detail

/// The vertices and edges of paths, in walk order, without source and sink.
///
/// Shapes: `paths` of this problem; steps may be more than ids can number. Cost: O(steps), half a byte an
/// edge of the graph, and, where paths have their sidetracks in common, one walk of each distinct sidetrack's
/// way to the sink and a copy at about the speed of memory (path/path.cuh). Where: the executor; waits for
/// the number of steps. Throws: what allocation throws, cuda_error. Exact: by ids alone.
template <executor E>
walk_buffers<E::space> recover_walks(E const& exec, search_problem<E::space> const& problem,
                                     sidetrack_paths_view<E::space> const& paths,
                                     walk_options<E::space> const& options = {}) {
  static_assert(driver_known<primitive::recover_paths, E>,
                "recover_walks on a device needs gsta/path/path.cuh");
  return detail::recover_walks(exec, problem, paths, options, detail::step_route::automatic);
}

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
    node[at] = s.vertex / 2;
    edge[at] = static_cast<gsta::edge>(s.vertex % 2);
    arc[at] = s.edge;
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
/// paths have their sidetracks in common (path/path.cuh), else a walk of each path; beside it half a
/// byte an edge of the graph. Where: the executor; waits for the number of steps. Throws: what allocation
/// throws, cuda_error. Exact: by ids alone. Paper: Guo et al., "GPU-Accelerated Path-Based Timing Analysis",
/// DAC 2021, section III.F recovers path by path on the CPU; here each sidetrack's way is walked once, and
/// paths are copied from there.
template <executor E>
path_buffers<E::space> recover_paths(E const& exec, timing_search_view<E::space> const& search,
                                     search_problem<E::space> const& problem,
                                     sidetrack_paths_view<E::space> const& paths) {
  static_assert(driver_known<primitive::recover_paths, E>,
                "recover_paths on a device needs gsta/path/path.cuh");
  return detail::recover_paths(exec, search, problem, paths, detail::step_route::automatic);
}

}  // namespace gsta
