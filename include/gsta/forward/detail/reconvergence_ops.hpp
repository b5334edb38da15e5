#pragma once

#include "gsta/constrain/credit_levels.hpp"
#include "gsta/constrain/reconvergence.hpp"
#include "gsta/core/math.hpp"
#include "gsta/rc/rc_forest.hpp"

namespace gsta::detail {

/// The late and the early arrival of clocks that a pair of stages compares.
template <memory_space S>
struct way_arrivals {
  span<per_condition<float> const, S> arrival;  // [nodes]

  GSTA_HD float late(reconvergent_pair const& of) const noexcept {
    return arrival[of.late / 2][2 + of.late % 2];
  }
  GSTA_HD float early(reconvergent_pair const& of) const noexcept {
    return arrival[of.early / 2][of.early % 2];
  }
};

/// Delays of arcs wherever a sweep left them.
template <memory_space S>
struct way_delays {
  span<per_condition<float> const, S> by_arc;     // [arcs]
  span<per_condition<float> const, S> by_slot{};  // of cell arcs, or empty: by arc
  span<wire_answer const, S> wires{};             // [net arcs], or empty: by arc
  span<id const, S> arc_slot{};                   // [cell arcs]
  std::size_t net_arcs = 0;

  GSTA_HD float operator()(id arc, int c) const noexcept {
    auto const at = static_cast<std::size_t>(arc);
    if (at < net_arcs) return wires.empty() ? by_arc[at][c] : wires[at].delay[c];
    if (by_slot.empty()) return by_arc[at][c];
    id const slot = arc_slot[at - net_arcs];
    return slot == none ? undefined_arrival(c) : by_slot[slot][c];
  }
};

/// How far the paths of one pair are apart, from the pairs in front of it.
template <memory_space S>
struct paths_apart_op {
  reconvergence_view<S> reconvergence;
  way_arrivals<S> clock;
  way_delays<S> delay;
  span<per_condition<float> const, S>
      credit;                  // [stages] by condition of the data, right where one path leads
  span<paths_apart, S> apart;  // [pairs]
  std::size_t first;

  GSTA_HD void operator()(std::size_t k) const noexcept {
    std::size_t const i = first + k;
    reconvergent_pair const of = reconvergence.pair[i];
    paths_apart found;
    if (reconvergence.begin[i] == reconvergence.begin[i + 1]) {
      found.early = at_end(of, 0);
      found.late = at_end(of, 2);
    }
    for (id s = reconvergence.begin[i]; s < reconvergence.begin[i + 1]; ++s) {
      reconvergence_step const step = reconvergence.step[s];
      paths_apart const from = apart[step.from];
      float const early = behind(from.early, step, of), late = behind(from.late, step, of);
      if (early < found.early) found.early = early;
      if (late < found.late) found.late = late;
    }
    apart[i] = found;
  }

  /// One path leads to either stage.
  GSTA_HD float at_end(reconvergent_pair const& of, int c) const noexcept {
    float const late = clock.late(of), early = clock.early(of);
    if (!math::is_defined(late) || !math::is_defined(early)) return math::infinity;
    float const raw = math::sub(early, late);
    return of.stage == none ? raw : math::add(raw, shared_by(of, c));
  }
  GSTA_HD float shared_by(reconvergent_pair const& of, int c) const noexcept {
    float const own = credit[of.stage][c];
    return of.mate != none && credit[of.mate][c] < own ? credit[of.mate][c] : own;
  }
  GSTA_HD float behind(float from, reconvergence_step const& step,
                       reconvergent_pair const& of) const noexcept {
    if (step.late_arc != none) from = math::sub(from, delay(step.late_arc, 2 + of.late % 2));
    if (step.early_arc != none) from = math::add(from, delay(step.early_arc, of.early % 2));
    return math::defined_or(from, math::infinity);
  }
};

/// The credits of stages behind places where clock paths meet: how far arrivals there are apart, less how far
/// paths are.
template <memory_space S>
struct reconvergence_credit_op {
  reconvergence_view<S> reconvergence;
  way_arrivals<S> clock;
  span<paths_apart const, S> apart;      // [pairs]
  span<per_condition<float>, S> credit;  // [stages]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    stage_reconvergence const early = reconvergence.early[i], late = reconvergence.late[i];
    float const to_early = early.pair == none ? 0.0f : given_back(early, apart[early.pair].early);
    float const to_late = late.pair == none ? 0.0f : given_back(late, apart[late.pair].late);
    credit[reconvergence.stage[i]] = {to_early, to_early, to_late, to_late};
  }

  GSTA_HD float given_back(stage_reconvergence const& of, float paths) const noexcept {
    float const late = clock.late(of.ends), early = clock.early(of.ends);
    if (!math::is_defined(late) || !math::is_defined(early) || !math::is_defined(paths)) return 0.0f;
    float const found = math::add(math::sub(late, early), paths);
    return found > 0.0f ? found : 0.0f;
  }
};

}  // namespace gsta::detail
