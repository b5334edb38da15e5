#pragma once

#include "gsta/sta/gradient_options.hpp"
#include "gsta/sta/timer.hpp"

namespace gsta::detail {

/// Refuses what a gradient plan cannot do.
template <executor E>
void require_gradients(timer<E> const& of, gradient_options<E> const& options) {
  timing_view<E::space> const now = of.view();
  bool const own_seed = !options.seed.empty() || !options.slew_seed.empty();
  require(!now.latches.any(),
          "gradient_plan: a design with latches has its gradients from timer::update and the calls of "
          "gsta/adjoint/latches.hpp");
  require(of.options().credits == common_path::leave_in,
          "gradient_plan: a timer with common-path credits has its gradients from timer::update and "
          "gsta/sta/credit_gradients.hpp");
  require(options.seed.empty() || options.seed.size() == of.nodes().count(),
          "gradient_plan: the seed is not as long as the nodes");
  require(options.slew_seed.empty() || options.slew_seed.size() == now.design.pin_count(),
          "gradient_plan: the seed of slews is not as long as the pins");
  require(!options.endpoint_cost || (options.cost.goal == smooth_goal::total && !own_seed),
          "gradient_plan: a cost of endpoints stands on smooth_goal::total and on no seed of nodes");
}

}  // namespace gsta::detail
