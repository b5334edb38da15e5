// What the backward cut is made of, and the ops that a device runs over it, on the host.

#include "gsta/engine/detail/cut.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "gsta/forward/plan.hpp"
#include "gsta/slack/required.hpp"
#include "test/slack/schemes_body.hpp"
#include "test/support/timer_state.hpp"

using namespace gsta_test;
using gsta::conditions;
using gsta::host_executor;
using gsta::is_late;

namespace {

constexpr auto on_host = gsta::memory_space::host;
using ids = std::vector<id>;

/// A timed design with its backward plan.
struct cut_bench {
  host_executor exec;
  gsta::flat_design design;
  gsta::timer<host_executor> timer;
  gsta::backward_plan<on_host> plan;

  cut_bench(std::uint64_t seed, gsta::timer_options const& options)
      : design(random_circuit(seed)), timer(exec, design, options), plan(plan_of()) {
    timer.update(exec);
  }
  bool through_checks() const { return timer.options().capture == gsta::capture_required::from_data_slack; }
  bool live(id arc) const { return timer.view().arc_map[static_cast<std::size_t>(arc)].code != 0; }
  gsta::timing_checks_view<on_host> checks() const { return timer.view().checks; }

  /// How many checks of one side look at a node's data.
  int checks_at(id node, bool late) const {
    int count = 0;
    for (std::size_t i = 0; i < checks().check.size(); ++i)
      count += checks().check[i].data == node && is_late(checks().check[i].kind) == late;
    return count;
  }
  /// Nothing that lives follows a leaf, and, if that counts, it captures nothing.
  bool is_leaf(id node) const {
    auto const& graph = timer.view().node_graph;
    for (id k = graph.fanout_begin[node]; k < graph.fanout_begin[node + 1]; ++k) {
      if (live(graph.fanout_arc[k])) return false;
    }
    for (std::size_t i = 0; through_checks() && i < checks().check.size(); ++i) {
      if (checks().check[i].capture == node) return false;
    }
    return true;
  }

 private:
  gsta::backward_plan<on_host> plan_of() {
    auto const nodes = timer.arrival_nodes();
    std::size_t const net_arcs = timer.view().design.net_arc_count();
    auto const inlined = find_inlined(
        exec, gsta::cut_problem<on_host>{nodes.graph, net_arcs, nodes.edges, nodes.asserted, {}});
    return gsta::make_backward_plan(exec, nodes, net_arcs, inlined.view(), checks(), timer.options().capture);
  }
};

}  // namespace

TEST_CASE("a cut knows its leaves, and which of their checks decide alone", "[slack][small]") {
  std::size_t leaves = 0, sole = 0, several_checks = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    cut_bench const bench(seed, options_of(seed).timer);
    auto const& cut = bench.plan.cut;
    ids leaf, crowd;
    for (id v = 0; static_cast<std::size_t>(v) < bench.timer.nodes().count(); ++v) {
      if (!bench.is_leaf(v)) continue;
      leaf.push_back(v);
      if (bench.checks_at(v, false) > 1 || bench.checks_at(v, true) > 1) crowd.push_back(v);
    }
    CAPTURE(seed);
    CHECK(to_vector(bench.exec, cut.leaf.view()) == leaf);
    CHECK(to_vector(bench.exec, cut.several_checks.view()) == crowd);
    REQUIRE(cut.is_sole.size() == bench.checks().check.size());
    for (std::size_t i = 0; i < cut.is_sole.size(); ++i) {
      auto const& check = bench.checks().check[i];
      bool const want = bench.is_leaf(check.data) && bench.checks_at(check.data, is_late(check.kind)) == 1;
      REQUIRE((cut.is_sole[i] != 0) == want);
      sole += want;
    }
    leaves += leaf.size();
    several_checks += crowd.size();
  }
  CHECK(leaves > 300);
  CHECK(sole > 100);
  CHECK(several_checks > 30);
}

