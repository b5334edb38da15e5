#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/exception_points.hpp"
#include "gsta/constrain/detail/host_graph.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta::detail {

/// Calls `f(pin in front)` for each arc into a pin whose role is `wanted`.
template <class W, class F>
void each_fanin(host_graph const& graph, arrival_rules const& rules, id pin, W const& wanted, F const& f) {
  if (starts_new(rules, pin)) return;
  for (id k = graph.fanin_begin[pin]; k < graph.fanin_begin[pin + 1]; ++k) {
    if (graph.edges[graph.fanin_arc[k]].code != 0 && wanted(role_of(rules, graph.fanin_arc[k])))
      f(graph.fanin_from[k]);
  }
}

inline bool lets_data_pass(arc_role role) noexcept {
  return role == arc_role::pass || role == arc_role::to_ideal_clock;
}

/// Rows by source: pins behind arcs that data passes, and behind those that launch it.
struct arcs_ahead {
  pin_lists<id> passing, launching;

  arcs_ahead(host_graph const& graph, arrival_rules const& rules)
      : passing(rows_of(graph, rules, lets_data_pass)),
        launching(rows_of(graph, rules, [](arc_role role) { return role == arc_role::launch; })) {}

 private:
  template <class F>
  static pin_lists<id> rows_of(host_graph const& graph, arrival_rules const& rules, F const& wanted) {
    std::vector<std::pair<id, id>> arcs;
    std::size_t const pins = graph.fanin_begin.size() - 1;
    for (std::size_t pin = 0; pin < pins; ++pin)
      each_fanin(graph, rules, static_cast<id>(pin), wanted,
                 [&](id from) { arcs.push_back({from, static_cast<id>(pin)}); });
    return pin_lists<id>::in_order(arcs, pins);
  }
};

/// Pins with states that can be live there.
using found_states = std::vector<std::pair<id, exception_state>>;

/// Searches where states of one exception are live, exception by exception; each thread has its own.
///
/// What is visited is the smaller cone of each exception: that of its starts, or that of its ends.
class live_search {
 public:
  live_search(host_graph const& graph, arrival_rules const& rules, exception_points_at const& points,
              arcs_ahead const& arcs)
      : graph_(graph), rules_(rules), points_(points), arcs_(arcs) {
    std::size_t most = 0;
    for (auto const& of : rules.exceptions) most = std::max(most, of.through.size() + 1);
    back_.of.assign(most, std::vector<std::uint16_t>(graph.fanin_begin.size() - 1, 0));
    ahead_ = back_;
  }

  /// The smaller of the two cones is not known before: both are tried with room that grows, until one of
  /// them fits; the other is then searched inside it.
  void visit(id i, found_states& found) {
    path_exception const& e = of(i);
    bool const ends_are_pins = !e.to.empty() && e.to_clocks.empty();
    bool const starts_anywhere = e.from_start && (e.from.empty() || !e.from_clocks.empty());
    auto const anywhere = [](place) { return true; };
    auto const ends_there = [&](place at) { return back_.has(at); };
    std::vector<place> const from = seeds(i), to = targets(i);
    std::vector<place> reached;
    constexpr std::size_t first_room = 256, no_limit = static_cast<std::size_t>(-1);
    bool back_first = false;
    for (std::size_t room = ends_are_pins ? first_room : no_limit;; room *= 4) {
      back_first = ends_are_pins && go_back(i, to, anywhere, starts_anywhere ? no_limit : room);
      if (back_first || go_ahead(i, from, anywhere, room, reached)) break;
    }
    if (back_first) go_ahead(i, from, ends_there, no_limit, reached);
    if (ends_are_pins && !back_first) go_back(i, to, [&](place at) { return ahead_.has(at); }, no_limit);
    for (auto const& at : reached) {
      if (!ends_are_pins || ends_there(at)) found.push_back({at.pin, {i, at.passed}});
    }
  }

 private:
  struct place {
    id pin, passed;
  };
  /// Places that a search was at: those with its stamp.
  struct places {
    vector_by_id<vector_by_id<std::uint16_t>> of;  // [passed][pin]
    std::uint16_t stamp = 0;

    void clear() {
      if (++stamp != 0) return;
      for (auto& pins : of) std::fill(pins.begin(), pins.end(), std::uint16_t{0});
      stamp = 1;
    }
    bool has(place at) const { return of[at.passed][at.pin] == stamp; }
    void add(place at) { of[at.passed][at.pin] = stamp; }
  };

  path_exception const& of(id i) const noexcept { return rules_.exceptions[i]; }
  bool is_through(id i, id k, id pin) const {
    auto const here = points_.throughs.at(pin);
    return std::binary_search(here.begin(), here.end(), exception_state{i, k});
  }
  bool is_point(id i, id k, id pin, bool both_edges) const {
    return k >= 0 && static_cast<std::size_t>(k) < of(i).through.size() && is_through(i, k, pin) &&
           (of(i).through[static_cast<std::size_t>(k)].at == any_edge) == both_edges;
  }
  /// Points of both edges are passed by who comes there, points of one edge by who leaves.
  bool comes_through(id i, id k, id pin) const { return is_point(i, k, pin, true); }
  bool may_leave_through(id i, id k, id pin) const { return is_point(i, k, pin, false); }

