#pragma once

#include "gsta/path/detail/bounded/near_prefixes.hpp"
#include "test/path/search_costs_body.hpp"

namespace gsta_test {

struct near_found {
  femtoseconds reached;
  std::vector<femtoseconds> prefix;
};

template <class E>
near_found find_near(E const& exec, gsta::search_graph_view<E::space> const& graph,
                     gsta::detail::near_request const& request) {
  auto const rows = gsta::make_search_rows(exec, graph);
  auto const costs = gsta::find_costs(exec, rows, graph);
  gsta::detail::work_memory memory(std::size_t{1} << 30);
  gsta::buffer<femtoseconds, E::space> prefix(exec, graph.vertex_count());
  femtoseconds const reached = gsta::detail::find_near_prefixes(
      exec, rows, gsta::search_problem<E::space>{graph, costs.view}, request, prefix.view(), memory);
  return {reached, gsta::to_vector(exec, prefix.view())};
}
/// The same by way of other numbers.
template <class E>
near_found find_near_renumbered(E const& exec, gsta::search_graph_view<E::space> const& graph,
                                gsta::detail::near_request const& request) {
  auto const renumbered = gsta::reorder(exec, graph, gsta::vertex_order::degree);
  near_found const found = find_near(exec, renumbered.graph.view, request);
  near_found result = found;
  auto const was = gsta::to_vector(exec, renumbered.numbers.view.vertex_of);
  for (std::size_t v = 0; v < was.size(); ++v)
    result.prefix[static_cast<std::size_t>(was[v])] = found.prefix[v];
  return result;
}

/// Sidetracks of the best path that cost no more than `excess`.
inline id sidetracks_within(plain_graph const& graph, plain_costs const& costs, femtoseconds excess) {
  id count = 0;
  for (id v = graph.source(); v != graph.sink() && v != gsta::none;
       v = costs.next[static_cast<std::size_t>(v)]) {
    auto const tail = static_cast<std::size_t>(v);
    for (auto const& a : graph.rows[tail]) {
      femtoseconds const on = costs.suffix[static_cast<std::size_t>(a.to)];
      count += on != no_path && a.weight + on - costs.suffix[tail] <= excess ? 1 : 0;
    }
    --count;  // the path's own edge
  }
  return count;
}

/// Prefixes are right as far as they were found, and beyond they are right or not there; that is as far as
/// was asked for. Returns how many are not there.
inline std::size_t check_near(plain_graph const& graph, plain_costs const& all, near_found const& found,
                              gsta::detail::near_request const& request) {
  femtoseconds const best = all.suffix[static_cast<std::size_t>(graph.source())];
  CHECK(found.reached >= request.excess);
  if (request.excess < 0 && found.reached != gsta::detail::any_excess)
    CHECK(sidetracks_within(graph, all, found.reached) >= gsta::detail::best_path_sidetracks(request.paths));
  std::size_t left_out = 0;
  for (std::size_t v = 0; v < found.prefix.size(); ++v) {
    if (found.prefix[v] == all.prefix[v]) continue;
    bool const is_near = best != no_path && all.prefix[v] != no_path && all.suffix[v] != no_path &&
                         all.prefix[v] + all.suffix[v] - best <= found.reached;
    INFO("vertex " << v);
    REQUIRE(found.prefix[v] == no_path);
    REQUIRE_FALSE(is_near);
    ++left_out;
  }
  return left_out;
}

template <class E>
std::size_t check_near_prefixes(E const& exec, plain_graph& graph,
                                gsta::detail::near_request const& request) {
  auto const here = gsta::clone_view(exec, graph.view());
  plain_costs const all = costs_by_bellman_ford(graph);
  check_near(graph, all, find_near_renumbered(exec, here.view, request), request);
  return check_near(graph, all, find_near(exec, here.view, request), request);
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
