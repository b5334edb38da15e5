#pragma once

#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/math.hpp"
#include "gsta/rc/detail/elmore_steps.hpp"
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
/// One net, under the conditions that `Lanes` stands for: up to four passes over its tree.
///   load(k)   = C(k) + sum of children's load          (towards the root)
///   delay(k)  = delay(parent) + R(k) load(k)
///   ldelay(k) = C(k) delay(k) + sum of children's ldelay
///   beta(k)   = beta(parent) + R(k) ldelay(k),   impulse(k) = 2 beta(k) - delay(k)^2
/// Where slews are kept the last two are left out. A driver sees the root's load and its own pin's.
template <memory_space S>
struct elmore_op {
  flat_view<S> design;
  rc_forest_view<S> forest;
  span<corner_values, S> load, delay, ldelay, beta;  // [nodes]
  span<wire_answer, S> sink;                         // [net arcs]
  span<corner_values, S> pin_load;                   // [pins]
  wire_options options;

  template <class Lanes>
  GSTA_HD void operator()(std::size_t net, Lanes const& lanes) const noexcept {
    if (forest.begin[net] == forest.begin[net + 1]) {
      ideal(net, lanes);
    } else if (forest.reached[net] == 0) {
      auto const unknown = lanes.undefined();  // wires without a driver's node
      write_sinks(net, lanes, unknown);
      lanes.store(pin_load[design.nets.driver[net]], unknown);
    } else {
      tree(net, lanes);
    }
  }

  template <class Lanes>
  GSTA_HD void ideal(std::size_t net, Lanes const& lanes) const noexcept {
    ideal_load(net, lanes);
    write_sinks(net, lanes, lanes.same(0.0f));
  }

  template <class Lanes>
  GSTA_HD void ideal_load(std::size_t net, Lanes const& lanes) const noexcept {
    id const first = design.nets.begin[net];
    write_load(net, lanes,
               math::ordered_sum<typename Lanes::value>(design.nets.begin[net + 1] - first,
                                                        [&](id k) { return sink_pin(first + k, lanes); }));
  }

  template <class Lanes>
  GSTA_HD typename Lanes::value sink_pin(id a, Lanes const& lanes) const noexcept {
    return lanes.load(design.pin_load[design.nets.sink[a]]);
  }

  template <class Lanes>
  GSTA_HD void tree(std::size_t net, Lanes const& lanes) const noexcept {
    id const base = forest.begin[net], n = forest.reached[net];
    for (id p = n - 1; p >= 0; --p) {
      auto const own = capacitance(base + p, base, lanes);
      lanes.store(ldelay[base + p], own);  // kept there for the third pass
      lanes.store(load[base + p], with_children(own, children(load, base, p, lanes)));
    }
    lanes.store(delay[base], lanes.same(0.0f));
    for (id p = 1; p < n; ++p) descend(delay, load, base, p, lanes);
    write_load(net, lanes, lanes.load(load[base]));
    if (options.slew == wire_slew::degrade) {
      for (id p = n - 1; p >= 0; --p) {
        auto const own = delayed_capacitance(lanes.load(ldelay[base + p]), lanes.load(delay[base + p]));
        lanes.store(ldelay[base + p], with_children(own, children(ldelay, base, p, lanes)));
      }
      lanes.store(beta[base], lanes.same(0.0f));
      for (id p = 1; p < n; ++p) descend(beta, ldelay, base, p, lanes);
    }
    for (id a = design.nets.begin[net]; a < design.nets.begin[net + 1]; ++a) write_sink(a, base, lanes);
  }

  template <class Lanes>
  GSTA_HD void write_load(std::size_t net, Lanes const& lanes,
                          typename Lanes::value const& wire) const noexcept {
    id const driver = design.nets.driver[net];
    lanes.store(pin_load[driver], driver_load(lanes, wire, lanes.load(design.pin_load[driver])));
  }

  /// What the tree says of one net arc.
  template <class Lanes>
  GSTA_HD void write_sink(id a, id base, Lanes const& lanes) const noexcept {
    id const p = forest.sink_position[a];
    if (p == none) return writer().same(a, lanes, lost(lanes));
    auto const no = lanes.same(0.0f);
    writer()(a, lanes, lanes.load(delay[base + p]),
             options.slew == wire_slew::keep ? no : lanes.load(beta[base + p]));
  }

  GSTA_HD sink_writer<S> writer() const noexcept { return {design.rc, sink, options.slew}; }