TEST_CASE("many arcs of one vertex are gathered by parts of eight, and these by parts again",
          "[slack][small]") {
  using rows_of_items = std::vector<ids>;  // vertex, first, last, of parts, key
  auto const split_all = [](std::vector<gsta::detail::wide_vertex> const& wide) {
    ids begin{0};
    for (auto const& of : wide) begin.push_back(begin.back() + of.items());
    std::vector<gsta::detail::backward_item> item(static_cast<std::size_t>(begin.back()));
    ids keys(item.size());
    gsta::detail::split_wide_op<gsta::memory_space::host> const op{
        gsta::view_of(wide), gsta::view_of(std::as_const(begin)), gsta::view_of(item), gsta::view_of(keys)};
    rows_of_items rows;
    for (std::size_t i = 0; i < item.size(); ++i) {
      op(i);
      rows.push_back({item[i].vertex, item[i].first, item[i].last, item[i].of_parts, keys[i]});
    }
    return rows;
  };
  auto const split = [&](id arcs) { return split_all({{7, 100, 100 + arcs, 3}}); };
  id const key = 3 * gsta::detail::depths_of_level;
  CHECK(split(8) == std::vector<ids>{{7, 100, 108, 0, key}});
  CHECK(split(9) ==
        std::vector<ids>{{none, 100, 108, 0, key}, {none, 108, 109, 0, key}, {7, 0, 2, 1, key + 1}});
  auto const deep = split(70);  // nine parts, of which two are made, of which the vertex is
  REQUIRE(deep.size() == 9 + 2 + 1);
  CHECK(deep[8] == ids{none, 164, 170, 0, key});
  CHECK(deep[9] == ids{none, 0, 8, 1, key + 1});
  CHECK(deep[10] == ids{none, 8, 9, 1, key + 1});
  CHECK(deep[11] == ids{7, 9, 11, 1, key + 2});
  auto const two = split_all({{1, 0, 9, 0}, {2, 9, 18, 5}});
  REQUIRE(two.size() == 6);
  CHECK(two[5][1] == 3);  // parts are counted on through all vertices
  CHECK(two[5][4] == 5 * gsta::detail::depths_of_level + 1);
}

TEST_CASE("a device's lanes go back through arcs and wires as the host's do", "[slack][small]") {
  prng random(1);
  auto const some = [&] {
    per_condition<float> all;
    for (float& x : all.value) {
      x = random.chance(70)   ? random.real(-50, 50)
          : random.chance(50) ? gsta::math::infinity
                              : -gsta::math::infinity;
    }
    return all;
  };
  std::vector<per_condition<float>> delay(4), cell(4);
  std::vector<gsta::wire_answer> wires(4);
  std::size_t wrong = 0, defined = 0;
  for (int round = 0; round < 4000; ++round) {
    for (std::size_t i = 0; i < 4; ++i) {
      delay[i] = some();
      cell[i] = some();
      wires[i] = {some(), some()};
    }
    gsta::backward_record record;
    record.flags.set_edges(gsta::positive_edges());
    if (random.chance(60)) {
      record.arc = random.below(4);
      record.flags.set(gsta::slot_flags::cell_bit);
      gsta::edge_map edges;
      for (int c = 0; c < conditions; ++c) {
        if (random.chance(80)) edges.set(c, random.chance(50) ? gsta::edge::rise : gsta::edge::fall);
      }
      record.flags.set_edges(edges);
    }
    if (random.chance(60)) {
      record.wire = random.below(4);
      record.flags.set(gsta::slot_flags::wire_bit);
    }
    bool const apart = random.chance(50);  // delays where wires and packed cells leave them, not by arc
    gsta::detail::backward_layer<on_host> layer{};
    layer.arc_delay = gsta::view_of(std::as_const(delay));
    std::vector<per_condition<float>> by_arc = delay;
    if (apart) {
      layer.wires = gsta::view_of(std::as_const(wires));
      layer.cell_delay = gsta::view_of(std::as_const(cell));
    }
    gsta::detail::backward_layer<on_host> plain{};
    if (apart && record.arc != none)
      by_arc[static_cast<std::size_t>(record.arc)] = cell[static_cast<std::size_t>(record.arc)];
    plain.arc_delay = gsta::view_of(std::as_const(by_arc));
    gsta::detail::backward_lanes const through_cell{plain};
    per_condition<float> const after = some();
    per_condition<float> tight, at_driver;
    auto const lanes = through_cell.through_arc(record, gsta::four_lanes::load(after));
    lanes.store(tight);
    if (apart && record.wire != none)
      by_arc[static_cast<std::size_t>(record.wire)] = wires[static_cast<std::size_t>(record.wire)].delay;
    through_cell.through_wire(record, lanes).store(at_driver);
    for (int c = 0; c < conditions; ++c) {
      auto const fetched = layer.fetch(record, c);
      float const own = layer.through_arc(record.flags, c, fetched, gsta::detail::side_of(after, c));
      float const front = layer.through_wire(record.flags, c, fetched, own);
      wrong += own != tight[c] || front != at_driver[c];
      defined += gsta::math::is_defined(front);
    }
  }
  CHECK(wrong == 0);
  CHECK(defined > 4000);
}

