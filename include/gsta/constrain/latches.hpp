#pragma once

#include "gsta/core/algorithm.hpp"
#include "gsta/core/math.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta {

/// One check of a latch's data node: what it needs beside the check against the closing edge.
struct latch_pair {
  id check = none;               ///< against the closing edge, of `timing_checks_view::check`
  id opens = none;               ///< node of the opening edge at the enable
  id departs[2] = {none, none};  ///< node where data go on, by data edge; none: they do not
  edge opening = edge::rise;     ///< of the enable's pin
  bool is_checked = true;        ///< false: the check has no slack, and says only when the latch closes
  float open_time = 0;           ///< ps: opening edge, less uncertainty, from the data's launch edge
  float close_shift = 0;         ///< ps, added to the closing check's required time
  float shift = 0;               ///< ps: opening edge from the data's launch edge
  float limit = math::infinity;  ///< ps, the most time to borrow
  float factor = 1;              ///< derate of the setup time in what departs
};

/// All latches of a design, by what departs from them.
template <memory_space S>
struct latch_view {
  span<latch_pair const, S> pair;  ///< [pairs]
  span<id const, S> row_of;        ///< [nodes] row of what departs there, or none; empty without latches
  span<id const, S> begin;         ///< [rows + 1] into row_pair
  span<id const, S> row_pair;      ///< [...] pairs
  span<id const, S> arc;           ///< [latch arcs] arcs of the pin graph behind what departs
  span<id const, S> arc_to;        ///< [latch arcs] pin behind
  span<id const, S> arc_data;      ///< [latch arcs] the latch's data pin
  span<id const, S> arc_departs;   ///< [latch arcs] the shadow that the arc comes from
  span<id const, S> pair_of;       ///< [checks] the pair of each, or none
  span<id const, S> opens_begin;   ///< [nodes + 1] into opens_pair
  span<id const, S> opens_pair;    ///< [pairs] those that a node opens
  span<id const, S> data_begin;    ///< [pins + 1] into data_arc
  span<id const, S> data_arc;      ///< [latch arcs] positions in `arc` of those behind a data pin

  /// Returns a view of other arrays: f(array) for each array of this one. `clone_view` copies by it.
  template <memory_space D, class F>
  latch_view<D> map(F f) const {
    return {f(pair),        f(row_of),  f(begin),       f(row_pair),   f(arc),        f(arc_to),  f(arc_data),
            f(arc_departs), f(pair_of), f(opens_begin), f(opens_pair), f(data_begin), f(data_arc)};
  }
  /// True where the design has any latch.
  bool any() const noexcept { return row_of.size() != 0; }
};

/// How often loops through latches are swept before what still grows is taken to depart as late as it may.
/// One sweep is one turn of every loop, and turns end once a latch on it has nothing more to lend.
inline constexpr std::size_t latch_sweeps = 4096;

namespace detail {
/// When a latch opens and closes for one check and data edge, ps from the data's launch edge.
template <class Value>
struct latch_window {
  Value opens, closes;
  /// The arrival moved into it.
  GSTA_HD Value clamp(Value arrival) const noexcept {
    return arrival <= opens ? opens : arrival < closes ? arrival : closes;
  }
};

/// From the arrival of the opening edge, undefined where it does not come, and from when the latch closes.
template <class Value>
GSTA_HD latch_window<Value> window_of(latch_pair const& pair, Value open, Value closes) noexcept {
  if (!math::is_defined(static_cast<float>(open))) return {closes, closes};
  Value const opens = math::add(open, static_cast<Value>(pair.open_time));
  return {opens, math::is_defined(pair.limit) ? math::add(opens, static_cast<Value>(pair.limit)) : closes};
}
/// The window of a latch from the arrivals of the nodes.
template <memory_space S>
GSTA_HD latch_window<float> window_among(latch_pair const& pair, span<per_condition<float> const, S> arrival,
                                         float closes) noexcept {
  return window_of<float>(pair, arrival[pair.opens][condition(split::early, pair.opening)], closes);
}
}  // namespace detail

}  // namespace gsta
