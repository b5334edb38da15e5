#pragma once

#include <algorithm>
#include <array>
#include <numeric>

#include "gsta/path/costs.hpp"
#include "gsta/path/reorder.hpp"
#include "test/path/search_cases.hpp"
#include "test/support/catch.hpp"

namespace gsta_test {

/// Costs in plain vectors.
struct plain_costs {
  std::vector<femtoseconds> suffix, prefix;
  std::vector<id> choice, height, next;
};

/// Bellman and Ford: all edges over and over until nothing changes. Then choices by their definition, and
/// heights by walking.
inline plain_costs costs_by_bellman_ford(plain_graph& graph) {
  graph.view();  // lays rows out
  std::size_t const n = graph.rows.size();
  plain_costs costs{std::vector<femtoseconds>(n, no_path), std::vector<femtoseconds>(n, no_path),
                    std::vector<id>(n, gsta::none), std::vector<id>(n, 0), std::vector<id>(n, gsta::none)};
  costs.suffix[static_cast<std::size_t>(graph.sink())] = 0;
  costs.prefix[static_cast<std::size_t>(graph.source())] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    auto const lower = [&](femtoseconds& to, femtoseconds from, femtoseconds weight) {
      if (from == no_path || from + weight >= to) return;
      to = from + weight;
      changed = true;
    };
    for (std::size_t v = 0; v < n; ++v) {
      for (auto const& a : graph.rows[v]) {
        auto const head = static_cast<std::size_t>(a.to);
        lower(costs.suffix[v], costs.suffix[head], a.weight);
        lower(costs.prefix[head], costs.prefix[v], a.weight);
      }
    }
  }
  for (std::size_t v = 0, position = 0; v < n; ++v) {
    for (auto const& a : graph.rows[v]) {
      femtoseconds const on = costs.suffix[static_cast<std::size_t>(a.to)];
      if (costs.choice[v] == gsta::none && on != no_path && on + a.weight == costs.suffix[v])
        costs.choice[v] = static_cast<id>(position);
      ++position;
    }
  }
  for (std::size_t v = 0; v < n; ++v) {
    if (costs.choice[v] != gsta::none) costs.next[v] = graph.to[static_cast<std::size_t>(costs.choice[v])];
    for (id at = static_cast<id>(v); costs.choice[static_cast<std::size_t>(at)] != gsta::none;
         ++costs.height[v])
      at = graph.to[static_cast<std::size_t>(costs.choice[static_cast<std::size_t>(at)])];
  }
  return costs;
}

template <class E>
plain_costs to_plain(E const& exec, gsta::search_costs_view<E::space> const& costs) {
  return {gsta::to_vector(exec, costs.suffix), gsta::to_vector(exec, costs.prefix),
          gsta::to_vector(exec, costs.choice), gsta::to_vector(exec, costs.height),
          gsta::to_vector(exec, costs.next)};
}

inline void require_equal(plain_costs const& found, plain_costs const& expected) {
  REQUIRE(found.suffix == expected.suffix);
  REQUIRE(found.prefix == expected.prefix);
  REQUIRE(found.choice == expected.choice);
  REQUIRE(found.height == expected.height);
  REQUIRE(found.next == expected.next);
}

/// How costs are found: one of these is handed to the tests below.
struct by_levels {
  template <class E>
  void operator()(E const& exec, gsta::search_rows<E::space> const& rows,
                  gsta::search_graph_view<E::space> const& graph,
                  gsta::search_cost_buffers<E::space>& out) const {
    gsta::find_costs<E>(exec, rows, graph, out);
  }
};
struct by_relaxation {
  template <class E>
  void operator()(E const& exec, gsta::search_rows<E::space> const& rows,
                  gsta::search_graph_view<E::space> const& graph,
                  gsta::search_cost_buffers<E::space>& out) const {
    CHECK(gsta::relax_costs(exec, rows, graph, out) > 0);
  }
};

/// Renumbered vertices have the costs that they had.
template <class E, class Find>
void check_renumbered_costs(E const& exec, gsta::search_graph_view<E::space> const& graph, Find const& find,
                            plain_costs const& expected) {
  auto const renumbered = gsta::reorder(exec, graph, gsta::vertex_order::degree);
  auto const rows = gsta::make_search_rows(exec, renumbered.graph.view);
  gsta::search_cost_buffers<E::space> out(exec, rows, gsta::prefix_costs::found);
  find(exec, rows, renumbered.graph.view, out);
  plain_costs const found = to_plain(exec, out.view());
  auto const was = gsta::to_vector(exec, renumbered.numbers.view.vertex_of);
  for (std::size_t v = 0; v < was.size(); ++v) {
    auto const old = static_cast<std::size_t>(was[v]);
    INFO("vertex " << old);
    REQUIRE(found.suffix[v] == expected.suffix[old]);
    REQUIRE(found.prefix[v] == expected.prefix[old]);
    REQUIRE(found.height[v] == expected.height[old]);
  }
}

