#pragma once

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "gsta/core/functional.hpp"
#include "gsta/core/search.hpp"
#include "gsta/schemes/detail/paths/store.hpp"
#include "gsta/schemes/path_settings.hpp"

namespace gsta::detail {

/// What a cost is more than that of the best path: a key to sort by.
template <memory_space S>
struct excess_op {
  span<femtoseconds const, S> cost;
  span<id const, S> path;
  femtoseconds best;
  span<std::uint64_t, S> key;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    key[i] = static_cast<std::uint64_t>(cost[path[i]] - best);
  }
};
template <memory_space S>
struct smaller_key_term {
  span<std::uint64_t const, S> key;
  std::uint64_t than;
  GSTA_HD std::int64_t operator()(std::size_t i) const noexcept { return key[i] < than ? 1 : 0; }
};
template <memory_space S>
struct is_cheaper {
  span<femtoseconds const, S> cost;
  GSTA_HD bool operator()(id a, id b) const noexcept { return cost[a] < cost[b]; }
};

/// Where a cut behind the k-th of some paths falls, by their costs.
struct cost_cut {
  femtoseconds cost;       ///< of the last in front
  std::size_t first, end;  ///< of its tie among the paths sorted; empty where the cut does not go through it
};

/// Puts the first k of some paths in front, so that their costs ascend. Ties are broken by comparing paths
/// where the k-th is one of a tie; elsewhere they do not change which paths are the first k.
template <executor E>
class first_of_paths {
 public:
  static constexpr memory_space S = E::space;

  first_of_paths(E const& exec, work_memory& memory, search_problem<S> const& problem,
                 deviation_tree_view<S> const& tree, femtoseconds best)
      : exec_(exec), memory_(memory), problem_(problem), tree_(tree), best_(best) {}

  /// By cost alone; leaves the tie that the cut goes through as it is. `paths` is not empty. Waits.
  cost_cut sort(span<id, S> paths, std::size_t k, schemes::level_compression how) const {
    std::size_t const last = std::min(k, paths.size()) - 1;
    memory_claim const scratch(memory_, scratch_bytes_each * paths.size());
    buffer<std::uint64_t, S> key(exec_, paths.size());
    if (how == schemes::level_compression::merge) sort_by(exec_, paths, is_cheaper<S>{tree_.cost});
    for_each_n(exec_, paths.size(), excess_op<S>{tree_.cost, paths, best_, key.view()});
    if (how == schemes::level_compression::host) sort_on_host(key.view(), paths);
    if (how == schemes::level_compression::radix) {
      std::uint64_t const largest =
          reduce(exec_, paths.size(), value_term<std::uint64_t, std::uint64_t, S>{std::as_const(key).view()},
                 std::uint64_t{0}, larger_of<std::uint64_t>{});
      sort_by_key(exec_, key.view(), paths, static_cast<int>(std::bit_width(largest)));
    }
    return cut_of(std::as_const(key).view(), last);
  }

  /// Sorts the tie that a cut goes through by the order of paths.
  void sort_tie(span<id, S> paths, cost_cut const& cut) const {
    if (cut.first == cut.end) return;
    memory_claim const scratch(memory_, scratch_bytes_each * (cut.end - cut.first));
    sort_by(exec_, paths.subspan(cut.first, cut.end - cut.first), found_before<S>{problem_, tree_});
  }

  /// Of working memory that `sort` takes a path: keys, and what sorting on a device holds beside.
  static constexpr std::size_t scratch_bytes_each = 2 * sizeof(std::uint64_t) + sizeof(id);

 private:
  void sort_on_host(span<std::uint64_t, S> keys, span<id, S> paths) const {
    std::vector<std::uint64_t> host_keys = to_vector(exec_, keys);
    std::vector<id> host_paths = to_vector(exec_, paths);
    sort_by_key(host_executor{}, view_of(host_keys), view_of(host_paths));
    copy(exec_, view_of(std::as_const(host_keys)), keys);
    copy(exec_, view_of(std::as_const(host_paths)), paths);
    exec_.sync();
  }

