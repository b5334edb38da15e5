#pragma once

#include <cstdint>
#include <limits>
#include <utility>

#include "gsta/path/detail/bounded_active.hpp"

namespace gsta::detail {

/// Which sidetracks may follow which: for every active sidetrack those on the forest's chain from its head
/// that a path can afford, in the order of `way_on`; list `sidetracks` is that of the source.
template <memory_space S>
struct line_graph_view {
  span<id const, S> begin;             ///< [sidetracks + 2]
  span<id const, S> middle;            ///< [sidetracks + 1] the first that stands behind going straight on
  span<id const, S> next;              ///< [entries] active sidetrack
  span<femtoseconds const, S> detour;  ///< [entries] of `next`
  span<femtoseconds const, S> least;   ///< [sidetracks + 1] detour in a list

  GSTA_HD std::size_t lists() const noexcept { return middle.size(); }
};

/// The nearest active vertex, from `a` along the forest, that has active sidetracks: `a` itself where it has.
/// First a step at a time, then by following what is known so far.
template <memory_space S>
struct first_skip_op {
  search_problem<S> problem;
  active_view<S> active;
  span<id, S> skip;
  GSTA_HD void operator()(std::size_t a) const noexcept {
    id const v = active.vertex[a];
    if (active.begin[a] < active.begin[a + 1])
      skip[a] = static_cast<id>(a);
    else
      skip[a] = v == problem.graph.sink() ? none : active.number[problem.next(v)];
  }
};
template <memory_space S>
struct skip_further_op {
  static constexpr int hops = 8;
  span<id const, S> skip;
  span<id, S> further;
  GSTA_HD void operator()(std::size_t a) const noexcept {
    id at = skip[a];
    for (int hop = 1; hop < hops && at != none; ++hop) at = skip[at];
    further[a] = at;
  }
};

/// The same behind `a`.
template <memory_space S>
struct skip_behind_op {
  search_problem<S> problem;
  active_view<S> active;
  span<id const, S> skip;
  span<id, S> behind;
  GSTA_HD void operator()(std::size_t a) const noexcept {
    id const v = active.vertex[a];
    behind[a] = v == problem.graph.sink() ? none : skip[active.number[problem.next(v)]];
  }
};

/// A walk along the chain from a sidetrack's head, or from the source, past vertices with active sidetracks.
template <memory_space S>
struct chain_walk {
  search_problem<S> problem;
  active_view<S> active;
  span<id const, S> skip, behind;
  femtoseconds range;

  GSTA_HD femtoseconds budget(std::size_t list) const noexcept {
    return list < active.size() ? range - active.excess[list] : range;
  }
  GSTA_HD id first(std::size_t list) const noexcept {
    return skip[list < active.size() ? active.head[list] : active.number[problem.graph.source()]];
  }
};

template <memory_space S>
struct count_chain_op {
  chain_walk<S> walk;
  std::int64_t most;  // no need to count further
  span<std::int64_t, S> count;
  GSTA_HD void operator()(std::size_t list) const noexcept {
    active_view<S> const& active = walk.active;
    femtoseconds const budget = walk.budget(list);
    std::int64_t n = 0;
    for (id a = walk.first(list); a != none && n <= most; a = walk.behind[a]) {
      for (id k = active.begin[a]; k < active.begin[a + 1]; ++k) n += active.detour[k] <= budget ? 1 : 0;
    }
    count[list] = n;
  }
};

/// Writes lists: what stands before the forest's choice from the front, the rest from the back.
template <memory_space S>
struct fill_chain_op {
  chain_walk<S> walk;
  span<std::int64_t const, S> first;
  span<id, S> begin, middle, next;
  span<femtoseconds, S> detour, least;

