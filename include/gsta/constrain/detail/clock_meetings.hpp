#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/clock_ends.hpp"
#include "gsta/constrain/detail/reconvergent_pairs.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/core/vector_by_id.hpp"

namespace gsta::detail {

/// Clock paths that meet, every pair of them counted. What all paths to a stage pass is a tree, and stages
/// there give back what their own paths have in common at worst. Two stages whose paths meet off that tree
/// have a credit of their own: captures below such a stage, their anchor, are a class by themselves.
class clock_meetings {
 public:
  /// Makes `stages` look at every path.
  clock_meetings(clock_stages& stages, clock_ends const& ends, reconvergence_limits const& limits)
      : stages_(stages),
        limits_(limits),
        dominators_(stages),
        reconvergence_(stages, dominators_, limits.pairs) {
    stages.look_at_every_path(dominators_.parents(), reconvergence_.names());
    find_anchors();
    is_head_.assign(stages.count(), 0);
    for (split const side : {split::early, split::late}) find_heads(ends, side);
    for (split const side : {split::early, split::late}) pair_up(ends, side);
    for (std::size_t s = 0; s < stages.count(); ++s)
      if (!dominators_.is_single(static_cast<id>(s))) correct(static_cast<id>(s));
    ends_ = stages.count();
  }

  /// The last stage above which paths meet, or which is in front of where they do, at or above `s`.
  id anchor(id s) const noexcept { return anchor_[s]; }
  /// Whether captures below are a class by themselves.
  bool is_head(id s) const noexcept { return is_head_[s] != 0; }
  /// Places where paths meet.
  std::vector<id> merges() const {
    std::vector<id> places;
    for (id const s : dominators_.order())
      if (dominators_.is_merge(s)) places.push_back(stages_.place(s));
    return places;
  }
  /// Places and ends whose credits may be smaller than they are: there were too many pairs of paths.
  std::size_t simplified() const noexcept { return simplified_.size(); }

  /// A stage, behind all of the clock's, for what a launch at or below one anchor gets back against captures
  /// of a class.
  id stage_between(split side, id launch_anchor, id head) {
    auto const [at, fresh] =
        between_.try_emplace({side, launch_anchor, head}, static_cast<id>(ends_ + places_.size()));
    if (!fresh) return at->second;
    places_.push_back(stages_.place(launch_anchor));
    id const late = side == split::late ? launch_anchor : head;
    id const early = side == split::late ? head : launch_anchor;
    stage_reconvergence const by{{late, early, none, none}, reconvergence_.at(late, early)};
    corrected_.push_back({at->second, side == split::early ? by : stage_reconvergence{},
                          side == split::late ? by : stage_reconvergence{}});
    return at->second;
  }
  /// Places of the stages that `stage_between` made.
  std::vector<id> const& places() const noexcept { return places_; }

  host_reconvergence take() const {
    vector_by_id<id> number;
    host_reconvergence made = reconvergence_.take(number);
    auto const placed = [&](stage_reconvergence of) {
      if (of.pair == none) return stage_reconvergence{};
      return stage_reconvergence{{stages_.place(of.ends.late), stages_.place(of.ends.early), none, none},
                                 number[of.pair]};
    };
    for (auto const& of : corrected_) {
      made.stage.push_back(of.stage);
      made.early.push_back(placed(of.early));
      made.late.push_back(placed(of.late));
    }
    return made;
  }

 private:
  struct corrected_stage {
    id stage;
    stage_reconvergence early, late;
  };

  /// Stages in front of where paths meet, and those: with them all stages of one name.
  void find_anchors() {
    std::size_t const n = stages_.count();
    auto const& names = reconvergence_.names();
    vector_by_id<std::vector<id>> named(n);
    for (std::size_t s = 0; s < n; ++s) named[names[s]].push_back(static_cast<id>(s));
    vector_by_id<std::uint8_t> tangled(n, 0);
    std::vector<id> open;
    auto const mark = [&](id s) {
      for (id const t : named[names[s]]) {
        if (tangled[t] != 0) continue;
        tangled[t] = 1;
        open.push_back(t);
      }
    };
    for (std::size_t s = 0; s < n; ++s)
      if (dominators_.is_merge(static_cast<id>(s))) mark(static_cast<id>(s));
    while (!open.empty()) {
      id const s = open.back();
      open.pop_back();
      for (auto const& of : stages_.fanins(s)) mark(of.above);
    }
    anchor_.assign(n, none);
    for (id const s : dominators_.order()) {
      bool const stays = tangled[s] != 0 || stages_.fanins(s).empty();
      anchor_[s] = stays ? s : anchor_[stages_.fanins(s)[0].above];
    }
  }

