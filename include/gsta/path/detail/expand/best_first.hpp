#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "gsta/core/vector_by_id.hpp"
#include "gsta/path/detail/expand/heaps.hpp"
#include "gsta/path/sidetrack_paths.hpp"

namespace gsta::detail {

/// Takes the first of all candidates again and again. A path found stands, with the first sidetrack behind
/// its own, for all paths that deviate from it; a candidate, for all that take its sidetrack or a later one
/// instead. So no path is a candidate long before its turn, and there are at most twice as many as paths.
/// `Problem`: a `search_problem` on the host.
template <class Problem>
class best_first_search {
 public:
  best_first_search(best_first_search const&) = delete;
  /// With `room` and `starts`, the source's row, which both outlive it, nothing is looked at but what paths
  /// come by.
  best_first_search(Problem const& problem, k_paths_options const& options, heap_room* room = nullptr,
                    start_heap const* starts = nullptr)
      : problem_(problem),
        below_(options.below),
        memory_(options.most_bytes),
        starts_(starts),
        heaps_(problem, memory_, room != nullptr ? *room : own_room_) {
    std::size_t const k = std::min<std::size_t>(options.k, std::numeric_limits<id>::max());
    femtoseconds const best = problem.best();
    if (k == 0 || best == no_path || best >= below_) return;
    add({best, none, none, none, 0});
    leave_source();
    while (found_.size() < k && !candidates_.empty()) take_first();
  }

  k_paths_result<memory_space::host> result() {
    host_executor const exec;
    std::size_t sides = 0;
    for (path const& p : found_) sides += static_cast<std::size_t>(p.depth);
    require(sides <= static_cast<std::size_t>(std::numeric_limits<id>::max()),
            "k_critical_paths: the paths have more sidetracks than ids can number");
    memory_.claim(found_.size() * (sizeof(femtoseconds) + sizeof(id)) + (sides + 1) * sizeof(id));
    buffer<femtoseconds, memory_space::host> cost(exec, found_.size());
    buffer<id, memory_space::host> begin(exec, found_.size() + 1), side(exec, sides);
    begin[0] = 0;
    for (std::size_t p = 0; p < found_.size(); ++p) {
      cost[p] = found_[p].cost;
      begin[p + 1] = begin[p] + found_[p].depth;
      id at = static_cast<id>(p);
      for (id i = begin[p + 1]; i > begin[p]; --i, at = found_[at].parent) side[i - 1] = found_[at].side;
    }
    k_paths_result<memory_space::host> result;
    auto& paths = result.paths;
    paths.view = {paths.keep(std::move(cost)), paths.keep(std::move(begin)), paths.keep(std::move(side))};
    result.statistics = {.generated = generated_, .waves = found_.size(), .peak_bytes = memory_.peak()};
    return result;
  }

 private:
  using heaps = sidetrack_heaps<Problem>;
  using heap_node = typename heaps::node;
  struct path {
    femtoseconds cost;
    id parent, side, tail, depth;
  };
  struct candidate {
    femtoseconds cost;
    id parent;  ///< among those found
    id node;    ///< of the heaps: its last sidetrack
  };

  /// Standard heaps have the last of an order on top.
  struct last_first {
    best_first_search const* search;
    bool operator()(candidate const& a, candidate const& b) const noexcept {
      return a.cost != b.cost ? b.cost < a.cost : search->parts_before(b, a);
    }
  };

  /// As `found_before`, of paths that are not found yet: neither comes from the other.
  bool parts_before(candidate const& a, candidate const& b) const noexcept {
    id up_a = a.parent, up_b = b.parent, below_a = none, below_b = none;
    while (up_a != up_b) {
      bool const lift_a = found_[up_a].depth >= found_[up_b].depth;
      bool const lift_b = found_[up_b].depth >= found_[up_a].depth;
      if (lift_a) {
        below_a = up_a;
        up_a = found_[up_a].parent;
      }
      if (lift_b) {
        below_b = up_b;
        up_b = found_[up_b].parent;
      }
    }
    return way(below_a, a) < way(below_b, b);
  }
  way_on way(id below, candidate const& c) const noexcept {
    if (below != none) return way_of(problem_, found_[below].tail, found_[below].side);
    auto const last = sidetrack(c.node);
    return {last.rank, last.side};
  }

