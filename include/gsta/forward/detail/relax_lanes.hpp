#pragma once

#include "gsta/constrain/checks.hpp"
#include "gsta/constrain/credit_levels.hpp"
#include "gsta/constrain/latches.hpp"
#include "gsta/constrain/nodes.hpp"
#include "gsta/core/math.hpp"
#include "gsta/forward/detail/relax.hpp"

namespace gsta::detail {

/// The credit of each stage: how far late and early arrivals of the clock's one edge are apart there. Late
/// data get what has come behind the clock's start where the convention says so.
template <memory_space S>
struct stage_credit_op {
  clock_tree_view<S> tree;
  bool late_behind_start;
  span<per_condition<float> const, S> arrival;  // [nodes]
  span<per_condition<float>, S> credit;         // [stages]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    float const all = apart_at(tree, arrival, static_cast<id>(i));
    float const late = late_behind_start ? math::sub(all, apart_at(tree, arrival, tree.origin[i])) : all;
    credit[i] = {all, all, late, late};
  }
};

/// No arrival of any group.
GSTA_HD inline grouped_arrival nothing_arrives(int c) noexcept {
  return {undefined_arrival(c), undefined_arrival(c), group_absent, group_absent};
}

/// What arrives in a lane, and of which group.
struct credit_arrival {
  float at;
  id group;
};

/// Merges an arrival of a group. What comes out does not depend on the order, but for groups that tie.
GSTA_HD inline void merge_grouped(grouped_arrival& into, int c, credit_arrival const& of) noexcept {
  if (!math::is_defined(of.at)) return;
  if (of.group == into.group) {
    if (beats(c, of.at, into.best)) into.best = of.at;
  } else if (beats(c, of.at, into.best)) {
    into = {of.at, into.best, of.group, into.group};
  } else if (beats(c, of.at, into.second)) {
    into.second = of.at;
    into.second_group = of.group;
  }
}

/// The same of two arrivals.
GSTA_HD inline void merge_grouped(grouped_arrival& into, int c, grouped_arrival const& other) noexcept {
  merge_grouped(into, c, credit_arrival{other.best, other.group});
  merge_grouped(into, c, credit_arrival{other.second, other.second_group});
}

/// What arrives behind an arc.
GSTA_HD inline grouped_arrival grouped_behind(int c, grouped_arrival const& at, float delay) noexcept {
  return {arrival_behind(c, at.best, delay), arrival_behind(c, at.second, delay), at.group, at.second_group};
}

/// Some neighbouring lanes of all: what arrives there.
template <memory_space S>
struct lane_window {
  clock_tree_view<S> tree;
  span<per_condition<float> const, S> credit;  // [stages]
  std::size_t first = 0, count = 0;            // lanes

  /// Where the arrivals of a node stand that has them in every lane.
  GSTA_HD std::size_t at(id node, std::size_t lane, int c) const noexcept {
    return (static_cast<std::size_t>(node) * count + lane) * conditions + static_cast<std::size_t>(c);
  }

  GSTA_HD credit_start start_of(id node, int in, std::size_t lane) const noexcept {
    id const row =
        tree.launch_row[conditions * static_cast<std::size_t>(node) + static_cast<std::size_t>(in)];
    return tree.starts[static_cast<std::size_t>(row) * tree.credit_levels + first + lane];
  }

  /// A launch under the condition `in` starts with its credit, whatever captures it: who shares less of the
  /// clock path gets too much in this lane and the truth in its own; who shares more is of the capture's own
  /// group.
  GSTA_HD credit_arrival start(id node, int in, std::size_t lane, int c, float at) const noexcept {
    credit_arrival const absent{undefined_arrival(c), group_absent};
    if (!math::is_defined(at)) return absent;
    credit_start const of = start_of(node, in, lane);
    if (of.group == group_absent) return absent;
    if (id const stage = credited_stage(of, credit, c); stage != none)
      at = less_if_late(is_late(c), at, credit[stage][c]);
    return {at, of.group};
  }

  GSTA_HD id left_out(id row, std::size_t lane) const noexcept {
    return tree.leaves_out[static_cast<std::size_t>(row) * tree.credit_levels + first + lane];
  }
  /// The worst arrival of who shares no more of the clock path than the lane has.
  GSTA_HD float captured(grouped_arrival const& at, id row, std::size_t lane, int c) const noexcept {
    id const leaves_out = left_out(row, lane);
    if (leaves_out == is_not_at_level) return undefined_arrival(c);
    return at.group != leaves_out ? at.best : at.second;
  }
};

/// Arrival layer of one node in a window of lanes.
template <memory_space S>
struct relax_lanes_op {
  arrival_problem<S> nodes;
  span<arc_role const, S> role;                       // [arcs], or shorter
  span<per_condition<float> const, S> arc_delay;      // [arcs]
  span<per_condition<float> const, S> clock_arrival;  // [nodes] of the arrival layer
  lane_window<S> window;
  span<grouped_arrival, S> arrival;  // [nodes][lanes of the window][condition]

