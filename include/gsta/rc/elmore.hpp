#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/rc/detail/elmore_op.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta {

/// Sums over an RC tree, kept for every node and condition; scratch of `update_wires` and input of adjoints.
template <memory_space S>
struct rc_state {
  buffer<per_condition<float>, S> load;    ///< [nodes] fF below and at the node
  buffer<per_condition<float>, S> delay;   ///< [nodes] ps, Elmore
  buffer<per_condition<float>, S> ldelay;  ///< [nodes] fF ps below and at the node
  buffer<per_condition<float>, S> beta;    ///< [nodes] ps^2
  /// Empty, but for scratch of `make_rc_scratch`: where the pieces of nets begin that share the work, and the
  /// end. Each piece has room for one tree at a time, so that nothing of a tree is left behind.
  std::vector<id> piece_begin{};
};

namespace detail {
template <memory_space S>
elmore_op<S> make_elmore_op(flat_view<S> const& design, rc_forest_view<S> const& forest, rc_state<S>& trees,
                            wire_state<S>& wires, wire_options const& options) {
  return {design,
          forest,
          trees.load.view(),
          trees.delay.view(),
          trees.ldelay.view(),
          trees.beta.view(),
          wires.sink.view(),
          wires.load.view(),
          wires.pi.view(),
          options};
}

template <memory_space S>
void require_states(flat_view<S> const& design, rc_forest_view<S> const& forest, rc_state<S> const& trees,
                    wire_state<S> const& wires, wire_options const& options) {
  require_pi(design, wires, options);
  bool const is_scratch = !trees.piece_begin.empty();
  require((is_scratch ? static_cast<std::size_t>(trees.piece_begin.back()) == design.nets.driver.size()
                      : trees.load.size() == design.rc.capacitance.size()) &&
              wires.sink.size() == design.net_arc_count() && wires.load.size() == design.pin_count() &&
              forest.sink_position.size() == design.net_arc_count(),
          "update_wires: the state was made for another design");
}

/// Asks memory for what stands far apart of a net that comes soon: loads of its pins.
inline void ask_for_pins(flat_view<memory_space::host> const& design,
                         host_span<per_condition<float> const> driver_load, std::size_t net) noexcept {
  constexpr std::size_t rows = 16, values = 8;
  constexpr id most = 8;
  auto const& nets = design.nets;
  if (net + rows >= nets.driver.size()) return;
  ask_for(nets.sink.data() + nets.begin[net + rows]);
  id const driver = nets.driver[net + values], first = nets.begin[net + values],
           end = std::min(nets.begin[net + values + 1], first + most);
  ask_for(&design.pin_load[driver]);
  ask_for(&driver_load[driver]);
  for (id a = first; a < end; ++a) ask_for(&design.pin_load[nets.sink[a]]);
}

/// Piece by piece, each on one thread, and in its scratch a tree at a time.
template <host_side_executor E>
void for_each_piece_of_nets(E const& exec, elmore_op<memory_space::host> const& op,
                            std::vector<id> const& piece_begin) {
  std::size_t const pieces = piece_begin.size() - 1, room = op.load.size() / pieces;
  host_threads(exec).for_each_piece(pieces, [&](std::size_t piece) {
    elmore_op<memory_space::host> mine = op;
    for (auto* const sums : {&mine.load, &mine.delay, &mine.ldelay, &mine.beta})
      *sums = sums->subspan(piece * room, room);
    for (id net = piece_begin[piece]; net < piece_begin[piece + 1]; ++net) {
      ask_for_pins(op.design, op.pin_load, static_cast<std::size_t>(net));
      mine.first_sum = op.forest.begin[net];
      require(static_cast<std::size_t>(op.forest.reached[net]) <= room,
              "update_wires: the scratch was made for smaller trees");
      if (mine.reduces())
        mine.template of_net<true>(static_cast<std::size_t>(net), all_conditions{});
      else
        mine(static_cast<std::size_t>(net), all_conditions{});
    }
  });
}
}  // namespace detail

/// Scratch for `update_wires`, sized for `design`.
///
/// Shapes: as `rc_state` says. Cost: four allocations. Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
rc_state<E::space> make_rc_state(E const& exec, nets_of<E> const& design) {
  std::size_t const nodes = design.rc.capacitance.size();
  return {{exec, nodes}, {exec, nodes}, {exec, nodes}, {exec, nodes}};
}

