#pragma once

#include "gsta/forward/delay_model.hpp"
#include "gsta/lut/interpolate.hpp"
#include "gsta/smooth/smooth.hpp"

namespace gsta::detail {

/// Delay and slew of one arc under one condition, and how they change with the slew in front and with what
/// the wire or the load gives: of a cell arc the load at its output, of a wire's arc the impulse.
template <class Value>
struct arc_slopes {
  Value delay, slew;
  Value delay_by_slew = 0, slew_by_slew = 0;
  Value delay_by_other = 0, slew_by_other = 0;
  Value delay_by_answer = 0;  ///< by the wire's own delay, or by what the delay's table gave
};

/// A condition that is known when code is compiled.
template <int Condition>
struct constant_condition {
  GSTA_HD constexpr operator int() const noexcept { return Condition; }
};

/// Calls `f` with each condition as a constant, so that a device keeps arrays of four in registers.
template <class F>
GSTA_HD void each_condition(F const& f) noexcept {
  f(constant_condition<0>{});
  f(constant_condition<1>{});
  f(constant_condition<2>{});
  f(constant_condition<3>{});
}

/// A gradient times a slope; nothing where there is no gradient, be the slope what it may.
template <class Value>
GSTA_HD Value along(Value gradient, Value slope) noexcept {
  return gradient == 0 || !exists(slope) ? Value{0} : math::mul(gradient, slope);
}

/// A wire widens a slew (`degraded`): value, and slopes by slew and impulse.
template <class Value>
struct widened_slew {
  Value value, by_slew, by_impulse;
};
template <class Value>
GSTA_HD widened_slew<Value> widen(Value slew, Value impulse) noexcept {
  Value const value = degraded(slew, impulse);
  if (value == 0) return {value, 0, 0};
  Value const root = value < 0 ? -value : value, half = math::div(Value{0.5}, root);
  if (slew < 0) return {value, math::div(-slew, root), -half};
  return {value, math::div(slew, root), half};
}

/// `table_delay_model` in any precision and with its slopes; float gives the model's own bits. `Wires` is a
/// `wire_view` or a `wire_values_view`.
template <memory_space S, class Value, class Wires>
struct slope_model {
  flat_view<S> design;
  Wires wires;
  delay_options options;

  /// `slew` is that of the condition `in` in front, which is not below 0.
  GSTA_HD arc_slopes<Value> at(id arc, id to, int c, int in, Value slew) const noexcept {
    return finished(arc, c, in, is_wire(arc) ? wire(arc, c, slew) : cell(type_of(arc), to, c, slew));
  }

  /// The same of a cell arc as if it had another type.
  GSTA_HD arc_slopes<Value> at_type(arc_type const& type, id arc, id to, int c, int in,
                                    Value slew) const noexcept {
    return finished(arc, c, in, cell(type, to, c, slew));
  }

  /// The same of a cell arc whose tables were looked up beforehand, at a slew and a load that exist.
  GSTA_HD arc_slopes<Value> at_tables(table_slopes<Value> const& delay, table_slopes<Value> const& slew,
                                      id arc, int c, int in) const noexcept {
    arc_slopes<Value> s = nothing();
    take_delay(delay, s);
    take_slew(slew, s);
    return finished(arc, c, in, s);
  }
  GSTA_HD arc_slopes<Value> at_nothing(int c) const noexcept {
    return {turned(c, -endless<Value>), turned(c, -endless<Value>)};
  }

  GSTA_HD arc_type const& type_of(id arc) const noexcept {
    return design.arcs.types[design.arcs.type[static_cast<std::size_t>(arc) - design.net_arc_count()]];
  }

  GSTA_HD bool is_wire(id arc) const noexcept {
    return static_cast<std::size_t>(arc) < design.net_arc_count();
  }

 private:
  GSTA_HD static arc_slopes<Value> nothing() noexcept { return {endless<Value>, endless<Value>}; }

  GSTA_HD arc_slopes<Value> wire(id arc, int c, Value slew) const noexcept {
    arc_slopes<Value> s = nothing();
    auto const impulse = static_cast<Value>(wires.sink[arc].impulse[c]);
    s.delay = static_cast<Value>(wires.sink[arc].delay[c]);
    s.delay_by_answer = 1;
    if (exists(slew) && exists(impulse)) {
      bool const keep = options.wires != wire_slew::degrade;
      auto const wide = keep ? widened_slew<Value>{math::add(slew, impulse), 1, 1} : widen(slew, impulse);
      s.slew = wide.value;
      s.slew_by_slew = wide.by_slew;
      s.slew_by_other = wide.by_impulse;
    }
    if (!design.rc.response.empty() && design.rc.response[arc] != none)
      measure_anew(design.rc.responses[design.rc.response[arc]], edge_of(c), s);
    return s;
  }

