#pragma once

#include <cstdio>
#include <string>

#include "bench/path_circuits.hpp"
#include "bench/path_matrices.hpp"
#include "bench/paths_tables.cuh"
#include "gsta/path/detail/bounded/search.hpp"

namespace gsta_bench {

namespace detail {
/// One try at a range in which the paths lie that a search finds, part by part, each waited for.
inline void time_counting(path_tables& tables, path_case& on, std::size_t k) {
  namespace parts = gsta::detail;
  constexpr auto S = gsta::memory_space::device;
  gsta::cuda_executor const& exec = tables.exec();
  on.change(0);
  on.pull();
  on.search({.k = k});
  auto const cost = to_vector(exec, on.found->paths.view.cost);
  on.forget();
  femtoseconds const range = cost.empty() ? 0 : cost.back() - cost.front();
  auto problem = on.problem();
  parts::work_memory memory(std::size_t{16} << 30);
  parts::work_array<femtoseconds, S> prefix;
  if (problem.costs.prefix.empty()) {
    prefix = parts::work_array<femtoseconds, S>(exec, memory, problem.graph.vertex_count());
    problem.costs.prefix = prefix.read();
    find_near_prefixes(exec, on.rows, problem, {.paths = k, .excess = range}, prefix.view(), memory);
  }
  auto const nothing = [](int) {};
  parts::active_set<S> set(exec, problem, memory);
  double const collects = waiting_ms(exec, nothing, [&] { collect_sidetracks(exec, set, range, k); });
  parts::line_graph<S> lines(exec, problem, set.view(), range, memory);
  std::size_t entries = 0;
  double const lists = waiting_ms(exec, nothing, [&] {
    entries = count_line_graph(exec, lines, parts::most_paths);
    lines.fill(exec, entries);
  });
  parts::path_estimate estimate;
  double const counts = waiting_ms(exec, nothing, [&] {
    estimate = estimate_paths(exec, lines, range, parts::bounded_tuning{}.buckets, k + k / 2, memory);
  });
  std::printf("| %s | %s | %zu | %zu | %zu | %zu | %.3f | %.3f | %.3f |\n", on.name.c_str(),
              short_number(k).c_str(), set.view().size(), lines.stops(), entries, estimate.all(), collects,
              lists, counts);
  std::fflush(stdout);
}
}  // namespace detail

/// What a try of a search takes: sidetracks collected, lists of which may follow which, paths counted.
inline void study_counting(path_tables& tables) {
  std::printf(
      "\n| graph | k | sidetracks | stops | entries of lists | paths counted | collected, ms | lists, ms | "
      "counted, ms |\n|---|---|---|---|---|---|---|---|---|\n");
  auto const& exec = tables.exec();
  constexpr std::size_t k = 1'000'000;
  for (circuit_size const& size : {paper_circuits()[0], densified(paper_circuits()[0])}) {
    path_case on(exec, size.name, make_circuit(exec, size), size.unit);
    detail::time_counting(tables, on, k);
  }
  for (matrix_shape const& shape : paper_matrices()) {
    path_case on(exec, shape.name, make_matrix(exec, shape));
    detail::time_counting(tables, on, k);
  }
}

}  // namespace gsta_bench
