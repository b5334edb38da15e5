#pragma once

#include "gsta/adjoint/detail/ceff/stage_model.hpp"
#include "gsta/adjoint/detail/slew.hpp"

namespace gsta::detail {

/// Delay layer of one pin, as `relax_delay_op` has it with `ceff_delay_model`, in double.
template <memory_space S, class Wires>
struct value_stage_op {
  timing_graph_view<S> graph;
  span<edge_map const, S> edges;                      // [arcs]
  span<per_condition<float> const, S> asserted_slew;  // [pins]
  stage_model<S, double, Wires> model;
  span<per_condition<double>, S> slew, arc_delay;

  GSTA_HD void operator()(id pin) const noexcept {
    for (int c = 0; c < conditions; ++c) {
      double worst = turned(c, static_cast<double>(asserted_slew[pin][c]));
      model.start(pin, c);
      for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
        id const arc = graph.fanin_arc[k];
        int const in = edges[arc].input(c);
        arc_delay[arc][c] = turned(c, -endless<double>);
        if (in < 0) continue;
        double const before = slew[graph.fanin_from[k]][in];
        auto const found = model.plain.is_wire(arc) ? model.wire(arc, pin, c, before)
                                                    : model.cell(arc, pin, c, in, before, true);
        if (exists(found.delay.value)) arc_delay[arc][c] = found.delay.value;
        if (exists(found.slew.value) && turned(c, found.slew.value) > worst)
          worst = turned(c, found.slew.value);
      }
      slew[pin][c] = turned(c, worst);
    }
  }
};

/// Arcs of latches make no slew.
template <memory_space S>
GSTA_HD bool is_among(span<id const, S> ascending, id arc) noexcept {
  std::size_t const n = ascending.size(), at = n == 0 ? 0 : lower_bound(ascending, std::size_t{0}, n, arc);
  return at < n && ascending[at] == arc;
}

/// Slopes of the cell arcs into one pin and of the sinks behind it, under one condition.
template <memory_space S, class Value, class Wires>
struct stage_slopes_op {
  timing_graph_view<S> graph;
  span<edge_map const, S> edges;  // [arcs]
  stage_model<S, Value, Wires> model;
  span<per_condition<Value> const, S> slew;         // [pins] as found forwards
  span<condition_row<cell_slopes<Value>>, S> cell;  // [cell arcs]
  span<id const, S> delay_only;                     // ascending

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const pin = static_cast<id>(i / conditions);
    int const c = static_cast<int>(i % conditions);
    model.start(pin, c);
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      id const arc = graph.fanin_arc[k];
      int const in = edges[arc].input(c);
      if (in < 0 || model.plain.is_wire(arc)) continue;
      auto& slopes = cell[static_cast<std::size_t>(arc) - model.plain.design.net_arc_count()][c];
      slopes = {{}, {}, turned(c, -endless<double>)};
      bool const makes_slew = !is_among(delay_only, arc);
      auto const before = static_cast<double>(slew[graph.fanin_from[k]][in]);
      auto const found = model.cell(arc, pin, c, in, before, makes_slew);
      slopes.delay = model.slopes_in(found.delay);
      slopes.slew = model.slopes_in(found.slew);
      if (makes_slew && exists(found.slew.value)) slopes.made_slew = found.slew.value;
    }
  }
};

/// Which arc decides the slew at one pin under one condition: the first of equals, as forwards.
template <memory_space S, class Value, class Wires>
struct deciding_arc_op {
  timing_graph_view<S> graph;
  span<edge_map const, S> edges;                      // [arcs]
  span<per_condition<float> const, S> asserted_slew;  // [pins]
  stage_model<S, Value, Wires> model;
  span<per_condition<Value> const, S> slew;               // [pins] as found forwards
  span<condition_row<cell_slopes<Value>> const, S> cell;  // [cell arcs]
  span<per_condition<id>, S> decides;                     // [pins]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const pin = static_cast<id>(i / conditions);
    int const c = static_cast<int>(i % conditions);
    double worst = turned(c, static_cast<double>(asserted_slew[pin][c]));
    id winner = none;
    for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
      id const arc = graph.fanin_arc[k];
      int const in = edges[arc].input(c);
      if (in < 0) continue;
      double const made = turned(c, made_by(arc, pin, c, slew[graph.fanin_from[k]][in]));
      if (!(made > worst)) continue;
      worst = made;
      winner = arc;
    }
    decides[pin][c] = winner;
  }

  GSTA_HD double made_by(id arc, id pin, int c, Value before) const noexcept {
    if (!model.plain.is_wire(arc))
      return cell[static_cast<std::size_t>(arc) - model.plain.design.net_arc_count()][c].made_slew;
    return model.wire(arc, pin, c, static_cast<double>(before)).slew.value;
  }
};

