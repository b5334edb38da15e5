#include "gsta/rc/flatten_rc.hpp"
#include "test/rc/wires_body.hpp"
#include "test/support/catch.hpp"

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
