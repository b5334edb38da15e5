#pragma once

#include "gsta/forward/delay_model.hpp"
#include "gsta/forward/detail/ceff/stage.hpp"
#include "gsta/forward/detail/ceff/table_row.hpp"
#include "gsta/forward/detail/relax.hpp"
#include "gsta/forward/effective_state.hpp"
#include "gsta/forward/stage_kind.hpp"

namespace gsta {

namespace detail {
template <memory_space S>
GSTA_HD ceff::solver_trips trips_of(table_delay_model<S> const& plain) noexcept {
  ceff_options const& how = plain.options.effective;
  return {how.charge_trips, how.driver_trips, how.sink_trips};
}

/// Whether an arc into `to` has what a waveform is made of.
template <memory_space S>
GSTA_HD bool has_stage(table_delay_model<S> const& plain, id to, arc_type const& type, int c,
                       float slew) noexcept {
  return type.delay[c] != none && type.slew[c] != none && math::is_defined(slew) &&
         math::is_defined(plain.wires.load[to][c]);
}

/// A stage's figures as floats.
template <class N>
GSTA_HD condition_timing defined_lane(N const& delay, N const& slew, int c) noexcept {
  return {held_arrival(static_cast<float>(delay.value), c), held_arrival(static_cast<float>(slew.value), c)};
}

/// Solves the driver of such an arc.
template <class R, memory_space S>
GSTA_HD ceff::driver_stage<R> stage_of(table_delay_model<S> const& plain,
                                       ceff::lane_measure<R> const& measure, id to, id net,
                                       arc_type const& type, int c, float slew) noexcept {
  using N = math::rounded<R>;
  ceff::pi_network<R> pi{N::of(plain.wires.load[to][c]), 0.0, 0.0};
  if (net != none) {
    pi.wire = N::of(plain.wires.pi[net].resistance[c]);
    pi.far_end = N::of(plain.wires.pi[net].far_end[c]);
  }
  auto stage = ceff::solve_driver(ceff::rows_of(plain.design.luts, type, c, N::of(slew)), measure, pi,
                                  trips_of(plain));
  if (plain.clips()) stage.slew = greater(stage.slew, N(0.0));
  return stage;
}
}  // namespace detail

/// Delays by effective capacitance: a driver works into the pi model of its net, and each sink sees the
/// waveform that comes of it. A `delay_model` whose cell arcs also write what the wires behind them do.
///
/// Of several arcs into a driver each has its own waveform; a sink's slew and its wire's delay are each the
/// worst over them. Behind a driver without cell arcs wires are as `table_delay_model` has them. Each of
/// several drivers of a net does here what it does alone; see `share_loads`.
///
/// Needs: wires that were updated by `wire_slew::reduce`; `start` for a pin before its arcs. Paper: Dartu,
/// Menezes, Pileggi, "Performance computation for precharacterized CMOS gates with RC loads", TCAD 1996, for
/// the equations.
template <memory_space S>
struct ceff_delay_model {
  table_delay_model<S> plain;  ///< tables and wires
  effective_view<S> stages;    ///< what is found

  /// Before the first arc into `pin`: nothing is known of the wires behind it.
  GSTA_HD void start(id pin) const noexcept {
    id const net = stages.net_of[pin];
    if (net == none) return;
    for (id a = plain.design.nets.begin[net]; a < plain.design.nets.begin[net + 1]; ++a) {
      for (int c = 0; c < conditions; ++c) stages.sink[a][c] = {undefined_arrival(c), undefined_arrival(c)};
    }
  }

  /// What `delay_model` asks for.
  GSTA_HD arc_timing operator()(id arc, id to, per_condition<float> const& slew) const noexcept {
    return of(arc, to, slew, true);
  }

  /// A cell arc without its wires: a latch's, whose data have a slew of their own.
  GSTA_HD arc_timing alone(id arc, id to, per_condition<float> const& slew) const noexcept {
    return of(arc, to, slew, false);
  }

