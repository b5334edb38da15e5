#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/host_graph.hpp"
#include "gsta/constrain/tags.hpp"

namespace gsta::detail {

/// Lists by pin, as compressed rows.
template <class T>
class pin_lists {
 public:
  pin_lists() = default;
  /// From pairs of pin and member; members of a pin ascend and are there once.
  pin_lists(std::vector<std::pair<id, T>> pairs, std::size_t pins) : begin_(pins + 1, 0) {
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (auto const& [pin, member] : pairs) {
      ++begin_[pin + 1];
      member_.push_back(member);
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  }
  /// From pairs whose members are kept as they come.
  static pin_lists in_order(std::vector<std::pair<id, T>> const& pairs, std::size_t pins) {
    pin_lists result;
    result.begin_.assign(pins + 1, 0);
    for (auto const& pair : pairs) ++result.begin_[pair.first + 1];
    std::partial_sum(result.begin_.begin(), result.begin_.end(), result.begin_.begin());
    std::vector<id> next(result.begin_.begin(), result.begin_.end() - 1);
    result.member_.resize(pairs.size());
    for (auto const& [pin, member] : pairs) result.member_[next[pin]++] = member;
    return result;
  }
  host_span<T const> at(id pin) const noexcept {
    return {member_.data() + begin_[pin], static_cast<std::size_t>(begin_[pin + 1] - begin_[pin])};
  }

 private:
  std::vector<id> begin_;
  std::vector<T> member_;
};

/// True if paths come under the exception without being seen to start: by their launching edge, or anyhow.
inline bool starts_unseen(path_exception const& of, id launch) {
  if (of.from.empty() && of.from_clocks.empty()) return true;
  return launch != none && has_edge(of.from_at, launch % 2) &&
         std::find(of.from_clocks.begin(), of.from_clocks.end(), launch / 2) != of.from_clocks.end();
}

inline bool is_complete(path_exception const& of, exception_state s) noexcept {
  return static_cast<std::size_t>(s.passed) == of.through.size();
}

/// Which exceptions start at a pin, and which go through it as their n-th point.
struct exception_points_at {
  pin_lists<id> starts;
  pin_lists<exception_state> throughs;
  bool any_state = false;  ///< some exception tells arrivals apart by where they start or pass

  exception_points_at(host_span<path_exception const> exceptions, std::size_t pins) {
    std::vector<std::pair<id, id>> from;
    std::vector<std::pair<id, exception_state>> through;
    for (std::size_t i = 0; i < exceptions.size(); ++i) {
      id const own = static_cast<id>(i);
      for (id const pin : exceptions[i].from) from.push_back({pin, own});
      for (std::size_t k = 0; k < exceptions[i].through.size(); ++k) {
        for (id const pin : exceptions[i].through[k].pins)
          through.push_back({pin, {own, static_cast<id>(k)}});
      }
    }
    any_state =
        !from.empty() || !through.empty() ||
        std::any_of(exceptions.begin(), exceptions.end(), [](auto const& of) { return of.from_start; });
    if (!any_state) return;
    starts = {std::move(from), pins};
    throughs = {std::move(through), pins};
  }
};

/// Where a path in some state can still complete its exception: only there it needs a node of its own.
///
/// What is visited is the smaller cone of each exception: that of its starts, or that of its ends.
class live_states {
 public:
  live_states() = default;
  live_states(host_graph const& graph, arrival_rules const& rules, exception_points_at const& points)
      : graph_(&graph), rules_(&rules), points_(&points) {
    std::size_t const pins = graph.fanin_begin.size() - 1;
    link_forward();
    std::size_t most = 0;
    for (auto const& of : rules.exceptions) most = std::max(most, of.through.size() + 1);
    ahead_.assign(most, std::vector<id>(pins, 0));
    back_ = ahead_;
    std::vector<std::pair<id, exception_state>> found;
    for (std::size_t i = 0; i < rules.exceptions.size(); ++i) {
      auto const& e = rules.exceptions[i];
      if (!e.from.empty() || !e.through.empty() || e.from_start) visit(static_cast<id>(i), found);
    }
    at_ = {std::move(found), pins};
    ahead_ = back_ = {};
    passing_ = launching_ = {};
  }

