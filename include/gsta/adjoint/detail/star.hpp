#pragma once

#include "gsta/adjoint/detail/elmore.hpp"
#include "gsta/rc/star.hpp"

namespace gsta::detail {

/// The wire to one sink of a star in any precision: the formulas of `update_star_wires`.
template <class Value>
struct star_piece {
  Value resistance, half;
};

template <memory_space S, class Value>
struct star_geometry {
  flat_view<S> design;
  star_view<S> star;

  GSTA_HD bool is_ideal(std::size_t net) const noexcept {
    return !star.ideal.empty() && star.ideal[net] != 0;
  }
  GSTA_HD static Value size_of(Value x) noexcept { return x < 0 ? -x : x; }
  GSTA_HD Value towards(span<float const, S> at, id from, id to) const noexcept {
    return math::sub(static_cast<Value>(at[to]), static_cast<Value>(at[from]));
  }
  GSTA_HD star_piece<Value> piece(id driver, id sink) const noexcept {
    Value const length =
        math::add(size_of(towards(star.pin_x, driver, sink)), size_of(towards(star.pin_y, driver, sink)));
    return {math::mul(static_cast<Value>(star.resistance), length),
            math::mul(Value{0.5}, math::mul(static_cast<Value>(star.capacitance), length))};
  }
  GSTA_HD Value pin_load(id pin, int c) const noexcept { return static_cast<Value>(design.pin_load[pin][c]); }

  /// Of the admittance that the driver sees: 0 without resistance.
  GSTA_HD admittance<Value> moments(std::size_t net, int c) const noexcept {
    id const first = design.nets.begin[net], driver = design.nets.driver[net];
    id const n = is_ideal(net) ? 0 : design.nets.begin[net + 1] - first;
    return math::ordered_sum<admittance<Value>>(n, [&](id k) {
      id const pin = design.nets.sink[first + k];
      auto const wire = piece(driver, pin);
      Value const load = math::add(wire.half, pin_load(pin, c));
      return admittance_of(load, math::mul(wire.resistance, load));
    });
  }
};

/// One net as a star, forwards.
template <memory_space S, class Value>
struct star_values_op {
  star_geometry<S, Value> wires;
  wire_slew slew;
  span<wire_values<Value>, S> sink;    // [net arcs]
  span<per_condition<Value>, S> load;  // [pins]
  span<pi_values<Value>, S> pi;        // [nets] where stars are reduced

  GSTA_HD void operator()(std::size_t net) const noexcept {
    auto const& nets = wires.design.nets;
    for (int c = 0; c < conditions; ++c) {
      if (slew == wire_slew::reduce) {
        auto const found = pi_of(wires.moments(net, c));
        pi[net].far_end[c] = found.far_end;
        pi[net].resistance[c] = found.resistance;
      }
      Value const seen = math::add(wire_load(net, c), wires.pin_load(nets.driver[net], c));
      load[nets.driver[net]][c] = exists(seen) ? seen : turned(c, -endless<Value>);
      for (id a = nets.begin[net]; a < nets.begin[net + 1]; ++a) {
        auto const answer = answer_at(net, a, c);
        sink[a].delay[c] = answer.delay;
        sink[a].impulse[c] = answer.impulse;
      }
    }
  }

  GSTA_HD Value wire_load(std::size_t net, int c) const noexcept {
    auto const& nets = wires.design.nets;
    id const first = nets.begin[net], n = nets.begin[net + 1] - first, driver = nets.driver[net];
    auto const pin = [&](id k) { return wires.pin_load(nets.sink[first + k], c); };
    if (wires.is_ideal(net)) return math::ordered_sum<Value>(n, pin);
    auto const half = [&](id k) { return wires.piece(driver, nets.sink[first + k]).half; };
    return math::add(math::ordered_sum<Value>(n, half),
                     math::ordered_sum<Value>(n, [&](id k) { return math::add(half(k), pin(k)); }));
  }

  GSTA_HD sink_answer<Value> answer_at(std::size_t net, id a, int c) const noexcept {
    if (wires.is_ideal(net)) return {0, 0};
    id const pin = wires.design.nets.sink[a];
    auto const piece = wires.piece(wires.design.nets.driver[net], pin);
    Value const load_there = math::add(piece.half, wires.pin_load(pin, c));
    Value const elmore = math::mul(piece.resistance, load_there);
    Value const beta = math::mul(piece.resistance, math::mul(load_there, elmore));
    return answer_of(response_of(wires.design.rc, static_cast<std::size_t>(a)), slew, c, elmore, beta);
  }
};

/// Gradients of one sink's wire, and of the pin's load as the wire sees it.
template <class Value>
struct star_wire_gradients {
  per_condition<Value> sink_load;
  Value resistance = 0, capacitance = 0;
};

/// The adjoint of one star: of each sink's wire and pin, from the gradients of the driver's load and of what
/// the wires answer.
template <memory_space S, class Value>
struct star_adjoint_op {
  star_geometry<S, Value> wires;
  wire_slew slew;
  span<per_condition<Value> const, S> load;  // [pins] gradients
  span<wire_values<Value> const, S> answer;  // [net arcs] gradients
  span<per_condition<Value>, S> sink_load;   // [net arcs]
  span<per_condition<Value>, S> pin_load;    // [pins]
  span<Value, S> resistance, capacitance;    // [net arcs]
  span<pi_values<Value> const, S> pi{};      // [nets] gradients where stars are reduced

