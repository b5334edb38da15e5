#pragma once

#include "gsta/constrain/tags.hpp"
#include "gsta/flat/flat_design.hpp"

/// What reports ask about clocks.
namespace gsta::detail {

/// Whether the clock of an edge (2 * clock + edge) reaches registers through its network, not ideally.
inline bool is_propagated(flat_design const& design, id edge) noexcept {
  return edge == none || design.rules_of(edge / 2).propagated;
}

/// How late a clock's edge is, in ps, at ports, whose external delays are relative to it.
inline double port_latency(flat_design const& design, id edge, split side) noexcept {
  if (edge == none) return 0;
  auto const rules = design.rules_of(edge / 2);
  int const c = condition(side, static_cast<gsta::edge>(edge % 2));
  double const insertion = rules.insertion[c], latency = rules.propagated ? 0.0f : rules.latency[c];
  return insertion + latency;
}

/// What a check keeps back for the clock's uncertainty, in ps: less time for setup, more for hold.
inline double uncertainty_of(timing_check const& check) noexcept {
  double const ps = static_cast<double>(check.uncertainty) / 1000;
  return is_late(check.kind) ? -ps : ps;
}

}  // namespace gsta::detail
