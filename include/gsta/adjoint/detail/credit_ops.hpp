#pragma once

#include "gsta/forward/credit_arrivals.hpp"
#include "gsta/slack/summary.hpp"
#include "gsta/smooth/cost.hpp"

namespace gsta::detail {

/// An endpoint and its slack; the first of the worst counts.
struct worst_endpoint {
  float slack = math::infinity;
  id endpoint = none;
};
struct combine_worst {
  GSTA_HD worst_endpoint operator()(worst_endpoint const& a, worst_endpoint const& b) const noexcept {
    bool const first = a.slack < b.slack || (a.slack == b.slack && a.endpoint <= b.endpoint);
    return a.endpoint == none || (b.endpoint != none && !first) ? b : a;
  }
};
template <memory_space S>
struct worst_endpoint_op {
  span<per_split const, S> slack;  // [endpoints]
  split side;
  GSTA_HD worst_endpoint operator()(std::size_t i) const noexcept {
    float const own = slack[i][side];
    return math::is_defined(own) ? worst_endpoint{own, static_cast<id>(i)} : worst_endpoint{};
  }
};

/// What an endpoint's violation is worth goes to the first of its worst checks and edges, all of it.
template <memory_space S>
struct exact_share_op {
  timing_checks_view<S> checks;
  span<per_edge const, S> slack;  // [checks]
  bool late;
  id only;                          // the endpoint that counts; none: each that is violated
  span<edge_pair<float>, S> share;  // [checks]

  GSTA_HD void operator()(std::size_t endpoint) const noexcept {
    float worst = only == none ? 0 : math::infinity;
    id check = none;
    int edge = 0;
    for (id k = checks.endpoint_begin[endpoint]; k < checks.endpoint_begin[endpoint + 1]; ++k) {
      id const i = checks.endpoint_check[k];
      share[i] = {};
      for (int e = 0; e < 2; ++e) {
        if (is_late(checks.check[i].kind) != late || !(slack[i][e] < worst)) continue;
        worst = slack[i][e];
        check = i;
        edge = e;
      }
    }
    if (check != none && (only == none || only == static_cast<id>(endpoint))) share[check][edge] = 1;
  }
};

/// Terms of gradients, each of one condition of one row: 4 * row + condition.
template <memory_space S>
struct gradient_terms {
  span<id, S> key;
  span<float, S> amount;
};
/// Adds terms to rows, each row's in their order.
template <memory_space S>
struct add_terms_op {
  span<id const, S> begin, term;
  span<float const, S> amount;
  span<per_condition<float>, S> into;
  GSTA_HD void operator()(std::size_t row) const noexcept {
    for (int c = 0; c < conditions; ++c) {
      std::size_t const key = conditions * row + static_cast<std::size_t>(c);
      id const first = begin[key], n = begin[key + 1] - first;
      if (n == 0) continue;
      float const sum = math::ordered_sum<float>(n, [&](id k) { return amount[term[first + k]]; });
      into[row][c] = math::add(into[row][c], sum);
    }
  }
};

/// One of two arrivals that a node keeps of a credit level.
struct credit_point {
  id node;
  std::size_t credit_level;  // of the window
  int c;
  bool second;
};
/// Where a path starts: at an asserted arrival, or where its clock launches it.
struct path_start {
  id node;
  std::size_t credit_level;
  int c;
  bool launched;
};

/// The one path that makes a check's worst arrival, followed back through a window of credit levels.
template <memory_space S>
struct credited_walk {
  relax_lanes_op<S> credit_levels;
  span<timing_check const, S> checks;
  span<id const, S> capture_row;  // [checks]
  span<per_edge const, S> worst;  // [checks] of all credit levels

  GSTA_HD int condition_of(std::size_t slot) const noexcept {
    return 2 * is_late(checks[slot / 2].kind) + static_cast<int>(slot % 2);
  }

  /// Where the worst arrival of slot 2 * check + edge stands in the window; its node is none if elsewhere.
  GSTA_HD credit_point end(std::size_t slot) const noexcept {
    id const node = checks[slot / 2].data, row = capture_row[slot / 2];
    int const c = condition_of(slot);
    float const at = worst[slot / 2][static_cast<int>(slot % 2)];
    for (std::size_t credit_level = 0; credit_level < credit_levels.window.count && math::is_defined(at);
         ++credit_level) {
      grouped_arrival const& here = credit_levels.at(node, credit_level, c);
      if (credit_levels.window.captured(here, row, credit_level, c) == at)
        return {node, credit_level, c, here.group == credit_levels.window.left_out(row, credit_level)};
    }
    return {none, 0, c, false};
  }

