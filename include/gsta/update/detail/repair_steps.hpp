#pragma once

#include <cstdint>

#include "gsta/forward/layers.hpp"
#include "gsta/rc/elmore.hpp"
#include "gsta/slack/required.hpp"
#include "gsta/update/detail/level_lists.hpp"
#include "gsta/update/detail/repair_readers.hpp"
#include "gsta/update/detail/repair_stage.hpp"
#include "gsta/update/detail/shared_rows.hpp"
#include "gsta/update/detail/totals_lists.hpp"
#include "gsta/update/edit_records.hpp"

namespace gsta::detail {

/// What waits, a list a level of each stage.
template <memory_space S>
struct level_worklists {
  level_lists_view<S> pins, nodes, required, checks, endpoints, sums;
};

/// The steps of a repair on any executor. A step is for one thing under one condition, by the ops of the full
/// update; it compares what it writes with what was there, bit by bit, and adds what reads a changed word to
/// the lists. Steps of one list may run at once.
template <memory_space S>
struct repair_steps : repair_readers<S, table_delay_model<S>, level_worklists<S>> {
  using readers = repair_readers<S, table_delay_model<S>, level_worklists<S>>;
  using readers::delays, readers::arrivals, readers::backward, readers::checking, readers::credited,
      readers::endpoint_slack, readers::lists;

  edit_records_view<S> edits;
  elmore_op<S> wires;
  span<wire_answer, S> seen;  // [sinks of edited nets] what wires did before
  totals_view<S> totals;
  span<repair_figures, S> figures;  // [1]

  /// Wires of edited net `i` under condition `c`.
  GSTA_HD void find_wires(std::size_t i, int c) const noexcept {
    auto const& of = wires.design.nets;
    id const net = edits.net[i], first = of.begin[net], end = of.begin[net + 1], driver = of.driver[net];
    wire_answer* const before = seen.data() + edits.seen_begin[i];
    for (id a = first; a < end; ++a) {
      before[a - first].delay[c] = wires.sink[a].delay[c];
      before[a - first].impulse[c] = wires.sink[a].impulse[c];
    }
    float const load = wires.pin_load[driver][c];
    bool const reduces = wires.reduces();
    if (reduces)
      wires.template of_net<true>(static_cast<std::size_t>(net), one_condition{c});
    else
      wires(static_cast<std::size_t>(net), one_condition{c});
    if (is_other(load, wires.pin_load[driver][c])) lists.pins.add(driver);
    for (id a = first; a < end; ++a) {
      if (is_other(before[a - first].delay[c], wires.sink[a].delay[c]) ||
          is_other(before[a - first].impulse[c], wires.sink[a].impulse[c]))
        lists.pins.add(of.sink[a]);
    }
  }

  /// Delays of the arcs into a pin, and its slew. Bits say which arcs have other delays, and whether the slew
  /// is another.
  template <class Share>
  GSTA_HD std::uint32_t find_delays(id pin, int c, Share const& share) const noexcept {
    forward_row<S, true, false> const row{delays, {}};
    auto best = share.part == 0 ? row.start(pin, c) : row.nothing(c);
    std::uint32_t changed = 0;
    id const first = row.first(pin);
    for (id k = first + share.part; k < row.end(pin); k += share.parts) {
      auto const from = row.fetch(k, c);
      float const before = delays.arc_delay[from.arc][c];
      row.take(pin, k, from, c, best);
      if (is_other(before, delays.arc_delay[from.arc][c])) changed |= changed_bits::bit(k - first);
    }
    merge_shares(row, c, best, share);
    if (share.part != 0) return changed;
    float const before = delays.slew[pin][c];
    row.finish(pin, c, best);
    return is_other(before, delays.slew[pin][c]) ? changed | slew_bit : changed;
  }

  /// Arrivals; 1 where one is another.
  template <class Share>
  GSTA_HD std::uint32_t find_arrival(id node, int c, Share const& share) const noexcept {
    forward_row<S, false, true> const row{{}, arrivals};
    auto best = best_of_row(row, node, c, share);
    if (share.part != 0) return 0;
    float const before = arrivals.arrival[node][c];
    row.finish(node, c, best);
    return is_other(before, arrivals.arrival[node][c]) ? 1 : 0;
  }

  /// One edge of a check; 1 where its slack is another, 2 its required time.
  GSTA_HD std::uint32_t find_check(id check, int e) const noexcept {
    auto const i = static_cast<std::size_t>(check);
    float const required_before = checking.required[i][e], slack_before = checking.slack[i][e];
    checking.of_edge(i, e);
    if (!credited.check.empty()) this->crediting().of_edge(i, e);
    return (is_other(slack_before, checking.slack[i][e]) ? 1u : 0u) |
           (is_other(required_before, checking.required[i][e]) ? 2u : 0u);
  }

  /// Required times and slacks, likewise.
  template <class Share>
  GSTA_HD std::uint32_t find_required(id node, int c, Share const& share) const noexcept {
    backward_row<S> const row{backward};
    auto best = best_of_row(row, node, c, share);
    if (share.part != 0) return 0;
    float const required_before = backward.required[node][c], slack_before = backward.slack[node][c];
    row.finish(node, c, best);
    return (is_other(slack_before, backward.slack[node][c]) ? 1u : 0u) |
           (is_other(required_before, backward.required[node][c]) ? 2u : 0u);
  }

