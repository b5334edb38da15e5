#pragma once

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "gsta/path/detail/credited/lanes.hpp"
#include "gsta/path/path_set.hpp"

namespace gsta::detail {

/// Which paths are wanted.
struct credited_limits {
  std::size_t k, per_end;
  femtoseconds below;
  bool unique_pins;
  std::size_t most_bytes;
};

/// The best path first, over all lanes at once: a heap of walks, each told by its end, its lane and its
/// sidetracks. A path comes up in each lane that it is in, never earlier than in its own, and is taken there
/// alone; so what is taken comes in the order of true slacks.
class credited_search {
 public:
  static constexpr memory_space host = memory_space::host;

  credited_search(credited_graph const& of, lane_costs const& costs, credited_limits const& limits)
      : of_(of), graph_(of.search.graph), costs_(costs), limits_(limits), worst_(limits.below) {
    if (worst_ != no_path) --worst_;
  }

  path_set run() {
    add_roots();
    while (!heap_.empty() && found_.size() < limits_.k) {
      std::pop_heap(heap_.begin(), heap_.end(), later{this});
      id const top = heap_.back();
      heap_.pop_back();
      visit(top);
    }
    return std::move(found_);
  }

 private:
  /// A walk: its parent's as far as `vertex`, which it leaves by `edge`, and on by choices. A root has no
  /// parent and leaves the source.
  struct walk {
    femtoseconds cost;
    id parent, lane, end;  // an edge of the source
    id vertex, edge;
  };
  struct step {
    id vertex, edge;
  };
  /// For a heap with the first walk on top.
  struct later {
    credited_search* search;
    bool operator()(id a, id b) const { return search->before(b, a); }
  };

  /// Goes along a walk.
  class walker {
   public:
    void start(credited_search const& in, id number) {
      in_ = &in;
      walk const& w = in.walks_[static_cast<std::size_t>(number)];
      lane_ = static_cast<std::size_t>(w.lane);
      left_out_ = in.of_.leaves_out(w.end, lane_);
      sides_.clear();
      for (id at = number; at != none; at = in.walks_[static_cast<std::size_t>(at)].parent) {
        walk const& side = in.walks_[static_cast<std::size_t>(at)];
        sides_.push_back({side.vertex, side.edge});
      }
      vertex_ = in.graph_.source();
    }
    bool is_done() const noexcept { return vertex_ == in_->graph_.sink(); }
    step next() {
      step result{vertex_, none};
      if (!sides_.empty() && sides_.back().vertex == vertex_) {
        result = sides_.back();
        sides_.pop_back();
      } else {
        result.edge = in_->costs_.choice(vertex_, lane_, left_out_);
      }
      vertex_ = in_->graph_.to[result.edge];
      return result;
    }

   private:
    credited_search const* in_ = nullptr;
    std::size_t lane_ = 0;
    id left_out_ = none, vertex_ = none;
    std::vector<step> sides_;  // those to come, the next one last
  };

  /// The order of `timing_paths`; of one path in two lanes, the lane.
  bool before(id a, id b) {
    walk const &of_a = walks_[static_cast<std::size_t>(a)], &of_b = walks_[static_cast<std::size_t>(b)];
    if (of_a.cost != of_b.cost) return of_a.cost < of_b.cost;
    if (of_a.end != of_b.end) return of_a.end < of_b.end;
    a_.start(*this, a);
    b_.start(*this, b);
    while (!a_.is_done()) {
      id const by_a = a_.next().edge, by_b = b_.next().edge;
      if (by_a != by_b) return by_a < by_b;
    }
    return of_a.lane < of_b.lane;
  }

