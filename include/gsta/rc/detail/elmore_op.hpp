#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/core/math.hpp"
#include "gsta/rc/detail/elmore_steps.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta::detail {

/// One net, under the conditions that `Lanes` stands for: up to four passes over its tree.
///   load(k)   = C(k) + sum of children's load          (towards the root)
///   delay(k)  = delay(parent) + R(k) load(k)
///   ldelay(k) = C(k) delay(k) + sum of children's ldelay
///   beta(k)   = beta(parent) + R(k) ldelay(k),   impulse(k) = 2 beta(k) - delay(k)^2
/// The last two are for slews that degrade. A driver sees the root's load and its own pin's.
/// Reduced to a pi model, a net is first of all a sum over its nodes (see `admittance`). A tree of which the
/// driver would see less than the pins that its net connects is no wire then, as in OpenSTA.
template <memory_space S>
struct elmore_op {
  flat_view<S> design;
  rc_forest_view<S> forest;
  span<per_condition<float>, S> load, delay, ldelay, beta;  // [nodes], or of a tree at a time
  span<wire_answer, S> sink;                                // [net arcs]
  span<per_condition<float>, S> pin_load;                   // [pins]
  span<pi_load, S> pi;                                      // [nets] where the op reduces
  wire_options options;
  id first_sum = 0;   // the node whose sums stand in front
  id first_slot = 0;  // the position that stands in front in `forest`, of a tree at a time; on a host alone

  GSTA_HD bool reduces() const noexcept { return options.slew == wire_slew::reduce; }
  /// Where a position stands in the arrays of `forest`.
  GSTA_HD id at(id slot) const noexcept {
    if constexpr (S == memory_space::host) return slot - first_slot;
    return slot;
  }

  template <class Lanes>
  GSTA_HD void operator()(std::size_t net, Lanes const& lanes) const noexcept {
    of_net<false>(net, lanes);
  }

  template <bool Reduces, class Lanes>
  GSTA_HD void of_net(std::size_t net, Lanes const& lanes) const noexcept {
    if (forest.begin[net] == forest.begin[net + 1]) {
      ideal_load(net, lanes);
      write_sinks(net, lanes, lanes.same(0.0f));
      if constexpr (Reduces) write_lump(net, lanes);
    } else if (forest.reached[net] == 0) {
      if (design.rc.root[net] == reduced_root) return as_given(net, lanes);
      auto const unknown = lanes.undefined();  // wires without a driver's node
      write_sinks(net, lanes, unknown);
      lanes.store(pin_load[design.nets.driver[net]], unknown);
      if constexpr (Reduces) write_lump(net, lanes);
    } else {
      load_and_delay(net, lanes);
      if constexpr (Reduces)
        reduced(net, lanes);
      else
        widened(net, lanes);
    }
  }

  /// What a net was reduced to elsewhere, whatever its pins have; unless these are more than it: then it is
  /// no wire. To slews that degrade a sink is one pole.
  template <class Lanes>
  GSTA_HD void as_given(std::size_t net, Lanes const& lanes) const noexcept {
    using math::add, math::mul, math::sub;
    id const base = design.rc.node_begin[net], edge = design.rc.edge_begin[net],
             driver = design.nets.driver[net];
    id const sinks = design.rc.node_begin[net + 1] - base - 2;
    float const near_end = design.rc.capacitance[base], far_end = design.rc.capacitance[base + 1];
    float const wire = design.rc.resistance[edge];
    auto const total = lanes.same(add(near_end, far_end));
    auto const own = lanes.load(design.pin_load[driver]);
    auto const pins =
        driver_load(lanes, sum_over_sinks(net, lanes, [&](id a) { return sink_pin(a, lanes); }), own);
    auto const excess = sub(total, pins);
    auto const no = lanes.same(0.0f);
    lanes.store(pin_load[driver], where_negative(excess, pins, held(lanes, total)));
    if (reduces()) {
      bool const is_pi = far_end > 0 && wire > 0;
      store_pi<Lanes>(lanes, pi[net],
                      {where_negative(excess, no, lanes.same(is_pi ? far_end : 0.0f)),
                       where_negative(excess, no, lanes.same(is_pi ? wire : 0.0f))});
    }
    write_sinks(net, lanes, where_negative(excess, no, lost(lanes)));
    for (id k = 0; k < sinks; ++k) {
      id const a = design.rc.node_sink[base + 2 + k];
      if (a == none) continue;
      auto const elmore = where_negative(excess, no, lanes.same(design.rc.resistance[edge + 1 + k]));
      writer()(static_cast<std::size_t>(a), lanes, elmore,
               options.slew == wire_slew::degrade ? mul(elmore, elmore) : no);
    }
  }

