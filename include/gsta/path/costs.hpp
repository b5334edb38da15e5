#pragma once

#include <cstdint>
#include <utility>

#include "gsta/core/atomic.hpp"
#include "gsta/path/detail/costs/ops.hpp"
#include "gsta/path/graph.hpp"

namespace gsta {

namespace detail {
/// Costs that are being relaxed. What a step finds goes to `found`, so that its order does not matter.
template <memory_space S>
struct relaxation {
  span<femtoseconds, S> cost, found;
  span<id, S> lowered;  ///< [vertices] 1 where `cost` went down in the last step
  span<id, S> quiet;    ///< [1] 0 once one did
};

template <memory_space S>
struct begin_relaxation_op {
  relaxation<S> state;
  id root;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    bool const is_root = static_cast<id>(v) == root;
    state.cost[v] = state.found[v] = is_root ? 0 : no_path;
    state.lowered[v] = is_root ? 1 : 0;
  }
};

/// Algorithm 1: a vertex that got cheaper tells its neighbours.
template <memory_space S>
struct relax_rows_op {
  relaxation<S> state;
  span<id const, S> begin, to;
  span<id const, S> weight_at;  ///< [edges], or empty: weights are those of the graph's rows
  search_graph_view<S> graph;

  GSTA_HD femtoseconds weight(id v, id k) const noexcept {
    return weight_at.empty() ? graph.weight_of(v, k) : graph.weight[weight_at[k]];
  }
  GSTA_HD void operator()(std::size_t v) const noexcept {
    if (state.lowered[v] == 0) return;
    for (id k = begin[v]; k < begin[v + 1]; ++k) {
      best_way const way = way_over(weight(static_cast<id>(v), k), state.cost[v], k);
      if (way.edge != none) fetch_min(state.found[to[k]], way.cost);
    }
  }
};

template <memory_space S>
struct settle_op {
  relaxation<S> state;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    bool const lower = state.found[v] < state.cost[v];
    state.lowered[v] = lower ? 1 : 0;
    if (!lower) return;
    state.cost[v] = state.found[v];
    fetch_min(state.quiet[0], 0);
  }
};

/// Calls `step()` until nothing has changed; how often.
template <executor E, class Step>
std::size_t until_quiet(E const& exec, view_for<E, id> quiet, Step const& step) {
  std::size_t steps = 0;
  for (bool changed = true; changed; ++steps) {
    fill(exec, quiet, 1);
    step();
    changed = to_vector(exec, quiet)[0] == 0;
  }
  return steps;
}

/// Relaxes from `root` along rows until no cost changes.
template <executor E>
std::size_t relax_from(E const& exec, id root, relaxation<E::space> const& state,
                       relax_rows_op<E::space> const& rows) {
  constexpr memory_space S = E::space;
  std::size_t const n = state.cost.size();
  for_each_n(exec, n, begin_relaxation_op<S>{state, root});
  return until_quiet(exec, state.quiet, [&] {
    for_each_n(exec, n, rows);
    for_each_n(exec, n, settle_op<S>{state});
  });
}
}  // namespace detail

/// Whether the best costs from the source are found as well, or left to the search, which finds those near
/// the best path.
enum class prefix_costs : std::uint8_t {
  automatic,  ///< left out on a device, where the graph has long rows and very many edges a level
  found,      ///< always
  left_out,   ///< never
};

namespace detail {
template <memory_space S>
bool finds_prefixes(search_rows<S> const& rows, prefix_costs wanted) {
  if (wanted != prefix_costs::automatic) return wanted == prefix_costs::found;
  search_rows_view<S> const& view = rows.view();
  return S == memory_space::host ||
         !prefixes_are_dear(view.order.size(), view.in_from.size(), rows.level_count());
}
struct cost_access;
}  // namespace detail

/// Room for the costs of one graph, to be filled again and again as its weights change.
template <memory_space S>
class search_cost_buffers {
 public:
  /// Memory for the graph that `rows` was made of.
  template <executor E>
    requires(E::space == S)
  search_cost_buffers(E const& exec, search_rows<S> const& rows,
                      prefix_costs prefixes = prefix_costs::automatic)
      : found_(exec, rows.view().order.size(), detail::finds_prefixes(rows, prefixes)),
        scratch_(exec, rows.tiles) {}

  /// The costs last found; the buffers must outlive the view.
  search_costs_view<S> view() const noexcept { return found_.view(); }
  /// The costs as they are, in an owner of their own.
  search_costs<S> release() && { return std::move(found_).release(); }

 private:
  friend struct detail::cost_access;
  detail::cost_arrays<S> found_;
  detail::cost_scratch<S> scratch_;
};

