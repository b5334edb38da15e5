#pragma once

#include <limits>
#include <utility>

#include "gsta/adjoint/detail/tree_groups.cuh"
#include "gsta/adjoint/tree.hpp"
#include "gsta/core/algorithm.cuh"

namespace gsta {

/// The adjoint of given RC trees on the device, shared out once: `run` allocates nothing and does not wait.
/// Values of R, C and pins' loads may change; connections may not. Finds the sums over trees itself. Writes
/// the bits of `propagate_tree_adjoint`.
class tree_adjoint_plan {
 public:
  /// Where all arrays lie that the plan reads and writes.
  static constexpr memory_space space = memory_space::device;

  /// `graph` is the pin graph of `design` and must outlive the plan. Waits for the sizes of bins.
  tree_adjoint_plan(cuda_executor const& exec, timing_graph_view<space> const& graph,
                    flat_view<space> const& design, rc_forest_view<space> const& forest)
      : graph_(graph),
        drives_(exec, design.pin_count()),
        is_ideal_(exec, design.net_arc_count()),
        net_of_(exec, forest.node.size()),
        start_(exec, forest.node.size()) {
    fill(exec, drives_.view(), std::uint8_t{0});
    fill(exec, is_ideal_.view(), std::uint8_t{0});
    std::size_t const nets = design.nets.driver.size();
    for_each_n(exec, nets,
               detail::tree_pins_op<space>{design.nets.driver, design.nets.begin, forest, drives_.view(),
                                           is_ideal_.view(), net_of_.view()});
    few_ = list(exec, nets, {forest, 1, few_nodes});
    some_ = list(exec, nets, {forest, few_nodes + 1, some_nodes});
    many_ = list(exec, nets, {forest, some_nodes + 1, std::numeric_limits<id>::max()});
    some_depths_ = depths(exec, forest, some_);
    many_depths_ = depths(exec, forest, many_);
    for (auto* const array : {&load_, &delay_, &ldelay_, &beta_, &moment_})
      *array = buffer<corner_values, space>(exec, forest.node.size());
  }

  /// As `propagate_tree_adjoint`; `options` are those that the wires were updated with.
  void run(cuda_executor const& exec, flat_view<space> const& design, rc_forest_view<space> const& forest,
           wire_options const& options, delay_adjoint_state<space> const& delays,
           tree_adjoint_state<space>& adjoint) {
    detail::tree_adjoint_op<space, float> const op{
        {design, forest, options},
        {std::as_const(load_).view(), std::as_const(delay_).view(), std::as_const(ldelay_).view()},
        delays.load.view(),
        delays.wire.view(),
        adjoint.up.view(),
        adjoint.down.view(),
        adjoint.sink_load.view(),
        adjoint.pin_load.view(),
        adjoint.resistance.view(),
        adjoint.capacitance.view()};
    fill(exec, adjoint.resistance.view(), 0.0f);
    fill(exec, adjoint.capacitance.view(), 0.0f);
    for_each_n(exec, design.pin_count(),
               detail::tree_start_op<space>{graph_, op, std::as_const(drives_).view(),
                                            std::as_const(is_ideal_).view()});
    detail::tree_sweep_values<space> const values{load_.view(),       delay_.view(),  ldelay_.view(),
                                                  beta_.view(),       moment_.view(), adjoint.up.view(),
                                                  adjoint.down.view()};
    sweep(exec, op, values);
    for_each_n(exec, net_of_.size(),
               detail::tree_gather_op<space>{op, values, std::as_const(net_of_).view()});
    for_each_n(
        exec, design.pin_count(),
        detail::pin_load_op<space, float>{graph_, design.net_arc_count(),
                                          std::as_const(adjoint.sink_load).view(), adjoint.pin_load.view()});
  }

 private:
  static constexpr id few_nodes = 48, some_nodes = 2048;  // by a thread, by a warp; more: by a block

  static buffer<id, space> list(cuda_executor const& exec, std::size_t nets,
                                detail::reaches_between<space> const& keep) {
    buffer<id, space> all(exec, nets);
    std::size_t const n = select(exec, nets, keep, all.view());
    return clone(exec, std::as_const(all).view().subspan(0, n));
  }
  buffer<id, space> depths(cuda_executor const& exec, rc_forest_view<space> const& forest,
                           buffer<id, space> const& nets) {
    buffer<id, space> count(exec, nets.size());
    for_each_n(exec, nets.size(),
               detail::tree_depths_op<space>{forest, nets.view(), start_.view(), count.view()});
    return count;
  }

  void sweep(cuda_executor const& exec, detail::tree_adjoint_op<space, float> const& op,
             detail::tree_sweep_values<space> const& values) const {
    constexpr std::size_t threads = detail::tree_adjoint_threads;
    detail::tree_lists lists{few_.view(),         some_.view(),        many_.view(),
                             some_depths_.view(), many_depths_.view(), start_.view()};
    lists.some_from = static_cast<unsigned>(conditions * many_.size());
    lists.few_from = lists.some_from + blocks_of(32 * conditions * some_.size(), threads);
    lists.blocks = lists.few_from + blocks_of(conditions * few_.size(), threads);
    if (lists.blocks == 0) return;
    detail::tree_adjoint_kernel<<<lists.blocks, threads, 0, exec.stream>>>(op, values, lists);
    check_cuda(cudaGetLastError(), "tree_adjoint_kernel");
  }
  static unsigned blocks_of(std::size_t threads, std::size_t a_block) {
    return static_cast<unsigned>((threads + a_block - 1) / a_block);
  }

  timing_graph_view<space> graph_;
  buffer<std::uint8_t, space> drives_, is_ideal_;
  buffer<id, space> net_of_, start_, few_, some_, many_, some_depths_, many_depths_;
  buffer<corner_values, space> load_, delay_, ldelay_, beta_, moment_;
};

/// A plan of the adjoint of given RC trees.
///
/// Shapes: graph is the pin graph. Cost: O(nodes), 88 bytes a node while the plan lives. Where: the executor;
/// waits for the sizes of bins. Throws: argument_error on sizes, what allocation throws.
inline tree_adjoint_plan make_tree_adjoint_plan(cuda_executor const& exec,
                                                timing_graph_view<memory_space::device> const& graph,
                                                flat_view<memory_space::device> const& design,
                                                rc_forest_view<memory_space::device> const& forest) {
  require(graph.vertex_count() == design.pin_count() && forest.sink_position.size() == design.net_arc_count(),
          "make_tree_adjoint_plan: the trees are those of another design");
  return {exec, graph, design, forest};
}

}  // namespace gsta