  /// Calls `on_arc(arc, condition behind it)` back to the path's start.
  template <class F>
  GSTA_HD path_start follow(credit_point at, F const& on_arc) const noexcept {
    for (;;) {
      credit_point before = at;
      id const k = winner(at, before.second);
      if (k == none) return {at.node, at.credit_level, at.c, false};
      id const arc = credit_levels.nodes.graph.fanin_arc[k];
      on_arc(arc, at.c);
      before.node = credit_levels.nodes.graph.fanin_from[k];
      before.c = credit_levels.nodes.edges[arc].input(at.c);
      if (credit_levels.launches(arc)) return {before.node, before.credit_level, before.c, true};
      at = before;
    }
  }

 private:
  /// The position of the arc that makes an arrival, the first of equals as forwards, and whether it passes on
  /// the second in front of it; none: what starts here does.
  GSTA_HD id winner(credit_point const& at, bool& second) const noexcept {
    grouped_arrival const& here = credit_levels.at(at.node, at.credit_level, at.c);
    credit_arrival const of =
        at.second ? credit_arrival{here.second, here.second_group} : credit_arrival{here.best, here.group};
    auto const made_by = [&](credit_arrival const& x) { return x.at == of.at && x.group == of.group; };
    if (made_by(credit_levels.started(at.node, at.credit_level, at.c))) return none;
    auto const& graph = credit_levels.nodes.graph;
    for (id k = graph.fanin_begin[at.node]; k < graph.fanin_begin[at.node + 1]; ++k) {
      id const arc = graph.fanin_arc[k], from = graph.fanin_from[k];
      int const in = credit_levels.nodes.edges[arc].input(at.c);
      if (in < 0) continue;
      second = false;
      if (credit_levels.launches(arc)) {
        if (made_by(credit_levels.launched(from, arc, at.credit_level, at.c, in))) return k;
        continue;
      }
      if (made_by(credit_levels.passed(from, arc, at.credit_level, at.c, in, false))) return k;
      second = true;
      if (made_by(credit_levels.passed(from, arc, at.credit_level, at.c, in, true))) return k;
    }
    return none;
  }
};

/// Slots, 2 * check + edge, that count for the cost and whose worst arrival stands in the window for the
/// first time.
template <memory_space S>
struct walked_op {
  credited_walk<S> walk;
  span<edge_pair<float> const, S> share;  // [checks]
  span<std::uint8_t const, S> is_done;    // [slots]
  GSTA_HD bool operator()(std::size_t slot) const noexcept {
    return share[slot / 2][static_cast<int>(slot % 2)] != 0 && is_done[slot] == 0 &&
           walk.end(slot).node != none;
  }
};

template <memory_space S>
struct count_steps_op {
  credited_walk<S> walk;
  span<id const, S> slot;         // [walks]
  span<std::int64_t, S> steps;    // [walks]
  span<std::uint8_t, S> is_done;  // [slots]
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::int64_t n = 0;
    walk.follow(walk.end(static_cast<std::size_t>(slot[i])), [&](id, int) { ++n; });
    steps[i] = n;
    is_done[slot[i]] = 1;
  }
};

/// What one path's share of the cost comes to: along its arcs, where it starts, and by its credit, which
/// grows as late and early arrivals of its clock part at a stage, less what they did at the clock's start
/// where the convention says so.
template <memory_space S>
struct walk_terms_op {
  static constexpr std::size_t of_clock = 5;  // terms of a path

  credited_walk<S> walk;
  span<edge_pair<float> const, S> share;  // [checks]
  bool late_behind_start;
  span<id const, S> slot;                    // [walks]
  span<std::int64_t const, S> begin;         // [walks + 1]
  gradient_terms<S> arc, asserted, arrival;  // [steps], [walks], [walks][of_clock]

