#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/device_clock.cuh"
#include "bench/device_machine.cuh"
#include "bench/path_graphs.hpp"
#include "gsta/path/path.cuh"
#include "gsta/path/reorder.hpp"
#include "gsta/schemes/path_engines.cuh"

namespace gsta_bench {

inline constexpr double mebibyte = 1048576;
using device_paths = gsta::k_paths_result<gsta::memory_space::device>;
using device_walks = gsta::walk_buffers<gsta::memory_space::device>;

namespace detail {
/// The same graph under other delays, in place: those of run `from` become those of run `to`; those it was
/// made with are of run -1. Weights of unit delays stay equal to each other.
struct change_weights_op {
  gsta::device_span<femtoseconds> weight;
  int from, to;
  bool unit;
  GSTA_HD void operator()(std::size_t e) const noexcept {
    if (unit) {
      weight[e] = weight[e] / times(from) * times(to);
    } else {
      weight[e] += moved(to, e) - moved(from, e);
    }
  }
  GSTA_HD static femtoseconds times(int run) noexcept { return run < 0 ? 1 : 1 + run % 3; }
  GSTA_HD static femtoseconds moved(int run, std::size_t e) noexcept {
    return run < 0 ? 0 : static_cast<femtoseconds>(mixed(static_cast<std::uint64_t>(run), e) % 128);
  }
};
/// The graph's own array, to be changed in place; copies of the graph share it.
inline gsta::device_span<femtoseconds> writable(gsta::device_span<femtoseconds const> weight) {
  return {const_cast<femtoseconds*>(weight.data()), weight.size()};
}
}  // namespace detail

/// Median times of work that waits for the device itself, ms by CUDA events; `before(run)` changes its inputs
/// and is not counted, nor is a first run. Slow work is measured less often.
template <class Before, class Work>
double waiting_ms(gsta::cuda_executor const& exec, Before const& before, Work const& work) {
  constexpr double enough = 400;  // ms
  event_pair events;
  std::vector<double> times;
  double sum = 0;
  for (int run = -1; run < measured_runs && (run < 1 || sum < enough); ++run) {
    before(run + 1);
    exec.sync();
    events.begin(exec.stream);
    work();
    events.end(exec.stream);
    double const elapsed = events.milliseconds();
    sum += elapsed;
    if (run >= 0) times.push_back(elapsed);
  }
  auto const middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

using device_graph = gsta::search_graph<gsta::memory_space::device>;
using device_reordered = gsta::reordered_graph<gsta::memory_space::device>;

namespace detail {
/// The graph as it is searched: renumbered once, or as it came, which then goes without numbers.
inline device_reordered order_graph(gsta::cuda_executor const& exec, device_graph const& from,
                                    std::optional<gsta::vertex_order> order) {
  if (order) return reorder(exec, from.view, *order);
  return {from, {}};
}
}  // namespace detail

/// A graph on the device with weights that change, searched in an order of its own, and room for costs.
class path_case {
 public:
  path_case(gsta::cuda_executor const& exec, std::string name_of, device_graph&& from,
            bool unit_delays = false, std::optional<gsta::vertex_order> order = gsta::vertex_order::level)
      : name(std::move(name_of)),
        exec_(exec),
        base_(std::move(from)),
        ordered_(detail::order_graph(exec, base_, order)),
        rows(make_search_rows(exec, ordered_.graph.view)),
        costs(exec, rows),
        unit_(unit_delays) {
    change(0);
  }

  gsta::search_graph_view<gsta::memory_space::device> graph() const noexcept { return ordered_.graph.view; }
  /// The same paths by the caller's numbers: what walks are told by.
  gsta::search_graph_view<gsta::memory_space::device> given_graph() const noexcept { return base_.view; }
  gsta::search_problem<gsta::memory_space::device> problem() const noexcept {
    return {graph(), costs.view()};
  }
  /// The number that each vertex of `given_graph` has in `graph`.
  std::vector<id> new_numbers() const {
    std::vector<id> const given = to_vector(exec_, ordered_.numbers.view.vertex_of);
    std::vector<id> result(given.size());
    for (std::size_t v = 0; v < given.size(); ++v)
      result[static_cast<std::size_t>(given[v])] = static_cast<id>(v);
    return result;
  }
  /// Other weights, where the caller has them.
  void change(int run) {
    for_each_n(exec_, base_.view.edge_count(),
               detail::change_weights_op{detail::writable(base_.view.weight), run_, run, unit_});
    run_ = run;
  }
  /// The weights as they were made.
  void restore() { change(-1); }
  /// From the caller's weights to costs.
  void pull() { find_costs(exec_, rows, graph(), costs); }
  void search(gsta::k_paths_options const& options,
              gsta::schemes::any_path_engine const& engine = gsta::path_engine::bounded) {
    found.reset();
    found.emplace(k_critical_paths(exec_, rows, problem(), options, engine));
  }
  /// The same by `bounded`, told how.
  void search(gsta::k_paths_options const& options, gsta::detail::bounded_tuning const& tuning) {
    found.reset();
    found.emplace(gsta::detail::bounded_paths(exec_, problem(), rows, options, tuning));
  }
  void trace(gsta::walk_steps steps = gsta::walk_steps::edges) {
    walks.reset();
    walks.emplace(recover_walks(exec_, problem(), found->paths.view,
                                {.steps = steps, .numbers = ordered_.numbers.view}));
  }
  void forget() {
    walks.reset();
    found.reset();
  }

  std::string name;

 private:
  gsta::cuda_executor const& exec_;
  device_graph base_;
  device_reordered ordered_;

 public:
  gsta::search_rows<gsta::memory_space::device> rows;
  gsta::search_cost_buffers<gsta::memory_space::device> costs;
  std::optional<device_paths> found;
  std::optional<device_walks> walks;

 private:
  bool unit_;
  int run_ = -1;  ///< whose weights the graph has
};

/// Times in ms, and what a search made.
struct path_times {
  double pulls = 0, search = 0, traces = 0, total = 0, peak = 0;  ///< peak: bytes, everything
  std::size_t paths = 0, steps = 0;
  gsta::search_statistics did;
};

inline path_times measure_paths(gsta::cuda_executor const& exec, path_case& on,
                                gsta::k_paths_options const& options,
                                gsta::schemes::any_path_engine const& engine = gsta::path_engine::bounded) {
  path_times times;
  auto const fresh = [&](int run) {
    on.forget();
    on.change(run);
  };
  auto const with_costs = [&](int run) {
    fresh(run);
    on.pull();
  };
  times.pulls = median_ms(exec, fresh, [&] { on.pull(); });
  times.search = waiting_ms(exec, with_costs, [&] { on.search(options, engine); });
  times.traces = waiting_ms(
      exec,
      [&](int run) {
        with_costs(run);
        on.search(options, engine);
      },
      [&] { on.trace(); });
  forget_peak();
  times.total = waiting_ms(exec, fresh, [&] {
    on.pull();
    on.search(options, engine);
    on.trace();
  });
  times.peak = memory_in_use(exec, true);
  times.did = on.found->statistics;
  times.paths = on.found->paths.view.size();
  times.steps = on.walks->view.edge.size();
  on.forget();
  return times;
}

}  // namespace gsta_bench
