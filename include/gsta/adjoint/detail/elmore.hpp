#pragma once

#include "gsta/adjoint/detail/slopes.hpp"
#include "gsta/adjoint/state.hpp"
#include "gsta/flat/flat_view.hpp"
#include "gsta/rc/elmore.hpp"

namespace gsta::detail {

/// Plans know no pi models.
inline void require_elmore(wire_slew slew) {
  require(slew != wire_slew::reduce,
          "plans of gradients are for wire_slew::keep and wire_slew::degrade, not reduce");
}

/// What a node adds to the moments of the admittance that `pi` is made of, backwards: by the moments the
/// gradients of both, and from these those of the node's capacitance and of Elmore's delay there.
template <class Value>
struct admittance_gradients {
  Value second = 0, third = 0;

  GSTA_HD static admittance_gradients of(admittance<Value> const& y, Value by_far,
                                         Value by_resistance) noexcept {
    using math::add, math::div, math::mul, math::sub;
    pi_lanes<Value> const pi = pi_of(y);
    if (!(pi.far_end > 0)) return {};
    Value const far_end = along(by_far, pi.far_end), resistance = along(by_resistance, pi.resistance);
    return {div(sub(mul(Value{2}, far_end), mul(Value{3}, resistance)), y.second),
            div(sub(mul(Value{2}, resistance), far_end), y.third)};
  }
  GSTA_HD Value by_delay(Value capacitance, Value delay) const noexcept {
    return along(math::add(second, math::mul(Value{2}, along(third, delay))), capacitance);
  }
  GSTA_HD Value by_capacitance(Value delay) const noexcept {
    return along(math::add(second, along(third, delay)), delay);
  }
};

/// What a wire answers to its sink under one condition, from Elmore's delay there and beta, as
/// `update_wires` has it.
template <class Value>
struct sink_answer {
  Value delay, impulse;
};
template <class Value>
GSTA_HD sink_answer<Value> answer_of(wire_response const& response, wire_slew slew, int c, Value elmore,
                                     Value beta) noexcept {
  int const e = edge_of(c);
  Value const none_there = turned(c, -endless<Value>);
  Value const delay = math::mul(static_cast<Value>(response.delay[e]), elmore);
  Value const impulse = slew == wire_slew::degrade ? moment_of(Value{2}, beta, elmore)
                                                   : math::mul(static_cast<Value>(response.widen[e]), elmore);
  return {exists(delay) ? delay : none_there, exists(impulse) ? impulse : none_there};
}

/// The adjoint of `answer_of`: gradients of Elmore's delay and of beta from those of the answer.
template <class Value>
struct moment_gradients {
  Value elmore, beta;
};
template <class Value>
GSTA_HD moment_gradients<Value> moments_of(wire_response const& response, wire_slew slew, int c, Value elmore,
                                           Value by_delay, Value by_impulse) noexcept {
  int const e = edge_of(c);
  Value const through_delay = along(by_delay, static_cast<Value>(response.delay[e]));
  if (slew != wire_slew::degrade)
    return {math::add(through_delay, along(by_impulse, static_cast<Value>(response.widen[e]))), 0};
  return {math::sub(through_delay, along(by_impulse, math::mul(Value{2}, elmore))),
          math::mul(Value{2}, by_impulse)};
}

/// The gradient of each pin's own load: what its nets' wires hand back where it is a sink, and where it
/// drives that of the load it sees, which the net has left there.
template <memory_space S, class Value>
struct pin_load_op {
  timing_graph_view<S> graph;
  std::size_t net_arcs;
  span<per_condition<Value> const, S> sink_load;  // [net arcs]
  span<per_condition<Value>, S> pin_load;         // [pins]

  GSTA_HD void operator()(std::size_t pin) const noexcept {
    id const first = graph.fanin_begin[pin], n = graph.fanin_begin[pin + 1] - first;
    for (int c = 0; c < conditions; ++c) {
      Value const from_wires = math::ordered_sum<Value>(n, [&](id k) {
        id const arc = graph.fanin_arc[first + k];
        return static_cast<std::size_t>(arc) < net_arcs ? sink_load[arc][c] : Value{0};
      });
      pin_load[pin][c] = math::add(pin_load[pin][c], from_wires);
    }
  }
};

}  // namespace gsta::detail