/// Scratch on a host for callers that ask for no sums: room for the largest tree, for each of some pieces of
/// the nets. Trees stay in the caches, and a design's sums take no memory.
///
/// Shapes: as `rc_state` says. Cost: O(log nets) a piece, O(nets) for the largest tree, four allocations.
/// Where: host. Throws: what allocation throws.
template <host_side_executor E>
rc_state<memory_space::host> make_rc_scratch(E const& exec, nets_of<E> const& design) {
  auto const& begin = design.rc.node_begin;
  auto const nets = static_cast<id>(design.nets.driver.size());
  id largest = 0;
  for (id net = 0; net < nets; ++net) largest = std::max(largest, begin[net + 1] - begin[net]);
  unsigned const threads = host_threads(exec).count();
  std::size_t const pieces = threads == 1 ? 1 : 8 * std::size_t{threads};
  rc_state<memory_space::host> made;
  // A net costs its nodes, and something besides.
  auto const cost_before = [&](id net) {
    return static_cast<std::int64_t>(begin[net]) + 4 * std::int64_t{net};
  };
  for (std::size_t piece = 0; piece <= pieces; ++piece) {
    std::int64_t const share =
        cost_before(nets) * static_cast<std::int64_t>(piece) / static_cast<std::int64_t>(pieces);
    id low = 0, high = nets;  // the first net with as much before it
    while (low < high) {
      id const middle = low + (high - low) / 2;
      if (cost_before(middle) < share)
        low = middle + 1;
      else
        high = middle;
    }
    made.piece_begin.push_back(piece == pieces ? nets : low);
  }
  std::size_t const room = pieces * static_cast<std::size_t>(largest);
  for (auto* const sums : {&made.load, &made.delay, &made.ldelay, &made.beta})
    *sums = buffer<per_condition<float>, memory_space::host>(exec, room);
  return made;
}

/// Buffers for what `update_wires` finds, sized for `design`; `slew` is what the wires will be updated with.
///
/// Shapes: as `wire_state` says. Cost: two allocations, or three with pi models. Where: the executor; does
/// not wait. Throws: what allocation throws.
template <executor E>
wire_state<E::space> make_wire_state(E const& exec, nets_of<E> const& design,
                                     wire_slew slew = wire_slew::degrade) {
  std::size_t const reduced = slew == wire_slew::reduce ? design.nets.driver.size() : 0;
  return {{exec, design.net_arc_count()}, {exec, design.pin_count()}, {exec, reduced}};
}

/// Loads, Elmore delays and what widens slews, of all nets under the four conditions; under
/// `wire_slew::reduce` also the pi models that drivers see. There a tree counts as no wire, under a condition
/// under which its capacitances and those of the pins it reaches are less than those of all its net's pins:
/// the driver sees these pins, and its sinks have no delay.
///
/// Shapes: as `rc_state` (or, on a host, its scratch) and `wire_state`. Units: ps, fF, kOhm. Cost: O(nodes),
/// a device thread a (net, condition). Where: the executor; does not wait. Needs: a forest of the same
/// design. Throws: argument_error on sizes. Exact: sums over children in `ordered_sum`'s order, for pi models
/// over the nodes of a tree. Paper: Guo, Huang, Lin, ICCAD 2020, Algorithm 2 (whose line 18 must add ldelay);
/// pi models: O'Brien, Savarino, ICCAD 1989.
template <executor E>
void update_wires(E const& exec, nets_of<E> const& design, rc_forest_view<E::space> const& forest,
                  rc_state<E::space>& trees, wire_state<E::space>& wires, wire_options options = {}) {
  detail::require_states(design, forest, trees, wires, options);
  fill(exec, wires.load.view(), same_value(0.0f));
  auto const op = detail::make_elmore_op(design, forest, trees, wires, options);
  if constexpr (host_side_executor<E>) {
    if (!trees.piece_begin.empty()) return detail::for_each_piece_of_nets(exec, op, trees.piece_begin);
  }
  detail::for_each_net(exec, design.nets.driver.size(), op);
}

/// `update_wires` of some nets alone, each at most once; what is known of all others stays.
///
/// Shapes: as `update_wires`; nets: ids, in any order. Units: ps, fF, kOhm. Cost: O(nodes of these nets), a
/// device thread a (net, condition). Where: the executor; does not wait. Needs: a state that `update_wires`
/// wrote. Throws: argument_error on sizes. Exact: the bits of `update_wires`.
template <executor E>
void update_wires_of(E const& exec, nets_of<E> const& design, rc_forest_view<E::space> const& forest,
                     rc_state<E::space>& trees, wire_state<E::space>& wires, view_for<E, id const> nets,
                     wire_options options = {}) {
  using op = detail::elmore_op<E::space>;
  detail::require_states(design, forest, trees, wires, options);
  require(trees.piece_begin.empty(), "update_wires_of: the sums of all trees are needed");
  detail::for_each_net(exec, nets.size(),
                       detail::listed_nets_op<E::space, op>{
                           detail::make_elmore_op(design, forest, trees, wires, options), nets});
}

}  // namespace gsta
