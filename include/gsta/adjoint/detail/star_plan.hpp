#pragma once

#include "gsta/adjoint/detail/find_slopes.hpp"
#include "gsta/adjoint/detail/star.hpp"

namespace gsta::detail {

/// What a star adjoint by pins must know of nets.
template <memory_space S>
struct star_pins_op {
  span<id const, S> driver, begin;
  span<std::uint8_t const, S> ideal;       // [nets], or empty
  span<std::uint8_t, S> drives, is_ideal;  // [pins], [net arcs]: 0 beforehand
  GSTA_HD void operator()(std::size_t net) const noexcept {
    drives[driver[net]] = 1;
    for (id a = begin[net]; !ideal.empty() && a < begin[net + 1]; ++a) is_ideal[a] = ideal[net];
  }
};

/// Pins that drive `low` to `high` arcs, wires or others.
template <memory_space S>
struct drives_between {
  timing_graph_view<S> graph;
  span<std::uint8_t const, S> drives;
  id low, high;
  GSTA_HD bool operator()(std::size_t pin) const noexcept {
    id const n = graph.fanout_begin[pin + 1] - graph.fanout_begin[pin];
    return drives[pin] != 0 && n >= low && n <= high;
  }
};

/// Pins whose sums over wires are not serial.
template <memory_space S>
struct many_wires_reach {
  timing_graph_view<S> graph;
  std::size_t net_arcs;
  GSTA_HD bool operator()(std::size_t pin) const noexcept {
    id const first = graph.fanin_begin[pin], n = graph.fanin_begin[pin + 1] - first;
    return n > 8 && static_cast<std::size_t>(graph.fanin_arc[first + 1]) < net_arcs;
  }
};

/// How a wire is drawn at its sink; at its driver it is the same with the sign turned.
struct alignas(8) wire_force {
  float x, y;
};

/// A star adjoint by wires instead of nets, so that nets of many sinks take no longer.
template <memory_space S>
struct star_wire_op {
  star_adjoint_op<S, float> star;
  location_gradient_op<S, float> location;
  answer_gradients<S> answer;
  span<per_condition<float> const, S> arc_delay, slew;  // [arcs], [pins] gradients
  span<sweep_slopes const, S> slopes;                   // [arcs] by position
  span<wire_row const, S> wire;                         // [net arcs]
  span<std::uint8_t const, S> is_ideal;                 // [net arcs]
  span<wire_force, S> draw;                             // [net arcs]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    wire_row const at = wire[i];
    if (at.to == none) return;
    id const a = static_cast<id>(i);
    star_wire_gradients<float> g;
    if (is_ideal[i] != 0) {
      g.sink_load = star.load[at.from];
    } else {
      g = star.gradients_at(at.from, a, answers(a, at));
    }
    star.sink_load[a] = g.sink_load;
    star.resistance[a] = g.resistance;
    star.capacitance[a] = g.capacitance;
    auto const& wires = location.wires;
    draw[a] = {location.drawn(g.resistance, g.capacitance, wires.towards(wires.star.pin_x, at.from, at.to)),
               location.drawn(g.resistance, g.capacitance, wires.towards(wires.star.pin_y, at.from, at.to))};
  }

  GSTA_HD wire_values<float> answers(id a, wire_row const& at) const noexcept {
    per_condition<float> const by_delay = arc_delay[a], by_slew = slew[at.to],
                               before = answer.slew_before[at.from];
    per_condition<float> const slope = slopes[at.position].slew;
    wire_values<float> result;
    each_condition([&](auto c) {
      bool const wins = by_slew[c] != 0 && is_worst(slope[c]);
      auto const one = answer(a, c, c, before[c], by_delay[c], by_slew[c], wins);
      result.delay[c] = one.delay;
      result.impulse[c] = one.impulse;
    });
    return result;
  }
};

/// What the wires into a pin come to: its load's gradient, and what draws on its location from in front. Rows
/// list arcs in ascending id, so that wires come first.
template <memory_space S>
struct star_pin_op {
  timing_graph_view<S> graph;
  span<std::uint8_t const, S> drives;                   // [pins]
  span<per_condition<float> const, S> load, sink_load;  // [pins], [net arcs]
  span<wire_force const, S> draw;                       // [net arcs]
  span<per_condition<float>, S> pin_load;               // [pins]
  span<float, S> x, y;                                  // [pins]

  GSTA_HD void operator()(std::size_t pin) const noexcept {
    per_condition<float> by_load = drives[pin] != 0 ? load[pin] : same_value(0), from_wires = same_value(0);
    wire_force by_location{0, 0};
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1] && is_wire(k); ++k) {
      id const a = graph.fanin_arc[k];
      per_condition<float> const at_sink = sink_load[a];
      for (int c = 0; c < conditions; ++c) from_wires[c] = math::add(from_wires[c], at_sink[c]);
      by_location = {math::add(by_location.x, draw[a].x), math::add(by_location.y, draw[a].y)};
    }
    for (int c = 0; c < conditions; ++c) by_load[c] = math::add(by_load[c], from_wires[c]);
    pin_load[pin] = by_load;
    x[pin] = by_location.x;
    y[pin] = by_location.y;
  }
  GSTA_HD bool is_wire(id k) const noexcept {
    return static_cast<std::size_t>(graph.fanin_arc[k]) < draw.size();
  }
};

/// The same of a pin that so many wires reach that sums over them are not serial.
template <memory_space S>
struct star_many_op {
  star_pin_op<S> pins;
  span<id const, S> pin;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const p = pin[i], first = pins.graph.fanin_begin[p], n = pins.graph.fanin_begin[p + 1] - first;
    auto const sum = [&](auto const& of_wire) {
      return math::ordered_sum<float>(
          n, [&](id k) { return pins.is_wire(first + k) ? of_wire(pins.graph.fanin_arc[first + k]) : 0.0f; });
    };
    for (int c = 0; c < conditions; ++c) {
      float const own = pins.drives[p] != 0 ? pins.load[p][c] : 0.0f;
      pins.pin_load[p][c] = math::add(own, sum([&](id a) { return pins.sink_load[a][c]; }));
    }
    pins.x[p] = sum([&](id a) { return pins.draw[a].x; });
    pins.y[p] = sum([&](id a) { return pins.draw[a].y; });
  }
};

/// Adds what draws on a driver's location from behind it, of up to eight arcs.
template <memory_space S>
struct star_driver_op {
  timing_graph_view<S> graph;
  span<wire_force const, S> draw;  // [net arcs]
  span<float, S> x, y;             // [pins]
  span<id const, S> pin;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const p = pin[i];
    wire_force sum{0, 0};
    for (id k = graph.fanout_begin[p]; k < graph.fanout_begin[p + 1]; ++k) sum = plus(sum, out_of(k));
    add(p, sum);
  }
  GSTA_HD wire_force out_of(id k) const noexcept {
    auto const arc = static_cast<std::size_t>(graph.fanout_arc[k]);
    if (arc >= draw.size()) return {0, 0};
    wire_force const there = draw[arc];
    return {-there.x, -there.y};
  }
  GSTA_HD static wire_force plus(wire_force const& a, wire_force const& b) noexcept {
    return {math::add(a.x, b.x), math::add(a.y, b.y)};
  }
  GSTA_HD void add(id p, wire_force const& sum) const noexcept {
    x[p] = math::add(x[p], sum.x);
    y[p] = math::add(y[p], sum.y);
  }
};

}  // namespace gsta::detail
