#pragma once

#include "gsta/core/algorithm.cuh"
#include "gsta/graph/build.cuh"
#include "gsta/graph/levelize.cuh"
#include "gsta/path/constraint.hpp"
#include "gsta/path/costs.hpp"
#include "gsta/path/detail/bounded/bounded.cuh"
#include "gsta/path/detail/constrain/sweep.cuh"
#include "gsta/path/detail/costs/launch.cuh"
#include "gsta/path/detail/recover/copy.cuh"
#include "gsta/path/graph.hpp"
#include "gsta/path/k_cheapest.hpp"
#include "gsta/path/k_critical.hpp"
#include "gsta/path/recover.hpp"

/// Path search on a cuda_executor, whatever graph it is of: rows and levels of a search graph, costs,
/// engines, walks, constraints. Calls, results and their comments are those of the .hpp of each.

namespace gsta {

/// make_search_rows and find_costs: both directions in one launch.
template <>
inline constexpr bool driver_known<primitive::find_costs, cuda_executor> = true;
/// k_critical_paths: bounded with kernels of its own; the list does not change.
template <>
inline constexpr bool driver_known<primitive::k_critical_paths, cuda_executor> = true;
/// recover_walks and recover_paths: warps copy slices side by side, several paths each.
template <>
inline constexpr bool driver_known<primitive::recover_paths, cuda_executor> = true;
/// constrain_graph, constrain_search and close_edges: a launch a sweep.
template <>
inline constexpr bool driver_known<primitive::constrain_graph, cuda_executor> = true;
/// k_cheapest_paths, in the caller's device memory.
template <>
inline constexpr bool driver_known<primitive::k_cheapest_paths, cuda_executor> = true;
/// find_costs (path/costs.hpp) on a device, with an equal result, as one launch in which both directions run
/// side by side and blocks wait for the values that they need, or as a launch a level.
///
/// Shapes: `rows` of this graph, made on this device. Cost: O(vertices + edges); rows of any length are
/// shared out. Where: the executor's stream; does not wait, takes no memory; may be captured. Needs: `rows`
/// of this very graph, else blocks wait for what never comes; sums that 60 bits hold. Throws: cuda_error.
/// Exact: equal to the generic driver. Paper: as the generic driver.
inline void find_costs(cuda_executor const& exec, search_rows<memory_space::device> const& rows,
                       search_graph_view<memory_space::device> const& graph,
                       search_cost_buffers<memory_space::device>& out,
                       sweep_order order = sweep_order::automatic) {
  auto& scratch = detail::cost_access::scratch(out);
  auto const& tiles = rows.tiles;
  auto const &prefix = tiles.prefix.arrays.view, &suffix = tiles.suffix.arrays.view;
  detail::cost_pull const pull{graph, rows.view(), detail::cost_access::spans(out)};
  detail::cost_sweeps const in{
      {{pull}, suffix.item, {suffix.row_pieces.data(), scratch.suffix.data(), scratch.suffix_arrived.data()}},
      {{pull},
       prefix.item,
       {prefix.row_pieces.data(), scratch.prefix.data(), scratch.prefix_arrived.data()}}};
  for_each_n(exec, graph.vertex_count(),
             detail::clear_costs_op{pull.out, scratch.prefix_arrived.view(), scratch.suffix_arrived.view()});
  detail::with_lanes(tiles.lanes, [&](auto lanes) {
    if (resolve(order) == sweep_order::dataflow)
      detail::launch_cost_dataflow<lanes.value>(exec, in);
    else
      detail::launch_cost_levels<lanes.value>(exec, in, tiles);
  });
}

/// `find_costs` on a device into new memory.
///
/// Shapes, Exact: as above. Cost: as above, and allocations. Where: the executor's stream; does not wait.
/// Throws: cuda_error, what allocation throws.
inline search_costs<memory_space::device> find_costs(cuda_executor const& exec,
                                                     search_rows<memory_space::device> const& rows,
                                                     search_graph_view<memory_space::device> const& graph,
                                                     sweep_order order = sweep_order::automatic,
                                                     prefix_costs prefixes = prefix_costs::automatic) {
  search_cost_buffers<memory_space::device> out(exec, rows, prefixes);
  find_costs(exec, rows, graph, out, order);
  return std::move(out).release();
}

}  // namespace gsta
