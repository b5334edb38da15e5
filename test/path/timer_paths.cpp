// Paths of a small design, from flat arrays through the timer's stages to a list of paths checked by hand.
#include "gsta/path/worst_path.hpp"
#include "gsta/sta/snapshot.hpp"
#include "test/support/catch.hpp"
#include "test/support/k_worst.hpp"
#include "test/support/two_registers.hpp"

using namespace gsta;

namespace {

using gsta_test::k_worst_paths;
using gsta_test::make_path_graph;
using gsta_test::merge_worst;
using gsta_test::two_registers;
constexpr id clk = two_registers::clk, in = two_registers::in, ff1_ck = two_registers::ff1_ck,
             ff1_q = two_registers::ff1_q, ff2_d = two_registers::ff2_d, nand_a = two_registers::nand_a,
             nand_b = two_registers::nand_b, nand_z = two_registers::nand_z, out = two_registers::out;

/// The clock's period is 100; out is required at 50 (rise) and 60 (fall).
flat_design make_design() {
  two_registers design;
  design.flat.clocks.push_back({100'000, {0, 50'000}});
  design.flat.requirements.push_back({out, none, {0, 0, 50, 60}});
  design.flat.outputs.push_back(out);
  return std::move(design.flat);
}

std::vector<id> nodes_of(path_set const& paths, std::size_t p) {
  return {paths.node.begin() + paths.begin[p], paths.node.begin() + paths.begin[p + 1]};
}

}  // namespace

TEST_CASE("paths of a timed design", "[path]") {
  host_executor const exec;
  flat_design const design = make_design();
  timer<host_executor> t(exec, design, {.capture = capture_required::from_data_slack});
  t.update(exec);
  auto const problem = path_problem_of(t);

  path_set const late = k_worst_paths(make_path_graph(problem, split::late), {.k = 100});
  // Late: out rise 50 - (8 + 30 + 4), out fall 60 - (8 + 20 + 6), from `in` 50 - (12 + 4) and 60 - (11 + 6);
  // ff2/D: 7 + 100 - 3 less the same arrivals.
  REQUIRE(late.slack ==
          std::vector<femtoseconds>{8'000, 26'000, 34'000, 43'000, 62'000, 70'000, 87'000, 88'000});
  REQUIRE(nodes_of(late, 0) == std::vector<id>{ff1_ck, ff1_q, nand_a, nand_z, out});
  REQUIRE(nodes_of(late, 2) == std::vector<id>{in, nand_b, nand_z, out});
  REQUIRE(nodes_of(late, 4) == std::vector<id>{ff1_ck, ff1_q, nand_a, nand_z, ff2_d});
  REQUIRE(late.data_edge[0] == edge::rise);

  path_set const early = k_worst_paths(make_path_graph(problem, split::early), {.k = 100});
  // Early hold at ff2/D: arrival - (8 + 2); from `in` rise 2 + 4, fall 1 + 6.
  REQUIRE(early.slack[0] == -4'000);
  REQUIRE(early.slack[1] == -3'000);
  REQUIRE(merge_worst(late, early, 3).slack == std::vector<femtoseconds>{-4'000, -3'000, 6'000});

  path_set const worst = to_path_set(exec, trace_worst(exec, problem, t.view().node_predecessor).view);
  REQUIRE(worst.size() == 8);  // setup, hold and two output checks, rise and fall
  path_set const from_port = extend_to_clock_source(problem, t.view().node_predecessor, late.view());
  REQUIRE(nodes_of(from_port, 0) == std::vector<id>{clk, ff1_ck, ff1_q, nand_a, nand_z, out});
  REQUIRE(nodes_of(from_port, 2) == nodes_of(late, 2));
  REQUIRE(from_port.slack == late.slack);
}
