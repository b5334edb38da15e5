// Levels of a graph: arcs in, vertices by depth out. A loop is an error that names its vertices.
#include <algorithm>
#include <cstdio>
#include <gsta/gsta.hpp>
#include <vector>

int main() {
  //   0 --> 2 --> 3 --> 5
  //    \_________/     /         0 -> 3 is an arc of its own
  //   1 --> 4 --------/
  std::vector<gsta::id> from{0, 2, 0, 3, 1, 4};
  std::vector<gsta::id> to{2, 3, 3, 5, 4, 5};

  gsta::host_executor const exec;
  auto const graph = build_graph(exec, 6, gsta::view_of(from), gsta::view_of(to));
  auto const levels = levelize(exec, graph.view);
  for (std::size_t l = 0; l < levels.count(); ++l) {
    std::printf("level %zu:", l);
    for (gsta::id const v : levels.level(l)) std::printf(" %d", v);
    std::printf("\n");
  }
  // Depth is the longest way from a vertex without fan-in; within a level ids ascend.
  std::vector<gsta::id> const expected{0, 1, 2, 4, 3, 5};
  bool good =
      to_vector(exec, levels.order.view.vertex) == expected && levels.begin == std::vector{0, 2, 4, 5, 6};

  // Arcs keep the ids that they were given: rows of the graph say which.
  std::printf("arcs into 3:");
  for (gsta::id k = graph.view.fanin_begin[3]; k < graph.view.fanin_begin[4]; ++k) {
    std::printf(" #%d from %d", graph.view.fanin_arc[k], graph.view.fanin_from[k]);
  }
  std::printf("\n");

  from.push_back(5);  // 5 -> 2 closes a loop
  to.push_back(2);
  try {
    levelize(exec, build_graph(exec, 6, gsta::view_of(from), gsta::view_of(to)).view);
    good = false;
  } catch (gsta::graph_error const& loop) {
    std::printf("%s\n", loop.what());
    auto pins = loop.pins;  // in the order of the arcs, from any of them on
    std::sort(pins.begin(), pins.end());
    good = good && pins == std::vector{2, 3, 5};
  }
  return good ? 0 : 1;
}
