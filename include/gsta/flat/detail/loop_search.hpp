#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "gsta/core/host_memory.hpp"
#include "gsta/core/host_threads.hpp"
#include "gsta/core/units.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta::detail {

/// Edges of a graph of pins; those that leave a pin keep their order.
struct pin_edges {
  std::vector<id> from, to;

  void add(id tail, id head) {
    from.push_back(tail);
    to.push_back(head);
  }
};

/// The same as rows: the edges out of pin p are those from begin[p] to begin[p + 1].
struct fanout_rows {
  vector_by_id<id> begin, to;

  fanout_rows(std::size_t pins, pin_edges const& edges)
      : fanout_rows(pins, [&](auto const& edge) {
          for (std::size_t e = 0; e < edges.to.size(); ++e) edge(edges.from[e], edges.to[e]);
        }) {}
  /// `visit(edge)` calls `edge(from, to)` for each, and is called twice.
  template <class Visit>
    requires std::invocable<Visit const&, void (*)(id, id)>
  fanout_rows(std::size_t pins, Visit const& visit) : begin(pins + 2, 0) {
    visit([&](id from, id) { ++begin[static_cast<std::size_t>(from) + 2]; });
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    to.resize(static_cast<std::size_t>(begin.back()));
    // Where a row goes on is where it ends at last, and so where the next one begins.
    visit([&](id from, id head) { to[begin[static_cast<std::size_t>(from) + 1]++] = head; });
    begin.pop_back();
  }
  std::size_t pins() const noexcept { return begin.size() - 1; }
};

/// Whether there is any loop: takes pins away that nothing enters. Each thread goes on with what its own pins
/// were the last to enter, for a while; then all share what is left. `graph.for_each(pin, visit)` calls
/// `visit(to, ...)` for each edge.
template <class Graph>
bool has_loops(host_threads const& threads, Graph const& graph) {
  std::size_t const pins = graph.pins();
  bool const alone = threads.count() == 1;
  large_vector<id> entered(pins, 0);
  auto const pieces = [&](std::size_t n, std::size_t at_once, auto const& op) {
    threads.for_each_piece((n + at_once - 1) / at_once,
                           [&](std::size_t p) { op(p, p * at_once, std::min(n, (p + 1) * at_once)); });
  };
  constexpr std::size_t pins_at_once = std::size_t{1} << 14U, most_gone = pins_at_once;
  pieces(pins, pins_at_once, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (auto pin = begin; pin < end; ++pin)
      graph.for_each(static_cast<id>(pin), [&](id to, auto...) {
        id& at = entered[to];
        alone ? ++at : std::atomic_ref(at).fetch_add(1, std::memory_order_relaxed);
      });
  });
  std::vector<id> starts;
  for (std::size_t pin = 0; pin < pins; ++pin)
    if (entered[pin] == 0) starts.push_back(static_cast<id>(pin));
  std::atomic<std::size_t> left{pins};
  while (!starts.empty()) {
    std::size_t const starts_at_once = starts.size() / (4 * threads.count()) + 1;
    std::vector<std::vector<id>> open((starts.size() + starts_at_once - 1) / starts_at_once);
    pieces(starts.size(), starts_at_once, [&](std::size_t p, std::size_t begin, std::size_t end) {
      std::vector<id> mine(starts.begin() + static_cast<std::ptrdiff_t>(begin),
                           starts.begin() + static_cast<std::ptrdiff_t>(end));
      std::size_t gone = 0;
      for (; !mine.empty() && (alone || gone < most_gone); ++gone) {
        id const next = mine.back();
        mine.pop_back();
        graph.for_each(next, [&](id to, auto...) {
          id& at = entered[to];
          id const before = alone ? at-- : std::atomic_ref(at).fetch_sub(1, std::memory_order_relaxed);
          if (before == 1) mine.push_back(to);
        });
      }
      left -= gone;
      open[p] = std::move(mine);
    });
    starts.clear();
    for (auto const& some : open) starts.insert(starts.end(), some.begin(), some.end());
  }
  return left > 0;
}

