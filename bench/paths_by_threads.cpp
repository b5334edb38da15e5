// Critical paths on the host by its threads, on made-up circuits of the papers' sizes: what the device's
// times (bench_paths) are to be compared with. Usage: bench_paths_by_threads [NAME...] of path_circuits.hpp;
// without names b19_iccad, leon2, netcard and leon3mp. Exits with 1 if a list differs.
#include <cstdio>
#include <exception>
#include <string>
#include <thread>
#include <vector>

#include "bench/host_clock.hpp"
#include "bench/path_circuits.hpp"
#include "gsta/path/costs.hpp"
#include "gsta/path/k_critical.hpp"
#include "gsta/path/recover.hpp"
#ifdef GSTA_HAS_TBB
#include "gsta/core/tbb_executor.hpp"
#endif

namespace {

using namespace gsta_bench;
using gsta::memory_space;
constexpr std::size_t paths_wanted = 100'000;

struct path_list {
  std::vector<femtoseconds> cost;
  std::vector<id> begin, side;
  friend bool operator==(path_list const&, path_list const&) = default;
};

/// A circuit on the host, measured with any executor of it.
class circuit_on_host {
 public:
  explicit circuit_on_host(circuit_size const& size)
      : name_(size.name), graph_(make_circuit(exec_, size)), rows_(make_search_rows(exec_, graph_.view)) {}

  /// One row; the list of the first row is what all others must give.
  template <class E>
  void measure(E const& exec, unsigned threads, gsta::path_engine engine, char const* engine_name) {
    auto costs = find_costs(exec, rows_, graph_.view);
    gsta::search_problem<memory_space::host> const problem{graph_.view, costs.view};
    gsta::k_paths_options const options{.k = paths_wanted};
    if (engine == gsta::path_engine::bounded)
      pulls_ =
          wall_ms([&] { find_costs(exec, rows_, graph_.view); });  // before any search by so many threads
    double const search = wall_ms([&] { k_critical_paths(exec, rows_, problem, options, engine); });
    auto const found = k_critical_paths(exec, rows_, problem, options, engine);
    double const traces = wall_ms([&] { recover_walks(exec, problem, found.paths.view); });
    std::printf("| %s | 100K | %s | %u | %.3f | %.3f | %.3f | %.3f |\n", name_.c_str(), engine_name, threads,
                pulls_, search, traces, pulls_ + search + traces);
    std::fflush(stdout);
    compare({to_vector(exec_, found.paths.view.cost), to_vector(exec_, found.paths.view.begin),
             to_vector(exec_, found.paths.view.side)});
  }
  bool same() const { return same_; }

 private:
  void compare(path_list&& found) {
    if (expected_.cost.empty())
      expected_ = std::move(found);
    else
      same_ = same_ && found == expected_;
  }

  gsta::host_executor exec_;
  std::string name_;
  gsta::search_graph<memory_space::host> graph_;
  gsta::search_rows<memory_space::host> rows_;
  double pulls_ = 0;
  path_list expected_;
  bool same_ = true;
};

/// Any number of threads where the papers' figures have several, the least and the most elsewhere.
std::vector<unsigned> counts_for(circuit_size const& size) {
  auto const all = thread_counts();
  bool const every = size.vertices < 1'000'000 || size.name == "leon2";
  return every || all.size() < 2 ? all : std::vector<unsigned>{all.front(), all.back()};
}

bool measure(circuit_size const& size) {
  circuit_on_host on(size);
  for (unsigned const threads : counts_for(size)) {
    if (threads == 1) {
      on.measure(gsta::host_executor{}, 1, gsta::path_engine::bounded, "bounded");
      on.measure(gsta::host_executor{}, 1, gsta::path_engine::best_first, "best_first");
    }
#ifdef GSTA_HAS_TBB
    if (threads > 1) on.measure(gsta::tbb_executor{threads}, threads, gsta::path_engine::bounded, "bounded");
#endif
  }
  return on.same();
}

bool measure_all(std::vector<std::string> wanted) {
  if (wanted.empty()) wanted = {"b19_iccad", "leon2", "netcard", "leon3mp"};
  std::printf("%s, %u threads; ms by the wall clock, medians of %d runs and fewer of slow work.\n",
              processor_name().c_str(), std::thread::hardware_concurrency(), host_runs);
  std::printf(
      "\n### paths by threads\n\n| graph | k | engine | threads | pulls | search | traces | total "
      "|\n|---|---|---|---|---|---|---|---|\n");
  bool same = true;
  for (auto const& name : wanted) {
    for (circuit_size const& size : paper_circuits()) {
      if (size.name == name) same = measure(size) && same;
    }
    for (circuit_size const& size : more_paper_circuits()) {
      if (size.name == name) same = measure(size) && same;
    }
  }
  return same;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bool const same = measure_all({argv + 1, argv + argc});
    std::printf("\n%s bench_paths_by_threads: lists are the same by any engine and number of threads\n",
                same ? "PASS" : "FAIL");
    return same ? 0 : 1;
  } catch (std::exception const& error) {
    std::printf("FAIL bench_paths_by_threads: %s\n", error.what());
    return 1;
  }
}