TEST_CASE("leaves and scattered required times are those of the level loop, one condition at a time",
          "[slack][small]") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    cut_bench bench(seed, options_of(seed).timer);
    auto& t = bench.timer;
    auto slacks = gsta::make_slack_state(bench.exec, t.nodes().count(), bench.checks().check.size(),
                                         bench.checks().endpoint_pin.size());
    update_required(bench.exec, bench.checks(), t.view().design.luts, bench.plan, state_of(t).delays,
                    state_of(t).arrivals, slacks);
    for (auto* const array : {&slacks.node_required, &slacks.node_slack})
      fill(bench.exec, array->view(), gsta::same_value(-12345));  // the sweep's own values alone are kept
    gsta::detail::backward_layer<on_host> const layer{bench.checks(),
                                                      t.view().arc_delay,
                                                      t.view().node_arrival,
                                                      std::as_const(slacks).check_required.view(),
                                                      slacks.node_required.view(),
                                                      slacks.node_slack.view()};
    auto const& cut = bench.plan.cut;
    for_each_n(bench.exec, conditions * cut.leaf.size(),
               gsta::detail::leaf_op<on_host>{layer, std::as_const(cut).leaf.view()});
    for_each_n(bench.exec, t.nodes().count(),
               gsta::detail::scatter_required_op<on_host>{layer, cut.rank.view(),
                                                          std::as_const(bench.plan).values.view(),
                                                          std::as_const(bench.plan).sink_required.view()});
    bit_comparison result;
    result.arrays("required", to_vector(bench.exec, slacks.node_required.view()),
                  to_vector(bench.exec, t.view().node_required));
    result.arrays("slack", to_vector(bench.exec, slacks.node_slack.view()),
                  to_vector(bench.exec, t.view().node_slack));
    CAPTURE(seed, result.report());
    CHECK(result.failed == 0);
  }
}

TEST_CASE("a check that decides a leaf alone writes its required time", "[slack][small]") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    cut_bench bench(seed, options_of(seed).timer);
    auto& t = bench.timer;
    std::size_t const n = bench.checks().check.size();
    gsta::buffer<gsta::per_edge, on_host> required(bench.exec, n), slack(bench.exec, n);
    gsta::buffer<per_condition<float>, on_host> by_node(bench.exec, t.nodes().count());
    fill(bench.exec, by_node.view(), gsta::same_value(-12345));
    using timing = gsta::detail::timing_by_id<on_host>;
    for_each_n(bench.exec, 2 * n,
               gsta::detail::deciding_check_op<on_host, timing>{{bench.checks().check,
                                                                 t.view().design.luts,
                                                                 {t.view().slew, t.view().node_arrival},
                                                                 required.view(),
                                                                 slack.view()},
                                                                bench.plan.cut.is_sole.view(),
                                                                by_node.view()});
    std::vector<per_condition<float>> want(t.nodes().count(), gsta::same_value(-12345));
    for (std::size_t i = 0; i < n; ++i) {
      auto const& check = bench.checks().check[i];
      for (int e = 0; e < 2; ++e) {
        REQUIRE(required[i][e] == t.view().check_required[i][e]);
        REQUIRE(slack[i][e] == t.view().check_slack[i][e]);
        if (bench.plan.cut.is_sole[i] != 0)
          want[static_cast<std::size_t>(check.data)][2 * is_late(check.kind) + e] = required[i][e];
      }
    }
    CAPTURE(seed);
    CHECK(to_vector(bench.exec, by_node.view()) == want);
  }
}