  bool has(id pin, exception_state s) const {
    auto const here = at_.at(pin);
    return std::binary_search(here.begin(), here.end(), s);
  }

 private:
  struct place {
    id pin, passed;
  };

  /// Rows by source, of arcs that data passes, and of those that launch it.
  void link_forward() {
    passing_ =
        rows_of([](arc_role role) { return role == arc_role::pass || role == arc_role::to_ideal_clock; });
    launching_ = rows_of([](arc_role role) { return role == arc_role::launch; });
  }
  template <class F>
  pin_lists<id> rows_of(F const& wanted) const {
    std::vector<std::pair<id, id>> arcs;
    std::size_t const pins = graph_->fanin_begin.size() - 1;
    for (std::size_t pin = 0; pin < pins; ++pin)
      each_fanin(static_cast<id>(pin), wanted,
                 [&](id from) { arcs.push_back({from, static_cast<id>(pin)}); });
    return pin_lists<id>::in_order(arcs, pins);
  }
  template <class W, class F>
  void each_fanin(id pin, W const& wanted, F const& f) const {
    auto const& g = *graph_;
    if (starts_new(*rules_, pin)) return;
    for (id k = g.fanin_begin[pin]; k < g.fanin_begin[pin + 1]; ++k) {
      if (g.edges[g.fanin_arc[k]].code != 0 && wanted(role_of(*rules_, g.fanin_arc[k]))) f(g.fanin_from[k]);
    }
  }

  path_exception const& of(id i) const noexcept { return rules_->exceptions[i]; }
  bool is_through(id i, id k, id pin) const {
    auto const here = points_->throughs.at(pin);
    return std::binary_search(here.begin(), here.end(), exception_state{i, k});
  }
  bool is_point(id i, id k, id pin, bool both_edges) const {
    return k >= 0 && static_cast<std::size_t>(k) < of(i).through.size() && is_through(i, k, pin) &&
           (of(i).through[static_cast<std::size_t>(k)].at == any_edge) == both_edges;
  }
  /// Points of both edges are passed by who comes there, points of one edge by who leaves.
  bool comes_through(id i, id k, id pin) const { return is_point(i, k, pin, true); }
  bool may_leave_through(id i, id k, id pin) const { return is_point(i, k, pin, false); }

  /// The smaller of the two cones is not known before: both are tried with room that grows, until one of
  /// them fits; the other is then searched inside it.
  void visit(id i, std::vector<std::pair<id, exception_state>>& found) {
    path_exception const& e = of(i);
    bool const ends_are_pins = !e.to.empty() && e.to_clocks.empty();
    bool const starts_anywhere = e.from_start && (e.from.empty() || !e.from_clocks.empty());
    auto const anywhere = [](place) { return true; };
    auto const ends_there = [&](place at) { return back_[at.passed][at.pin] == back_stamp_; };
    std::vector<place> const from = seeds(i), to = targets(i);
    std::vector<place> reached;
    constexpr std::size_t first_room = 256, no_limit = static_cast<std::size_t>(-1);
    bool back_first = false;
    for (std::size_t room = ends_are_pins ? first_room : no_limit;; room *= 4) {
      back_first = ends_are_pins && go_back(i, to, anywhere, starts_anywhere ? no_limit : room);
      if (back_first || go_ahead(i, from, anywhere, room, reached)) break;
    }
    if (back_first) go_ahead(i, from, ends_there, no_limit, reached);
    if (ends_are_pins && !back_first)
      go_back(i, to, [&](place at) { return ahead_[at.passed][at.pin] == ahead_stamp_; }, no_limit);
    for (auto const& at : reached) {
      if (!ends_are_pins || ends_there(at)) found.push_back({at.pin, {i, at.passed}});
    }
  }

