// Paths by group: found in a timer and in its snapshot, as by the plain engine.
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
#include "gsta/sta/find_paths.hpp"
#include "gsta/sta/live_timer.hpp"
#include "gsta/sta/path_points.hpp"
#include "test/support/catch.hpp"
#include "test/support/k_worst.hpp"
#include "test/support/path_groups.hpp"

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

/// Places by name, as a driver reads them.
struct named_query {
  std::vector<point_names> from{}, through{}, to{};

  path_query of(flat_design const& design, gsta_test::group_paths const& asked) const {
    path_query query = asked.query();
    if (!from.empty()) query.from = points_of(design, from);
    query.through = throughs_of(design, through);
    if (!to.empty()) query.to = points_of(design, to);
    return query;
  }
};

/// Nodes of pins, and what clock edges launch.
std::vector<constraint_pin> nodes_of(timing_snapshot const& timing, path_points const& points) {
  std::vector<constraint_pin> nodes;
  for (auto const& at : points.pins)
    for (id node = timing.pin_begin[at.pin]; node < timing.pin_begin[at.pin + 1]; ++node)
      nodes.push_back({node, at.rise, at.fall});
  for (std::size_t node = 0; node < timing.node_tag.size(); ++node)
    for (id const edge : points.clock_edges)
      if (timing.tags[timing.node_tag[node]].launch_edge == edge) nodes.push_back({static_cast<id>(node)});
  return nodes;
}

/// The path graph of one side, of paths that have the starts and throughs of a query.
gsta_test::path_graph path_graph_of(flat_design const& design, timing_snapshot const& timing, split side,
                                    path_query const& query) {
  auto const problem = path_problem_of(design, timing);
  if (!query.from && query.through.empty()) return gsta_test::make_path_graph(problem, side);
  path_constraint constraint;
  if (query.from) constraint.from = nodes_of(timing, *query.from);
  if (query.from && constraint.from.empty()) return {};
  for (auto const& points : query.through) constraint.through.push_back(nodes_of(timing, points));
  host_executor const exec;
  auto const search = make_timing_search(exec, problem, side);
  auto const rows = make_search_rows(exec, search.view.graph);
  return path_graph_of(constrain_search(exec, rows, search.view, constraint).view);
}

/// Whether a check is where a query ends, at an edge of its data.
bool ends_at(flat_design const& design, timing_snapshot const& timing, path_query const& query,
             timing_check const& check, edge data_edge) {
  if (!query.to) return true;
  id const capture = capture_edge_of(design, timing, check);
  for (id const edge : query.to->clock_edges)
    if (capture == edge) return true;
  for (auto const& at : query.to->pins)
    if (at.pin == check.data_pin && (data_edge == edge::rise ? at.rise : at.fall)) return true;
  return false;
}

/// Paths by group by the plain engine: so many of each check and edge are no fewer than so many of each pin,
/// of which the first stay.
std::vector<path_group> plain_groups(flat_design const& design, timing_snapshot const& timing,
                                     gsta_test::group_paths const& options, path_query const& query) {
  std::vector<path_group> result;
  path_group_names const names(design);
  for (split const side : {split::late, split::early}) {
    if (!(side == split::late ? options.late : options.early)) continue;
    auto graph = path_graph_of(design, timing, side, query);
    std::map<std::string, std::vector<gsta_test::path_end>> groups;
    for (auto const& end : graph.ends) {
      auto const& check = timing.checks[static_cast<std::size_t>(end.check)];
      if (ends_at(design, timing, query, check, end.data_edge))
        for (auto const& group : groups_of(design, names, timing, check)) groups[group].push_back(end);
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

TEST_CASE("paths by group are the same in a timer and a snapshot as by the plain engine") {
  auto design = read_design();
  host_executor const exec;
  live_timer<host_executor> live(exec, design);
  auto const& t = live.timing();
  auto const snapshot = take_snapshot(exec, t);
  std::string const register_20 = "u_core/u_fetch/ir_reg[20]", adder = "u_core/u_execute/u_alu/u_adder/g18";
  std::vector<named_query> const queries{
      {},
      {.from = {{{register_20}}}},
      {.from = {{{"clk"}, true, false}}, .through = {{{adder}}}},
      {.to = {{{"u_core/u_fetch/pc_reg*/D"}, false, true}}},
      {.to = {{{"clk"}, true, false}}},
      {.from = {{{"clk"}, false, true}}},  // nothing is launched by its fall
  };
  auto const apart = [&](auto const& paths) {
    return path_groups_of(design, view_of(snapshot.checks), paths.view);
  };
  for (named_query const& named : queries) {
    for (gsta_test::group_paths const& asked :
         {gsta_test::group_paths{20, 1, true, true}, gsta_test::group_paths{300, 3, true, false},
          gsta_test::group_paths{2000, 2000, true, true}}) {
      CAPTURE(&named - queries.data(), asked.k);
      path_query const query = named.of(design, asked);
      auto const expected = plain_groups(design, snapshot, asked, query);
      check_same(apart(find_paths(exec, t, design, query)), expected);
      check_same(apart(find_paths(exec, design, snapshot, query)), expected);
      check_same(apart(find_paths(exec, live, query)), expected);
      if (&named == &queries.back()) CHECK(expected.empty());
    }
  }
  CHECK(find_paths(exec, t, design, {.k = 0, .by_group = true}).view.size() == 0);
}

TEST_CASE("paths that cannot be found are refused, with a reason") {
  auto const design = read_design();
  host_executor const exec;
  timer t(exec, design);
  CHECK_THROWS_AS(find_paths(exec, t), argument_error);  // nothing is timed yet
  t.update(exec);
  auto const says = [](char const* sentence) { return Catch::Matchers::Message(sentence); };
  path_points const clock{.clock_edges = {0}}, beyond{.pins = {{static_cast<id>(design.pin_count())}}};
  CHECK_THROWS_MATCHES(
      find_paths(exec, t, {.by_group = true}), argument_error,
      says("find_paths: the arrays do not say which path groups checks have; ask with the design"));
  CHECK_THROWS_MATCHES(find_paths(exec, t, {.from = clock}), argument_error,
                       says("find_paths: the arrays do not say what clocks launch; ask with the design"));
  CHECK_THROWS_MATCHES(find_paths(exec, t, {.to = clock}), argument_error,
                       says("find_paths: the arrays do not say what clocks capture; ask with the design"));
  CHECK_THROWS_MATCHES(find_paths(exec, t, design, {.through = {clock}}), argument_error,
                       says("find_paths: a path passes pins; a clock is where it starts or ends"));
  for (auto const& query :
       {path_query{.from = beyond}, path_query{.through = {beyond}}, path_query{.to = beyond}})
    CHECK_THROWS_MATCHES(find_paths(exec, t, design, query), argument_error,
                         says("find_paths: the query names a pin that the design does not have"));
  CHECK_THROWS_AS(find_paths(exec, t, design, {.from = path_points{.clock_edges = {2}}}), argument_error);
  CHECK_THROWS_AS(find_paths(exec, t, {.most_bytes = 100}), argument_error);
  auto const all = find_paths(exec, t, {.k = 10});
  CHECK_THROWS_AS(path_groups_of(design, t.view().checks.check, all.view), argument_error);
  CHECK(find_paths(exec, t, design, {.from = path_points{}}).view.size() == 0);
  CHECK(find_paths(exec, t, design, {.to = path_points{}}).view.size() == 0);
  CHECK(find_paths(exec, t, design, {.through = {{}}}).view.size() == 0);
}
