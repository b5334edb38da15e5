// The engines of k_critical_paths against each other and against all paths, on the host's executors.
#include "test/path/engines_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("engines find the first k of all paths, serial", "[path]") {
  engines_equal_brute_force(gsta::host_executor{}, 0, 3000);
}

TEST_CASE("engines find the first k of all paths with 1, 2 and 16 threads", "[path]") {
  on_host_backends([](auto const& exec) { engines_equal_brute_force(exec, 3000, 3200); });
}

TEST_CASE("engines agree on graphs as deep as circuits", "[path][slow]") {
  engines_agree_on_deep_graphs(gsta::host_executor{}, 100'000, {1, 1000, 10'000});
}

TEST_CASE("engines agree on graphs as deep as circuits with 1, 2 and 16 threads", "[path]") {
  on_host_backends([](auto const& exec) { engines_agree_on_deep_graphs(exec, 10'000, {2, 3000}); });
}

TEST_CASE("engines agree where two paths part at each of many vertices, at no cost", "[path]") {
  // 2^200 paths of one cost: the first are those that take the earlier edges longest.
  plain_graph graph(200);
  graph.add(graph.source(), 0, 7);
  for (id v = 0; v < 200; ++v) {
    for (int i = 0; i < 2; ++i) graph.add(v, v == 199 ? graph.sink() : v + 1, 1);
  }
  auto cases = engine_cases();
  cases.pop_back();
  engines_agree(gsta::host_executor{}, graph, {1, 2, 100, 5000}, cases);
}
