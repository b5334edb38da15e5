// The worst path of each endpoint: equal to k = 1 of the search, launching clocks continued to their source.
#include "gsta/path/worst_path.hpp"

#include "test/path/brute_force.hpp"
#include "test/path/random_problem.hpp"
#include "test/support/catch.hpp"
#include "test/support/k_worst.hpp"

using namespace gsta;
using namespace gsta_test;

namespace {

/// The paths of a set in ascending check, then data edge.
path_set by_endpoint(path_set const& paths, std::size_t checks) {
  path_set result;
  for (std::size_t slot = 0; slot < 2 * checks; ++slot) {
    for (std::size_t p = 0; p < paths.size(); ++p) {
      if (2 * static_cast<std::size_t>(paths.check[p]) + static_cast<std::size_t>(paths.data_edge[p]) ==
          slot) {
        result.add_path(paths, p);
      }
    }
  }
  return result;
}

}  // namespace

TEST_CASE("the worst path of each endpoint is the first of the search", "[path]") {
  host_executor const exec;
  std::size_t compared = 0, extended_paths = 0;
  for (unsigned seed = 0; seed < 5000; ++seed) {
    INFO("seed " << seed);
    random_shape shape;
    shape.nodes = static_cast<id>(1 + seed % 15);
    shape.arcs = static_cast<int>(seed / 15 % 40);
    owned_problem const problem = random_problem(seed, shape).make();
    auto const predecessor = view_of(problem.predecessor);
    path_set expected;
    for (split const side : {split::early, split::late}) {
      path_graph const graph = make_path_graph(problem.view(), side);
      path_set const searched = k_worst_paths(graph, {.k = 1000, .per_endpoint = 1});
      path_set const extended = extend_to_clock_source(problem.view(), predecessor, searched.view());
      REQUIRE(extended.slack == searched.slack);
      extended_paths += extended.node.size() > searched.node.size();
      for (std::size_t p = 0; p < extended.size(); ++p) expected.add_path(extended, p);
    }
    path_set const found = to_path_set(exec, trace_worst(exec, problem.view(), predecessor).view);
    REQUIRE(equal(found, by_endpoint(expected, problem.checks.size())));
    compared += found.size();
  }
  REQUIRE(compared > 5000);
  REQUIRE(extended_paths > 50);
}

TEST_CASE("an endpoint's worst path has the endpoint's slack", "[path]") {
  host_executor const exec;
  for (unsigned seed = 0; seed < 500; ++seed) {
    INFO("seed " << seed);
    random_shape shape{.nodes = 12, .arcs = 30, .smallest = 0, .largest = 50, .fractions = true};
    owned_problem const problem = random_problem(seed, shape).make();
    path_set const paths =
        to_path_set(exec, trace_worst(exec, problem.view(), view_of(problem.predecessor)).view);
    for (std::size_t p = 0; p < paths.size(); ++p) {
      timing_check const& check = problem.checks[static_cast<std::size_t>(paths.check[p])];
      int const e = static_cast<int>(paths.data_edge[p]), late = is_late(check.kind);
      double const arrival = problem.arrival[static_cast<std::size_t>(check.data)][2 * late + e];
      double const required = problem.check_required[static_cast<std::size_t>(paths.check[p])][e];
      double const slack = late ? required - arrival : arrival - required;
      auto const steps = static_cast<double>(paths.begin[p + 1] - paths.begin[p]);
      // Half a femtosecond for each rounding, and float's own.
      REQUIRE(std::abs(static_cast<double>(paths.slack[p]) / 1000 - slack) < 0.0005 * (steps + 2) + 1e-4);
    }
  }
}

TEST_CASE("the worst paths of nothing", "[path]") {
  host_executor const exec;
  owned_problem const nothing;
  REQUIRE(trace_worst(exec, nothing.view(), {}).view.size() == 0);
  owned_problem two_nodes;
  two_nodes.fanin_begin = {0, 0, 0};
  two_nodes.asserted.assign(2, undefined_arrival());
  two_nodes.propagate({0, 1});
  REQUIRE_THROWS_AS(trace_worst(exec, two_nodes.view(), {}), argument_error);
}
