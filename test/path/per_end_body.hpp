#pragma once

#include <map>
#include <vector>

#include "gsta/path/k_critical.hpp"
#include "test/path/recover_body.hpp"

namespace gsta_test {

/// A list of paths in host vectors, each with all its edges.
template <class E>
std::vector<whole_path> expanded(E const& exec,
                                 gsta::search_graph_view<gsta::memory_space::host> const& graph,
                                 gsta::sidetrack_paths_view<E::space> const& paths) {
  gsta::host_executor const host;
  auto const rows = make_search_rows(host, graph);
  auto const costs = find_costs(host, rows, graph);
  auto const cost = to_vector(exec, paths.cost);
  auto const begin = to_vector(exec, paths.begin), side = to_vector(exec, paths.side);
  std::vector<whole_path> result;
  for (std::size_t p = 0; p < cost.size(); ++p)
    result.push_back(expand({graph, costs.view}, {view_of(cost), view_of(begin), view_of(side)}, p));
  return result;
}

/// Of these paths in order, the first `each` by each edge of the source, and of those the first k.
inline std::vector<whole_path> first_of_ends(std::vector<whole_path> const& all, std::size_t each,
                                             std::size_t k, femtoseconds below) {
  std::vector<whole_path> result;
  std::map<id, std::size_t> seen;
  for (auto const& path : all)
    if (path.cost < below && seen[path.edges[0]]++ < each && result.size() < k) result.push_back(path);
  return result;
}

/// Paths of each edge of the source against all paths, counted.
template <class E>
void ends_agree(E const& exec, std::uint64_t first_seed, std::uint64_t last_seed) {
  std::size_t compared = 0, in_rounds = 0;
  for (std::uint64_t seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    graph_shape shape = walk_shape(random);
    shape.starts = random.chance(25) ? random.between(30, 90) : random.between(1, 12);
    plain_graph plain = random_search_graph(random, shape);
    if (random.chance(15)) plain.add(plain.source(), plain.sink(), random.between(0, 9));
    auto const graph = plain.view();
    auto const all = all_paths(graph);
    if (all.size() > 3000) continue;
    auto const there = clone_view(exec, graph);
    auto const rows = make_search_rows(exec, there.view);
    auto const costs = find_costs(exec, rows, there.view);
    gsta::per_end_options options;
    options.each =
        static_cast<std::size_t>(random.chance(40) ? random.between(0, 300) : random.between(0, 12));
    if (random.chance(60)) options.k = static_cast<std::size_t>(random.between(0, 40));
    if (random.chance(30) && !all.empty()) {
      options.below = random.pick(all).cost;
      options.below += random.between(0, 1);
    }
    INFO("each " << options.each << ", k " << options.k << ", below " << options.below);
    auto const expected = first_of_ends(all, options.each, options.k, options.below);
    // With memory for a few ends at once, then for all.
    std::size_t const ends =
        static_cast<std::size_t>(graph.begin[graph.sink()] - graph.begin[graph.source()]);
    std::size_t const most_found =
        std::min(first_of_ends(all, options.each, all.size(), options.below).size(),
                 std::min(options.each, options.k) * std::min(ends, options.k));
    std::size_t const few =
        2 * gsta::detail::search_workspace<E::space>::bytes(std::min(options.each, options.k)) +
        96 * most_found + 1000;
    for (std::size_t const bytes : {few, std::size_t{1} << 30}) {
      options.most_bytes = bytes;
      auto const found = gsta::paths_per_end(exec, {there.view, costs.view}, options);
      REQUIRE(expanded(exec, graph, found.paths.view) == expected);
      in_rounds += found.statistics.waves > 1;
      compared += expected.size();
    }
  }
  CHECK(is_enough(compared, last_seed - first_seed, 5));
  CHECK(in_rounds > (last_seed - first_seed) / 20);
}

/// The worst paths of each check and data edge are those of the plain engine.
template <class E>
void endpoints_agree(E const& exec, unsigned first_seed, unsigned last_seed) {
  std::size_t compared = 0;
  for (unsigned seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    random_shape shape = search_shape(seed);
    if (seed % 3 == 0) shape.nodes = 30, shape.arcs = 70;
    owned_problem const problem = random_problem(seed, shape).make();
    problem_in_space<E> const there(exec, problem);
    for (gsta::split const side : {gsta::split::early, gsta::split::late}) {
      auto const search = gsta::make_timing_search(exec, there.view(), side);
      searched<E> const searched_graph(exec, search.view.graph, 0);
      auto const graph = gsta_test::make_path_graph(problem.view(), side);
      for (std::size_t const each : {1, 2, 5, 40}) {
        for (std::size_t const k : {3, 11, 5000}) {
          auto const found = gsta::paths_per_end(exec, searched_graph.problem, {.each = each, .k = k});
          auto const traces =
              gsta::recover_paths(exec, search.view, searched_graph.problem, found.paths.view);
          auto const expected = gsta_test::k_worst_paths(graph, {.k = k, .per_endpoint = each});
          REQUIRE(equal(to_path_set(exec, traces.view), expected));
          compared += expected.size();
        }
      }
    }
  }
  CHECK(is_enough(compared, last_seed - first_seed, 20));
}

/// What does not fit is refused.
template <class E>
void ends_refuse(E const& exec) {
  plain_graph plain(1);
  plain.add(plain.source(), 0, 1);
  plain.add(0, plain.sink(), 1);
  auto const there = clone_view(exec, plain.view());
  searched<E> const found(exec, there.view, 1);
  CHECK_THROWS_AS(gsta::paths_per_end(exec, found.problem, {.each = 1000, .most_bytes = 10'000}),
                  gsta::argument_error);
  CHECK(gsta::paths_per_end(exec, found.problem, {.each = 100, .most_bytes = 10'000}).paths.view.size() == 1);
}

}  // namespace gsta_test
