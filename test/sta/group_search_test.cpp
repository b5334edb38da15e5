// Paths by group: searched by timing_paths on an executor as by the plain engine on the host.
#include "gsta/sta/group_search.hpp"

#include <string>
#include <vector>

#include "gsta/flat/flatten.hpp"
#include "gsta/io/liberty.hpp"
#include "gsta/io/sdc.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/verilog.hpp"
#include "gsta/sta/snapshot.hpp"
#include "test/support/catch.hpp"

using namespace gsta;

namespace {

flat_design read_design() {
  std::string const folder = "examples/designs/riscling/";
  model::diagnostics notes;
  auto const library = io::read_liberty(io::load(folder + "plain45.lib"), notes);
  auto const netlist = io::read_verilog(io::load(folder + "riscling.v.gz"), notes);
  auto const wires = io::read_spef(io::load(folder + "riscling.spef.gz"), notes);
  auto const constraints = io::read_sdc(io::load(folder + "riscling.sdc"), netlist, library, notes);
  return flatten({library, library, netlist, wires, constraints}, {}, notes);
}

bool same(path_set const& a, path_set const& b) {
  return a.begin == b.begin && a.node == b.node && a.edge == b.edge && a.arc == b.arc && a.slack == b.slack &&
         a.check == b.check && a.data_edge == b.data_edge;
}

void check_same(std::vector<path_group> const& found, std::vector<path_group> const& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(found[i].name, static_cast<int>(found[i].side));
    CHECK(found[i].name == expected[i].name);
    CHECK(found[i].side == expected[i].side);
    CHECK(same(found[i].paths, expected[i].paths));
  }
}

}  // namespace

TEST_CASE("paths by group are the same by timing_paths as by the plain engine") {
  auto const design = read_design();
  host_executor const exec;
  timer t(exec, design);
  t.update(exec);
  auto const snapshot = take_snapshot(exec, t);
  std::string const register_20 = "u_core/u_fetch/ir_reg[20]", adder = "u_core/u_execute/u_alu/u_adder/g18";
  std::vector<path_query> const queries{
      {},
      {.from = {{{register_20}}}, .through = {}, .to = {}},
      {.from = {{{"clk"}, true, false}}, .through = {{{adder}}}, .to = {}},
      {.from = {}, .through = {}, .to = {{{"u_core/u_fetch/pc_reg*/D"}, false, true}}},
      {.from = {{{"clk"}, false, true}}, .through = {}, .to = {}},  // nothing is launched by its fall
  };
  for (path_query const& query : queries) {
    for (group_paths_options const& asked :
         {group_paths_options{20, 1, true, true}, group_paths_options{300, 3, true, false},
          group_paths_options{2000, 2000, true, true}}) {
      CAPTURE(&query - queries.data(), asked.k);
      check_same(paths_by_group(exec, path_problem_of(t), design, snapshot, asked, query),
                 paths_by_group(design, snapshot, asked, query));
    }
  }
  CHECK(paths_by_group(design, snapshot, {5}, queries.back()).empty());
  CHECK(paths_by_group(exec, path_problem_of(t), design, snapshot, {0}).empty());
}
