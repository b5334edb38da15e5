#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/rc/detail/elmore_op.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta {

/// Sums over an RC tree, kept for every node and condition; scratch of `update_wires` and input of adjoints.
template <memory_space S>
struct rc_state {
  buffer<corner_values, S> load;    ///< [nodes] fF below and at the node
  buffer<corner_values, S> delay;   ///< [nodes] ps, Elmore
  buffer<corner_values, S> ldelay;  ///< [nodes] fF ps below and at the node
  buffer<corner_values, S> beta;    ///< [nodes] ps^2
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
  require(trees.load.size() == design.rc.capacitance.size() && wires.sink.size() == design.net_arc_count() &&
              wires.load.size() == design.pin_count() &&
              forest.sink_position.size() == design.net_arc_count(),
          "update_wires: the state was made for another design");
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
/// Shapes: as `rc_state` and `wire_state`. Units: ps, fF, kOhm. Cost: O(nodes), a device thread a (net,
/// condition). Where: the executor; does not wait. Needs: a forest of the same design. Throws: argument_error
/// on sizes. Exact: sums over children in `ordered_sum`'s order, for pi models over the nodes of a tree.
/// Paper: Guo, Huang, Lin, ICCAD 2020, Algorithm 2 (whose line 18 must add ldelay); pi models: O'Brien,
/// Savarino, ICCAD 1989.
template <executor E>
void update_wires(E const& exec, nets_of<E> const& design, rc_forest_view<E::space> const& forest,
                  rc_state<E::space>& trees, wire_state<E::space>& wires, wire_options options = {}) {
  detail::require_states(design, forest, trees, wires, options);
  fill(exec, wires.load.view(), same_value(0.0f));
  detail::for_each_net(exec, design.nets.driver.size(),
                       detail::make_elmore_op(design, forest, trees, wires, options));
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
  detail::for_each_net(exec, nets.size(),
                       detail::listed_nets_op<E::space, op>{
                           detail::make_elmore_op(design, forest, trees, wires, options), nets});
}

}  // namespace gsta
