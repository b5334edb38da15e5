#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "gsta/adjoint/detail/star_plan.hpp"
#include "gsta/adjoint/detail/tree_tiles.cuh"
#include "gsta/adjoint/plan.hpp"
#include "gsta/adjoint/wires.hpp"
#include "gsta/core/algorithm.cuh"
#include "gsta/core/functional.hpp"

namespace gsta {

namespace detail {
/// Drivers of many sinks, a warp each: lanes take the terms as `ordered_sum`'s do.
template <class Op>
__global__ void __launch_bounds__(256) wide_driver_kernel(Op op, device_span<id const> pins) {
  std::size_t const i = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
  int const lane = static_cast<int>(threadIdx.x % 32);
  if (i >= pins.size()) return;
  id const p = pins[i];
  wire_force sum{0, 0};
  for (id k = op.graph.fanout_begin[p] + lane; k < op.graph.fanout_begin[p + 1]; k += 32)
    sum = op.plus(sum, op.out_of(k));
  for (unsigned width = 16; width > 0; width /= 2)
    sum = op.plus(sum, {__shfl_down_sync(~0u, sum.x, width), __shfl_down_sync(~0u, sum.y, width)});
  if (lane == 0) op.add(p, sum);
}
}  // namespace detail

/// What the adjoint of wires goes on from: the slopes that were swept with, and the gradients found.
struct swept_gradients {
  slope_state<memory_space::device> const& slopes;          ///< of `find_slopes`
  adjoint_state<memory_space::device> const& arrivals;      ///< of the arrival layer
  delay_adjoint_state<memory_space::device> const& delays;  ///< of the delay layer
};

/// The adjoint of star wires on the device, shared out once: `run` allocates nothing and does not wait. Which
/// pins a net connects and which nets are ideal may not change. Writes the bits of `propagate_star_adjoint`.
class star_adjoint_plan {
 public:
  /// Where all arrays lie that the plan reads and writes.
  static constexpr memory_space space = memory_space::device;

  /// `graph` is the pin graph of `design` and must outlive the plan. Waits for the sizes of bins.
  star_adjoint_plan(cuda_executor const& exec, timing_graph_view<space> const& graph,
                    flat_view<space> const& design, star_view<space> const& star)
      : graph_(graph),
        drives_(exec, design.pin_count()),
        is_ideal_(exec, design.net_arc_count()),
        draw_(exec, design.net_arc_count()) {
    fill(exec, drives_.view(), std::uint8_t{0});
    fill(exec, is_ideal_.view(), std::uint8_t{0});
    for_each_n(exec, design.nets.driver.size(),
               detail::star_pins_op<space>{design.nets.driver, design.nets.begin, star.ideal, drives_.view(),
                                           is_ideal_.view()});
    std::size_t const pins = design.pin_count();
    narrow_ = list(exec, pins, detail::drives_between<space>{graph_, drives_.view(), 1, serial});
    wide_ = list(
        exec, pins,
        detail::drives_between<space>{graph_, drives_.view(), serial + 1, std::numeric_limits<id>::max()});
    many_ = list(exec, pins, detail::many_wires_reach<space>{graph_, design.net_arc_count()});
  }

  /// `before`: slews as found forwards; wires as `make_wire_rows` says; the gradients are those of the
  /// sweeps.
  void run(cuda_executor const& exec, value_model<space, wire_view<space>> const& model,
           star_view<space> const& star, device_span<corner_values const> before,
           device_span<wire_row const> wires, swept_gradients const& swept,
           star_adjoint_state<space>& adjoint) {
    detail::require_elmore(model.options.wires);
    auto const& [slopes, arrivals, delays] = swept;
    auto const& design = model.design;
    detail::star_geometry<space, float> const geometry{design, star};
    for_each_n(exec, wires.size(),
               detail::star_wire_op<space>{{geometry,
                                            model.options.wires,
                                            delays.load.view(),
                                            {},
                                            adjoint.sink_load.view(),
                                            adjoint.pin_load.view(),
                                            adjoint.resistance.view(),
                                            adjoint.capacitance.view()},
                                           {graph_, geometry, adjoint.resistance.view(),
                                            adjoint.capacitance.view(), adjoint.x.view(), adjoint.y.view()},
                                           {{design, model.wires, model.options}, before},
                                           arrivals.arc_delay.view(),
                                           delays.slew.view(),
                                           slopes.by_slew.view(),
                                           wires,
                                           std::as_const(is_ideal_).view(),
                                           draw_.view()});
    detail::star_pin_op<space> const pins{graph_,
                                          std::as_const(drives_).view(),
                                          delays.load.view(),
                                          std::as_const(adjoint.sink_load).view(),
                                          std::as_const(draw_).view(),
                                          adjoint.pin_load.view(),
                                          adjoint.x.view(),
                                          adjoint.y.view()};
    for_each_n(exec, design.pin_count(), pins);
    for_each_n(exec, many_.size(), detail::star_many_op<space>{pins, std::as_const(many_).view()});
    detail::star_driver_op<space> const drivers{graph_, std::as_const(draw_).view(), adjoint.x.view(),
                                                adjoint.y.view(), std::as_const(narrow_).view()};
    for_each_n(exec, narrow_.size(), drivers);
    if (wide_.empty()) return;
    detail::wide_driver_kernel<<<static_cast<unsigned>((wide_.size() + 7) / 8), 256, 0, exec.stream>>>(
        drivers, std::as_const(wide_).view());
    check_cuda(cudaGetLastError(), "wide_driver_kernel");
  }

