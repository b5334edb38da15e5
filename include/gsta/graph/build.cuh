#pragma once

#include "gsta/core/functional.hpp"
#include "gsta/graph/build.hpp"
#include "gsta/graph/detail/stable_order.cuh"

namespace gsta {

template <>
inline constexpr bool driver_known<primitive::build_graph, cuda_executor> = true;

namespace detail {
/// Fills the rows from arcs sorted by row: the other ends, and in begin[row + 1] where the row ends. Rows
/// without arcs keep their zero.
struct scatter_sorted_arcs_op {
  device_span<id const> row, arc, other;
  device_span<id> vertex, begin;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    vertex[i] = other[arc[i]];
    if (i + 1 == row.size() || row[i] != row[i + 1]) begin[row[i] + 1] = static_cast<id>(i + 1);
  }
};

inline compressed_rows<memory_space::device> compress_sorted(cuda_executor const& exec, std::size_t vertices,
                                                             device_span<id const> row_key,
                                                             device_span<id const> other,
                                                             device_span<id const> all_arcs) {
  std::size_t const arcs = row_key.size();
  using array = buffer<id, memory_space::device>;
  array begin(exec, vertices + 1), arc(exec, arcs), vertex(exec, arcs), row(exec, arcs);
  fill(exec, begin.view(), 0);
  sort_small_keys(exec, vertices, row_key, row.view(), all_arcs, arc.view());
  for_each_n(exec, arcs,
             scatter_sorted_arcs_op{std::as_const(row).view(), std::as_const(arc).view(), other,
                                    vertex.view(), begin.view()});
  running_maximum(exec, begin.view());
  return {std::move(begin), std::move(vertex), std::move(arc)};
}

inline buffer<id, memory_space::device> all_arcs(cuda_executor const& exec, std::size_t arcs) {
  buffer<id, memory_space::device> all(exec, arcs);
  for_each_n(exec, arcs, iota_op<memory_space::device>{all.view()});
  return all;
}
}  // namespace detail

/// compress_rows (graph/build.hpp) on a device, with an equal result, by a sort of no more bits than vertices
/// have; where rows begin is read off the sorted arcs.
///
/// Shapes: row, other [arcs], values in [0, vertices). Cost: a sort of the arcs, a scan of the vertices.
/// Where: the executor's stream; does not wait. Throws: argument_error if sizes differ or are more than ids
/// can number, what allocation throws, cuda_error.
inline compressed_rows<memory_space::device> compress_rows(cuda_executor const& exec, std::size_t vertices,
                                                           device_span<id const> row,
                                                           device_span<id const> other) {
  require(row.size() == other.size(), "compress_rows: the ends of the arcs differ in number");
  detail::require_ids(vertices, row.size());
  auto const arcs = detail::all_arcs(exec, row.size());
  return detail::compress_sorted(exec, vertices, row, other, arcs.view());
}

/// build_graph (graph/build.hpp) on a device, with an equal result, by the device's `compress_rows`.
///
/// Shapes: from, to [arcs], values in [0, vertices). Cost: two sorts of the arcs, a scan of the vertices
/// each. Where: the executor's stream; does not wait. Throws: argument_error if from and to differ in size or
/// are more than ids can number, what allocation throws, cuda_error.
inline timing_graph<memory_space::device> build_graph(cuda_executor const& exec, std::size_t vertices,
                                                      device_span<id const> from, device_span<id const> to) {
  require(from.size() == to.size(), "build_graph: from and to differ in size");
  detail::require_ids(vertices, from.size());
  auto const arcs = detail::all_arcs(exec, from.size());
  device_span<id const> const all = arcs.view();
  auto fanin = detail::compress_sorted(exec, vertices, to, from, all);
  auto fanout = detail::compress_sorted(exec, vertices, from, to, all);
  timing_graph<memory_space::device> graph;
  graph.view = {graph.keep(std::move(fanin.begin)),   graph.keep(std::move(fanin.vertex)),
                graph.keep(std::move(fanin.arc)),     graph.keep(std::move(fanout.begin)),
                graph.keep(std::move(fanout.vertex)), graph.keep(std::move(fanout.arc))};
  return graph;
}

}  // namespace gsta