/// The costs that `find` gives for `graph` are those of Bellman and Ford, with prefixes and without, also
/// another time, with other weights in the same buffers.
template <class E, class Find>
void check_costs(E const& exec, plain_graph& graph, Find const& find) {
  auto const on_host = graph.view();
  auto const here = gsta::clone_view(exec, on_host);
  gsta::search_rows<E::space> const rows = gsta::make_search_rows(exec, here.view);
  gsta::search_cost_buffers<E::space> out(exec, rows, gsta::prefix_costs::found);
  find(exec, rows, here.view, out);
  plain_costs expected = costs_by_bellman_ford(graph);
  require_equal(to_plain(exec, out.view()), expected);
  gsta::search_cost_buffers<E::space> alone(exec, rows, gsta::prefix_costs::left_out);
  find(exec, rows, here.view, alone);
  expected.prefix.clear();
  require_equal(to_plain(exec, alone.view()), expected);
  femtoseconds turn = 0;
  for (auto& row : graph.rows)
    for (auto& a : row) a.weight = (a.weight * 7 + ++turn) % 11 - 3;
  auto const again = gsta::clone_view(exec, graph.view());
  find(exec, rows, again.view, out);
  expected = costs_by_bellman_ford(graph);
  require_equal(to_plain(exec, out.view()), expected);
  check_renumbered_costs(exec, again.view, find, expected);
}

inline plain_graph random_case(std::uint64_t seed) {
  prng random(seed);
  graph_shape shape;
  shape.inner = random.between(0, seed % 3 == 0 ? 3 : 60);
  shape.edges = random.between(0, 4 * shape.inner);
  shape.starts = random.between(0, 6);
  shape.ends = random.between(0, 6);
  shape.lowest = random.chance(50) ? -20 : 0;
  shape.highest = random.chance(30) ? 0 : random.between(0, 100000);
  plain_graph graph = random_search_graph(random, shape);
  if (random.chance(10)) graph.add(graph.source(), graph.sink(), random.between(-20, 20));
  return graph;
}

template <class E, class Find>
void random_costs_are_right(E const& exec, Find const& find, std::uint64_t first, std::uint64_t last) {
  std::size_t ways = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    INFO("seed " << seed);
    plain_graph graph = random_case(seed);
    ways += costs_by_bellman_ford(graph).suffix[graph.rows.size() - 2] != no_path ? 1 : 0;
    check_costs(exec, graph, find);
  }
  CHECK(5 * ways >= last - first);  // that many have a path at all
}

/// Rows of every length that is treated in its own way, full of ties, and of degree `parallel` in the mean.
inline plain_graph long_row_case(int length, int parallel) {
  int const inner = 40 + length;
  plain_graph graph(static_cast<std::size_t>(inner));
  prng random(static_cast<std::uint64_t>(length));
  id const hub = 0;
  graph.add(graph.source(), hub, 5);
  for (id v = 1; v < inner; ++v) {
    bool const near = random.chance(50);
    graph.add(graph.source(), v, near ? 3 : random.between(3, 9));
    graph.add(hub, v, random.between(0, 2));
    for (int k = 0; k < parallel; ++k) graph.add(v, graph.sink(), random.between(0, 3));
  }
  for (id v = 1; v + 1 < inner; v += 2) graph.add(v, v + 1, random.between(-1, 1));
  return graph;
}

template <class E, class Find>
void long_rows_are_right(E const& exec, Find const& find) {
  for (int const length : {1, 25, 90, 500, 983, 984, 985, 2500, 6000}) {
    for (int const parallel : {1, 12, 45}) {
      INFO("length " << length << ", parallel edges " << parallel);
      plain_graph graph = long_row_case(length, length > 1000 ? 1 : parallel);
      check_costs(exec, graph, find);
    }
  }
}

/// Layers of `width` vertices; edges go back one layer or a few.
inline plain_graph layered_case(int layers, int width, int degree, std::uint64_t seed) {
  plain_graph graph(static_cast<std::size_t>(layers * width));
  prng random(seed);
  std::vector<id> number(static_cast<std::size_t>(layers * width));
  std::iota(number.begin(), number.end(), 0);
  random.shuffle(number);
  auto const at = [&](int layer, int i) { return number[static_cast<std::size_t>(layer * width + i)]; };
  for (int i = 0; i < width; ++i) {
    graph.add(graph.source(), at(0, i), random.between(0, 50));
    if (random.chance(90)) graph.add(at(layers - 1, i), graph.sink(), random.between(-50, 50));
  }
  for (int layer = 1; layer < layers; ++layer) {
    for (int i = 0; i < width; ++i) {
      for (int k = 0; k < degree; ++k) {
        int const from = std::max(0, layer - 1 - (random.chance(30) ? random.below(5) : 0));
        id const tail = at(from, random.below(width));
        graph.add(tail, at(layer, i), random.between(0, 1000));
      }
    }
  }
  return graph;
}