  /// Nothing behind the k-th worst check is needed: each check has a path of its own that is as bad.
  void add_roots() {
    std::vector<walk> roots;
    std::vector<femtoseconds> of_check(of_.tree.capture_row.size(), no_path);
    for (id e = of_.search.first_end(); e < static_cast<id>(graph_.edge_count()); ++e) {
      auto const check = static_cast<std::size_t>(of_.search.slot_of(e) / 2);
      for (std::size_t lane = 0; lane < of_.tree.lanes; ++lane) {
        id const left_out = of_.leaves_out(e, lane);
        if (left_out == is_not_in_lane) continue;
        femtoseconds const rest = costs_.on(graph_.to[e], lane, left_out);
        if (rest == no_path) continue;
        femtoseconds const cost = graph_.weight_of(graph_.source(), e) + rest;
        of_check[check] = std::min(of_check[check], cost);
        if (cost <= worst_) roots.push_back({cost, none, static_cast<id>(lane), e, graph_.source(), e});
      }
    }
    if (limits_.k <= of_check.size()) {
      auto const kth = of_check.begin() + static_cast<std::ptrdiff_t>(limits_.k - 1);
      std::nth_element(of_check.begin(), kth, of_check.end());
      worst_ = std::min(worst_, *kth);
    }
    for (walk const& root : roots) add(root);
    taken_.assign(of_.search.slot.size(), 0);
  }

  void add(walk const& w) {
    if (w.cost > worst_) return;
    require(walks_.size() < static_cast<std::size_t>(std::numeric_limits<id>::max()) &&
                (walks_.size() + 1) * (sizeof(walk) + sizeof(id)) <= limits_.most_bytes,
            "credited_paths: the search needs more memory than most_bytes allows");
    heap_.push_back(static_cast<id>(walks_.size()));
    walks_.push_back(w);
    std::push_heap(heap_.begin(), heap_.end(), later{this});
  }

  void visit(id number) {
    walk const of = walks_[static_cast<std::size_t>(number)];
    std::size_t& taken = taken_[static_cast<std::size_t>(of.end - of_.search.first_end())];
    if (taken >= limits_.per_end) return;  // all of its sidetracks come later at the same end
    auto const lane = static_cast<std::size_t>(of.lane);
    id const left_out = of_.leaves_out(of.end, lane);
    id start = of.vertex;
    for (id v = graph_.to[of.edge]; v != graph_.sink();) {
      start = v;
      v = graph_.to[add_sidetracks(number, of, v, left_out)];
    }
    if (of_.own_lane(of_.launch_row(start), of.end) != lane) return;
    steps_.clear();
    for (a_.start(*this, number); !a_.is_done();) steps_.push_back(a_.next());
    if (limits_.unique_pins && !has_new_pins(of.end)) return;
    ++taken;
    take(of);
  }

  /// Returns the choice: all other edges are sidetracks.
  id add_sidetracks(id parent, walk const& of, id vertex, id left_out) {
    auto const lane = static_cast<std::size_t>(of.lane);
    femtoseconds const best = costs_.on(vertex, lane, left_out);
    id choice = none;
    for (id e = graph_.begin[vertex]; e < graph_.begin[vertex + 1]; ++e) {
      femtoseconds const cost = costs_.by(vertex, e, lane, left_out);
      if (choice == none && cost == best) {
        choice = e;
      } else if (cost != no_path) {
        add({of.cost + (cost - best), parent, of.lane, of.end, vertex, e});
      }
    }
    return choice;
  }

  bool has_new_pins(id end) {
    std::vector<id> key{of_.search.slot_of(end) / 2};
    for (std::size_t i = 1; i < steps_.size(); ++i) key.push_back(of_.search.pin_of(steps_[i].vertex) / 2);
    return pins_.insert(std::move(key)).second;
  }

  void take(walk const& of) {
    for (std::size_t i = steps_.size() - 1; i > 0; --i) {
      id const pin = of_.search.pin_of(steps_[i].vertex);
      found_.add_step(pin / 2, static_cast<edge>(pin % 2), of_.search.arc[steps_[i].edge]);
    }
    id const slot = of_.search.slot_of(of.end);
    found_.end_path(of.cost, slot / 2, static_cast<edge>(slot % 2));
  }

  credited_graph const& of_;
  search_graph_view<host> graph_;
  lane_costs const& costs_;
  credited_limits limits_;
  femtoseconds worst_;  // what is beyond is not needed
  std::vector<walk> walks_;
  std::vector<id> heap_;
  std::vector<std::size_t> taken_;  // [edges of the source]
  std::vector<step> steps_;         // of the path taken last
  std::set<std::vector<id>> pins_;  // check and nodes of paths taken
  walker a_, b_;
  path_set found_;
};

}  // namespace gsta::detail
