#pragma once

#include <cstdint>
#include <utility>

#include "gsta/core/algorithm.hpp"
#include "gsta/core/functional.hpp"
#include "gsta/core/search.hpp"
#include "gsta/core/units.hpp"
#include "gsta/path/detail/bounded/memory.hpp"
#include "gsta/path/detail/expand/deviation_tree.hpp"
#include "gsta/path/sidetrack_paths.hpp"
#include "gsta/schemes/path_settings.hpp"

namespace gsta::detail {

/// Kept rows, then open ones.
template <memory_space S>
struct number_rows_op {
  span<id, S> out;
  std::size_t kept, open_begin;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    out[i] = static_cast<id>(i < kept ? i : open_begin + (i - kept));
  }
};
/// Where a kept row goes; open rows are no parents.
template <memory_space S>
struct renumber_op {
  span<id const, S> row;
  span<id, S> renumbered;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    if (static_cast<std::size_t>(row[i]) < renumbered.size()) renumbered[row[i]] = static_cast<id>(i);
  }
};
template <memory_space S>
struct is_unexpanded {
  span<id const, S> row, waiting;
  std::size_t fresh;
  GSTA_HD bool operator()(std::size_t i) const noexcept {
    auto const at = static_cast<std::size_t>(row[i]);
    return at >= fresh || (!waiting.empty() && waiting[at] != 0);
  }
};
template <memory_space S>
struct costs_at_most {
  span<femtoseconds const, S> cost;
  femtoseconds limit;
  bool wanted;
  GSTA_HD bool operator()(std::size_t i) const noexcept { return (cost[i] <= limit) == wanted; }
};
template <memory_space S>
struct fits_in {
  span<std::int64_t const, S> begin;
  std::int64_t room;
  GSTA_HD std::int64_t operator()(std::size_t i) const noexcept { return begin[i + 1] <= room ? 1 : 0; }
};

/// Deviation trees that are being written: as `deviation_tree_view`.
template <memory_space S>
struct deviation_spans {
  span<femtoseconds, S> cost;
  span<id, S> parent, side, tail, depth;

  operator deviation_tree_view<S>() const noexcept { return {cost, parent, side, tail, depth}; }
  GSTA_HD void set(std::size_t at, femtoseconds its_cost, id from, id edge, id edge_tail,
                   id sidetracks) const noexcept {
    cost[at] = its_cost;
    parent[at] = from;
    side[at] = edge;
    tail[at] = edge_tail;
    depth[at] = sidetracks;
  }
};

/// Where the forest leads from each vertex, past vertices of one edge: nobody leaves it there.
template <memory_space S>
struct link_forest_op {
  search_problem<S> problem;
  span<id, S> onward;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    constexpr int most_passed = 32;  // long chains are passed in several strides
    id const v = static_cast<id>(i);
    if (problem.costs.choice[v] == none) return;
    id next = problem.next(v);
    for (int passed = 0; passed < most_passed && one_edge(next); ++passed) next = problem.next(next);
    onward[v] = next;
  }
  GSTA_HD bool one_edge(id v) const noexcept {
    return problem.graph.begin[v + 1] - problem.graph.begin[v] == 1;
  }
};

/// Paths whose children are to be made, and the cost above which a child cannot matter.
///
/// A path's children leave the forest once more, somewhere between the head of its last sidetrack (the
/// root's: the source) and the sink.
template <memory_space S>
struct suffix_expansion {
  search_problem<S> problem;
  deviation_spans<S> tree;
  span<id const, S> onward;  ///< [vertices] by link_forest_op
  span<id const, S> window;
  femtoseconds most;

  GSTA_HD id first_vertex(id path) const noexcept {
    id const side = tree.side[path];
    return side == none ? problem.graph.source() : problem.graph.to[side];
  }
  /// What a path of `cost` costs that leaves the forest by `e`; no_path where that is not to be.
  GSTA_HD femtoseconds child_cost(femtoseconds cost, id tail, id e) const noexcept {
    femtoseconds const detour = problem.detour(tail, e);
    return detour == no_path || cost + detour > most ? no_path : cost + detour;
  }
};

/// Look-ahead: how many children each path of the window gets.
template <memory_space S>
struct count_suffix_children_op {
  suffix_expansion<S> work;
  span<std::int64_t, S> count;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    auto const& [problem, tree, onward, window, most] = work;
    femtoseconds const cost = tree.cost[window[i]];
    std::int64_t children = 0;
    for (id v = work.first_vertex(window[i]); v != problem.graph.sink(); v = onward[v]) {
      id const choice = problem.costs.choice[v];
      for (id e = problem.graph.begin[v]; e < problem.graph.begin[v + 1]; ++e)
        children += e != choice && work.child_cost(cost, v, e) != no_path ? 1 : 0;
    }
    count[i] = children;
  }
};

/// Writes the children of each path of the window from `at + begin[i]` on, those nearest to its last
/// sidetrack first, those of a vertex in the order of its row.
template <memory_space S>
struct make_suffix_children_op {
  suffix_expansion<S> work;
  span<std::int64_t const, S> begin;
  std::size_t at;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    auto const& [problem, tree, onward, window, most] = work;
    id const path = window[i];
    femtoseconds const cost = tree.cost[path];
    id const depth = tree.depth[path] + 1;
    std::size_t out = at + static_cast<std::size_t>(begin[i]);
    for (id v = work.first_vertex(path); v != problem.graph.sink(); v = onward[v]) {
      id const choice = problem.costs.choice[v];
      for (id e = problem.graph.begin[v]; e < problem.graph.begin[v + 1]; ++e) {
        femtoseconds const child = e == choice ? no_path : work.child_cost(cost, v, e);
        if (child != no_path) tree.set(out++, child, path, e, v, depth);
      }
    }
  }
};

