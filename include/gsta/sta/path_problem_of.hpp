#pragma once

#include "gsta/path/path_problem.hpp"
#include "gsta/sta/snapshot.hpp"

namespace gsta {

/// What path search reads, from a snapshot on the host and the design it was taken of. Both must outlive the
/// result.
///
/// Shapes: as `path_problem`. Cost: none. Where: host. Throws: nothing.
inline path_problem<memory_space::host> path_problem_of(flat_design const& design,
                                                        timing_snapshot const& s) noexcept {
  return {view_of(s.fanin_begin),   view_of(s.fanin_from),       view_of(s.fanin_arc),
          view_of(s.edges),         view_of(s.arc_delay),        view_of(s.node_arrival),
          view_of(s.node_asserted), view_of(s.checks),           view_of(s.check_required),
          design.net_sink.size(),   view_of(design.arc_type_of), view_of(design.arc_types)};
}

/// The same from a timer, in its executor's space. The timer must outlive the result.
///
/// Shapes: as `path_problem`. Cost: none. Where: host. Throws: nothing.
template <executor E>
path_problem<E::space> path_problem_of(timer<E> const& t) noexcept {
  auto const& graph = t.nodes.graph.view;
  auto const& arcs = t.design.view.arcs;
  return {graph.fanin_begin,
          graph.fanin_from,
          graph.fanin_arc,
          t.arcs.edges.view(),
          t.delays.arc_delay.view(),
          t.arrivals.node_arrival.view(),
          t.nodes.node_asserted.view(),
          t.checks.view.check,
          t.slacks.check_required.view(),
          t.design.view.net_arc_count(),
          arcs.type,
          arcs.types};
}

}  // namespace gsta
