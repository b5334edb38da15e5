#include "test/graph/graph_body.hpp"
#include "test/support/backends.hpp"
#include "test/support/permute.hpp"

using namespace gsta_test;

TEST_CASE("graphs, levels and loops on every host backend", "[graph][small]") {
  on_host_backends([](auto const& exec) { check_graphs(exec); });
}

TEST_CASE("from and to must be of one size", "[graph][small]") {
  std::vector<id> const from{0, 1}, to{1};
  CHECK_THROWS_AS(build_graph(gsta::host_executor{}, 2, gsta::view_of(from), gsta::view_of(to)),
                  gsta::argument_error);
}

TEST_CASE("without the loop arcs no loop is left", "[graph][small]") {
  gsta::host_executor const exec;
  int cut = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    arc_list const list = random_loops(seed);
    auto const arcs = find_loop_arcs(graph_on(exec, list).view);
    CHECK(std::is_sorted(arcs.begin(), arcs.end()));
    CHECK(std::adjacent_find(arcs.begin(), arcs.end()) == arcs.end());
    arc_list rest{list.vertices, {}, {}};
    for (std::size_t a = 0; a < list.from.size(); ++a) {
      if (std::binary_search(arcs.begin(), arcs.end(), static_cast<id>(a))) continue;
      rest.from.push_back(list.from[a]);
      rest.to.push_back(list.to[a]);
    }
    cut += static_cast<int>(arcs.size());
    CAPTURE(seed);
    CHECK_NOTHROW(levelize(exec, graph_on(exec, rest).view));
    CHECK(find_loop_arcs(graph_on(exec, rest).view).empty());
  }
  CHECK(cut > 40);
}

TEST_CASE("a cycle is found only where there is one", "[graph][small]") {
  CHECK(gsta::find_cycle({0}, {}).empty());
  CHECK(gsta::find_cycle({0, 0, 1}, {0}).empty());             // 0 -> 1
  CHECK(gsta::find_cycle({0, 1}, {0}) == std::vector<id>{0});  // a vertex that feeds itself
  arc_list const ring{4, {0, 1, 2, 3}, {1, 2, 0, 0}};          // 0 -> 1 -> 2 -> 0, and 3 -> 0
  auto const graph = graph_on(gsta::host_executor{}, ring);
  std::vector<id> const begin(graph.view.fanin_begin.begin(), graph.view.fanin_begin.end());
  std::vector<id> const from(graph.view.fanin_from.begin(), graph.view.fanin_from.end());
  auto const cycle = gsta::find_cycle(begin, from);
  CHECK(cycle.size() == 3);
  CHECK(is_cycle(ring, cycle));
}

TEST_CASE("a loop's error names its vertices, of long loops the first twenty", "[graph][small]") {
  auto const sentence_of = [](std::size_t vertices) {
    std::vector<id> cycle(vertices);
    for (std::size_t i = 0; i < vertices; ++i) cycle[i] = static_cast<id>(100 + i);
    try {
      gsta::throw_cycle(cycle);
    } catch (gsta::graph_error const& e) {
      CHECK(e.pins == cycle);
      return std::string(e.what());
    }
  };
  CHECK(sentence_of(2) == "the graph has a loop through vertices 100 101");
  CHECK_THAT(sentence_of(20), contains("118 119") && !contains("in all"));
  CHECK_THAT(sentence_of(21), contains("118 119 ... (21 in all)"));
}

TEST_CASE("numbering the vertices otherwise leaves the levels", "[graph][small]") {
  gsta::host_executor const exec;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    arc_list const list = random_dag(seed);
    prng random(seed);
    auto const to = random_order(list.vertices, random);
    arc_list renamed = list;
    for (id& v : renamed.from) v = to[static_cast<std::size_t>(v)];
    for (id& v : renamed.to) v = to[static_cast<std::size_t>(v)];
    auto const before = levelize(exec, graph_on(exec, list).view),
               after = levelize(exec, graph_on(exec, renamed).view);
    REQUIRE(before.begin == after.begin);
    for (std::size_t l = 0; l < before.count(); ++l) {
      std::vector<id> expected;
      for (id const v : before.level(l)) expected.push_back(to[static_cast<std::size_t>(v)]);
      std::sort(expected.begin(), expected.end());
      CHECK(to_vector(exec, after.level(l)) == expected);
    }
  }
}