 private:
  static constexpr id serial = 8;  // terms that `ordered_sum` takes one after another
  template <class Keep>
  static buffer<id, space> list(cuda_executor const& exec, std::size_t pins, Keep const& keep) {
    buffer<id, space> all(exec, pins);
    std::size_t const n = select(exec, pins, keep, all.view());
    return clone(exec, std::as_const(all).view().subspan(0, n));
  }

  timing_graph_view<space> graph_;
  buffer<std::uint8_t, space> drives_, is_ideal_;
  buffer<detail::wire_force, space> draw_;
  buffer<id, space> narrow_, wide_, many_;
};

/// A plan of the adjoint of star wires.
///
/// Shapes: graph is the pin graph, star as `star_view`. Cost: O(pins), 14 bytes a pin while the plan lives.
/// Where: the executor; waits for the sizes of bins. Throws: argument_error on sizes, what allocation throws.
inline star_adjoint_plan make_star_adjoint_plan(cuda_executor const& exec,
                                                timing_graph_view<memory_space::device> const& graph,
                                                flat_view<memory_space::device> const& design,
                                                star_view<memory_space::device> const& star) {
  require(graph.vertex_count() == design.pin_count() && star.pin_x.size() == design.pin_count() &&
              (star.ideal.empty() || star.ideal.size() == design.nets.driver.size()),
          "make_star_adjoint_plan: the locations are those of another design");
  return {exec, graph, design, star};
}

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
    auto const tiles =
        detail::tile_small_trees(to_vector(exec, std::as_const(few_).view()), nodes_of(exec, forest, few_));
    few_ = clone(exec, tiles.nets);
    few_tiles_ = clone(exec, tiles.begin);
    some_depths_ = depths(exec, forest, some_);
    many_depths_ = depths(exec, forest, many_);
    for (auto* const array : {&load_, &delay_, &ldelay_, &beta_, &moment_})
      *array = buffer<corner_values, space>(exec, forest.node.size());
  }

  /// As `propagate_tree_adjoint`; `options` are those that the wires were updated with.
  void run(cuda_executor const& exec, flat_view<space> const& design, rc_forest_view<space> const& forest,
           wire_options const& options, delay_adjoint_state<space> const& delays,
           tree_adjoint_state<space>& adjoint) {
    detail::require_elmore(options.slew);
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
    detail::launch_tree_tiles(exec, op, {few_.view(), few_tiles_.view()});
    if (some_.size() + many_.size() > 0)
      for_each_n(exec, net_of_.size(),
                 detail::tree_gather_op<space>{{op, values}, std::as_const(net_of_).view(), few_nodes});
    for_each_n(
        exec, design.pin_count(),
        detail::pin_load_op<space, float>{graph_, design.net_arc_count(),
                                          std::as_const(adjoint.sink_load).view(), adjoint.pin_load.view()});
  }

 private:
  static constexpr id few_nodes = 256, some_nodes = 2048;  // in tiles, by a warp; more: by a block
  static_assert(few_nodes <= detail::tree_tile_nodes);

  static buffer<id, space> list(cuda_executor const& exec, std::size_t nets,
                                detail::reaches_between<space> const& keep) {
    buffer<id, space> all(exec, nets);
    std::size_t const n = select(exec, nets, keep, all.view());
    return clone(exec, std::as_const(all).view().subspan(0, n));
  }
  static std::vector<id> nodes_of(cuda_executor const& exec, rc_forest_view<space> const& forest,
                                  buffer<id, space> const& nets) {
    buffer<id, space> nodes(exec, nets.size());
    for_each_n(exec, nets.size(), gather_op<id, space>{nets.view(), forest.reached, nodes.view()});
    return to_vector(exec, std::as_const(nodes).view());
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
    detail::tree_lists lists{some_.view(), many_.view(), some_depths_.view(), many_depths_.view(),
                             start_.view()};
    lists.some_from = static_cast<unsigned>(conditions * many_.size());
    lists.blocks = lists.some_from + blocks_of(32 * conditions * some_.size(), threads);
    if (lists.blocks == 0) return;
    detail::tree_adjoint_kernel<<<lists.blocks, threads, 0, exec.stream>>>(op, values, lists);
    check_cuda(cudaGetLastError(), "tree_adjoint_kernel");
  }
  static unsigned blocks_of(std::size_t threads, std::size_t a_block) {
    return static_cast<unsigned>((threads + a_block - 1) / a_block);
  }

  timing_graph_view<space> graph_;
  buffer<std::uint8_t, space> drives_, is_ideal_;
  buffer<id, space> net_of_, start_, few_, few_tiles_, some_, many_, some_depths_, many_depths_;
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
