// Prints: 2.75: 0 1 3 4
// Prints: 3.00: 0 2 3 4
// Prints: 3.25: 0 1 4
// The k cheapest paths of a graph that is your own compressed rows, with your own float weights: one call.
#include <cstdio>
#include <gsta/path/k_cheapest.hpp>
#include <vector>

int main() {
  //   0 --> 1 --> 3 --> 4      rows: the edges out of 0, then those out of 1, ...
  //    \     \_________/|
  //     +--> 2 ---^ ----+
  std::vector<gsta::id> const begin{0, 2, 4, 6, 7, 7}, to{1, 2, 3, 4, 3, 4, 4};
  std::vector<float> const weight{0.75f, 1.5f, 1.0f, 2.5f, 0.5f, 4.0f, 1.0f};

  gsta::host_executor const exec;
  gsta::edge_rows_view<gsta::memory_space::host> const graph{gsta::view_of(begin), gsta::view_of(to)};
  auto const found = k_cheapest_paths(exec, graph, gsta::view_of(weight), 3);
  auto const& paths = found.view;
  for (std::size_t p = 0; p < paths.size(); ++p) {
    std::printf("%.2f:", paths.cost[p]);
    for (auto i = paths.begin[p]; i < paths.begin[p + 1]; ++i) std::printf(" %d", paths.vertex[i]);
    std::printf("\n");
  }
}
