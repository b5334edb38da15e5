#pragma once

#include <limits>
#include <vector>

#include "gsta/path/constraint.hpp"
#include "test/path/any_engine.hpp"
#include "test/path/asked_paths.hpp"
#include "test/path/recover_body.hpp"

namespace gsta_test {

inline constexpr gsta::constraint_form constraint_forms[] = {gsta::constraint_form::states,
                                                             gsta::constraint_form::labels};

/// Whether the throughs from `t` on can be passed by the vertices from `i` on: tries all ways, greedy or not.
template <class InSet>
bool passes(std::size_t length, std::size_t throughs, InSet const& in_set, std::size_t i = 0,
            std::size_t t = 0) {
  if (t == throughs) return true;
  for (; i < length; ++i) {
    if (in_set(i, t) && passes(length, throughs, in_set, i + 1, t + 1)) return true;
  }
  return false;
}

inline bool has(std::vector<id> const& set, id v) {
  return std::find(set.begin(), set.end(), v) != set.end();
}

inline bool satisfies(gsta::search_graph_view<gsta::memory_space::host> const& graph, whole_path const& path,
                      gsta::walk_constraint const& wanted) {
  std::vector<id> vertices;
  for (std::size_t i = 0; i + 1 < path.edges.size(); ++i) vertices.push_back(graph.to[path.edges[i]]);
  if (!wanted.first.empty() && (vertices.empty() || !has(wanted.first, vertices.front()))) return false;
  if (!wanted.last.empty() && (vertices.empty() || !has(wanted.last, vertices.back()))) return false;
  return passes(vertices.size(), wanted.through.size(),
                [&](std::size_t i, std::size_t t) { return has(wanted.through[t], vertices[i]); });
}

inline std::vector<id> random_set(prng& random, int inner, int most) {
  std::vector<id> set;
  for (int i = random.between(1, most); i > 0; --i) set.push_back(random.below(inner));
  return set;
}

/// Throughs that some walk often passes: vertices of one of the graph's paths, in its order, and others.
inline gsta::walk_constraint random_constraint(prng& random, plain_graph const& plain,
                                               std::vector<whole_path> const& paths, bool single) {
  gsta::walk_constraint wanted;
  int const inner = plain.source(), sets = random.between(0, 4);
  if (random.chance(30)) wanted.first = random_set(random, inner, 4);
  if (random.chance(30)) wanted.last = random_set(random, inner, 4);
  std::vector<id> on_path;
  if (!paths.empty() && random.chance(80)) {
    for (id const e : random.pick(paths).edges)
      if (plain.to[static_cast<std::size_t>(e)] < inner)
        on_path.push_back(plain.to[static_cast<std::size_t>(e)]);
  }
  std::size_t next = 0;
  for (int s = 0; s < sets; ++s) {
    auto set = single ? std::vector<id>{random.below(inner)} : random_set(random, inner, 3);
    if (next < on_path.size()) {
      set[0] = on_path[next];
      next += static_cast<std::size_t>(random.between(1, 3));
    }
    wanted.through.push_back(set);
  }
  return wanted;
}

/// Every vertex and every edge is on some walk: nothing else is left in the graph.
inline void require_live(gsta::search_graph_view<gsta::memory_space::host> const& graph,
                         std::vector<whole_path> const& walks) {
  std::vector<bool> seen(graph.edge_count()), visited(graph.vertex_count());
  for (whole_path const& walk : walks) {
    for (id const e : walk.edges) seen[e] = visited[graph.to[e]] = true;
  }
  REQUIRE(std::count(seen.begin(), seen.end(), false) == 0);
  REQUIRE(std::count(visited.begin(), visited.begin() + graph.source(), false) == 0);
}

/// The walks of a constrained graph, by the original's edges.
template <class E>
std::vector<whole_path> constrained_walks(E const& exec, gsta::constrained_graph<E::space> const& made,
                                          gsta::search_graph_view<gsta::memory_space::host> const& original) {
  auto const begin = to_vector(exec, made.view.graph.begin), to = to_vector(exec, made.view.graph.to),
             edge = to_vector(exec, made.view.edge), vertex = to_vector(exec, made.view.vertex);
  auto const weight = to_vector(exec, made.view.graph.weight);
  gsta::search_graph_view<gsta::memory_space::host> const graph{view_of(begin), view_of(to), view_of(weight)};
  REQUIRE(vertex.size() + 2 == graph.vertex_count());
  for (std::size_t e = 0; e < to.size(); ++e) {
    REQUIRE(weight[e] == original.weight[edge[e]]);
    id const head = to[e] == graph.sink() ? original.sink() : vertex[to[e]];
    REQUIRE(head == original.to[edge[e]]);
  }
  auto walks = all_paths(graph);
  require_live(graph, walks);
  for (auto& walk : walks)
    for (id& e : walk.edges) e = edge[e];
  return walks;
}

struct constraint_counts {
  std::size_t walks = 0, unsatisfied = 0, left_out = 0, labelled = 0, closed = 0;
};

/// Where closing edges will do, every engine finds the walks left, in order, by the graph's own rows.
template <class E>
bool closed_edges_agree(E const& exec, gsta::search_rows<E::space> const& rows,
                        gsta::search_graph_view<E::space> graph, gsta::walk_constraint const& wanted,
                        std::vector<whole_path> const& expected) {
  auto const weight = close_edges(exec, rows, graph, wanted);
  if (!weight) return false;
  graph.weight = weight->view();
  for (auto const prefixes : {gsta::prefix_costs::found, gsta::prefix_costs::left_out}) {
    gsta::search_cost_buffers<E::space> costs(exec, rows, prefixes);
    find_costs(exec, rows, graph, costs);
    gsta::search_problem<E::space> const problem{graph, costs.view()};
    for (auto const& engine : every_engine()) {
      INFO("engine " << engine.index());
      auto const found = k_critical_paths(exec, rows, problem, {.k = 2001}, engine);
      auto const walks = recover_walks(exec, problem, found.paths.view);
      auto const begin = to_vector(exec, walks.view.begin);
      auto const edge = to_vector(exec, walks.view.edge), first = to_vector(exec, walks.view.first_edge);
      auto const cost = to_vector(exec, walks.view.cost);
      REQUIRE(cost.size() == expected.size());
      for (std::size_t p = 0; p < expected.size(); ++p) {
        std::vector<id> edges{first[p]};
        edges.insert(edges.end(), edge.begin() + begin[p], edge.begin() + begin[p + 1]);
        REQUIRE(edges == expected[p].edges);
        REQUIRE(cost[p] == expected[p].cost);
      }
    }
    auto const ends = paths_per_end(exec, problem, {.each = 2001});
    REQUIRE(to_vector(exec, ends.paths.view.cost).size() == expected.size());
  }
  return true;
}

/// Constrained graphs against trying all walks and keeping those that satisfy.
template <class E>
void constrained_graphs_agree(E const& exec, std::uint64_t first_seed, std::uint64_t last_seed,
                              constraint_counts& counts) {
  for (std::uint64_t seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    graph_shape shape = walk_shape(random);
    shape.inner = std::max(shape.inner, 2);
    plain_graph plain = random_search_graph(random, shape);
    if (random.chance(15)) plain.add(plain.source(), plain.sink(), random.between(0, 9));
    auto const graph = plain.view();
    auto expected = all_paths(graph);
    if (expected.size() > 2000) continue;
    bool const single = random.chance(50);
    auto const wanted = random_constraint(random, plain, expected, single);
    std::size_t const all = expected.size();
    std::erase_if(expected, [&](whole_path const& path) { return !satisfies(graph, path, wanted); });
    auto const there = clone_view(exec, graph);
    auto const rows = make_search_rows(exec, there.view);
    bool const closed = closed_edges_agree(exec, rows, there.view, wanted, expected);
    if (single) REQUIRE(closed);
    counts.closed += closed;
    for (auto const form : constraint_forms) {
      if (form == gsta::constraint_form::labels && !single) continue;
      INFO("labels " << (form == gsta::constraint_form::labels));
      auto const made = gsta::constrain_graph(exec, rows, there.view, wanted, form);
      REQUIRE(constrained_walks(exec, made, graph) == expected);
      if (expected.empty()) REQUIRE(made.view.graph.vertex_count() == 2);
      counts.labelled += form == gsta::constraint_form::labels;
    }
    counts.walks += expected.size();
    counts.unsatisfied += expected.empty();
    counts.left_out += all - expected.size();
  }
}

/// Does a path satisfy a constraint, by the path alone?
inline bool satisfies(gsta::path_set const& paths, std::size_t p, gsta::path_constraint const& wanted) {
  auto const first = static_cast<std::size_t>(paths.begin[p]),
             end = static_cast<std::size_t>(paths.begin[p + 1]);
  auto const at = [&](std::vector<gsta::constraint_pin> const& pins, std::size_t step) {
    for (auto const& pin : pins) {
      bool const edge = paths.edge[step] == gsta::edge::rise ? pin.rise : pin.fall;
      if (pin.node == paths.node[step] && edge) return true;
    }
    return false;
  };
  if (!wanted.from.empty() && !at(wanted.from, first)) return false;
  if (!wanted.to.empty() && !at(wanted.to, end - 1)) return false;
  return passes(end - first, wanted.through.size(),
                [&](std::size_t i, std::size_t t) { return at(wanted.through[t], first + i); });
}

inline gsta::constraint_pin random_pin(prng& random, gsta::path_set const& all, id nodes, std::int64_t step) {
  gsta::constraint_pin pin{random.below(nodes)};
  bool const fits = step >= 0 && random.chance(85);
  if (fits) pin.node = all.node[static_cast<std::size_t>(step)];
  if (random.chance(50)) {
    bool const rise = fits ? all.edge[static_cast<std::size_t>(step)] == gsta::edge::rise : random.chance(50);
    pin.rise = rise;
    pin.fall = !rise;
  }
  return pin;
}

/// A constraint like one path of the design, mostly.
inline gsta::path_constraint random_constraint(prng& random, gsta::path_set const& all, id nodes) {
  gsta::path_constraint wanted;
  bool const some = all.size() > 0;
  auto const p = some ? static_cast<std::size_t>(random.below(static_cast<int>(all.size()))) : 0;
  std::int64_t const first = some ? all.begin[p] : -1, end = some ? all.begin[p + 1] : -1;
  auto const pins = [&](std::int64_t step) {
    std::vector<gsta::constraint_pin> result{random_pin(random, all, nodes, step)};
    while (random.chance(30)) result.push_back(random_pin(random, all, nodes, -1));
    return result;
  };
  if (random.chance(30)) wanted.from = pins(first);
  if (random.chance(30)) wanted.to = pins(some ? end - 1 : -1);
  std::int64_t step = first;
  for (int s = random.between(0, 4); s > 0; --s) {
    wanted.through.push_back(pins(some && step < end ? step : -1));
    step += random.between(1, 2);
  }
  return wanted;
}

/// Constrained searches of timed designs against the plain engine and a filter.
template <class E>
void constrained_searches_agree(E const& exec, unsigned first_seed, unsigned last_seed,
                                constraint_counts& counts) {
  for (unsigned seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    random_shape shape = search_shape(seed);
    shape.nodes = std::max(shape.nodes, 4);
    owned_problem const problem = random_problem(seed, shape).make();
    problem_in_space<E> const there(exec, problem);
    gsta::split const side = seed % 2 == 0 ? gsta::split::early : gsta::split::late;
    auto const all = gsta_test::k_worst_paths(gsta_test::make_path_graph(problem.view(), side), {.k = 1500});
    if (all.size() == 1500) continue;
    auto const wanted = random_constraint(random, all, shape.nodes);
    gsta::path_set expected;
    for (std::size_t p = 0; p < all.size(); ++p)
      if (satisfies(all, p, wanted)) expected.add_path(all, p);
    auto const search = gsta::make_timing_search(exec, there.view(), side);
    auto const rows = make_search_rows(exec, search.view.graph);
    for (auto const form : constraint_forms) {
      gsta::timing_search<E::space> constrained;
      try {
        constrained = gsta::constrain_search(exec, rows, search.view, wanted, form);
      } catch (gsta::argument_error const&) {
        REQUIRE(form == gsta::constraint_form::labels);  // pins of a through that differ in rank
        continue;
      }
      searched<E> const found(exec, constrained.view.graph, 2000);
      auto const traces = gsta::recover_paths(exec, constrained.view, found.problem, found.paths.view);
      REQUIRE(equal(to_path_set(exec, traces.view), expected));
      if (expected.size() == 0) REQUIRE(constrained.view.graph.vertex_count() == 2);
      counts.labelled += form == gsta::constraint_form::labels;
    }
    asked_paths asked{.query = {.side = side, .k = 2000, .by_check = true}};
    asked.set_points(wanted);
    for (auto const form : {gsta::constraint_form::automatic, gsta::constraint_form::states}) {
      asked.form = form;
      for (std::size_t const each : {std::numeric_limits<std::size_t>::max(), std::size_t{1999}}) {
        asked.query.per_endpoint = each;
        REQUIRE(equal(find_set(exec, {there.view()}, asked), expected));
      }
    }
    counts.walks += expected.size();
    counts.unsatisfied += expected.size() == 0;
    counts.left_out += all.size() - expected.size();
  }
}

/// More throughs than a word has bits: a chain with a few ways round, throughs along it.
template <class E>
void many_throughs_agree(E const& exec, std::uint64_t first_seed, std::uint64_t last_seed) {
  std::size_t walks = 0;
  for (std::uint64_t seed = first_seed; seed < last_seed; ++seed) {
    INFO("seed " << seed);
    prng random(seed);
    constexpr int inner = 200;
    plain_graph plain(inner);
    plain.add(plain.source(), 0, 0);
    for (id v = 0; v + 1 < inner; ++v) plain.add(v, v + 1, 1);
    plain.add(inner - 1, plain.sink(), 0);
    for (int i = 0; i < 5; ++i) {
      id const v = random.between(0, inner - 10);
      plain.add(v, v + random.between(2, 9), 3);
    }
    auto const graph = plain.view();
    gsta::walk_constraint wanted;
    int const skip = random.between(1, 3);
    for (id v = random.below(3); v < inner; v += random.between(1, skip)) {
      wanted.through.push_back({v});
      if (random.chance(20)) wanted.through.back().push_back(random.below(inner));
    }
    while (!wanted.through.empty() && wanted.through.size() > 60 && random.chance(30))
      wanted.through.erase(wanted.through.begin() + random.below(static_cast<int>(wanted.through.size())));
    auto expected = all_paths(graph);
    std::erase_if(expected, [&](whole_path const& path) {
      std::size_t t = 0;  // greedy: trying all ways would take too long here
      for (id const e : path.edges) t += t < wanted.through.size() && has(wanted.through[t], graph.to[e]);
      return t < wanted.through.size();
    });
    auto const there = clone_view(exec, graph);
    auto const rows = make_search_rows(exec, there.view);
    auto const made = gsta::constrain_graph(exec, rows, there.view, wanted);
    REQUIRE(constrained_walks(exec, made, graph) == expected);
    walks += expected.size();
  }
  CHECK(walks > (last_seed - first_seed) / 4);
}

template <class E>
void constraints_refuse(E const& exec) {
  plain_graph plain(3);
  plain.add(plain.source(), 0, 1);
  plain.add(0, 1, 1);
  plain.add(0, 2, 1);
  plain.add(1, 2, 1);
  plain.add(2, plain.sink(), 1);
  auto const there = clone_view(exec, plain.view());
  auto const rows = make_search_rows(exec, there.view);
  auto const edges = [&](gsta::walk_constraint const& wanted, gsta::constraint_form form) {
    return gsta::constrain_graph(exec, rows, there.view, wanted, form).view.graph.edge_count();
  };
  for (auto const form : constraint_forms) {
    CHECK(edges({}, form) == 5);
    CHECK(edges({.through = {{1}}}, form) == 4);
    CHECK(edges({.through = {{1}, {1}}}, form) == 0);  // one vertex passes one through
    CHECK(edges({.through = {{2}, {1}}}, form) == 0);
    CHECK(edges({.through = {{}}}, form) == 0);
    CHECK(edges({.first = {0}, .through = {{0}}, .last = {2}}, form) == 5);
    CHECK(edges({.last = {1}}, form) == 0);
    for (id const bad : {-1, 3, 4, 5}) {
      CHECK_THROWS_AS(edges({.through = {{bad}}}, form), gsta::argument_error);
      CHECK_THROWS_AS(edges({.first = {bad}}, form), gsta::argument_error);
      CHECK_THROWS_AS(edges({.last = {bad}}, form), gsta::argument_error);
    }
  }
  CHECK(edges({.through = {{1, 2}}}, gsta::constraint_form::states) == 5);
  CHECK_THROWS_AS(edges({.through = {{1, 2}}}, gsta::constraint_form::labels), gsta::argument_error);
}

}  // namespace gsta_test
