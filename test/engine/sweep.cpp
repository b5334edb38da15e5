#include "gsta/engine/detail/sweep.hpp"

#include <vector>

#include "gsta/engine/detail/edge_lanes.hpp"
#include "test/graph/graph_body.hpp"

using namespace gsta_test;
using gsta::conditions;
using gsta::four_lanes;
using gsta::per_condition;

TEST_CASE("a sweep takes every vertex once, behind its fan-in or before", "[engine][small]") {
  gsta::host_executor const exec;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    arc_list const list = random_dag(seed);
    auto const order = levelize(exec, graph_on(exec, list).view);
    std::vector<id> forward, backward;
    sweep_forward(exec, order, [&](id v) { forward.push_back(v); });
    sweep_backward(exec, order, [&](id v) { backward.push_back(v); });
    std::vector<std::size_t> at(list.vertices, list.vertices), back_at(list.vertices, list.vertices);
    REQUIRE(forward.size() == list.vertices);
    REQUIRE(backward.size() == list.vertices);
    for (std::size_t i = 0; i < forward.size(); ++i) {
      at[static_cast<std::size_t>(forward[i])] = i;
      back_at[static_cast<std::size_t>(backward[i])] = i;
    }
    std::size_t wrong = 0;
    for (std::size_t a = 0; a < list.from.size(); ++a) {
      auto const from = static_cast<std::size_t>(list.from[a]), to = static_cast<std::size_t>(list.to[a]);
      wrong += !(at[from] < at[to]) || !(back_at[to] < back_at[from]);
    }
    for (std::size_t v = 0; v < list.vertices; ++v)
      wrong += at[v] == list.vertices || back_at[v] == list.vertices;
    CAPTURE(seed);
    CHECK(wrong == 0);
  }
}

TEST_CASE("lanes move along an arc as its map of edges says", "[engine][small]") {
  per_condition<float> const from{1, 2, 3, 4}, otherwise{-1, -2, -3, -4};
  for (int code = 0; code < 256; ++code) {
    gsta::edge_map const edges{static_cast<std::uint8_t>(code)};
    bool sensible = true;
    for (int c = 0; c < conditions; ++c) sensible = sensible && (code >> (2 * c) & 3) != 3;
    if (!sensible) continue;
    per_condition<float> moved;
    gsta::edge_lanes(edges).move(four_lanes::load(from), four_lanes::load(otherwise)).store(moved);
    for (int c = 0; c < conditions; ++c) {
      int const in = edges.input(c);
      CHECK(moved[c] == (in < 0 ? otherwise[c] : from[in]));
    }
  }
}
