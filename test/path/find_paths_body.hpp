#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "gsta/path/worst_path.hpp"
#include "test/path/asked_paths.hpp"
#include "test/path/constraint_body.hpp"
#include "test/path/search_cases.hpp"

namespace gsta_test {

inline std::vector<id> nodes_of_path(gsta::path_set const& paths, std::size_t p) {
  return {paths.node.begin() + paths.begin[p], paths.node.begin() + paths.begin[p + 1]};
}

/// What a query should find, from all paths in order: one path after the other, by the definition. An
/// endpoint is the node that a path ends at.
inline gsta::path_set chosen(gsta::path_set const& all, asked_paths const& asked,
                             gsta::host_span<gsta::timing_check const> checks) {
  auto const& query = asked.query;
  gsta::path_set result;
  std::map<std::pair<id, int>, std::size_t> of_end;
  std::set<std::pair<id, std::vector<id>>> visited;
  for (std::size_t p = 0; p < all.size() && result.size() < query.k; ++p) {
    bool const late = gsta::is_late(checks[static_cast<std::size_t>(all.check[p])].kind);
    if (query.side && *query.side != (late ? gsta::split::late : gsta::split::early)) continue;
    if (all.slack[p] >= query.slack_below || !satisfies(all, p, asked.points)) continue;
    auto const nodes = nodes_of_path(all, p);
    auto& here = query.by_check ? of_end[{all.check[p], static_cast<int>(all.data_edge[p])}]
                                : of_end[{nodes.back(), 2 + late}];
    if (here == query.per_endpoint) continue;
    if (query.unique_pins && !visited.insert({all.check[p], nodes}).second) continue;
    ++here;
    result.add_path(all, p);
  }
  return result;
}

inline asked_paths random_query(prng& random, gsta::path_set const& all, id nodes) {
  asked_paths asked;
  auto& query = asked.query;
  query.k = static_cast<std::size_t>(random.chance(20) ? 5000 : random.between(0, 30));
  if (random.chance(40)) query.per_endpoint = static_cast<std::size_t>(random.between(0, 8));
  query.by_check = random.chance(60);
  if (random.chance(20) && all.size() > 0) {
    query.slack_below = random.pick(all.slack);
    query.slack_below += random.between(0, 1);
  }
  if (random.chance(30)) asked.set_points(random_constraint(random, all, nodes));
  query.unique_pins = random.chance(40);
  if (random.chance(70)) asked.engine = every_engine()[static_cast<std::size_t>(random.below(4))];
  return asked;
}

/// Lists of all kinds of queries against choosing from all paths.
template <class E>
void found_paths_agree(E const& exec, unsigned first_seed, unsigned last_seed) {
  std::size_t compared = 0;
  for (unsigned seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    random_shape shape = search_shape(seed);
    shape.nodes = std::max(shape.nodes, 4);
    owned_problem const problem = random_problem(seed, shape).make();
    problem_in_space<E> const there(exec, problem);
    gsta::path_set of_split[2];
    for (gsta::split const side : {gsta::split::early, gsta::split::late})
      of_split[static_cast<int>(side)] =
          gsta_test::k_worst_paths(gsta_test::make_path_graph(problem.view(), side), {.k = 2000});
    if (of_split[0].size() == 2000 || of_split[1].size() == 2000) continue;
    gsta::path_set const both = gsta_test::merge_worst(of_split[0], of_split[1], 5000);
    auto asked = random_query(random, both, shape.nodes);
    INFO("k " << asked.query.k << ", per endpoint " << asked.query.per_endpoint << ", by check "
              << asked.query.by_check << ", below " << asked.query.slack_below << ", unique "
              << asked.query.unique_pins << ", engine "
              << asked.engine.value_or(gsta::path_engine::bounded).index() << ", throughs "
              << asked.points.through.size());
    for (auto const side : {std::optional(gsta::split::early), std::optional(gsta::split::late),
                            std::optional<gsta::split>()}) {
      asked.query.side = side;
      auto const expected = chosen(both, asked, view_of(problem.checks));
      REQUIRE(equal(find_set(exec, {there.view()}, asked), expected));
      compared += expected.size();
    }
  }
  CHECK(is_enough(compared, last_seed - first_seed, 1));
}

/// Values along paths: each step's own, and sums that end in the slack.
template <class E>
void path_values_agree(E const& exec, unsigned first_seed, unsigned last_seed) {
  std::size_t compared = 0;
  for (unsigned seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    owned_problem const problem = random_problem(seed, search_shape(seed)).make();
    problem_in_space<E> const there(exec, problem);
    auto const found = gsta::find_paths(exec, {there.view()}, {.side = {}, .k = 50});
    gsta::path_set const paths = to_path_set(exec, found.view);
    auto const problem_there = there.view();
    auto const at_node =
        to_vector(exec, gsta::values_at_nodes(exec, problem_there, found.view, problem_there.arrival).view());
    auto const at_arc = to_vector(
        exec, gsta::values_at_arcs(exec, problem_there, found.view, problem_there.arc_delay).view());
    auto const arrival = to_vector(exec, gsta::path_arrivals(exec, problem_there, found.view).view());
    for (std::size_t p = 0; p < paths.size(); ++p) {
      bool const late = gsta::is_late(problem.checks[static_cast<std::size_t>(paths.check[p])].kind);
      gsta::femtoseconds at = 0;
      for (auto i = paths.begin[p]; i < paths.begin[p + 1]; ++i) {
        auto const node = static_cast<std::size_t>(paths.node[i]);
        int const c = 2 * late + static_cast<int>(paths.edge[i]);
        REQUIRE(at_node[i] == problem.arrival[node][c]);
        if (i == paths.begin[p]) {
          REQUIRE(at_arc[i] == 0);
          bool const launched = paths.begin[p + 1] - i > 1 && problem.view().launches(paths.arc[i + 1]);
          at = gsta::to_femtoseconds(launched ? problem.arrival[node][c] : problem.asserted[node][c]);
        } else {
          float const delay = problem.arc_delay[static_cast<std::size_t>(paths.arc[i])][c];
          REQUIRE(at_arc[i] == delay);
          at += gsta::to_femtoseconds(delay);
        }
        REQUIRE(arrival[i] == at);
        ++compared;
      }
      auto const required =
          gsta::to_femtoseconds(problem.check_required[static_cast<std::size_t>(paths.check[p])]
                                                      [static_cast<int>(paths.data_edge[p])]);
      REQUIRE(paths.slack[p] == (late ? required - at : at - required));
    }
  }
  CHECK(is_enough(compared, last_seed - first_seed, 5));
}

}  // namespace gsta_test
