#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/engine/detail/sweep.hpp"
#include "test/graph/graph_body.hpp"

namespace gsta_test {

using gsta::levelize_direction;

struct plain_levels {
  std::vector<id> begin, order;
};

/// Longest distances along `next`, each by a depth-first walk: unlike the library's, which goes level by
/// level.
inline std::vector<id> longest_walks(std::size_t n, std::vector<id> const& row, std::vector<id> const& next) {
  std::vector<std::vector<id>> rows(n);
  for (std::size_t a = 0; a < row.size(); ++a) rows[static_cast<std::size_t>(row[a])].push_back(next[a]);
  std::vector<id> distance(n, 0);
  std::vector<std::size_t> seen(n, 0), stack;
  std::vector<char> visited(n, 0);
  for (std::size_t start = 0; start < n; ++start) {
    if (!visited[start]) stack.push_back(start);
    visited[start] = 1;
    while (!stack.empty()) {
      std::size_t const v = stack.back();
      if (seen[v] < rows[v].size()) {
        auto const w = static_cast<std::size_t>(rows[v][seen[v]++]);
        if (!visited[w]) stack.push_back(w);
        visited[w] = 1;
        continue;
      }
      for (id const w : rows[v])
        distance[v] = std::max(distance[v], distance[static_cast<std::size_t>(w)] + 1);
      stack.pop_back();
    }
  }
  return distance;
}

/// What levelize must give for an acyclic list.
inline plain_levels levels_by_definition(arc_list const& list, levelize_direction direction) {
  bool const forward = direction == levelize_direction::forward;
  std::vector<id> level = forward ? longest_walks(list.vertices, list.to, list.from)
                                  : longest_walks(list.vertices, list.from, list.to);
  id const last = list.vertices == 0 ? -1 : *std::max_element(level.begin(), level.end());
  if (!forward) {
    for (id& l : level) l = last - l;
  }
  plain_levels result{std::vector<id>(static_cast<std::size_t>(last) + 2, 0), std::vector<id>(list.vertices)};
  for (id const l : level) ++result.begin[static_cast<std::size_t>(l) + 1];
  for (std::size_t l = 1; l < result.begin.size(); ++l) result.begin[l] += result.begin[l - 1];
  std::vector<id> place = result.begin;
  for (std::size_t v = 0; v < list.vertices; ++v)
    result.order[static_cast<std::size_t>(place[static_cast<std::size_t>(level[v])]++)] = static_cast<id>(v);
  return result;
}

inline std::vector<id> shuffled_names(std::size_t n, std::uint64_t seed) {
  prng random(seed);
  std::vector<id> name(n);
  for (std::size_t i = 0; i < n; ++i) name[i] = static_cast<id>(i);
  random.shuffle(name);
  return name;
}

/// Renames the vertices so that ids say nothing about the order.
inline arc_list renamed(arc_list list, std::uint64_t seed) {
  auto const name = shuffled_names(list.vertices, seed);
  for (id& v : list.from) v = name[static_cast<std::size_t>(v)];
  for (id& v : list.to) v = name[static_cast<std::size_t>(v)];
  return list;
}

/// Levels of the given widths; each vertex follows one of the level before, some one more of any level above.
inline arc_list layers(std::vector<int> const& widths, std::uint64_t seed) {
  prng random(seed);
  arc_list list{0, {}, {}};
  int begin = 0, end = 0;  // of the level before
  for (int const width : widths) {
    for (int i = 0; i < width && end > 0; ++i) {
      list.from.push_back(random.between(begin, end - 1));
      list.to.push_back(end + i);
      if (!random.chance(25)) continue;
      list.from.push_back(random.below(end));
      list.to.push_back(end + i);
    }
    begin = end;
    end += width;
  }
  list.vertices = static_cast<std::size_t>(end);
  return renamed(std::move(list), seed);
}

inline arc_list chain_of(int n) {
  arc_list list{static_cast<std::size_t>(n), {}, {}};
  for (int v = 0; v + 1 < n; ++v) {
    list.from.push_back(v);
    list.to.push_back(v + 1);
  }
  return renamed(std::move(list), 3);
}

/// One vertex drives `leaves` others; with `closed` those drive one more.
inline arc_list star_of(int leaves, bool closed) {
  arc_list list{static_cast<std::size_t>(leaves) + 2, {}, {}};
  for (int v = 0; v < leaves; ++v) {
    list.from.push_back(leaves);
    list.to.push_back(v);
    if (!closed) continue;
    list.from.push_back(v);
    list.to.push_back(leaves + 1);
  }
  return list;
}

template <class E>
bool has_levels(E const& exec, gsta::levels<E::space> const& got, plain_levels const& want) {
  return got.begin == want.begin && to_vector(exec, got.order.view.vertex) == want.order;
}

/// Both directions, twice.
template <class E>
void levels_are_right(E const& exec, arc_list const& list) {
  auto const graph = graph_on(exec, list);
  auto const forward = levels_by_definition(list, levelize_direction::forward);
  auto const backward = levels_by_definition(list, levelize_direction::backward);
  for (int run = 0; run < 2; ++run) {
    CAPTURE(run);
    CHECK(has_levels(exec, levelize(exec, graph.view), forward));
    CHECK(has_levels(exec, levelize(exec, graph.view, levelize_direction::backward), backward));
  }
}

/// The longest distance of a vertex, once its fan-in has its own.
template <gsta::memory_space S>
struct depth_op {
  gsta::timing_graph_view<S> graph;
  gsta::span<id, S> depth;
  GSTA_HD void operator()(id v) const noexcept {
    id most = 0;
    for (id k = graph.fanin_begin[v]; k < graph.fanin_begin[v + 1]; ++k) {
      id const through = depth[graph.fanin_from[k]] + 1;
      if (through > most) most = through;
    }
    depth[v] = most;
  }
};

/// A sweep along either order finds every vertex after its fan-in.
template <class E>
void sweeps_take_either_direction(E const& exec) {
  for (std::uint64_t seed = 100; seed < 110; ++seed) {
    arc_list const list = random_dag(seed);
    auto const graph = graph_on(exec, list);
    for (auto const direction : {levelize_direction::forward, levelize_direction::backward}) {
      gsta::buffer<id, E::space> depth(exec, list.vertices);
      fill(exec, depth.view(), -1000000);
      sweep_forward(exec, levelize(exec, graph.view, direction),
                    depth_op<E::space>{graph.view, depth.view()});
      CAPTURE(seed);
      CHECK(to_vector(exec, depth.view()) == longest_walks(list.vertices, list.to, list.from));
    }
  }
}

/// Few enough for tools that watch every access.
template <class E>
void check_tiny_levels(E const& exec) {
  levels_are_right(exec, {0, {}, {}});
  levels_are_right(exec, {1, {}, {}});
  levels_are_right(exec, {5, {}, {}});
  levels_are_right(exec, {4, {2, 2, 2, 0, 0}, {0, 0, 1, 1, 1}});  // parallel arcs, one loose vertex
  levels_are_right(exec, star_of(150, true));
  levels_are_right(exec, layers({3, 70, 1, 40}, 5));
}

template <class E>
void check_small_levels(E const& exec) {
  for (std::uint64_t seed = 200; seed < 220; ++seed) {
    CAPTURE(seed);
    levels_are_right(exec, random_dag(seed));
  }
  // Around the widths at which one block hands over to the whole device and back.
  levels_are_right(exec, layers({1, 1023, 1024, 1025, 2, 1, 3000, 1, 1, 2500, 2500, 40}, 7));
  levels_are_right(exec, layers({20000, 5000, 30000, 10}, 8));
  sweeps_take_either_direction(exec);
}

template <class E>
void check_large_levels(E const& exec) {
  levels_are_right(exec, chain_of(10000));
  levels_are_right(exec, star_of(200000, false));
  levels_are_right(exec, star_of(200000, true));
}

/// The cycle that is reported is the one that a walk along fan-in meets first, for either direction.
template <class E>
void reports_the_cycle(E const& exec, arc_list const& list) {
  auto const host = graph_on(gsta::host_executor{}, list);
  auto const plain = [](gsta::host_span<id const> s) { return std::vector<id>(s.begin(), s.end()); };
  auto const want = gsta::find_cycle(plain(host.view.fanin_begin), plain(host.view.fanin_from));
  auto const graph = graph_on(exec, list);
  for (auto const direction : {levelize_direction::forward, levelize_direction::backward}) {
    try {
      levelize(exec, graph.view, direction);
      FAIL("no loop was reported");
    } catch (gsta::graph_error const& e) {
      CHECK(e.pins == want);
      CHECK(is_cycle(list, e.pins));
    }
  }
}

template <class E>
void check_level_cycles(E const& exec) {
  reports_the_cycle(exec, {1, {0}, {0}});
  reports_the_cycle(exec, {3, {0, 1, 1}, {1, 1, 2}});        // a self-loop on the way
  reports_the_cycle(exec, {4, {0, 1, 2, 3}, {1, 2, 0, 0}});  // nothing is without fan-out
  arc_list wide = layers({5, 3000, 20, 3000}, 9);            // a loop behind wide levels
  wide.from.push_back(wide.to.back());
  wide.to.push_back(wide.from[wide.from.size() - 2]);
  reports_the_cycle(exec, wide);
  arc_list late = chain_of(300);
  late.from.push_back(late.to.back());
  late.to.push_back(late.from[150]);
  reports_the_cycle(exec, late);
}

}  // namespace gsta_test