  GSTA_HD void operator()(id node) const noexcept {
    for (std::size_t lane = 0; lane < window.count; ++lane) of_level(node, lane);
  }

  GSTA_HD grouped_arrival const& at(id node, std::size_t lane, int c) const noexcept {
    return arrival[window.at(node, lane, c)];
  }
  GSTA_HD bool launches(id arc) const noexcept {
    return static_cast<std::size_t>(arc) < role.size() && role[arc] == arc_role::launch;
  }
  /// What starts at a node.
  GSTA_HD credit_arrival started(id node, std::size_t lane, int c) const noexcept {
    return window.start(node, c, lane, c, nodes.asserted[node][c]);
  }
  /// What an arc launches.
  GSTA_HD credit_arrival launched(id from, id arc, std::size_t lane, int c, int in) const noexcept {
    return window.start(from, in, lane, c, arrival_behind(c, clock_arrival[from][in], arc_delay[arc][c]));
  }
  /// What another arc passes on, of the best or of the second in front of it.
  GSTA_HD credit_arrival passed(id from, id arc, std::size_t lane, int c, int in,
                                bool second) const noexcept {
    grouped_arrival const of = grouped_behind(c, at(from, lane, in), arc_delay[arc][c]);
    return second ? credit_arrival{of.second, of.second_group} : credit_arrival{of.best, of.group};
  }

 private:
  GSTA_HD void pass(id from, id arc, std::size_t lane, int c, int in, grouped_arrival& into) const noexcept {
    if (launches(arc)) return merge_grouped(into, c, launched(from, arc, lane, c, in));
    merge_grouped(into, c, grouped_behind(c, at(from, lane, in), arc_delay[arc][c]));
  }

  GSTA_HD void of_level(id node, std::size_t lane) const noexcept {
    grouped_arrival here[conditions];
    for (int c = 0; c < conditions; ++c) {
      here[c] = nothing_arrives(c);
      merge_grouped(here[c], c, started(node, lane, c));
    }
    for (id k = nodes.graph.fanin_begin[node]; k < nodes.graph.fanin_begin[node + 1]; ++k) {
      id const arc = nodes.graph.fanin_arc[k];
      for (int c = 0; c < conditions; ++c) {
        int const in = nodes.edges[arc].input(c);
        if (in >= 0) pass(nodes.graph.fanin_from[k], arc, lane, c, in, here[c]);
      }
    }
    for (int c = 0; c < conditions; ++c) arrival[window.at(node, lane, c)] = here[c];
  }
};

/// The worst arrival that each check finds in a window of lanes, merged into what other windows had.
template <memory_space S>
struct capture_levels_op {
  span<timing_check const, S> checks;
  span<latch_pair const, S> pairs;
  lane_window<S> window;
  span<grouped_arrival const, S> arrival;  // [nodes][lanes of the window][condition]
  span<per_edge, S> check, opening;        // [checks], [pairs]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    if (i < checks.size()) {
      merge(checks[i], window.tree.capture_row[i], check[i]);
    } else {
      std::size_t const pair = i - checks.size();
      merge(checks[pairs[pair].check], window.tree.opening_row[pair], opening[pair]);
    }
  }

 private:
  GSTA_HD void merge(timing_check const& of, id row, per_edge& into) const noexcept {
    for (int e = 0; e < 2; ++e) {
      int const c = 2 * is_late(of.kind) + e;
      float worst = window.first == 0 ? undefined_arrival(c) : into[e];
      for (std::size_t lane = 0; lane < window.count; ++lane) {
        float const found = window.captured(arrival[window.at(of.data, lane, c)], row, lane, c);
        if (beats(c, found, worst)) worst = found;
      }
      into[e] = worst;
    }
  }
};

/// What makes the arrival of a clock where several paths meet: the fan-in of the worst, none for what starts
/// there; the rule of `relax_arrival_op`.
template <memory_space S>
struct clock_winner_op {
  arrival_problem<S> nodes;
  span<per_condition<float> const, S> arc_delay, arrival;
  span<id const, S> place;  // [merges]
  span<id, S> winner;       // [merges][splits]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const node = place[i / 2] / 2;
    int const c = static_cast<int>(2 * (i % 2)) + place[i / 2] % 2;
    float best = nodes.asserted[node][c];
    winner[i] = none;
    for (id k = nodes.graph.fanin_begin[node]; k < nodes.graph.fanin_begin[node + 1]; ++k) {
      id const arc = nodes.graph.fanin_arc[k];
      int const in = nodes.edges[arc].input(c);
      if (in < 0) continue;
      float const candidate = arrival_behind(c, arrival[nodes.graph.fanin_from[k]][in], arc_delay[arc][c]);
      if (!beats(c, candidate, best)) continue;
      best = candidate;
      winner[i] = k;
    }
  }
};

}  // namespace gsta::detail