  template <class Lanes>
  GSTA_HD void ideal_load(std::size_t net, Lanes const& lanes) const noexcept {
    write_load(net, lanes, sum_over_sinks(net, lanes, [&](id a) { return sink_pin(a, lanes); }));
  }

  template <class Lanes, class Term>
  GSTA_HD typename Lanes::value sum_over_sinks(std::size_t net, Lanes const&,
                                               Term const& term) const noexcept {
    id const first = design.nets.begin[net];
    return math::ordered_sum<typename Lanes::value>(design.nets.begin[net + 1] - first,
                                                    [&](id k) { return term(first + k); });
  }

  template <class Lanes>
  GSTA_HD typename Lanes::value sink_pin(id a, Lanes const& lanes) const noexcept {
    return lanes.load(design.pin_load[design.nets.sink[a]]);
  }

  template <class Lanes>
  GSTA_HD void load_and_delay(std::size_t net, Lanes const& lanes) const noexcept {
    id const base = forest.begin[net], sums = base - first_sum, n = forest.reached[net];
    for (id p = n - 1; p >= 0; --p) {
      auto const own = capacitance(base + p, base, lanes);
      lanes.store(ldelay[sums + p], own);  // kept there for the third pass
      lanes.store(load[sums + p], with_children(own, children(load, base, p, lanes)));
    }
    lanes.store(delay[sums], lanes.same(0.0f));
    for (id p = 1; p < n; ++p) descend(delay, load, base, p, lanes);
  }

  template <class Lanes>
  GSTA_HD void widened(std::size_t net, Lanes const& lanes) const noexcept {
    id const base = forest.begin[net], sums = base - first_sum, n = forest.reached[net];
    write_load(net, lanes, lanes.load(load[sums]));
    if (options.slew == wire_slew::degrade) {
      for (id p = n - 1; p >= 0; --p) {
        auto const own = delayed_capacitance(lanes.load(ldelay[sums + p]), lanes.load(delay[sums + p]));
        lanes.store(ldelay[sums + p], with_children(own, children(ldelay, base, p, lanes)));
      }
      lanes.store(beta[sums], lanes.same(0.0f));
      for (id p = 1; p < n; ++p) descend(beta, ldelay, base, p, lanes);
    }
    for (id a = design.nets.begin[net]; a < design.nets.begin[net + 1]; ++a) write_sink(a, base, lanes);
  }

  /// What is left to do where loads, own capacitances (in ldelay) and delays are known.
  template <class Lanes>
  GSTA_HD void reduced(std::size_t net, Lanes const& lanes) const noexcept {
    using value = typename Lanes::value;
    id const base = forest.begin[net], sums = base - first_sum, n = forest.reached[net];
    auto const moments = math::ordered_sum<admittance<value>>(n - 1, [&](id k) {
      return admittance_of(lanes.load(ldelay[sums + k + 1]), lanes.load(delay[sums + k + 1]));
    });
    auto const extracted = math::ordered_sum<float>(n, [&](id p) { return extracted_at(base + p, base); });
    auto const excess =
        excess_of(lanes, extracted, sum_over_sinks(net, lanes, [&](id a) { return lacking_pin(a, lanes); }));
    write_load(net, lanes, lanes.load(load[sums]));
    if (any_negative(excess))
      write_pins(net, lanes, sum_over_sinks(net, lanes, [&](id a) { return sink_pin(a, lanes); }), excess);
    write_pi(net, lanes, moments, excess);
    for (id a = design.nets.begin[net]; a < design.nets.begin[net + 1]; ++a) {
      id const p = forest.sink_position[a];
      write_reduced_sink(a, lanes, p == none ? lanes.same(0.0f) : lanes.load(delay[sums + p]), excess);
    }
  }

  /// Extracted capacitance of a tree's node.
  GSTA_HD float extracted_at(id slot, id base) const noexcept {
    return design.rc.capacitance[base + forest.node[at(slot)]];
  }

  /// The load of a sink that the tree lacks, else 0.
  template <class Lanes>
  GSTA_HD typename Lanes::value lacking_pin(id a, Lanes const& lanes) const noexcept {
    return forest.sink_position[a] == none ? sink_pin(a, lanes) : lanes.same(0.0f);
  }

