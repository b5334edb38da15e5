#include "test/graph/levelize_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("levels of both directions are longest paths", "[graph][small]") {
  on_host_backends([](auto const& exec) {
    check_tiny_levels(exec);
    check_small_levels(exec);
  });
}

TEST_CASE("levels of deep and of wide graphs", "[graph][slow]") {
  on_host_backends([](auto const& exec) { check_large_levels(exec); });
}

TEST_CASE("either direction reports the same loop", "[graph][small]") {
  on_host_backends([](auto const& exec) { check_level_cycles(exec); });
}

TEST_CASE("levels by sorted frontiers, as devices without a driver make them, are those of the host's",
          "[graph][small]") {
  on_host_backends([]<class E>(E const& exec) {
    for (std::uint64_t seed = 320; seed < 330; ++seed) {
      CAPTURE(seed);
      auto const list = seed == 320 ? layers({9000, 3000, 1, 7000}, seed) : random_dag(seed);
      auto const graph = graph_on(exec, list);
      for (auto const direction : {levelize_direction::forward, levelize_direction::backward}) {
        gsta::buffer<id, E::space> order(exec, list.vertices);
        auto const begin = gsta::detail::fill_levels(exec, graph.view, direction, order);
        CHECK(has_levels(exec, levelize(exec, graph.view, direction),
                         {begin, to_vector(exec, std::as_const(order).view())}));
      }
    }
  });
}

TEST_CASE("levels counted from the end hold vertices back", "[graph][small]") {
  gsta::host_executor const exec;
  arc_list const list{4, {0, 1, 3}, {1, 2, 2}};  // 0 -> 1 -> 2, and 3 -> 2
  auto const graph = graph_on(exec, list);
  auto const early = levelize(exec, graph.view),
             late = levelize(exec, graph.view, levelize_direction::backward);
  CHECK(to_vector(exec, early.order.view.vertex) == std::vector<id>{0, 3, 1, 2});
  CHECK(early.begin == std::vector<id>{0, 2, 3, 4});
  CHECK(to_vector(exec, late.order.view.vertex) == std::vector<id>{0, 1, 3, 2});
  CHECK(late.begin == std::vector<id>{0, 1, 3, 4});
}

TEST_CASE("a graph view of nothing has no vertices and no levels", "[graph][small]") {
  gsta::timing_graph_view<gsta::memory_space::host> const nothing;
  CHECK(nothing.vertex_count() == 0);
  CHECK_NOTHROW(gsta::levelize(gsta::host_executor{}, nothing));
}
