#pragma once

#include <map>
#include <utility>
#include <vector>

#include "gsta/forward/credit_arrivals.hpp"
#include "gsta/forward/update_clock_tree.hpp"
#include "gsta/sta/timer.hpp"
#include "test/slack/all_paths.hpp"
#include "test/support/catch.hpp"
#include "test/support/timer_state.hpp"

namespace gsta_test::credits {

/// The clock's edges that launch and capture in a check.
template <class E>
edge_pair edges_of(circuit const& made, gsta::timer<E> const& timer, gsta::timing_check const& check) {
  if (!made.has_tags) return {-1, -1};
  auto const edge = [&](id node) {
    return timer.nodes()
        .tags[static_cast<std::size_t>(timer.nodes().node_tag[static_cast<std::size_t>(node)])]
        .launch_edge;
  };
  return {edge(check.data), edge(check.capture)};
}

struct credit_tally {
  std::size_t circuits = 0, checks = 0, credited = 0, deep = 0, merged = 0, classes = 0;
};

/// A circuit timed with credits.
template <class E>
struct credited_slacks {
  gsta::timer<E> timer;
  std::vector<gsta::per_edge> raw, slack;  // [checks] required time without credits, slack with them
  std::vector<gsta::timing_check> listed;
  std::size_t lanes, merges, classes, simplified;

  credited_slacks(E const& exec, gsta::flat_design const& design, gsta::common_path convention,
                  gsta::reconvergence_limits const& limits = {})
      : timer(exec, design) {
    timer.update(exec);
    raw = to_vector(exec, timer.view().check_required);
    auto const role = clone(exec, gsta::arrival_rules_of(design).role);
    auto tree = gsta::make_clock_tree(exec, design, timer.nodes(), timer.checks(), timer.view().arc_map,
                                      convention, limits);
    gsta::update_clock_tree(exec, timer.arrival_nodes(), state_of(timer).delays, state_of(timer).arrivals,
                            tree);
    auto state = gsta::make_credit_state(exec, timer.nodes().count(), tree);
    gsta::propagate_credits(exec, timer.arrival_nodes(), timer.checks(), tree, role.view(), timer.delays(),
                            timer.arrivals(), state);
    gsta::update_checks(exec, {timer.checks(), gsta::view_of(state)}, timer.view().design.luts,
                        state_of(timer).delays, state_of(timer).arrivals, state_of(timer).slacks);
    slack = to_vector(exec, timer.view().check_slack);
    listed = to_vector(exec, timer.view().checks.check);
    lanes = tree.view.credit_levels;
    merges = tree.merges;
    classes = tree.classes;
    simplified = tree.simplified;
  }
};

template <class E>
void slacks_equal(E const& exec, std::uint64_t seed, gsta::common_path convention, bool worst_alone,
                  credit_tally& tally) {
  INFO("seed " << seed << (convention == gsta::common_path::by_pin ? " by pin" : " by edge")
               << (worst_alone ? ", worst clock paths" : ", every pair of clock paths"));
  circuit const made = circuit_of(seed, seed % 2 == 1, worst_alone);
  if (made.design.conventions.worst_clock_paths != worst_alone) return;
  credited_slacks<E> const timed(exec, made.design, convention);
  auto const& slack = timed.slack;
  all_paths paths(made, convention);
  // With tags each pair of edges has a check of its own; the worst of one library check counts.
  std::map<std::pair<id, int>, double> found, want;
  for (std::size_t i = 0; i < timed.listed.size(); ++i) {
    auto const edges = edges_of(made, timed.timer, timed.listed[i]);
    for (int e = 0; e < 2; ++e) {
      if (!gsta::math::is_defined(slack[i][e])) continue;
      auto const& check = made.checks[static_cast<std::size_t>(timed.listed[i].source)];
      found[{static_cast<id>(i), e}] = slack[i][e];
      want[{static_cast<id>(i), e}] = paths.worst(check, e, timed.raw[i][e], edges);
    }
  }
  REQUIRE(found == want);
  REQUIRE(timed.simplified == 0);
  ++tally.circuits;
  tally.checks += found.size();
  tally.credited += paths.credited;
  tally.deep += timed.lanes > 3;
  tally.merged += timed.merges > 0;
  tally.classes += timed.classes > 1;
}

/// The slack of one check, by conventions and limits that make it larger step by step: without credits, where
/// next to no pair of clock paths may be looked at, where every pair is, and by the worst clock paths alone.
template <class E>
void slacks_rise(E const& exec, std::uint64_t first, std::uint64_t last) {
  std::size_t above_none = 0, above_few = 0, above_all = 0, simplified = 0;
  for (std::uint64_t seed = first; seed < last; ++seed) {
    auto const convention = seed / 2 % 2 == 0 ? gsta::common_path::by_edge : gsta::common_path::by_pin;
    INFO("seed " << seed << (seed / 2 % 2 == 0 ? " by edge" : " by pin"));
    circuit made(seed, seed % 2 == 1);
    gsta::timer<E> plain(exec, made.design);
    plain.update(exec);
    auto const none_back = to_vector(exec, plain.view().check_slack);
    gsta::reconvergence_limits limits;
    (seed % 3 == 0 ? limits.pairs : seed % 3 == 1 ? limits.classes : limits.visits) = seed % 5;
    credited_slacks<E> const few(exec, made.design, convention, limits);
    credited_slacks<E> const all(exec, made.design, convention);
    made.design.conventions.worst_clock_paths = true;
    credited_slacks<E> const worst(exec, made.design, convention);
    simplified += few.simplified > 0;
    REQUIRE(worst.simplified == 0);
    for (std::size_t i = 0; i < none_back.size(); ++i) {
      for (int e = 0; e < 2; ++e) {
        if (!gsta::math::is_defined(none_back[i][e])) continue;
        float const steps[] = {none_back[i][e], few.slack[i][e], all.slack[i][e], worst.slack[i][e]};
        CAPTURE(i, e, steps[0], steps[1], steps[2], steps[3]);
        REQUIRE(steps[0] <= steps[1]);
        REQUIRE(steps[1] <= steps[2]);
        REQUIRE(steps[2] <= steps[3]);
        if (few.simplified == 0) REQUIRE(steps[1] == steps[2]);
        if (all.merges == 0 && worst.classes == 1) REQUIRE(steps[2] == steps[3]);  // a tree, pin by pin
        above_none += steps[1] > steps[0];
        above_few += steps[2] > steps[1];
        above_all += steps[3] > steps[2];
      }
    }
  }
  CAPTURE(last - first, above_none, above_few, above_all, simplified);
  CHECK(above_none > last - first);
  CHECK(above_few > (last - first) / 4);
  CHECK(above_all > (last - first) / 4);
  CHECK(simplified > (last - first) / 10);
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
