#pragma once

#include "gsta/adjoint/detail/ceff/stage_slopes.hpp"
#include "gsta/adjoint/detail/slopes.hpp"
#include "gsta/adjoint/state.hpp"

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
            static_cast<double>(plain.wires.pi[net].far_end[c])};
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

}  // namespace gsta::detail
