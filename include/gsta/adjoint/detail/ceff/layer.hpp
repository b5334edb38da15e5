#pragma once

#include "gsta/adjoint/detail/ceff/stage_slopes.hpp"
#include "gsta/adjoint/detail/slew.hpp"

namespace gsta::detail {

/// `ceff_delay_model` in double, of wires in any precision: what a cell arc does, the sinks behind it, and
/// the slopes of both.
template <memory_space S, class Value, class Wires>
struct stage_model {
  using number = ceff::slope_number;
  using plain_number = math::rounded<double>;

  slope_model<S, double, Wires> plain;  // tables and wires
  ceff::measures_view<double, S> measures;
  span<id const, S> net_of;                         // [pins]
  span<condition_row<wire_slopes<Value>>, S> sink;  // [net arcs]
  bool has_slopes;                                  // false: values alone

  /// Delay of an arc and slew behind it.
  struct answer {
    number delay, slew;
  };

  GSTA_HD bool is_staged(id arc, int c) const noexcept { return sink[arc][c].delay.arc != none; }

  /// Before the first arc into `pin`.
  GSTA_HD void start(id pin, int c) const noexcept {
    id const net = net_of[pin];
    if (net == none) return;
    for (id a = first(net); a < first(net + 1); ++a) sink[a][c] = {};
  }

  /// A wire under one condition.
  GSTA_HD answer wire(id arc, id to, int c, double slew) const noexcept {
    if (is_staged(arc, c)) {
      auto const& found = sink[arc][c];
      double const there = found.slew.arc == none ? turned(c, -endless<double>) : found.slew.value;
      return {found.delay.value, there};
    }
    return numbers(plain.at(arc, to, c, c, slew));
  }

  /// A cell arc under one condition. `with_sinks`: it also decides what they see, where it is the worst.
  GSTA_HD answer cell(id arc, id to, int c, int in, double slew, bool with_sinks) const noexcept {
    arc_type const& type = plain.type_of(arc);
    auto const load = static_cast<double>(plain.wires.load[to][c]);
    if (type.delay[c] == none || type.slew[c] == none || !exists(slew) || !exists(load))
      return lump(arc, to, c, in, slew, with_sinks);
    auto const measure = measures.at(type.measure, edge_of(c));
    ceff::pi_network<double> const net = network(net_of[to], c, load);
    auto const row = ceff::rows_of(plain.design.luts, type, c, plain_number(slew));
    ceff::solver_trips const trips = trips_of(plain.options.effective);
    auto stage = ceff::solve_driver(row, measure, net, trips);
    ceff::driver_stage<ceff::dual> moved;
    if (has_slopes) {
      ceff::row_slopes<S> const with{plain.design.luts, type, c, number::input(slew, ceff::by_slew)};
      moved = ceff::slopes_of(with, measure, net, stage);
    } else {
      moved.delay = stage.delay.value;
      moved.slew = stage.slew.value;
    }
    if (plain.options.tables == negative_slew::clip) {
      stage.slew = greater(stage.slew, plain_number(0.0));
      moved.slew = choose(moved.slew > 0.0, moved.slew, number(0.0));
    }
    if (with_sinks && net_of[to] != none) push(arc, net_of[to], c, measure, stage, moved, trips);
    return finished({moved.delay, moved.slew}, arc, c, in);
  }

 private:
  GSTA_HD id first(id net) const noexcept { return plain.design.nets.begin[net]; }
  GSTA_HD static ceff::solver_trips trips_of(ceff_options const& how) noexcept {
    return {how.charge_trips, how.driver_trips, how.sink_trips};
  }
  GSTA_HD ceff::pi_network<double> network(id net, int c, double load) const noexcept {
    if (net == none) return {load, 0.0, 0.0};
    return {load, static_cast<double>(plain.wires.pi[net].resistance[c]),
            static_cast<double>(plain.wires.pi[net].far[c])};
  }

  GSTA_HD static answer numbers(arc_slopes<double> const& s) noexcept {
    answer result{s.delay, s.slew};
    result.delay.by[ceff::by_slew] = s.delay_by_slew;
    result.delay.by[ceff::by_load] = s.delay_by_other;
    result.slew.by[ceff::by_slew] = s.slew_by_slew;
    result.slew.by[ceff::by_load] = s.slew_by_other;
    return result;
  }

