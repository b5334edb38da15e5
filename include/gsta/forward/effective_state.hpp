#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/forward/delay_model.hpp"
#include "gsta/forward/detail/ceff/ramp_curves.hpp"
#include "gsta/forward/stage_kind.hpp"

namespace gsta {

/// What a net arc does under the four conditions: written by its driver's step, read by whoever stands
/// behind.
using sink_timing = per_condition<condition_timing>;

/// What an arc into one of several drivers of a net does as if that drove alone, and with its partners.
struct parallel_stage {
  per_condition<float> no_load = undefined_arrival();  ///< ps, its delay by the tables at no load
  per_condition<float> by_load = undefined_arrival();  ///< ps that its load adds to that
  per_condition<float> slew = undefined_arrival();     ///< ps at the driver
  per_condition<float> load_together =
      undefined_arrival();  ///< ps that the load adds with partners, if it has any
  /// Ps at all of their drivers with partners, if it has any.
  per_condition<float> slew_together = undefined_arrival();

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
  buffer<detail::ceff::curve_piece<float>, S> curves;          ///< shapes of ramps, of each of them
  buffer<detail::ceff::edge_measure<double>, S> edges_double;  ///< `edges` in double, where asked for
  buffer<detail::ceff::curve_piece<double>, S> curves_double;  ///< `curves` in double, where asked for
  buffer<id, S> parallel_begin;        ///< [drivers in groups + 1] into parallel; empty where there are none
  buffer<parallel_stage, S> parallel;  ///< [arcs into these drivers] scratch of `share_loads`
  /// On a host, of timers that were asked to: [cell arcs] how each stage was solved last. Else empty.
  buffer<stage_kinds, S> kinds{};
};

/// A view of `effective_state`. What sinks do is written through it.
template <memory_space S>
struct effective_view {
  span<id const, S> net_of;                          ///< [pins]
  span<sink_timing, S> sink;                         ///< [net arcs]
  detail::ceff::measures_view<float, S> single;      ///< of the libraries
  detail::ceff::measures_view<double, S> in_double;  ///< of the libraries, in double; may be empty
  span<id const, S> parallel_begin;                  ///< [drivers in groups + 1] or empty
  span<parallel_stage, S> parallel;                  ///< what `share_loads` finds first
  span<stage_kinds, S> kinds{};                      ///< [cell arcs] on a host alone, or empty
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
  vector_by_id<id> arcs_into(design.pin_count(), 0), begin{0};
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
  condition_timing const early{math::infinity, math::infinity}, late{-math::infinity, -math::infinity};
  fill(exec, state.sink.view(), sink_timing{{early, early, late, late}});
  std::vector<slew_measure> rows = to_vector(exec, design.arcs.measures);
  rows.push_back({});
  detail::make_measures(exec, rows, state.edges, state.curves);
  if (options.precision == ceff_precision::in_double)
    detail::make_measures(exec, rows, state.edges_double, state.curves_double);
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
          {kept.edges_double.view(), kept.curves_double.view()},
          kept.parallel_begin.view(),
          state.parallel.view(),
          state.kinds.view()};
}

}  // namespace gsta
