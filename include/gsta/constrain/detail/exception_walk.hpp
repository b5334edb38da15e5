#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/clocks_as_data.hpp"
#include "gsta/constrain/detail/live_states.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta::detail {

/// What becomes of paths on their way through exceptions: rows of states, made as they are met.
///
/// A clock comes under them where it is checked itself, as data or at an output. So its rows are kept on its
/// way there alone, and no false path ends it: what it launches and captures starts anew at registers.
class exception_walk {
 public:
  /// No row: a false path is complete, and nothing of it needs to be timed.
  static constexpr id killed = -2;

  exception_walk(host_graph const& graph, arrival_rules const& rules, std::vector<flat_source> const& sources)
      : exceptions_(rules.exceptions), points_(rules.exceptions, graph.fanin_begin.size() - 1) {
    if (points_.any_state) {
      arcs_ahead const arcs(graph, rules);
      live_ = live_states(graph, rules, points_, arcs);
      leads_to_data_ = clocks_as_data(graph, rules, sources, arcs);
    }
    for (std::size_t i = 0; i < exceptions_.size(); ++i) {
      if (exceptions_[i].from_start) counted_.push_back(static_cast<id>(i));
    }
    row_of_[{}] = 0;
    rows_.emplace_back();
  }

  /// Whether any exception tells arrivals apart.
  bool any() const noexcept { return points_.any_state; }

  /// Whether exceptions start at a pin, and whether any goes through it.
  bool starts_at(id pin) const noexcept { return any() && !points_.starts.at(pin).empty(); }
  bool passes_at(id pin) const noexcept { return any() && !points_.throughs.at(pin).empty(); }

  /// Whether any path counts from its start.
  bool any_counted() const noexcept { return !counted_.empty(); }

  /// The row of paths that start at this edge of a pin. `counted`: those that count from there.
  id start(id pin, int edge, id launch, arrival_kind kind, bool counted = false) {
    return any() ? come(states_from(pin, edge, launch, counted), launch, pin, kind) : 0;
  }

  /// The row behind a launching arc from this edge of a clock's pin, whatever points the clock passed.
  id launched(id clock_pin, int clock_edge, id launch, id to, bool counted) {
    if (!any()) return 0;
    return come(states_from(clock_pin, clock_edge, launch, counted), launch, to, arrival_kind::data);
  }

  /// The row behind an arc from this edge of a pin, of what is `kind` there.
  id step(id row, id launch, id from, int from_edge, id to, arrival_kind kind) {
    if (!any() || (row == 0 && points_.throughs.at(from).empty() && points_.throughs.at(to).empty()))
      return row;
    return come(leave(rows_[row], launch, from, from_edge), launch, to, kind);
  }

  /// The conditions under which paths of a row may come under a delay that counts from their start.
  std::uint8_t counted_conditions(id row) const {
    std::uint8_t mask = 0;
    for (auto const& s : rows_[row]) {
      path_exception const& of = exceptions_[s.exception];
      if (of.from_start)
        mask = static_cast<std::uint8_t>(mask | (of.hold ? 0b0011 : 0) | (of.setup ? 0b1100 : 0));
    }
    return mask;
  }

  /// Renumbers rows so that they ascend; returns the new id of each old one.
  std::vector<id> sort() {
    vector_by_id<id> renumbered(rows_.size());
    id next = 0;
    for (auto& [row, i] : row_of_) {
      renumbered[i] = next;
      rows_[next] = row;  // the map keeps all
      i = next++;
    }
    return renumbered;
  }
  std::vector<exception_row> const& rows() const noexcept { return rows_; }

 private:
  exception_row states_from(id pin, int edge, id launch, bool counted) const {
    exception_row states;
    for (id const i : points_.starts.at(pin)) {
      if (has_edge(exceptions_[i].from_at, edge)) states.push_back({i, 0});
    }
    if (!counted) return states;
    for (id const i : counted_) {
      if (starts_unseen(exceptions_[i], launch)) states.push_back({i, 0});
    }
    return states;
  }

  /// Passes the points at `pin` that `counts`.
  template <class F>
  void pass_points(exception_row& states, id launch, id pin, F const& counts) const {
    auto const here = points_.throughs.at(pin);
    auto const passes = [&](exception_state s) {
      return std::binary_search(here.begin(), here.end(), s) &&
             counts(exceptions_[s.exception].through[s.passed].at);
    };
    for (auto& s : states) s.passed += passes(s) ? 1 : 0;
    for (auto const& at : here) {
      if (at.passed == 0 && starts_unseen(exceptions_[at.exception], launch) && passes(at))
        states.push_back({at.exception, 1});
    }
  }
  void pass_whole_points(exception_row& states, id launch, id pin) const {
    pass_points(states, launch, pin, [](edge_set at) { return at == any_edge; });
  }
  /// Points of one edge are passed by who leaves at that edge.
  exception_row leave(exception_row states, id launch, id pin, int edge) const {
    pass_points(states, launch, pin, [&](edge_set at) { return at != any_edge && has_edge(at, edge); });
    return states;
  }
  /// Points of both edges are passed by who comes there. What can no longer be completed goes.
  id come(exception_row states, id launch, id pin, arrival_kind kind) {
    bool const is_clock = kind == arrival_kind::clock;
    if (is_clock && leads_to_data_[pin] == 0) return 0;
    pass_whole_points(states, launch, pin);
    std::sort(states.begin(), states.end());
    states.erase(std::unique(states.begin(), states.end()), states.end());
    std::erase_if(states, [&](exception_state s) { return !live_.has(pin, s); });
    if (!is_clock && std::any_of(states.begin(), states.end(), [&](auto const& s) { return kills(s); }))
      return killed;
    auto const [found, fresh] = row_of_.try_emplace(std::move(states), static_cast<id>(rows_.size()));
    if (fresh) rows_.push_back(found->first);
    return found->second;
  }

  /// True for a false path that holds from here on, whatever follows.
  bool kills(exception_state s) const {
    path_exception const& of = exceptions_[s.exception];
    return of.effect == exception_effect::false_path && is_complete(of, s) && of.to.empty() &&
           of.to_clocks.empty() && of.ending == any_edge && of.setup && of.hold;
  }

  host_span<path_exception const> exceptions_;
  exception_points_at points_;
  live_states live_;
  vector_by_id<std::uint8_t> leads_to_data_;  // [pins] 1 where a clock may be checked itself further on
  std::vector<id> counted_;                   // exceptions whose paths count from their start
  std::map<exception_row, id> row_of_;
  vector_by_id<exception_row> rows_;
};

}  // namespace gsta::detail