  /// Where states of an exception begin: at its starts, behind arcs that launch there, and where its first
  /// point is passed by paths that were not seen to start.
  std::vector<place> seeds(id i) const {
    path_exception const& e = of(i);
    std::vector<place> result;
    auto const add = [&](id pin) { result.push_back({pin, comes_through(i, 0, pin) ? 1 : 0}); };
    for (id const pin : e.from) {
      add(pin);
      for (id const to : arcs_.launching.at(pin)) add(to);
    }
    bool const starts_unseen = e.from.empty() || !e.from_clocks.empty();
    if (starts_unseen && e.from_start) {  // paths that count from there start anywhere
      for (std::size_t pin = 0; pin + 1 < graph_.fanin_begin.size(); ++pin) add(static_cast<id>(pin));
    }
    if (e.through.empty() || !starts_unseen) return result;
    for (id const pin : e.through[0].pins) {
      if (comes_through(i, 0, pin)) result.push_back({pin, 1});
      if (!may_leave_through(i, 0, pin)) continue;
      for (id const to : arcs_.passing.at(pin)) result.push_back({to, comes_through(i, 1, to) ? 2 : 1});
      result.push_back({pin, 0});  // of paths that end there
    }
    return result;
  }

  /// What is reached from `from` where `may` says so; false if it is more than there is room for.
  template <class May>
  bool go_ahead(id i, std::vector<place> const& from, May const& may, std::size_t room,
                std::vector<place>& reached) {
    ahead_.clear();
    reached.clear();
    auto const reach = [&](place at) {
      if (ahead_.has(at) || !may(at)) return;
      ahead_.add(at);
      reached.push_back(at);
    };
    for (auto const& at : from) reach(at);
    for (std::size_t n = 0; n < reached.size() && reached.size() <= room; ++n) {
      place const at = reached[n];
      auto const come = [&](id to, id passed) {
        reach({to, comes_through(i, passed, to) ? passed + 1 : passed});
      };
      for (id const to : arcs_.passing.at(at.pin)) {
        come(to, at.passed);
        if (may_leave_through(i, at.passed, at.pin)) come(to, at.passed + 1);
      }
    }
    return reached.size() <= room;
  }

  /// Where an exception ends.
  std::vector<place> targets(id i) const {
    std::vector<place> result;
    id const last = static_cast<id>(of(i).through.size());
    for (id const pin : of(i).to) {
      result.push_back({pin, last});
      if (may_leave_through(i, last - 1, pin)) result.push_back({pin, last - 1});
    }
    return result;
  }

  /// The same way back.
  template <class May>
  bool go_back(id i, std::vector<place> const& to, May const& may, std::size_t room) {
    back_.clear();
    std::vector<place> reached;
    auto const reach = [&](place at) {
      if (back_.has(at) || !may(at)) return;
      back_.add(at);
      reached.push_back(at);
    };
    for (auto const& at : to) reach(at);
    for (std::size_t n = 0; n < reached.size() && reached.size() <= room; ++n) {
      place const at = reached[n];
      auto const came_from = [&](id passed) {
        each_fanin(graph_, rules_, at.pin, lets_data_pass, [&](id from) {
          reach({from, passed});
          if (may_leave_through(i, passed - 1, from)) reach({from, passed - 1});
        });
      };
      if (comes_through(i, at.passed - 1, at.pin)) came_from(at.passed - 1);
      if (!comes_through(i, at.passed, at.pin)) came_from(at.passed);
    }
    return reached.size() <= room;
  }

  host_graph const& graph_;
  arrival_rules const& rules_;
  exception_points_at const& points_;
  arcs_ahead const& arcs_;
  places ahead_, back_;
};

/// Where a path in some state can still complete its exception: only there it needs a node of its own.
class live_states {
 public:
  live_states() = default;
  live_states(host_graph const& graph, arrival_rules const& rules, exception_points_at const& points,
              arcs_ahead const& arcs) {
    constexpr std::size_t worth_a_thread = 16;
    std::size_t const most = rules.exceptions.size() / worth_a_thread;
    std::size_t const threads = std::max<std::size_t>(std::min<std::size_t>(graph.threads, most), 1);
    // Every so many exceptions: their cones differ in size without an order.
    std::vector<found_states> parts(threads);
    auto const search = [&](std::size_t t) {
      live_search of(graph, rules, points, arcs);
      for (std::size_t i = t; i < rules.exceptions.size(); i += threads) {
        auto const& e = rules.exceptions[i];
        if (!e.from.empty() || !e.through.empty() || e.from_start) of.visit(static_cast<id>(i), parts[t]);
      }
    };
    using searching = decltype(search);
    auto const part = [](void const* of, std::size_t t) { (*static_cast<searching const*>(of))(t); };
    threads == 1 ? search(0) : graph.run(threads, part, &search);
    found_states found;
    for (auto const& more : parts) found.insert(found.end(), more.begin(), more.end());
    at_ = {std::move(found), graph.fanin_begin.size() - 1};
  }

  bool has(id pin, exception_state s) const {
    auto const here = at_.at(pin);
    return std::binary_search(here.begin(), here.end(), s);
  }

 private:
  pin_lists<exception_state> at_;
};

}  // namespace gsta::detail
