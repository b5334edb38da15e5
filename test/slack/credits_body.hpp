#pragma once

#include <map>
#include <utility>
#include <vector>

#include "gsta/forward/arrival_lanes.hpp"
#include "gsta/sta/timer.hpp"
#include "test/slack/all_paths.hpp"
#include "test/support/catch.hpp"

namespace gsta_test::credits {

/// The clock's edges that launch and capture in a check.
template <class E>
edge_pair edges_of(circuit const& made, gsta::timer<E> const& timer, gsta::timing_check const& check) {
  if (!made.has_tags) return {-1, -1};
  auto const edge = [&](id node) {
    return timer.nodes.tags[static_cast<std::size_t>(timer.nodes.node_tag[static_cast<std::size_t>(node)])]
        .launch_edge;
  };
  return {edge(check.data), edge(check.capture)};
}

struct credit_tally {
  std::size_t circuits = 0, checks = 0, credited = 0, deep = 0, merged = 0, classes = 0;
};

template <class E>
void slacks_equal(E const& exec, std::uint64_t seed, gsta::common_path convention, bool worst_alone,
                  credit_tally& tally) {
  INFO("seed " << seed << (convention == gsta::common_path::by_pin ? " by pin" : " by edge")
               << (worst_alone ? ", worst clock paths" : ", every pair of clock paths"));
  circuit const made = circuit_of(seed, worst_alone);
  if (made.design.conventions.worst_clock_paths != worst_alone) return;
  gsta::timer<E> timer(exec, made.design);
  timer.update(exec);
  auto const raw = to_vector(exec, std::as_const(timer.slacks.check_required).view());
  auto const role = clone(exec, gsta::arrival_rules_of(made.design).role);
  auto tree = gsta::make_clock_tree(exec, made.design, timer.nodes, timer.checks,
                                    std::as_const(timer.arcs.edges).view(), convention);
  gsta::update_clock_tree(exec, timer.arrival_nodes(), timer.delays, timer.arrivals, tree);
  auto lanes = gsta::make_lane_state(exec, timer.nodes.count(), tree);
  gsta::propagate_lanes(exec, timer.arrival_nodes(), timer.checks, tree, role.view(), timer.delays,
                        timer.arrivals, lanes);
  gsta::update_checks(exec, {timer.checks, gsta::view_of(lanes)}, timer.design.view.luts, timer.delays,
                      timer.arrivals, timer.slacks);
  auto const slack = to_vector(exec, std::as_const(timer.slacks.check_slack).view());
  auto const listed = to_vector(exec, timer.checks.view.check);
  all_paths paths(made, convention);
  // With tags each pair of edges has a check of its own; the worst of one library check counts.
  std::map<std::pair<id, int>, double> found, want;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    auto const edges = edges_of(made, timer, listed[i]);
    for (int e = 0; e < 2; ++e) {
      if (!gsta::math::is_defined(slack[i][e])) continue;
      auto const& check = made.checks[static_cast<std::size_t>(listed[i].source)];
      found[{static_cast<id>(i), e}] = slack[i][e];
      want[{static_cast<id>(i), e}] = paths.worst(check, e, raw[i][e], edges);
    }
  }
  REQUIRE(found == want);
  ++tally.circuits;
  tally.checks += found.size();
  tally.credited += paths.credited;
  tally.deep += tree.view.lanes > 3;
  tally.merged += tree.merges > 0;
  tally.classes += tree.classes > 1;
}

template <class E>
void slacks_equal_all_paths(E const& exec, std::uint64_t first, std::uint64_t last) {
  for (int kind = 0; kind < 4; ++kind) {
    auto const convention = kind % 2 == 0 ? gsta::common_path::by_edge : gsta::common_path::by_pin;
    credit_tally tally;
    for (std::uint64_t seed = first; seed < last; ++seed)
      slacks_equal(exec, seed, convention, kind >= 2, tally);
    CAPTURE(tally.circuits, tally.checks, tally.credited, tally.deep, tally.merged, tally.classes);
    CHECK(tally.checks > 2 * tally.circuits);
    CHECK(tally.credited > 10 * tally.circuits);
    CHECK(tally.deep * 10 > tally.circuits);
    CHECK(tally.merged * 4 > tally.circuits);
    CHECK(tally.classes * 10 > tally.circuits);
  }
}

}  // namespace gsta_test::credits
