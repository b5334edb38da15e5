#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "gsta/path/detail/bounded/line_graph.hpp"

namespace gsta::detail {

/// All paths within a bound as a deviation tree, wave by wave: wave w has the paths of w sidetracks. Children
/// of a path lie together, in the order of `way_on`.
///
/// `last` is a path's last sidetrack by its active number; the root's is one behind the last sidetrack, whose
/// list is the source's. `rank` is the path's rank along the walk among all: what the total order comes
/// down to where costs are equal.
template <memory_space S>
struct wave_tree {
  span<femtoseconds, S> cost;
  span<id, S> parent, last, depth;
  span<id, S> first_child, children;
  span<id, S> lefts;   // children that turn off before the way straight on
  span<id, S> before;  // paths that descend from those before it, of its wave or of its parent's children
  span<id, S> rank;
};

template <memory_space S>
struct plant_root_op {
  wave_tree<S> tree;
  femtoseconds best;
  id list;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    tree.cost[i] = best;
    tree.parent[i] = none;
    tree.last[i] = list;
    tree.depth[i] = 0;
  }
};

/// Children that a path can afford.
template <memory_space S>
struct count_children_op {
  line_graph_view<S> lines;
  wave_tree<S> tree;
  std::size_t first;
  femtoseconds dearest;
  span<std::int64_t, S> children;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    femtoseconds const most = dearest - tree.cost[first + i];
    id const list = tree.last[first + i];
    id lefts = 0, all = 0;
    if (lines.least[list] <= most) {
      id const middle = lines.middle[list], end = lines.end[list];
      for (id k = lines.begin[list]; k < middle; ++k) lefts += lines.detour[k] <= most ? 1 : 0;
      all = lefts;
      for (id k = middle; k < end; ++k) all += lines.detour[k] <= most ? 1 : 0;
    }
    tree.lefts[first + i] = lefts;
    children[i] = all;
  }
};

template <memory_space S>
struct fill_children_op {
  line_graph_view<S> lines;
  wave_tree<S> tree;
  std::size_t first, end;
  femtoseconds dearest;
  span<std::int64_t const, S> begin;

  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const parent = first + i;
    id child = static_cast<id>(static_cast<std::int64_t>(end) + begin[i]);
    tree.first_child[parent] = child;
    tree.children[parent] = static_cast<id>(begin[i + 1] - begin[i]);
    if (begin[i] == begin[i + 1]) return;
    femtoseconds const cost = tree.cost[parent], most = dearest - cost;
    id const list = tree.last[parent];
    for (id k = lines.begin[list]; k < lines.end[list]; ++k) {
      if (lines.detour[k] > most) continue;
      tree.cost[child] = cost + lines.detour[k];
      tree.parent[child] = static_cast<id>(parent);
      tree.last[child] = lines.next[k];
      tree.depth[child++] = tree.depth[parent] + 1;
    }
  }
};

/// Where the paths of a wave lie. `before` has one element more for each wave, its total.
struct wave_bounds {
  std::size_t wave, first, end;
};

/// Paths of a wave with all that descend from them. The next wave has been summed up.
template <memory_space S>
struct descendants_op {
  wave_tree<S> tree;
  wave_bounds at;
  span<id, S> size;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const node = at.first + i;
    if (tree.children[node] == 0) {
      size[i] = 1;
      return;
    }
    auto const child = static_cast<std::size_t>(tree.first_child[node]) + at.wave + 1;
    size[i] = 1 + tree.before[child + static_cast<std::size_t>(tree.children[node])] - tree.before[child];
  }
};

/// Ranks of a wave, from those of the wave before: a path stands between what descends from its children
/// that turn off before its way straight on, and the others.
template <memory_space S>
struct rank_along_walk_op {
  wave_tree<S> tree;
  wave_bounds at;
  GSTA_HD void operator()(std::size_t i) const noexcept {
    std::size_t const node = at.first + i;
    id rank = 0;
    if (id const parent = tree.parent[node]; parent != none) {
      auto const right = static_cast<std::size_t>(tree.first_child[parent] + tree.lefts[parent]);
      rank = tree.rank[parent] + (node >= right ? 1 : 0) + tree.before[node + at.wave] -
             tree.before[right + at.wave];
    }
    if (tree.lefts[node] > 0) {
      std::size_t const begin = static_cast<std::size_t>(tree.first_child[node]) + at.wave + 1;
      rank += tree.before[begin + static_cast<std::size_t>(tree.lefts[node])] - tree.before[begin];
    }
    tree.rank[node] = rank;
  }
};

/// The tree of all paths within a bound, and room for it.
template <memory_space S>
class bounded_waves {
 public:
  template <executor E>
  bounded_waves(E const& exec, active_view<S> const& active, line_graph_view<S> const& lines,
                work_memory& memory, std::size_t expected)
      : memory_(&memory), active_(active), lines_(lines) {
    reserve(exec, std::max<std::size_t>(expected, 16));
  }