  GSTA_HD void operator()(std::size_t i) const noexcept {
    auto const own = static_cast<std::size_t>(slot[i]);
    float const worth = share[own / 2][static_cast<int>(own % 2)];
    // A late check is violated by late data, an early one by early data; any credit makes up for it.
    float const by_data = is_late(walk.condition_of(own)) ? worth : -worth;
    std::int64_t at = begin[i];
    path_start const start = walk.follow(
        walk.end(own), [&](id of, int c) { put(arc, static_cast<std::size_t>(at++), of, c, by_data); });
    for (std::size_t k = 0; k < of_clock; ++k) skip(arrival, of_clock * i + k);
    if (start.launched) {
      skip(asserted, i);
      put(arrival, of_clock * i, start.node, start.c, by_data);
    } else {
      put(asserted, i, start.node, start.c, by_data);
    }
    auto const& window = walk.credit_levels.window;
    id const stage =
        credited_stage(window.start_of(start.node, start.c, start.credit_level), window.credit, start.c);
    if (stage == none) return;
    put_apart(of_clock * i + 1, stage, -worth);
    if (late_behind_start && is_late(start.c)) put_apart(of_clock * i + 3, window.tree.origin[stage], worth);
  }

 private:
  GSTA_HD void put(gradient_terms<S> const& of, std::size_t at, id row, int c, float amount) const noexcept {
    of.key[at] = conditions * row + c;
    of.amount[at] = amount;
  }
  /// Behind all rows.
  GSTA_HD void skip(gradient_terms<S> const& of, std::size_t at) const noexcept {
    put(of, at, static_cast<id>(walk.credit_levels.nodes.asserted.size()), 0, 0);
  }
  /// The slopes of `apart_at`.
  GSTA_HD void put_apart(std::size_t at, id stage, float amount) const noexcept {
    id const node = walk.credit_levels.window.tree.place[stage] / 2;
    int const e = walk.credit_levels.window.tree.place[stage] % 2;
    float const late = walk.credit_levels.clock_arrival[node][2 + e],
                early = walk.credit_levels.clock_arrival[node][e];
    if (!math::is_defined(late) || !math::is_defined(early) || late == early) return;
    float const by_late = late > early ? amount : -amount;
    put(arrival, at, node, 2 + e, by_late);
    put(arrival, at + 1, node, e, -by_late);
  }
};

/// Adds what the cost asks of the clocks that capture.
template <memory_space S>
struct add_capture_op {
  cost_seed_op<S, float> of;
  GSTA_HD void operator()(std::size_t node) const noexcept {
    auto const lost = of.as_clock(node);
    for (int c = 0; c < conditions; ++c) {
      if (is_late(c) != of.late)
        of.seed[node][c] = math::add(of.seed[node][c], of.of_both(0, lost[edge_of(c)]));
    }
  }
};

/// Softmax weights as they are without temperature: all of a node goes to what made it.
template <memory_space S>
struct winner_weight_op {
  span<id const, S> fanin_begin;
  span<per_condition<id> const, S> predecessor;  // [nodes]
  span<per_condition<float>, S> weight;          // [node arcs]
  GSTA_HD void operator()(std::size_t node) const noexcept {
    for (id k = fanin_begin[node]; k < fanin_begin[node + 1]; ++k) {
      for (int c = 0; c < conditions; ++c) weight[k][c] = predecessor[node][c] == k ? 1.0f : 0.0f;
    }
  }
};

/// Adds the gradients of arcs along data paths, or of asserted arrivals where clocks start.
template <memory_space S>
struct add_path_op {
  span<per_condition<float> const, S> path;
  span<per_condition<float>, S> into;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    for (int c = 0; c < conditions; ++c) into[i][c] = math::add(into[i][c], path[i][c]);
  }
};
template <memory_space S>
struct add_clock_start_op {
  span<per_condition<id> const, S> predecessor;                   // [nodes]
  span<per_condition<float> const, S> asserted_arrival, arrival;  // [nodes]
  span<per_condition<float>, S> into;
  GSTA_HD void operator()(std::size_t node) const noexcept {
    for (int c = 0; c < conditions; ++c) {
      if (predecessor[node][c] == none && math::is_defined(asserted_arrival[node][c]))
        into[node][c] = math::add(into[node][c], arrival[node][c]);
    }
  }
};

}  // namespace gsta::detail
