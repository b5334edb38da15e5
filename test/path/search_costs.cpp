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

TEST_CASE("the forest of best suffixes takes the first of all paths", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::forest_takes_the_first_path(exec, 0, 200); });
}

TEST_CASE("search rows are the graph's rows turned round, and topological levels", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::rows_are_right(exec, 0, 200); });
}

TEST_CASE("graphs with loops, or with edges at the wrong end, are no search graphs", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::bad_graphs_are_refused(exec); });
}
