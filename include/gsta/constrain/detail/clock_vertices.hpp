#pragma once

#include <cstdint>
#include <map>

#include "gsta/constrain/detail/clock_stages.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta::detail {

/// What clock paths share: a vertex for stages that count as one. Vertices are a tree below each one that
/// clock paths leave upwards in different ways (`heads`); whole trees start at heads that nothing is above.
class clock_vertices {
 public:
  /// `is_head(stage)`: vertices that have no vertex above whatever stages say.
  template <class F>
  clock_vertices(clock_stages const& stages, F const& is_head) {
    std::map<std::pair<id, id>, id> known;
    for (std::size_t s = 0; s < stages.count(); ++s) {
      auto const [at, fresh] =
          known.try_emplace(stages.key(static_cast<id>(s)), static_cast<id>(known.size()));
      of_.push_back(at->second);
      if (fresh) parent_.push_back(unknown);
    }
    for (std::size_t s = 0; s < stages.count(); ++s) {
      for (split const side : {split::early, split::late}) {
        id const above = stages.parent(side, static_cast<id>(s));
        id const vertex = above == none ? none : of_[above];
        id& parent = parent_[of_[s]];
        parent = parent == unknown || parent == vertex ? vertex : several;
      }
    }
    for (std::size_t s = 0; s < stages.count(); ++s)
      if (is_head(static_cast<id>(s))) parent_[of_[s]] = several;
    head_.assign(parent_.size(), none);
    for (std::size_t v = 0; v < parent_.size(); ++v) find_head(static_cast<id>(v));
  }

  std::size_t count() const noexcept { return parent_.size(); }
  id of(id stage) const noexcept { return of_[stage]; }
  /// The vertex above; none at heads.
  id parent(id v) const noexcept { return parent_[v] < 0 ? none : parent_[v]; }
  id head(id v) const noexcept { return head_[v]; }
  /// Whether nothing is above a head.
  bool is_root(id head) const noexcept { return parent_[head] == none; }

 private:
  static constexpr id several = -2, unknown = -3;

  void find_head(id v) {
    id at = v;
    while (head_[at] == none && parent_[at] >= 0) at = parent_[at];
    id const head = head_[at] == none ? at : head_[at];
    for (id w = v; head_[w] == none; w = parent_[w]) {
      head_[w] = head;
      if (w == at) break;
    }
  }

  vector_by_id<id> of_, parent_, head_;
};

}  // namespace gsta::detail
