#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/clock_levels.hpp"
#include "gsta/constrain/detail/clock_paths.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta::detail {

/// Cuts clock paths into credit levels, for late data and for early data by themselves: they share credit
/// levels, but no row.
class credit_level_maker {
 public:
  explicit credit_level_maker(clock_paths const& of)
      : stages_(*of.stages),
        ends_(of.ends),
        meetings_(of.meetings.get()),
        vertices_(stages_, [&](id s) { return of.meetings != nullptr && of.meetings->is_head(s); }) {
    made_.launch_row.assign(conditions * of.ends.nodes, 0);
    made_.capture_row.assign(of.ends.checks, 0);
    made_.opening_row.assign(of.ends.pairs, 0);
  }

  host_credit_levels take() {
    for (split const side : {split::early, split::late}) add_side(side);
    made_.place = stages_.places();
    if (meetings_ != nullptr) {
      made_.place.insert(made_.place.end(), meetings_->places().begin(), meetings_->places().end());
      made_.reconvergence = meetings_->take();
      made_.simplified = meetings_->simplified();
    }
    find_origins();
    for (auto const& row : launches_) {
      for (std::size_t l = 0; l < made_.credit_levels; ++l)
        made_.starts.push_back(l < row.size() ? row[l] : credit_start{});
    }
    for (auto const& row : captures_) {
      for (std::size_t l = 0; l < made_.credit_levels; ++l)
        made_.leaves_out.push_back(l < row.size() ? row[l] : is_not_at_level);
    }
    return std::move(made_);
  }

 private:
  using entry = clock_class::entry;
  /// One credit level: captures of one class with one phase of the clock at its column.
  struct credit_level {
    std::size_t of_class;
    id column, phase;
    auto operator<=>(credit_level const&) const = default;
  };

  static constexpr id shares_nothing = -1;  // a column
  static constexpr credit_start alone{none, none, group_alone};

  static split other(split side) { return side == split::late ? split::early : split::late; }
  id top(split side, id s) const {
    while (stages_.parent(side, s) != none) s = stages_.parent(side, s);
    return s;
  }
  /// The stage at the head that a capture's path comes to; none below roots.
  id entry_of(split side, id t) const {
    id s = t, const_head = vertices_.head(vertices_.of(t));
    while (vertices_.of(s) != const_head) s = stages_.parent(other(side), s);
    return vertices_.is_root(const_head) ? none : s;
  }

  void add_side(split side) {
    auto const& launches = ends_.launches[static_cast<int>(side)];
    auto const& captures = ends_.captures[static_cast<int>(side)];
    std::vector<id> starts;
    starts.reserve(launches.size());
    for (auto const& of : launches) starts.push_back(stages_.first_shared(of.stage, of.skips_wire, side));
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    std::map<id, std::vector<id>> by_entry;
    vector_by_id<id> entry_at(stages_.count(), none - 1);
    for (auto const& of : captures) {
      if (entry_at[of.stage] != none - 1) continue;
      entry_at[of.stage] = entry_of(side, of.stage);
      by_entry[entry_at[of.stage]].push_back(of.stage);
    }
    classes_.clear();
    std::map<id, std::size_t> class_of;
    for (auto const& [entry_stage, members] : by_entry) {
      class_of[entry_stage] = classes_.size();
      classes_.emplace_back(stages_, vertices_, side, entry_stage);
      classes_.back().mark(starts, members);
    }
    made_.classes = std::max(made_.classes, classes_.size());
    for (auto const& c : classes_) made_.nested = made_.nested && !c.is_joined_above();
    credit_levels_.clear();
    for (auto const& [entry_stage, k] : class_of) {
      if (tops_hide_sharing(side, starts, entry_stage, classes_[k]))
        credit_levels_[{k, shares_nothing, 0}] = 0;
    }

    phase_.assign(stages_.count(), none);
    taken_.clear();
    fresh_ = static_cast<id>(stages_.count());
    vector_by_id<id> row_at(stages_.count(), none);
    std::vector<std::pair<id, std::size_t>> rows;  // first stage and class
    for (auto const& of : captures) {
      std::size_t const k = class_of[entry_at[of.stage]];
      id const end = classes_[k].capture_end(of.stage);
      if (row_at[end] == none) {
        row_at[end] = static_cast<id>(captures_.size() + rows.size());
        rows.push_back({end, k});
        for (entry const& e : classes_[k].capture(end))
          credit_levels_[{k, e.column, phase(side, e.stage)}] = 0;
      }
      (of.opens ? made_.opening_row : made_.capture_row)[of.index] = row_at[end];
    }
    std::size_t count = 1;
    for (auto& [key, number] : credit_levels_) number = count++;
    made_.credit_levels = std::max(made_.credit_levels, count);
    in_front_.assign(count, {});
    stepped_.clear();
    for (std::size_t k = 0; k < classes_.size(); ++k) {
      if (std::size_t const own = own_of_nothing(k); own != 0) set_level(launches_[0], own, alone);
    }
    for (auto const& [end, k] : rows) add_capture_row(side, end, k, count);
    add_launch_rows(side, launches, count);
  }

