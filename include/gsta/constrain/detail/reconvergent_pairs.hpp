#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/clock_dominators.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/core/sort.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta::detail {

/// Pairs of stages, and from which pairs their paths come. The stage that is further from the clock's start
/// goes back first: so two paths are at one stage at once wherever they share it.
class reconvergent_pairs {
 public:
  reconvergent_pairs(clock_stages const& stages, clock_dominators const& dominators, std::size_t most_pairs)
      : stages_(stages), dominators_(dominators), names_(dominators.names()), most_pairs_(most_pairs) {}

  vector_by_id<id> const& names() const noexcept { return names_; }
  /// The last stage at or above `s` where paths meet, or up to which one path leads.
  id settled(id s) const {
    while (!dominators_.is_single(s) && !dominators_.is_merge(s)) s = stages_.fanins(s)[0].above;
    return s;
  }

  /// The last stages of one name that all paths to two stages pass; none where there are none.
  std::pair<id, id> shared(id a, id b) const {
    while (a != none && b != none && names_[a] != names_[b]) {
      id& deeper = dominators_.depth(a) < dominators_.depth(b) ? b : a;
      deeper = dominators_.parents()[deeper];
    }
    return a == none || b == none ? std::pair{none, none} : std::pair{a, b};
  }

  /// The pair of two stages, or none: there would be too many, or arrivals start where paths meet.
  id at(id late, id early) {
    std::size_t const before = pairs_.size();
    id const result = known(late, early);
    for (std::size_t i = before; i < pairs_.size(); ++i) {
      if (pairs_.size() <= most_pairs_ && find_steps(i)) continue;
      while (pairs_.size() > before) {
        known_.erase({pairs_.back().of.late, pairs_.back().of.early});
        pairs_.pop_back();
      }
      return none;
    }
    return result;
  }

  /// All pairs, level by level; `number` becomes their places there. Stages of pairs become places.
  host_reconvergence take(vector_by_id<id>& number) const {
    auto const level = levels();
    std::vector<id> sorted(pairs_.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = static_cast<id>(i);
    gsta::stable_sort(sorted.begin(), sorted.end(), [&](id a, id b) { return level[a] < level[b]; });
    number.assign(pairs_.size(), none);
    for (std::size_t i = 0; i < sorted.size(); ++i) number[sorted[i]] = static_cast<id>(i);
    host_reconvergence made;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      record const& of = pairs_[sorted[i]];
      if (i == 0 || level[sorted[i]] != level[sorted[i - 1]]) made.level_begin.push_back(i);
      reconvergent_pair ends = of.of;
      ends.late = stages_.place(ends.late);
      ends.early = stages_.place(ends.early);
      made.pair.push_back(ends);
      for (reconvergence_step step : of.steps) {
        step.from = number[step.from];
        made.step.push_back(step);
      }
      made.begin.push_back(static_cast<id>(made.step.size()));
    }
    made.level_begin.push_back(sorted.size());
    return made;
  }

 private:
  struct record {
    reconvergent_pair of;  // its stages
    std::vector<reconvergence_step> steps;
  };

  id known(id late, id early) {
    if (late == early) late = early = settled(late);
    auto const [at, fresh] = known_.try_emplace({late, early}, static_cast<id>(pairs_.size()));
    if (fresh) pairs_.push_back({{late, early, none, none}, {}});
    return at->second;
  }

  /// Steps of a pair; false where arrivals start among paths.
  bool find_steps(std::size_t i) {
    id const late = pairs_[i].of.late, early = pairs_[i].of.early;
    bool const late_single = dominators_.is_single(late), early_single = dominators_.is_single(early);
    if (late_single && early_single) {
      auto const [stage, mate] = shared(late, early);
      pairs_[i].of.stage = stage;
      pairs_[i].of.mate = stage == mate ? none : mate;
      return true;
    }
    bool const late_moves =
        !late_single && (early_single || dominators_.rank(late) >= dominators_.rank(early));
    bool const early_moves = !late_moves || late == early;
    if ((late_moves && stages_.starts(late)) || (early_moves && stages_.starts(early))) return false;
    std::vector<reconvergence_step> steps;
    if (late == early) {
      for (auto const& a : stages_.fanins(late)) {
        for (auto const& b : stages_.fanins(late)) {
          if (!a.late || !b.early) continue;
          bool const same = &a == &b;
          steps.push_back({known(a.above, b.above), same ? none : a.arc, same ? none : b.arc});
        }
      }
    } else {
      for (auto const& of : stages_.fanins(late_moves ? late : early)) {
        if (late_moves && of.late) steps.push_back({known(of.above, early), of.arc, none});
        if (early_moves && of.early) steps.push_back({known(late, of.above), none, of.arc});
      }
    }
    pairs_[i].steps = std::move(steps);
    return true;
  }

  vector_by_id<id> levels() const {
    // Pairs stand before those in front of them, but where these were known before.
    vector_by_id<id> level(pairs_.size(), none), open;
    for (std::size_t first = 0; first < pairs_.size(); ++first) {
      open.push_back(static_cast<id>(first));
      while (!open.empty()) {
        id const at = open.back();
        id found = level[at] == none ? 0 : level[at];
        std::size_t const waiting = open.size();
        for (auto const& step : pairs_[at].steps) {
          if (level[step.from] == none)
            open.push_back(step.from);
          else
            found = std::max(found, level[step.from] + 1);
        }
        if (open.size() > waiting) continue;
        level[at] = found;
        open.pop_back();
      }
    }
    return level;
  }

  clock_stages const& stages_;
  clock_dominators const& dominators_;
  vector_by_id<id> names_;
  std::size_t most_pairs_;
  std::map<std::pair<id, id>, id> known_;
  vector_by_id<record> pairs_;
};

}  // namespace gsta::detail
