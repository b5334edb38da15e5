#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/rc/detail/star_op.hpp"
#include "gsta/rc/detail/wire_length.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta {

/// What a micrometre of wire is.
struct wire_unit {
  float resistance = 0;   ///< kOhm/um
  float capacitance = 0;  ///< fF/um
};

namespace detail {
/// One net: a resistance an edge, and at each node of the tree the halves of its edges.
template <memory_space S>
struct wire_lengths_op {
  rc_forest_view<S> forest;
  span<float const, S> length;  // [edges]
  wire_unit unit;
  span<float, S> resistance, capacitance;  // [edges], [nodes]

  GSTA_HD void operator()(std::size_t net) const noexcept {
    id const base = forest.begin[net], n = forest.reached[net];
    for (id p = 0; p < n; ++p) {
      id const up = forest.edge[base + p];
      if (p > 0) resistance[up] = piece(up).resistance;
      capacitance[base + forest.node[base + p]] = halves(base, p, up);
    }
  }

  /// Children stand in the order of the edges that lead to them; the edge to the parent has its place among
  /// these.
  GSTA_HD float halves(id base, id p, id up) const noexcept {
    id const first = base + forest.first_child[base + p], count = forest.child_count[base + p];
    id before = 0;
    while (p > 0 && before < count && forest.edge[first + before] < up) ++before;
    if (p == 0) before = count;
    return math::ordered_sum<float>(count + (p > 0 ? 1 : 0), [&](id k) {
      return piece(k == before ? up : forest.edge[first + (k < before ? k : k - 1)]).half;
    });
  }

  GSTA_HD wire_piece piece(id e) const noexcept {
    return piece_of_length(length[e], unit.resistance, unit.capacitance);
  }
};
}  // namespace detail

/// Fills R and C of given trees (Steiner topologies, say) from the lengths of their edges: R = r l, and half
/// of c l at either end. Hand the two arrays to `update_wires` within the design's `rc_view`; lengths may
/// then change without the topology being uploaded or flattened again.
///
/// Shapes: `length` and `resistance` [edges], `capacitance` [nodes]. Units: um, kOhm, fF. Cost: O(nodes), a
/// thread a net. Where: the executor; does not wait. Needs: a forest of the same trees. Edges that close a
/// loop and nodes that no tree reaches keep what the arrays had: nothing reads it. Throws: argument_error on
/// sizes. Exact: each node's sum in `ordered_sum`'s order along the edge list.
template <executor E>
void set_wire_lengths(E const& exec, rc_forest_view<E::space> const& forest, view_for<E, float const> length,
                      wire_unit unit, view_for<E, float> resistance, view_for<E, float> capacitance) {
  require(length.size() == resistance.size() && capacitance.size() == forest.node.size(),
          "set_wire_lengths: the arrays are not as long as the trees");
  for_each_n(exec, forest.reached.size(),
             detail::wire_lengths_op<E::space>{forest, length, unit, resistance, capacitance});
}

namespace detail {
template <memory_space S>
void require_star(flat_view<S> const& design, star_view<S> const& star, wire_state<S> const& wires,
                  wire_options const& options) {
  require_pi(design, wires, options);
  std::size_t const pins = design.pin_count();
  require(star.pin_x.size() == pins && star.pin_y.size() == pins,
          "update_star_wires: every pin needs a location");
  require(star.ideal.empty() || star.ideal.size() == design.nets.driver.size(),
          "update_star_wires: ideal must be empty or say it of every net");
  require(wires.sink.size() == design.net_arc_count() && wires.load.size() == pins,
          "update_star_wires: the state was made for another design");
}

}  // namespace detail

/// Loads, Elmore delays, what widens slews or pi models, where every net is a star from its driver straight
/// to each sink: wires as a placer knows them. `design.rc` may be empty; only its responses are read.
///
/// Shapes: as `star_view` and `wire_state`. Units: um, ps, fF, kOhm. Cost: O(pins), a device thread a (net,
/// condition). Where: the executor; does not wait. Throws: argument_error on sizes. Exact: the bits of
/// `update_wires` on the same star given as an RC tree whose edges stand in the order of the sinks, R = r l
/// and C = c l / 2 a sink and, at the driver, the `ordered_sum` of these.
template <executor E>
void update_star_wires(E const& exec, flat_view<E::space> const& design, star_view<E::space> const& star,
                       wire_state<E::space>& wires, wire_options options = {}) {
  detail::require_star(design, star, wires, options);
  fill(exec, wires.load.view(), same_value(0.0f));
  detail::for_each_net(exec, design.nets.driver.size(), detail::make_star_op(design, star, wires, options));
}

/// `update_star_wires` of some nets alone, each at most once; what is known of all others stays.
///
/// Shapes: as `update_star_wires`; nets: ids, in any order. Units: um, ps, fF, kOhm. Cost: O(pins of these
/// nets), a device thread a (net, condition). Where: the executor; does not wait. Needs: a state that
/// `update_star_wires` wrote. Throws: argument_error on sizes. Exact: the bits of `update_star_wires`.
template <executor E>
void update_star_wires_of(E const& exec, flat_view<E::space> const& design, star_view<E::space> const& star,
                          wire_state<E::space>& wires, view_for<E, id const> nets,
                          wire_options options = {}) {
  using op = detail::star_op<E::space>;
  detail::require_star(design, star, wires, options);
  detail::for_each_net(
      exec, nets.size(),
      detail::listed_nets_op<E::space, op>{detail::make_star_op(design, star, wires, options), nets});
}

}  // namespace gsta
