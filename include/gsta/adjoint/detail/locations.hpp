#pragma once

#include "gsta/adjoint/detail/slopes.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta::detail {

/// Lengths of one net's edges, |dx| + |dy|, from the pins that its nodes share coordinates with.
template <memory_space S>
struct tree_length_op {
  rc_view<S> rc;
  span<id const, S> x_pin, y_pin;     // [nodes]
  span<float const, S> pin_x, pin_y;  // [pins]
  span<float, S> length;              // [edges]

  GSTA_HD static float distance(span<float const, S> at, id a, id b) noexcept {
    float const way = math::sub(at[b], at[a]);
    return way < 0 ? -way : way;
  }
  GSTA_HD void operator()(std::size_t net) const noexcept {
    id const base = rc.node_begin[net];
    for (id e = rc.edge_begin[net]; e < rc.edge_begin[net + 1]; ++e) {
      id const a = base + rc.edge_a[e], b = base + rc.edge_b[e];
      length[e] = math::add(distance(pin_x, x_pin[a], x_pin[b]), distance(pin_y, y_pin[a], y_pin[b]));
    }
  }
};

/// The gradient of one coordinate of one net's nodes: each edge draws on both of its ends, with the
/// subgradient 0 where they stand side by side.
template <memory_space S, class Value>
struct node_location_op {
  rc_forest_view<S> forest;
  span<id const, S> pin;           // [nodes] whose coordinate a node shares
  span<float const, S> at;         // [pins]
  span<Value const, S> by_length;  // [edges] gradients
  span<Value, S> node;             // [nodes]: 0 beforehand

  GSTA_HD void operator()(std::size_t net) const noexcept {
    id const base = forest.begin[net];
    for (id p = 0; p < forest.reached[net]; ++p) node[base + forest.node[base + p]] = of(base, p);
  }

  GSTA_HD Value of(id base, id p) const noexcept {
    Value const up = p == 0 ? Value{0} : drawn(base, p, p, forest.parent[base + p]);
    id const first = forest.first_child[base + p];
    Value const down = math::ordered_sum<Value>(forest.child_count[base + p],
                                                [&](id k) { return drawn(base, first + k, p, first + k); });
    return math::add(up, down);
  }

  /// The edge above position `child`, as position `here` feels it from `there`.
  GSTA_HD Value drawn(id base, id child, id here, id there) const noexcept {
    float const mine = at[pin[base + forest.node[base + here]]];
    float const other = at[pin[base + forest.node[base + there]]];
    Value const g = by_length[forest.edge[base + child]];
    return mine == other ? Value{0} : mine < other ? -g : g;
  }
};

/// A pin's coordinate is that of all nodes that share it.
template <memory_space S, class Value>
struct gather_location_op {
  span<id const, S> begin, member;  // [pins + 1], [nodes]
  span<Value const, S> node;
  span<Value, S> out;  // [pins]
  GSTA_HD void operator()(std::size_t pin) const noexcept {
    id const first = begin[pin];
    out[pin] =
        math::ordered_sum<Value>(begin[pin + 1] - first, [&](id k) { return node[member[first + k]]; });
  }
};

}  // namespace gsta::detail