namespace detail {
/// What of the buffers is written by those who find costs, on whatever executor.
struct cost_access {
  template <memory_space S>
  static cost_spans<S> spans(search_cost_buffers<S>& of) noexcept {
    return of.found_.spans();
  }
  template <memory_space S>
  static cost_scratch<S>& scratch(search_cost_buffers<S>& of) noexcept {
    return of.scratch_;
  }
};
}  // namespace detail

/// Finds the best costs from the source to each vertex and from each vertex to the sink, and the forest of
/// best suffixes, level by level. Vertices pull from their rows, so nothing is done twice.
///
/// Shapes: `rows` of this graph; out for this many vertices, with prefixes or without. Units: fs. Cost:
/// O(vertices + edges) work, two steps a level (path/path.cuh: one launch). Where: the executor; does
/// not wait, takes no memory. Needs: sums that 60 bits hold. Exact: equal on every executor; `choice` is the
/// first of the best. Throws: cuda_error. Paper: Chang et al., "G-PathGen", ICS 2026, section 3.1; there
/// vertices push costs with atomics, and only suffixes are found.
template <executor E>
void find_costs(E const& exec, search_rows<E::space> const& rows, search_graph_view<E::space> const& graph,
                search_cost_buffers<E::space>& out) {
  static_assert(driver_known<primitive::find_costs, E>, "find_costs on a device needs gsta/path/path.cuh");
  constexpr memory_space S = E::space;
  detail::cost_spans<S> const spans = detail::cost_access::spans(out);
  std::size_t const levels = rows.level_count();
  for (std::size_t l = 0; l < levels; ++l) {
    auto const level = [&](std::size_t which) {
      id const first = rows.level_begin[which];
      return rows.view().order.subspan(static_cast<std::size_t>(first),
                                       static_cast<std::size_t>(rows.level_begin[which + 1] - first));
    };
    span<id const, S> const early = level(l), late = level(levels - 1 - l);
    if (!spans.prefix.empty())
      for_each_n(exec, early.size(), detail::pull_prefix_op<S>{graph, rows.view(), early, spans.prefix});
    for_each_n(exec, late.size(), detail::pull_suffix_op<S>{graph, late, spans});
  }
}

/// `find_costs` into new memory.
///
/// Shapes: `rows` of this graph. Cost: as above, and four allocations. Where: the executor; does not wait.
/// Throws: cuda_error, what allocation throws.
template <executor E>
search_costs<E::space> find_costs(E const& exec, search_rows<E::space> const& rows,
                                  search_graph_view<E::space> const& graph,
                                  prefix_costs prefixes = prefix_costs::automatic) {
  search_cost_buffers<E::space> out(exec, rows, prefixes);
  find_costs(exec, rows, graph, out);
  return std::move(out).release();
}

/// find_costs (path/costs.hpp) as G-PBA does it: vertices whose cost got less tell their neighbours,
/// again and again until no cost changes. It needs no levels, but visits vertices many times: for comparison.
///
/// Shapes: `rows` of this graph; out for this many vertices. Units: fs. Cost: O(steps * vertices) and the
/// edges of what changed, memory for 20 bytes a vertex. Where: the executor; waits once a step. Needs: sums
/// that 60 bits hold. Exact: equal to find_costs. Throws: cuda_error, what allocation throws. Returns: the
/// steps of the suffix search. Paper: Guo, Huang, Lin, Wong, "GPU-Accelerated Path-Based Timing Analysis",
/// DAC 2021, section III-B, Algorithm 1; the forest is matched out of the costs, first edge first, and the
/// prefix is the same the other way.
template <executor E>
std::size_t relax_costs(E const& exec, search_rows<E::space> const& rows,
                        search_graph_view<E::space> const& graph, search_cost_buffers<E::space>& out) {
  constexpr memory_space S = E::space;
  std::size_t const n = graph.vertex_count();
  auto const& turned = rows.view();
  detail::cost_spans<S> const spans = detail::cost_access::spans(out);
  buffer<femtoseconds, S> found(exec, n);
  buffer<id, S> lowered(exec, n), quiet(exec, 1);
  if (!spans.prefix.empty()) {
    detail::relaxation<S> const prefix{spans.prefix, found.view(), lowered.view(), quiet.view()};
    detail::relax_from(exec, graph.source(), prefix, {prefix, graph.begin, graph.to, {}, graph});
  }
  detail::relaxation<S> const suffix{spans.suffix, found.view(), lowered.view(), quiet.view()};
  std::size_t const steps = detail::relax_from(
      exec, graph.sink(), suffix, {suffix, turned.in_begin, turned.in_from, turned.in_weight, graph});
  for_each_n(exec, n, detail::choose_op<S>{graph, spans});
  auto const height = detail::heights_along(exec, out.view().next, rows.level_count());
  copy(exec, height.view(), spans.height);
  return steps;
}

}  // namespace gsta
