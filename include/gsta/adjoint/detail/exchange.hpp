#pragma once

#include "gsta/adjoint/detail/slopes.hpp"

namespace gsta::detail {

/// What one cell arc's other tables would change of a cost, to first order.
template <memory_space S, class Value, class Wires>
struct exchange_op {
  slope_model<S, Value, Wires> model;
  span<id const, S> cell_arc, type;               // [candidates]
  span<per_condition<Value> const, S> slew;       // [pins]
  span<per_condition<Value> const, S> arc_delay;  // [arcs] gradients
  span<per_condition<Value> const, S> made_slew;  // [arcs] gradients
  span<Value, S> gain;                            // [candidates]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    auto const& arcs = model.design.arcs;
    id const cell = cell_arc[i], arc = static_cast<id>(model.design.net_arc_count()) + cell;
    Value sum = 0;
    for (int c = 0; c < conditions; ++c) {
      int const in = model.type_of(arc).edges.input(c);
      if (in < 0 || arcs.types[type[i]].edges.input(c) != in) continue;
      Value const at = slew[arcs.from[cell]][in];
      auto const now = model.at_type(model.type_of(arc), arc, arcs.to[cell], c, in, at);
      auto const then = model.at_type(arcs.types[type[i]], arc, arcs.to[cell], c, in, at);
      sum = math::add(sum, along(arc_delay[arc][c], math::sub(then.delay, now.delay)));
      sum = math::add(sum, along(made_slew[arc][c], math::sub(then.slew, now.slew)));
    }
    gain[i] = sum;
  }
};

}  // namespace gsta::detail
