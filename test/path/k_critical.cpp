// What k_critical_paths does at the edges: none wanted, a cost limit, little memory, costs of another graph.
#include <algorithm>

#include "test/path/engines_body.hpp"
#include "test/support/backends.hpp"

using namespace gsta_test;

namespace {

/// Knows how much of its memory is held.
struct counting_executor : gsta::host_executor {
  struct account {
    std::size_t held = 0, most = 0;
  };
  account* of;

  explicit counting_executor(account& to) : of(&to) {}
  void* allocate(std::size_t bytes) const {
    of->held += bytes;
    of->most = std::max(of->most, of->held);
    return host_executor::allocate(bytes);
  }
  gsta::deallocator deallocation() const noexcept { return {release, of, nullptr}; }

 private:
  static void release(void* data, std::size_t bytes, void* from, void*) noexcept {
    static_cast<account*>(from)->held -= bytes;
    auto const plain = gsta::host_executor{}.deallocation();
    plain.release(data, bytes, plain.memory, plain.stream);
  }
};

plain_graph some_graph() {
  prng random(3);
  return deep_search_graph(random, 3000, 30, 0, 5'000'000);
}

}  // namespace

TEST_CASE("no paths wanted, none found", "[path]") {
  plain_problem const problem(some_graph());
  placed_problem<gsta::host_executor> const placed({}, problem);
  for (auto const& way : engine_cases()) {
    INFO(way.name);
    auto const found = search_with(gsta::host_executor{}, placed, way, {.k = 0});
    REQUIRE(found.cost.empty());
    REQUIRE(found.begin == std::vector<id>{0});
    REQUIRE(found.side.empty());
  }
}

TEST_CASE("only paths below a cost", "[path]") {
  gsta::host_executor const exec;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    plain_problem const problem(small_search_graph(seed));
    placed_problem<gsta::host_executor> const placed(exec, problem);
    auto const all = all_paths(problem.rows);
    if (all.empty()) continue;
    for (femtoseconds const below : {all[0].cost, all[all.size() / 2].cost, all.back().cost + 1}) {
      std::vector<whole_path> expected;
      for (auto const& path : all)
        if (path.cost < below && expected.size() < 50) expected.push_back(path);
      for (auto const& way : engine_cases()) {
        INFO("seed " << seed << ", below " << below << ", " << way.name);
        REQUIRE(expand_all(problem, search_with(exec, placed, way, {.k = 50, .below = below})) == expected);
      }
    }
  }
}

TEST_CASE("with little memory a search gives the same list or says what it needs", "[path]") {
  plain_problem const problem(some_graph());
  gsta::host_executor const exec;
  placed_problem<gsta::host_executor> const placed(exec, problem);
  for (auto const& way : engine_cases()) {
    auto const expected = search_with(exec, placed, way, {.k = 2000});
    std::size_t refused = 0, searched = 0;
    for (std::size_t most = 1000; most < (std::size_t{1} << 27); most += most / 5) {
      INFO(way.name << " in " << most << " bytes");
      try {
        auto const found = search_with(exec, placed, way, {.k = 2000, .most_bytes = most});
        REQUIRE(found == expected);
        REQUIRE(found.statistics.peak_bytes <= most);
        ++searched;
      } catch (gsta::argument_error const& e) {
        REQUIRE_THAT(e.what(), contains(std::to_string(most)));
        ++refused;
      }
    }
    INFO(way.name);
    CHECK(refused > 0);
    CHECK(searched > 0);
  }
}

TEST_CASE("a search in pieces, for want of memory, finds the first k of all paths", "[path]") {
  std::size_t searched = 0;
  gsta::host_executor const exec;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    prng random(seed);
    graph_shape const shape{10, 30, 6, 4, 0, seed % 2 == 0 ? 3 : 100'000};
    plain_problem const problem(random_search_graph(random, shape));
    placed_problem<gsta::host_executor> const placed(exec, problem);
    auto all = all_paths(problem.rows);
    std::size_t const k = 20 + static_cast<std::size_t>(random.below(30));
    all.resize(std::min(k, all.size()));
    for (auto const& way : engine_cases()) {
      for (std::size_t const most : {2000u, 3000u, 5000u, 8000u}) {
        INFO("seed " << seed << ", " << way.name << " for " << k << " paths in " << most << " bytes");
        try {
          auto const found = search_with(exec, placed, way, {.k = k, .most_bytes = most});
          REQUIRE(expand_all(problem, found) == all);
          ++searched;
        } catch (gsta::argument_error const&) {
        }
      }
    }
  }
  CHECK(searched > 1500);
}

TEST_CASE("the memory that a search says it held is no less than what it took", "[path]") {
  plain_problem const problem(some_graph());
  for (auto const& way : engine_cases()) {
    if (is_best_first(way.engine)) continue;  // it works in vectors
    INFO(way.name);
    counting_executor::account account;
    counting_executor const exec(account);
    placed_problem<counting_executor> const placed(exec, problem);
    std::size_t const before = account.held;
    account.most = before;
    auto const found = search_with(exec, placed, way, {.k = 3000});
    REQUIRE(found.cost.size() == 3000);
    CHECK(account.most - before <= found.statistics.peak_bytes);
    CHECK(account.held == before);
  }
}

TEST_CASE("statistics say what was made", "[path]") {
  plain_problem const problem(some_graph());
  placed_problem<gsta::host_executor> const placed({}, problem);
  for (auto const& way : engine_cases()) {
    INFO(way.name);
    auto const found = search_with(gsta::host_executor{}, placed, way, {.k = 3000});
    CHECK(found.statistics.generated >= 3000);
    CHECK(found.statistics.waves > 0);
    CHECK(found.statistics.peak_bytes > 3000 * sizeof(femtoseconds));
  }
}

TEST_CASE("costs of another graph and settings out of range are refused", "[path]") {
  plain_problem const problem(some_graph()), other(small_search_graph(1));
  gsta::host_executor const exec;
  placed_problem<gsta::host_executor> const placed(exec, problem);
  gsta::search_problem<gsta::memory_space::host> const mixed{problem.rows, other.costs.view()};
  REQUIRE_THROWS_AS(k_critical_paths(exec, placed.rows, mixed), gsta::argument_error);
  for (auto const& way : engine_cases()) {
    INFO(way.name);
    REQUIRE_THROWS_AS(k_critical_paths(exec, placed.rows, mixed, {}, way.engine), gsta::argument_error);
  }
  gsta::schemes::dual_queue const still{.smallest_step = 0};
  REQUIRE_THROWS_AS(k_critical_paths(exec, placed.rows, placed.view(), {}, still), gsta::argument_error);
}
