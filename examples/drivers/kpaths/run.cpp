// The only file of this driver that knows executors. CMake compiles it as CUDA where there is a CUDA
// compiler.
#ifdef __CUDACC__
#include "gsta/core/with_executor.cuh"
#include "gsta/path/path.cuh"
#include "gsta/schemes/path_engines.cuh"
#else
#include "gsta/core/with_executor.hpp"
#include "gsta/path/costs.hpp"
#include "gsta/schemes/path_engines.hpp"
#endif
#include <chrono>

#include "kpaths/run.hpp"

namespace kpaths {

namespace {

/// Milliseconds since it was made or last read.
class stopwatch {
 public:
  double read() {
    auto const now = std::chrono::steady_clock::now();
    return std::chrono::duration<double, std::milli>(now - std::exchange(last_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// The graph where the executor works: on the host as it is, on a device a copy.
template <gsta::executor E>
auto brought_to(E const& exec, gsta::search_graph_view<gsta::memory_space::host> const& graph) {
  if constexpr (E::space == gsta::memory_space::host) {
    gsta::search_graph<E::space> same;
    same.view = graph;
    return same;
  } else {
    return gsta::clone_view(exec, graph);
  }
}

struct search_all {
  gsta::search_graph_view<gsta::memory_space::host> graph;
  options const& settings;

  template <gsta::executor E>
  found_paths operator()(E const& exec) const {
    found_paths found;
    found.device = E::space == gsta::memory_space::device ? "cuda" : "host";
    auto const here = brought_to(exec, graph);
    exec.sync();
    stopwatch watch;
    auto const rows = gsta::make_search_rows(exec, here.view);
    exec.sync();
    found.rows_ms = watch.read();
    found.levels = rows.level_count();
    auto const costs = gsta::find_costs(exec, rows, here.view);
    exec.sync();
    found.costs_ms = watch.read();
    gsta::search_problem<E::space> const problem{here.view, costs.view};
    auto const result = gsta::k_critical_paths(exec, rows, problem, settings.search, settings.engine);
    exec.sync();
    found.search_ms = watch.read();
    found.cost = to_vector(exec, result.paths.view.cost);
    found.begin = to_vector(exec, result.paths.view.begin);
    found.side = to_vector(exec, result.paths.view.side);
    if (settings.show_paths) found.choice = to_vector(exec, costs.view.choice);
    found.statistics = result.statistics;
    return found;
  }
};

}  // namespace

found_paths find_paths(gsta::search_graph_view<gsta::memory_space::host> const& graph,
                       options const& settings) {
  return gsta::with_executor(settings.device.where, settings.device.threads, search_all{graph, settings});
}

}  // namespace kpaths
