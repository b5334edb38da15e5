#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

#include "bench/device_bytes.hpp"
#include "bench/device_clock.cuh"
#include "bench/device_compare.cuh"
#include "bench/device_machine.cuh"
#include "gsta/graph/build.cuh"
#include "gsta/graph/levelize.cuh"

namespace gsta_bench {

/// Times of what is done once a design; ms.
struct graph_times {
  double build = 0, levelize = 0, flatten = 0;
};

/// How many vertices leon2 is said to have with its wires, and on how many levels.
struct made_up_size {
  std::size_t vertices = 22'600'000, levels = 503;
};

namespace detail {
GSTA_HD inline std::uint64_t mixed(std::uint64_t z) noexcept {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Vertex row * levels + l stands on level l: an arc from the level before, and a fifth have one more.
struct made_up_arcs_op {
  std::size_t rows, levels;
  gsta::device_span<gsta::id> from, to;
  GSTA_HD void operator()(std::size_t k) const noexcept {
    std::size_t const one_each = rows * (levels - 1);
    bool const second = k >= one_each;
    std::size_t const j = second ? (k - one_each) * 5 + 4 : k;
    std::size_t const row = j / (levels - 1), level = 1 + j % (levels - 1);
    std::uint64_t const r = mixed(k + 12345);
    std::size_t const other = (row + rows + r % 64 - 32) % rows;
    std::size_t const from_level = second ? (r >> 32) % level : level - 1;
    from[k] = static_cast<gsta::id>(other * levels + from_level);
    to[k] = static_cast<gsta::id>(row * levels + level);
  }
};

inline void print_once(std::string const& design, char const* what, double ms, double bytes,
                       machine_facts const& machine) {
  std::printf("| %s | %s | %.1f | %.3f | %.0f %% |\n", design.c_str(), what, bytes * 1e-6, ms,
              100 * bytes / machine.copy / ms);
}
inline void print_once_header() {
  std::printf("\n| design | once a design | MB counted | ms | of copy rate |\n|---|---|---|---|---|\n");
}

inline graph_times measure_graph(gsta::cuda_executor const& exec, std::string const& name,
                                 std::size_t vertices, gsta::device_span<gsta::id const> from,
                                 gsta::device_span<gsta::id const> to, machine_facts const& machine) {
  auto const nothing = [](int) {};
  graph_times times;
  times.build =
      median_ms(exec, nothing, [&] { build_graph(exec, vertices, from, to); }, launches::as_they_come);
  auto const graph = build_graph(exec, vertices, from, to);
  times.levelize = median_ms(exec, nothing, [&] { levelize(exec, graph.view); }, launches::as_they_come);
  print_once(name, "build_graph", times.build, build_bytes(vertices, from.size()), machine);
  print_once(name, "levelize", times.levelize, levelize_bytes(vertices, from.size()), machine);
  return times;
}
}  // namespace detail

/// Graph, levels and RC trees of a design, from scratch.
inline graph_times print_once_table(gsta::cuda_executor const& exec, device_case& on,
                                    machine_facts const& machine) {
  auto& t = on.timer;
  std::string const& name = on.source->name;
  detail::print_once_header();
  auto const arcs =
      list_pin_arcs(exec, t.view().design,
                    t.options().capture == gsta::capture_required::leave_out ? gsta::check_arcs::leave_out
                                                                             : gsta::check_arcs::order_only);
  graph_times times = detail::measure_graph(exec, name, on.pins(), arcs.from.view(), arcs.to.view(), machine);
  auto const& rc = t.view().design.rc;
  if (rc.capacitance.empty()) return times;
  stage_sizes const sizes{.nets = rc.root.size(),
                          .net_arcs = t.view().design.net_arc_count(),
                          .rc_nodes = rc.capacitance.size(),
                          .rc_edges = rc.resistance.size()};
  times.flatten =
      median_ms(exec, [](int) {}, [&] { flatten_rc(exec, t.view().design); }, launches::as_they_come);
  detail::print_once(name, "flatten_rc", times.flatten, flatten_bytes(sizes), machine);
  return times;
}

/// A made-up graph of leon2's size: no design is that large here. Level l must hold the vertices made for it.
inline graph_times measure_made_up(gsta::cuda_executor const& exec, made_up_size size,
                                   machine_facts const& machine, equality& equal) {
  std::size_t const rows = size.vertices / size.levels, vertices = rows * size.levels;
  std::size_t const arcs = rows * (size.levels - 1), all = arcs + arcs / 5;
  using array = gsta::buffer<gsta::id, gsta::memory_space::device>;
  array from(exec, all), to(exec, all);
  for_each_n(exec, all, detail::made_up_arcs_op{rows, size.levels, from.view(), to.view()});
  detail::print_once_header();
  graph_times const times = detail::measure_graph(exec, "leon2's size", vertices, std::as_const(from).view(),
                                                  std::as_const(to).view(), machine);
  auto const graph = build_graph(exec, vertices, std::as_const(from).view(), std::as_const(to).view());
  auto const found = levelize(exec, graph.view);
  auto const order = to_vector(exec, found.order.view.vertex);
  bool same = found.count() == size.levels && order.size() == vertices;
  for (std::size_t i = 0; same && i < vertices; ++i)
    same = static_cast<std::size_t>(order[i]) == i % rows * size.levels + i / rows;
  equal.report("leon2's size: levels as made, by id in each", same);
  return times;
}

}  // namespace gsta_bench
