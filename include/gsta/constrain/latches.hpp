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
  float open_time = 0;           ///< ps: opening edge, less uncertainty, from the data's launch edge
  float close_shift = 0;         ///< ps, added to the closing check's required time
  float shift = 0;               ///< ps: opening edge from the data's launch edge
  float limit = math::infinity;  ///< ps, the most time to borrow
  float factor = 1;              ///< derate of the setup time in what departs

  /// When it opens, ps from the data's launch edge; undefined without a clock. `arrival` [nodes].
  template <memory_space S>
  GSTA_HD float opens_at(span<corner_values const, S> arrival) const noexcept {
    float const open = arrival[opens][condition(split::early, opening)];
    return math::is_defined(open) ? math::add(open, open_time) : open;
  }
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

  /// The same view of other arrays, f(array) for each: how `clone_view` copies.
  template <memory_space D, class F>
  latch_view<D> map(F f) const {
    return {f(pair), f(row_of), f(begin), f(row_pair), f(arc), f(arc_to), f(arc_data), f(arc_departs)};
  }
  /// True where the design has any latch.
  bool any() const noexcept { return row_of.size() != 0; }
};

}  // namespace gsta
