// The engines of k_critical_paths against each other and against all paths, on the host's executors.
#include "test/path/bounded_body.hpp"
#include "test/path/engines_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

TEST_CASE("engines find the first k of all paths, serial", "[schemes]") {
  engines_equal_brute_force(gsta::host_executor{}, 0, 3000);
}

TEST_CASE("engines find the first k of all paths with 1, 2 and 16 threads", "[schemes]") {
  on_host_backends([](auto const& exec) { engines_equal_brute_force(exec, 3000, 3200); });
}

TEST_CASE("engines agree on graphs as deep as circuits", "[schemes][slow]") {
  engines_agree_on_deep_graphs(gsta::host_executor{}, 100'000, {1, 1000, 10'000});
}

TEST_CASE("engines agree on graphs as deep as circuits with 1, 2 and 16 threads", "[schemes]") {
  on_host_backends([](auto const& exec) { engines_agree_on_deep_graphs(exec, 10'000, {2, 3000}); });
}

TEST_CASE("engines agree where two paths part at each of many vertices, at no cost", "[schemes]") {
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

TEST_CASE("of 2^100 paths that cost the same, every engine ranks a million instead of comparing them",
          "[schemes]") {
  constexpr std::size_t k = 1'000'000;
  gsta::host_executor const exec;
  plain_problem const problem(ladder(std::vector<int>(100, 0)));
  placed_problem<gsta::host_executor> const placed(exec, problem);
  auto const expected = search_with(exec, placed, {"", gsta::path_engine::bounded}, {.k = k});
  auto cases = engine_cases();
  cases.pop_back();
  for (auto const& way : cases) {
    if (is_best_first(way.engine)) continue;
    INFO(way.name);
    auto const found = search_with(exec, placed, way, {.k = k});
    CHECK((found == expected));
    CHECK(found.statistics.generated <= 7 * k);
  }
}

TEST_CASE("a crowd of ties is compared where its costs are too many to count by, and in little memory",
          "[schemes]") {
  gsta::host_executor const exec;
  constexpr std::size_t k = 1000;
  std::vector<int> dearer(400, 70'000);  // 79,800 paths of two sidetracks, 140,000 dearer than the best
  for (bool const countable : {false, true}) {
    dearer[7] = countable ? 70'000 : 70'001;
    plain_problem const problem(ladder(dearer));
    placed_problem<gsta::host_executor> const placed(exec, problem);
    auto const expected = search_with(exec, placed, {"", gsta::path_engine::best_first}, {.k = k});
    auto cases = engine_cases();
    cases.pop_back();
    for (auto const& way : cases) {
      INFO(way.name << ", countable: " << countable);
      std::size_t searched = 0;
      for (std::size_t most = std::size_t{1} << 28; most > 1000; most /= 4) {
        try {
          auto const found = search_with(exec, placed, way, {.k = k, .most_bytes = most});
          REQUIRE(found == expected);
          REQUIRE(found.statistics.peak_bytes <= most);
          ++searched;
        } catch (gsta::argument_error const& error) {
          REQUIRE_THAT(error.what(), contains(std::to_string(most)));
        }
      }
      CHECK(searched > 0);
    }
  }
}
