#pragma once

#include <cstdint>
#include <limits>
#include <utility>

#include "gsta/core/algorithm.cuh"
#include "gsta/core/executor.hpp"
#include "gsta/rc/detail/star_plan.cuh"
#include "gsta/rc/detail/tree_bins.hpp"
#include "gsta/rc/detail/tree_plan.cuh"
#include "gsta/rc/elmore.hpp"
#include "gsta/rc/star.hpp"

namespace gsta {

/// Star wires on the device, shared out once: `run` allocates nothing and does not wait, so a stream that is
/// being captured takes it as it is. Bound to the arrays it was made with, whose values (locations, pin
/// loads) may change; connections and ideal nets may not. Writes the bits of `update_star_wires`.
class star_wire_plan {
 public:
  /// Where all arrays lie that the plan reads and writes.
  static constexpr memory_space space = memory_space::device;

  /// As `make_wire_plan` says, which is how to make one.
  star_wire_plan(cuda_executor const& exec, flat_view<space> const& design, star_view<space> const& star,
                 wire_state<space>& wires, wire_options const& options)
      : op_(detail::make_star_op(design, star, wires, options)) {
    detail::require_star(design, star, wires, options);
    share_out(exec);
    write_unchanging(exec, wires);
  }

  /// Binds other arrays for these connections and ideal nets. What was recorded keeps the former ones.
  void rebind(cuda_executor const& exec, flat_view<space> const& design, star_view<space> const& star,
              wire_state<space>& wires) {
    wire_options const options{.slew = op_.write.slew};
    detail::require_star(design, star, wires, options);
    op_ = detail::make_star_op(design, star, wires, options);
    write_unchanging(exec, wires);
  }

  /// Writes the wires of all nets: one launch on the stream of `exec`, none where there is no net.
  void run(cuda_executor const& exec) const {
    if (bins_.blocks == 0) return;
    using op = detail::star_op<space>;
    if (op_.reduces())
      detail::star_plan_kernel<op, true><<<bins_.blocks, detail::star_threads, 0, exec.stream>>>(op_, bins_);
    else
      detail::star_plan_kernel<op><<<bins_.blocks, detail::star_threads, 0, exec.stream>>>(op_, bins_);
    check_cuda(cudaGetLastError(), "star_plan_kernel");
  }

 private:
  /// Also pi models where no sink or only an ideal wire is: nothing.
  static void write_unchanging(cuda_executor const& exec, wire_state<space>& wires) {
    fill(exec, wires.load.view(), same_value(0.0f));
    fill(exec, wires.pi.view(), pi_load{});
  }

