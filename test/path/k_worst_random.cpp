// The k worst paths against enumeration, on seeded random problems: order, ties, options, both splits.
#include <map>
#include <utility>

#include "test/path/brute_force.hpp"
#include "test/path/random_problem.hpp"
#include "test/support/catch.hpp"
#include "test/support/k_worst.hpp"

using namespace gsta;
using namespace gsta_test;

namespace {

random_shape shape_of(unsigned seed) {
  random_shape shape;
  shape.nodes = static_cast<id>(1 + seed % 12);
  shape.arcs = static_cast<int>(seed / 12 % 26);
  if (seed % 5 == 1)
    shape.smallest = shape.largest = static_cast<int>(seed / 5 % 3) - 1;  // all tie: -1, 0 or 1
  if (seed % 5 == 2) shape.fractions = true;
  if (seed % 5 == 3) shape.smallest = -9, shape.largest = 9;
  return shape;
}

void compare_all_k(owned_problem const& problem, std::size_t& compared) {
  for (split const side : {split::early, split::late}) {
    brute_force brute(problem.view(), 3000);
    auto const expected = brute.all(side == split::early, side == split::late);
    if (brute.overflowed()) continue;
    path_graph const graph = make_path_graph(problem.view(), side);
    std::size_t const n = expected.size();
    for (std::size_t const k :
         {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{5}, n / 3, n - (n > 0), n, n + 7}) {
      INFO("k " << k << " of " << n << ", late " << (side == split::late));
      REQUIRE(equal(k_worst_paths(graph, {.k = k}), to_set(problem.view(), first(expected, k))));
      compared += std::min(k, n);
    }
  }
}

}  // namespace

TEST_CASE("k worst paths are the first k of all paths", "[path]") {
  std::size_t compared = 0;
  for (unsigned seed = 0; seed < 6000; ++seed) {
    INFO("seed " << seed);
    compare_all_k(random_problem(seed, shape_of(seed)).make(), compared);
  }
  REQUIRE(compared > 100'000);
}

TEST_CASE("k worst paths under a slack limit", "[path]") {
  std::size_t dropped = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    INFO("seed " << seed);
    owned_problem const problem = random_problem(seed, shape_of(seed)).make();
    brute_force brute(problem.view(), 2000);
    auto expected = brute.all(false, true);
    if (brute.overflowed()) continue;
    femtoseconds const limit = expected.empty() ? 0 : expected[expected.size() / 2].slack;
    dropped += std::erase_if(expected, [&](brute_path const& path) { return path.slack >= limit; });
    path_graph const graph = make_path_graph(problem.view(), split::late);
    REQUIRE(equal(k_worst_paths(graph, {.k = 5000, .slack_below = limit}), to_set(problem.view(), expected)));
    REQUIRE(equal(k_worst_paths(graph, {.k = 3, .slack_below = limit}),
                  to_set(problem.view(), first(expected, 3))));
  }
  REQUIRE(dropped > 1000);
}

TEST_CASE("k worst paths with so many of each endpoint", "[path]") {
  for (unsigned seed = 0; seed < 1500; ++seed) {
    INFO("seed " << seed);
    owned_problem const problem = random_problem(seed, shape_of(seed)).make();
    brute_force brute(problem.view(), 2000);
    auto const all = brute.all(true, false);
    if (brute.overflowed()) continue;
    path_graph const graph = make_path_graph(problem.view(), split::early);
    for (std::size_t const each : {0, 1, 2, 3, 7}) {
      std::map<std::pair<id, int>, std::size_t> seen;
      auto expected = all;
      std::erase_if(expected,
                    [&](brute_path const& path) { return seen[{path.check, path.data_edge}]++ >= each; });
      for (std::size_t const k : {1, 2, 3, 4, 6, 9, 20, 5000}) {
        INFO("k " << k << ", each " << each);
        path_set const found = k_worst_paths(graph, {.k = k, .per_endpoint = each});
        REQUIRE(equal(found, to_set(problem.view(), first(expected, k))));
      }
    }
  }
}

TEST_CASE("both splits together", "[path]") {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    INFO("seed " << seed);
    owned_problem const problem = random_problem(seed, shape_of(seed)).make();
    brute_force brute(problem.view(), 3000);
    auto const expected = brute.all(true, true);
    if (brute.overflowed()) continue;
    for (std::size_t const k : {0, 1, 6, 4000}) {
      path_set const early = k_worst_paths(make_path_graph(problem.view(), split::early), {.k = k});
      path_set const late = k_worst_paths(make_path_graph(problem.view(), split::late), {.k = k});
      path_set const both = to_set(problem.view(), first(expected, k));
      REQUIRE(equal(merge_worst(early, late, k), both));
      REQUIRE(equal(merge_worst(late, early, k), both));
    }
  }
}