  /// What sinks see that the tree lacks.
  template <class Lanes>
  GSTA_HD typename Lanes::value lost(Lanes const& lanes) const noexcept {
    bool const pass_on = options.unreached == unreached_sink::no_delay;
    return pass_on ? lanes.same(0.0f) : lanes.undefined();
  }

  /// Own capacitance of a position: the extracted one plus that of the pin there.
  template <class Lanes>
  GSTA_HD typename Lanes::value capacitance(id slot, id base, Lanes const& lanes) const noexcept {
    id const local = base + forest.node[slot];
    id const at_sink = design.rc.node_sink[local];
    auto const wire = lanes.same(design.rc.capacitance[local]);
    if (at_sink == none) return wire;
    return own_capacitance(wire, sink_pin(at_sink, lanes));
  }

  /// Most nodes have up to two children. Which of them they have is hard to foresee, so that the host adds
  /// what is missing as 0: to a sum that starts at 0 that changes no bit.
  template <class Lanes>
  GSTA_HD typename Lanes::value children(span<corner_values, S> values, id base, id p,
                                         Lanes const& lanes) const noexcept {
    using math::add;
    corner_values const* const first = values.data() + base + forest.first_child[base + p];
    id const count = forest.child_count[base + p];
    if (count > 2) {
      return math::ordered_sum<typename Lanes::value>(count, [&](id k) { return lanes.load(first[k]); });
    }
    auto const one = add(lanes.same(0.0f), lanes.load_if(count > 0, first));
    return add(one, lanes.load_if(count > 1, first + 1));
  }

  template <class Lanes>
  GSTA_HD void descend(span<corner_values, S> total, span<corner_values, S> below, id base, id p,
                       Lanes const& lanes) const noexcept {
    auto const r = lanes.same(design.rc.resistance[forest.edge[base + p]]);
    auto const above = lanes.load(total[base + forest.parent[base + p]]);
    lanes.store(total[base + p], step_down(above, r, lanes.load(below[base + p])));
  }

  template <class Lanes>
  GSTA_HD void write_sinks(std::size_t net, Lanes const& lanes,
                           typename Lanes::value const& x) const noexcept {
    for (id a = design.nets.begin[net]; a < design.nets.begin[net + 1]; ++a) writer().same(a, lanes, x);
  }
};

template <memory_space S>
using elmore_by_condition = by_condition<elmore_op<S>>;
template <memory_space S>
using elmore_by_net = by_net<elmore_op<S>>;

template <executor E>
void for_each_net(E const& exec, std::size_t nets, elmore_op<E::space> const& op) {
  for_each_n(exec, conditions * nets, elmore_by_condition<E::space>{op});
}
template <host_side_executor E>
void for_each_net(E const& exec, std::size_t nets, elmore_op<E::space> const& op) {
  for_each_n(exec, nets, elmore_by_net<E::space>{op});
}

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
          options};
}

template <memory_space S>
void require_states(flat_view<S> const& design, rc_forest_view<S> const& forest, rc_state<S> const& trees,
                    wire_state<S> const& wires) {
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

/// Buffers for what `update_wires` finds, sized for `design`.
///
/// Shapes: as `wire_state` says. Cost: two allocations. Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
wire_state<E::space> make_wire_state(E const& exec, nets_of<E> const& design) {
  return {{exec, design.net_arc_count()}, {exec, design.pin_count()}};
}

/// Loads, Elmore delays and what widens slews, of all nets under the four conditions.
///
/// Shapes: as `rc_state` and `wire_state`. Units: ps, fF, kOhm. Cost: O(nodes), a device thread a (net,
/// condition). Where: the executor; does not wait. Needs: a forest of the same design. Throws: argument_error
/// on sizes. Exact: sums over children in `ordered_sum`'s order. Paper: Guo, Huang, Lin, ICCAD 2020,
/// Algorithm 2 (whose line 18 must add ldelay).
template <executor E>
void update_wires(E const& exec, nets_of<E> const& design, rc_forest_view<E::space> const& forest,
                  rc_state<E::space>& trees, wire_state<E::space>& wires, wire_options options = {}) {
  detail::require_states(design, forest, trees, wires);
  fill(exec, wires.load.view(), same_value(0.0f));
  detail::for_each_net(exec, design.nets.driver.size(),
                       detail::make_elmore_op(design, forest, trees, wires, options));
}

}  // namespace gsta
