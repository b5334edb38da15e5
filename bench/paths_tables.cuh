#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <variant>
#include <vector>

#include "bench/paths_case.cuh"
#include "bench/paths_targets.hpp"
#include "gsta/path/reorder.hpp"

namespace gsta_bench {

/// Paths found, brought to the host.
struct paths_on_host {
  std::vector<femtoseconds> cost;
  std::vector<id> begin, side;
  friend bool operator==(paths_on_host const&, paths_on_host const&) = default;
};

template <gsta::executor E>
paths_on_host brought_back(E const& exec, gsta::k_paths_result<E::space> const& found) {
  auto const& view = found.paths.view;
  return {to_vector(exec, view.cost), to_vector(exec, view.begin), to_vector(exec, view.side)};
}

inline char const* name_of(gsta::schemes::any_path_engine const& engine) {
  if (std::holds_alternative<gsta::schemes::dual_queue>(engine)) return "dual_queue";
  return std::holds_alternative<gsta::schemes::level_mdl>(engine) ? "level_mdl" : "bounded";
}

inline std::string short_number(std::size_t k) {
  if (k >= 1'000'000) return std::to_string(k / 1'000'000).append("M");
  if (k >= 1000) return std::to_string(k / 1000).append("K");
  return std::to_string(k);
}

/// Measures cases and prints tables; counts results that are not equal.
class path_tables {
 public:
  path_tables(gsta::cuda_executor const& exec, path_targets& targets) : exec_(exec), targets_(&targets) {}
  int failures() const { return failures_; }

  void say(std::string const& what, bool same) {
    ++compared_;
    if (same) return;
    ++failures_;
    std::printf("FAIL %s\n", what.c_str());
  }
  void print_verdict() const {
    std::printf("%s bench_paths: %d of %d comparisons failed\n", failures_ == 0 ? "PASS" : "FAIL", failures_,
                compared_);
  }

  static void print_header() {
    std::printf(
        "\n| graph | k | engine | pulls | search | traces | total | generated / k | waves | active | "
        "working, MiB "
        "| all, MiB | steps a path |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  }

  /// One row an engine; all against `bounded`.
  void run(path_case& on, std::size_t k, std::vector<gsta::schemes::any_path_engine> const& engines) {
    paths_on_host expected;
    for (auto const& engine : engines) {
      gsta::k_paths_options const options{.k = k};
      std::string const what = on.name + " " + short_number(k) + " " + name_of(engine);
      try {
        path_times const times = measure_paths(exec_, on, options, engine);
        print_row(on, k, engine, times);
        targets_->put(on.name + " " + short_number(k) + " " + name_of(engine), times.total);
        if (std::holds_alternative<gsta::path_engine>(engine)) put(on, k, times);
        on.change(0);
        on.pull();
        on.search(options, engine);
        auto found = brought_back(exec_, *on.found);
        if (expected.cost.empty()) {
          check_sums(on, what);
          expected = std::move(found);
        } else {
          say(what + ": equal to " + name_of(engines.front()), found == expected);
        }
      } catch (gsta::argument_error const& e) {
        std::printf("| %s | %s | %s | %s |\n", on.name.c_str(), short_number(k).c_str(), name_of(engine),
                    e.what());
      }
      on.forget();
      std::fflush(stdout);
    }
  }

  /// The list of one thread of the host on the same graph.
  void check_against_host(path_case& on, std::size_t k) {
    on.change(0);
    on.pull();
    on.search({.k = k});
    gsta::host_executor const host;
    auto const graph = clone_on_host(on.graph());
    auto const rows = make_search_rows(host, graph.view);
    auto const costs = find_costs(host, rows, graph.view);
    gsta::k_paths_options const options{.k = k};
    auto const expected =
        k_critical_paths(host, rows, gsta::search_problem<gsta::memory_space::host>{graph.view, costs.view},
                         options, gsta::path_engine::best_first);
    say(on.name + " " + short_number(k) + ": the device's list is the host's",
        brought_back(exec_, *on.found) == brought_back(host, expected));
    on.forget();
  }

  gsta::cuda_executor const& exec() const { return exec_; }
  path_targets& targets() { return *targets_; }

 private:
  void print_row(path_case const& on, std::size_t k, gsta::schemes::any_path_engine const& engine,
                 path_times const& t) const {
    std::printf("| %s | %s | %s | %.3f | %.3f | %.3f | %.3f | %.2f | %zu | %zu | %.0f | %.0f | %.1f |\n",
                on.name.c_str(), short_number(k).c_str(), name_of(engine), t.pulls, t.search, t.traces,
                t.total, static_cast<double>(t.did.generated) / static_cast<double>(k), t.did.waves,
                t.did.active, static_cast<double>(t.did.peak_bytes) / mebibyte, t.peak / mebibyte,
                static_cast<double>(t.steps) / static_cast<double>(std::max<std::size_t>(1, t.paths)));
  }
  void put(path_case const& on, std::size_t k, path_times const& t) {
    std::string const name = on.name + " " + short_number(k);
    targets_->put(name + " total", t.total);
    targets_->put(name + " implicit", t.search);
    targets_->put(name + " working memory", static_cast<double>(t.did.peak_bytes) * 1e-9);
    targets_->put(name + " peak memory", t.peak / mebibyte);
    double const ratio = static_cast<double>(t.did.generated) / static_cast<double>(k);
    targets_->put("most generated a path", std::max(ratio, targets_->at("most generated a path")));
  }

  gsta::search_graph<gsta::memory_space::host> clone_on_host(
      gsta::search_graph_view<gsta::memory_space::device> const& graph) const {
    gsta::host_executor const host;
    gsta::search_graph<gsta::memory_space::host> result;
    result.view = graph.map<gsta::memory_space::host>([&](auto const& array) {
      auto const copied = to_vector(exec_, array);
      return result.keep(clone(host, copied));
    });
    return result;
  }

  /// The weights of a path's steps sum to its cost, which never falls from path to path.
  void check_sums(path_case& on, std::string const& what);

  gsta::cuda_executor const& exec_;
  path_targets* targets_;
  int failures_ = 0, compared_ = 0;
};

namespace detail {
struct is_wrong_walk_op {
  gsta::search_graph_view<gsta::memory_space::device> graph;
  gsta::walk_set_view<gsta::memory_space::device> walks;
  GSTA_HD bool operator()(std::size_t p) const noexcept {
    femtoseconds sum = graph.weight[walks.first_edge[p]];
    id at = graph.to[walks.first_edge[p]];
    for (std::int64_t i = walks.begin[p]; i < walks.begin[p + 1]; ++i) {
      std::size_t const step = static_cast<std::size_t>(i);
      id const edge = walks.edge[step];
      if (edge < graph.begin[at] || edge >= graph.begin[at + 1]) return true;
      sum += graph.weight[edge];
      at = graph.to[edge];
    }
    return at != graph.sink() || sum != walks.cost[p] || (p > 0 && walks.cost[p - 1] > walks.cost[p]);
  }
};
}  // namespace detail

inline void path_tables::check_sums(path_case& on, std::string const& what) {
  on.trace();
  std::size_t const paths = on.found->paths.view.size();
  gsta::buffer<id, gsta::memory_space::device> wrong(exec_, paths);
  std::size_t const count =
      select(exec_, paths, detail::is_wrong_walk_op{on.given_graph(), on.walks->view}, wrong.view());
  say(what + ": traces are paths and sum to their costs", count == 0 && paths > 0);
}

}  // namespace gsta_bench