/// What `pull_slew_op` does, of stages: the driver hands on what comes back from its sinks as well.
template <memory_space S, class Value, class Wires>
struct pull_stage_op {
  pull_slew_op<S, Value, Wires> base;
  net_view<S> nets;
  span<id const, S> net_of;                               // [pins]
  span<per_condition<id> const, S> decides;               // [pins]
  span<condition_row<cell_slopes<Value>> const, S> cell;  // [cell arcs]
  span<condition_row<wire_slopes<Value>> const, S> sink;  // [net arcs]
  span<pi_values<Value>, S> pi;                           // [nets]

  GSTA_HD void operator()(id pin) const noexcept {
    for (int c = 0; c < conditions; ++c) {
      Value const own = base.pull(pin, c);
      base.gradient[pin][c] = own;
      id const decider = own == 0 ? none : decides[pin][c];
      stage_slopes<Value> sum;
      for (id k = base.graph.fanin_begin[pin]; k < base.graph.fanin_begin[pin + 1]; ++k) {
        id const arc = base.graph.fanin_arc[k];
        Value const made = arc == decider ? own : Value{0};
        if (base.model.is_wire(arc)) {
          into_wire(k, pin, c, made);
        } else {
          sum = add(sum, through_cell(arc, net_of[pin], c, made));
        }
      }
      base.load[pin][c] = sum.load;
      if (net_of[pin] != none) into_net(net_of[pin], c, sum);
    }
  }

 private:
  /// A wire behind a waveform waits for its driver, whose slew it has nothing to do with.
  GSTA_HD void into_wire(id k, id pin, int c, Value made) const noexcept {
    id const arc = base.graph.fanin_arc[k];
    if (sink[arc][c].delay.arc == none) {
      base.hand_delay_on(k, pin, c);
      if (made != 0) base.hand_slew_on(k, pin, c, made);
      return;
    }
    base.arc_slew[arc][c] = 0;
    base.made_slew[arc][c] = made;
  }

  GSTA_HD stage_slopes<Value> through_cell(id arc, id net, int c, Value made) const noexcept {
    base.made_slew[arc][c] = made;
    base.arc_slew[arc][c] = 0;
    if (base.edges[arc].input(c) < 0) return {};
    auto const& slopes = cell[static_cast<std::size_t>(arc) - base.model.design.net_arc_count()][c];
    auto const own = add(times(base.arc_delay[arc][c], slopes.delay), times(made, slopes.slew));
    auto const all = net == none ? own : add(own, from_sinks(arc, net, c));
    base.arc_slew[arc][c] = all.slew;
    return all;
  }

  GSTA_HD stage_slopes<Value> from_sinks(id arc, id net, int c) const noexcept {
    id const first = nets.begin[net];
    return math::ordered_sum<stage_slopes<Value>>(nets.begin[net + 1] - first, [&](id i) {
      wire_slopes<Value> const& at = sink[first + i][c];
      stage_slopes<Value> by;
      if (at.delay.arc == arc) by = times(base.arc_delay[first + i][c], at.delay.by);
      if (at.slew.arc == arc) by = add(by, times(base.made_slew[first + i][c], at.slew.by));
      return by;
    });
  }

  GSTA_HD void into_net(id net, int c, stage_slopes<Value> const& sum) const noexcept {
    pi[net].far_end[c] = sum.far_end;
    pi[net].resistance[c] = sum.resistance;
    for (id a = nets.begin[net]; a < nets.begin[net + 1]; ++a) {
      wire_slopes<Value> const& at = sink[a][c];
      if (at.delay.arc == none) continue;
      Value const by_slew = at.slew.arc == none ? Value{0} : along(base.made_slew[a][c], at.slew.elmore);
      base.wire[a].delay[c] = math::add(along(base.arc_delay[a][c], at.delay.elmore), by_slew);
      base.wire[a].impulse[c] = 0;
    }
  }

  GSTA_HD static stage_slopes<Value> times(Value g, stage_slopes<Value> const& by) noexcept {
    return {along(g, by.slew), along(g, by.load), along(g, by.resistance), along(g, by.far_end)};
  }
};

/// A latch's arc for `latch_value_op`.
template <memory_space S, class Wires>
struct latch_stage {
  stage_model<S, double, Wires> model;
  GSTA_HD arc_slopes<double> at(id arc, id to, int c, int in, double slew) const noexcept {
    double const delay = model.cell(arc, to, c, in, slew, false).delay.value;
    return {exists(delay) ? delay : turned(c, -endless<double>), 0};
  }
};

/// The same for `latch_slew_op`, of which slopes are known.
template <memory_space S, class Value>
struct latch_slopes_found {
  std::size_t net_arcs;
  span<condition_row<cell_slopes<Value>> const, S> cell;  // [cell arcs]
  GSTA_HD arc_slopes<Value> at(id arc, id, int c, int, Value) const noexcept {
    arc_slopes<Value> result{0, 0};
    result.delay_by_slew = cell[static_cast<std::size_t>(arc) - net_arcs][c].delay.slew;
    return result;
  }
};

}  // namespace gsta::detail
