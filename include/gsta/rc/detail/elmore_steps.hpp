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

/// Elmore's delay within what is counted, and loads within the same figure.
template <class Lanes>
GSTA_HD typename Lanes::value held(Lanes const& lanes, typename Lanes::value const& x) noexcept {
  return lanes.held(x, most_time, beyond_time);
}

/// A driver sees its wire and its own pin.
template <class Lanes>
GSTA_HD typename Lanes::value driver_load(Lanes const& lanes, typename Lanes::value const& wire,
                                          typename Lanes::value const& pin) noexcept {
  using math::add;
  return held(lanes, add(wire, pin));
}

/// Elmore's delay by one edge's factors, as `wire_response` has them.
template <class Lanes>
GSTA_HD typename Lanes::value responded(Lanes const& lanes, float const (&rise_fall)[2],
                                        typename Lanes::value const& elmore) noexcept {
  using math::mul;
  return held(lanes, mul(lanes.by_edge(rise_fall), elmore));
}

/// 2 beta(k) - delay(k)^2, whatever it comes to.
template <class Value>
GSTA_HD Value moment_of(Value const& two, Value const& beta, Value const& elmore) noexcept {
  using math::mul, math::sub;
  return sub(mul(two, beta), mul(elmore, elmore));
}

/// impulse(k): `moment_of` within what is counted.
template <class Lanes>
GSTA_HD typename Lanes::value second_moment(Lanes const& lanes, typename Lanes::value const& beta,
                                            typename Lanes::value const& elmore) noexcept {
  constexpr float most = most_time * most_time, beyond = beyond_time * beyond_time;
  return lanes.held(moment_of(lanes.same(2.0f), beta, elmore), most, beyond);
}

/// What the nodes of a net add to the second and third moment of the admittance that its driver sees, the
/// second with its sign turned: C(k) delay(k) and C(k) delay(k)^2, sums of which have no terms of other
/// signs. Depth by depth the moments are y2 += d2 - r d1^2 and y3 += d3 - 2 r d1 d2 + r^2 d1^3 over the
/// children of a node, whose own are d; written out over all nodes that is the same, as the resistances that
/// two nodes share on the way from the root are.
template <class Value>
struct admittance {
  Value second, third;  // fF ps, fF ps^2

  friend GSTA_HD admittance add(admittance const& a, admittance const& b) noexcept {
    using math::add;
    return {add(a.second, b.second), add(a.third, b.third)};
  }
};

template <class Value>
GSTA_HD admittance<Value> admittance_of(Value const& own, Value const& delay) noexcept {
  using math::mul;
  Value const second = delayed_capacitance(own, delay);
  return {second, mul(second, delay)};
}

/// The pi model of these moments (O'Brien and Savarino, ICCAD 1989): far_end = y2^2 / y3 and resistance =
/// -y3^2 / y2^3, by their product, which is a time. Nothing where there is no resistance, or a number is
/// beyond what a float holds.
template <class Value>
struct pi_lanes {
  Value far_end, resistance;
};
template <class Value>
GSTA_HD pi_lanes<Value> pi_of(admittance<Value> const& y) noexcept {
  constexpr Value endless = math::detail::infinity_of<Value>;
  Value const time = math::div(y.third, y.second), far_end = math::div(y.second, time),
              resistance = math::div(time, far_end);
  bool const is_there =
      y.second > 0 && time > 0 && far_end > 0 && resistance > 0 && far_end < endless && resistance < endless;
  return is_there ? pi_lanes<Value>{far_end, resistance} : pi_lanes<Value>{0, 0};
}
GSTA_HD inline pi_lanes<condition_lanes> pi_of(admittance<condition_lanes> const& y) noexcept {
  pi_lanes<condition_lanes> pi;
  for (int c = 0; c < conditions; ++c) {
    auto const one = pi_of(admittance<float>{y.second.at[c], y.third.at[c]});
    pi.far_end.at[c] = one.far_end;
    pi.resistance.at[c] = one.resistance;
  }
  return pi;
}

template <class Lanes>
GSTA_HD void store_pi(Lanes const& lanes, pi_load& to, pi_lanes<typename Lanes::value> const& pi) noexcept {
  lanes.store(to.far_end, pi.far_end);
  lanes.store(to.resistance, pi.resistance);
}

/// How the wire's arc `a` differs from the plain one.
template <memory_space S>
GSTA_HD wire_response response_of(rc_view<S> const& rc, std::size_t a) noexcept {
  bool const plain = rc.response.empty() || rc.response[a] == none;
  return plain ? wire_response{} : rc.responses[static_cast<std::size_t>(rc.response[a])];
}

/// What the arc of a sink does, from Elmore's delay and beta there (read where wires degrade slews).
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
    return {responded(lanes, response.delay, elmore), slew == wire_slew::degrade
                                                          ? second_moment(lanes, beta, elmore)
                                                          : responded(lanes, response.widen, elmore)};
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
