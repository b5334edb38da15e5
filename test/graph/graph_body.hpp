#pragma once

#include <algorithm>
#include <vector>

#include "gsta/graph/build.hpp"
#include "gsta/graph/levelize.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

namespace gsta_test {

using gsta::id;

struct arc_list {
  std::size_t vertices;
  std::vector<id> from, to;
};

/// An acyclic graph whose ids say nothing about its order; parallel arcs included.
inline arc_list random_dag(std::uint64_t seed) {
  prng random(seed);
  int const n = random.between(1, random.chance(20) ? 2000 : 60);
  std::vector<id> name(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) name[static_cast<std::size_t>(i)] = i;
  random.shuffle(name);
  arc_list list{static_cast<std::size_t>(n), {}, {}};
  for (int a = n < 2 ? 0 : random.below(3 * n); a > 0; --a) {
    int const to = random.between(1, n - 1);
    int const from = random.chance(60) ? random.between(std::max(0, to - 5), to - 1) : random.below(to);
    for (int copies = random.chance(10) ? 3 : 1; copies > 0; --copies) {
      list.from.push_back(name[static_cast<std::size_t>(from)]);
      list.to.push_back(name[static_cast<std::size_t>(to)]);
    }
  }
  return list;
}

/// Rows as the definition says: for each vertex its arcs in ascending id.
inline std::vector<std::vector<std::pair<id, id>>> plain_rows(std::size_t n, std::vector<id> const& row,
                                                              std::vector<id> const& other) {
  std::vector<std::vector<std::pair<id, id>>> rows(n);
  for (std::size_t a = 0; a < row.size(); ++a) {
    rows[static_cast<std::size_t>(row[a])].push_back({other[a], static_cast<id>(a)});
  }
  return rows;
}

template <class E>
std::vector<std::vector<std::pair<id, id>>> rows_of(E const& exec, gsta::span<id const, E::space> begin,
                                                    gsta::span<id const, E::space> vertex,
                                                    gsta::span<id const, E::space> arc) {
  auto const b = to_vector(exec, begin), v = to_vector(exec, vertex), a = to_vector(exec, arc);
  std::vector<std::vector<std::pair<id, id>>> rows(b.size() - 1);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (auto k = static_cast<std::size_t>(b[r]); k < static_cast<std::size_t>(b[r + 1]); ++k) {
      rows[r].push_back({v[k], a[k]});
    }
  }
  return rows;
}

template <class E>
gsta::timing_graph<E::space> graph_on(E const& exec, arc_list const& list) {
  auto const from = clone(exec, list.from), to = clone(exec, list.to);
  return build_graph(exec, list.vertices, from, to);
}

template <class E>
void rows_list_every_arc(E const& exec) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    arc_list const list = random_dag(seed);
    auto const graph = graph_on(exec, list);
    auto const& v = graph.view;
    CAPTURE(seed);
    REQUIRE(v.vertex_count() == list.vertices);
    REQUIRE(v.arc_count() == list.from.size());
    CHECK(rows_of(exec, v.fanin_begin, v.fanin_from, v.fanin_arc) ==
          plain_rows(list.vertices, list.to, list.from));
    CHECK(rows_of(exec, v.fanout_begin, v.fanout_to, v.fanout_arc) ==
          plain_rows(list.vertices, list.from, list.to));
  }
}

/// Longest distances by relaxing all arcs until nothing changes.
inline std::vector<id> longest_distance(arc_list const& list) {
  std::vector<id> distance(list.vertices, 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t a = 0; a < list.from.size(); ++a) {
      id const through = distance[static_cast<std::size_t>(list.from[a])] + 1;
      id& at = distance[static_cast<std::size_t>(list.to[a])];
      if (at < through) {
        at = through;
        changed = true;
      }
    }
  }
  return distance;
}

template <class E>
void levels_are_longest_paths(E const& exec) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    arc_list const list = random_dag(seed);
    auto const levels = levelize(exec, graph_on(exec, list).view);
    std::vector<id> want = longest_distance(list);
    std::vector<id> order(list.vertices);
    for (std::size_t v = 0; v < order.size(); ++v) order[v] = static_cast<id>(v);
    std::stable_sort(order.begin(), order.end(), [&](id a, id b) {
      return want[static_cast<std::size_t>(a)] < want[static_cast<std::size_t>(b)];
    });
    CAPTURE(seed);
    CHECK(to_vector(exec, levels.order.view.vertex) == order);
    REQUIRE(levels.begin.back() == static_cast<id>(list.vertices));
    for (std::size_t l = 0; l < levels.count(); ++l) {
      CHECK(levels.level(l).size() ==
            static_cast<std::size_t>(std::count(want.begin(), want.end(), static_cast<id>(l))));
    }
  }
}

/// True if each vertex has an arc to the next, and the last to the first.
inline bool is_cycle(arc_list const& list, std::vector<id> const& cycle) {
  if (cycle.empty()) return false;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    id const here = cycle[i], next = cycle[(i + 1) % cycle.size()];
    bool found = false;
    for (std::size_t a = 0; a < list.from.size(); ++a)
      found = found || (list.from[a] == here && list.to[a] == next);
    if (!found) return false;
  }
  return true;
}

/// A random graph with some arcs turned back on themselves: mostly cyclic.
inline arc_list random_loops(std::uint64_t seed) {
  arc_list list = random_dag(seed);
  prng random(seed + 1000);
  for (std::size_t a = 0; a < list.from.size(); ++a) {
    if (random.chance(3)) std::swap(list.from[a], list.to[a]);
    if (random.chance(1)) list.to[a] = list.from[a];
  }
  return list;
}

template <class E>
void loops_are_reported(E const& exec) {
  int loops = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    arc_list const list = random_loops(seed);
    auto const graph = graph_on(exec, list);
    bool const cyclic = !find_loop_arcs(graph_on(gsta::host_executor{}, list).view).empty();
    loops += cyclic;
    CAPTURE(seed);
    if (!cyclic) {
      CHECK_NOTHROW(levelize(exec, graph.view));
      continue;
    }
    try {
      levelize(exec, graph.view);
      FAIL("no loop was reported");
    } catch (gsta::graph_error const& e) {
      CHECK(is_cycle(list, e.pins));
    }
  }
  CHECK(loops > 15);
  CHECK(loops < 40);
}

template <class E>
void empty_graphs_are_fine(E const& exec) {
  auto const none = levelize(exec, graph_on(exec, {0, {}, {}}).view);
  CHECK(none.count() == 0);
  CHECK(none.begin == std::vector<id>{0});
  auto const loose = levelize(exec, graph_on(exec, {5, {}, {}}).view);
  CHECK(loose.count() == 1);
  CHECK(to_vector(exec, loose.level(0)) == std::vector<id>{0, 1, 2, 3, 4});
}

template <class E>
void check_graphs(E const& exec) {
  rows_list_every_arc(exec);
  levels_are_longest_paths(exec);
  loops_are_reported(exec);
  empty_graphs_are_fine(exec);
}

}  // namespace gsta_test