  GSTA_HD void operator()(std::size_t net) const noexcept {
    auto const& nets = wires.design.nets;
    auto const admitted = admitted_by(net);
    pin_load[nets.driver[net]] = load[nets.driver[net]];
    for (id a = nets.begin[net]; a < nets.begin[net + 1]; ++a) {
      if (wires.is_ideal(net)) {
        sink_load[a] = load[nets.driver[net]];
        resistance[a] = 0;
        capacitance[a] = 0;
      } else {
        of_sink(nets.driver[net], a, admitted);
      }
    }
  }

  GSTA_HD per_condition<admittance_gradients<Value>> admitted_by(std::size_t net) const noexcept {
    per_condition<admittance_gradients<Value>> result{};
    for (int c = 0; slew == wire_slew::reduce && c < conditions; ++c)
      result[c] =
          admittance_gradients<Value>::of(wires.moments(net, c), pi[net].far_end[c], pi[net].resistance[c]);
    return result;
  }

  GSTA_HD void of_sink(id driver, id a,
                       per_condition<admittance_gradients<Value>> const& admitted) const noexcept {
    star_wire_gradients<Value> const g = gradients_at(driver, a, answer[a], admitted);
    sink_load[a] = g.sink_load;
    resistance[a] = g.resistance;
    capacitance[a] = g.capacitance;
  }

  /// Of the wire's capacitance, half stands at the sink and half at the driver; both are part of the load.
  /// Values of four conditions are read at once, which a device does in one access each.
  GSTA_HD star_wire_gradients<Value> gradients_at(
      id driver, id a, wire_values<Value> const& by_answer,
      per_condition<admittance_gradients<Value>> const& admitted = {}) const noexcept {
    id const pin = wires.design.nets.sink[a];
    auto const piece = wires.piece(driver, pin);
    auto const response = response_of(wires.design.rc, static_cast<std::size_t>(a));
    per_condition<Value> const by_driver = load[driver];
    auto const at_pin = wires.design.pin_load[pin];
    star_wire_gradients<Value> result;
    Value by_half = 0;
    each_condition([&](auto c) {
      Value const load_there = math::add(piece.half, static_cast<Value>(at_pin[c]));
      Value const elmore = math::mul(piece.resistance, load_there);
      auto const g = moments_of(response, slew, c, elmore, by_answer.delay[c], by_answer.impulse[c]);
      // beta = R C elmore, elmore = R C
      Value by_elmore = math::add(g.elmore, along(g.beta, math::mul(Value{2}, elmore)));
      if (slew == wire_slew::reduce)
        by_elmore = math::add(by_elmore, admitted[c].by_delay(load_there, elmore));
      Value by_load = math::add(along(by_elmore, piece.resistance), by_driver[c]);
      if (slew == wire_slew::reduce) by_load = math::add(by_load, admitted[c].by_capacitance(elmore));
      result.resistance = math::add(result.resistance, along(by_elmore, load_there));
      by_half = math::add(by_half, math::add(by_load, by_driver[c]));
      result.sink_load[c] = by_load;
    });
    result.capacitance = math::mul(Value{0.5}, by_half);
    return result;
  }
};

/// The gradient of one pin's location: it draws on the wire that it ends, and on those that it drives.
template <memory_space S, class Value>
struct location_gradient_op {
  timing_graph_view<S> graph;
  star_geometry<S, Value> wires;
  span<Value const, S> resistance, capacitance;  // [net arcs] gradients
  span<Value, S> x, y;                           // [pins]

  GSTA_HD void operator()(std::size_t pin) const noexcept {
    id const me = static_cast<id>(pin);
    x[pin] = math::add(over_fanin(me, wires.star.pin_x), over_fanout(me, wires.star.pin_x));
    y[pin] = math::add(over_fanin(me, wires.star.pin_y), over_fanout(me, wires.star.pin_y));
  }

  GSTA_HD Value over_fanin(id pin, span<float const, S> at) const noexcept {
    id const first = graph.fanin_begin[pin], n = graph.fanin_begin[pin + 1] - first;
    return math::ordered_sum<Value>(n, [&](id k) {
      return drawn(graph.fanin_arc[first + k], wires.towards(at, graph.fanin_from[first + k], pin));
    });
  }
  GSTA_HD Value over_fanout(id pin, span<float const, S> at) const noexcept {
    id const first = graph.fanout_begin[pin], n = graph.fanout_begin[pin + 1] - first;
    return math::ordered_sum<Value>(n, [&](id k) {
      return drawn(graph.fanout_arc[first + k], wires.towards(at, graph.fanout_to[first + k], pin));
    });
  }

  /// d cost / d length with the sign of the way to here; 0 where there is no way: that is a subgradient.
  GSTA_HD Value drawn(id arc, Value way) const noexcept {
    if (static_cast<std::size_t>(arc) >= resistance.size()) return 0;
    return drawn(resistance[arc], capacitance[arc], way);
  }
  GSTA_HD Value drawn(Value by_resistance, Value by_capacitance, Value way) const noexcept {
    if (way == 0) return 0;
    Value const by_length = math::add(along(by_resistance, static_cast<Value>(wires.star.resistance)),
                                      along(by_capacitance, static_cast<Value>(wires.star.capacitance)));
    return way < 0 ? -by_length : by_length;
  }
};

}  // namespace gsta::detail