  std::vector<id> anchors_of_launches(clock_ends const& ends, split side) const {
    std::set<id> found;
    for (auto const& of : ends.launches[static_cast<int>(side)])
      found.insert(anchor_[stages_.first_shared(of.stage, of.skips_wire, side)]);
    return {found.begin(), found.end()};
  }
  std::vector<id> anchors_of_captures(clock_ends const& ends, split side) const {
    std::set<id> found;
    for (auto const& of : ends.captures[static_cast<int>(side)]) found.insert(anchor_[of.stage]);
    return {found.begin(), found.end()};
  }

  /// Anchors of captures whose paths meet those of launches off the tree.
  void find_heads(clock_ends const& ends, split side) {
    auto const launches = anchors_of_launches(ends, side);
    auto const& names = reconvergence_.names();
    vector_by_id<id> seen(stages_.count(), none), passed(stages_.count(), none), open;  // by stage, by name
    id round = 0;
    for (id const head : anchors_of_captures(ends, side)) {
      visit(head, none, seen, round++, open, [&](id s) { return passed[names[s]] = head, true; });
      for (id const launch : launches) {
        if (is_head_[head] != 0 || visits_ > limits_.visits) break;
        if (dominators_.is_single(launch) && dominators_.is_single(head)) continue;
        id const tree = reconvergence_.shared(launch, head).first;
        if (tree == launch || (tree != none && names[tree] == names[head])) continue;
        if (!visit(launch, tree, seen, round++, open, [&](id s) { return passed[names[s]] != head; }))
          set_heads(head, 1);
      }
      if (visits_ > limits_.visits && is_head_[head] == 0) simplified_.insert(head);
    }
  }
  /// Goes back from a stage down to `last`, which it leaves out; stops and says false where `f` does.
  template <class F>
  bool visit(id from, id last, vector_by_id<id>& mark, id with, std::vector<id>& open, F const& f) {
    open.assign(1, from);
    mark[from] = with;
    while (!open.empty()) {
      id const s = open.back();
      open.pop_back();
      ++visits_;
      if (!f(s)) return false;
      for (auto const& of : stages_.fanins(s)) {
        if (of.above == last || mark[of.above] == with) continue;
        mark[of.above] = with;
        open.push_back(of.above);
      }
    }
    return true;
  }
  /// Captures of one name are classes together.
  void set_heads(id head, std::uint8_t value) {
    for (std::size_t s = 0; s < stages_.count(); ++s)
      if (reconvergence_.names()[s] == reconvergence_.names()[head]) is_head_[s] = value;
  }

  /// Looks whether all pairs that a class needs can be had.
  void pair_up(clock_ends const& ends, split side) {
    auto const launches = anchors_of_launches(ends, side);
    for (id const head : anchors_of_captures(ends, side)) {
      if (is_head_[head] == 0) continue;
      bool all = heads_.contains(head) || heads_.size() < limits_.classes;
      for (std::size_t i = 0; all && i < launches.size(); ++i) {
        id const late = side == split::late ? launches[i] : head;
        all = reconvergence_.at(late, side == split::late ? head : launches[i]) != none;
      }
      if (all) {
        heads_.insert(head);
        continue;
      }
      set_heads(head, 0);
      simplified_.insert(head);
    }
  }

  /// A stage gives back what its own paths have in common; where there are too many, what those of the stage
  /// above have.
  void correct(id s) {
    id at = s;
    while (at != none && !dominators_.is_single(at)) {
      id const pair = reconvergence_.at(at, at);
      if (pair != none) break;
      at = reconvergence_.settled(at);
      simplified_.insert(at);
      at = dominators_.parents()[at];
    }
    stage_reconvergence const by = at == none
                                       ? stage_reconvergence{}
                                       : stage_reconvergence{{at, at, none, none}, reconvergence_.at(at, at)};
    corrected_.push_back({s, by, by});
  }

  clock_stages& stages_;
  reconvergence_limits limits_;
  clock_dominators dominators_;
  reconvergent_pairs reconvergence_;
  vector_by_id<id> anchor_;             // [stages]
  vector_by_id<std::uint8_t> is_head_;  // [stages]
  std::set<id> heads_, simplified_;
  std::size_t visits_ = 0, ends_ = 0;
  std::map<std::tuple<split, id, id>, id> between_;
  std::vector<id> places_;
  std::vector<corrected_stage> corrected_;
};

}  // namespace gsta::detail