/// For each pin a number that it shares with the pins it is in loops with; none for pins that are in no loop.
/// Tarjan's strongly connected components without recursion.
inline vector_by_id<id> loop_groups(fanout_rows const& graph) {
  std::size_t const n = graph.pins();
  vector_by_id<id> group(n, none), reached(n, none), lowest(n, none), next(graph.begin), open, path;
  vector_by_id<std::uint8_t> closed(n, 0);
  id time = 0, groups = 0;
  auto const enter = [&](id pin) {
    reached[pin] = lowest[pin] = time++;
    open.push_back(pin);
    path.push_back(pin);
  };
  auto const leave = [&](id pin) {
    if (lowest[pin] != reached[pin]) return;
    bool const alone = open.back() == pin;
    auto const row = graph.to.begin() + graph.begin[pin], end = graph.to.begin() + graph.begin[pin + 1];
    bool const in_loop = !alone || std::find(row, end, pin) != end;
    for (id last = none; last != pin;) {
      last = open.back();
      open.pop_back();
      closed[last] = 1;
      if (in_loop) group[last] = groups;
    }
    groups += in_loop;
  };
  for (std::size_t start = 0; start < n; ++start) {
    if (reached[start] != none) continue;
    enter(static_cast<id>(start));
    while (!path.empty()) {
      id const pin = path.back();
      if (next[pin] < graph.begin[pin + 1]) {
        id const to = graph.to[next[pin]++];
        if (reached[to] == none) {
          enter(to);
        } else if (!closed[to]) {
          lowest[pin] = std::min(lowest[pin], reached[to]);
        }
        continue;
      }
      path.pop_back();
      leave(pin);
      if (!path.empty()) lowest[path.back()] = std::min(lowest[path.back()], lowest[pin]);
    }
  }
  return group;
}

/// An edge that closes a loop, and that loop: from the edge's head to its tail.
struct closed_loop {
  id from, to;
  std::vector<id> pins;    ///< the first ones of them
  std::size_t length = 0;  ///< how many there are
};

/// The depth-first walk by which OpenSTA (search/Levelize) finds loops: what leaves a pin is followed in its
/// order, and an edge to a pin on the way there closes a loop.
class loop_walk {
 public:
  loop_walk(fanout_rows const& graph, std::size_t most_pins)
      : graph_(graph), most_pins_(most_pins), visited_(graph.pins(), 0), place_(graph.pins(), none) {}

  /// Walks from pins without fan-in, the last one first.
  void walk_roots(std::vector<id> const& roots) {
    for (id const root : roots) enter(root);
    walk();
  }
  /// Walks from a pin that is not taken for reached by this: a loop through it is closed by the edges out of
  /// it, on the walk's second visit.
  void walk_again(id pin) {
    way_.push_back({pin, graph_.begin[pin]});
    walk();
  }
  bool is_visited(id pin) const noexcept { return visited_[pin] != 0; }
  std::vector<closed_loop> const& loops() const noexcept { return loops_; }

 private:
  void enter(id pin) {
    visited_[pin] = 1;
    place_[pin] = static_cast<id>(way_.size());
    way_.push_back({pin, graph_.begin[pin]});
  }

  void walk() {
    while (!way_.empty()) {
      auto& [pin, next] = way_.back();
      if (next == graph_.begin[pin + 1]) {
        place_[pin] = none;
        way_.pop_back();
        continue;
      }
      id const to = graph_.to[next++];
      if (visited_[to] == 0) {
        enter(to);
      } else if (place_[to] != none) {
        close(pin, to);
      }
    }
  }

  void close(id from, id to) {
    auto const first = static_cast<std::size_t>(place_[to]);
    closed_loop loop{from, to, {}, way_.size() - first};
    for (std::size_t i = 0; i < std::min(loop.length, most_pins_); ++i)
      loop.pins.push_back(way_[first + i].first);
    loops_.push_back(std::move(loop));
  }

  fanout_rows const& graph_;
  std::size_t most_pins_;
  vector_by_id<std::uint8_t> visited_;
  vector_by_id<id> place_;              ///< [pins] on the way, or none
  std::vector<std::pair<id, id>> way_;  ///< pins, each with the edge to be followed next
  std::vector<closed_loop> loops_;
};

/// Where OpenSTA would cut the loops of a graph. It sorts pins to start from by `by_name` where there are
/// fewer than 100, else by `by_place`: first those that no edge enters, then what is not reached from them.
template <class ByName, class ByPlace>
std::vector<closed_loop> find_cuts(fanout_rows const& graph, std::size_t most_pins, ByName by_name,
                                   ByPlace by_place) {
  constexpr std::size_t most_by_name = 99;
  vector_by_id<std::uint8_t> is_entered(graph.pins(), 0);
  for (id const to : graph.to) is_entered[to] = 1;
  auto const sort = [&](std::vector<id>& pins) {
    if (pins.size() <= most_by_name) {
      std::sort(pins.begin(), pins.end(), by_name);
    } else {
      std::sort(pins.begin(), pins.end(), by_place);
    }
  };
  auto const pins_that = [&](auto is_wanted) {
    std::vector<id> pins;
    for (id pin = 0; pin < static_cast<id>(graph.pins()); ++pin) {
      if (is_wanted(pin)) pins.push_back(pin);
    }
    sort(pins);
    return pins;
  };
  loop_walk walk(graph, most_pins);
  walk.walk_roots(
      pins_that([&](id pin) { return !is_entered[pin] && graph.begin[pin] < graph.begin[pin + 1]; }));
  for (id const pin : pins_that([&](id other) { return !walk.is_visited(other); })) walk.walk_again(pin);
  return walk.loops();
}

}  // namespace gsta::detail
