#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/rc/elmore.hpp"
#include "gsta/rc/flatten_rc.hpp"

namespace gsta {

/// Scratch of a host that orders each RC tree when it is timed and keeps none: for who times wires once. What
/// `flatten_rc` makes takes 20 bytes a node, and as much again while it is made.
struct passing_trees {
  rc_state<memory_space::host> sums;      ///< of a tree for each piece, as `make_rc_scratch` has it
  buffer<id, memory_space::host> slots;   ///< [pieces][7][nodes of the largest tree] its order, and scratch
  buffer<id, memory_space::host> around;  ///< [pieces][2][edges of the largest net] edges by node
  buffer<id, memory_space::host> sink_position;  ///< [net arcs] as in `rc_forest_view`
  buffer<id, memory_space::host> reached;        ///< [nets] as in `rc_forest_view`
  buffer<id, memory_space::host> loops;          ///< [nets] edges that close one
  id most_nodes = 0;                             ///< of one net
  id most_edges = 0;                             ///< of one net
};

/// Room for the trees of `design`.
///
/// Shapes: as the struct says. Cost: O(nets), seven allocations. Where: the executor's threads. Throws: what
/// allocation throws.
template <host_side_executor E>
passing_trees make_passing_trees(E const& exec, nets_of<E> const& design) {
  passing_trees made;
  made.sums = make_rc_scratch(exec, design);
  std::size_t const nets = design.nets.driver.size(), pieces = made.sums.piece_begin.size() - 1;
  made.most_nodes = static_cast<id>(made.sums.load.size() / pieces);
  for (std::size_t net = 0; net < nets; ++net)
    made.most_edges = std::max(made.most_edges, design.rc.edge_begin[net + 1] - design.rc.edge_begin[net]);
  // One more than nodes is where the edges of the last of them end.
  made.slots = {exec, 7 * pieces * (static_cast<std::size_t>(made.most_nodes) + 1)};
  made.around = {exec, 2 * pieces * static_cast<std::size_t>(made.most_edges)};
  made.sink_position = {exec, design.net_arc_count()};
  made.reached = {exec, nets};
  made.loops = {exec, nets};
  return made;
}

namespace detail {
/// One piece's part of the scratch, for a net after the other.
class passing_piece {
 public:
  passing_piece(flat_view<memory_space::host> const& design, passing_trees& trees,
                elmore_op<memory_space::host> const& op, std::size_t piece)
      : of_(op) {
    std::size_t const nodes = static_cast<std::size_t>(trees.most_nodes), each = nodes + 1,
                      edges = 2 * static_cast<std::size_t>(trees.most_edges);
    for (auto* const sums : {&of_.load, &of_.delay, &of_.ldelay, &of_.beta})
      *sums = sums->subspan(piece * nodes, nodes);
    auto const slots = [&](std::size_t which) {
      return trees.slots.view().subspan((7 * piece + which) * each, each);
    };
    order_ = {design.rc,
              slots(0),
              trees.around.view().subspan(piece * edges, edges),
              slots(1),
              slots(2),
              slots(3),
              slots(4),
              slots(5),
              slots(6),
              trees.sink_position.view(),
              trees.reached.view(),
              trees.loops.view()};
    of_.forest = {design.rc.node_begin, order_.reached,     order_.node, order_.parent,
                  order_.first_child,   order_.child_count, order_.edge, order_.sink_position};
  }

  void run(id net) {
    auto const& rc = order_.rc;
    order_.first_net = net;
    order_.first_slot = of_.first_slot = of_.first_sum = rc.node_begin[net];
    order_.first_edge = rc.edge_begin[net];
    order_(static_cast<std::size_t>(net));
    if (of_.reduces())
      of_.of_net<true>(static_cast<std::size_t>(net), all_conditions{});
    else
      of_(static_cast<std::size_t>(net), all_conditions{});
  }

 private:
  flatten_rc_op<memory_space::host> order_{};
  elmore_op<memory_space::host> of_;
};
}  // namespace detail

/// `update_wires` of wires as they were extracted: each tree is ordered, timed and forgotten.
///
/// Shapes: `passing_trees` and `wire_state` of the same design. Units: ps, fF, kOhm. Cost: O(nodes + edges).
/// Where: the executor's threads. Throws: argument_error on sizes. Exact: the bits of `update_wires` of a
/// forest that `flatten_rc` made.
template <host_side_executor E>
void update_wires(E const& exec, nets_of<E> const& design, passing_trees& trees,
                  wire_state<memory_space::host>& wires, wire_options options = {}) {
  rc_forest_view<memory_space::host> forest{};
  forest.begin = design.rc.node_begin;
  forest.sink_position = std::as_const(trees.sink_position).view();
  detail::require_states(design, forest, trees.sums, wires, options);
  require(trees.reached.size() == design.nets.driver.size(), "update_wires: trees of another design");
  fill(exec, wires.load.view(), same_value(0.0f));
  fill(exec, trees.sink_position.view(), none);
  auto const op = detail::make_elmore_op(design, forest, trees.sums, wires, options);
  auto const& begin = trees.sums.piece_begin;
  host_threads(exec).for_each_piece(begin.size() - 1, [&](std::size_t piece) {
    detail::passing_piece mine(design, trees, op, piece);
    for (id net = begin[piece]; net < begin[piece + 1]; ++net) {
      detail::ask_for_pins(design, op.pin_load, static_cast<std::size_t>(net));
      auto const& rc = design.rc;
      require(rc.node_begin[net + 1] - rc.node_begin[net] <= trees.most_nodes &&
                  rc.edge_begin[net + 1] - rc.edge_begin[net] <= trees.most_edges,
              "update_wires: the scratch was made for smaller trees");
      mine.run(net);
    }
  });
}

}  // namespace gsta
