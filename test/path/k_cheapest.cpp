#include "test/path/k_cheapest_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("the k cheapest paths of a caller's graph are the first of all that there are", "[path]") {
  cheapest_of_all_types_agree(gsta::host_executor{}, 0, 400);
  on_host_backends([](auto const& exec) { cheapest_of_all_types_agree(exec, 400, 420); });
}

TEST_CASE("weights are exact where sums allow, and rounded as finely as they allow elsewhere", "[path]") {
  on_host_backends([](auto const& exec) { cheapest_of_rounded_weights(exec); });
}

TEST_CASE("k_cheapest_paths refuses what is no graph and what is no number", "[path]") {
  on_host_backends([](auto const& exec) { cheapest_refuses(exec); });
}

TEST_CASE("a vertex that is source and target is a path, without edges there are no others", "[path]") {
  caller_graph<float> graph{3, {}, {}, {}, {2, 1, 2}, {2}};
  auto const found = cheapest_of_list(gsta::host_executor{}, graph, 9);
  REQUIRE(found.paths.size() == 1);
  CHECK(found.paths[0] == tried_path{0, {2}, {gsta::none}});
  graph.sources = {};
  CHECK(cheapest_of_list(gsta::host_executor{}, graph, 9).paths.empty());
  CHECK(cheapest_of_list(gsta::host_executor{}, caller_graph<float>{}, 9).paths.empty());
}
