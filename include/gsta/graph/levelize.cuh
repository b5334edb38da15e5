#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/graph/detail/level_walk.cuh"
#include "gsta/graph/detail/stable_order.cuh"
#include "gsta/graph/levelize.hpp"

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::levelize, cuda_executor> = true;

namespace detail {
template <unsigned Block>
__global__ void __launch_bounds__(Block) level_walk_kernel(level_walk walk) {
  __shared__ walk_shared shared;
  walk_levels(walk, shared);
}

/// What is sorted: the vertices by id, under their levels, counted from the last one if need be.
struct list_vertices_op {
  device_span<id> level, vertex;
  id levels;
  levelize_direction direction;
  GSTA_HD void operator()(std::size_t v) const noexcept {
    vertex[v] = static_cast<id>(v);
    if (direction == levelize_direction::backward) level[v] = levels - 1 - level[v];
  }
};

/// Blocks that can wait for each other, or none where the device cannot do that.
inline unsigned blocks_of_walk(std::size_t vertices) {
  int device = 0, cooperative = 0, multiprocessors = 0, resident = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device),
             "cudaDeviceGetAttribute");
  check_cuda(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
             "cudaDeviceGetAttribute");
  check_cuda(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, level_walk_kernel<walk_block>, walk_block, 0),
      "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  if (cooperative == 0 || resident == 0) return 0;
  std::size_t const useful = (vertices + walk_block - 1) / walk_block;
  return static_cast<unsigned>(std::min(useful, static_cast<std::size_t>(multiprocessors)));
}

/// The arrays of a walk. `order` holds the ends of levels until the vertices are sorted into it.
struct level_arrays {
  using array = buffer<id, memory_space::device>;
  array level, order;
  buffer<row_piece, memory_space::device> queue;
  buffer<level_progress, memory_space::device> progress;
  buffer<level_report, memory_space::device> report;

  level_arrays(cuda_executor const& exec, std::size_t vertices, std::size_t arcs)
      : level(exec, vertices),
        order(exec, vertices),
        queue(exec, std::max(vertices, most_pieces(vertices, arcs))),  // sorting uses it again
        progress(exec, 1),
        report(exec, 1) {}
};

/// Launches the walk along `walked` rows, which ends in levels, ends of levels and a report.
inline void launch_walk(cuda_executor const& exec, timing_graph_view<memory_space::device> const& walked,
                        unsigned blocks, level_arrays& arrays) {
  level_walk walk{static_cast<id>(walked.vertex_count()),
                  walked.fanin_begin.data(),
                  walked.fanout_begin.data(),
                  walked.fanout_to.data(),
                  arrays.level.data(),
                  arrays.queue.data(),
                  arrays.order.data(),
                  arrays.progress.data(),
                  arrays.report.data()};
  check_cuda(cudaMemsetAsync(walk.progress, 0, sizeof(level_progress), exec.stream), "cudaMemsetAsync");
  void* arguments[] = {&walk};
  check_cuda(cudaLaunchCooperativeKernel(level_walk_kernel<walk_block>, dim3(blocks), dim3(walk_block),
                                         arguments, 0, exec.stream),
             "cudaLaunchCooperativeKernel");
}

/// Waits for the walk; the begins of levels, or nothing if some vertices were never reached.
inline std::vector<id> read_levels(cuda_executor const& exec, level_arrays& arrays) {
  level_report const report = to_vector(exec, arrays.report.view())[0];
  if (static_cast<std::size_t>(report.ordered) < arrays.level.size()) return {};
  auto const levels = static_cast<std::size_t>(report.levels);
  std::size_t const reported = std::min(levels, level_report::capacity);
  std::vector<id> begin{0};
  begin.insert(begin.end(), report.end, report.end + reported);
  if (levels > reported) {
    std::vector<id> const rest = to_vector(exec, arrays.order.view().subspan(reported, levels - reported));
    begin.insert(begin.end(), rest.begin(), rest.end());
  }
  return begin;
}

/// Sorts the vertices by level into `order`. Does not wait.
inline void order_by_level(cuda_executor const& exec, std::size_t levels, levelize_direction direction,
                           level_arrays& arrays) {
  std::size_t const n = arrays.level.size();
  // The queue is done with: it lends the sort two arrays.
  device_span<id> const spare(reinterpret_cast<id*>(arrays.queue.data()), 2 * n);
  device_span<id> const vertex = spare.subspan(0, n), sorted_level = spare.subspan(n, n);
  for_each_n(exec, n, list_vertices_op{arrays.level.view(), vertex, static_cast<id>(levels), direction});
  sort_small_keys(exec, levels, std::as_const(arrays.level).view(), sorted_level, vertex,
                  arrays.order.view());
}
}  // namespace detail

/// levelize (graph/levelize.hpp) on a device, with an equal result, in one persistent launch: a barrier of
/// the grid a level instead of a wait of the host, narrow levels by one block alone, long rows spread over
/// the grid. Devices that cannot launch cooperatively take the generic driver.
///
/// Shapes: order [vertices]. Cost: O(vertices + arcs), 28 bytes a vertex and 2 an arc for the time of the
/// call, and one sort by as many bits as levels need. Where: the executor's stream; waits once (once more for
/// each thing rare: more than 1,022 levels, a loop). Exact: the order depends on ids alone, never on
/// scheduling. Throws: graph_error as the generic driver, cuda_error, what allocation throws. Paper: as the
/// generic driver; here the frontier holds pieces of rows, so that neither direction has long rows to fear.
inline levels<memory_space::device> levelize(cuda_executor const& exec,
                                             timing_graph_view<memory_space::device> const& graph,
                                             levelize_direction direction = levelize_direction::forward) {
  unsigned const blocks = detail::blocks_of_walk(graph.vertex_count());
  if (blocks == 0) return levelize<cuda_executor>(exec, graph, direction);
  bool const backward = direction == levelize_direction::backward;
  detail::level_arrays arrays(exec, graph.vertex_count(), graph.arc_count());
  detail::launch_walk(exec, backward ? detail::turned(graph) : graph, blocks, arrays);
  levels<memory_space::device> result;
  result.begin = detail::read_levels(exec, arrays);
  if (result.begin.empty())
    throw_cycle(find_cycle(to_vector(exec, graph.fanin_begin), to_vector(exec, graph.fanin_from)));
  detail::order_by_level(exec, result.count(), direction, arrays);
  if (backward) result.begin = detail::turned(result.begin);
  result.order.view.vertex = result.order.keep(std::move(arrays.order));
  return result;
}

}  // namespace gsta
