#pragma once

#include "gsta/path/detail/near_prefixes.hpp"
#include "test/path/search_costs_body.hpp"

namespace gsta_test {

/// Prefixes are right as far as was asked for, and those of vertices beyond are right or not there. Returns
/// how many were left out.
template <class E>
std::size_t check_near_prefixes(E const& exec, plain_graph& graph,
                                gsta::detail::near_request const& request) {
  auto const here = gsta::clone_view(exec, graph.view());
  auto const rows = gsta::make_search_rows(exec, here.view);
  auto const costs = gsta::find_costs(exec, rows, here.view);
  gsta::detail::work_memory memory(std::size_t{1} << 30);
  gsta::buffer<femtoseconds, E::space> prefix(exec, graph.rows.size());
  femtoseconds const reached = gsta::detail::find_near_prefixes(
      exec, rows, gsta::search_problem<E::space>{here.view, costs.view}, request, prefix.view(), memory);
  auto const found = gsta::to_vector(exec, prefix.view());
  plain_costs const all = costs_by_bellman_ford(graph);
  CHECK(reached >= request.excess);
  std::size_t left_out = 0;
  femtoseconds const best = all.suffix[static_cast<std::size_t>(graph.source())];
  for (std::size_t v = 0; v < found.size(); ++v) {
    if (found[v] == all.prefix[v]) continue;
    bool const is_near = best != no_path && all.prefix[v] != no_path && all.suffix[v] != no_path &&
                         all.prefix[v] + all.suffix[v] - best <= reached;
    INFO("vertex " << v);
    REQUIRE(found[v] == no_path);
    REQUIRE_FALSE(is_near);
    ++left_out;
  }
  return left_out;
}

template <class E>
std::size_t near_prefixes_of_random_graphs(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t left_out = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    INFO("seed " << seed);
    plain_graph graph = random_case(seed);
    prng random(seed);
    left_out += check_near_prefixes(exec, graph, {.paths = static_cast<std::size_t>(random.between(1, 50))});
    check_near_prefixes(exec, graph, {.excess = random.between(0, 20000)});
    check_near_prefixes(exec, graph, {.excess = gsta::detail::any_excess});
  }
  return left_out;
}

/// Long rows, and ways down the forest that are longer than a round goes.
template <class E>
void near_prefixes_of_larger_graphs(E const& exec) {
  for (int const length : {984, 1500, 6000}) {
    INFO("length " << length);
    plain_graph graph = long_row_case(length, 1);
    for (femtoseconds const excess : {0, 2, 4, 100}) check_near_prefixes(exec, graph, {.excess = excess});
    check_near_prefixes(exec, graph, {.paths = 100});
  }
  for (auto const& [layers, width, degree] : {std::array{60, 300, 2}, {8, 150, 40}, {900, 20, 3}}) {
    INFO(layers << " layers of " << width << ", degree " << degree);
    plain_graph graph = layered_case(layers, width, degree, 7);
    for (std::size_t const paths : {1, 1000, 1000000}) check_near_prefixes(exec, graph, {.paths = paths});
    check_near_prefixes(exec, graph, {.excess = 30000});
    check_near_prefixes(exec, graph, {.excess = gsta::detail::any_excess});
  }
}

}  // namespace gsta_test
