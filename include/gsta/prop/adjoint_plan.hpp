#pragma once

#include <utility>

#include "gsta/prop/adjoint_stages.hpp"
#include "gsta/prop/detail/adjoint_layer.hpp"
#include "gsta/prop/detail/adjoint_tile.hpp"

namespace gsta {

/// An adjoint, cut into stages once and run many times: of arrivals over nodes (the level `linear`), of slews
/// over pins, or of both at once where pins are nodes.
template <memory_space S, bool Arrivals, bool Slews>
struct adjoint_plan {
  using element = typename detail::gradient_storage<Arrivals, Slews>::element;
  adjoint_stages<S> stages;
  buffer<element, S> values, sinks;  ///< [4 * stages.values], [4 * slots]
  buffer<element, S> seed;           ///< [4 * vertices] of the cost: 0 until somebody writes it
  span<element const, S> own_seed;   ///< the same in an array of the caller's; empty: `seed` counts

  detail::adjoint_results<S, Arrivals, Slews> results() noexcept {
    auto const from = own_seed.empty() ? std::as_const(seed).view() : own_seed;
    return {std::as_const(stages.place).view(), from, values.view(), sinks.view()};
  }
};

/// A plan from its stages.
///
/// Shapes: as the structs say. Cost: three allocations and a fill. Where: the executor; does not wait.
/// Throws: what allocation throws.
template <bool Arrivals, bool Slews, executor E>
adjoint_plan<E::space, Arrivals, Slews> make_adjoint_plan(E const& exec, adjoint_stages<E::space>&& stages) {
  using plan_type = adjoint_plan<E::space, Arrivals, Slews>;
  plan_type plan{std::move(stages), {}, {}, {}, {}};
  using values = buffer<typename plan_type::element, E::space>;
  plan.values = values(exec, conditions * plan.stages.values);
  plan.sinks = values(exec, conditions * plan.stages.tiles.records.size());
  plan.seed = values(exec, conditions * plan.stages.place.size());
  fill(exec, plan.seed.view(), typename plan_type::element{});
  return plan;
}

/// Sweeps the stages on host threads: the bits of the level loop.
///
/// Shapes: weight [node arcs], slopes [arcs], by position in the fan-in rows; what the layer does not sweep
/// may be empty. Cost: O(arcs). Where: the executor; does not wait. Throws: nothing.
template <bool Arrivals, bool Slews, host_side_executor E>
void sweep_adjoint(E const& exec, adjoint_plan<memory_space::host, Arrivals, Slews>& plan,
                   host_span<corner_values const> weight, host_span<detail::sweep_slopes const> slopes = {}) {
  auto const& tiles = plan.stages.tiles;
  for (std::size_t l = 0; l + 1 < tiles.level_begin.size(); ++l) {
    detail::adjoint_tile_op<Arrivals, Slews> const op{
        {weight, slopes}, plan.results(), tiles.records.view(), tiles.level_begin[l]};
    for_each_n(exec, static_cast<std::size_t>(tiles.level_begin[l + 1] - tiles.level_begin[l]), op);
  }
}

}  // namespace gsta