  /// An arc of which no waveform can be made, by its tables at the whole load.
  GSTA_HD answer lump(id arc, id to, int c, int in, double slew, bool with_sinks) const noexcept {
    answer const found = numbers(plain.at(arc, to, c, in, slew));
    id const net = net_of[to];
    if (!with_sinks || net == none || !exists(found.slew.value)) return found;
    for (id a = first(net); a < first(net + 1); ++a) {
      auto const elmore = static_cast<double>(plain.wires.sink[a].delay[c]);
      if (exists(elmore))
        keep(arc, a, c, at_sink({number::input(elmore, ceff::by_elmore), found.slew}, a, c));
    }
    return found;
  }

  /// What an arc makes at each sink, with slopes where it is the worst so far.
  GSTA_HD void push(id arc, id net, int c, ceff::lane_measure<double> const& measure,
                    ceff::driver_stage<double> const& stage, ceff::driver_stage<ceff::dual> const& moved,
                    ceff::solver_trips const& trips) const noexcept {
    if (!exists(stage.slew.value)) return;
    for (id a = first(net); a < first(net + 1); ++a) {
      auto const elmore = static_cast<double>(plain.wires.sink[a].delay[c]);
      if (!exists(elmore)) continue;
      auto const at = ceff::solve_sink(stage, measure, plain_number(elmore), trips);
      answer const there = at_sink({at.delay.value, at.slew.value}, a, c);
      if (!is_worse(there, a, c)) continue;
      if (!has_slopes) {
        keep(arc, a, c, there);
      } else {
        auto const with = ceff::slopes_of(moved, measure, elmore, stage, at);
        keep(arc, a, c, at_sink({with.delay, with.slew}, a, c), there);
      }
    }
  }

  GSTA_HD static bool beats(sink_slopes<Value> const& best, number const& x, int c) noexcept {
    return exists(x.value) && (best.arc == none || turned(c, x.value) > turned(c, best.value));
  }
  GSTA_HD bool is_worse(answer const& there, id a, int c) const noexcept {
    return beats(sink[a][c].delay, there.delay, c) || beats(sink[a][c].slew, there.slew, c);
  }
  GSTA_HD void keep(id arc, id a, int c, answer const& there) const noexcept {
    keep(arc, a, c, there, there);
  }
  /// `value`: as solvers found it, which slopes may be a bit away from.
  GSTA_HD void keep(id arc, id a, int c, answer const& there, answer const& value) const noexcept {
    wire_slopes<Value>& best = sink[a][c];
    if (beats(best.delay, value.delay, c)) best.delay = sink_of(there.delay, value.delay.value, arc);
    if (beats(best.slew, value.slew, c)) best.slew = sink_of(there.slew, value.slew.value, arc);
  }
  GSTA_HD static sink_slopes<Value> sink_of(number const& x, double value, id arc) noexcept {
    return {slopes_in(x), static_cast<Value>(x.by[ceff::by_elmore]), arc, value};
  }

  /// From the driver's thresholds to the sink's, and derated.
  GSTA_HD answer at_sink(answer there, id a, int c) const noexcept {
    auto const response = response_of(plain.design.rc, a);
    there.delay = there.delay + there.slew * static_cast<double>(response.shift[edge_of(c)]);
    there.slew = there.slew * static_cast<double>(response.scale[edge_of(c)]);
    return finished(there, a, c, c);
  }
  GSTA_HD static wire_response response_of(rc_view<S> const& rc, id a) noexcept {
    return rc.response.empty() || rc.response[a] == none ? wire_response{} : rc.responses[rc.response[a]];
  }
  GSTA_HD answer finished(answer found, id arc, int, int in) const noexcept {
    auto const& arcs = plain.design.arcs;
    if (!arcs.derate.empty() && arcs.derate[arc] != none)
      found.delay = found.delay * static_cast<double>(arcs.derates[arcs.derate[arc]][in]);
    return found;
  }

 public:
  GSTA_HD static stage_slopes<Value> slopes_in(number const& x) noexcept {
    return {static_cast<Value>(x.by[ceff::by_slew]), static_cast<Value>(x.by[ceff::by_load]),
            static_cast<Value>(x.by[ceff::by_wire]), static_cast<Value>(x.by[ceff::by_far])};
  }
};

/// Delay layer of one pin, as `relax_delay_op` has it with `ceff_delay_model`, in double.
template <memory_space S, class Wires>
struct value_stage_op {
  timing_graph_view<S> graph;
  span<edge_map const, S> edges;               // [arcs]
  span<corner_values const, S> asserted_slew;  // [pins]
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
  span<edge_map const, S> edges;               // [arcs]
  span<corner_values const, S> asserted_slew;  // [pins]
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
    pi[net].far[c] = sum.far;
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
    return {along(g, by.slew), along(g, by.load), along(g, by.resistance), along(g, by.far)};
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
