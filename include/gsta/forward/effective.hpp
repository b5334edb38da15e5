#pragma once

#include <utility>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/forward/delay_model.hpp"
#include "gsta/forward/detail/ceff/stage.hpp"
#include "gsta/forward/detail/ceff/table_row.hpp"
#include "gsta/forward/detail/relax.hpp"

namespace gsta {

/// What a net arc does under the four conditions: written by its driver's step, read by whoever stands
/// behind.
using sink_timing = per_condition<lane_timing>;

/// What an arc into one of several drivers of a net does as if that drove alone, and with its partners.
struct parallel_stage {
  corner_values no_load = undefined_arrival();        ///< ps, its delay by the tables at no load
  corner_values by_load = undefined_arrival();        ///< ps that its load adds to that
  corner_values slew = undefined_arrival();           ///< ps at the driver
  corner_values load_together = undefined_arrival();  ///< ps that the load adds with partners, if it has any
  corner_values slew_together = undefined_arrival();  ///< ps at all of their drivers, likewise

  /// Whether it takes part in what several do.
  GSTA_HD bool is_known(int c) const noexcept {
    return math::is_defined(by_load[c]) && math::is_defined(slew[c]);
  }
};

/// What effective capacitances are found with, beside a design and its wires.
template <memory_space S>
struct effective_state {
  buffer<id, S> net_of;         ///< [pins] the net that a pin drives, or none
  buffer<sink_timing, S> sink;  ///< [net arcs] ps
  buffer<detail::ceff::edge_measure<float>, S>
      edges;  ///< two a row of the design's measures, and the default's
  buffer<detail::ceff::curve_piece<float>, S> curves;           ///< shapes of ramps, of each of them
  buffer<detail::ceff::edge_measure<double>, S> edges_twofold;  ///< the same in double, where asked for
  buffer<detail::ceff::curve_piece<double>, S> curves_twofold;  ///< likewise
  buffer<id, S> parallel_begin;        ///< [drivers in groups + 1] into parallel; empty where there are none
  buffer<parallel_stage, S> parallel;  ///< [arcs into these drivers] scratch of `share_loads`
};

/// A view of `effective_state`. What sinks do is written through it.
template <memory_space S>
struct effective_view {
  span<id const, S> net_of;                        ///< [pins]
  span<sink_timing, S> sink;                       ///< [net arcs]
  detail::ceff::measures_view<float, S> single;    ///< of the libraries
  detail::ceff::measures_view<double, S> twofold;  ///< likewise; may be empty
  span<id const, S> parallel_begin;                ///< [drivers in groups + 1] or empty
  span<parallel_stage, S> parallel;                ///< what `share_loads` finds first
};

namespace detail {
/// So many sinks of a net are found where its driver is, on a device; for more the driver is found again.
inline constexpr id ceff_sinks_each = 16;

template <memory_space S>
struct net_of_driver_op {
  net_view<S> nets;
  span<id, S> net_of;
  GSTA_HD void operator()(std::size_t net) const noexcept { net_of[nets.driver[net]] = static_cast<id>(net); }
};

/// The numbers of one edge, and its curves behind those that are there. Between thresholds without room there
/// is no ramp: no gap is above an infinite one, and drivers are lumped.
template <class R>
void add_edge_measure(slew_measure const& of, int e, std::vector<ceff::edge_measure<R>>& edges,
                      std::vector<ceff::curve_piece<R>>& curves) {
  float const apart = of.threshold[e] - of.lower[e];
  bool const has_room = of.lower[e] > 0 && apart > 0.01f && of.upper[e] > of.threshold[e] && of.upper[e] < 1;
  float const lower = has_room ? of.lower[e] : 0.2f, threshold = has_room ? of.threshold[e] : 0.5f;
  float const upper = has_room ? of.upper[e] : 0.8f;
  double const low = lower, middle = threshold, high = upper;
  ceff::curve_maker const maker(low, middle);
  maker.make(curves);
  edges.push_back({lower, threshold, upper, of.derate, static_cast<R>(-math::log(middle)),
                   has_room ? static_cast<R>(maker.least_gap()) : std::numeric_limits<R>::infinity(),
                   static_cast<R>(ceff::curve_pieces<R> / maker.last_root()),
                   static_cast<R>(1 / static_cast<double>(of.derate)), static_cast<R>(1 / (high - low)),
                   static_cast<R>(1 / (middle - low))});
}

template <class R, executor E>
void make_measures(E const& exec, std::vector<slew_measure> const& rows,
                   buffer<ceff::edge_measure<R>, E::space>& edges,
                   buffer<ceff::curve_piece<R>, E::space>& curves) {
  std::vector<ceff::edge_measure<R>> all;
  std::vector<ceff::curve_piece<R>> points;
  for (slew_measure const& row : rows) {
    for (int e = 0; e < 2; ++e) add_edge_measure(row, e, all, points);
  }
  edges = clone(exec, all);
  curves = clone(exec, points);
}

/// Room for the arcs into drivers that charge a net together.
template <executor E>
void add_parallel_stages(E const& exec, flat_view<E::space> const& design, effective_state<E::space>& state) {
  if (design.parallel.driver.empty()) return;
  auto const drivers = to_vector(exec, design.parallel.driver), arc_to = to_vector(exec, design.arcs.to);
  std::vector<id> arcs_into(design.pin_count(), 0), begin{0};
  for (id const pin : arc_to) ++arcs_into[pin];
  for (id const pin : drivers) begin.push_back(begin.back() + arcs_into[pin]);
  state.parallel_begin = clone(exec, begin);
  state.parallel = {exec, static_cast<std::size_t>(begin.back())};
}
}  // namespace detail

/// Prepares a design for delays by effective capacitance.
///
/// Shapes: as `effective_state`. Cost: O(pins), 4 bytes a pin and 32 a net arc, and the shapes of ramps for
/// each library, a few milliseconds. Where: the executor; waits. Throws: what allocation throws.
template <executor E>
effective_state<E::space> make_effective_state(E const& exec,
                                               std::type_identity_t<flat_view<E::space>> const& design,
                                               ceff_options const& options) {
  effective_state<E::space> state;
  state.net_of = {exec, design.pin_count()};
  fill(exec, state.net_of.view(), none);
  for_each_n(exec, design.nets.driver.size(),
             detail::net_of_driver_op<E::space>{design.nets, state.net_of.view()});
  state.sink = {exec, design.net_arc_count()};
  lane_timing const early{math::infinity, math::infinity}, late{-math::infinity, -math::infinity};
  fill(exec, state.sink.view(), sink_timing{{early, early, late, late}});
  std::vector<slew_measure> rows = to_vector(exec, design.arcs.measures);
  rows.push_back({});
  detail::make_measures(exec, rows, state.edges, state.curves);
  if (options.precision == ceff_precision::twofold)
    detail::make_measures(exec, rows, state.edges_twofold, state.curves_twofold);
  detail::add_parallel_stages(exec, design, state);
  return state;
}

/// What models read and write of a state, which must outlive it.
template <memory_space S>
effective_view<S> view_of(effective_state<S>& state) noexcept {
  effective_state<S> const& kept = state;
  return {kept.net_of.view(),
          state.sink.view(),
          {kept.edges.view(), kept.curves.view()},
          {kept.edges_twofold.view(), kept.curves_twofold.view()},
          kept.parallel_begin.view(),
          state.parallel.view()};
}

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
GSTA_HD lane_timing defined_lane(N const& delay, N const& slew, int c) noexcept {
  float const undefined = undefined_arrival(c);
  return {math::defined_or(static_cast<float>(delay.value), undefined),
          math::defined_or(static_cast<float>(slew.value), undefined)};
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
  GSTA_HD arc_timing operator()(id arc, id to, corner_values const& slew) const noexcept {
    return of(arc, to, slew, true);
  }

  /// The same of a cell arc, without its wires: a latch's, whose data have a slew of their own.
  GSTA_HD arc_timing alone(id arc, id to, corner_values const& slew) const noexcept {
    return of(arc, to, slew, false);
  }

 private:
  GSTA_HD arc_timing of(id arc, id to, corner_values const& slew, bool with_sinks) const noexcept {
    bool const is_wire = static_cast<std::size_t>(arc) < plain.design.net_arc_count();
    edge_map const edges = is_wire ? positive_edges() : plain.type_of(arc).edges;
    arc_timing result;
    for (int c = 0; c < conditions; ++c) {
      int const in = edges.input(c);
      if (in < 0) continue;
      lane_timing const lane = is_wire ? wire(arc, c, slew[in]) : cell(arc, to, c, in, slew[in], with_sinks);
      result.delay[c] = lane.delay;
      result.slew[c] = lane.slew;
    }
    return result;
  }

 public:
  /// A net arc under condition `c`; `slew` is the driver's.
  GSTA_HD lane_timing wire(id arc, int c, float slew) const noexcept {
    lane_timing const found = stages.sink[arc][c];
    return math::is_defined(found.delay) ? found
                                         : plain.finish_wire(plain.prepare_wire(arc, c), arc, c, slew);
  }

  /// A cell arc under condition `c`, with all that hangs on its output.
  GSTA_HD lane_timing cell(id arc, id to, int c, int in, float slew, bool with_sinks) const noexcept {
    return plain.options.effective.precision == ceff_precision::twofold
               ? solve(stages.twofold, arc, to, c, in, slew, with_sinks)
               : solve(stages.single, arc, to, c, in, slew, with_sinks);
  }

 private:
  template <class R>
  GSTA_HD lane_timing solve(detail::ceff::measures_view<R, S> const& measures, id arc, id to, int c, int in,
                            float slew, bool with_sinks) const noexcept {
    using N = math::rounded<R>;
    namespace ceff = detail::ceff;
    arc_type const& type = plain.type_of(arc);
    id const net = stages.net_of[to];
    if (!detail::has_stage(plain, to, type, c, slew)) return lump(arc, to, c, in, slew, net, with_sinks);
    auto const measure = measures.at(type.measure, edge_of(c));
    auto const stage = detail::stage_of(plain, measure, to, net, type, c, slew);
    lane_timing const found =
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
  GSTA_HD lane_timing lump(id arc, id to, int c, int in, float slew, id net, bool with_sinks) const noexcept {
    lane_timing const found = plain.cell(arc, to, c, in, slew);
    if (!with_sinks || net == none || !math::is_defined(found.slew)) return found;
    for (id a = plain.design.nets.begin[net]; a < plain.design.nets.begin[net + 1]; ++a) {
      float const elmore = plain.wires.sink[a].delay[c];
      if (math::is_defined(elmore)) keep(a, c, plain.finished_wire({elmore, found.slew}, a, c));
    }
    return found;
  }

  /// Merges what one arc makes at a sink.
  GSTA_HD void keep(id a, int c, lane_timing const& timing) const noexcept {
    lane_timing& best = stages.sink[a][c];
    if (detail::beats(c, timing.delay, best.delay)) best.delay = timing.delay;
    if (detail::beats(c, timing.slew, best.slew)) best.slew = timing.slew;
  }
};

}  // namespace gsta
