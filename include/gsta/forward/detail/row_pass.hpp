#pragma once

#include "gsta/forward/detail/relax.hpp"

namespace gsta::detail {

/// A value and the arc of its row that gave it; `none`: what stands in front of the row.
struct found_value {
  float value;
  id at;

  /// Takes over what stands behind: the first of equals stays.
  GSTA_HD void take(int c, float later, id k) noexcept {
    if (!beats(c, later, value)) return;
    value = later;
    at = k;
  }
  /// Takes over `other`, wherever it stands in the row.
  GSTA_HD void merge(int c, found_value const& other) noexcept {
    if (beats(c, other.value, value) || (other.value == value && other.at < at)) *this = other;
  }
};

/// The forward pass as a *row pass* (engine/detail/row_sweep.cuh): the delay layer (`Slews`), the arrival
/// layer
/// (`Arrivals`), or both where pins are nodes.
template <memory_space S, bool Slews, bool Arrivals>
struct forward_row {
  static constexpr int slew_at = 0, arrival_at = Slews ? 1 : 0;
  static constexpr std::size_t values = std::size_t{Slews} + std::size_t{Arrivals};

  relax_delay_op<S, table_delay_model<S>> delays;
  relax_arrival_op<S> arrivals;

  struct best {
    found_value found[values];
  };
  struct fetched {
    id arc, from;
    int in;
    float delay;
  };

  GSTA_HD timing_graph_view<S> const& graph() const noexcept {
    if constexpr (Slews) {
      return delays.graph;
    } else {
      return arrivals.graph;
    }
  }
  GSTA_HD id first(id v) const noexcept { return graph().fanin_begin[v]; }
  GSTA_HD id end(id v) const noexcept { return graph().fanin_begin[v + 1]; }

  GSTA_HD best nothing(int c) const noexcept {
    best result;
    for (found_value& one : result.found) one = {undefined_arrival(c), none};
    return result;
  }

  GSTA_HD best start(id v, int c) const noexcept {
    best result;
    if constexpr (Slews) result.found[slew_at] = {delays.asserted_slew[v][c], none};
    if constexpr (Arrivals) result.found[arrival_at] = {arrivals.asserted[v][c], none};
    return result;
  }

  GSTA_HD fetched fetch(id k, int c) const noexcept {
    fetched result{graph().fanin_arc[k], graph().fanin_from[k], -1, undefined_arrival(c)};
    if constexpr (Slews) {
      result.in = delays.edges[result.arc].input(c);
    } else {
      result.in = arrivals.edges[result.arc].input(c);
      result.delay = arrivals.arc_delay[result.arc][c];
    }
    return result;
  }

  GSTA_HD void take(id v, id k, fetched const& from, int c, best& into) const noexcept {
    float at = undefined_arrival(c), delay = from.delay;
    if constexpr (Arrivals) {
      if (from.in >= 0) at = arrivals.arrival[from.from][from.in];
    }
    if constexpr (Slews) {
      float const slew = from.in < 0 ? undefined_arrival(c) : delays.slew[from.from][from.in];
      condition_timing const timing = delays.one_arc(from.arc, v, c, from.in, slew);
      into.found[slew_at].take(c, timing.slew, k);
      delay = timing.delay;
    }
    if constexpr (Arrivals) into.found[arrival_at].take(c, arrival_behind(c, at, delay), k);
  }

  GSTA_HD static void merge(int c, best& into, best const& other) noexcept {
    for (std::size_t i = 0; i < values; ++i) into.found[i].merge(c, other.found[i]);
  }

  GSTA_HD void finish(id v, int c, best const& of) const noexcept {
    if constexpr (Slews) delays.slew[v][c] = of.found[slew_at].value;
    if constexpr (Arrivals) {
      arrivals.arrival[v][c] = of.found[arrival_at].value;
      arrivals.predecessor[v][c] = of.found[arrival_at].at;
    }
  }
};

}  // namespace gsta::detail
