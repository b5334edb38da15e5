#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "gsta/path/timing_paths.hpp"
#include "gsta/path/worst_path.hpp"
#include "test/path/constraint_body.hpp"
#include "test/path/search_cases.hpp"

namespace gsta_test {

inline std::vector<id> pins_of(gsta::path_set const& paths, std::size_t p) {
  return {paths.node.begin() + paths.begin[p], paths.node.begin() + paths.begin[p + 1]};
}

/// What `timing_paths` should return, from all paths in order: one path after the other, by the definition.
inline gsta::path_set chosen(gsta::path_set const& all, gsta::timing_paths_options const& options) {
  gsta::path_set result;
  std::map<std::pair<id, int>, std::size_t> of_end;
  std::set<std::pair<id, std::vector<id>>> visited;
  for (std::size_t p = 0; p < all.size() && result.size() < options.k; ++p) {
    if (all.slack[p] >= options.below || !satisfies(all, p, options.constraint)) continue;
    auto& here = of_end[{all.check[p], static_cast<int>(all.data_edge[p])}];
    if (here == options.per_end) continue;
    if (options.unique_pins && !visited.insert({all.check[p], pins_of(all, p)}).second) continue;
    ++here;
    result.add_path(all, p);
  }
  return result;
}

inline gsta::timing_paths_options random_options(prng& random, gsta::path_set const& all, id nodes) {
  gsta::timing_paths_options options;
  options.k = static_cast<std::size_t>(random.chance(20) ? 5000 : random.between(0, 30));
  if (random.chance(40)) options.per_end = static_cast<std::size_t>(random.between(0, 8));
  if (random.chance(20) && all.size() > 0) {
    options.below = random.pick(all.slack);
    options.below += random.between(0, 1);
  }
  if (random.chance(30)) options.constraint = random_constraint(random, all, nodes);
  options.unique_pins = random.chance(40);
  if (random.chance(70)) options.engine = static_cast<gsta::path_engine>(random.below(4));
  return options;
}

/// Lists of paths with all options against choosing from all paths.
template <class E>
void timing_paths_agree(E const& exec, unsigned first_seed, unsigned last_seed) {
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
    auto const options = random_options(random, both, shape.nodes);
    INFO("k " << options.k << ", per end " << options.per_end << ", below " << options.below << ", unique "
              << options.unique_pins << ", engine "
              << static_cast<int>(options.engine.value_or(gsta::path_engine::bounded)) << ", throughs "
              << options.constraint.through.size());
    for (gsta::split const side : {gsta::split::early, gsta::split::late}) {
      auto const expected = chosen(of_split[static_cast<int>(side)], options);
      REQUIRE(equal(to_path_set(exec, gsta::timing_paths(exec, there.view(), side, options).view), expected));
      compared += expected.size();
    }
    auto const found = gsta::timing_paths(exec, there.view(), options);
    REQUIRE(equal(to_path_set(exec, found.view), chosen(both, options)));
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
    auto const found = gsta::timing_paths(exec, there.view(), {.k = 50});
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
