#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/path_circuits.hpp"
#include "bench/paths_tables.cuh"

namespace gsta_bench {

/// Renumbering by level, degree and neighbours: what it costs and what it gains.
inline void study_orders(path_tables& tables, circuit_size const& size, std::size_t k) {
  auto const& exec = tables.exec();
  auto const original = make_circuit(exec, size);
  std::printf(
      "\n| %s, %s paths | reordered in | pulls | search | traces | total | all, MiB "
      "|\n|---|---|---|---|---|---|---|\n",
      size.name.c_str(), short_number(k).c_str());
  struct kind {
    char const* name;
    int order;
  };
  static constexpr kind kinds[] = {{"as it is", -1}, {"level", 0}, {"degree", 1}, {"neighbours", 2}};
  static constexpr gsta::vertex_order orders[] = {gsta::vertex_order::level, gsta::vertex_order::degree,
                                                  gsta::vertex_order::neighbours};
  auto const nothing = [](int) {};
  std::vector<femtoseconds> expected;
  for (kind const& by : kinds) {
    double ms = 0;
    std::optional<gsta::vertex_order> order;
    if (by.order >= 0) {
      order = orders[by.order];
      auto const rows = make_search_rows(exec, original.view);
      ms = waiting_ms(exec, nothing, [&] { reorder(exec, rows, original.view, *order); });
    }
    path_case on(exec, size.name, device_graph(original), false, order);
    path_times const t = measure_paths(exec, on, {.k = k});
    std::printf("| %s | %.3f | %.3f | %.3f | %.3f | %.3f | %.0f |\n", by.name, ms, t.pulls, t.search,
                t.traces, t.total, t.peak / mebibyte);
    on.restore();
    on.pull();
    on.search({.k = k});
    auto const cost = to_vector(exec, on.found->paths.view.cost);
    if (expected.empty()) expected = cost;
    tables.say(std::string("costs are the same by ") + by.name, cost == expected);
    std::fflush(stdout);
  }
}

/// How far paths with few sidetracks are from the right ones: costs compared place by place, as in the
/// papers.
struct mdl_error {
  double average = 0, largest = 0;  ///< ps
};
inline mdl_error error_of(std::vector<femtoseconds> const& found, std::vector<femtoseconds> const& exact) {
  mdl_error error;
  for (std::size_t i = 0; i < found.size(); ++i) {
    double const off = static_cast<double>(found[i] - exact[i]) / 1000;
    error.average += off / static_cast<double>(found.size());
    error.largest = std::max(error.largest, off);
  }
  return error;
}

inline void study_mdl(path_tables& tables, circuit_size const& size, std::vector<std::size_t> const& counts,
                      std::vector<int> const& levels) {
  auto const& exec = tables.exec();
  path_case on(exec, size.name, make_circuit(exec, size));
  on.restore();
  on.pull();
  double const longest = static_cast<double>(40000 * size.levels + 25000 -
                                             to_vector(exec, on.costs.view().suffix)[size.vertices]) /
                         1000;
  std::printf(
      "\nErrors of level_mdl on %s, ps: average / largest (the longest path takes about %.0f ps)\n\n| MDL |",
      size.name.c_str(), longest);
  for (std::size_t const k : counts) std::printf(" %s | found |", short_number(k).c_str());
  std::printf("\n|---|");
  for (std::size_t i = 0; i < counts.size(); ++i) std::printf("---|---|");
  std::printf("\n");
  std::vector<std::vector<femtoseconds>> exact;
  for (std::size_t const k : counts) {
    on.search({.k = k});
    exact.push_back(to_vector(exec, on.found->paths.view.cost));
  }
  for (int const level : levels) {
    std::printf("| %d |", level);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      on.search({.k = counts[i]}, gsta::schemes::level_mdl{.most_deviations = level});
      auto const cost = to_vector(exec, on.found->paths.view.cost);
      mdl_error const error = error_of(cost, exact[i]);
      std::printf(" %.3f / %.3f | %zu |", error.average, error.largest, cost.size());
      tables.say("level_mdl is never better than exact",
                 cost.size() <= exact[i].size() && error.average >= 0);
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}

}  // namespace gsta_bench
