#pragma once

#include "gsta/rc/detail/lanes.hpp"
#include "gsta/rc/rc_forest.hpp"

/// The formulas of Elmore's delay and of the second moment, in lanes: every driver and scheme, for trees and
/// for stars, computes with these and adds children in `ordered_sum`'s order, so that all give the same bits.
namespace gsta::detail {

/// Extracted capacitance and that of the pin at the node.
template <class Value>
GSTA_HD Value own_capacitance(Value const& wire, Value const& pin) noexcept {
  using math::add;
  return add(wire, pin);
}

/// load(k) = C(k) + its children's; the same for ldelay.
template <class Value>
GSTA_HD Value with_children(Value const& own, Value const& children) noexcept {
  using math::add;
  return add(own, children);
}

/// delay(k) = delay(parent) + R(k) load(k); the same for beta with ldelay.
template <class Value>
GSTA_HD Value step_down(Value const& above, Value const& resistance, Value const& below) noexcept {
  using math::add, math::mul;
  return add(above, mul(resistance, below));
}

/// What a node itself adds to ldelay: C(k) delay(k).
template <class Value>
GSTA_HD Value delayed_capacitance(Value const& own, Value const& delay) noexcept {
  using math::mul;
  return mul(own, delay);
}

/// A driver sees its wire and its own pin.
template <class Lanes>
GSTA_HD typename Lanes::value driver_load(Lanes const& lanes, typename Lanes::value const& wire,
                                          typename Lanes::value const& pin) noexcept {
  using math::add;
  return lanes.defined(add(wire, pin));
}

/// Elmore's delay by one edge's factors, as `wire_response` has them.
template <class Lanes>
GSTA_HD typename Lanes::value responded(Lanes const& lanes, float const (&rise_fall)[2],
                                        typename Lanes::value const& elmore) noexcept {
  using math::mul;
  return lanes.defined(mul(lanes.by_edge(rise_fall), elmore));
}

/// impulse(k) = 2 beta(k) - delay(k)^2
template <class Lanes>
GSTA_HD typename Lanes::value second_moment(Lanes const& lanes, typename Lanes::value const& beta,
                                            typename Lanes::value const& elmore) noexcept {
  using math::mul, math::sub;
  return lanes.defined(sub(mul(lanes.same(2.0f), beta), mul(elmore, elmore)));
}

/// How the wire's arc `a` differs from the plain one.
template <memory_space S>
GSTA_HD wire_response response_of(rc_view<S> const& rc, std::size_t a) noexcept {
  bool const plain = rc.response.empty() || rc.response[a] == none;
  return plain ? wire_response{} : rc.responses[static_cast<std::size_t>(rc.response[a])];
}

/// What the arc of a sink does, from Elmore's delay and beta there (not read where wires keep slews).
template <memory_space S>
struct sink_writer {
  rc_view<S> rc;
  span<wire_answer, S> sink;  // [net arcs]
  wire_slew slew;

  template <class Value>
  struct answer {
    Value delay, impulse;
  };

  template <class Lanes>
  GSTA_HD answer<typename Lanes::value> of(std::size_t a, Lanes const& lanes,
                                           typename Lanes::value const& elmore,
                                           typename Lanes::value const& beta) const noexcept {
    wire_response const response = response_of(rc, a);
    return {responded(lanes, response.delay, elmore), slew == wire_slew::keep
                                                          ? responded(lanes, response.widen, elmore)
                                                          : second_moment(lanes, beta, elmore)};
  }

  template <class Lanes>
  GSTA_HD void operator()(std::size_t a, Lanes const& lanes, typename Lanes::value const& elmore,
                          typename Lanes::value const& beta) const noexcept {
    auto const found = of(a, lanes, elmore, beta);
    lanes.store(sink[a].delay, found.delay);
    lanes.store(sink[a].impulse, found.impulse);
  }

  /// The same on both: what is not there, or takes no time.
  template <class Lanes>
  GSTA_HD void same(std::size_t a, Lanes const& lanes, typename Lanes::value const& x) const noexcept {
    lanes.store(sink[a].delay, x);
    lanes.store(sink[a].impulse, x);
  }
};

}  // namespace gsta::detail
