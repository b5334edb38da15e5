#pragma once

#include <limits>
#include <memory>
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
           star_view<space> const& star, device_span<per_condition<float> const> before,
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
      : graph_(graph), drives_(exec, design.pin_count()), is_ideal_(exec, design.net_arc_count()) {
    fill(exec, drives_.view(), std::uint8_t{0});
    fill(exec, is_ideal_.view(), std::uint8_t{0});
    std::size_t const nets = design.nets.driver.size();
    for_each_n(exec, nets,
               detail::tree_pins_op<space>{design.nets.driver, design.nets.begin, forest, drives_.view(),
                                           is_ideal_.view()});
    constexpr id most = detail::large_tile_nodes;
    make_tiles(exec, design, forest, list(exec, nets, {forest, 1, most}));
    large_ = list(exec, nets, {forest, most + 1, std::numeric_limits<id>::max()});
    if (!large_.empty()) make_large(exec, forest);
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
    sweep(exec, op, adjoint);
    for_each_n(
        exec, design.pin_count(),
        detail::pin_load_op<space, float>{graph_, design.net_arc_count(),
                                          std::as_const(adjoint.sink_load).view(), adjoint.pin_load.view()});
  }

 private:
  static buffer<id, space> list(cuda_executor const& exec, std::size_t nets,
                                detail::reaches_between<space> const& keep) {
    buffer<id, space> all(exec, nets);
    std::size_t const n = select(exec, nets, keep, all.view());
    return clone(exec, std::as_const(all).view().subspan(0, n));
  }
  static std::vector<id> gathered(cuda_executor const& exec, device_span<id const> from,
                                  buffer<id, space> const& at) {
    buffer<id, space> found(exec, at.size());
    for_each_n(exec, at.size(), gather_op<id, space>{at.view(), from, found.view()});
    return to_vector(exec, found.view());
  }

  void make_tiles(cuda_executor const& exec, flat_view<space> const& design,
                  rc_forest_view<space> const& forest, buffer<id, space> const& nets) {
    auto const tiles = detail::tile_trees(to_vector(exec, nets.view()), gathered(exec, forest.reached, nets));
    auto const net = clone(exec, tiles.net);
    tile_begin_ = clone(exec, tiles.begin);
    tile_first_ = clone(exec, tiles.first);
    large_tiles_ = tiles.large;
    auto const nodes = static_cast<std::size_t>(tiles.first.back());
    tile_depths_ = buffer<id, space>(exec, net.size());
    tile_link_ = buffer<detail::tile_link, space>(exec, nodes);
    tile_place_ = buffer<detail::tile_place, space>(exec, nodes);
    tile_start_ = buffer<std::int16_t, space>(exec, nodes);
    for_each_n(exec, net.size(),
               detail::tile_tree_op<space>{design, forest, net.view(), std::as_const(tile_first_).view(),
                                           tile_depths_.view(), tile_link_.view(), tile_place_.view(),
                                           tile_start_.view()});
  }

  void make_large(cuda_executor const& exec, rc_forest_view<space> const& forest) {
    std::size_t const nodes = forest.node.size();
    large_depths_ = buffer<id, space>(exec, large_.size());
    start_ = buffer<id, space>(exec, nodes);
    for_each_n(exec, large_.size(),
               detail::tree_depths_op<space>{forest, std::as_const(large_).view(), start_.view(),
                                             large_depths_.view()});
    for (auto* const array : {&load_, &delay_, &ldelay_, &beta_, &moment_})
      *array = buffer<per_condition<float>, space>(exec, nodes);
    auto const begin = gathered(exec, forest.begin, large_), count = gathered(exec, forest.reached, large_);
    std::vector<id> slot, base;
    for (std::size_t i = 0; i < begin.size(); ++i) {
      for (id p = 0; p < count[i]; ++p) slot.push_back(begin[i] + p);
      base.resize(slot.size(), begin[i]);
    }
    large_slot_ = clone(exec, slot);
    large_base_ = clone(exec, base);
  }

  /// Trees of each size beside each other: the largest, which are few, wait more than they compute.
  void sweep(cuda_executor const& exec, detail::tree_adjoint_op<space, float> const& op,
             tree_adjoint_state<space>& adjoint) {
    if (!large_.empty()) sweep_large(beside_->large.fork(exec), op, adjoint);
    detail::tree_tiles const tiles{tile_begin_.view(), tile_first_.view(), tile_depths_.view(),
                                   tile_link_.view(),  tile_place_.view(), tile_start_.view()};
    if (large_tiles_ > 0)
      detail::launch_tree_tiles<detail::large_tile_threads, 1>(beside_->large_tiles.fork(exec), op, tiles, 0,
                                                               large_tiles_, detail::large_tile_nodes);
    id const small = static_cast<id>(tile_begin_.size()) - 1 - large_tiles_;
    detail::launch_tree_tiles<detail::tree_tile_threads, 8>(exec, op, tiles, large_tiles_, small,
                                                            detail::tree_tile_nodes);
    if (large_tiles_ > 0) beside_->large_tiles.join(exec);
    if (!large_.empty()) beside_->large.join(exec);
  }
  void sweep_large(cuda_executor const& exec, detail::tree_adjoint_op<space, float> const& op,
                   tree_adjoint_state<space>& adjoint) {
    detail::tree_sweep_values<space> const values{load_.view(),       delay_.view(),  ldelay_.view(),
                                                  beta_.view(),       moment_.view(), adjoint.up.view(),
                                                  adjoint.down.view()};
    detail::large_tree_kernel<<<static_cast<unsigned>(conditions * large_.size()), detail::large_tree_threads,
                                0, exec.stream>>>(op, values,
                                                  {large_.view(), large_depths_.view(), start_.view()});
    check_cuda(cudaGetLastError(), "large_tree_kernel");
    for_each_n(exec, large_slot_.size(),
               detail::tree_gather_op<space>{op, values, std::as_const(large_slot_).view(),
                                             std::as_const(large_base_).view()});
  }

  struct streams {
    side_stream large, large_tiles;
  };

  timing_graph_view<space> graph_;
  buffer<std::uint8_t, space> drives_, is_ideal_;
  buffer<id, space> tile_begin_, tile_first_, tile_depths_;
  buffer<detail::tile_link, space> tile_link_;
  buffer<detail::tile_place, space> tile_place_;
  buffer<std::int16_t, space> tile_start_;
  id large_tiles_ = 0;
  buffer<id, space> large_, large_depths_, start_, large_slot_, large_base_;
  buffer<per_condition<float>, space> load_, delay_, ldelay_, beta_, moment_;
  std::unique_ptr<streams> beside_ = std::make_unique<streams>();
};

/// A plan of the adjoint of given RC trees.
///
/// Shapes: graph is the pin graph. Cost: O(nodes), 26 bytes a node while the plan lives, and
/// 84 where a tree has more than 2,048. Where: the executor;
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
