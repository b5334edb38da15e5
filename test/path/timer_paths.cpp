// Paths of a small design, from flat arrays through the timer's stages to a list of paths checked by hand.
#include "gsta/path/k_worst.hpp"
#include "gsta/path/worst_path.hpp"
#include "gsta/sta/path_problem_of.hpp"
#include "test/support/catch.hpp"

using namespace gsta;

namespace {

enum pin : id { clk, in, ff1_ck, ff1_q, ff2_ck, ff2_d, nand_a, nand_b, nand_z, out };

/// clk drives ff1/CK and ff2/CK; ff1/Q and in drive a NAND, whose output drives ff2/D and out. Ideal wires;
/// ff1's clock-to-output takes 20 (rise) or 30 (fall), the NAND 4 or 6, setup 3, hold 2; the clock's period
/// is 100.
flat_design make_design() {
  flat_design design;
  for (char const* name :
       {"clk", "in", "ff1/CK", "ff1/Q", "ff2/CK", "ff2/D", "nand/A", "nand/B", "nand/Z", "out"}) {
    design.add_pin(name);
  }
  design.add_net(clk, {ff1_ck, ff2_ck});
  design.add_net(in, {nand_b});
  design.add_net(ff1_q, {nand_a});
  design.add_net(nand_z, {ff2_d, out});
  auto const flat = [&](float value) { return design.luts.add({}, {}, {value}); };
  auto const arc = [&](float rise, float fall, edge_map edges, bool launches) {
    arc_type type;
    type.delay = {{flat(rise), flat(fall), flat(rise), flat(fall)}};
    type.slew = {{flat(1), flat(1), flat(1), flat(1)}};
    type.edges = edges;
    type.launches = launches;
    design.arc_types.push_back(type);
    return static_cast<id>(design.arc_types.size()) - 1;
  };
  edge_map rising_clock;
  for (int c = 0; c < conditions; ++c) rising_clock.set(c, edge::rise);
  id const clock_to_q = arc(20, 30, rising_clock, true), nand = arc(4, 6, negative_edges(), false);
  design.add_arc(ff1_ck, ff1_q, clock_to_q);
  design.add_arc(nand_a, nand_z, nand);
  design.add_arc(nand_b, nand_z, nand);
  design.check_types = {{check_kind::setup, edge::rise, {flat(3), flat(3)}},
                        {check_kind::hold, edge::rise, {flat(2), flat(2)}}};
  design.add_check(ff2_d, ff2_ck, 0);
  design.add_check(ff2_d, ff2_ck, 1);
  design.clocks.push_back({100'000, {0, 50'000}});
  design.sources.push_back({clk, 0, {7, math::infinity, 8, -math::infinity}});
  design.sources.push_back({in, 0, {1, 2, 11, 12}});
  design.asserted_slew[clk] = design.asserted_slew[in] = same_value(1);
  design.requirements.push_back({out, none, {0, 0, 50, 60}});
  design.outputs.push_back(out);
  return design;
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

  path_set const worst = to_path_set(exec, worst_paths(exec, problem, t.arrivals.predecessor.view()).view);
  REQUIRE(worst.size() == 8);  // setup, hold and two output checks, rise and fall
  path_set const from_port = extend_to_clock_source(problem, t.arrivals.predecessor.view(), late);
  REQUIRE(nodes_of(from_port, 0) == std::vector<id>{clk, ff1_ck, ff1_q, nand_a, nand_z, out});
  REQUIRE(nodes_of(from_port, 2) == nodes_of(late, 2));
  REQUIRE(from_port.slack == late.slack);
}
