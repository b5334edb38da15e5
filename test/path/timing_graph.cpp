// The search graph of a timed design against the plain path graph, on every host executor.
#include "test/path/timing_graph_body.hpp"
#include "test/support/backends.hpp"

TEST_CASE("the search graph of a timed design is its path graph", "[path]") {
  gsta_test::timing_graphs_agree(gsta::host_executor{}, 0, 4000);
}

TEST_CASE("the search graph of a timed design is the same with 1, 2 and 16 threads", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::timing_graphs_agree(exec, 4000, 4200); });
}

TEST_CASE("a search graph refuses what does not fit", "[path]") {
  gsta_test::on_host_backends([](auto const& exec) {
    gsta_test::timing_graph_refuses(exec);
    gsta_test::timing_graph_measures_depth(exec);
    gsta_test::timing_graph_measures_length(exec);
  });
}

TEST_CASE("new weights of a search graph are those of a new graph", "[path]") {
  gsta_test::new_weights_agree(gsta::host_executor{}, 0, 4000);
  gsta_test::on_host_backends([](auto const& exec) { gsta_test::new_weights_agree(exec, 4000, 4100); });
}
