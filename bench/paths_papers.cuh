#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/path_circuits.hpp"
#include "bench/path_matrices.hpp"
#include "bench/paths_studies.cuh"
#include "bench/paths_tables.cuh"

/// Tables that stand beside figures 10 to 14 of ICS'26 and figure 14 of TCAD'23.
namespace gsta_bench {

namespace detail {
struct told_engine {
  std::string name;
  gsta::k_paths_options options;
  gsta::schemes::any_path_engine engine = gsta::path_engine::bounded;
};

/// The search alone, in ms, and its list, cheapest first; costs are there before.
inline double search_ms(path_tables& tables, path_case& on, told_engine const& how) {
  return waiting_ms(
      tables.exec(),
      [&](int run) {
        on.forget();
        on.change(run);
        on.pull();
      },
      [&] { on.search(how.options, how.engine); });
}
inline std::vector<femtoseconds> costs_of(path_tables& tables, path_case& on, told_engine const& how) {
  on.change(0);
  on.pull();
  on.search(how.options, how.engine);
  return to_vector(tables.exec(), on.found->paths.view.cost);
}

/// The mean over places of the list, in per cent of what the exact path there takes. A circuit's costs are
/// `from` less delays; those of a matrix are what paths take, and `from` is 0.
inline double mean_error(std::vector<femtoseconds> const& found, std::vector<femtoseconds> const& exact,
                         femtoseconds from) {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (exact[i] == from) continue;
    sum += static_cast<double>(found[i] - exact[i]) / std::abs(static_cast<double>(from - exact[i]));
    ++count;
  }
  return count == 0 ? 0 : 100 * sum / static_cast<double>(count);
}
/// About what the first edges of a circuit's paths weigh.
inline femtoseconds from_of(circuit_size const& size) {
  return static_cast<femtoseconds>(40000 * size.levels + 25000);
}

inline told_engine of_levels(std::size_t k, int most) {
  return {"level_mdl L=" + std::to_string(most), {.k = k}, gsta::schemes::level_mdl{.most_deviations = most}};
}

/// A row an engine: costs and search, and how far the list is from the exact one.
inline void compare_engines(path_tables& tables, path_case& on, std::string const& first_cells, std::size_t k,
                            std::vector<int> const& levels, femtoseconds from) {
  std::vector<told_engine> engines{{"bounded", {.k = k}},
                                   {"dual_queue", {.k = k}, gsta::schemes::dual_queue{}}};
  for (int const most : levels) engines.push_back(of_levels(k, most));
  double const pulls = median_ms(tables.exec(), [&](int run) { on.change(run); }, [&] { on.pull(); });
  std::vector<femtoseconds> exact;
  for (auto const& how : engines) {
    try {
      double const ms = search_ms(tables, on, how);
      auto const found = costs_of(tables, on, how);
      if (exact.empty()) exact = found;
      if (std::holds_alternative<gsta::schemes::dual_queue>(how.engine))
        tables.say(on.name + ": dual_queue gives the costs of bounded", found == exact);
      std::printf("| %s | %s | %.3f | %.3f | %.3f | %zu |\n", first_cells.c_str(), how.name.c_str(), ms,
                  pulls + ms, mean_error(found, exact, from), found.size());
    } catch (gsta::argument_error const& e) {
      std::printf("| %s | %s | %s |\n", first_cells.c_str(), how.name.c_str(), e.what());
    }
    on.forget();
    std::fflush(stdout);
  }
}
}  // namespace detail

