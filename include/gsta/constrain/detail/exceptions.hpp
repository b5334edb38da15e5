#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "gsta/constrain/detail/live_states.hpp"
#include "gsta/constrain/tags.hpp"
#include "gsta/flat/flat_design.hpp"

namespace gsta {

/// One end of paths: what launches them and how far they came (`from`), and what checks them.
struct path_end {
  tag const* from = nullptr;
  id pin = none;
  id capture_edge = none;  ///< none: no clock captures
  bool late = true;
  edge data_edge = edge::rise;
};

/// The exceptions that hold at one end of paths; none: there is none.
struct end_exceptions {
  bool is_false = false;
  path_exception const* delay = nullptr;
  path_exception const* setup_cycles = nullptr;  ///< the multicycle of its setup-like checks
  path_exception const* hold_cycles = nullptr;   ///< and of its hold-like ones
  path_exception const* margin = nullptr;
  std::vector<id> groups{};  ///< of `flat_design::path_groups`, ascending
};

/// Finds the exceptions that hold at ends of paths. A question costs as much as the shorter one of two lists
/// is long, of the exceptions of paths that start so and of those that end so, times a logarithm.
class exception_lookup {
 public:
  /// Lists a design's exceptions by where they start and end; both must outlive the lookup.
  exception_lookup(flat_design const& design, std::vector<exception_row> const& rows) : design_(design) {
    for (id i = 0; i < static_cast<id>(design.exceptions.size()); ++i) {
      path_exception const& of = design.exceptions[static_cast<std::size_t>(i)];
      if (of.through.empty()) list_starts(i, of);
      if (of.through.size() == 1 && of.through[0].at != any_edge) {
        for (id const pin : of.through[0].pins) put(ends_in_point_, pin, i);
      }
      if (of.to.empty() && of.to_clocks.empty()) to_anywhere_.push_back(i);
      for (id const pin : of.to) put(to_pin_, pin, i);
      for (id const clock : of.to_clocks) each_edge(of.to_at, clock, [&](id e) { put(to_edge_, e, i); });
    }
    for (auto const& row : rows) {
      list complete;
      std::vector<exception_state> pending;
      for (auto const& s : row) {
        if (detail::is_complete(exception(s.exception), s)) complete.push_back(s.exception);
        if (lacks_one_edge(s)) pending.push_back(s);
      }
      of_row_.push_back(std::move(complete));
      pending_.push_back(std::move(pending));
    }
  }

  /// Calls `visit(exception)` for each one that holds at `end` on some side, once or more.
  template <class F>
  void each_match(path_end const& end, F const& visit) const {
    if (design_.exceptions.empty()) return;
    list const* const starts[] = {&from_anywhere_, find(from_edge_, end.from->launch_edge),
                                  &of_row_[static_cast<std::size_t>(end.from->exception)]};
    list const* const ends[] = {&to_anywhere_, find(to_edge_, end.capture_edge), find(to_pin_, end.pin)};
    auto const meet = [&](list const& start) {
      for (auto const* const stop : ends) {
        if (stop == nullptr) continue;
        each_common(start, *stop, [&](id i) {
          if (holds_at(exception(i), end, stop == ends[2])) visit(exception(i));
        });
      }
    };
    for (auto const* const start : starts) {
      if (start != nullptr) meet(*start);
    }
    auto const ends_in_point = [&](exception_points const& last) {
      return has_edge(last.at, static_cast<int>(end.data_edge)) &&
             std::find(last.pins.begin(), last.pins.end(), end.pin) != last.pins.end();
    };
    for (auto const& s : pending_[static_cast<std::size_t>(end.from->exception)]) {
      if (ends_in_point(exception(s.exception).through.back())) meet({s.exception});
    }
    if (auto const* const unseen = find(ends_in_point_, end.pin)) {
      for (id const i : *unseen) {
        bool const starts_here = detail::starts_unseen(exception(i), end.from->launch_edge);
        if (starts_here && ends_in_point(exception(i).through[0])) meet({i});
      }
    }
  }

  /// Of all that hold at an end those that win: the narrowest scope first (pins before clocks, starts before
  /// ends), of equals the tighter one, and else the first.
  end_exceptions at(path_end const& end) const {
    end_exceptions best;
    each_match(end, [&](path_exception const& of) { consider(of, end, best); });
    std::sort(best.groups.begin(), best.groups.end());
    best.groups.erase(std::unique(best.groups.begin(), best.groups.end()), best.groups.end());
    return best;
  }

