#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "gsta/core/functional.hpp"
#include "gsta/path/detail/bounded/active.hpp"

namespace gsta::detail {

/// Which sidetracks may follow which: for every active sidetrack those on the forest's chain from its head
/// that a path can afford, in the order of `way_on`; list `sidetracks` is that of the source.
template <memory_space S>
struct line_graph_view {
  span<id const, S> begin, end;        ///< [sidetracks + 1] into the entries
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
    bool const is_here = active.begin[a] < active.end[a];
    skip[a] = is_here ? static_cast<id>(a) : active.after(problem, static_cast<id>(a));
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
    id const next = active.after(problem, static_cast<id>(a));
    behind[a] = next == none ? none : skip[next];
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
  std::int64_t most;            // no need to count further
  span<std::int64_t, S> count;  // from list `from` on
  std::size_t from = 0;
  id longest = std::numeric_limits<id>::max();  // where a longer row is on the way, the count is left_out
  static constexpr std::int64_t left_out = -1;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const list = from + i;
    active_view<S> const& active = walk.active;
    femtoseconds const budget = walk.budget(list);
    std::int64_t n = 0;
    for (id a = walk.first(list); a != none && n <= most; a = walk.behind[a]) {
      if (active.end[a] - active.begin[a] > longest) {
        n = left_out;
        break;
      }
      for (id k = active.begin[a]; k < active.end[a]; ++k) n += active.detour[k] <= budget ? 1 : 0;
    }
    count[i] = n;
  }
};

/// Writes lists: what stands before the forest's choice from the front, the rest from the back.
template <memory_space S>
struct fill_chain_op {
  chain_walk<S> walk;
  span<std::int64_t const, S> first, count;
  span<id, S> begin, end, middle, next;
  span<femtoseconds, S> detour, least;

  GSTA_HD void operator()(std::size_t list) const noexcept {
    active_view<S> const& active = walk.active;
    femtoseconds const budget = walk.budget(list);
    id front = static_cast<id>(first[list]), back = static_cast<id>(first[list] + count[list]);
    begin[list] = front;
    end[list] = back;
    femtoseconds smallest = no_path;
    for (id a = walk.first(list); a != none && front < back; a = walk.behind[a]) {
      id const choice = active.choice(walk.problem, a);
      id k = active.begin[a];
      id const last = active.end[a];
      for (; k < last && active.edge[k] < choice; ++k) {
        if (active.detour[k] <= budget) put(front++, k, smallest);
      }
      for (id right = last; right-- > k;) {
        if (active.detour[right] <= budget) put(--back, right, smallest);
      }
    }
    middle[list] = front;
    least[list] = smallest;
  }
  GSTA_HD void put(id at, id k, femtoseconds& smallest) const noexcept {
    femtoseconds const own = walk.active.detour[k];
    next[at] = k;
    detour[at] = own;
    if (own < smallest) smallest = own;
  }
};

/// Leaves in a list what a smaller range affords.
template <memory_space S>
struct keep_entries_op {
  femtoseconds range;
  span<femtoseconds const, S> excess;
  span<id const, S> begin;
  span<id, S> end, middle, next;
  span<femtoseconds, S> detour;
  GSTA_HD void operator()(std::size_t list) const noexcept {
    femtoseconds const budget = list < excess.size() ? range - excess[list] : range;
    id const was_middle = middle[list], was_end = end[list];
    id to = begin[list];
    for (id from = to; from < was_end; ++from) {
      if (from == was_middle) middle[list] = to;
      if (detour[from] > budget) continue;
      next[to] = next[from];
      detour[to++] = detour[from];
    }
    if (was_middle == was_end) middle[list] = to;
    end[list] = to;
  }
};

/// All lists, one by one; line_graph.cuh does long ones by whole blocks.
template <executor E>
void fill_lists(E const& exec, std::size_t lists, fill_chain_op<E::space> const& op) {
  for_each_n(exec, lists, op);
}
template <executor E>
void keep_in_lists(E const& exec, std::size_t lists, keep_entries_op<E::space> const& op) {
  for_each_n(exec, lists, op);
}

/// Room for a line graph within `range`, to be found in steps, as memory for one follows from another.
template <memory_space S>
class line_graph {
 public:
  template <executor E>
  line_graph(E const& exec, search_problem<S> const& problem, active_view<S> const& active,
             femtoseconds range, work_memory& memory)
      : memory_(&memory),
        skip_(exec, memory, active.begin.size()),
        behind_(exec, memory, skip_.size()),
        first_(exec, memory, active.size() + 1),
        count_(exec, memory, active.size() + 1),
        walk_{problem, active, skip_.read(), behind_.read(), range} {}