  void share_out(cuda_executor const& exec) {
    using between = detail::net_size_between<space>;
    auto const& nets = op_.design.nets;
    std::size_t const count = nets.driver.size();
    if (count == 0) return;
    slot_ = buffer<detail::star_slot, space>(exec, nets.sink.size());
    for_each_n(
        exec, count,
        detail::star_location_op{nets.driver, nets.begin, op_.star.ideal, slot_.view(), op_.reduces()});
    tiles_ = detail::pack_tiles(exec, nets.begin, serial);
    empty_ = detail::list_nets(exec, count, between{nets.begin, 0, 0});
    wide_ = detail::list_nets(exec, count, between{nets.begin, serial + 1, detail::star_warp_sinks});
    huge_ = detail::list_nets(exec, count, between{nets.begin, detail::star_warp_sinks + 1, most});
    bins_ = {std::as_const(slot_).view(), std::as_const(tiles_).view(), std::as_const(wide_).view(),
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
  buffer<detail::star_slot, space> slot_;
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

/// RC trees on the device, shared out once: `run` allocates nothing and does not wait, so a stream that is
/// being captured takes it as it is. Bound to the arrays it was made with, whose values (R, C, pin loads) may
/// change; connections may not. Keeps sums in shared memory, so no `rc_state` is needed or written. Writes
/// the bits of `update_wires`.
class tree_wire_plan {
 public:
  /// Where all arrays lie that the plan reads and writes.
  static constexpr memory_space space = memory_space::device;

  /// As `make_wire_plan` says, which is how to make one.
  tree_wire_plan(cuda_executor const& exec, flat_view<space> const& design,
                 rc_forest_view<space> const& forest, wire_state<space>& wires, wire_options const& options) {
    bind(design, forest, wires, options);
    if (nets() > 0) share_out(exec);
    write_unchanging(exec, wires);
  }

  /// Binds other arrays for these connections. What was recorded keeps the former ones.
  void rebind(cuda_executor const& exec, flat_view<space> const& design, wire_state<space>& wires) {
    bind(design, op_.forest, wires, op_.options);
    write_unchanging(exec, wires);
  }

  /// Writes the wires of all nets: one launch on the stream of `exec`, none where there is no net, and one
  /// more for nets that are known as what they were reduced to.
  void run(cuda_executor const& exec) const {
    run_given(exec);
    if (bins_.blocks == 0) return;
    using op = detail::device_elmore_op;
    if (op_.reduces())
      detail::tree_plan_kernel<op, true><<<bins_.blocks, detail::tree_threads, 0, exec.stream>>>(op_, bins_);
    else
      detail::tree_plan_kernel<op><<<bins_.blocks, detail::tree_threads, 0, exec.stream>>>(op_, bins_);
    check_cuda(cudaGetLastError(), "tree_plan_kernel");
  }

 private:
  void bind(flat_view<space> const& design, rc_forest_view<space> const& forest, wire_state<space>& wires,
            wire_options const& options) {
    require(wires.sink.size() == design.net_arc_count() && wires.load.size() == design.pin_count() &&
                forest.sink_position.size() == design.net_arc_count(),
            "make_wire_plan: the state was made for another design");
    detail::require_pi(design, wires, options);
    rc_state<space> unused;
    op_ = detail::make_elmore_op(design, forest, unused, wires, options);
  }

  /// These count pins' loads to tell whether they are wires.
  void run_given(cuda_executor const& exec) const {
    using op = detail::listed_nets_op<space, detail::device_elmore_op>;
    if (!given_.empty()) detail::for_each_net(exec, given_.size(), op{op_, given_.view()});
  }

  void write_unchanging(cuda_executor const& exec, wire_state<space>& wires) const {
    fill(exec, wires.load.view(), same_value(0.0f));
    fill(exec, wires.pi.view(), pi_load{});
    for_each_n(exec, nets(), detail::unchanging_wires<space>{op_});
  }

  std::size_t nets() const { return op_.design.nets.driver.size(); }

  void share_out(cuda_executor const& exec) {
    auto const& begin = op_.forest.begin;
    record_ = buffer<detail::tree_record, space>(exec, op_.forest.node.size());
    for_each_n(exec, nets(),
               detail::tree_record_op<space>{op_.design, op_.forest, record_.view(), op_.reduces()});
    tiles_ = detail::pack_tiles(exec, begin, detail::tile_nodes);
    constexpr id most = std::numeric_limits<id>::max();
    by_warp_ = list_trees(exec, 1, detail::warp_nodes);
    by_block_ = list_trees(exec, detail::warp_nodes + 1, detail::block_nodes);
    huge_ = list_trees(exec, detail::block_nodes + 1, most);
    ideal_few_ = list_ideal(exec, 0, detail::serial_terms);
    ideal_many_ = list_ideal(exec, detail::serial_terms + 1, most);
    given_ = detail::list_nets(exec, nets(), detail::is_given_net<space>{op_.design.rc.root});
    make_scratch(exec);
    bins_ = {std::as_const(record_).view(),     std::as_const(tiles_).view(),
             std::as_const(by_warp_).view(),    std::as_const(by_block_).view(),
             std::as_const(huge_).view(),       std::as_const(ideal_few_).view(),
             std::as_const(ideal_many_).view(), scratch_.view(),
             std::as_const(scratch_at_).view()};
    number_blocks();
  }

  buffer<id, space> list_trees(cuda_executor const& exec, id low, id high) const {
    return detail::list_nets(exec, nets(),
                             detail::big_tree_between<space>{op_.design.nets, op_.forest, detail::tile_nodes,
                                                             low, high, op_.reduces()});
  }
  buffer<id, space> list_ideal(cuda_executor const& exec, id low, id high) const {
    return detail::list_nets(
        exec, nets(), detail::ideal_net_between<space>{op_.forest.begin, op_.design.nets.begin, low, high});
  }

  void make_scratch(cuda_executor const& exec) {
    if (huge_.empty()) return;
    buffer<id, space> nodes(exec, huge_.size());
    for_each_n(exec, huge_.size(),
               detail::tree_size_op<space>{op_.forest, std::as_const(huge_).view(), nodes.view()});
    scratch_at_ = buffer<id, space>(exec, huge_.size() + 1);
    exclusive_scan(exec, std::as_const(nodes).view(), scratch_at_.view());
    auto const total = to_vector(exec, scratch_at_.view().subspan(huge_.size(), 1))[0];
    scratch_ = buffer<float, space>(exec, 2 * std::size_t{conditions} * static_cast<std::size_t>(total));
  }

  void number_blocks() {
    constexpr std::size_t warps = detail::tree_warps;
    bins_.by_block_from = static_cast<unsigned>(conditions * huge_.size());
    bins_.by_warp_from = bins_.by_block_from + static_cast<unsigned>(by_block_.size());
    bins_.many_from = bins_.by_warp_from + blocks_of(by_warp_.size(), warps);
    bins_.tiles_from = bins_.many_from + blocks_of(ideal_many_.size(), warps);
    bins_.few_from = bins_.tiles_from + blocks_of(tiles_.size(), warps);
    bins_.blocks = bins_.few_from + blocks_of(ideal_few_.size(), detail::tree_threads);
  }
  static unsigned blocks_of(std::size_t items, std::size_t a_block) {
    return static_cast<unsigned>((items + a_block - 1) / a_block);
  }

  detail::device_elmore_op op_{};
  buffer<detail::tree_record, space> record_;
  buffer<detail::warp_tile, space> tiles_;
  buffer<id, space> by_warp_, by_block_, huge_, ideal_few_, ideal_many_, given_, scratch_at_;
  buffer<float, space> scratch_;
  detail::tree_bins bins_{};
};

/// A plan of RC trees.
///
/// Shapes: as `update_wires`. Cost: O(nodes), and 17 bytes a node while the plan lives. Where: the executor;
/// waits for the sizes of bins. Writes once what never changes: the loads of pins that drive nothing, sinks
/// that no tree reaches, delays of ideal wires. Needs: the arrays outlive the plan, and nobody else writes
/// `wires`. Throws: argument_error on sizes, what allocation throws. Paper: none; the passes are those of
/// Guo, Huang, Lin, ICCAD 2020, Algorithm 2, over nodes that are ready instead of one after another.
inline tree_wire_plan make_wire_plan(cuda_executor const& exec, flat_view<memory_space::device> const& design,
                                     rc_forest_view<memory_space::device> const& forest,
                                     wire_state<memory_space::device>& wires, wire_options options = {}) {
  return {exec, design, forest, wires, options};
}

}  // namespace gsta