  /// Where states of an exception begin: at its starts, behind arcs that launch there, and where its first
  /// point is passed by paths that were not seen to start.
  std::vector<place> seeds(id i) const {
    path_exception const& e = of(i);
    std::vector<place> result;
    auto const add = [&](id pin) { result.push_back({pin, comes_through(i, 0, pin) ? 1 : 0}); };
    for (id const pin : e.from) {
      add(pin);
      for (id const to : launching_.at(pin)) {
        add(to);
        if (may_leave_through(i, 0, pin)) result.push_back({to, 1});
      }
    }
    bool const starts_unseen = e.from.empty() || !e.from_clocks.empty();
    if (starts_unseen && e.from_start) {  // paths that count from there start anywhere
      for (std::size_t pin = 0; pin + 1 < graph_->fanin_begin.size(); ++pin) add(static_cast<id>(pin));
    }
    if (e.through.empty() || !starts_unseen) return result;
    for (id const pin : e.through[0].pins) {
      if (comes_through(i, 0, pin)) result.push_back({pin, 1});
      if (!may_leave_through(i, 0, pin)) continue;
      for (auto const* const arcs : {&passing_, &launching_}) {
        for (id const to : arcs->at(pin)) result.push_back({to, comes_through(i, 1, to) ? 2 : 1});
      }
      result.push_back({pin, 0});  // of paths that end there
    }
    return result;
  }

  /// What is reached from `from` where `may` says so; false if it is more than there is room for.
  template <class May>
  bool go_ahead(id i, std::vector<place> const& from, May const& may, std::size_t room,
                std::vector<place>& reached) {
    ++ahead_stamp_;
    reached.clear();
    auto const reach = [&](place at) {
      if (ahead_[at.passed][at.pin] == ahead_stamp_ || !may(at)) return;
      ahead_[at.passed][at.pin] = ahead_stamp_;
      reached.push_back(at);
    };
    for (auto const& at : from) reach(at);
    for (std::size_t n = 0; n < reached.size() && reached.size() <= room; ++n) {
      place const at = reached[n];
      auto const come = [&](id to, id passed) {
        reach({to, comes_through(i, passed, to) ? passed + 1 : passed});
      };
      for (id const to : passing_.at(at.pin)) {
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
    ++back_stamp_;
    std::vector<place> reached;
    auto const reach = [&](place at) {
      if (back_[at.passed][at.pin] == back_stamp_ || !may(at)) return;
      back_[at.passed][at.pin] = back_stamp_;
      reached.push_back(at);
    };
    for (auto const& at : to) reach(at);
    auto const passes = [](arc_role role) {
      return role == arc_role::pass || role == arc_role::to_ideal_clock;
    };
    for (std::size_t n = 0; n < reached.size() && reached.size() <= room; ++n) {
      place const at = reached[n];
      auto const came_from = [&](id passed) {
        each_fanin(at.pin, passes, [&](id from) {
          reach({from, passed});
          if (may_leave_through(i, passed - 1, from)) reach({from, passed - 1});
        });
      };
      if (comes_through(i, at.passed - 1, at.pin)) came_from(at.passed - 1);
      if (!comes_through(i, at.passed, at.pin)) came_from(at.passed);
    }
    return reached.size() <= room;
  }

  host_graph const* graph_ = nullptr;
  arrival_rules const* rules_ = nullptr;
  exception_points_at const* points_ = nullptr;
  pin_lists<id> passing_, launching_;
  std::vector<std::vector<id>> ahead_, back_;  // [passed][pin] stamp of the search that was there last
  id ahead_stamp_ = 0, back_stamp_ = 0;
  pin_lists<exception_state> at_;
};

}  // namespace gsta::detail
