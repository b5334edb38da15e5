#include "gsta/path/detail/costs/depth_first.hpp"
#include "test/path/search_costs_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("costs of a search graph are those of Bellman and Ford", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) {
    gsta_test::random_costs_are_right(exec, gsta_test::by_levels{}, 0, 300);
    gsta_test::long_rows_are_right(exec, gsta_test::by_levels{});
    gsta_test::layered_costs_are_right(exec, gsta_test::by_levels{});
  });
}

TEST_CASE("relaxing until nothing changes gives the same costs", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) {
    gsta_test::random_costs_are_right(exec, gsta_test::by_relaxation{}, 0, 300);
    gsta_test::layered_costs_are_right(exec, gsta_test::by_relaxation{});
  });
}

TEST_CASE("one walk in depth finds the same costs, without prefixes", "[path]") {
  auto const check = [](gsta_test::plain_graph graph) {
    gsta_test::plain_costs expected = costs_by_bellman_ford(graph);
    expected.prefix.clear();
    gsta::host_executor const exec;
    auto const found = gsta::detail::depth_first_costs(exec, graph.view()).release();
    require_equal(gsta_test::to_plain(exec, found.view), expected);
  };
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    check(gsta_test::random_case(seed));
  }
  check(gsta_test::layered_case(60, 300, 2, 7));
  check(gsta_test::layered_case(2000, 1, 1, 7));
  gsta_test::plain_graph loop(3);
  loop.add(loop.source(), 0, 1);
  loop.add(0, 2, 1);
  loop.add(2, 1, 1);
  loop.add(1, 2, 1);
  loop.add(2, loop.sink(), 1);
  try {
    gsta::detail::depth_first_costs(gsta::host_executor{}, loop.view());
    FAIL("a loop was taken");
  } catch (gsta::graph_error const& e) {
    CHECK(e.pins == std::vector<gsta::id>{2, 1});
  }
}

TEST_CASE("the forest of best suffixes takes the first of all paths", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::forest_takes_the_first_path(exec, 0, 200); });
}

TEST_CASE("search rows are the graph's rows turned round, and topological levels", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::rows_are_right(exec, 0, 200); });
}

TEST_CASE("graphs with loops, or with edges at the wrong end, are no search graphs", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::bad_graphs_are_refused(exec); });
}