  /// The worst slacks of an endpoint, and its part of the totals.
  GSTA_HD void find_endpoint(id endpoint) const noexcept {
    auto const i = static_cast<std::size_t>(endpoint);
    this->worst_of_endpoints()(i);
    sum_endpoint(i);
  }
  GSTA_HD void sum_endpoint(std::size_t i) const noexcept {
    for (int side = 0; side < 2; ++side)
      totals.at(side, static_cast<id>(i)) =
          endpoint_totals_op<S>{backward.checks, checking.slack, endpoint_slack, side == 1}(i);
  }

  /// One side of an inner node of the totals, numbered from the first one.
  template <class Share>
  GSTA_HD void find_sum(id inner, id height, int side, Share const& share) const noexcept {
    id const node = inner + totals.endpoints();
    slack_totals sum = totals.sum(side, node, height, share.part, share.parts);
    for (id apart = 1; apart < share.parts; apart *= 2) sum = combine_totals{}(sum, share.other(sum, apart));
    if (share.part != 0) return;
    totals.at(side, node) = sum;
    if (is_root(node)) figures[0].side[side] = sum;
  }

  /// Finds a thing of a list anew, under a condition, on an edge or a side; threads may share that. What is
  /// other then is for `spread`: 0 where nothing is.
  template <repair_stage Stage, class Share>
  GSTA_HD std::uint32_t find(id level, id what, int lane, Share const& share) const noexcept {
    if constexpr (Stage == repair_stage::pins) return find_delays(what, lane, share);
    if constexpr (Stage == repair_stage::nodes) return find_arrival(what, lane, share);
    if constexpr (Stage == repair_stage::checks) return find_check(what, lane);
    if constexpr (Stage == repair_stage::required) return find_required(what, lane, share);
    if constexpr (Stage == repair_stage::endpoints) find_endpoint(what);
    if constexpr (Stage == repair_stage::totals) find_sum(what, level + 1, lane, share);
    return 1;
  }

  /// Adds what reads the words that changed: of `parts` threads that share this each does its part.
  template <repair_stage Stage>
  GSTA_HD void spread(id level, id what, std::uint32_t changed, id part, id parts) const noexcept {
    bool const first = (changed & 1) != 0, second = (changed & 2) != 0;
    if constexpr (Stage == repair_stage::pins)
      this->spread_delays(what, changed_bits{changed & ~slew_bit}, (changed & slew_bit) != 0, part, parts);
    if constexpr (Stage == repair_stage::nodes) this->spread_arrival(what, part, parts);
    if constexpr (Stage == repair_stage::checks) this->spread_check(what, second, part, parts);
    if constexpr (Stage == repair_stage::required) this->spread_required(what, second, first, part, parts);
    if constexpr (Stage == repair_stage::endpoints) {
      if (part == 0) lists.sums.add(totals.parent(what, 0) - totals.endpoints());
    }
    if constexpr (Stage == repair_stage::totals) {
      id const node = what + totals.endpoints();
      if (part == 0 && !is_root(node)) lists.sums.add(totals.parent(node, level + 1) - totals.endpoints());
    }
  }

  /// Step `i` of those of a list, by one thread.
  template <repair_stage Stage>
  GSTA_HD void step(id level, std::size_t i) const noexcept {
    constexpr std::size_t n = lanes_of(Stage);
    auto const& list = list_of<Stage>();
    id const what = list.at(level, i / n);
    int const lane = static_cast<int>(i % n);
    if (lane == 0) list.take(what);
    std::uint32_t const changed = find<Stage>(level, what, lane, one_thread{});
    if (changed != 0) spread<Stage>(level, what, changed, 0, 1);
  }

  template <repair_stage Stage>
  GSTA_HD level_lists_view<S> const& list_of() const noexcept {
    if constexpr (Stage == repair_stage::pins) return lists.pins;
    if constexpr (Stage == repair_stage::nodes) return lists.nodes;
    if constexpr (Stage == repair_stage::checks) return lists.checks;
    if constexpr (Stage == repair_stage::required) return lists.required;
    if constexpr (Stage == repair_stage::endpoints) return lists.endpoints;
    if constexpr (Stage == repair_stage::totals) return lists.sums;
  }
  /// How often a list was gone through.
  template <repair_stage Stage>
  GSTA_HD void count(std::size_t things) const noexcept {
    auto& counts = figures[0].counts;
    if constexpr (Stage == repair_stage::nets) add_to(counts.nets, things);
    if constexpr (Stage == repair_stage::pins) add_to(counts.pins, things);
    if constexpr (Stage == repair_stage::nodes) add_to(counts.nodes, things);
    if constexpr (Stage == repair_stage::checks) add_to(counts.checks, things);
    if constexpr (Stage == repair_stage::required) add_to(counts.required, things);
    if constexpr (Stage == repair_stage::endpoints) add_to(counts.endpoints, things);
  }
  /// Nothing is left to be done. By one thread.
  GSTA_HD void end() const noexcept {
    figures[0].stage = static_cast<id>(repair_stage::done);
    figures[0].gave_up = 0;
  }

 private:
  static constexpr std::uint32_t slew_bit = std::uint32_t{1} << 31;

  /// Nobody waits for the sum.
  GSTA_HD static void add_to(std::uint64_t& count, std::size_t things) noexcept {
    fetch_add(reinterpret_cast<std::int64_t&>(count), static_cast<std::int64_t>(things));
  }

  GSTA_HD bool is_root(id node) const noexcept {
    return static_cast<std::size_t>(node) + 1 == totals.nodes();
  }
};

/// Nothing is left to be done.
template <memory_space S>
struct end_repair_op {
  repair_steps<S> steps;
  GSTA_HD void operator()(std::size_t) const noexcept { steps.end(); }
};

}  // namespace gsta::detail
