#pragma once

#include <limits>
#include <utility>

#include "gsta/adjoint/detail/star_plan.hpp"
#include "gsta/adjoint/plan.hpp"
#include "gsta/adjoint/star.hpp"
#include "gsta/core/algorithm.cuh"

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
          "make_star_adjoint_plan: the places are those of another design");
  return {exec, graph, design, star};
}

}  // namespace gsta
