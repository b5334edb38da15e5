// Cases made by hand: huge ties, launching clock pins, empty and bad input.
#include "test/path/brute_force.hpp"
#include "test/path/random_problem.hpp"
#include "test/support/catch.hpp"
#include "test/support/k_worst.hpp"

using namespace gsta;
using namespace gsta_test;

namespace {

/// A chain of `stages` with `width` parallel arcs each: width^stages paths. Arc a of stage s has id s * width
/// + a and the delay `delay(s, a)`.
template <class Delay>
owned_problem make_chain(int stages, int width, Delay const& delay) {
  owned_problem problem;
  std::vector<id> order{0};
  problem.fanin_begin = {0, 0};
  for (int s = 0; s < stages; ++s) {
    for (int a = 0; a < width; ++a) {
      problem.fanin_from.push_back(s);
      problem.fanin_arc.push_back(s * width + a);
      problem.edges.push_back(positive_edges());
      problem.arc_delay.push_back(same_value(delay(s, a)));
    }
    problem.fanin_begin.push_back((s + 1) * width);
    order.push_back(s + 1);
  }
  problem.net_arcs = problem.edges.size();
  problem.asserted.assign(order.size(), undefined_arrival());
  problem.asserted[0][condition(split::late, edge::rise)] = 0;
  timing_check check;
  check.kind = check_kind::output_setup;
  check.data = stages;
  problem.checks.push_back(check);
  problem.check_required.push_back({{100, 100}});
  problem.propagate(order);
  return problem;
}

}  // namespace

TEST_CASE("ties beyond counting come in the documented order", "[path]") {
  int const stages = 45;
  owned_problem const problem =
      make_chain(stages, 2, [](int, int) { return 1.0f; });  // 2^45 paths of one cost
  path_set const paths = k_worst_paths(make_path_graph(problem.view(), split::late), {.k = 3000});
  REQUIRE(paths.size() == 3000);
  for (std::size_t p = 0; p < paths.size(); ++p) {
    REQUIRE(paths.slack[p] == 55'000);
    REQUIRE(paths.begin[p + 1] - paths.begin[p] == stages + 1);
    // From the end backwards the ways in count up like the digits of a number.
    std::size_t number = 0;
    for (auto i = paths.begin[p + 1] - 1; i > paths.begin[p]; --i) {
      number = 2 * number + static_cast<std::size_t>(paths.arc[static_cast<std::size_t>(i)] % 2);
    }
    REQUIRE(number == p);
  }
}

TEST_CASE("more candidates than are kept", "[path]") {
  auto const delay = [](int s, int a) { return static_cast<float>((7 * s + 5 * a * a + 3 * s * a) % 11); };
  owned_problem const problem = make_chain(7, 4, delay);
  brute_force brute(problem.view(), 20'000);
  auto const expected = brute.all(false, true);
  REQUIRE(expected.size() == 16'384);
  path_graph const graph = make_path_graph(problem.view(), split::late);
  for (std::size_t const k : {1, 10, 100, 1000, 5000, 16'384, 20'000}) {
    INFO("k " << k);
    REQUIRE(equal(k_worst_paths(graph, {.k = k}), to_set(problem.view(), first(expected, k))));
  }
}

TEST_CASE("a clock pin launches by its launching arcs and is passed by others", "[path]") {
  // 0 clock port -> 1 clock pin (net arc 0); 1 -> 2 launches (arc 1); 1 -> 2 does not (arc 2); check at 2.
  owned_problem problem;
  problem.fanin_begin = {0, 0, 1, 3};
  problem.fanin_from = {0, 1, 1};
  problem.fanin_arc = {0, 1, 2};
  problem.edges = {positive_edges(), positive_edges(), positive_edges()};
  problem.arc_delay = {same_value(10), same_value(5), same_value(3)};
  problem.net_arcs = 1;
  problem.arc_type_of = {1, 0};
  problem.arc_types.resize(2);
  problem.arc_types[1].launches = true;
  problem.asserted.assign(3, undefined_arrival());
  problem.asserted[0] = {0, math::infinity, 2, -math::infinity};
  timing_check check;
  check.data = 2;
  problem.checks.push_back(check);
  problem.check_required.push_back({{30, 30}});
  problem.propagate({0, 1, 2});
  path_set const paths = k_worst_paths(make_path_graph(problem.view(), split::late), {.k = 10});
  REQUIRE(paths.begin == std::vector<std::int64_t>{0, 2, 5});
  REQUIRE(paths.slack == std::vector<femtoseconds>{13'000, 15'000});
  REQUIRE(paths.node == std::vector<id>{1, 2, 0, 1, 2});
  REQUIRE(paths.arc == std::vector<id>{none, 1, none, 0, 2});
  REQUIRE(paths.edge == std::vector<edge>(5, edge::rise));
  REQUIRE(paths.check == std::vector<id>{0, 0});
}

TEST_CASE("paths of nothing", "[path]") {
  owned_problem const nothing;
  REQUIRE(k_worst_paths(make_path_graph(nothing.view(), split::late), {.k = 9}).size() == 0);
  path_set const none_merged = merge_worst({}, {}, 9);
  REQUIRE(none_merged.begin == std::vector<std::int64_t>{0});
}

TEST_CASE("bad input is refused", "[path]") {
  owned_problem const good = make_chain(3, 2, [](int, int) { return 1.0f; });
  auto bad = good;
  bad.asserted.pop_back();
  REQUIRE_THROWS_AS(make_path_graph(bad.view(), split::late), argument_error);
  bad = good;
  bad.fanin_from[0] = 99;
  REQUIRE_THROWS_AS(make_path_graph(bad.view(), split::late), argument_error);
  bad = good;
  bad.fanin_arc[0] = -2;
  REQUIRE_THROWS_AS(make_path_graph(bad.view(), split::late), argument_error);
  bad = good;
  bad.checks[0].data = 77;
  REQUIRE_THROWS_AS(make_path_graph(bad.view(), split::late), argument_error);
  bad = good;
  bad.fanin_from[0] = 1;  // into itself
  REQUIRE_THROWS_AS(k_worst_paths(make_path_graph(bad.view(), split::late)), graph_error);
  bad = good;
  bad.arc_delay[0] = same_value(1e30f);
  REQUIRE_THROWS_AS(k_worst_paths(make_path_graph(bad.view(), split::late)), argument_error);
}