/// By the number of paths: a densified circuit and a mesh.
inline void study_counts(path_tables& tables) {
  std::printf(
      "\n| graph | k | engine | search | with pulls | mean error, %% | found "
      "|\n|---|---|---|---|---|---|---|\n");
  static constexpr std::size_t counts[] = {10, 100, 1'000, 10'000, 100'000, 1'000'000};
  auto const run = [&](path_case& on, femtoseconds from) {
    for (std::size_t const k : counts)
      detail::compare_engines(tables, on, on.name + " | " + short_number(k), k, {2, 4}, from);
  };
  {
    circuit_size const size = densified(paper_circuits()[3]);
    path_case on(tables.exec(), size.name, make_circuit(tables.exec(), size));
    run(on, detail::from_of(size));
  }
  matrix_shape const shape = paper_matrices()[0];
  path_case on(tables.exec(), shape.name, make_matrix(tables.exec(), shape));
  run(on, 0);
}

/// Few paths: pulls, and the search by counts and in one go; what pulls and search take together, over the
/// pulls.
inline void study_few(path_tables& tables) {
  std::printf(
      "\n| graph | k | pulls | search by counts | in one go | pulls and search | over pulls | generated / k "
      "| "
      "active |\n|---|---|---|---|---|---|---|---|---|\n");
  gsta::cuda_executor const& exec = tables.exec();
  auto const& circuits = paper_circuits();
  for (circuit_size const& size :
       {densified(circuits[3]), densified(circuits[4]), circuits[3], circuits[0]}) {
    path_case on(exec, size.name, make_circuit(exec, size));
    auto const fresh = [&](int run) {
      on.forget();
      on.change(run);
    };
    auto const with_costs = [&](int run) {
      fresh(run);
      on.pull();
    };
    double const pulls = median_ms(exec, fresh, [&] { on.pull(); });
    for (std::size_t const k : {1, 10, 100, 300, 1000}) {
      gsta::k_paths_options const options{.k = k};
      gsta::detail::bounded_tuning const counts{.few_on_device = 0}, at_once{};
      double const by_counts = waiting_ms(exec, with_costs, [&] { on.search(options, counts); });
      double const in_one_go = waiting_ms(exec, with_costs, [&] { on.search(options, at_once); });
      double const both = waiting_ms(exec, fresh, [&] {
        on.pull();
        on.search(options, at_once);
      });
      for (int const run : {0, 1, 2}) {
        with_costs(run);
        on.search(options, counts);
        auto const expected = brought_back(exec, *on.found);
        on.search(options, at_once);
        tables.say(size.name + " " + std::to_string(k) + ": in one go as by counts",
                   brought_back(exec, *on.found) == expected);
      }
      auto const& did = on.found->statistics;
      std::printf("| %s | %zu | %.3f | %.3f | %.3f | %.3f | %.2f | %.2f | %zu |\n", size.name.c_str(), k,
                  pulls, by_counts, in_one_go, both, both / pulls,
                  static_cast<double>(did.generated) / static_cast<double>(k), did.active);
      tables.targets().put(size.name + " " + std::to_string(k) + " over pulls", both / pulls);
      on.forget();
      std::fflush(stdout);
    }
  }
}

/// By the number of levels: circuits of 300 K vertices and 12 M edges, 100K paths.
inline void study_diameters(path_tables& tables) {
  std::printf(
      "\n| levels | engine | search | with pulls | mean error, %% | found |\n|---|---|---|---|---|---|\n");
  for (std::size_t const levels : {30, 60, 120, 240, 480, 960}) {
    circuit_size const size = densified({std::to_string(levels) + " levels", 300'000, 570'000, levels});
    path_case on(tables.exec(), size.name, make_circuit(tables.exec(), size));
    detail::compare_engines(tables, on, std::to_string(levels), 100'000, {3}, detail::from_of(size));
  }
}

/// By edges a vertex, 1M paths: a circuit's random ones, and a band's.
inline void study_densities(path_tables& tables) {
  std::printf(
      "\n| graph | density | engine | search | with pulls | mean error, %% | found "
      "|\n|---|---|---|---|---|---|---|\n");
  for (int const density : {10, 20, 50, 60}) {
    std::string const at = " | " + std::to_string(density);
    {
      circuit_size const size = densified(paper_circuits()[4], density);
      path_case on(tables.exec(), size.name, make_circuit(tables.exec(), size));
      detail::compare_engines(tables, on, "des_perf" + at, 1'000'000, {1, 2}, detail::from_of(size));
    }
    matrix_shape shape = paper_matrices()[1];
    shape.degree = density;
    path_case on(tables.exec(), shape.name, make_matrix(tables.exec(), shape));
    detail::compare_engines(tables, on, shape.name + at, 1'000'000, {1, 2}, 0);
  }
}

/// Steps of dual_queue: fixed ones, in ps, and the one that follows the graph.
inline void study_steps(path_tables& tables) {
  std::printf("\n| graph | step | search | generated / k | waves |\n|---|---|---|---|---|\n");
  auto const run = [&](path_case& on) {
    std::vector<detail::told_engine> all{{"dynamic", {.k = 1'000'000}, gsta::schemes::dual_queue{}}};
    for (int const step : {2, 4, 6, 20, 100}) {
      all.push_back(all.front());
      all.back().name = std::to_string(step);
      femtoseconds const fixed = femtoseconds{1000} * step;
      all.back().engine =
          gsta::schemes::dual_queue{.smallest_step = fixed, .largest_step = fixed, .growth = 1};
    }
    for (auto const& how : all) {
      double const ms = detail::search_ms(tables, on, how);
      detail::costs_of(tables, on, how);
      auto const& did = on.found->statistics;
      std::printf("| %s | %s | %.3f | %.2f | %zu |\n", on.name.c_str(), how.name.c_str(), ms,
                  static_cast<double>(did.generated) / 1e6, did.waves);
      on.forget();
      std::fflush(stdout);
    }
  };
  {
    matrix_shape const shape = paper_matrices()[1];
    path_case on(tables.exec(), shape.name, make_matrix(tables.exec(), shape));
    run(on);
  }
  circuit_size const size = densified(paper_circuits()[2]);
  path_case on(tables.exec(), size.name, make_circuit(tables.exec(), size));
  run(on);
}

/// dual_queue's expansion by a thread and by a warp a path, 1M paths of densified circuits.
inline void study_expansion(path_tables& tables) {
  std::printf("\n| graph | a thread a path | a warp a path |\n|---|---|---|\n");
  for (std::size_t const which : {1, 0, 2}) {
    circuit_size const size = densified(paper_circuits()[which]);
    path_case on(tables.exec(), size.name, make_circuit(tables.exec(), size));
    using gsta::schemes::path_expansion;
    auto const by = [](path_expansion expansion) {
      return detail::told_engine{"", {.k = 1'000'000}, gsta::schemes::dual_queue{.expansion = expansion}};
    };
    auto how = by(path_expansion::thread);
    double const thread = detail::search_ms(tables, on, how);
    auto const expected = detail::costs_of(tables, on, how);
    how = by(path_expansion::warp);
    double const warp = detail::search_ms(tables, on, how);
    tables.say(size.name + ": a warp a path finds the same", detail::costs_of(tables, on, how) == expected);
    std::printf("| %s | %.3f | %.3f |\n", size.name.c_str(), thread, warp);
    on.forget();
    std::fflush(stdout);
  }
}

/// Where the time of 100K paths of leon2 goes: of the whole, costs, search and writing out.
inline void study_breakdown(path_tables& tables) {
  circuit_size const size = paper_circuits()[0];
  path_case on(tables.exec(), size.name, make_circuit(tables.exec(), size));
  using gsta::schemes::level_compression;
  auto const level = [](char const* name, level_compression how) {
    return detail::told_engine{name, {.k = 100'000}, gsta::schemes::level_mdl{.compression = how}};
  };
  std::vector<detail::told_engine> const all{
      {"bounded", {.k = 100'000}},
      level("compressed on the host (DAC'21)", level_compression::host),
      level("merged on the device (TCAD'23)", level_compression::merge),
      level("by the bits of costs", level_compression::radix)};
  std::printf(
      "\n| leon2, 100K paths | pulls, %% | search, %% | traces, %% | all, ms |\n|---|---|---|---|---|\n");
  double const pulls = median_ms(tables.exec(), [&](int run) { on.change(run); }, [&] { on.pull(); });
  for (auto const& how : all) {
    double const search = detail::search_ms(tables, on, how);
    detail::costs_of(tables, on, how);
    double const traces = waiting_ms(tables.exec(), [](int) {}, [&] { on.trace(); });
    double const sum = pulls + search + traces;
    std::printf("| %s | %.1f | %.1f | %.1f | %.3f |\n", how.name.c_str(), 100 * pulls / sum,
                100 * search / sum, 100 * traces / sum, sum);
    on.forget();
    std::fflush(stdout);
  }
}

}  // namespace gsta_bench
