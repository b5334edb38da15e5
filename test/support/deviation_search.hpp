#pragma once

#include <algorithm>
#include <queue>
#include <utility>
#include <vector>

#include "gsta/path/path_set.hpp"
#include "test/support/deviation.hpp"

namespace gsta_test::plain {

using namespace gsta;

/// Best-first search over deviations from the arrival tree.
class deviation_search {
 public:
  deviation_search(path_graph const& graph, femtoseconds slack_below)
      : graph_(graph), tree_(make_arrival_tree(graph)), slack_below_(slack_below) {}

  /// The worst path of each end that some path reaches, in order.
  std::vector<deviation> roots() const {
    std::vector<deviation> result;
    for (std::size_t i = 0; i < graph_.ends.size(); ++i) {
      path_end const& end = graph_.ends[i];
      femtoseconds const cost = tree_.best[end.vertex];
      if (cost == no_path || cost + end.offset >= slack_below_) continue;
      result.push_back({.slack = cost + end.offset, .end = static_cast<id>(i)});
    }
    std::sort(result.begin(), result.end(), path_order{&tree_, &found_});
    return result;
  }

  /// Finds the first k paths that come from these roots.
  void run(std::vector<deviation> const& roots, std::size_t k) {
    candidate_pool pool({&tree_, &found_}, k);
    for (deviation const& root : roots) pool.push(root);
    while (!pool.empty()) {
      found_.push_back(pool.pop());
      deviate(pool);
    }
  }

  /// Finds the first `each` paths from every root, as far as they may be among the first k of all.
  void run_each(std::vector<deviation> const& roots, std::size_t each, std::size_t k) {
    std::priority_queue<femtoseconds> kept;  // the k smallest slacks so far, largest on top
    for (deviation const& root : roots) {
      if (kept.size() == k && root.slack > kept.top()) break;
      std::size_t const first = found_.size();
      run({root}, each);
      for (std::size_t i = first; i < found_.size(); ++i) {
        kept.push(found_[i].slack);
        if (kept.size() > k) kept.pop();
      }
      if (kept.size() == k) slack_below_ = std::min(slack_below_, kept.top() + 1);
    }
  }

  /// The first k of the paths found, with all their steps.
  path_set trace(std::size_t k) const {
    // Paths of one end were found in order; a stable sort puts the ends together.
    std::vector<deviation const*> ranked;
    for (deviation const& path : found_) ranked.push_back(&path);
    std::stable_sort(ranked.begin(), ranked.end(), [](deviation const* a, deviation const* b) {
      return a->slack != b->slack ? a->slack < b->slack : a->end < b->end;
    });
    if (ranked.size() > k) ranked.resize(k);
    path_set paths;
    for (deviation const* path : ranked) add_trace(*path, paths);
    return paths;
  }

 private:
  /// Pushes the paths that deviate once from the path found last, after its own deviation.
  void deviate(candidate_pool& pool) const {
    deviation const& path = found_.back();
    deviation child{.slack = path.slack,
                    .end = path.end,
                    .parent = static_cast<id>(found_.size()) - 1,
                    .level = path.level + 1,
                    .depth = path.depth + 1,
                    .vertex = graph_.ends[path.end].vertex};
    if (path.parent != none) {
      if (path.entry == none) return;
      child.vertex = graph_.fanin_from[path.entry];
    }
    while (true) {
      id const v = child.vertex, taken = tree_.choice[v];
      if (taken != none && graph_.start[v] != no_path) push(pool, path, child, none, graph_.start[v]);
      for (id k = graph_.fanin_begin[v]; k < graph_.fanin_begin[v + 1]; ++k) {
        femtoseconds const before = tree_.best[graph_.fanin_from[k]];
        if (k != taken && before != no_path) push(pool, path, child, k, before + graph_.weight[k]);
      }
      if (taken == none) return;
      child.vertex = graph_.fanin_from[taken];
      ++child.depth;
    }
  }

  /// `cost`: of coming in by `entry`. The sidetrack cost is how much that is more than the tree's way in.
  void push(candidate_pool& pool, deviation const& path, deviation& child, id entry,
            femtoseconds cost) const {
    child.slack = path.slack + (cost - tree_.best[child.vertex]);
    child.entry = entry;
    if (child.slack < slack_below_) pool.push(child);
  }

  void add_trace(deviation const& path, path_set& paths) const {
    std::vector<deviation const*> turns;  // the one nearest to the end last
    for (deviation const* d = &path; d->parent != none; d = &found_[d->parent]) turns.push_back(d);
    path_end const& end = graph_.ends[path.end];
    std::vector<std::pair<id, id>> steps;  // vertex and way in, from the end
    id v = end.vertex;
    for (id depth = 0; v != none; ++depth) {
      bool const turn = !turns.empty() && turns.back()->depth == depth;
      id const entry = turn ? turns.back()->entry : tree_.choice[v];
      if (turn) turns.pop_back();
      steps.push_back({v, entry});
      v = entry == none ? none : graph_.fanin_from[entry];
    }
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      id const pin = graph_.pin_vertex(step->first);
      paths.add_step(pin / 2, static_cast<edge>(pin % 2),
                     step->second == none ? none : graph_.fanin_arc[step->second]);
    }
    paths.end_path(path.slack, end.check, end.data_edge);
  }

  path_graph const& graph_;
  arrival_tree tree_;
  femtoseconds slack_below_;
  std::vector<deviation> found_;
};

}  // namespace gsta_test::plain