  GSTA_HD void operator()(std::size_t list) const noexcept {
    begin[list] = static_cast<id>(first[list]);
    if (list == middle.size()) return;
    active_view<S> const& active = walk.active;
    femtoseconds const budget = walk.budget(list);
    id front = static_cast<id>(first[list]), back = static_cast<id>(first[list + 1]);
    femtoseconds smallest = no_path;
    auto const put = [&](id at, id k) {
      next[at] = k;
      detour[at] = active.detour[k];
      if (active.detour[k] < smallest) smallest = active.detour[k];
    };
    for (id a = walk.first(list); a != none && front < back; a = walk.behind[a]) {
      id const choice = walk.problem.costs.choice[active.vertex[a]];
      id k = active.begin[a];
      id const end = active.begin[a + 1];
      for (; k < end && active.edge[k] < choice; ++k) {
        if (active.detour[k] <= budget) put(front++, k);
      }
      for (id right = end; right-- > k;) {
        if (active.detour[right] <= budget) put(--back, right);
      }
    }
    middle[list] = front;
    least[list] = smallest;
  }
};

/// The line graph of the active sidetracks within `range`. Two steps: `count` says how large it is, `fill`
/// makes it.
template <memory_space S>
class line_graph {
 public:
  template <executor E>
  line_graph(E const& exec, search_problem<S> const& problem, active_view<S> const& active,
             femtoseconds range, work_memory& memory)
      : memory_(&memory),
        skip_(exec, memory, active.begin.size() - 1),
        behind_(exec, memory, skip_.size()),
        first_(exec, memory, active.size() + 2),
        walk_{problem, active, skip_.read(), behind_.read(), range} {
    find_skips(exec);
  }

  /// Entries, or some number beyond `most`.
  template <executor E>
  std::size_t count(E const& exec, std::size_t most) {
    std::size_t const lists = walk_.active.size() + 1;
    work_array<std::int64_t, S> counts(exec, *memory_, lists);
    for_each_n(exec, lists, count_chain_op<S>{walk_, static_cast<std::int64_t>(most), counts.view()});
    exclusive_scan(exec, counts.read(), first_.view());
    entries_ = static_cast<std::size_t>(to_vector(exec, first_.read().subspan(lists, 1))[0]);
    return entries_;
  }

  template <executor E>
  void fill(E const& exec) {
    require(entries_ < static_cast<std::size_t>(std::numeric_limits<id>::max()),
            "path search: more pairs of sidetracks than ids can number");
    std::size_t const lists = walk_.active.size() + 1;
    begin_ = work_array<id, S>(exec, *memory_, lists + 1);
    middle_ = work_array<id, S>(exec, *memory_, lists);
    least_ = work_array<femtoseconds, S>(exec, *memory_, lists);
    next_ = work_array<id, S>(exec, *memory_, entries_);
    detour_ = work_array<femtoseconds, S>(exec, *memory_, entries_);
    for_each_n(exec, lists + 1,
               fill_chain_op<S>{walk_, first_.read(), begin_.view(), middle_.view(), next_.view(),
                                detour_.view(), least_.view()});
  }

  line_graph_view<S> view() const noexcept {
    return {begin_.read(), middle_.read(), next_.read(), detour_.read(), least_.read()};
  }

 private:
  template <executor E>
  void find_skips(E const& exec) {
    std::size_t const active = skip_.size();
    for_each_n(exec, active, first_skip_op<S>{walk_.problem, walk_.active, skip_.view()});
    work_array<id, S> other(exec, *memory_, active);
    span<id, S> from = skip_.view(), to = other.view();
    for (std::size_t reach = 1; reach < active; reach *= skip_further_op<S>::hops) {
      for_each_n(exec, active, skip_further_op<S>{from, to});
      std::swap(from, to);
    }
    if (from.data() != skip_.view().data()) copy(exec, span<id const, S>(from), skip_.view());
    for_each_n(exec, active, skip_behind_op<S>{walk_.problem, walk_.active, skip_.read(), behind_.view()});
  }

  work_memory* memory_;
  work_array<id, S> skip_, behind_;
  work_array<std::int64_t, S> first_;
  chain_walk<S> walk_;
  std::size_t entries_ = 0;
  work_array<id, S> begin_, middle_, next_;
  work_array<femtoseconds, S> detour_, least_;
};

}  // namespace gsta::detail