  cost_cut cut_of(span<std::uint64_t const, S> keys, std::size_t last) const {
    bool const cuts = last + 1 < keys.size();
    auto const around = to_vector(exec_, keys.subspan(last, cuts ? 2 : 1));
    femtoseconds const cost = best_ + static_cast<femtoseconds>(around[0]);
    if (!cuts || around[0] != around[1]) return {cost, 0, 0};
    return {cost, smaller(keys, around[0]), smaller(keys, around[0] + 1)};
  }
  std::size_t smaller(span<std::uint64_t const, S> keys, std::uint64_t than) const {
    return static_cast<std::size_t>(
        reduce(exec_, keys.size(), smaller_key_term<S>{keys, than}, std::int64_t{0}, sum_of<std::int64_t>{}));
  }

  E const& exec_;
  work_memory& memory_;
  search_problem<S> problem_;
  deviation_tree_view<S> tree_;
  femtoseconds best_;
};

/// The best path of all.
template <memory_space S>
struct make_root_op {
  deviation_spans<S> tree;
  femtoseconds best;
  GSTA_HD void operator()(std::size_t) const noexcept { tree.set(0, best, none, none, none, 0); }
};

/// The vertices of the best path before the sink, and how many edges leave each.
template <memory_space S>
struct list_best_path_op {
  search_problem<S> problem;
  span<id, S> vertex, edges;
  GSTA_HD void operator()(std::size_t) const noexcept {
    id v = problem.graph.source();
    for (std::size_t i = 0; i < vertex.size(); ++i, v = problem.next(v)) {
      vertex[i] = v;
      edges[i] = problem.graph.begin[v + 1] - problem.graph.begin[v];
    }
  }
};

/// The edges out of the best path's vertices, numbered one vertex after the other.
template <memory_space S>
struct best_path_edges {
  suffix_expansion<S> work;
  span<id const, S> vertex, begin;
  femtoseconds best;

  GSTA_HD id vertex_of(id number) const noexcept { return row_of(begin, number); }
  GSTA_HD id edge(id number, id at) const noexcept {
    return work.problem.graph.begin[vertex[at]] + (number - begin[at]);
  }
  /// Whether it makes a child of the best path.
  GSTA_HD bool operator()(std::size_t number) const noexcept {
    id const at = vertex_of(static_cast<id>(number)), v = vertex[at], e = edge(static_cast<id>(number), at);
    return e != work.problem.costs.choice[v] && work.child_cost(best, v, e) != no_path;
  }
};

template <memory_space S>
struct make_root_children_op {
  best_path_edges<S> edges;
  span<id const, S> chosen;
  deviation_spans<S> to;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    id const at = edges.vertex_of(chosen[i]), v = edges.vertex[at], e = edges.edge(chosen[i], at);
    to.set(i, edges.work.child_cost(edges.best, v, e), 0, e, v, 1);
  }
};

/// Makes the children of the best path, which is row 0, as the open rows of the store. Many paths may begin
/// at the source, so its row is not left to one thread.
///
/// Where: the executor; waits.
template <executor E>
void open_root_children(E const& exec, work_memory& memory, search_problem<E::space> const& problem,
                        deviation_store<E>& store, femtoseconds best, femtoseconds most) {
  constexpr memory_space S = E::space;
  auto const source = static_cast<std::size_t>(problem.graph.source());
  auto const length = static_cast<std::size_t>(to_vector(exec, problem.costs.height.subspan(source, 1))[0]);
  work_array<id, S> vertex(exec, memory, length), edges(exec, memory, length),
      begin(exec, memory, length + 1);
  for_each_n(exec, 1, list_best_path_op<S>{problem, vertex.view(), edges.view()});
  exclusive_scan(exec, edges.read(), begin.view());
  auto const all = static_cast<std::size_t>(to_vector(exec, begin.read().subspan(length, 1))[0]);
  work_array<id, S> chosen(exec, memory, all);
  best_path_edges<S> const choose{{problem, {}, {}, {}, most}, vertex.read(), begin.read(), best};
  std::size_t const count = select(exec, all, choose, chosen.view());
  store.reserve(store.kept(), count);
  store.set_open(count);
  for_each_n(exec, count, make_root_children_op<S>{choose, chosen.read(), store.open_rows()});
}

}  // namespace gsta::detail
