#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gsta/path/k_cheapest.hpp"
#include "test/path/search_cases.hpp"
#include "test/support/catch.hpp"

using namespace gsta;
using namespace gsta_test;

namespace {

template <class W>
struct edge_list {
  std::size_t vertices = 0;
  std::vector<id> from{}, to{};
  std::vector<W> weight{};

  edge_list& add(id u, id v, W w) {
    from.push_back(u);
    to.push_back(v);
    weight.push_back(w);
    return *this;
  }
  weighted_search make() const {
    return make_weighted_search(vertices, view_of(from), view_of(to), view_of(weight));
  }
};
using whole_edges = edge_list<femtoseconds>;
using real_edges = edge_list<double>;

/// The caller's edges along each path, cheapest path first.
std::vector<std::pair<double, std::vector<id>>> paths_of(weighted_search const& search) {
  std::vector<std::pair<double, std::vector<id>>> result;
  for (auto const& path : all_paths(search.view())) {
    std::vector<id> edges;
    for (id const e : path.edges) {
      if (search.edge[e] != none) edges.push_back(search.edge[e]);
    }
    result.emplace_back(search.cost_of(path.cost), edges);
  }
  return result;
}

/// The same by trying all ways on the edges themselves; ties by the first vertex, then edge by edge.
std::vector<std::pair<double, std::vector<id>>> tried(whole_edges const& edges) {
  std::vector<std::pair<femtoseconds, std::vector<id>>> found;
  auto const has = [](std::vector<id> const& all, id v) {
    return std::find(all.begin(), all.end(), v) != all.end();
  };
  std::function<void(id, femtoseconds, std::vector<id>)> const walk = [&](id v, femtoseconds cost,
                                                                          std::vector<id> path) {
    if (!has(edges.from, v)) return found.emplace_back(cost, path), void();
    for (std::size_t e = 0; e < edges.from.size(); ++e) {
      if (edges.from[e] != v) continue;
      path.push_back(static_cast<id>(e));
      walk(edges.to[e], cost + edges.weight[e], path);
      path.pop_back();
    }
  };
  for (id v = 0; v < static_cast<id>(edges.vertices); ++v) {
    if (has(edges.from, v) && !has(edges.to, v)) walk(v, 0, {});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](auto const& a, auto const& b) { return a.first < b.first; });
  std::vector<std::pair<double, std::vector<id>>> result;
  for (auto& [cost, path] : found) result.emplace_back(static_cast<double>(cost), path);
  return result;
}

}  // namespace

TEST_CASE("a path begins where no edge enters and ends where none leaves, what has no edge is left out") {
  // 5 -> 1 -> 7, 5 -> 7, 3 -> 7; 0, 2, 4, 6 and 8 stand alone.
  auto const search = whole_edges{9}.add(5, 7, 4).add(5, 1, 1).add(1, 7, 2).add(3, 7, 3).make();
  CHECK(search.vertex == std::vector<id>{1, 3, 5, 7});
  CHECK(search.view().vertex_count() == 6);
  CHECK(search.grid == 0);
  std::vector<std::pair<double, std::vector<id>>> const expected{{3, {3}}, {3, {1, 2}}, {4, {0}}};
  CHECK(paths_of(search) == expected);
}

TEST_CASE("graphs without edges have no path") {
  for (std::size_t const vertices : {std::size_t{0}, std::size_t{1}, std::size_t{2147483647}}) {
    auto const search = whole_edges{vertices}.make();
    CHECK(search.view().vertex_count() == 2);
    CHECK(search.view().edge_count() == 0);
    CHECK(all_paths(search.view()).empty());
  }
  CHECK(real_edges{3}.make().grid == 0);
}

TEST_CASE("memory follows the edges, not the number of vertices") {
  auto const search = whole_edges{2147483647}.add(2147483646, 7, 5).add(2147483646, 100000, -5).make();
  CHECK(search.vertex == std::vector<id>{7, 100000, 2147483646});
  std::vector<std::pair<double, std::vector<id>>> const expected{{-5, {1}}, {5, {0}}};
  CHECK(paths_of(search) == expected);
}

TEST_CASE("all paths of random graphs, in order, by trying all ways") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    prng random(seed);
    whole_edges edges{static_cast<std::size_t>(random.between(2, 9))};
    std::vector<id> order(edges.vertices);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<id>(i);
    random.shuffle(order);
    int const n = static_cast<int>(order.size()), count = random.below(14);
    for (int i = 0; i < count; ++i) {
      int const a = random.below(n - 1), b = random.between(a + 1, n - 1);
      edges.add(order[static_cast<std::size_t>(a)], order[static_cast<std::size_t>(b)],
                random.between(-2, 3));
    }
    auto const expected = tried(edges);
    CHECK(paths_of(edges.make()) == expected);
    // The same vertices under ids far apart are found by searching, and stand in the same order.
    whole_edges sparse{1000000, edges.from, edges.to, edges.weight};
    for (auto* const ends : {&sparse.from, &sparse.to}) {
      for (id& v : *ends) v = 5 + 100000 * v;
    }
    CHECK(paths_of(sparse.make()) == expected);
  }
}