  /// Nodes of the heaps, and below none those of the source's row.
  heap_node sidetrack(id node) const noexcept {
    return node >= 0 ? heaps_[node] : start(static_cast<std::size_t>(none - node));
  }
  heap_node start(std::size_t i) const noexcept {
    auto const [cost, edge] = (*starts_)[i];
    id const source = problem_.graph.source();
    return {cost - problem_.best(), source, edge, way_of(problem_, source, edge).rank, start_node(2 * i + 1),
            start_node(2 * i + 2),  0};
  }
  id start_node(std::size_t i) const noexcept {
    bool const is_way = i < starts_->size() && (*starts_)[i].cost != no_path;
    return is_way ? none - static_cast<id>(i) : none;
  }

  void take_first() {
    std::pop_heap(candidates_.begin(), candidates_.end(), last_first{this});
    candidate const first = candidates_.back();
    candidates_.pop_back();
    auto const node = sidetrack(first.node);
    femtoseconds const before = first.cost - node.detour;
    push(before, first.parent, node.left);
    push(before, first.parent, node.right);
    add({first.cost, first.parent, node.side, node.tail, found_[first.parent].depth + 1});
    deviate(static_cast<id>(found_.size()) - 1, problem_.graph.to[node.side]);
  }

  void leave_source() {
    id const source = problem_.graph.source();
    if (starts_ == nullptr) return deviate(0, source);
    for (std::size_t const i : {1u, 2u}) push(found_[0].cost, 0, start_node(i));
    deviate(0, problem_.next(source));
  }
  void deviate(id parent, id head) { push(found_[parent].cost, parent, heaps_.top(head)); }

  void push(femtoseconds before, id parent, id node) {
    if (node == none) return;
    femtoseconds const cost = before + sidetrack(node).detour;
    if (cost >= below_) return;
    make_room(memory_, candidates_);
    candidates_.push_back({cost, parent, node});
    std::push_heap(candidates_.begin(), candidates_.end(), last_first{this});
    ++generated_;
  }

  void add(path const& p) {
    make_room(memory_, found_);
    found_.push_back(p);
  }

  Problem problem_;
  femtoseconds below_;
  work_memory memory_;
  start_heap const* starts_;
  heap_room own_room_;
  heaps heaps_;
  vector_by_id<path> found_;
  std::vector<candidate> candidates_;
  std::size_t generated_ = 1;
};

/// A problem's arrays, as far as paths need them, in host vectors.
class problem_on_host {
 public:
  template <executor E>
  problem_on_host(E const& exec, search_problem<E::space> const& problem)
      : begin_(to_vector(exec, problem.graph.begin)),
        to_(to_vector(exec, problem.graph.to)),
        weight_(to_vector(exec, problem.graph.weight)),
        moved_(to_vector(exec, problem.graph.moved)),
        suffix_(to_vector(exec, problem.costs.suffix)),
        choice_(to_vector(exec, problem.costs.choice)),
        height_(to_vector(exec, problem.costs.height)),
        next_(to_vector(exec, problem.costs.next)) {}

  search_problem<memory_space::host> view() const {
    return {{view_of(begin_), view_of(to_), view_of(weight_), view_of(moved_)},
            {view_of(suffix_), {}, view_of(choice_), view_of(height_), view_of(next_)}};
  }

 private:
  std::vector<id> begin_, to_;
  std::vector<femtoseconds> weight_;
  std::vector<id> moved_;
  std::vector<femtoseconds> suffix_;
  std::vector<id> choice_, height_, next_;
};

/// One path after the other, each the first of those not taken yet.
///
/// Cost: O(k log k) beside one visit of each vertex that a path comes by, with a sort of its row; where costs
/// tie, a comparison walks up to the number of sidetracks. Memory: 56 bytes a path, 4 a vertex, 32 and some a
/// sidetrack come by. Where: the calling thread. On a device the problem is copied to the host and the paths
/// back. Exact. Paper: Eppstein, "Finding the k shortest paths", SIAM J. Comput. 1998, sections 2 and 3;
/// here the heaps are leftist, rows lie sorted in them, and they are made where a path comes by.
template <executor E>
k_paths_result<E::space> best_first_paths(E const& exec, search_problem<E::space> const& problem,
                                          k_paths_options const& options) {
  if constexpr (E::space == memory_space::host) {
    return best_first_search(problem, options).result();
  } else {
    problem_on_host const copy(exec, problem);
    auto const found = best_first_search(copy.view(), options).result();
    k_paths_result<E::space> result{clone_view(exec, found.paths.view), found.statistics};
    exec.sync();  // the host's arrays go with this call
    return result;
  }
}

}  // namespace gsta::detail
