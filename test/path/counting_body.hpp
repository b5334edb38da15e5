#pragma once

#include <cstdint>
#include <vector>

#include "gsta/path/costs.hpp"
#include "gsta/path/detail/bounded/bounded.hpp"
#include "gsta/path/detail/bounded/counting.hpp"
#include "test/path/search_cases.hpp"
#include "test/support/catch.hpp"

namespace gsta_test {

/// Stages of edges from one vertex to the next, the first of them for nothing: a chain of as many stops as
/// stages have more than one. `last`: the vertex behind all, which the sink follows.
struct stages {
  plain_graph graph;
  id last = 0;

  explicit stages(std::size_t length) : graph(length + 2) { graph.add(graph.source(), 0, 0); }
  void add(std::vector<femtoseconds> const& dearer) {
    graph.add(last, last + 1, 0);
    for (femtoseconds const by : dearer) graph.add(last, last + 1, by);
    ++last;
  }
  plain_graph&& end() && {
    graph.add(last, graph.sink(), 0);
    return std::move(graph);
  }
};

/// A chain of `length` stops, some of them with rows of `longest` edges; and a source that leads to any of
/// them, so that chains are entered all along them.
inline plain_graph long_chain(std::uint64_t seed, int length, int longest, int starts) {
  prng random(seed);
  stages made(static_cast<std::size_t>(length));
  for (int i = 0; i < length; ++i) {
    std::vector<femtoseconds> dearer(random.chance(3) ? static_cast<std::size_t>(longest) : 1);
    if (random.chance(10)) dearer.clear();
    for (auto& by : dearer) by = random.between(9, 60);
    made.add(dearer);
  }
  for (int i = 0; i < starts; ++i)
    made.graph.add(made.graph.source(), static_cast<id>(random.below(length)), random.between(12, 60));
  return std::move(made).end();
}

/// How many paths there are of each excess up to `most`, by all ways to go on from each vertex. Needs: edges
/// from smaller to larger ids; the best path costs nothing.
inline std::vector<std::uint64_t> paths_by_excess(plain_graph const& graph, std::size_t most) {
  std::vector<std::vector<std::uint64_t>> on(graph.rows.size(), std::vector<std::uint64_t>(most + 1, 0));
  on[static_cast<std::size_t>(graph.sink())][0] = 1;
  auto const add_row = [&](std::size_t v) {
    for (auto const& edge : graph.rows[v]) {
      for (auto x = static_cast<std::size_t>(edge.weight); x <= most; ++x)
        on[v][x] += on[static_cast<std::size_t>(edge.to)][x - static_cast<std::size_t>(edge.weight)];
    }
  };
  for (std::size_t v = graph.rows.size() - 2; v-- > 0;) add_row(v);
  add_row(static_cast<std::size_t>(graph.source()));
  return on[static_cast<std::size_t>(graph.source())];
}

/// What counting says in buckets of one unit, which is exact. `stops`: gets how many vertices it counted.
template <class E>
std::vector<std::uint64_t> counted_paths(E const& exec, plain_graph& plain, std::size_t most,
                                         std::size_t& stops) {
  namespace parts = gsta::detail;
  constexpr gsta::memory_space S = E::space;
  auto const graph = gsta::clone_view(exec, plain.view());
  auto const rows = gsta::make_search_rows(exec, graph.view);
  auto const costs = gsta::find_costs(exec, rows, graph.view);
  gsta::search_problem<S> const problem{graph.view, costs.view};
  auto const range = static_cast<femtoseconds>(most);
  parts::work_memory memory(std::size_t{1} << 30);
  parts::active_set<S> set(exec, problem, memory);
  collect_sidetracks(exec, set, range, 1000);
  parts::line_graph<S> lines(exec, problem, set.view(), range, memory);
  count_line_graph(exec, lines, parts::most_paths);
  stops = lines.stops();
  auto const found = estimate_paths(exec, lines, range, most + 1, 30'000'000, memory);
  CHECK(found.exact());
  return {found.of_bucket.begin(), found.of_bucket.end()};
}

/// Chains of no step of adding up, of one and of several, with short rows and long ones; and one with a row
/// that all blocks of a device share.
template <class E>
void counts_equal_ways(E const& exec, std::vector<int> const& lengths) {
  std::uint64_t seed = 1;
  for (int const length : lengths) {
    for (int const longest : {2, 40, 300}) {
      for (int const starts : {0, 3, 200, 60'000}) {
        if (starts > 200 && longest > 2) continue;  // they would be very many paths
        CAPTURE(length, longest, starts);
        plain_graph graph = long_chain(++seed, length, longest, starts);
        std::size_t const most = length > 100 ? 25 : 40;
        auto const expected = paths_by_excess(graph, most);
        std::size_t stops = 0;
        auto const found = counted_paths(exec, graph, most, stops);
        CHECK(found == expected);
        CHECK(found[0] == 1);
        if (length > 20) CHECK(stops > static_cast<std::size_t>(length) / 6);
      }
    }
  }
}

}  // namespace gsta_test
