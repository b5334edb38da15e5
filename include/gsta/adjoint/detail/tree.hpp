#pragma once

#include "gsta/adjoint/detail/elmore.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta::detail {

/// What both directions of a net's tree read, in any precision: the formulas are those of `update_wires`.
template <memory_space S, class Value>
struct tree_geometry {
  flat_view<S> design;
  rc_forest_view<S> forest;
  wire_options options;

  GSTA_HD bool degrades() const noexcept { return options.slew == wire_slew::degrade; }
  GSTA_HD bool reduces() const noexcept { return options.slew == wire_slew::reduce; }
  GSTA_HD Value resistance(id slot) const noexcept {
    return static_cast<Value>(design.rc.resistance[forest.edge[slot]]);
  }
  /// The net arc whose sink stands at a position, or none.
  GSTA_HD id sink_at(id slot, id base) const noexcept {
    return design.rc.node_sink[base + forest.node[slot]];
  }
  GSTA_HD Value capacitance(id slot, id base, int c) const noexcept {
    auto const wire = static_cast<Value>(design.rc.capacitance[base + forest.node[slot]]);
    id const a = sink_at(slot, base);
    return loaded(wire, a == none ? none : design.nets.sink[a], c);
  }
  /// What a wire's node has with the pin that stands there, if any.
  GSTA_HD Value loaded(Value wire, id pin, int c) const noexcept {
    return pin == none ? wire : math::add(wire, pin_load(pin, c));
  }
  GSTA_HD Value pin_load(id pin, int c) const noexcept { return static_cast<Value>(design.pin_load[pin][c]); }

  GSTA_HD Value children(span<per_condition<Value>, S> values, id base, id p, int c) const noexcept {
    id const first = base + forest.first_child[base + p];
    return math::ordered_sum<Value>(forest.child_count[base + p], [&](id k) { return values[first + k][c]; });
  }

  /// Of the admittance that the driver sees, from Elmore's delays.
  template <class Delays>
  GSTA_HD admittance<Value> moments(Delays const& delay, id base, id n, int c) const noexcept {
    return math::ordered_sum<admittance<Value>>(n - 1, [&](id k) {
      id const slot = base + k + 1;
      return admittance_of(capacitance(slot, base, c), delay[slot][c]);
    });
  }
  GSTA_HD Value pins(std::size_t net, int c) const noexcept {
    id const first = design.nets.begin[net];
    return math::ordered_sum<Value>(design.nets.begin[net + 1] - first,
                                    [&](id k) { return pin_load(design.nets.sink[first + k], c); });
  }
  /// Whether the driver would see less than the pins that its net connects: then the tree is no wire.
  GSTA_HD bool is_no_wire(std::size_t net, id base, id n, int c) const noexcept {
    id const first = design.nets.begin[net];
    Value const extracted = math::ordered_sum<Value>(
        n, [&](id p) { return static_cast<Value>(design.rc.capacitance[base + forest.node[base + p]]); });
    Value const lacking = math::ordered_sum<Value>(design.nets.begin[net + 1] - first, [&](id k) {
      bool const lacks = forest.sink_position[first + k] == none;
      return lacks ? pin_load(design.nets.sink[first + k], c) : Value{0};
    });
    return math::sub(extracted, lacking) < 0;
  }
};

/// Sums over an RC tree in any precision: `rc_state`'s.
template <memory_space S, class Value>
struct tree_sums {
  span<per_condition<Value>, S> load, delay, ldelay, beta;  // [nodes]
};

/// One net's tree, forwards, under one condition at a time.
template <memory_space S, class Value>
struct tree_values_op {
  tree_geometry<S, Value> tree;
  tree_sums<S, Value> sums;
  span<wire_values<Value>, S> sink;    // [net arcs]
  span<per_condition<Value>, S> load;  // [pins]
  span<pi_values<Value>, S> pi;        // [nets] where the tree reduces