 private:
  using list = std::vector<id>;  // exceptions, ascending
  using lists = std::unordered_map<id, list>;

  path_exception const& exception(id i) const noexcept {
    return design_.exceptions[static_cast<std::size_t>(i)];
  }
  static void put(lists& into, id key, id exception) {
    auto& of_key = into[key];
    if (of_key.empty() || of_key.back() != exception) of_key.push_back(exception);
  }
  /// Only its last point is left, one that paths pass at one edge: they may end there.
  bool lacks_one_edge(exception_state s) const noexcept {
    auto const& through = exception(s.exception).through;
    return static_cast<std::size_t>(s.passed) + 1 == through.size() && through.back().at != any_edge;
  }
  template <class F>
  static void each_edge(edge_set edges, id clock, F const& visit) {
    for (int e = 0; e < 2; ++e) {
      if (has_edge(edges, e)) visit(2 * clock + e);
    }
  }
  void list_starts(id i, path_exception const& of) {
    if (of.from.empty() && of.from_clocks.empty()) from_anywhere_.push_back(i);
    for (id const clock : of.from_clocks) each_edge(of.from_at, clock, [&](id e) { put(from_edge_, e, i); });
  }
  static list const* find(lists const& in, id key) {
    auto const found = in.find(key);
    return found == in.end() ? nullptr : &found->second;
  }
  template <class F>
  static void each_common(list const& a, list const& b, F const& visit) {
    auto const& shorter = a.size() < b.size() ? a : b;
    auto const& longer = a.size() < b.size() ? b : a;
    for (id const i : shorter) {
      if (std::binary_search(longer.begin(), longer.end(), i)) visit(i);
    }
  }
  static bool holds_at(path_exception const& of, path_end const& end, bool by_pin) {
    return has_edge(of.ending, static_cast<int>(end.data_edge)) &&
           (!by_pin || has_edge(of.to_at, static_cast<int>(end.data_edge)));
  }

  static int scope_of(path_exception const& of) noexcept {
    int const from = !of.from.empty() ? 64 : of.from_clocks.empty() ? 0 : 8;
    int const to = !of.to.empty() ? 32 : of.to_clocks.empty() ? 0 : 4;
    return from + to + (of.through.empty() ? 0 : 16);
  }
  /// A multicycle of one side alone is narrower on that side than one of both.
  static int scope_of_cycles(path_exception const& of) noexcept {
    return scope_of(of) + (of.setup != of.hold ? 2 : 1);
  }

  /// `better(a, b)` for equal scopes.
  template <class Scope, class Better>
  static void take(path_exception const& of, path_exception const*& best, Scope const& scope,
                   Better const& better) {
    if (best == nullptr || scope(of) > scope(*best) || (scope(of) == scope(*best) && better(of, *best)))
      best = &of;
  }
  static void consider(path_exception const& of, path_end const& end, end_exceptions& best) {
    bool const on_side = end.late ? of.setup : of.hold;
    auto const first = [](path_exception const& a, path_exception const& b) { return &a < &b; };
    auto const fewer = [&](path_exception const& a, path_exception const& b) {
      return a.cycles < b.cycles || (a.cycles == b.cycles && first(a, b));
    };
    auto const tighter = [&](path_exception const& a, path_exception const& b) {
      return a.delay == b.delay ? first(a, b) : (a.delay < b.delay) == end.late;
    };
    switch (of.effect) {
      case exception_effect::false_path:
        best.is_false = best.is_false || on_side;
        return;
      case exception_effect::path_delay:
        if (on_side) take(of, best.delay, scope_of, tighter);
        return;
      case exception_effect::multicycle:
        if (of.setup) take(of, best.setup_cycles, scope_of_cycles, fewer);
        if (of.hold) take(of, best.hold_cycles, scope_of_cycles, fewer);
        return;
      case exception_effect::margin:
        if (on_side) take(of, best.margin, scope_of, first);
        return;
      case exception_effect::group:
        if (on_side) best.groups.push_back(of.group);
        return;
    }
  }

  flat_design const& design_;
  list from_anywhere_, to_anywhere_;
  lists from_edge_, to_pin_, to_edge_, ends_in_point_;
  std::vector<list> of_row_;
  std::vector<std::vector<exception_state>> pending_;
};

}  // namespace gsta
