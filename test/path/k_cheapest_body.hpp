#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

#include "gsta/path/k_cheapest.hpp"
#include "test/path/any_engine.hpp"
#include "test/support/catch.hpp"
#include "test/support/random.hpp"

/// k_cheapest_paths against all paths of small graphs, found by trying all ways on the caller's edges.
namespace gsta_test {

using gsta::id;

template <class Weight>
struct caller_graph {
  std::size_t vertices = 0;
  std::vector<id> from{}, to{};
  std::vector<Weight> weight{};
  std::vector<id> sources{}, targets{};

  void add(id u, id v, Weight w) {
    from.push_back(u);
    to.push_back(v);
    weight.push_back(w);
  }
  /// The same graph with its edges in the order of rows.
  caller_graph by_rows() const {
    caller_graph result{vertices, {}, {}, {}, sources, targets};
    for (id v = 0; v < static_cast<id>(vertices); ++v) {
      for (std::size_t e = 0; e < from.size(); ++e)
        if (from[e] == v) result.add(v, to[e], weight[e]);
    }
    return result;
  }
  std::vector<id> begins() const {
    std::vector<id> begin(vertices + 1, 0);
    for (id const v : from) ++begin[static_cast<std::size_t>(v) + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    return begin;
  }
};

struct tried_path {
  std::int64_t units;
  std::vector<id> vertices, edges;
  bool operator==(tried_path const&) const = default;
};

/// All paths in order, with weights rounded by floating point.
template <class Weight>
class all_ways {
 public:
  all_ways(caller_graph<Weight> const& graph, int grid) : graph_(graph), grid_(grid) {
    for (id v = 0; v < static_cast<id>(graph.vertices); ++v) {
      if (!is_terminal(v, graph.sources, graph.from, graph.to)) continue;
      path_ = {0, {v}, {}};
      walk(v);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](auto const& a, auto const& b) { return a.units < b.units; });
  }
  std::vector<tried_path> found;
  double largest = 0;  ///< sum of magnitudes along a path, in units