  /// By how much a tree's capacitance exceeds that of the pins its net connects: what was extracted, less the
  /// pins that the tree lacks. Where it is negative the tree counts as no wire.
  template <class Lanes>
  GSTA_HD static typename Lanes::value excess_of(Lanes const& lanes, float extracted,
                                                 typename Lanes::value const& lacking) noexcept {
    using math::sub;
    return sub(lanes.same(extracted), lacking);
  }

  /// Where the tree counts as no wire its driver sees its net's pins.
  template <class Lanes, class Value>
  GSTA_HD void write_pins(std::size_t net, Lanes const& lanes, Value const& pins,
                          Value const& excess) const noexcept {
    id const driver = design.nets.driver[net];
    auto const seen = driver_load(lanes, pins, lanes.load(design.pin_load[driver]));
    lanes.store(pin_load[driver], where_negative(excess, seen, lanes.load(pin_load[driver])));
  }

  /// Nothing where the tree counts as no wire.
  template <class Lanes, class Value>
  GSTA_HD void write_pi(std::size_t net, Lanes const& lanes, admittance<Value> const& moments,
                        Value const& excess) const noexcept {
    auto const no = lanes.same(0.0f);
    auto const found = pi_of(moments);
    store_pi<Lanes>(
        lanes, pi[net],
        {where_negative(excess, no, found.far_end), where_negative(excess, no, found.resistance)});
  }

  /// No resistance.
  template <class Lanes>
  GSTA_HD void write_lump(std::size_t net, Lanes const& lanes) const noexcept {
    auto const no = lanes.same(0.0f);
    store_pi<Lanes>(lanes, pi[net], {no, no});
  }

  /// Where the net counts as no wire, a sink has no delay, whether the tree reaches it or not.
  template <class Lanes, class Value>
  GSTA_HD void write_reduced_sink(id a, Lanes const& lanes, Value const& elmore,
                                  Value const& excess) const noexcept {
    auto const no = lanes.same(0.0f);
    if (forest.sink_position[a] == none)
      writer().same(static_cast<std::size_t>(a), lanes, where_negative(excess, no, lost(lanes)));
    else
      writer()(static_cast<std::size_t>(a), lanes, where_negative(excess, no, elmore), no);
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
    if (p == none) return writer().same(static_cast<std::size_t>(a), lanes, lost(lanes));
    auto const no = lanes.same(0.0f);
    id const at = base - first_sum + p;
    writer()(static_cast<std::size_t>(a), lanes, lanes.load(delay[at]),
             options.slew == wire_slew::keep ? no : lanes.load(beta[at]));
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
    id const local = base + forest.node[at(slot)];
    id const at_sink = design.rc.node_sink[local];
    auto const wire = lanes.same(design.rc.capacitance[local]);
    if (at_sink == none) return wire;
    return own_capacitance(wire, sink_pin(at_sink, lanes));
  }

  /// Most nodes have up to two children. Which of them they have is hard to foresee, so that the host adds
  /// what is missing as 0: to a sum that starts at 0 that changes no bit.
  template <class Lanes>
  GSTA_HD typename Lanes::value children(span<per_condition<float>, S> values, id base, id p,
                                         Lanes const& lanes) const noexcept {
    using math::add;
    per_condition<float> const* const first =
        values.data() + (base - first_sum) + forest.first_child[at(base + p)];
    id const count = forest.child_count[at(base + p)];
    if (count > 2) {
      return math::ordered_sum<typename Lanes::value>(count, [&](id k) { return lanes.load(first[k]); });
    }
    auto const one = add(lanes.same(0.0f), lanes.load_if(count > 0, first));
    return add(one, lanes.load_if(count > 1, first + 1));
  }

  template <class Lanes>
  GSTA_HD void descend(span<per_condition<float>, S> total, span<per_condition<float>, S> below, id base,
                       id p, Lanes const& lanes) const noexcept {
    auto const r = lanes.same(design.rc.resistance[forest.edge[at(base + p)]]);
    id const sums = base - first_sum;
    auto const above = lanes.load(total[sums + forest.parent[at(base + p)]]);
    lanes.store(total[sums + p], step_down(above, r, lanes.load(below[sums + p])));
  }

  template <class Lanes>
  GSTA_HD void write_sinks(std::size_t net, Lanes const& lanes,
                           typename Lanes::value const& x) const noexcept {
    for (id a = design.nets.begin[net]; a < design.nets.begin[net + 1]; ++a)
      writer().same(static_cast<std::size_t>(a), lanes, x);
  }
};

}  // namespace gsta::detail
