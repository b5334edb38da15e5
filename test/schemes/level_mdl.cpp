// The papers' approximation: paths of few sidetracks only.
#include "test/path/engines_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

namespace {

engine_case level_case(std::size_t which, int most) {
  auto way = engine_cases()[2 + which];
  std::get<gsta::schemes::level_mdl>(way.engine).most_deviations = most;
  return way;
}

/// Edges of a path that the forest does not take.
int sidetracks(plain_problem const& problem, whole_path const& path) {
  int count = 0;
  for (id const e : path.edges) {
    bool chosen = false;
    for (id const choice : problem.costs.choice) chosen = chosen || choice == e;
    count += chosen ? 0 : 1;
  }
  return count;
}

}  // namespace

TEST_CASE("level by level to a limit finds the first k of the paths with so few sidetracks", "[schemes]") {
  std::size_t fewer = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    plain_problem const problem(small_search_graph(seed));
    placed_problem<gsta::host_executor> const placed({}, problem);
    auto const all = all_paths(problem.rows);
    for (int const most : {0, 1, 2, 4}) {
      std::vector<whole_path> expected;
      for (auto const& path : all)
        if (sidetracks(problem, path) <= most) expected.push_back(path);
      fewer += expected.size() < all.size() ? 1 : 0;
      for (std::size_t const k : {std::size_t{3}, std::size_t{100'000}}) {
        auto const way = level_case(seed % 3, most);
        INFO("seed " << seed << ", at most " << most << " sidetracks, k " << k << ", " << way.name);
        auto const found = expand_all(problem, search_with(gsta::host_executor{}, placed, way, {.k = k}));
        auto const count = static_cast<std::ptrdiff_t>(std::min(k, expected.size()));
        REQUIRE(found == std::vector<whole_path>(expected.begin(), expected.begin() + count));
      }
    }
  }
  CHECK(fewer > 100);
}

TEST_CASE("errors of level by level fall with each level and end at none", "[schemes]") {
  prng random(1);
  plain_problem const problem(deep_search_graph(random, 5000, 20, 0, 1000));
  placed_problem<gsta::host_executor> const placed({}, problem);
  gsta::host_executor const exec;
  auto const exact = search_with(exec, placed, {"", gsta::path_engine::best_first}, {.k = 5000});
  REQUIRE(exact.cost.size() == 5000);
  auto before = std::vector<femtoseconds>(5000, no_path);
  std::size_t levels = 0;
  for (; before != exact.cost; ++levels) {
    REQUIRE(levels < 100);
    int const most = static_cast<int>(levels);
    INFO("at most " << most << " sidetracks");
    auto found = search_with(exec, placed, level_case(0, most), {.k = 5000}).cost;
    found.resize(5000, no_path);
    for (std::size_t i = 0; i < found.size(); ++i) {
      REQUIRE(found[i] >= exact.cost[i]);
      REQUIRE(found[i] <= before[i]);
    }
    before = found;
  }
  CHECK(levels > 3);
}

TEST_CASE("level by level refuses a negative limit", "[schemes]") {
  plain_problem const problem(small_search_graph(1));
  placed_problem<gsta::host_executor> const placed({}, problem);
  REQUIRE_THROWS_AS(search_with(gsta::host_executor{}, placed, level_case(0, -1), {}), gsta::argument_error);
}