  std::size_t size() const { return begin_.back(); }
  std::size_t waves() const { return begin_.size() - 1; }
  std::size_t room() const { return cost_.size(); }
  wave_bounds bounds(std::size_t w) const { return {w, begin_[w], begin_[w + 1]}; }
  line_graph_view<S> const& lines() const { return lines_; }
  active_view<S> const& active() const { return active_; }
  work_memory& memory() const { return *memory_; }
  wave_tree<S> tree() noexcept {
    return {cost_.view(),     parent_.view(), last_.view(),   depth_.view(), first_child_.view(),
            children_.view(), lefts_.view(),  before_.view(), rank_.view()};
  }

  /// Waves that have been made: `begin` [waves + 1].
  void set_waves(std::vector<std::size_t> begin) { begin_ = std::move(begin); }
  void add_wave(std::size_t paths) { begin_.push_back(begin_.back() + paths); }

  /// Makes room; the waves there are stay.
  template <executor E>
  void reserve(E const& exec, std::size_t paths) {
    if (paths <= room()) return;
    require(paths < static_cast<std::size_t>(std::numeric_limits<id>::max()),
            "path search: more paths within the bound than ids can number");
    // A half more than needed, where that is allowed.
    std::size_t const bytes_of_path = sizeof(femtoseconds) + 6 * sizeof(id);
    bool const ample = room() > 0 && memory_->fits((paths + paths / 2) * bytes_of_path);
    std::size_t const enough = ample ? paths + paths / 2 : paths;
    enlarge(exec, cost_, enough);
    for (auto* array : {&parent_, &last_, &depth_, &first_child_, &children_, &lefts_})
      enlarge(exec, *array, enough);
  }
  template <executor E>
  void reserve_slots(E const& exec) {
    before_ = work_array<id, S>(exec, *memory_, size() + waves());
    rank_ = work_array<id, S>(exec, *memory_, size());
  }

 private:
  template <executor E, class T>
  void enlarge(E const& exec, work_array<T, S>& array, std::size_t to) {
    work_array<T, S> larger(exec, *memory_, to);
    std::size_t const used = array.size() == 0 ? 0 : size();
    copy(exec, array.read().subspan(0, used), larger.view().subspan(0, used));
    array = std::move(larger);
  }

  work_memory* memory_;
  active_view<S> active_;
  line_graph_view<S> lines_;
  std::vector<std::size_t> begin_{0};
  work_array<femtoseconds, S> cost_;
  work_array<id, S> parent_, last_, depth_, first_child_, children_, lefts_, before_, rank_;
};

/// Makes all paths up to the cost `dearest`. False where there are more than `most`; then there is no tree.
template <executor E>
bool grow_waves(E const& exec, bounded_waves<E::space>& waves, femtoseconds best, femtoseconds dearest,
                std::size_t most) {
  constexpr memory_space S = E::space;
  for_each_n(exec, 1, plant_root_op<S>{waves.tree(), best, static_cast<id>(waves.active().size())});
  waves.set_waves({0, 1});
  for (std::size_t parents = 1; parents > 0;) {
    wave_bounds const at = waves.bounds(waves.waves() - 1);
    work_array<std::int64_t, S> begin(exec, waves.memory(), parents + 1);
    {
      work_array<std::int64_t, S> count(exec, waves.memory(), parents);
      for_each_n(exec, parents,
                 count_children_op<S>{waves.lines(), waves.tree(), at.first, dearest, count.view()});
      exclusive_scan(exec, count.read(), begin.view());
    }
    auto const children = static_cast<std::size_t>(to_vector(exec, begin.read().subspan(parents, 1))[0]);
    if (children > most - std::min(most, at.end)) return false;
    waves.reserve(exec, at.end + children);
    for_each_n(exec, parents,
               fill_children_op<S>{waves.lines(), waves.tree(), at.first, at.end, dearest, begin.read()});
    if (children > 0) waves.add_wave(children);
    parents = children;
  }
  return true;
}

/// Finds each path's rank along the walk.
template <executor E>
void rank_waves(E const& exec, bounded_waves<E::space>& waves) {
  constexpr memory_space S = E::space;
  waves.reserve_slots(exec);
  wave_tree<S> const tree = waves.tree();
  for (std::size_t w = waves.waves(); w-- > 0;) {
    wave_bounds const at = waves.bounds(w);
    std::size_t const count = at.end - at.first;
    work_array<id, S> sizes(exec, waves.memory(), count);
    for_each_n(exec, count, descendants_op<S>{tree, at, sizes.view()});
    exclusive_scan(exec, sizes.read(), tree.before.subspan(at.first + w, count + 1));
  }
  for (std::size_t w = 0; w < waves.waves(); ++w) {
    wave_bounds const at = waves.bounds(w);
    for_each_n(exec, at.end - at.first, rank_along_walk_op<S>{tree, at});
  }
}

}  // namespace gsta::detail
