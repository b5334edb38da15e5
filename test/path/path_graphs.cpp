// The graphs that benchmarks make up: acyclic, of the size and shape asked for, and everywhere the same.
#include <algorithm>
#include <vector>

#include "bench/path_circuits.hpp"
#include "bench/path_matrices.hpp"
#include "gsta/path/costs.hpp"
#include "gsta/path/graph.hpp"
#include "test/support/catch.hpp"
#ifdef GSTA_HAS_TBB
#include "gsta/core/tbb_executor.hpp"
#endif

using namespace gsta;
using namespace gsta_bench;

namespace {

host_executor const host;

bool near(std::size_t found, std::size_t wanted, double share) {
  auto const a = static_cast<double>(found), b = static_cast<double>(wanted);
  return a > b * (1 - share) && a < b * (1 + share);
}

/// Edges between vertices other than source and sink.
std::size_t inner_edges(search_graph_view<memory_space::host> const& graph) {
  auto const last = graph.to.begin() + graph.begin[static_cast<std::size_t>(graph.source())];
  return static_cast<std::size_t>(
      std::count_if(graph.to.begin(), last, [&](id v) { return v != graph.sink(); }));
}

circuit_size const small{"small", 70000, 130000, 60};

}  // namespace

TEST_CASE("a made-up circuit has the pins, arcs and levels asked for, most of them in the first half") {
  auto const graph = make_circuit(host, small);
  CHECK(graph.view.vertex_count() == small.vertices + 2);
  CHECK(near(inner_edges(graph.view), small.edges, 0.02));
  auto const rows = make_search_rows(host, graph.view);
  CHECK(rows.level_count() == small.levels + 2);
  auto const costs = find_costs(host, rows, graph.view);
  // Walks go backwards, so that a circuit's first half is their second.
  std::size_t const last =
      small.vertices - static_cast<std::size_t>(rows.level_begin[rows.level_count() / 2]);
  CHECK(near(last, small.vertices * 7 / 10, 0.15));
  for (std::size_t v = 0; v < small.vertices; ++v) {
    if (costs.view.prefix[v] == no_path || costs.view.suffix[v] == no_path) FAIL("a pin on no path: " << v);
  }
}

TEST_CASE("a densified circuit keeps its pins and levels, unit delays are all the same") {
  auto const dense = make_circuit(host, densified(small));
  CHECK(near(inner_edges(dense.view), 40 * small.vertices, 0.02));
  CHECK(make_search_rows(host, dense.view).level_count() == small.levels + 2);
  auto const unit = make_circuit(host, with_unit_delays(small));
  auto const& weight = unit.view.weight;
  CHECK(std::all_of(weight.begin(), weight.end(), [](femtoseconds w) { return w == 0 || w == -1; }));
  CHECK(near(inner_edges(unit.view), small.edges, 0.02));
}

TEST_CASE("stand-ins for matrices are as deep as these") {
  auto const levels = [](matrix_shape const& shape) {
    auto const graph = make_matrix(host, shape);
    return make_search_rows(host, graph.view).level_count() - 2;
  };
  CHECK(levels({"mesh", 14100, 24, 141, 60, 0}) == 100);
  CHECK(levels({"band", 10000, 9, 500, 500, 0}) <= 20);
  CHECK(levels({"bipartite", 20000, 26, 10000, 64, 10000}) == 2);
}

#ifdef GSTA_HAS_TBB
TEST_CASE("host threads make the same graph") {
  auto const one = make_circuit(host, small), many = make_circuit(tbb_executor{4}, small);
  auto const same = [](auto const& a, auto const& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  };
  CHECK(same(one.view.begin, many.view.begin));
  CHECK(same(one.view.to, many.view.to));
  CHECK(same(one.view.weight, many.view.weight));
}
#endif