 private:
  static bool is_terminal(id v, std::vector<id> const& listed, std::vector<id> const& has,
                          std::vector<id> const& has_not) {
    auto const in = [v](std::vector<id> const& all) {
      return std::find(all.begin(), all.end(), v) != all.end();
    };
    return listed.empty() ? in(has) && !in(has_not) : in(listed);
  }
  void walk(id v) {
    for (std::size_t e = 0; e < graph_.from.size(); ++e) {
      if (graph_.from[e] != v) continue;
      auto const units =
          static_cast<std::int64_t>(std::round(std::ldexp(static_cast<double>(graph_.weight[e]), grid_)));
      double const before = sum_;
      sum_ += std::abs(static_cast<double>(units));
      largest = std::max(largest, sum_);
      path_.units += units;
      path_.vertices.push_back(graph_.to[e]);
      path_.edges.push_back(static_cast<id>(e));
      walk(graph_.to[e]);
      path_.units -= units;
      path_.vertices.pop_back();
      path_.edges.pop_back();
      sum_ = before;
    }
    if (is_terminal(v, graph_.targets, graph_.to, graph_.from)) {
      found.push_back(path_);
      found.back().edges.push_back(gsta::none);
    }
  }
  caller_graph<Weight> const& graph_;
  int grid_;
  tried_path path_{};
  double sum_ = 0;
};

/// What a call gives, on the host.
struct cheapest_on_host {
  std::vector<tried_path> paths;
  std::vector<double> cost;
  int grid = 0;
};

template <class E>
cheapest_on_host to_host(E const& exec, gsta::cheapest_paths<E::space> const& paths) {
  auto const begin = to_vector(exec, paths.view.begin), units = to_vector(exec, paths.view.units);
  auto const vertex = to_vector(exec, paths.view.vertex), edge = to_vector(exec, paths.view.edge);
  cheapest_on_host result{{}, to_vector(exec, paths.view.cost), paths.view.grid};
  for (std::size_t p = 0; p < units.size(); ++p) {
    auto const part = [&](std::vector<id> const& all) {
      return std::vector<id>(all.begin() + begin[p], all.begin() + begin[p + 1]);
    };
    result.paths.push_back({units[p], part(vertex), part(edge)});
  }
  return result;
}

template <class E, class Weight, class Engine = gsta::path_engine>
cheapest_on_host cheapest_of_list(E const& exec, caller_graph<Weight> const& graph, std::size_t k,
                                  Engine const& engine = {}) {
  auto const from = clone(exec, graph.from), to = clone(exec, graph.to), sources = clone(exec, graph.sources),
             targets = clone(exec, graph.targets);
  auto const weight = clone(exec, graph.weight);
  gsta::k_cheapest_options<E::space, Engine> const options{sources, targets, engine};
  return to_host(exec, k_cheapest_paths(exec, gsta::edge_list_view<E::space>{graph.vertices, from, to},
                                        weight.view(), k, options));
}

template <class E, class Weight>
cheapest_on_host cheapest_of_rows(E const& exec, caller_graph<Weight> const& graph, std::size_t k) {
  auto const begin = clone(exec, graph.begins()), to = clone(exec, graph.to),
             sources = clone(exec, graph.sources), targets = clone(exec, graph.targets);
  auto weight = clone(exec, graph.weight);  // not const: either is taken
  return to_host(exec, k_cheapest_paths(exec, gsta::edge_rows_view<E::space>{begin, to}, weight.view(), k,
                                        {sources, targets}));
}

template <class Weight>
Weight random_weight(prng& random, bool wide) {
  if constexpr (std::is_integral_v<Weight>) {
    if (!wide) return static_cast<Weight>(random.between(-2, 3));
    return static_cast<Weight>(random.next());
  } else {
    if (!wide) return static_cast<Weight>(0.25 * random.between(-4, 9));
    int const power = random.between(-60, 60);
    return static_cast<Weight>(std::ldexp(static_cast<double>(random.next() >> 11), power)) *
           static_cast<Weight>(random.chance(30) ? -1 : 1);
  }
}

template <class Weight>
caller_graph<Weight> random_caller_graph(prng& random, bool wide) {
  caller_graph<Weight> graph{static_cast<std::size_t>(random.between(2, 9))};
  std::vector<id> order(graph.vertices);
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  int const n = static_cast<int>(order.size()), count = random.below(15);
  for (int i = 0; i < count; ++i) {
    int const a = random.below(n - 1), b = random.between(a + 1, n - 1);
    graph.add(order[static_cast<std::size_t>(a)], order[static_cast<std::size_t>(b)],
              random_weight<Weight>(random, wide));
  }
  for (auto* const listed : {&graph.sources, &graph.targets}) {
    if (random.chance(60)) continue;
    for (int i = random.between(1, 4); i > 0; --i) listed->push_back(static_cast<id>(random.below(n)));
  }
  return graph;
}

template <class E, class Weight>
std::size_t check_cheapest(E const& exec, caller_graph<Weight> const& graph, prng& random, bool wide) {
  auto const all = cheapest_of_list(exec, graph, 100000);
  all_ways<Weight> const ways(graph, all.grid);
  CHECK(all.paths == ways.found);
  CHECK(ways.largest < 0x1p60);
  if (std::is_integral_v<Weight>) CHECK(all.grid == 0);
  bool whole = true;  // no weight was rounded
  for (Weight const w : graph.weight) {
    double const units = std::ldexp(static_cast<double>(w), all.grid);
    whole = whole && units == std::round(units);
  }
  if (!wide) CHECK(whole);
  if (!whole && graph.sources.empty()) CHECK(ways.largest > 0x1p57);  // rounded only as far as needed
  for (std::size_t p = 0; p < all.cost.size(); ++p)
    CHECK(all.cost[p] == std::ldexp(static_cast<double>(all.paths[p].units), -all.grid));

  std::size_t const k = static_cast<std::size_t>(random.between(0, 6));
  auto const first = [k](std::vector<tried_path> paths) {
    if (paths.size() > k) paths.resize(k);
    return paths;
  };
  CHECK(cheapest_of_list(exec, graph, k, gsta::path_engine::best_first).paths == first(ways.found));
  CHECK(cheapest_of_list(exec, graph, k, gsta::schemes::dual_queue{}).paths == first(ways.found));
  caller_graph<Weight> const rows = graph.by_rows();
  CHECK(cheapest_of_rows(exec, rows, k).paths == first(all_ways<Weight>(rows, all.grid).found));
  return ways.found.size();
}

template <class Weight, class E>
void cheapest_agree(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t paths = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    CAPTURE(seed);
    prng random(seed);
    bool const wide = random.chance(40);
    paths += check_cheapest(exec, random_caller_graph<Weight>(random, wide), random, wide);
  }
  CHECK(paths > last - first);
}