TEST_CASE("a cycle is refused with its vertices in the order of its edges") {
  auto const cycle_of = [](whole_edges const& edges) -> std::vector<id> {
    try {
      (void)edges.make();
    } catch (graph_error const& e) {
      return e.pins;
    }
    return {};
  };
  CHECK(cycle_of(whole_edges{3}.add(2, 2, 1)) == std::vector<id>{2});
  auto cycle = cycle_of(whole_edges{900}.add(0, 100, 1).add(100, 800, 1).add(800, 300, 1).add(300, 100, 1));
  REQUIRE(cycle.size() == 3);
  std::rotate(cycle.begin(), std::find(cycle.begin(), cycle.end(), 100), cycle.end());
  CHECK(cycle == std::vector<id>{100, 800, 300});
  CHECK(cycle_of(whole_edges{3}.add(0, 1, 1).add(0, 1, 1)).empty());
}

TEST_CASE("whole weights whose sums might not fit are refused") {
  femtoseconds const half = femtoseconds{1} << 59;
  auto const chain = [](std::vector<femtoseconds> const& weights) {
    whole_edges edges{weights.size() + 1};
    for (std::size_t i = 0; i < weights.size(); ++i)
      edges.add(static_cast<id>(i), static_cast<id>(i) + 1, weights[i]);
    return edges;
  };
  CHECK(paths_of(chain({half, half - 1}).make())[0].first == std::ldexp(1.0, 60));  // nearest double
  CHECK(all_paths(chain({half, half - 1}).make().view())[0].cost == 2 * (half - 1) + 1);
  CHECK(all_paths(chain({-half, 1 - half}).make().view())[0].cost == 1 - 2 * half);
  CHECK_THROWS_AS(chain({half, half}).make(), argument_error);
  CHECK_THROWS_AS(chain({half, -half}).make(), argument_error);  // half a path's sum is what may grow
  CHECK_THROWS_AS(chain({std::numeric_limits<femtoseconds>::min()}).make(), argument_error);
  CHECK_THROWS_AS(chain({no_path}).make(), argument_error);
  CHECK_NOTHROW(whole_edges{3}.add(0, 1, half).add(0, 2, half).add(0, 1, half).make());
}

TEST_CASE("real weights are exact where a grid of 60 bits holds them") {
  auto const halves = real_edges{3}.add(0, 1, 0.5).add(1, 2, -2.25).make();
  CHECK(halves.grid == 2);
  CHECK(halves.weight == std::vector<femtoseconds>{2, -9, 0, 0});
  CHECK(paths_of(halves)[0].first == -1.75);
  CHECK(real_edges{2}.add(0, 1, 4096).make().grid == 0);
  CHECK(real_edges{2}.add(0, 1, 0.0).make().grid == 0);
  float const f = 0.1f;
  auto const floats = real_edges{3}.add(0, 1, static_cast<double>(f)).add(1, 2, 1000.0).make();
  CHECK(std::ldexp(static_cast<double>(floats.weight[0]), -floats.grid) == static_cast<double>(f));
}

TEST_CASE("real weights beyond that are rounded once, to the finest grid whose sums fit") {
  for (double const scale : {1e-310, 1e-30, 1.0, 1e18, 1e30, 1.7e308}) {
    CAPTURE(scale);
    real_edges edges{4};
    std::vector<double> const weights{scale, scale * 0.7, -scale * (1.0 / 3)};
    for (id i = 0; i < 3; ++i) edges.add(i, i + 1, weights[static_cast<std::size_t>(i)]);
    edges.add(0, 3, 1e-320);  // needs a finer grid than there is
    auto const search = edges.make();
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      double const unit = std::ldexp(1.0, -search.grid);
      double const back = search.cost_of(search.weight[search.begin[i]]);
      CHECK(std::abs(back - weights[i]) <= unit / 2);
      sum += std::abs(static_cast<double>(search.weight[search.begin[i]]));
    }
    if (scale > 1e-300) CHECK((sum < std::ldexp(1.0, 60) && sum >= std::ldexp(1.0, 59)));
  }
  CHECK_THROWS_AS(real_edges{2}.add(0, 1, std::nan("")).make(), argument_error);
  CHECK_THROWS_AS(real_edges{2}.add(0, 1, math::infinity).make(), argument_error);
}

TEST_CASE("edges that do not fit are refused") {
  CHECK_THROWS_AS(whole_edges{2}.add(0, 2, 1).make(), argument_error);
  CHECK_THROWS_AS(whole_edges{2}.add(-1, 1, 1).make(), argument_error);
  CHECK_THROWS_AS(whole_edges{2147483648}.make(), argument_error);
  whole_edges short_of_weights{2, {0}, {1}, {}}, short_of_ends{2, {0}, {}, {1}};
  CHECK_THROWS_AS(short_of_weights.make(), argument_error);
  CHECK_THROWS_AS(short_of_ends.make(), argument_error);
}
