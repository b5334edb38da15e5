#pragma once

#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/math.hpp"
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
/// One net under one condition: the four passes over its tree.
///   load(k)   = C(k) + sum of children's load          (towards the root)
///   delay(k)  = delay(parent) + R(k) load(k)
///   ldelay(k) = C(k) delay(k) + sum of children's ldelay
///   beta(k)   = beta(parent) + R(k) ldelay(k),   impulse(k) = 2 beta(k) - delay(k)^2
template <memory_space S>
struct elmore_op {
  flat_view<S> design;
  rc_forest_view<S> forest;
  span<corner_values, S> load, delay, ldelay, beta;      // [nodes]
  span<corner_values, S> wire_delay, impulse, pin_load;  // [net arcs], [net arcs], [pins]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const net = i / conditions;
    int const c = static_cast<int>(i % conditions);
    if (forest.begin[net] == forest.begin[net + 1]) {
      ideal(net, c);
    } else if (forest.reached[net] == 0) {
      write_sinks(net, c, undefined_arrival()[c]);  // wires without a driver's node: nothing is known
      pin_load[design.nets.driver[net]][c] = undefined_arrival()[c];
    } else {
      tree(net, c);
    }
  }

  GSTA_HD void ideal(std::size_t net, int c) const noexcept {
    id const first = design.nets.begin[net];
    auto const sink_load = [&](id k) { return design.pin_load[design.nets.sink[first + k]][c]; };
    float const load_sum = math::ordered_sum<float>(design.nets.begin[net + 1] - first, sink_load);
    pin_load[design.nets.driver[net]][c] = defined(load_sum, c);
    write_sinks(net, c, 0.0f);
  }

  GSTA_HD void tree(std::size_t net, int c) const noexcept {
    id const base = forest.begin[net], n = forest.reached[net];
    for (id p = n - 1; p >= 0; --p) {
      load[base + p][c] = math::add(capacitance(base + p, base, c), children(load, base, p, c));
    }
    delay[base][c] = 0.0f;
    for (id p = 1; p < n; ++p) step_down(delay, load, base, p, c);
    for (id p = n - 1; p >= 0; --p) {
      ldelay[base + p][c] = math::add(math::mul(capacitance(base + p, base, c), delay[base + p][c]),
                                      children(ldelay, base, p, c));
    }
    beta[base][c] = 0.0f;
    for (id p = 1; p < n; ++p) step_down(beta, ldelay, base, p, c);
    pin_load[design.nets.driver[net]][c] = defined(load[base][c], c);
    for (id a = design.nets.begin[net]; a < design.nets.begin[net + 1]; ++a) {
      id const p = forest.sink_position[a];
      wire_delay[a][c] = p == none ? undefined_arrival()[c] : defined(delay[base + p][c], c);
      impulse[a][c] =
          p == none ? undefined_arrival()[c] : defined(excess(beta[base + p][c], delay[base + p][c]), c);
    }
  }

  GSTA_HD static float defined(float x, int c) noexcept {
    return math::defined_or(x, undefined_arrival()[c]);
  }

  /// Own capacitance of a position: the extracted one plus that of the pin there.
  GSTA_HD float capacitance(id slot, id base, int c) const noexcept {
    id const local = base + forest.node[slot];
    id const sink = design.rc.node_sink[local];
    float const wire = design.rc.capacitance[local];
    return sink == none ? wire : math::add(wire, design.pin_load[design.nets.sink[sink]][c]);
  }

  GSTA_HD float children(span<corner_values, S> values, id base, id p, int c) const noexcept {
    corner_values const* const first = values.data() + base + forest.first_child[base + p];
    return math::ordered_sum<float>(forest.child_count[base + p], [=](id k) { return first[k][c]; });
  }

  GSTA_HD void step_down(span<corner_values, S> total, span<corner_values, S> below, id base, id p,
                         int c) const noexcept {
    float const r = design.rc.resistance[forest.edge[base + p]];
    total[base + p][c] =
        math::add(total[base + forest.parent[base + p]][c], math::mul(r, below[base + p][c]));
  }

  GSTA_HD static float excess(float beta_value, float delay_value) noexcept {
    return math::sub(math::mul(2.0f, beta_value), math::mul(delay_value, delay_value));
  }

  GSTA_HD void write_sinks(std::size_t net, int c, float value) const noexcept {
    for (id a = design.nets.begin[net]; a < design.nets.begin[net + 1]; ++a) {
      wire_delay[a][c] = value;
      impulse[a][c] = value;
    }
  }
};
}  // namespace detail

/// Scratch for `update_wires`, sized for `design`.
///
/// Shapes: as `rc_state` says. Cost: four allocations. Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
rc_state<E::space> make_rc_state(E const& exec, flat_view<E::space> const& design) {
  std::size_t const nodes = design.rc.capacitance.size();
  return {{exec, nodes}, {exec, nodes}, {exec, nodes}, {exec, nodes}};
}

/// Buffers for what `update_wires` finds, sized for `design`.
///
/// Shapes: as `wire_state` says. Cost: three allocations. Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
wire_state<E::space> make_wire_state(E const& exec, flat_view<E::space> const& design) {
  return {{exec, design.net_arc_count()}, {exec, design.net_arc_count()}, {exec, design.pin_count()}};
}

/// Loads, Elmore delays and impulses of all nets under the four conditions.
///
/// Shapes: as `rc_state` and `wire_state`. Units: ps, fF, kOhm. Cost: O(nodes), a thread a (net, condition).
/// Where: the executor; does not wait. Needs: a forest of the same design. Throws: argument_error on sizes.
/// Exact: sums over children in `ordered_sum`'s order. Paper: Guo, Huang, Lin, ICCAD 2020, Algorithm 2 (whose
/// line 18 must add ldelay).
template <executor E>
void update_wires(E const& exec, flat_view<E::space> const& design, rc_forest_view<E::space> const& forest,
                  rc_state<E::space>& trees, wire_state<E::space>& wires) {
  require(trees.load.size() == design.rc.capacitance.size() && wires.delay.size() == design.net_arc_count() &&
              wires.load.size() == design.pin_count() &&
              forest.sink_position.size() == design.net_arc_count(),
          "update_wires: the state was made for another design");
  fill(exec, wires.load.view(), same_value(0.0f));
  for_each_n(exec, conditions * design.nets.driver.size(),
             detail::elmore_op<E::space>{design, forest, trees.load.view(), trees.delay.view(),
                                         trees.ldelay.view(), trees.beta.view(), wires.delay.view(),
                                         wires.impulse.view(), wires.load.view()});
}

}  // namespace gsta
