// One path after the other: how much it makes and holds.
#include "test/path/engines_body.hpp"

using namespace gsta_test;

namespace {

found_paths best_first(plain_problem const& problem, std::size_t k) {
  placed_problem<gsta::host_executor> const placed({}, problem);
  return search_with(gsta::host_executor{}, placed, {"", gsta::path_engine::best_first}, {.k = k});
}

}  // namespace

TEST_CASE("best first makes at most three candidates a path, and holds memory in proportion to k", "[path]") {
  prng random(5);
  plain_problem const problem(deep_search_graph(random, 20'000, 40, 0, 1'000'000));
  std::size_t const graph_bytes = 20'002 * sizeof(id) + 2 * 32 * problem.rows.edge_count();
  for (std::size_t const k : {std::size_t{100}, std::size_t{10'000}, std::size_t{100'000}}) {
    INFO("k " << k);
    auto const found = best_first(problem, k);
    REQUIRE(found.cost.size() == k);
    CHECK(found.statistics.generated <= 3 * k + 1);
    CHECK(found.statistics.peak_bytes < graph_bytes + 200 * k + 4 * found.side.size());
  }
}

TEST_CASE("best first sorts a long row once", "[path]") {
  plain_graph graph(2);
  for (int i = 0; i < 1000; ++i) graph.add(graph.source(), i % 2, (i * 7919) % 1000);
  graph.add(0, graph.sink(), 0);
  graph.add(1, graph.sink(), 0);
  plain_problem const problem(std::move(graph));
  auto const found = best_first(problem, 2000);
  REQUIRE(found.cost.size() == 1000);
  for (std::size_t p = 0; p < 1000; ++p) REQUIRE(found.cost[p] == static_cast<femtoseconds>(p));
  CHECK(found.statistics.generated == 1000);
}

TEST_CASE("paths with more sidetracks together than ids can number are refused", "[path]") {
  // Vertex v leads to the sink, or by a sidetrack to v + 1: the i-th path has i sidetracks.
  constexpr id paths = 65'537;  // 0 + 1 + ... + 65'536 is 2^31 + 2^15
  plain_graph graph(paths);
  graph.add(graph.source(), 0, 0);
  for (id v = 0; v < paths; ++v) {
    graph.add(v, graph.sink(), 0);
    if (v + 1 < paths) graph.add(v, v + 1, 1);
  }
  plain_problem const problem(std::move(graph));
  placed_problem<gsta::host_executor> const placed({}, problem);
  auto const find = [&](std::size_t k) {
    return search_with(gsta::host_executor{}, placed, {"", gsta::path_engine::best_first},
                       {.k = k, .most_bytes = std::size_t{1} << 30});
  };
  CHECK(find(100).side.size() == 99 * 100 / 2);
  CHECK_THROWS_WITH(find(paths), contains("more sidetracks than ids can number"));
  CHECK_THROWS_WITH(find(paths - 1), contains("bytes of working memory"));  // 2^31 - 2^15 of four bytes each
}
