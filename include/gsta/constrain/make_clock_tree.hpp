#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/clock_tree.hpp"
#include "gsta/constrain/detail/host_clock_tree.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/core/algorithm.hpp"

namespace gsta {

namespace detail {
/// Cuts the clock paths into credit levels anew.
template <executor E>
void make_lanes(E const& exec, clock_tree<E::space>& tree) {
  auto const made = cut_into_levels(*tree.paths);
  tree.classes = made.classes;
  tree.simplified = made.simplified;
  tree.reconvergence_level_begin = made.reconvergence.level_begin;
  static_cast<owned<reconvergence_view, E::space>&>(tree.reconvergence) =
      clone_view(exec, reconvergence_view<memory_space::host>{
                           view_of(made.reconvergence.pair), view_of(made.reconvergence.begin),
                           view_of(made.reconvergence.step), view_of(made.reconvergence.stage),
                           view_of(made.reconvergence.early), view_of(made.reconvergence.late)});
  static_cast<owned<clock_tree_view, E::space>&>(tree) = clone_view(
      exec, clock_tree_view<memory_space::host>{
                made.credit_levels, view_of(made.place), view_of(made.origin), view_of(made.launch_row),
                view_of(made.capture_row), view_of(made.opening_row), view_of(made.starts),
                view_of(made.leaves_out), view_of(made.deepest), view_of(made.steps), made.nested});
  exec.sync();  // the host arrays that were copied from end here
}
}  // namespace detail

/// Finds the clock paths in front of what launches and captures.
///
/// Shapes: edges by arc of the pin graph. Cost: O(nodes + links). Where: host, copied to the executor; waits.
/// Throws: what allocation throws.
template <executor E>
clock_tree<E::space> make_clock_tree(E const& exec, flat_design const& design,
                                     timing_nodes<E::space> const& nodes,
                                     timing_checks<E::space> const& checks, view_for<E, edge_map const> edges,
                                     common_path convention, reconvergence_limits const& limits = {}) {
  auto const& graph = nodes.graph.view;
  detail::clock_paths_input input{{to_vector(exec, graph.fanin_begin), to_vector(exec, graph.fanin_from),
                                   to_vector(exec, graph.fanin_arc)},
                                  to_vector(exec, edges),
                                  to_vector(exec, nodes.node_pin.view()),
                                  detail::started_places(to_vector(exec, nodes.node_asserted.view())),
                                  {},
                                  design.net_sink.size(),
                                  convention == common_path::by_pin,
                                  !design.conventions.worst_clock_paths,
                                  limits,
                                  {}};
  auto const listed = to_vector(exec, checks.view.check);
  auto const pairs = to_vector(exec, checks.latches.view.pair);
  detail::clock_path_places const places{design, nodes.tags, nodes.node_tag, nodes.pin_begin, listed, pairs};
  clock_tree<E::space> tree;
  tree.convention = convention;
  tree.every_path = !design.conventions.worst_clock_paths;
  tree.paths = detail::find_clock_paths(places, std::move(input));
  tree.merges = detail::merges_of(*tree.paths).size();
  detail::make_lanes(exec, tree);
  return tree;
}

}  // namespace gsta

#ifndef GSTA_COMPILED_HOST
#include "gsta/constrain/detail/make_host_clock_tree.hpp"
#endif