template <class E>
void cheapest_of_all_types_agree(E const& exec, std::uint64_t first, std::uint64_t last) {
  cheapest_agree<std::int32_t>(exec, first, last);
  cheapest_agree<float>(exec, first, last);
  cheapest_agree<double>(exec, first, last);
}

/// Sums that no grid holds whole: rounded as finely as 60 bits allow, bounded by what paths sum to.
template <class E>
void cheapest_of_rounded_weights(E const& exec) {
  caller_graph<double> chain{1001};
  for (id v = 0; v < 1000; ++v) chain.add(v, v + 1, 1.0 / 3);
  auto const found = cheapest_of_list(exec, chain, 2);
  REQUIRE(found.paths.size() == 1);
  CHECK(found.grid == 51);  // 333.3 needs 9 bits before the point: within a bit of 2^60
  CHECK(found.paths[0].units == 1000 * static_cast<std::int64_t>(std::round(std::ldexp(1.0 / 3, 51))));
  chain.weight.assign(1000, std::numeric_limits<double>::denorm_min());
  CHECK(cheapest_of_list(exec, chain, 1).grid == 1074);
  CHECK(cheapest_of_list(exec, chain, 1).paths[0].units == 1000);
  chain.weight.assign(1000, std::numeric_limits<double>::max());
  CHECK(cheapest_of_list(exec, chain, 1).paths[0].units > std::int64_t{1} << 57);
  chain.weight.assign(1000, -0.0);
  CHECK(cheapest_of_list(exec, chain, 1).cost == std::vector<double>{0});
}

template <class E>
void cheapest_refuses(E const& exec) {
  using limits = std::numeric_limits<double>;
  caller_graph<double> const good{3, {0, 1}, {1, 2}, {1, 2}, {}, {}};
  CHECK(cheapest_of_list(exec, good, 5).paths.size() == 1);
  for (double const bad : {limits::quiet_NaN(), limits::infinity(), -limits::infinity()}) {
    auto graph = good;
    graph.weight[1] = bad;
    CHECK_THROWS_AS(cheapest_of_list(exec, graph, 1), gsta::argument_error);
  }
  auto const refused = [&](auto const& change) {
    auto graph = good;
    change(graph);
    CHECK_THROWS_AS(cheapest_of_list(exec, graph, 1), gsta::argument_error);
  };
  refused([](auto& graph) { graph.weight.pop_back(); });
  refused([](auto& graph) { graph.from.pop_back(); });
  refused([](auto& graph) { graph.to[0] = 3; });
  refused([](auto& graph) { graph.from[1] = -1; });
  refused([](auto& graph) { graph.sources = {3}; });
  refused([](auto& graph) { graph.targets = {0, -1}; });
  auto loop = good;
  loop.add(2, 1, 1);
  CHECK_THROWS_AS(cheapest_of_list(exec, loop, 1), gsta::graph_error);

  auto const of_rows = [&](std::vector<id> const& begins) {
    auto const begin = clone(exec, begins), to = clone(exec, good.to);
    auto const weight = clone(exec, good.weight);
    return k_cheapest_paths(exec, gsta::edge_rows_view<E::space>{begin, to}, weight.view(), 1).view.size();
  };
  CHECK(of_rows({0, 1, 2, 2}) == 1);
  for (std::vector<id> const& begins :
       {std::vector<id>{}, {0}, {0, 1, 2}, {0, 2, 1, 2}, {1, 1, 2, 2}, {0, 1, 1, 1}, {0, 1, 2, 3}})
    CHECK_THROWS_AS(of_rows(begins), gsta::argument_error);
}

}  // namespace gsta_test
