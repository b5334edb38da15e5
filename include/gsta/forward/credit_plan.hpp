#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/forward/credit_arrivals.hpp"
#include "gsta/forward/detail/credit_tile.hpp"

namespace gsta {

namespace primitive {
struct credit_plan;
}

/// `propagate_credits` cut once and run many times: only where a credit level is needed, and what is needed
/// packed.
template <memory_space S>
struct credit_plan {
  std::vector<credit_cut<S>> cuts;          ///< of neighbouring credit levels, one after the other
  buffer<detail::credit_row<S>, S> values;  ///< [rows of the largest cut], or of all: `keep_all_levels`
  std::size_t nodes = 0;                    ///< of the arrival layer
  std::size_t net_arcs = 0;                 ///< as the plan was made with
  span<id const, S> arc_slot{};             ///< as the plan was made with; it must outlive the plan

  /// Rows of four conditions, over all cuts: what is swept of nodes x credit levels.
  std::size_t rows() const noexcept {
    std::size_t sum = 0;
    for (auto const& cut : cuts) sum += cut.values;
    return sum;
  }
  /// Whether a sweep leaves the arrivals of every credit level.
  bool keeps_all() const noexcept { return values.size() == rows(); }
  /// Where in `values` the rows of a cut begin.
  std::size_t first_row(std::size_t cut) const noexcept {
    std::size_t first = 0;
    for (std::size_t k = 0; keeps_all() && k < cut; ++k) first += cuts[k].values;
    return first;
  }
};

/// What credits are found from, beside delays and arrivals; all of it must outlive the problem.
template <memory_space S>
struct credit_input {
  arrival_problem<S> nodes;                  ///< of the arrival layer
  timing_checks<S> const* checks = nullptr;  ///< of these nodes
  clock_tree<S> const* tree = nullptr;       ///< of both
  span<arc_role const, S> role;              ///< [arcs] or shorter
};

/// How a plan for `propagate_credits` is made.
template <memory_space S>
struct credit_plan_options {
  std::size_t net_arcs = 0;               ///< arcs below it are wires
  span<id const, S> arc_slot{};           ///< [cell arcs] `forward_plan::arc_slot`, where delays are by slot
  std::size_t credit_levels_at_once = 0;  ///< 64 bytes for each node that needs one of them; 0: up to 32
};

/// Whether a plan can find credits: where the worst of clock paths that meet count, credit levels are found
/// anew at each update, and with latches arrivals are.
///
/// Shapes: any. Cost: none. Where: host. Throws: nothing.
template <memory_space S>
bool is_planned(credit_input<S> const& problem) noexcept {
  return problem.tree->levels_stay() && !problem.checks->latches.view.any();
}

/// A plan for `propagate_credits`. A credit level is passed only where some launch in front and some capture
/// behind may part at its vertex: not where all launches are of one group, and all captures leave that one
/// out.
///
/// Shapes: as `propagate_credits`. Cost: O((nodes + node arcs) x credit levels); keeps 32 bytes an arc of the
/// cut, and 64 a node and credit level that is needed. Where: the executor; waits. Throws: argument_error
/// where `is_planned` says no; what allocation throws. What is asserted where must stay so; the values may
/// change.
template <executor E>
credit_plan<E::space> make_credit_plan(E const& exec, credit_input<E::space> const& problem,
                                       credit_plan_options<E::space> const& options) {
  static_assert(driver_known<primitive::credit_plan, E>,
                "a credit_level plan on a device needs gsta/forward/credit_plan.cuh");
  require(is_planned(problem),
          "make_credit_plan: the worst of clock paths that meet count, or there are latches");
  std::size_t const credit_levels = problem.tree->view.credit_levels;
  std::size_t const together = options.credit_levels_at_once == 0
                                   ? detail::levels_of_word
                                   : std::min(options.credit_levels_at_once, detail::levels_of_word);
  credit_plan<E::space> plan;
  plan.nodes = problem.nodes.graph.vertex_count();
  plan.net_arcs = options.net_arcs;
  plan.arc_slot = options.arc_slot;
  std::size_t rows = 0;
  for (std::size_t first = 0; first < credit_levels; first += together) {
    detail::credit_reach<E::space> const window{problem.nodes, problem.role, problem.tree->view, first,
                                                std::min(together, credit_levels - first)};
    plan.cuts.push_back(
        make_credit_cut(exec, window, problem.checks->view, options.net_arcs, options.arc_slot));
    rows = std::max(rows, plan.cuts.back().values);
  }
  plan.values = {exec, rows};
  return plan;
}

/// Gives all credit levels of a plan room for their arrivals, where otherwise cuts share it: what is swept on
/// a host stays, and can be repaired.
///
/// Shapes: any. Cost: 64 bytes a row of all cuts instead of the largest, which is the same up to 32 credit
/// levels that are swept at once. Where: host. Throws: what allocation throws.
template <host_side_executor E>
void keep_all_levels(E const& exec, credit_plan<memory_space::host>& plan) {
  if (!plan.keeps_all()) plan.values = {exec, plan.rows()};
}

namespace detail {
/// What a cut of a plan is swept by on a host.
inline credit_layer<memory_space::host> layer_of(credit_input<memory_space::host> const& problem,
                                                 credit_plan<memory_space::host>& plan, std::size_t k,
                                                 delay_state<memory_space::host> const& delays,
                                                 arrival_state<memory_space::host> const& arrivals,
                                                 credit_state<memory_space::host> const& state) {
  credit_cut<memory_space::host> const& cut = plan.cuts[k];
  return {{problem.tree->view, state.credit.view(), cut.first, cut.count},
          problem.nodes.asserted,
          arrivals.node_arrival.view(),
          delays.arc_delay.view(),
          {},
          {},
          plan.values.view().subspan(plan.first_row(k), cut.values)};
}

template <memory_space S>
void require_credits(credit_plan<S> const& plan, arrival_state<S> const& arrivals,
                     credit_input<S> const& problem, credit_state<S> const& state) {
  require(plan.nodes == arrivals.node_arrival.size() &&
              state.credit.size() == problem.tree->view.place.size() &&
              state.check.size() == problem.checks->view.check.size(),
          "propagate_credits: the plan was made for another graph or clock tree");
}
}  // namespace detail

/// `propagate_credits` by a plan on a host, over the cut, with equal checks. Arrivals in credit levels stay
/// in the plan.
///
/// Shapes: those of the plan's problem. Units: ps. Cost: O(node arcs x credit levels that they need). Where:
/// the host executor's threads; allocates nothing. Throws: argument_error on sizes. Exact: equals the level
/// loop bit for bit.
template <host_side_executor E>
void propagate_credits(E const& exec, credit_input<memory_space::host> const& problem,
                       credit_plan<memory_space::host>& plan, delay_state<memory_space::host> const& delays,
                       arrival_state<memory_space::host> const& arrivals,
                       credit_state<memory_space::host>& state) {
  constexpr memory_space S = memory_space::host;
  detail::require_credits(plan, arrivals, problem, state);
  detail::find_credits(exec, *problem.tree, {delays.arc_delay.view()}, arrivals, state);
  auto const& checks = problem.checks->view;
  for (std::size_t k = 0; k < plan.cuts.size(); ++k) {
    credit_cut<S> const& cut = plan.cuts[k];
    auto const layer = detail::layer_of(problem, plan, k, delays, arrivals, state);
    for_each_n(exec, conditions * cut.source.size(),
               detail::credit_source_op<S>{layer, cut.source.view(), cut.place.view()});
    for (std::size_t l = 0; l + 1 < cut.tiles.level_begin.size(); ++l) {
      id const first = cut.tiles.level_begin[l], end = cut.tiles.level_begin[l + 1];
      for_each_n(exec, static_cast<std::size_t>(end - first),
                 detail::credit_tile_op{layer, cut.tiles.records.view(), first});
    }
    for_each_n(exec, 2 * checks.check.size(),
               detail::capture_cut_op<S>{layer, checks.check, cut.place.view(), state.check.view()});
  }
}

/// Chosen where a device's own is not included: it only says so.
template <executor E>
  requires(!host_side_executor<E>)
void propagate_credits(E const&, credit_input<E::space> const&, credit_plan<E::space>&,
                       delay_state<E::space> const&, arrival_state<E::space> const&,
                       credit_state<E::space>&) {
  static_assert(sizeof(E) == 0, "a credit_level plan on a device needs gsta/forward/credit_plan.cuh");
}

}  // namespace gsta
