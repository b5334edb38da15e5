// Paths by group: searched by timing_paths, from a timer and from its snapshot, as by the plain engine.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gsta/flat/flatten.hpp"
#include "gsta/io/liberty.hpp"
#include "gsta/io/sdc.hpp"
#include "gsta/io/spef.hpp"
#include "gsta/io/verilog.hpp"
#include "gsta/sta/paths_by_group.hpp"
#include "gsta/sta/snapshot.hpp"
#include "test/support/catch.hpp"
#include "test/support/k_worst.hpp"

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

/// A search graph of a design as the plain engine reads it: edges into the sink are starts, those of the
/// source ends.
gsta_test::path_graph path_graph_of(timing_search_view<memory_space::host> const& search) {
  auto const& graph = search.graph;
  gsta_test::path_graph result;
  result.start.assign(static_cast<std::size_t>(graph.source()), no_path);
  for (id v = 0; v < graph.source(); ++v) {
    for (id e = graph.begin[v]; e < graph.begin[v + 1]; ++e) {
      if (graph.to[e] == graph.sink()) {
        result.start[v] = graph.weight[e];
        continue;
      }
      result.fanin_from.push_back(graph.to[e]);
      result.fanin_arc.push_back(search.arc[e]);
      result.weight.push_back(graph.weight[e]);
    }
    result.fanin_begin.push_back(static_cast<id>(result.fanin_from.size()));
  }
  result.launch_pin.assign(search.pin.begin(), search.pin.end());
  for (id e = search.first_end(); e < static_cast<id>(graph.edge_count()); ++e) {
    id const slot = search.slot_of(e);
    result.ends.push_back({graph.to[e], slot / 2, static_cast<edge>(slot % 2), graph.weight[e]});
  }
  return result;
}

/// The path graph of one side, of paths that have the starts and throughs of a query.
gsta_test::path_graph path_graph_of(flat_design const& design, timing_snapshot const& timing, split side,
                                    path_query const& query) {
  auto const problem = path_problem_of(design, timing);
  if (query.from.empty() && query.through.empty()) return gsta_test::make_path_graph(problem, side);
  path_constraint const constraint = constraint_of(design, timing, query);
  if (!query.from.empty() && constraint.from.empty()) return {};
  host_executor const exec;
  auto const search = make_timing_search(exec, problem, side);
  auto const rows = make_search_rows(exec, search.view.graph);
  return path_graph_of(constrain_search(exec, rows, search.view, constraint).view);
}

/// `paths_by_group` by the plain engine: so many of each check and edge are no fewer than so many of each
/// pin, of which the first stay.
std::vector<path_group> plain_paths_by_group(flat_design const& design, timing_snapshot const& timing,
                                             group_paths_options const& options, path_query const& query) {
  std::vector<path_group> result;
  std::vector<std::uint8_t> const wanted = ends_of(design, timing, query);
  for (split const side : {split::late, split::early}) {
    if (!(side == split::late ? options.late : options.early)) continue;
    auto graph = path_graph_of(design, timing, side, query);
    std::map<std::string, std::vector<gsta_test::path_end>> groups;
    for (auto const& end : graph.ends) {
      auto const& check = timing.checks[static_cast<std::size_t>(end.check)];
      if (wanted[static_cast<std::size_t>(2 * end.check + static_cast<id>(end.data_edge))] != 0)
        for (auto const& group : groups_of(design, timing, check)) groups[group].push_back(end);
    }
    for (auto& [name, ends] : groups) {
      graph.ends = std::move(ends);
      constexpr std::size_t most = 60'000;
      path_set const found =
          gsta_test::k_worst_paths(graph, {.k = most, .per_endpoint = options.per_endpoint});
      path_set kept;
      std::map<id, std::size_t> count;
      for (std::size_t i = 0; i < found.size() && kept.size() < options.k; ++i) {
        id const pin = timing.checks[static_cast<std::size_t>(found.check[i])].data_pin;
        if (count[pin]++ < options.per_endpoint) kept.add_path(found, i);
      }
      REQUIRE((kept.size() == options.k || found.size() < most));
      if (kept.size() > 0) result.push_back({name, side, std::move(kept)});
    }
  }
  // The group with the worst path first.
  std::stable_sort(result.begin(), result.end(), [](auto const& a, auto const& b) {
    return a.side != b.side ? a.side == split::late : a.paths.slack.front() < b.paths.slack.front();
  });
  return result;
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
      auto const expected = plain_paths_by_group(design, snapshot, asked, query);
      check_same(paths_by_group(exec, path_problem_of(t), design, snapshot, asked, query), expected);
      check_same(paths_by_group(design, snapshot, asked, query), expected);
    }
  }
  CHECK(paths_by_group(design, snapshot, {5}, queries.back()).empty());
  CHECK(paths_by_group(exec, path_problem_of(t), design, snapshot, {0}).empty());
}