  work_memory& memory() const noexcept { return *memory_; }
  chain_walk<S> const& walk() const noexcept { return walk_; }
  std::size_t lists() const noexcept { return walk_.active.size() + 1; }
  struct spans {
    span<id, S> skip, behind;
    span<std::int64_t, S> first, count;
  };
  spans to_count() noexcept { return {skip_.view(), behind_.view(), first_.view(), count_.view()}; }

  /// Makes the lists, once they have been counted.
  template <executor E>
  void fill(E const& exec, std::size_t entries) {
    require(entries < static_cast<std::size_t>(std::numeric_limits<id>::max()),
            "path search: more pairs of sidetracks than ids can number");
    for (auto* array : {&begin_, &end_, &middle_}) *array = work_array<id, S>(exec, *memory_, lists());
    least_ = work_array<femtoseconds, S>(exec, *memory_, lists());
    next_ = work_array<id, S>(exec, *memory_, entries);
    detour_ = work_array<femtoseconds, S>(exec, *memory_, entries);
    refill(exec);
  }

  /// Leaves what `excess` affords, and brings back what a smaller one did not.
  template <executor E>
  void keep_within(E const& exec, femtoseconds excess) {
    if (excess > kept_) refill(exec);
    if (excess >= kept_) return;
    kept_ = excess;
    keep_in_lists(exec, lists(),
                  keep_entries_op<S>{excess, walk_.active.excess, begin_.read(), end_.view(), middle_.view(),
                                     next_.view(), detour_.view()});
  }

  line_graph_view<S> view() const noexcept {
    return {begin_.read(), end_.read(), middle_.read(), next_.read(), detour_.read(), least_.read()};
  }

 private:
  template <executor E>
  void refill(E const& exec) {
    kept_ = walk_.range;
    fill_lists(exec, lists(),
               fill_chain_op<S>{walk_, first_.read(), count_.read(), begin_.view(), end_.view(),
                                middle_.view(), next_.view(), detour_.view(), least_.view()});
  }

  work_memory* memory_;
  work_array<id, S> skip_, behind_;
  work_array<std::int64_t, S> first_, count_;
  chain_walk<S> walk_;
  femtoseconds kept_ = 0;
  work_array<id, S> begin_, end_, middle_, next_;
  work_array<femtoseconds, S> detour_, least_;
};

/// Finds where chains have sidetracks, and counts the entries of all lists: their number, or some number
/// beyond `most`.
template <executor E>
std::size_t count_line_graph(E const& exec, line_graph<E::space>& lines, std::size_t most) {
  constexpr memory_space S = E::space;
  chain_walk<S> const& walk = lines.walk();
  auto const out = lines.to_count();
  std::size_t const active = out.skip.size();
  for_each_n(exec, active, first_skip_op<S>{walk.problem, walk.active, out.skip});
  span<id, S> from = out.skip, to = out.behind;
  for (std::size_t reach = 1; reach < active; reach *= skip_further_op<S>::hops) {
    for_each_n(exec, active, skip_further_op<S>{from, to});
    std::swap(from, to);
  }
  if (from.data() != out.skip.data()) copy(exec, span<id const, S>(from), out.skip);
  for_each_n(exec, active, skip_behind_op<S>{walk.problem, walk.active, out.skip, out.behind});
  // What is too much shows in a part of the lists.
  std::int64_t const enough = static_cast<std::int64_t>(most);
  std::int64_t entries = 0;
  for (std::size_t first = 0, part = 1024; first < lines.lists(); first += part, part *= 2) {
    part = std::min(part, lines.lists() - first);
    auto const count = out.count.subspan(first, part);
    for_each_n(exec, part, count_chain_op<S>{walk, enough, count, first});
    entries =
        reduce(exec, part, value_term<std::int64_t, std::int64_t, S>{count}, entries, sum_of<std::int64_t>{});
    if (entries > enough) return static_cast<std::size_t>(entries);
  }
  work_array<std::int64_t, S> sum(exec, lines.memory(), lines.lists() + 1);
  exclusive_scan(exec, span<std::int64_t const, S>(out.count), sum.view());
  copy(exec, sum.read().subspan(0, lines.lists()), out.first);
  return static_cast<std::size_t>(to_vector(exec, sum.read().subspan(lines.lists(), 1))[0]);
}

}  // namespace gsta::detail
