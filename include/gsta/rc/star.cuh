#pragma once

#include <limits>
#include <utility>

#include "gsta/core/algorithm.cuh"
#include "gsta/rc/detail/star_best.cuh"
#include "gsta/rc/star.hpp"

namespace gsta {

/// Star wires on the device, shared out once: `run` allocates nothing and does not wait, so a stream that is
/// being captured takes it as it is. Bound to the arrays it was made with, whose values (places, pin loads)
/// may change; connections and ideal nets may not. Writes the bits of `update_star_wires`.
class star_wire_plan {
 public:
  /// Where all arrays lie that the plan reads and writes.
  static constexpr memory_space space = memory_space::device;

  /// As `make_wire_plan` says, which is how to make one.
  star_wire_plan(cuda_executor const& exec, flat_view<space> const& design, star_view<space> const& star,
                 wire_state<space>& wires, wire_options const& options)
      : op_(detail::make_star_op(design, star, wires, options)) {
    detail::require_star(design, star, wires);
    share_out(exec);
    fill(exec, wires.load.view(), same_value(0.0f));
  }

  /// Binds other arrays for the same connections and ideal nets. What was recorded keeps the former ones.
  void rebind(cuda_executor const& exec, flat_view<space> const& design, star_view<space> const& star,
              wire_state<space>& wires) {
    detail::require_star(design, star, wires);
    op_ = detail::make_star_op(design, star, wires, {.slew = op_.write.slew});
    fill(exec, wires.load.view(), same_value(0.0f));
  }

  /// Writes the wires of all nets: one launch on the stream of `exec`, none where there is no net.
  void run(cuda_executor const& exec) const {
    if (bins_.blocks == 0) return;
    detail::star_best_kernel<<<bins_.blocks, detail::star_threads, 0, exec.stream>>>(op_, bins_);
    check_cuda(cudaGetLastError(), "star_best_kernel");
  }

 private:
  void share_out(cuda_executor const& exec) {
    using between = detail::net_size_between<space>;
    auto const& nets = op_.design.nets;
    std::size_t const count = nets.driver.size();
    if (count == 0) return;
    place_ = buffer<detail::star_slot, space>(exec, nets.sink.size());
    for_each_n(exec, count, detail::star_location_op{nets.driver, nets.begin, op_.star.ideal, place_.view()});
    tiles_ = detail::pack_tiles(exec, nets.begin, serial);
    empty_ = detail::list_nets(exec, count, between{nets.begin, 0, 0});
    wide_ = detail::list_nets(exec, count, between{nets.begin, serial + 1, detail::star_warp_sinks});
    huge_ = detail::list_nets(exec, count, between{nets.begin, detail::star_warp_sinks + 1, most});
    bins_ = {std::as_const(place_).view(), std::as_const(tiles_).view(), std::as_const(wide_).view(),
             std::as_const(huge_).view(), std::as_const(empty_).view()};
    constexpr std::size_t warps = detail::star_threads / detail::warp_lanes;
    bins_.wide_from = static_cast<unsigned>(huge_.size());
    bins_.tiles_from = bins_.wide_from + blocks_of(wide_.size(), warps);
    bins_.empty_from = bins_.tiles_from + blocks_of(tiles_.size(), warps);
    bins_.blocks = bins_.empty_from + blocks_of(empty_.size(), detail::star_threads);
  }
  static unsigned blocks_of(std::size_t items, std::size_t a_block) {
    return static_cast<unsigned>((items + a_block - 1) / a_block);
  }
  static constexpr id serial = detail::serial_terms, most = std::numeric_limits<id>::max();

  detail::star_op<space> op_;
  buffer<detail::star_slot, space> place_;
  buffer<detail::warp_tile, space> tiles_;
  buffer<id, space> wide_, huge_, empty_;
  detail::star_bins bins_{};
};

/// A plan of star wires.
///
/// Shapes: as `update_star_wires`. Cost: O(pins), and 8 bytes a sink while the plan lives. Where: the
/// executor; waits for the sizes of bins. Zeroes the loads of pins that drive nothing, once. Needs: the
/// arrays outlive the plan, and nobody else writes `wires`. Throws: argument_error on sizes, what allocation
/// throws. Paper: none; Warp-STAR (DAC 2026) gives a net eight pins of a warp whatever its size.
inline star_wire_plan make_wire_plan(cuda_executor const& exec, flat_view<memory_space::device> const& design,
                                     star_view<memory_space::device> const& star,
                                     wire_state<memory_space::device>& wires, wire_options options = {}) {
  return {exec, design, star, wires, options};
}

}  // namespace gsta
