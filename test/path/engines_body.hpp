#pragma once

#include <string>
#include <utility>
#include <vector>

#include "test/path/any_engine.hpp"
#include "test/path/engines_costs.hpp"
#include "test/support/catch.hpp"

namespace gsta_test {

/// A problem in an executor's space.
template <class E>
struct placed_problem {
  static constexpr gsta::memory_space space = E::space;
  gsta::search_graph<space> graph;
  gsta::search_costs<space> costs;
  gsta::search_rows<space> rows;

  placed_problem(E const& exec, plain_problem const& problem)
      : graph(gsta::clone_view(exec, problem.rows)),
        costs(gsta::clone_view(exec, problem.costs.view())),
        rows(gsta::make_search_rows(exec, graph.view)) {}
  gsta::search_problem<space> view() const { return {graph.view, costs.view}; }
};

/// A way to search: an engine with its settings.
struct engine_case {
  char const* name;
  gsta::schemes::any_path_engine engine;
};

inline std::vector<engine_case> engine_cases() {
  using gsta::schemes::dual_queue;
  using gsta::schemes::level_compression;
  using gsta::schemes::level_mdl;
  using gsta::schemes::path_expansion;
  return {
      {"bounded", gsta::path_engine::bounded},
      {"best first", gsta::path_engine::best_first},
      {"level", level_mdl{}},
      {"level, merged", level_mdl{.compression = level_compression::merge}},
      {"level, host, warps", level_mdl{level_compression::host, path_expansion::warp}},
      {"dual", dual_queue{}},
      {"dual, small steps, threads",
       dual_queue{.start = 0.3, .smallest_step = 1, .largest_step = 2, .expansion = path_expansion::thread}},
      {"dual, everything kept", dual_queue{.keep_all = true}}};
}

/// A list of paths on the host.
struct found_paths {
  std::vector<femtoseconds> cost;
  std::vector<id> begin, side;
  gsta::search_statistics statistics;