/// Where: the executor; do not wait. On a device schemes/path_engines.cuh has those that know warps.
template <executor E>
void count_suffix_children(E const& exec, schemes::path_expansion,
                           count_suffix_children_op<E::space> const& op) {
  for_each_n(exec, op.work.window.size(), op);
}
template <executor E>
void make_suffix_children(E const& exec, schemes::path_expansion,
                          make_suffix_children_op<E::space> const& op) {
  for_each_n(exec, op.work.window.size(), op);
}

/// Row i of `to` from row `from[i]`, with parents renumbered where `renumbered` says how.
template <memory_space S>
struct gather_deviations_op {
  deviation_tree_view<S> tree;
  span<id const, S> from, renumbered;
  deviation_spans<S> to;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const row = from[i], parent = tree.parent[row];
    bool const renumber = parent != none && !renumbered.empty();
    to.set(i, tree.cost[row], renumber ? renumbered[parent] : parent, tree.side[row], tree.tail[row],
           tree.depth[row]);
  }
};

/// Rows of a deviation tree, in the account of working memory.
template <memory_space S>
class deviation_rows {
 public:
  static constexpr std::size_t bytes_each = sizeof(femtoseconds) + 4 * sizeof(id);

  deviation_rows() = default;
  template <executor E>
  deviation_rows(E const& exec, work_memory& memory, std::size_t rows)
      : cost_(exec, memory, rows),
        parent_(exec, memory, rows),
        side_(exec, memory, rows),
        tail_(exec, memory, rows),
        depth_(exec, memory, rows) {}

  std::size_t size() const noexcept { return cost_.size(); }
  deviation_spans<S> spans() noexcept {
    return {cost_.view(), parent_.view(), side_.view(), tail_.view(), depth_.view()};
  }

 private:
  work_array<femtoseconds, S> cost_;
  work_array<id, S> parent_, side_, tail_, depth_;
};

template <memory_space S>
deviation_spans<S> rows_of(deviation_spans<S> const& all, std::size_t first, std::size_t count) {
  return {all.cost.subspan(first, count), all.parent.subspan(first, count), all.side.subspan(first, count),
          all.tail.subspan(first, count), all.depth.subspan(first, count)};
}

/// Where: the executor; does not wait.
template <executor E>
void copy_rows(E const& exec, deviation_spans<E::space> const& from, deviation_spans<E::space> const& to) {
  auto const each = [&](auto const& source, auto const& target) {
    using value = std::remove_reference_t<decltype(source[0])>;
    copy(exec, span<value const, E::space>(source), target);
  };
  each(from.cost, to.cost);
  each(from.parent, to.parent);
  each(from.side, to.side);
  each(from.tail, to.tail);
  each(from.depth, to.depth);
}

/// One deviation tree in two regions: paths that are kept, from row 0 on, and open ones, children that are
/// not among them yet, from row `open_begin()` on. Only kept paths are parents.
template <executor E>
class deviation_store {
 public:
  static constexpr memory_space S = E::space;

  deviation_store(E const& exec, work_memory& memory) : exec_(exec), memory_(memory) {}

  std::size_t kept() const noexcept { return kept_; }
  std::size_t open() const noexcept { return open_; }
  std::size_t open_begin() const noexcept { return kept_room_; }
  std::size_t open_room() const noexcept { return rows_.size() - kept_room_; }
  deviation_spans<S> spans() noexcept { return rows_.spans(); }
  deviation_spans<S> kept_rows() noexcept { return rows_of<S>(spans(), 0, kept_); }
  deviation_spans<S> open_rows() noexcept { return rows_of<S>(spans(), open_begin(), open_); }

  void set_kept(std::size_t count) noexcept { kept_ = count; }
  void set_open(std::size_t count) noexcept { open_ = count; }

  /// Makes room for so many at least; numbers of open paths change.
  void reserve(std::size_t kept_wanted, std::size_t open_wanted) {
    if (kept_wanted <= kept_room_ && open_wanted <= open_room()) return;
    std::size_t const kept_next = kept_wanted <= kept_room_ ? kept_room_ : kept_wanted;
    std::size_t const open_next = open_wanted <= open_room() ? open_room() : open_wanted;
    require(kept_next + open_next <= static_cast<std::size_t>(std::numeric_limits<id>::max()),
            "k_critical_paths: more paths at once than ids can number");
    deviation_rows<S> next(exec_, memory_, kept_next + open_next);
    copy_rows(exec_, kept_rows(), rows_of<S>(next.spans(), 0, kept_));
    copy_rows(exec_, open_rows(), rows_of<S>(next.spans(), kept_next, open_));
    rows_ = std::move(next);
    kept_room_ = kept_next;
  }

 private:
  E const& exec_;
  work_memory& memory_;
  deviation_rows<S> rows_;
  std::size_t kept_ = 0, open_ = 0, kept_room_ = 0;
};

}  // namespace gsta::detail
