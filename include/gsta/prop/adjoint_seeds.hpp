#pragma once

#include "gsta/prop/adjoint_delays.hpp"
#include "gsta/prop/adjoint_plan.hpp"

namespace gsta {

namespace detail {
/// Seeds of the caller's, or of a cost, as a sweep reads them. What is empty is 0.
template <memory_space S, bool Arrivals, bool Slews>
struct copy_seed_op {
  using storage = gradient_storage<Arrivals, Slews>;
  span<corner_values const, S> arrival, slew;  // [vertices]
  span<typename storage::element, S> seed;     // [4 * vertices]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const v = i / conditions;
    int const c = static_cast<int>(i % conditions);
    seed[i] = storage::element_of({arrival.empty() ? 0.0f : arrival[v][c], slew.empty() ? 0.0f : slew[v][c]});
  }
};

/// The same of listed vertices, pins that are nodes: of arrivals as the cost has it, of slews found here.
template <memory_space S>
struct listed_seeds_op {
  span<id const, S> vertex;
  span<corner_values const, S> arrival;  // [vertices]
  slew_seed_op<S, float> slew;
  span<gradient_pair, S> seed;  // [4 * vertices]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const v = vertex[i];
    slew(static_cast<std::size_t>(v));
    for (int c = 0; c < conditions; ++c)
      seed[gradient_storage<true, true>::at(v, c)] = {arrival[v][c], slew.seed[v][c]};
  }
};
/// 1 at listed vertices.
template <memory_space S>
struct mark_listed_op {
  span<id const, S> vertex;
  span<std::uint8_t, S> mark;
  GSTA_HD void operator()(std::size_t i) const noexcept { mark[vertex[i]] = 1; }
};
}  // namespace detail

/// Marks listed vertices, for `make_adjoint_stages`.
///
/// Shapes: listed: vertices; the result [vertices]. Cost: O(vertices). Where: the executor; does not wait.
/// Throws: what allocation throws.
template <executor E>
buffer<std::uint8_t, E::space> mark_listed(E const& exec, view_for<E, id const> listed,
                                           std::size_t vertices) {
  buffer<std::uint8_t, E::space> mark(exec, vertices);
  fill(exec, mark.view(), std::uint8_t{0});
  for_each_n(exec, listed.size(), detail::mark_listed_op<E::space>{listed, mark.view()});
  return mark;
}

/// Hands a plan the gradients of the cost itself.
///
/// Shapes: arrival, slew [vertices], or empty: 0. Cost: O(vertices), one launch. Where: the executor; does
/// not wait. Throws: argument_error on sizes.
template <bool Arrivals, bool Slews, executor E>
void set_adjoint_seed(E const& exec, adjoint_plan<E::space, Arrivals, Slews>& plan,
                      view_for<E, corner_values const> arrival, view_for<E, corner_values const> slew) {
  std::size_t const n = plan.stages.place.size();
  require((arrival.empty() || arrival.size() == n) && (slew.empty() || slew.size() == n),
          "set_adjoint_seed: the plan was made for another graph");
  for_each_n(exec, plan.seed.size(),
             detail::copy_seed_op<E::space, Arrivals, Slews>{arrival, slew, plan.seed.view()});
}

/// Lets a plan of arrivals read its seed where it stands, in every sweep from now on.
///
/// Shapes: arrival [vertices]; it stays the caller's. Cost: none. Where: host. Throws: argument_error on
/// sizes.
template <memory_space S>
void read_adjoint_seed(adjoint_plan<S, true, false>& plan, span<corner_values const, S> arrival) {
  require(arrival.size() == plan.stages.place.size(),
          "read_adjoint_seed: the plan was made for another graph");
  plan.own_seed = {reinterpret_cast<float const*>(arrival.data()), conditions * arrival.size()};
}

/// The seeds of a cost of `update_smooth_cost` at the vertices that its checks look at; all others stay 0.
/// Those of slews are found here, as by `find_slew_seed`, into `slew_seed`.
///
/// Shapes: listed as `smooth_cost_plan` has it, slew and slew_seed [pins]. Cost: O(checks) lookups, one
/// launch. Where: the executor; does not wait. Throws: nothing.
template <executor E>
void set_listed_seeds(E const& exec, timing_checks_view<E::space> const& checks,
                      lut_pool_view<E::space> const& luts, adjoint_rows_view<E::space> const& rows,
                      view_for<E, corner_values const> slew, smooth_cost_options const& options,
                      smooth_cost_state<E::space> const& cost, view_for<E, id const> listed,
                      view_for<E, corner_values> slew_seed, adjoint_plan<E::space, true, true>& plan) {
  constexpr memory_space S = E::space;
  detail::smooth_check_op<S, float> const check{
      checks.check, luts, {slew, {}}, options.side == split::late, {}};
  for_each_n(exec, listed.size(),
             detail::listed_seeds_op<S>{listed,
                                        cost.arrival.view(),
                                        {checks, check, rows.pin_begin, cost.check_share.view(), slew_seed},
                                        plan.seed.view()});
}

}  // namespace gsta