  /// From the driver's thresholds to the sink's.
  GSTA_HD static void measure_anew(wire_response const& response, int e, arc_slopes<Value>& s) noexcept {
    if (!exists(s.slew) || !exists(s.delay)) return;
    Value const shift = response.shift[e], scale = response.scale[e];
    s.delay = math::add(s.delay, math::mul(s.slew, shift));
    s.delay_by_slew = math::mul(s.slew_by_slew, shift);
    s.delay_by_other = math::mul(s.slew_by_other, shift);
    s.slew = math::mul(s.slew, scale);
    s.slew_by_slew = math::mul(s.slew_by_slew, scale);
    s.slew_by_other = math::mul(s.slew_by_other, scale);
  }

  GSTA_HD arc_slopes<Value> cell(arc_type const& type, id to, int c, Value slew) const noexcept {
    arc_slopes<Value> s = nothing();
    auto const load = static_cast<Value>(wires.load[to][c]);
    if (!exists(slew) || !exists(load)) return s;
    if (type.delay[c] != none) {
      take_delay(look_up_slopes(design.luts, type.delay[c], slew, load), s);
      if (type.beyond_no_load && exists(s.delay)) take_no_load(type.delay[c], slew, s);
    }
    if (type.slew[c] != none) take_slew(look_up_slopes(design.luts, type.slew[c], slew, load), s);
    return s;
  }

  GSTA_HD static void take_delay(table_slopes<Value> const& z, arc_slopes<Value>& s) noexcept {
    s.delay = z.value;
    s.delay_by_slew = z.by_x;
    s.delay_by_other = z.by_y;
    s.delay_by_answer = 1;
  }
  GSTA_HD void take_slew(table_slopes<Value> const& z, arc_slopes<Value>& s) const noexcept {
    bool const clipped = options.tables == negative_slew::clip && exists(z.value) && z.value < 0;
    s.slew = clipped ? Value{0} : z.value;
    s.slew_by_slew = clipped ? Value{0} : z.by_x;
    s.slew_by_other = clipped ? Value{0} : z.by_y;
  }

  /// Of a driving cell only the delay above that at no load counts.
  GSTA_HD void take_no_load(id table, Value slew, arc_slopes<Value>& s) const noexcept {
    auto const alone = look_up_slopes(design.luts, table, slew, Value{0});
    s.delay = exists(alone.value) ? math::sub(s.delay, alone.value) : endless<Value>;
    s.delay_by_slew = math::sub(s.delay_by_slew, alone.by_x);
  }

  /// Times the arc's factor, which goes by the edge at its input; undefined is the identity of the merge.
  GSTA_HD arc_slopes<Value> finished(id arc, int c, int in, arc_slopes<Value> s) const noexcept {
    derate(arc, in, s);
    if (!exists(s.delay)) s.delay = turned(c, -endless<Value>);
    if (!exists(s.slew)) s.slew = turned(c, -endless<Value>);
    return s;
  }

  GSTA_HD void derate(id arc, int in, arc_slopes<Value>& s) const noexcept {
    if (design.arcs.derate.empty() || design.arcs.derate[arc] == none || !exists(s.delay)) return;
    Value const factor = design.arcs.derates[design.arcs.derate[arc]][in];
    s.delay = math::mul(s.delay, factor);
    s.delay_by_slew = math::mul(s.delay_by_slew, factor);
    s.delay_by_other = math::mul(s.delay_by_other, factor);
    s.delay_by_answer = math::mul(s.delay_by_answer, factor);
  }
};

/// Delay layer of one pin, as `relax_delay_op` has it, in any precision.
template <memory_space S, class Value, class Wires>
struct value_delay_op {
  timing_graph_view<S> graph;
  span<edge_map const, S> edges;                      // [arcs]
  span<per_condition<float> const, S> asserted_slew;  // [pins]
  slope_model<S, Value, Wires> model;
  span<per_condition<Value>, S> slew, arc_delay;

  GSTA_HD void operator()(id pin) const noexcept {
    for (int c = 0; c < conditions; ++c) {
      Value worst = turned(c, static_cast<Value>(asserted_slew[pin][c]));
      for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
        id const arc = graph.fanin_arc[k];
        int const in = edges[arc].input(c);
        if (in < 0) {
          arc_delay[arc][c] = turned(c, -endless<Value>);
          continue;
        }
        auto const s = model.at(arc, pin, c, in, slew[graph.fanin_from[k]][in]);
        arc_delay[arc][c] = s.delay;
        if (turned(c, s.slew) > worst) worst = turned(c, s.slew);
      }
      slew[pin][c] = turned(c, worst);
    }
  }
};

}  // namespace gsta::detail
