#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gsta/constrain/credit_levels.hpp"
#include "gsta/constrain/detail/clock_vertices.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta::detail {

/// Captures below one head, or below all roots, and how launches share their clock paths: vertices where the
/// two may part, in columns from the clock's start on. Above a head that is no root all these captures have
/// the same path, and a launch that joins it there is in that one column alone.
class clock_class {
 public:
  /// An entry of a row: the stage in a column.
  struct entry {
    id column, stage;
  };

  clock_class(clock_stages const& stages, clock_vertices const& vertices, split launching, id entry_stage)
      : stages_(stages), vertices_(vertices), launching_(launching), entry_(entry_stage) {}

  /// Whether captures at a vertex's stage are of this class once they come up there.
  bool holds(id v) const noexcept {
    id const head = vertices_.head(v);
    return entry_ == none ? vertices_.is_root(head) : head == vertices_.head(vertices_.of(entry_));
  }

  void mark(std::vector<id> const& launches, std::vector<id> const& captures) {
    state_.assign(vertices_.count(), {});
    for (id const t : captures) {
      for (id s = t; s != none && holds(vertices_.of(s)); s = up(s, false))
        state_[vertices_.of(s)].captures = true;
    }
    if (has_spine()) {
      for (id s = up(entry_, false); s != none; s = up(s, false)) {
        state_[vertices_.of(s)].on_spine = static_cast<id>(spine_.size());
        spine_.push_back(s);
      }
    }
    for (id const s : launches) mark_launch(s);
    for (std::size_t v = 0; v < state_.size(); ++v) {
      id const above = vertices_.parent(static_cast<id>(v));
      if (is_live(static_cast<id>(v)) && above != none && ++state_[above].children > 1)
        state_[above].is_level = true;
    }
    for (auto const& ends : {std::pair{&launches, true}, std::pair{&captures, false}}) {
      for (id const s : *ends.first) {
        id const end = first_live(s, ends.second);
        if (end != none) state_[vertices_.of(end)].is_level = true;
      }
    }
    // From the clock's start on: the shared path's last stages come first.
    for (std::size_t i = spine_.size(); i-- > 0;) {
      if (joins_.contains(static_cast<id>(i))) joins_[static_cast<id>(i)] = columns_++;
    }
    first_column_ = columns_;
    for (std::size_t v = 0; v < state_.size(); ++v) {
      if (is_live(static_cast<id>(v)) && state_[v].is_level)
        columns_ = std::max(columns_, first_column_ + depth(static_cast<id>(v)) + 1);
    }
  }

  /// The captures' stage at their head; none: they are below roots.
  id entry_stage() const noexcept { return entry_; }
  id columns() const noexcept { return columns_; }
  /// Whether launches join the captures above their head: those that do below are in no such credit level.
  bool is_joined_above() const noexcept { return !joins_.empty(); }
  /// Whether any capture's path passes a vertex.
  bool meets(id v) const noexcept { return state_[v].captures || state_[v].on_spine != none; }

  /// The last stage of a capture's path that any launch shares, from its end (`capture_end`) upwards; none:
  /// no launch does.
  id last_shared(id end) const noexcept {
    if (is_live(vertices_.of(end))) return end;
    return joins_.empty() ? none : spine_[joins_.begin()->first];
  }

  /// The stages of a launch by column, ascending.
  std::vector<entry> launch(id s) const {
    bool inside = false;
    id at = s;
    for (; at != none && !inside; at = inside ? at : up(at, true)) {
      if (holds(vertices_.of(at)))
        inside = true;
      else if (id const i = spine_position(at); i != none)
        return {{joins_.at(i), at}};
    }
    return at == none ? std::vector<entry>{} : levels_above(at, true);
  }
  /// Those of a capture.
  std::vector<entry> capture(id t) const {
    std::vector<entry> result;
    result.reserve(joins_.size());
    for (auto const& [i, column] : joins_) result.push_back({column, spine_[i]});
    std::reverse(result.begin(), result.end());
    auto const inside = levels_above(t, false);
    result.insert(result.end(), inside.begin(), inside.end());
    return result;
  }
  /// What captures from `t` on look alike to launches: the first stage that a launch may share, or the last.
  id capture_end(id t) const {
    id const end = first_live(t, false);
    if (end != none) return end;
    id s = t;
    for (id above = up(s, false); above != none && holds(vertices_.of(above)); above = up(s, false))
      s = above;
    return s;
  }

 private:
  struct vertex_state {
    bool captures = false, launches = false, is_level = false;
    id children = 0, depth = none, on_spine = none;
  };

  id up(id s, bool launch) const noexcept {
    bool const late = (launching_ == split::late) == launch;
    return stages_.parent(late ? split::late : split::early, s);
  }
  /// Where every path counts, what joins captures above their head has credits of its own.
  bool has_spine() const noexcept { return entry_ != none && !stages_.looks_at_every_path(); }
  bool is_live(id v) const noexcept { return state_[v].captures && state_[v].launches; }

  void mark_launch(id s) {
    for (id at = s; at != none; at = up(at, true)) {
      if (holds(vertices_.of(at))) {
        for (; at != none && holds(vertices_.of(at)); at = up(at, true))
          state_[vertices_.of(at)].launches = true;
        return;
      }
      if (id const i = spine_position(at); i != none) {
        joins_[i] = none;
        return;
      }
    }
  }
  id spine_position(id s) const noexcept { return state_[vertices_.of(s)].on_spine; }
  id first_live(id s, bool launch) const {
    for (; s != none; s = up(s, launch)) {
      if (holds(vertices_.of(s)) && is_live(vertices_.of(s))) return s;
    }
    return none;
  }
  std::vector<entry> levels_above(id s, bool launch) const {
    std::vector<entry> result;
    for (; s != none && holds(vertices_.of(s)); s = up(s, launch)) {
      id const v = vertices_.of(s);
      if (is_live(v) && state_[v].is_level) result.push_back({first_column_ + depth_of(v), s});
    }
    std::reverse(result.begin(), result.end());
    return result;
  }
  id depth_of(id v) const noexcept { return state_[v].depth; }
  /// How many levels are above.
  id depth(id v) {
    std::vector<id> way;
    for (id w = v; w != none && state_[w].depth == none; w = vertices_.parent(w)) way.push_back(w);
    for (std::size_t i = way.size(); i-- > 0;) {
      id const above = vertices_.parent(way[i]);
      state_[way[i]].depth = above == none ? 0 : state_[above].depth + (state_[above].is_level ? 1 : 0);
    }
    return state_[v].depth;
  }

  clock_stages const& stages_;
  clock_vertices const& vertices_;
  split launching_;
  id entry_;                          // the captures' stage at their head; none: below roots
  vector_by_id<vertex_state> state_;  // [vertices]
  vector_by_id<id> spine_;            // the captures' stages above their head, upwards
  std::map<id, id> joins_;            // positions on it where launches join, and their columns
  id columns_ = 0, first_column_ = 0;
};

}  // namespace gsta::detail