  GSTA_HD void operator()(std::size_t net) const noexcept {
    for (int c = 0; c < conditions; ++c) {
      if (tree.reduces()) write_pi(net, c, {0, 0});
      if (tree.forest.begin[net] == tree.forest.begin[net + 1]) {
        ideal(net, c);
      } else if (tree.design.rc.root[net] == reduced_root) {
        as_given(net, c);
      } else if (tree.forest.reached[net] == 0) {
        Value const unknown = turned(c, -endless<Value>);
        load[tree.design.nets.driver[net]][c] = unknown;
        for (id a = first(net); a < first(net + 1); ++a) write(a, c, {unknown, unknown});
      } else {
        rooted(net, c);
      }
    }
  }

  GSTA_HD id first(std::size_t net) const noexcept { return tree.design.nets.begin[net]; }
  GSTA_HD void write(id a, int c, sink_answer<Value> const& answer) const noexcept {
    sink[a].delay[c] = answer.delay;
    sink[a].impulse[c] = answer.impulse;
  }
  GSTA_HD void write_load(std::size_t net, int c, Value wire) const noexcept {
    id const driver = tree.design.nets.driver[net];
    Value const seen = math::add(wire, tree.pin_load(driver, c));
    load[driver][c] = exists(seen) ? seen : turned(c, -endless<Value>);
  }

  GSTA_HD void write_pi(std::size_t net, int c, pi_lanes<Value> const& found) const noexcept {
    pi[net].far_end[c] = found.far_end;
    pi[net].resistance[c] = found.resistance;
  }

  GSTA_HD void as_given(std::size_t net, int c) const noexcept {
    auto const& rc = tree.design.rc;
    id const base = rc.node_begin[net], edge = rc.edge_begin[net], driver = tree.design.nets.driver[net];
    auto const far_end = static_cast<Value>(rc.capacitance[base + 1]);
    auto const wire = static_cast<Value>(rc.resistance[edge]);
    Value const total = math::add(static_cast<Value>(rc.capacitance[base]), far_end);
    if (math::sub(total, math::add(tree.pins(net, c), tree.pin_load(driver, c))) < 0) return ideal(net, c);
    load[driver][c] = exists(total) ? total : turned(c, -endless<Value>);
    if (tree.reduces() && far_end > 0 && wire > 0) write_pi(net, c, {far_end, wire});
    Value const lost =
        tree.options.unreached == unreached_sink::no_delay ? Value{0} : turned(c, -endless<Value>);
    for (id a = first(net); a < first(net + 1); ++a) write(a, c, {lost, lost});
    for (id n = base + 2; n < rc.node_begin[net + 1]; ++n) {
      id const a = rc.node_sink[n];
      auto const elmore = static_cast<Value>(rc.resistance[edge + n - base - 1]);
      Value const beta = tree.degrades() ? math::mul(elmore, elmore) : Value{0};
      if (a != none)
        write(a, c,
              answer_of(response_of(rc, static_cast<std::size_t>(a)), tree.options.slew, c, elmore, beta));
    }
  }

  GSTA_HD void ideal(std::size_t net, int c) const noexcept {
    write_load(net, c, tree.pins(net, c));
    for (id a = first(net); a < first(net + 1); ++a) write(a, c, {0, 0});
  }

  GSTA_HD void rooted(std::size_t net, int c) const noexcept {
    id const base = tree.forest.begin[net], n = tree.forest.reached[net];
    for (id p = n - 1; p >= 0; --p)
      sums.load[base + p][c] =
          with_children(tree.capacitance(base + p, base, c), tree.children(sums.load, base, p, c));
    descend(sums.delay, sums.load, base, n, c);
    if (tree.reduces() && tree.is_no_wire(net, base, n, c)) return ideal(net, c);
    if (tree.reduces()) write_pi(net, c, pi_of(tree.moments(sums.delay, base, n, c)));
    write_load(net, c, sums.load[base][c]);
    if (tree.degrades()) {
      for (id p = n - 1; p >= 0; --p) {
        Value const own = delayed_capacitance(tree.capacitance(base + p, base, c), sums.delay[base + p][c]);
        sums.ldelay[base + p][c] = with_children(own, tree.children(sums.ldelay, base, p, c));
      }
      descend(sums.beta, sums.ldelay, base, n, c);
    }
    for (id a = first(net); a < first(net + 1); ++a) write(a, c, answer_at(a, base, c));
  }

