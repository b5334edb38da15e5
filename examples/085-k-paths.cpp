// The k cheapest paths of a weighted graph of your own, exact and in a fixed order, told by where they leave
// the forest of best ways on, or step by step.
#include <cstdio>
#include <gsta/path/costs.hpp>
#include <gsta/path/k_cheapest.hpp>
#include <gsta/path/k_critical.hpp>
#include <gsta/path/recover.hpp>
#include <gsta/schemes/path_engines.hpp>
#include <string>
#include <vector>

namespace {

// A road map without ways back: junctions on a grid, roads east and south, some of them slow.
struct road_map {
  int rows, columns;
  std::vector<gsta::id> from, to;
  std::vector<gsta::femtoseconds> minutes;  // any whole unit will do

  road_map(int r, int c) : rows(r), columns(c) {
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        if (column + 1 < columns) add(row, column, row, column + 1, 3 + (row + column) % 3);
        if (row + 1 < rows) add(row, column, row + 1, column, 2 + (row * column) % 5);
      }
    }
  }
  gsta::id junction(int row, int column) const { return row * columns + column; }
  void add(int row, int column, int other_row, int other_column, int time) {
    from.push_back(junction(row, column));
    to.push_back(junction(other_row, other_column));
    minutes.push_back(time);
  }
  std::size_t junctions() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns); }
};

}  // namespace

int main() {
  road_map const map(6, 6);
  // Paths begin where no road enters and end where none leaves: here, from corner to corner.
  auto const search = gsta::make_weighted_search(map.junctions(), gsta::view_of(map.from),
                                                 gsta::view_of(map.to), gsta::view_of(map.minutes));
  gsta::host_executor const exec;
  auto const rows = gsta::make_search_rows(exec, search.view());   // once a graph
  auto const costs = gsta::find_costs(exec, rows, search.view());  // whenever weights have changed
  gsta::search_problem<gsta::memory_space::host> const problem{search.view(), costs.view};
  auto const found = gsta::k_critical_paths(exec, rows, problem, {.k = 10});
  auto const walks = gsta::recover_walks(exec, problem, found.paths.view);

  std::printf("the %zu quickest of 252 ways, in minutes:", found.paths.view.size());
  for (gsta::femtoseconds const cost : found.paths.view.cost)
    std::printf(" %lld", static_cast<long long>(cost));
  std::printf("\nthe first one's junctions:");
  for (auto i = walks.view.begin[0]; i < walks.view.begin[1]; ++i)
    std::printf(" %d",
                search.vertex[static_cast<std::size_t>(walks.view.vertex[static_cast<std::size_t>(i)])]);
  std::printf("\n");

  // A path's roads, by the caller's numbers, sum to its cost.
  bool good = found.paths.view.size() == 10 && search.view().source() == 36;
  for (std::size_t p = 0; p < found.paths.view.size(); ++p) {
    gsta::femtoseconds sum = 0;
    for (auto i = walks.view.begin[p]; i < walks.view.begin[p + 1]; ++i) {
      gsta::id const road =
          search.edge[static_cast<std::size_t>(walks.view.edge[static_cast<std::size_t>(i)])];
      if (road != gsta::none) sum += map.minutes[static_cast<std::size_t>(road)];
    }
    good = good && sum == found.paths.view.cost[p] && (p == 0 || found.paths.view.cost[p - 1] <= sum);
  }
  // There are 10 over 5 ways in all.
  good = good && gsta::k_critical_paths(exec, rows, problem, {.k = 1000}).paths.view.size() == 252;
  // Every engine gives the same list; this one is G-PathGen's.
  auto const other = gsta::k_critical_paths(exec, rows, problem, {.k = 10}, gsta::schemes::dual_queue{});
  for (std::size_t p = 0; p < 10; ++p) good = good && other.paths.view.cost[p] == found.paths.view.cost[p];
  return good ? 0 : 1;
}
