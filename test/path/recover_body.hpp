#pragma once

#include <vector>

#include "gsta/path/costs.hpp"
#include "gsta/path/detail/expand/best_first.hpp"
#include "gsta/path/recover.hpp"
#include "gsta/path/reorder.hpp"
#include "test/path/brute_force.hpp"
#include "test/path/search_cases.hpp"
#include "test/path/timing_graph_body.hpp"
#include "test/support/k_worst.hpp"

namespace gsta_test {

/// Both ways of writing steps, and what the library chooses.
inline constexpr gsta::detail::step_route step_routes[] = {
    gsta::detail::step_route::chains, gsta::detail::step_route::walks, gsta::detail::step_route::automatic};

/// A graph in the space of an executor with its costs and its first k paths.
template <class E>
struct searched {
  gsta::search_rows<E::space> rows;
  gsta::search_costs<E::space> costs;
  gsta::search_problem<E::space> problem;
  gsta::owned<gsta::sidetrack_paths_view, E::space> paths;

  searched(E const& exec, gsta::search_graph_view<E::space> const& graph, std::size_t k)
      : rows(make_search_rows(exec, graph)),
        costs(find_costs(exec, rows, graph)),
        problem{graph, costs.view},
        paths(gsta::detail::best_first_paths(exec, problem, {.k = k}).paths) {}
};

inline graph_shape walk_shape(prng& random) {
  graph_shape shape;
  shape.inner = random.between(0, 14);
  shape.edges = random.between(0, 40);
  shape.starts = random.between(1, 5);
  shape.ends = random.between(1, 5);
  shape.lowest = random.chance(30) ? -5 : 0;
  shape.highest = random.chance(20) ? shape.lowest : 5;
  return shape;
}

/// Recovered walks are the paths that brute force finds, edge by edge.
template <class E>
void walks_agree(E const& exec, std::uint64_t first_seed, std::uint64_t last_seed) {
  std::size_t compared = 0;
  for (std::uint64_t seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    plain_graph plain = random_search_graph(random, walk_shape(random));
    if (random.chance(15)) plain.add(plain.source(), plain.sink(), random.between(0, 9));
    auto const graph = plain.view();
    std::vector<whole_path> expected = all_paths(graph);
    if (expected.size() > 3000) continue;
    auto const there = clone_view(exec, graph);
    std::size_t const k = static_cast<std::size_t>(random.between(0, 60));
    searched<E> const found(exec, there.view, k);
    if (expected.size() > k) expected.resize(k);
    for (auto const route : step_routes) {
      auto const walks = gsta::detail::recover_walks(exec, found.problem, found.paths.view, {}, route);
      auto const begin = to_vector(exec, walks.view.begin);
      auto const vertex = to_vector(exec, walks.view.vertex), edge = to_vector(exec, walks.view.edge),
                 first = to_vector(exec, walks.view.first_edge);
      auto const cost = to_vector(exec, walks.view.cost);
      REQUIRE(begin.size() == expected.size() + 1);
      REQUIRE(begin.back() == static_cast<std::int64_t>(vertex.size()));
      for (std::size_t p = 0; p < expected.size(); ++p) {
        std::vector<id> edges{first[p]};
        for (auto i = begin[p]; i < begin[p + 1]; ++i) {
          REQUIRE(vertex[i] == graph.to[edges.back()]);
          edges.push_back(edge[i]);
        }
        REQUIRE(edges == expected[p].edges);
        REQUIRE(cost[p] == expected[p].cost);
        compared += edges.size();
      }
    }
  }
  CHECK(is_enough(compared, last_seed - first_seed, 20));
}

/// Walks found on a renumbered graph, told by the old numbers, whole or in halves.
template <class E>
void renamed_walks_agree(E const& exec, std::uint64_t first_seed, std::uint64_t last_seed) {
  constexpr gsta::memory_space S = E::space;
  std::size_t compared = 0;
  for (std::uint64_t seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    plain_graph plain = random_search_graph(random, walk_shape(random));
    auto const there = clone_view(exec, plain.view());
    searched<E> const found(exec, there.view, 40);
    auto const whole = recover_walks(exec, found.problem, found.paths.view);
    auto const moved = gsta::reorder(exec, there.view);
    searched<E> const again(exec, moved.graph.view, 40);
    for (auto const steps : {gsta::walk_steps::both, gsta::walk_steps::vertices, gsta::walk_steps::edges}) {
      gsta::walk_options<S> const options{.steps = steps, .numbers = moved.numbers.view};
      auto const walks = recover_walks(exec, again.problem, again.paths.view, options);
      auto const same = [&](auto const& a, auto const& b) {
        return to_vector(exec, a) == to_vector(exec, b);
      };
      REQUIRE(same(walks.view.begin, whole.view.begin));
      REQUIRE(same(walks.view.cost, whole.view.cost));
      REQUIRE(same(walks.view.first_edge, whole.view.first_edge));
      REQUIRE((steps == gsta::walk_steps::edges ? walks.view.vertex.empty()
                                                : same(walks.view.vertex, whole.view.vertex)));
      REQUIRE((steps == gsta::walk_steps::vertices ? walks.view.edge.empty()
                                                   : same(walks.view.edge, whole.view.edge)));
      compared += whole.view.size();
    }
  }
  CHECK(is_enough(compared, last_seed - first_seed, 1));
}

/// Recovered timing paths are those of the plain engine, step by step.
template <class E>
void traces_agree(E const& exec, unsigned first_seed, unsigned last_seed) {
  std::size_t compared = 0;
  for (unsigned seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    random_shape shape = search_shape(seed);
    if (seed % 3 == 0) shape.nodes = 30, shape.arcs = 60;
    owned_problem const problem = random_problem(seed, shape).make();
    problem_in_space<E> const there(exec, problem);
    std::size_t const k = seed % 7 == 0 ? 0 : seed % 50;
    for (gsta::split const side : {gsta::split::early, gsta::split::late}) {
      auto const search = gsta::make_timing_search(exec, there.view(), side);
      searched<E> const found(exec, search.view.graph, k);
      auto const expected =
          gsta_test::k_worst_paths(gsta_test::make_path_graph(problem.view(), side), {.k = k});
      for (auto const route : step_routes) {
        auto const traces =
            gsta::detail::recover_paths(exec, search.view, found.problem, found.paths.view, route);
        REQUIRE(equal(to_path_set(exec, traces.view), expected));
        compared += expected.node.size();
      }
    }
  }
  CHECK(is_enough(compared, last_seed - first_seed, 10));
}

/// Long chains, many of them shared: stretches of warps begin and end within slices.
template <class E>
void long_walks_agree(E const& exec, std::uint64_t seed, int inner, int turns, std::size_t k) {
  prng random(seed);
  plain_graph plain(static_cast<std::size_t>(inner));
  plain.add(plain.source(), 0, 0);
  for (id v = 0; v + 1 < inner; ++v) plain.add(v, v + 1, 1);
  plain.add(inner - 1, plain.sink(), 0);
  for (int i = 0; i < turns; ++i) {
    id const v = random.between(0, inner - 3);
    id const to = random.between(v + 1, std::min(inner - 1, v + 9));
    plain.add(v, to, random.between(5, 900));
  }
  auto const graph = plain.view();
  auto const there = clone_view(exec, graph);
  searched<E> const found(exec, there.view, k);
  gsta::host_executor const host;
  searched<gsta::host_executor> const here(host, graph, k);
  auto const expected =
      gsta::detail::recover_walks(host, here.problem, here.paths.view, {}, gsta::detail::step_route::walks);
  for (auto const route : step_routes) {
    auto const walks = gsta::detail::recover_walks(exec, found.problem, found.paths.view, {}, route);
    REQUIRE(to_vector(exec, walks.view.begin) == to_vector(host, expected.view.begin));
    REQUIRE(to_vector(exec, walks.view.vertex) == to_vector(host, expected.view.vertex));
    REQUIRE(to_vector(exec, walks.view.edge) == to_vector(host, expected.view.edge));
  }
  // The oracle: each walk by its sidetracks, edge by edge.
  auto const begin = expected.view.begin;
  for (std::size_t p = 0; p < expected.view.size(); ++p) {
    std::vector<id> edges{expected.view.first_edge[p]};
    edges.insert(edges.end(), expected.view.edge.data() + begin[p], expected.view.edge.data() + begin[p + 1]);
    REQUIRE(edges == expand(here.problem, here.paths.view, p).edges);
  }
  CHECK(expected.view.size() == k);
}

}  // namespace gsta_test
