#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/clock_stages.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta::detail {

/// What all clock paths to a stage pass, and how far only one leads there. `fanin.arc` of two paths that meet
/// differ, or their stages do. Fan-in that no clock path comes through is taken off the stages.
class clock_dominators {
 public:
  explicit clock_dominators(clock_stages& stages) : stages_(stages) {
    std::size_t const n = stages.count();
    parent_.assign(n, none);
    depth_.assign(n, 0);
    single_.assign(n, 0);
    reached_.assign(n, 0);
    find_order();
    for (id const s : order_) find_parent(s);
  }

  /// Stages, each behind all that lead to it.
  std::vector<id> const& order() const noexcept { return order_; }
  id rank(id s) const noexcept { return rank_[s]; }
  id depth(id s) const noexcept { return depth_[s]; }
  /// The last stage that all paths to `s` pass, or none.
  vector_by_id<id> const& parents() const noexcept { return parent_; }
  /// Whether one path alone leads to `s`.
  bool is_single(id s) const noexcept { return single_[s] != 0; }
  /// Whether several meet at `s` itself.
  bool is_merge(id s) const noexcept { return stages_.fanins(s).size() + (stages_.starts(s) ? 1u : 0u) > 1; }
  /// The last stage that all paths to both pass, or none.
  id common(id a, id b) const noexcept {
    while (a != b && a != none && b != none)
      (depth_[a] < depth_[b] ? b : a) = up(depth_[a] < depth_[b] ? b : a);
    return a == b ? a : none;
  }

  /// Names of stages: by pin as long as one path leads there, pin by pin the same; else each its own.
  std::vector<id> names() const {
    vector_by_id<id> name(stages_.count(), none);
    std::map<std::pair<std::pair<id, id>, id>, id> known;
    id count = 0;
    for (id const s : order_) {
      if (!is_single(s)) {
        name[s] = count++;
        continue;
      }
      id const above = parent_[s];
      auto const [at, fresh] =
          known.try_emplace({stages_.pin_key(s), above == none ? none : name[above]}, count);
      count += fresh ? 1 : 0;
      name[s] = at->second;
    }
    return name;
  }

 private:
  id up(id s) const noexcept { return parent_[s]; }

  void find_order() {
    std::size_t const n = stages_.count();
    rank_.assign(n, none);
    std::vector<std::pair<id, std::size_t>> open;  // stages on the way, and which of their fan-in comes next
    vector_by_id<std::uint8_t> seen(n, 0);
    for (std::size_t first = 0; first < n; ++first) {
      if (seen[first] != 0) continue;
      seen[first] = 1;
      open.push_back({static_cast<id>(first), 0});
      while (!open.empty()) {
        auto& [s, next] = open.back();
        auto const& fanins = stages_.fanins(s);
        if (next == fanins.size()) {
          rank_[s] = static_cast<id>(order_.size());
          order_.push_back(s);
          open.pop_back();
        } else if (id const above = fanins[next++].above; seen[above] == 0) {
          seen[above] = 1;
          open.push_back({above, 0});
        }
      }
    }
  }

  void find_parent(id s) {
    stages_.keep_fanins(s, [&](id above) { return reached_[above] != 0; });
    reached_[s] = stages_.starts(s) || !stages_.fanins(s).empty();
    auto const& fanins = stages_.fanins(s);
    id parent = fanins.empty() || stages_.starts(s) ? none : fanins[0].above;
    for (auto const& of : fanins) parent = parent == none ? none : common(parent, of.above);
    parent_[s] = parent;
    depth_[s] = parent == none ? 0 : depth_[parent] + 1;
    single_[s] = !is_merge(s) && (fanins.empty() || is_single(fanins[0].above));
  }

  clock_stages& stages_;
  vector_by_id<id> order_, rank_, parent_, depth_;
  vector_by_id<std::uint8_t> single_, reached_;
};

}  // namespace gsta::detail