  gsta::sidetrack_paths_view<gsta::memory_space::host> view() const {
    return {gsta::view_of(cost), gsta::view_of(begin), gsta::view_of(side)};
  }
  friend bool operator==(found_paths const& a, found_paths const& b) {
    return a.cost == b.cost && a.begin == b.begin && a.side == b.side;
  }
};

template <class E>
found_paths search_with(E const& exec, placed_problem<E> const& problem, engine_case const& way,
                        gsta::k_paths_options const& options) {
  auto const result = gsta::k_critical_paths(exec, problem.rows, problem.view(), options, way.engine);
  auto const& paths = result.paths.view;
  return {to_vector(exec, paths.cost), to_vector(exec, paths.begin), to_vector(exec, paths.side),
          result.statistics};
}

inline std::vector<whole_path> expand_all(plain_problem const& problem, found_paths const& found) {
  std::vector<whole_path> paths;
  for (std::size_t p = 0; p < found.cost.size(); ++p)
    paths.push_back(expand(problem.view(), found.view(), p));
  return paths;
}

/// Up to a few hundred paths: few or no inner vertices, no way through, ties, zero and negative weights.
inline plain_graph small_search_graph(std::uint64_t seed) {
  prng random(seed);
  graph_shape shape;
  shape.inner = random.below(13);
  shape.edges = random.below(26);
  shape.starts = random.below(5);
  shape.ends = random.below(5);
  shape.lowest = random.chance(30) ? -4 : 0;
  shape.highest = shape.lowest + (random.chance(20) ? 0 : random.below(8));
  if (random.chance(25)) shape.highest = 100'000;
  return random_search_graph(random, shape);
}

/// Every engine's list is the first k of all paths.
template <class E>
void engines_equal_brute_force(E const& exec, std::uint64_t first_seed, std::uint64_t last_seed) {
  std::size_t compared = 0;
  auto const cases = engine_cases();
  for (std::uint64_t seed = first_seed; seed < last_seed; ++seed) {
    plain_problem const problem(small_search_graph(seed));
    placed_problem<E> const placed(exec, problem);
    auto const all = all_paths(problem.rows);
    prng random(seed);
    std::size_t const some = 1 + static_cast<std::size_t>(random.below(static_cast<int>(all.size()) + 1));
    for (auto const& way : cases) {
      for (std::size_t const k : {std::size_t{1}, some, std::size_t{1'000'000}}) {
        INFO("seed " << seed << ", engine " << way.name << ", k " << k);
        auto const found = expand_all(problem, search_with(exec, placed, way, {.k = k}));
        auto const count = static_cast<std::ptrdiff_t>(std::min(k, all.size()));
        REQUIRE(found == std::vector<whole_path>(all.begin(), all.begin() + count));
        compared += found.size();
      }
    }
  }
  CHECK(is_enough(compared, last_seed - first_seed, 10));
}

/// A graph with the depth of a circuit: edges lead a little further on, and some vertices are passed by many.
inline plain_graph deep_search_graph(prng& random, int inner, int reach, femtoseconds lowest,
                                     femtoseconds highest) {
  plain_graph graph(static_cast<std::size_t>(inner));
  auto const cost = [&] {
    return lowest +
           static_cast<femtoseconds>(random.next() % static_cast<std::uint64_t>(highest - lowest + 1));
  };
  // One draw a statement: compilers differ in the order of a call's arguments.
  auto const add = [&](id from, id to) {
    femtoseconds const weight = cost();
    graph.add(from, to, weight);
  };
  for (int v = 0; v + 1 < inner; ++v) {
    int const many = random.below(2);
    int const row = 1 + many * random.below(3);
    for (int i = 0; i < row; ++i) add(v, std::min(inner - 1, v + 1 + random.below(reach)));
  }
  for (int i = 0; i < 1 + inner / 50; ++i) {
    add(graph.source(), random.below(inner));
    add(random.below(inner), graph.sink());
  }
  graph.add(inner - 1, graph.sink(), cost());
  return graph;
}

/// Every engine gives the same list, whose paths are real and ascend strictly in the order; twice the same.
template <class E>
void engines_agree(E const& exec, plain_graph graph, std::vector<std::size_t> const& counts,
                   std::vector<engine_case> const& cases) {
  plain_problem const problem(std::move(graph));
  placed_problem<E> const placed(exec, problem);
  placed_problem<gsta::host_executor> const on_host(gsta::host_executor{}, problem);
  for (std::size_t const k : counts) {
    auto const expected =
        search_with(gsta::host_executor{}, on_host, {"", gsta::path_engine::best_first}, {.k = k});
    auto const paths = expand_all(problem, expected);
    std::size_t good = 0;
    while (good < paths.size() && !paths[good].edges.empty() && (good == 0 || paths[good - 1] < paths[good]))
      ++good;
    INFO("path " << good << " of " << paths.size() << ", k " << k);
    REQUIRE(good == paths.size());
    for (auto const& way : cases) {
      INFO("k " << k << ", engine " << way.name);
      REQUIRE(search_with(exec, placed, way, {.k = k}) == expected);
      REQUIRE(search_with(exec, placed, way, {.k = k}) == expected);
    }
  }
}

template <class E>
void engines_agree_on_deep_graphs(E const& exec, int inner, std::vector<std::size_t> const& counts) {
  struct weights {
    femtoseconds lowest, highest;
  };
  auto cases = engine_cases();
  cases.pop_back();  // what ties by the million is not to be kept
  std::uint64_t seed = 0;
  for (weights const w : {weights{0, 1'000'000}, weights{-50, 50}, weights{0, 1}}) {
    INFO("seed " << ++seed << ", " << inner << " vertices");
    prng random(seed);
    engines_agree(exec, deep_search_graph(random, inner, 40, w.lowest, w.highest), counts, cases);
  }
}

}  // namespace gsta_test