  /// Whether launches share clock paths with a class's captures though both come from different starts:
  /// credit level 0 does not see that.
  bool tops_hide_sharing(split side, std::vector<id> const& starts, id entry_stage,
                         clock_class const& of) const {
    if (entry_stage == none) return false;  // trees, each with its own start
    if (meetings_ != nullptr) return true;
    id const start = vertices_.of(top(other(side), entry_stage));
    return std::any_of(starts.begin(), starts.end(),
                       [&](id s) { return vertices_.of(top(side, s)) != start && !of.launch(s).empty(); });
  }
  /// The credit level of those that share nothing with a class; 0: that of all.
  std::size_t own_of_nothing(std::size_t k) const {
    auto const found = credit_levels_.find({k, shares_nothing, 0});
    return found == credit_levels_.end() ? 0 : found->second;
  }
  static void set_level(std::vector<credit_start>& row, std::size_t at, credit_start const& to) {
    row.resize(std::max(row.size(), at + 1));
    row[at] = to;
  }

  void add_capture_row(split side, id end, std::size_t k, std::size_t credit_levels) {
    std::vector<id> row(credit_levels, is_not_at_level);
    if (std::size_t const own = own_of_nothing(k); own != 0)
      row[own] = leaves_nothing_out;
    else
      row[0] = vertices_.of(top(other(side), end));
    auto const entries = classes_[k].capture(end);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      std::size_t const l = credit_levels_.at({k, entries[i].column, phase(side, entries[i].stage)});
      row[l] = i + 1 < entries.size() ? vertices_.of(entries[i + 1].stage) : leaves_nothing_out;
    }
    add_order(row);
    captures_.push_back(std::move(row));
    bool const outside = meetings_ != nullptr && classes_[k].entry_stage() != none;
    made_.deepest.push_back(outside ? end : classes_[k].last_shared(end));
  }

  /// Which credit levels this capture is in one after the other.
  void add_order(std::vector<id> const& row) {
    std::size_t before = row.size();
    for (std::size_t l = 0; l < row.size(); ++l) {
      if (row[l] == is_not_at_level) continue;
      if (before < row.size()) in_front_[l].insert(before);
      before = l;
    }
  }
  /// A stage in a credit level has one way there, whoever is launched behind it.
  void add_steps(split side, std::vector<credit_start> const& row) {
    for (std::size_t l = 0; l < row.size(); ++l) {
      credit_start const& to = row[l];
      if (to.stage == none || !stepped_.insert(static_cast<std::size_t>(to.stage) * row.size() + l).second)
        continue;
      for (std::size_t const before : in_front_[l]) {
        credit_start const& from = row[before];
        if (from.group == group_absent) continue;
        made_.steps.push_back(
            {{from.stage, from.mate, group_absent}, {to.stage, to.mate, group_absent}, side});
      }
    }
  }

  void add_launch_rows(split side, std::vector<clock_ends::launch> const& launches,
                       std::size_t credit_levels) {
    std::map<std::pair<id, id>, id> rows;  // by stage and anchor
    vector_by_id<id> row_at(stages_.count(), none);
    auto const has_entry = [](auto const& c) { return c.entry_stage() != none; };
    bool const anchored = meetings_ != nullptr && std::any_of(classes_.begin(), classes_.end(), has_entry);
    for (auto const& of : launches) {
      id s = stages_.first_shared(of.stage, of.skips_wire, side);
      id const anchor = anchored ? meetings_->anchor(s) : none;
      auto const meets = [&](auto const& c) { return c.meets(vertices_.of(s)); };
      while (std::none_of(classes_.begin(), classes_.end(), meets) && stages_.parent(side, s) != none)
        s = stages_.parent(side, s);
      id& row = anchor == none ? row_at[s] : rows.try_emplace({s, anchor}, none).first->second;
      if (row == none) {
        row = static_cast<id>(launches_.size());
        launches_.push_back(launch_row(side, s, anchor, credit_levels));
        add_steps(side, launches_.back());
      }
      made_.launch_row[of.at] = row;
    }
  }
  std::vector<credit_start> launch_row(split side, id s, id anchor, std::size_t credit_levels) {
    std::vector<credit_start> row(credit_levels);
    row[0] = {none, none, vertices_.of(top(side, s))};
    for (std::size_t k = 0; k < classes_.size(); ++k) {
      auto const entries = classes_[k].launch(s);
      if (std::size_t const own = own_of_nothing(k); own != 0 && entries.empty())
        row[own] = outside(side, anchor, classes_[k]);
      for (std::size_t i = 0; i < entries.size(); ++i) {
        id const stage = entries[i].stage;
        bool const next = i + 1 < entries.size() && entries[i + 1].column == entries[i].column + 1;
        id const group = next ? vertices_.of(entries[i + 1].stage) : group_alone;
        for (auto at = credit_levels_.lower_bound({k, entries[i].column, 0});
             at != credit_levels_.end() && at->first.of_class == k && at->first.column == entries[i].column;
             ++at) {
          auto const mate = taken_.find({vertices_.of(stage), at->first.phase});
          bool const has_mate = mate != taken_.end() && mate->second != stage;
          row[at->second] = {stage, has_mate ? mate->second : none, group};
        }
      }
    }
    return row;
  }

  /// A launch that joins a class's captures nowhere below their head.
  credit_start outside(split side, id anchor, clock_class const& of) const {
    if (anchor == none) return alone;
    return {meetings_->stage_between(side, anchor, of.entry_stage()), none, group_alone};
  }

  /// Which of the clock's edges a capture's stage stands for, the same all along its path: a credit level is
  /// for one of them, since credits depend on it.
  id phase(split side, id s) {
    std::vector<id> way;
    for (id at = s; at != none && phase_[at] == none; at = stages_.parent(other(side), at)) way.push_back(at);
    for (std::size_t i = way.size(); i-- > 0;) {
      id const at = way[i], above = stages_.parent(other(side), at), v = vertices_.of(at);
      id wanted = above == none ? 0 : phase_[above];
      if (above == none) {
        while (taken_.contains({v, wanted})) ++wanted;
      } else if (taken_.contains({v, wanted})) {
        wanted = fresh_++;
      }
      phase_[at] = wanted;
      taken_[{v, wanted}] = at;
    }
    return phase_[s];
  }

  void find_origins() {
    made_.origin.assign(made_.place.size(), none);
    for (std::size_t s = 0; s < stages_.count(); ++s) made_.origin[s] = top(split::early, static_cast<id>(s));
    for (std::size_t s = stages_.count(); s < made_.origin.size(); ++s) made_.origin[s] = static_cast<id>(s);
  }

  clock_stages const& stages_;
  clock_ends const& ends_;
  clock_meetings* meetings_;  // or none
  clock_vertices vertices_;
  std::vector<clock_class> classes_;
  vector_by_id<id> phase_;                 // [stages]
  std::map<std::pair<id, id>, id> taken_;  // stage by vertex and phase
  id fresh_ = 0;                           // phases above are not used yet
  std::map<credit_level, std::size_t> credit_levels_;
  std::vector<std::set<std::size_t>>
      in_front_;  // [credit levels of a side] those that captures are in just before
  std::unordered_set<std::size_t> stepped_;  // of a side, stages in credit levels that have their steps
  std::vector<std::vector<credit_start>> launches_{{alone}};
  std::vector<std::vector<id>> captures_{{leaves_nothing_out}};
  host_credit_levels made_;
};

}  // namespace gsta::detail
