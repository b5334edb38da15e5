#include "gsta/constrain/make_clock_tree.hpp"
#include "gsta/forward/credit_arrivals.hpp"
#include "gsta/path/find_paths.hpp"
#include "gsta/sta/snapshot.hpp"
#include "test/golden/pins_body.hpp"
#include "test/support/k_worst.hpp"

using namespace gsta_test;

namespace {

std::string describe(gsta::flat_design const& design, gsta::timing_snapshot const& state,
                     gsta::path_set const& paths, std::size_t p) {
  std::string text;
  for (auto i = paths.begin[p]; i < paths.begin[p + 1]; ++i) {
    text.append(text.empty() ? "" : " ").append(design.pin_name[state.node_pin[paths.node[i]]]);
    text += paths.edge[i] == gsta::edge::rise ? "/R" : "/F";
  }
  return text;
}

std::string type_of(gsta::check_kind kind) {
  if (kind == gsta::check_kind::setup) return "Setup";
  return kind == gsta::check_kind::hold ? "Hold" : "RAT";
}

/// A slack that no neighbour comes near, so that the reference's path at this rank is the only one it can be.
bool is_unique(std::vector<std::vector<std::string>> const& rows, std::size_t rank) {
  double const slack = std::stod(rows[rank][1]);
  double const gap = 0.04 + 2e-4 * std::abs(slack);
  bool const last_of_list = rank + 1 == rows.size();  // its successor is not known
  return !last_of_list && (rank == 0 || slack - std::stod(rows[rank - 1][1]) > gap) &&
         std::stod(rows[rank + 1][1]) - slack > gap;
}

struct lists_seen {
  std::size_t paths = 0, traces = 0;
};

/// Compares the worst paths of one split with the reference's list, if there is one.
/// find(side): at most 1,000 paths.
template <class F>
void compare_list(golden_design const& golden, char const* ending, gsta::split side,
                  gsta::flat_design const& design, gsta::timing_snapshot const& state, lists_seen& total,
                  F const& find) {
  auto const file = goldens() / "golden" / (golden.reference + ending);
  if (!std::filesystem::exists(file)) return;
  INFO(file.string());
  auto const rows = read_table(file);
  gsta::path_set const paths = find(side);
  REQUIRE(paths.size() == rows.size());
  comparison seen;
  for (std::size_t rank = 0; rank < rows.size(); ++rank) {
    ++total.paths;
    double const slack = static_cast<double>(paths.slack[rank]) / 1000.0;
    if (!close_enough(slack, std::stod(rows[rank][1]))) {
      seen.differ("rank " + rows[rank][0] + ": slack " + std::to_string(slack) + " is not " + rows[rank][1]);
    }
    if (!is_unique(rows, rank)) continue;
    ++total.traces;
    if (type_of(state.checks[paths.check[rank]].kind) != rows[rank][2] ||
        describe(design, state, paths, rank) != rows[rank][4]) {
      seen.differ("rank " + rows[rank][0] + ": " + describe(design, state, paths, rank) + " is not " +
                  rows[rank][4]);
    }
  }
  INFO(seen.wrong);
  CHECK(seen.differences == 0);
}

}  // namespace

TEST_CASE("the 1,000 worst paths of the contest's designs equal the reference") {
  lists_seen seen;
  for (auto const& golden : golden_designs()) {
    auto const design = load_design(golden);
    auto const state = time_on(gsta::host_executor{}, design);
    auto const find = [&](gsta::split side) {
      gsta_test::k_worst_options options;
      options.k = 1000;
      return k_worst_paths(make_path_graph(gsta::path_problem_of(design, state), side), options);
    };
    compare_list(golden, ".nocppr.setup1000.tsv", gsta::split::late, design, state, seen, find);
    compare_list(golden, ".nocppr.hold1000.tsv", gsta::split::early, design, state, seen, find);
  }
  CHECK(seen.paths > 1000);
  CHECK(seen.traces > 100);
  WARN(seen.paths << " paths compared, " << seen.traces << " of them pin by pin");
}

TEST_CASE("the 1,000 worst paths with common-path credits equal the reference") {
  lists_seen seen;
  gsta::host_executor const exec;
  for (auto const& golden : golden_designs()) {
    auto const design = load_design(golden);
    gsta::timer<gsta::host_executor> timer(exec, design, contest_options());
    timer.update(exec);
    auto const state = gsta::take_snapshot(exec, timer);
    auto const role = gsta::arrival_rules_of(design).role;
    auto const tree = make_clock_tree(exec, design, timer.nodes(), timer.checks(), timer.view().arc_map,
                                      gsta::common_path::by_edge);
    auto lanes = make_credit_state(exec, timer.nodes().count(), tree);
    propagate_credits(exec, timer.arrival_nodes(), timer.checks(), tree, gsta::view_of(role), timer.delays(),
                      timer.arrivals(), lanes);
    auto const find = [&](gsta::split side) {
      gsta::path_arrays<gsta::memory_space::host> const arrays{gsta::path_problem_of(design, state),
                                                               {tree.view, lanes.credit.view()}};
      return to_path_set(exec, find_paths(exec, arrays, {.side = side, .k = 1000}).view);
    };
    compare_list(golden, ".cppr.setup1000.tsv", gsta::split::late, design, state, seen, find);
    compare_list(golden, ".cppr.hold1000.tsv", gsta::split::early, design, state, seen, find);
  }
  CHECK(seen.paths > 1000);
  CHECK(seen.traces > 100);
  WARN(seen.paths << " paths compared, " << seen.traces << " of them pin by pin");
}
