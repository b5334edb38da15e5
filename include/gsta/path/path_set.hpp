#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/units.hpp"

namespace gsta {

/// Paths as compressed rows, each from its start to its end. Path p has the steps [begin[p], begin[p + 1]).
template <memory_space S>
struct path_set_view {
  span<std::int64_t const, S> begin;    ///< [paths + 1] into the step arrays
  span<id const, S> node;               ///< [steps] arrival node
  span<gsta::edge const, S> edge;       ///< [steps] edge at that node
  span<id const, S> arc;                ///< [steps] arc into the step; none for the first of a path
  span<femtoseconds const, S> slack;    ///< [paths]
  span<id const, S> check;              ///< [paths] check that the path ends at
  span<gsta::edge const, S> data_edge;  ///< [paths] edge at the check's data
  span<id const, S> group{};            ///< [paths] path group, where paths were found by group; else empty

  /// Number of paths.
  std::size_t size() const noexcept { return slack.size(); }

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  path_set_view<D> map(F f) const {
    return {f(begin), f(node), f(edge), f(arc), f(slack), f(check), f(data_edge), f(group)};
  }
};

/// Paths in an executor's space.
template <memory_space S>
using path_buffers = owned<path_set_view, S>;

/// Paths in plain host vectors; the arrays are those of `path_set_view`.
struct path_set {
  std::vector<std::int64_t> begin{0};  ///< [paths + 1] into the step arrays
  std::vector<id> node;                ///< [steps] arrival node
  std::vector<gsta::edge> edge;        ///< [steps] edge at that node
  std::vector<id> arc;                 ///< [steps] arc into the step; none for the first of a path
  std::vector<femtoseconds> slack;     ///< [paths]
  std::vector<id> check;               ///< [paths] check that the path ends at
  std::vector<gsta::edge> data_edge;   ///< [paths] edge at the check's data
  std::vector<id> group{};             ///< [paths] path group, where paths were found by group; else empty

  /// Number of paths.
  std::size_t size() const noexcept { return slack.size(); }

  /// The paths as views; valid until one is added.
  path_set_view<memory_space::host> view() const noexcept {
    return {view_of(begin), view_of(node),  view_of(edge),      view_of(arc),
            view_of(slack), view_of(check), view_of(data_edge), view_of(group)};
  }

  /// Appends one step to the path that `end_path` closes next.
  void add_step(id at_node, gsta::edge at_edge, id by_arc) {
    node.push_back(at_node);
    edge.push_back(at_edge);
    arc.push_back(by_arc);
  }
  /// Closes the path that the steps since the last call make.
  void end_path(femtoseconds path_slack, id at_check, gsta::edge at_data_edge) {
    begin.push_back(static_cast<std::int64_t>(node.size()));
    slack.push_back(path_slack);
    check.push_back(at_check);
    data_edge.push_back(at_data_edge);
  }
  /// Appends a copy of path `p` of `from`.
  void add_path(path_set_view<memory_space::host> const& from, std::size_t p) {
    auto const first = from.begin[p], last = from.begin[p + 1];
    node.insert(node.end(), from.node.begin() + first, from.node.begin() + last);
    edge.insert(edge.end(), from.edge.begin() + first, from.edge.begin() + last);
    arc.insert(arc.end(), from.arc.begin() + first, from.arc.begin() + last);
    if (!from.group.empty()) group.push_back(from.group[p]);
    end_path(from.slack[p], from.check[p], from.data_edge[p]);
  }
  /// Appends a copy of path `p` of `from`, which is another one.
  void add_path(path_set const& from, std::size_t p) { add_path(from.view(), p); }
};

/// The paths of `from` in host vectors.
///
/// Shapes: as `path_set_view`. Cost: one copy an array. Where: the executor; waits. Throws: std::bad_alloc,
/// cuda_error.
template <executor E>
path_set to_path_set(E const& exec, path_set_view<E::space> const& from) {
  return {to_vector(exec, from.begin),     to_vector(exec, from.node),  to_vector(exec, from.edge),
          to_vector(exec, from.arc),       to_vector(exec, from.slack), to_vector(exec, from.check),
          to_vector(exec, from.data_edge), to_vector(exec, from.group)};
}

/// The owner of paths in host vectors, as `find_paths` returns it.
///
/// Shapes: as `path_set`. Cost: an allocation; nothing is copied. Where: host. Throws: std::bad_alloc.
inline path_buffers<memory_space::host> own_paths(path_set&& paths) {
  auto const kept = std::make_shared<path_set const>(std::move(paths));
  path_buffers<memory_space::host> result;
  result.view = kept->view();
  result.keep(kept);
  return result;
}

}  // namespace gsta
