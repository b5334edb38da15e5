#pragma once

#include <utility>

#include "gsta/adjoint/detail/locations.hpp"
#include "gsta/core/algorithm.hpp"
#include "gsta/graph/build.hpp"

namespace gsta {

/// A given topology that moves with its pins: each node of an RC network takes its x from one pin and its y
/// from another, as the points of a rectilinear Steiner tree do. A pin's own node takes both from that pin.
template <memory_space S>
struct tree_locations_view {
  span<id const, S> x_pin;    ///< [nodes of `rc_view`] the pin whose x a node takes
  span<id const, S> y_pin;    ///< [nodes of `rc_view`] the pin whose y a node takes
  span<id const, S> x_begin;  ///< [pins + 1] into x_node
  span<id const, S> x_node;   ///< [nodes] those that take a pin's x, ascending
  span<id const, S> y_begin;  ///< [pins + 1] into y_node
  span<id const, S> y_node;   ///< [nodes] those that take a pin's y, ascending

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  tree_locations_view<D> map(F f) const {
    return {f(x_pin), f(y_pin), f(x_begin), f(x_node), f(y_begin), f(y_node)};
  }
};

/// The owner of a topology; `make_tree_locations` makes it.
template <memory_space S>
using tree_locations = owned<tree_locations_view, S>;

/// Rows of nodes by pin, for a topology that is then used many times.
///
/// Shapes: x_pin, y_pin [nodes of rc_view], each in [0, pins). Cost: two stable sorts of the nodes. Where:
/// the executor; waits. Throws: argument_error on sizes, what allocation throws.
template <executor E>
tree_locations<E::space> make_tree_locations(E const& exec, view_for<E, id const> x_pin,
                                             view_for<E, id const> y_pin, std::size_t pins) {
  require(x_pin.size() == y_pin.size(), "make_tree_locations: every node needs an x and a y");
  auto by_x = compress_rows(exec, pins, x_pin, x_pin);
  auto by_y = compress_rows(exec, pins, y_pin, y_pin);
  tree_locations<E::space> result;
  result.view = {result.keep(clone(exec, x_pin)),    result.keep(clone(exec, y_pin)),
                 result.keep(std::move(by_x.begin)), result.keep(std::move(by_x.arc)),
                 result.keep(std::move(by_y.begin)), result.keep(std::move(by_y.arc))};
  exec.sync();  // scratch of the sorts ends here
  return result;
}

/// Lengths of all edges of the topology, for `set_wire_lengths`.
///
/// Shapes: pin_x, pin_y [pins], length [edges of rc_view]. Units: um. Cost: O(edges), a thread a net. Where:
/// the executor; does not wait. Throws: argument_error on sizes.
template <executor E>
void find_tree_lengths(E const& exec, rc_view<E::space> const& rc,
                       tree_locations_view<E::space> const& locations, view_for<E, float const> pin_x,
                       view_for<E, float const> pin_y, view_for<E, float> length) {
  require(locations.x_pin.size() == rc.capacitance.size() && length.size() == rc.edge_a.size() &&
              pin_x.size() + 1 == locations.x_begin.size() && pin_y.size() == pin_x.size(),
          "find_tree_lengths: the arrays are not as long as the topology");
  for_each_n(exec, rc.edge_begin.size() - 1,
             detail::tree_length_op<E::space>{rc, locations.x_pin, locations.y_pin, pin_x, pin_y, length});
}

/// Gradients of a cost with respect to where pins are, under a given topology.
template <memory_space S, class Value = float>
struct location_adjoint_state {
  buffer<Value, S> x;       ///< [pins] d cost / d x of the pin, an um
  buffer<Value, S> y;       ///< [pins] d cost / d y of the pin, an um
  buffer<Value, S> node_x;  ///< [nodes] what `x` adds up
  buffer<Value, S> node_y;  ///< [nodes] what `y` adds up
};

/// Buffers for `propagate_location_adjoint`.
///
/// Shapes: as the struct says. Cost: four allocations. Where: the executor; does not wait. Throws: what
/// allocation throws.
template <class Value = float, executor E>
location_adjoint_state<E::space, Value> make_location_adjoint_state(E const& exec, std::size_t pins,
                                                                    std::size_t nodes) {
  return {{exec, pins}, {exec, pins}, {exec, nodes}, {exec, nodes}};
}

/// The adjoint of `find_tree_lengths`, from what `find_length_gradients` found.
///
/// Shapes: as there; by_length [edges]. Units: those of the cost an um. Cost: O(nodes + pins), four launches
/// and two fills. Where: the executor; does not wait. Throws: argument_error on sizes. Exact: sums in
/// `ordered_sum`'s order over children and over a pin's nodes.
template <class Value, executor E>
void propagate_location_adjoint(E const& exec, rc_forest_view<E::space> const& forest,
                                tree_locations_view<E::space> const& locations,
                                view_for<E, float const> pin_x, view_for<E, float const> pin_y,
                                view_for<E, Value const> by_length,
                                location_adjoint_state<E::space, Value>& adjoint) {
  constexpr memory_space S = E::space;
  require(adjoint.x.size() == pin_x.size() && adjoint.y.size() == pin_y.size() &&
              pin_x.size() + 1 == locations.x_begin.size() &&
              adjoint.node_x.size() == locations.x_pin.size() &&
              adjoint.node_y.size() == locations.y_pin.size(),
          "propagate_location_adjoint: the state was made for another topology");
  fill(exec, adjoint.node_x.view(), Value{0});
  fill(exec, adjoint.node_y.view(), Value{0});
  std::size_t const nets = forest.reached.size(), pins = pin_x.size();
  for_each_n(
      exec, nets,
      detail::node_location_op<S, Value>{forest, locations.x_pin, pin_x, by_length, adjoint.node_x.view()});
  for_each_n(
      exec, nets,
      detail::node_location_op<S, Value>{forest, locations.y_pin, pin_y, by_length, adjoint.node_y.view()});
  for_each_n(exec, pins,
             detail::gather_location_op<S, Value>{locations.x_begin, locations.x_node, adjoint.node_x.view(),
                                                  adjoint.x.view()});
  for_each_n(exec, pins,
             detail::gather_location_op<S, Value>{locations.y_begin, locations.y_node, adjoint.node_y.view(),
                                                  adjoint.y.view()});
}

}  // namespace gsta