 private:
  GSTA_HD arc_timing of(id arc, id to, per_condition<float> const& slew, bool with_sinks) const noexcept {
    bool const is_wire = static_cast<std::size_t>(arc) < plain.design.net_arc_count();
    edge_map const edges = is_wire ? positive_edges() : plain.type_of(arc).edges;
    arc_timing result;
    if constexpr (S == memory_space::host) {
      if (!is_wire && !stages.kinds.empty()) kinds_of(arc) = {};
    }
    for (int c = 0; c < conditions; ++c) {
      int const in = edges.input(c);
      if (in < 0) continue;
      condition_timing const lane =
          is_wire ? wire(arc, c, slew[in]) : cell(arc, to, c, in, slew[in], with_sinks);
      result.delay[c] = lane.delay;
      result.slew[c] = lane.slew;
    }
    return result;
  }

 public:
  /// A net arc under condition `c`; `slew` is the driver's.
  GSTA_HD condition_timing wire(id arc, int c, float slew) const noexcept {
    condition_timing const found = stages.sink[arc][c];
    return math::is_defined(found.delay) ? found
                                         : plain.finish_wire(plain.prepare_wire(arc, c), arc, c, slew);
  }

  /// A cell arc under condition `c`, with all that hangs on its output.
  GSTA_HD condition_timing cell(id arc, id to, int c, int in, float slew, bool with_sinks) const noexcept {
    return plain.options.effective.precision == ceff_precision::in_double
               ? solve(stages.in_double, arc, to, c, in, slew, with_sinks)
               : solve(stages.single, arc, to, c, in, slew, with_sinks);
  }

 private:
  template <class R>
  GSTA_HD condition_timing solve(detail::ceff::measures_view<R, S> const& measures, id arc, id to, int c,
                                 int in, float slew, bool with_sinks) const noexcept {
    using N = math::rounded<R>;
    namespace ceff = detail::ceff;
    arc_type const& type = plain.type_of(arc);
    id const net = stages.net_of[to];
    if (!detail::has_stage(plain, to, type, c, slew)) {
      note(arc, c, detail::kind_without_stage(type, c, slew));
      return lump(arc, to, c, in, slew, net, with_sinks);
    }
    auto const measure = measures.at(type.measure, edge_of(c));
    auto const stage = detail::stage_of(plain, measure, to, net, type, c, slew);
    note(arc, c,
         detail::is_link(type) ? stage_kind::no_stage
                               : detail::kind_of_stage(stage.is_lumped, stage.has_no_ramp));
    condition_timing const found =
        plain.finished_cell(detail::defined_lane(stage.delay, stage.slew, c), arc, c, in);
    if (!with_sinks || net == none || !math::is_defined(found.slew)) return found;
    for (id a = plain.design.nets.begin[net]; a < plain.design.nets.begin[net + 1]; ++a) {
      float const elmore = plain.wires.sink[a].delay[c];
      if (!math::is_defined(elmore)) continue;
      auto const sink = ceff::solve_sink(stage, measure, N::of(elmore), detail::trips_of(plain));
      keep(a, c, plain.finished_wire(detail::defined_lane(sink.delay, sink.slew, c), a, c));
    }
    return found;
  }

  /// An arc of which no waveform can be made, by its tables at the whole load.
  GSTA_HD condition_timing lump(id arc, id to, int c, int in, float slew, id net,
                                bool with_sinks) const noexcept {
    condition_timing const found = plain.cell(arc, to, c, in, slew);
    if (!with_sinks || net == none || !math::is_defined(found.slew)) return found;
    for (id a = plain.design.nets.begin[net]; a < plain.design.nets.begin[net + 1]; ++a) {
      float const elmore = plain.wires.sink[a].delay[c];
      if (math::is_defined(elmore)) keep(a, c, plain.finished_wire({elmore, found.slew}, a, c));
    }
    return found;
  }

  GSTA_HD stage_kinds& kinds_of(id arc) const noexcept {
    return stages.kinds[static_cast<std::size_t>(arc) - plain.design.net_arc_count()];
  }
  GSTA_HD void note([[maybe_unused]] id arc, [[maybe_unused]] int c,
                    [[maybe_unused]] stage_kind kind) const noexcept {
    if constexpr (S == memory_space::host) {
      if (!stages.kinds.empty()) kinds_of(arc).kind[c] = kind;
    }
  }

  /// Merges what one arc makes at a sink.
  GSTA_HD void keep(id a, int c, condition_timing const& timing) const noexcept {
    condition_timing& best = stages.sink[a][c];
    if (detail::beats(c, timing.delay, best.delay)) best.delay = timing.delay;
    if (detail::beats(c, timing.slew, best.slew)) best.slew = timing.slew;
  }
};

}  // namespace gsta