  GSTA_HD void descend(span<per_condition<Value>, S> total, span<per_condition<Value>, S> below, id base,
                       id n, int c) const noexcept {
    total[base][c] = 0;
    for (id s = base + 1; s < base + n; ++s)
      total[s][c] = step_down(total[base + tree.forest.parent[s]][c], tree.resistance(s), below[s][c]);
  }

  /// Sinks that the tree lacks are undefined, or take no time.
  GSTA_HD sink_answer<Value> answer_at(id a, id base, int c) const noexcept {
    id const p = tree.forest.sink_position[a];
    if (p != none) {
      return answer_of(response_of(tree.design.rc, static_cast<std::size_t>(a)), tree.options.slew, c,
                       sums.delay[base + p][c], tree.degrades() ? sums.beta[base + p][c] : Value{0});
    }
    Value const lost =
        tree.options.unreached == unreached_sink::no_delay ? Value{0} : turned(c, -endless<Value>);
    return {lost, lost};
  }
};

/// The same of a tree, read only; `rc_state`'s views serve for float.
template <memory_space S, class Value>
struct tree_sums_view {
  span<per_condition<Value> const, S> load, delay, ldelay;  // [nodes]
};

/// One net's tree, backwards, in the four passes' reverse order:
///   B(k) = own + children's B                 own = gradient of beta at a sink
///   M(k) = M(parent) + R(k) B(k)              of ldelay
///   D(k) = own + C(k) M(k) + children's D     own = gradient of Elmore's delay at a sink
///   L(k) = L(parent) + R(k) D(k)              of load; the root's is that of the driver's load
///   gradient of R(k) = B(k) ldelay(k) + D(k) load(k),   of C(k) = M(k) delay(k) + L(k)
/// Where slews are kept there is no B and no M. Where the net is reduced, a node's part of the admittance
/// adds to D and to the gradient of C.
template <memory_space S, class Value>
struct tree_adjoint_op {
  tree_geometry<S, Value> tree;
  tree_sums_view<S, Value> sums;
  span<per_condition<Value> const, S> load;  // [pins] gradients
  span<wire_values<Value> const, S> answer;  // [net arcs] gradients
  span<per_condition<Value>, S> up, down;    // [nodes] scratch: B, then D; M, then L
  span<per_condition<Value>, S> sink_load;   // [net arcs]
  span<per_condition<Value>, S> pin_load;    // [pins]
  span<Value, S> resistance, capacitance;    // [edges], [nodes]: 0 beforehand
  span<pi_values<Value> const, S> pi{};      // [nets] gradients where the tree reduces

  GSTA_HD void operator()(std::size_t net) const noexcept {
    id const first = tree.design.nets.begin[net], end = tree.design.nets.begin[net + 1];
    id const driver = tree.design.nets.driver[net];
    bool const ideal = tree.forest.begin[net] == tree.forest.begin[net + 1];
    bool const rooted = !ideal && tree.forest.reached[net] > 0;
    for (id a = first; a < end; ++a) sink_load[a] = ideal ? load[driver] : per_condition<Value>{};
    if (ideal || rooted) pin_load[driver] = load[driver];
    for (int c = 0; rooted && c < conditions; ++c) of_condition(net, driver, c);
  }

  GSTA_HD void of_condition(std::size_t net, id driver, int c) const noexcept {
    id const base = tree.forest.begin[net], n = tree.forest.reached[net];
    if (tree.reduces() && tree.is_no_wire(net, base, n, c)) return of_pins(net, driver, c);
    auto const admitted = admitted_by(net, base, n, c);
    if (tree.degrades()) {
      for (id p = n - 1; p >= 0; --p)
        up[base + p][c] = math::add(moments(base + p, base, p, c).beta, tree.children(up, base, p, c));
      down[base][c] = 0;
      for (id s = base + 1; s < base + n; ++s) descend(s, base, c, sums.ldelay[s][c]);
      for (id s = base; s < base + n; ++s) into_capacitance(s, base, c, along(down[s][c], sums.delay[s][c]));
    }
    for (id p = n - 1; p >= 0; --p) up[base + p][c] = of_delay(base, p, c, admitted);
    for (id s = base + 1; tree.reduces() && s < base + n; ++s)
      into_capacitance(s, base, c, admitted.by_capacitance(sums.delay[s][c]));
    down[base][c] = load[driver][c];
    for (id s = base + 1; s < base + n; ++s) descend(s, base, c, sums.load[s][c]);
    for (id s = base; s < base + n; ++s) into_capacitance(s, base, c, down[s][c]);
  }

