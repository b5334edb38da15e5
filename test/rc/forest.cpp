#include <algorithm>
#include <utility>

#include "gsta/rc/flatten_rc.hpp"
#include "test/rc/wires_body.hpp"
#include "test/support/catch.hpp"
#include "test/support/set_wire.hpp"

using namespace gsta_test;

namespace {

/// How many things about one net's tree are not as `rc_forest_view` says.
int flaws_of(gsta::flat_design const& d, gsta::rc_forest_view<gsta::memory_space::host> const& f,
             std::size_t n) {
  id const base = f.begin[n], reached = f.reached[n];
  int flaws = 0;
  std::vector<int> children(static_cast<std::size_t>(reached), 0),
      seen(static_cast<std::size_t>(f.begin[n + 1] - base), 0);
  if (reached > 0) flaws += f.node[base] != d.rc_root[n] || f.parent[base] != none || f.edge[base] != none;
  for (id p = 0; p < reached; ++p) {
    flaws += seen[static_cast<std::size_t>(f.node[base + p])]++;
    if (p == 0) continue;
    id const parent = f.parent[base + p], e = f.edge[base + p];
    if (parent < 0 || parent >= p) return flaws + 1;
    ++children[static_cast<std::size_t>(parent)];
    flaws += p > 1 && parent < f.parent[base + p - 1];  // breadth first
    id const first = f.first_child[base + parent];
    flaws += p < first || p >= first + f.child_count[base + parent];
    id const a = d.rc_edge_a[static_cast<std::size_t>(e)], b = d.rc_edge_b[static_cast<std::size_t>(e)];
    id const here = f.node[base + p], above = f.node[base + parent];
    flaws += !((a == here && b == above) || (a == above && b == here));
    // The children of one parent stand in the order of the edges that lead to them.
    flaws += f.parent[base + p - 1] == parent && f.edge[base + p - 1] > e;
  }
  for (id p = 0; p < reached; ++p) flaws += children[static_cast<std::size_t>(p)] != f.child_count[base + p];
  return flaws;
}

}  // namespace

TEST_CASE("trees stand in breadth-first order with siblings side by side", "[rc][small]") {
  int nets = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    auto const d = many_nets(seed, seed % 2 == 1);
    auto const rc = flatten_rc(gsta::host_executor{}, d.view());
    auto const& f = rc.forest.view;
    for (std::size_t n = 0; n < d.net_driver.size(); ++n, ++nets) {
      CAPTURE(seed, n);
      REQUIRE(flaws_of(d, f, n) == 0);
      for (id k = d.net_begin[n]; k < d.net_begin[n + 1]; ++k) {
        id const at = f.sink_position[k];
        REQUIRE((at == none ||
                 d.rc_node_sink[static_cast<std::size_t>(f.begin[n] + f.node[f.begin[n] + at])] == k));
      }
    }
  }
  CHECK(nets > 200);
}

namespace {

/// In which order the edges of a tree stand.
enum class listing { by_search, as_it_grows, at_random };

/// A driver, and a tree from it of `nodes` nodes to one sink; `beside`: one more node that nothing leads to,
/// `looped`: one more edge between nodes of the tree.
gsta::flat_design one_tree(std::uint64_t seed, int nodes, listing order, bool beside, bool looped) {
  prng random(seed);
  std::vector<id> name(static_cast<std::size_t>(nodes)), parent(name.size(), none), by_search{0};
  for (std::size_t i = 0; i < name.size(); ++i) name[i] = static_cast<id>(i);
  for (std::size_t i = 1; i < name.size(); ++i) {
    std::swap(name[i], name[static_cast<std::size_t>(random.between(0, static_cast<int>(i)))]);
    parent[i] =
        static_cast<id>(random.between(std::max(0, static_cast<int>(i) - 4), static_cast<int>(i) - 1));
  }
  std::vector<id> children;  // edges, by the node that each leads to
  for (std::size_t at = 0; at < by_search.size(); ++at) {
    for (std::size_t i = 1; i < name.size(); ++i)
      if (parent[i] == by_search[at]) by_search.push_back(static_cast<id>(i));
  }
  for (std::size_t i = 1; i < name.size(); ++i)
    children.push_back(order == listing::by_search ? by_search[i] : static_cast<id>(i));
  if (order == listing::at_random) random.shuffle(children);
  std::vector<id> a, b, sink(name.size() + beside, none);
  for (id const child : children) {
    a.push_back(name[static_cast<std::size_t>(child)]);
    b.push_back(name[static_cast<std::size_t>(parent[static_cast<std::size_t>(child)])]);
    if (random.chance(50)) std::swap(a.back(), b.back());
  }
  if (looped) a.push_back(name.front()), b.push_back(name.back());
  sink[static_cast<std::size_t>(name.back())] = 0;
  gsta::flat_design d;
  for (int pin = 0; pin < 2; ++pin) d.add_pin(pin == 0 ? "driver" : "sink", gsta::same_value(1.0f));
  d.add_net(0, std::vector<id>{1}, "net");
  gsta_test::set_wire(d, name[0], std::vector<float>(sink.size(), 1.0f), sink, a, b,
                      std::vector<float>(a.size(), 1.0f));
  return d;
}

}  // namespace

TEST_CASE("the order of a tree is that of a search, however its edges are listed", "[rc][small]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (auto const order : {listing::by_search, listing::as_it_grows, listing::at_random}) {
      int const nodes = 2 + static_cast<int>(seed % 40);
      bool const beside = seed % 3 == 1, looped = seed % 5 == 2 && nodes > 3;
      auto const d = one_tree(seed, nodes, order, beside, looped);
      auto const rc = flatten_rc(gsta::host_executor{}, d.view());
      auto const& f = rc.forest.view;
      CAPTURE(seed, static_cast<int>(order), beside, looped);
      REQUIRE(flaws_of(d, f, 0) == 0);
      CHECK(f.reached[0] == nodes);
      CHECK(rc.unreached_nodes == (beside ? 1 : 0));
      CHECK(rc.loop_edges == (looped ? 1 : 0));
      id const at = f.sink_position[0];
      REQUIRE(at != none);
      CHECK(d.rc_node_sink[static_cast<std::size_t>(f.node[at])] == 0);
    }
  }
}
