#include "gsta/sta/snapshot.hpp"
#include "test/golden/pins_body.hpp"
#include "test/support/k_worst.hpp"

using namespace gsta_test;

namespace {

std::string describe(gsta::flat_design const& design, gsta::timing_snapshot const& state,
                     gsta::path_set const& paths, std::size_t p) {
  std::string text;
  for (auto i = paths.begin[p]; i < paths.begin[p + 1]; ++i) {
    text += (text.empty() ? "" : " ") + design.pin_name[state.node_pin[paths.node[i]]] +
            (paths.edge[i] == gsta::edge::rise ? "/R" : "/F");
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

}  // namespace

TEST_CASE("the 1,000 worst paths of the contest's designs equal the reference") {
  std::size_t paths_compared = 0, traces_compared = 0;
  for (auto const& golden : golden_designs()) {
    auto const design = load_design(golden);
    auto const state = time_on(gsta::host_executor{}, design);
    for (auto const side : {gsta::split::late, gsta::split::early}) {
      char const* const check = side == gsta::split::late ? "setup" : "hold";
      auto const file = goldens() / "golden" / (golden.reference + ".nocppr." + check + "1000.tsv");
      if (!std::filesystem::exists(file)) continue;
      INFO(file.string());
      auto const rows = read_table(file);
      gsta_test::k_worst_options options;
      options.k = 1000;
      auto const paths = k_worst_paths(make_path_graph(gsta::path_problem_of(design, state), side), options);
      REQUIRE(paths.size() == rows.size());
      comparison seen;
      for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        ++paths_compared;
        double const slack = static_cast<double>(paths.slack[rank]) / 1000.0;
        if (!close_enough(slack, std::stod(rows[rank][1]))) {
          seen.differ("rank " + rows[rank][0] + ": slack " + std::to_string(slack) + " is not " +
                      rows[rank][1]);
        }
        if (!is_unique(rows, rank)) continue;
        ++traces_compared;
        if (type_of(state.checks[paths.check[rank]].kind) != rows[rank][2] ||
            describe(design, state, paths, rank) != rows[rank][4]) {
          seen.differ("rank " + rows[rank][0] + ": " + describe(design, state, paths, rank) + " is not " +
                      rows[rank][4]);
        }
      }
      INFO(seen.wrong);
      CHECK(seen.differences == 0);
    }
  }
  CHECK(paths_compared > 1000);
  CHECK(traces_compared > 100);
  WARN(paths_compared << " paths compared, " << traces_compared << " of them pin by pin");
}