  GSTA_HD void of_pins(std::size_t net, id driver, int c) const noexcept {
    for (id a = tree.design.nets.begin[net]; a < tree.design.nets.begin[net + 1]; ++a)
      sink_load[a][c] = load[driver][c];
  }

  GSTA_HD admittance_gradients<Value> admitted_by(std::size_t net, id base, id n, int c) const noexcept {
    if (!tree.reduces()) return {};
    return admittance_gradients<Value>::of(tree.moments(sums.delay, base, n, c), pi[net].far_end[c],
                                           pi[net].resistance[c]);
  }

  GSTA_HD Value of_delay(id base, id p, int c,
                         admittance_gradients<Value> const& admitted = {}) const noexcept {
    Value own = moments(base + p, base, p, c).elmore;
    if (tree.reduces() && p > 0)
      own = math::add(own, admitted.by_delay(tree.capacitance(base + p, base, c), sums.delay[base + p][c]));
    if (tree.degrades()) own = math::add(own, along(down[base + p][c], tree.capacitance(base + p, base, c)));
    return math::add(own, tree.children(up, base, p, c));
  }

  /// What the sink at a position, if any, asks of Elmore's delay and of beta there.
  GSTA_HD moment_gradients<Value> moments(id slot, id base, id p, int c) const noexcept {
    return moments_at(asking_sink(slot, base, p), c, sums.delay[slot][c]);
  }
  /// The sink that asks at a position; none: nobody.
  GSTA_HD id asking_sink(id slot, id base, id p) const noexcept {
    id const a = tree.sink_at(slot, base);
    return a == none || tree.forest.sink_position[a] != p ? none : a;
  }
  /// What sink `a`, if it is one, asks where Elmore's delay is `delay`.
  GSTA_HD moment_gradients<Value> moments_at(id a, int c, Value delay) const noexcept {
    if (a == none) return {0, 0};
    return moments_of(response_of(tree.design.rc, static_cast<std::size_t>(a)), tree.options.slew, c, delay,
                      answer[a].delay[c], answer[a].impulse[c]);
  }

  /// One resistance towards the leaves: it takes the part of the gradient that `below` makes.
  GSTA_HD void descend(id slot, id base, int c, Value below) const noexcept {
    Value const r = tree.resistance(slot);
    down[slot][c] = math::add(down[base + tree.forest.parent[slot]][c], along(up[slot][c], r));
    Value& sum = resistance[tree.forest.edge[slot]];
    sum = math::add(sum, along(up[slot][c], below));
  }

  GSTA_HD void into_capacitance(id slot, id base, int c, Value g) const noexcept {
    Value& sum = capacitance[base + tree.forest.node[slot]];
    sum = math::add(sum, g);
    id const a = tree.sink_at(slot, base);
    if (a != none) sink_load[a][c] = math::add(sink_load[a][c], g);
  }
};

/// d cost / d length of each tree edge, whose wire is r l and c l, half of that at either end.
template <memory_space S, class Value>
struct edge_length_op {
  rc_forest_view<S> forest;
  Value unit_resistance, unit_capacitance;
  span<Value const, S> resistance, capacitance;  // [edges], [nodes] gradients
  span<Value, S> length;                         // [edges]: 0 beforehand

  GSTA_HD void operator()(std::size_t net) const noexcept {
    id const base = forest.begin[net];
    for (id s = base + 1; s < base + forest.reached[net]; ++s) {
      id const e = forest.edge[s];
      Value const ends = math::add(capacitance[base + forest.node[base + forest.parent[s]]],
                                   capacitance[base + forest.node[s]]);
      length[e] = math::add(along(resistance[e], unit_resistance),
                            along(math::mul(Value{0.5}, ends), unit_capacitance));
    }
  }
};

}  // namespace gsta::detail