template <class E, class Find>
void layered_costs_are_right(E const& exec, Find const& find) {
  for (auto const& [layers, width, degree] :
       {std::array{60, 300, 2}, {12, 400, 9}, {8, 150, 40}, {900, 2, 1}}) {
    INFO(layers << " layers of " << width << ", degree " << degree);
    plain_graph graph = layered_case(layers, width, degree, 7);
    check_costs(exec, graph, find);
  }
}

/// The first of all paths, ties and all, is the one that the forest takes.
template <class E>
void forest_takes_the_first_path(E const& exec, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t seed = first; seed < last; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    plain_graph graph = random_search_graph(random, {9, 20, 3, 3, 0, static_cast<int>(seed % 3)});
    auto const on_host = graph.view();
    auto const paths = all_paths(on_host);
    auto const here = gsta::clone_view(exec, on_host);
    auto const rows = gsta::make_search_rows(exec, here.view);
    auto const costs = to_plain(exec, gsta::find_costs(exec, rows, here.view).view);
    auto const source = static_cast<std::size_t>(graph.source());
    REQUIRE(costs.suffix[source] == (paths.empty() ? no_path : paths[0].cost));
    std::vector<id> walked;
    for (id v = graph.source(); costs.choice[static_cast<std::size_t>(v)] != gsta::none;
         v = on_host.to[walked.back()])
      walked.push_back(costs.choice[static_cast<std::size_t>(v)]);
    if (!paths.empty()) REQUIRE(walked == paths[0].edges);
  }
}

/// Rows turned round twice are the rows again, and heads stand behind tails.
template <class E>
void rows_are_right(E const& exec, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t seed = first; seed < last; ++seed) {
    INFO("seed " << seed);
    plain_graph graph = random_case(seed);
    auto const on_host = graph.view();
    auto const here = gsta::clone_view(exec, on_host);
    auto const rows = gsta::make_search_rows(exec, here.view);
    auto const begin = gsta::to_vector(exec, rows.view().in_begin);
    auto const from = gsta::to_vector(exec, rows.view().in_from);
    auto const edge = gsta::to_vector(exec, rows.view().in_weight);
    auto const order = gsta::to_vector(exec, rows.view().order);
    std::vector<id> level(order.size(), -1), found_begin{0}, found_from, found_edge;
    for (std::size_t l = 0; l < rows.level_count(); ++l)
      for (id i = rows.level_begin[l]; i < rows.level_begin[l + 1]; ++i)
        level[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = static_cast<id>(l);
    for (std::size_t head = 0; head < level.size(); ++head) {
      for (std::size_t tail = 0; tail < level.size(); ++tail) {
        for (id e = on_host.begin[tail]; e < on_host.begin[tail + 1]; ++e) {
          if (static_cast<std::size_t>(on_host.to[e]) != head) continue;
          REQUIRE(level[tail] < level[head]);
          found_from.push_back(static_cast<id>(tail));
          found_edge.push_back(e);
        }
      }
      found_begin.push_back(static_cast<id>(found_from.size()));
    }
    REQUIRE(std::count(level.begin(), level.end(), -1) == 0);
    REQUIRE(begin == found_begin);
    REQUIRE(from == found_from);
    REQUIRE(edge == found_edge);
  }
}

template <class E>
void bad_graphs_are_refused(E const& exec) {
  auto const make = [&](plain_graph graph) {
    auto const here = gsta::clone_view(exec, graph.view());
    gsta::make_search_rows(exec, here.view);
  };
  plain_graph loop(6);
  for (auto const& [from, to] : {std::pair{4, 2}, {2, 5}, {5, 4}, {0, 4}, {5, 1}}) loop.add(from, to, 1);
  loop.add(loop.source(), 0, 1);
  loop.add(1, loop.sink(), 1);
  std::vector<id> cycle;
  try {
    make(loop);
  } catch (gsta::graph_error const& error) {
    cycle = error.pins;
  }
  REQUIRE(cycle.size() == 3);
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
  CHECK(cycle == std::vector<id>{2, 5, 4});
  plain_graph into_source(2), out_of_sink(2);
  into_source.add(0, into_source.source(), 1);
  out_of_sink.add(out_of_sink.sink(), 1, 1);
  CHECK_THROWS_AS(make(into_source), gsta::argument_error);
  CHECK_THROWS_AS(make(out_of_sink), gsta::argument_error);
  CHECK_THROWS_AS(gsta::make_search_rows(exec, gsta::search_graph_view<E::space>{}), gsta::argument_error);
}

}  // namespace gsta_test
