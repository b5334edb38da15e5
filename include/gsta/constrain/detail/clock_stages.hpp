#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/host_clock_tree.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/core/vector_by_id.hpp"
#include "gsta/flat/flat_view.hpp"

namespace gsta::detail {

/// Stages of clock paths: edges of nodes in front of what launches and captures. Where several clock paths
/// meet, the one that makes the arrival counts, for early and late alone; or, once `look_at_every_path` was
/// told so, what all of them pass.
class clock_stages {
 public:
  /// What leads to a stage.
  struct fanin {
    id above, arc;
    bool early, late;  ///< for which arrivals
  };

  explicit clock_stages(clock_paths_input const& input)
      : input_(input), stage_of_(2 * (input.fanin.begin.size() - 1), none) {}

  /// The stage of a place, 2 * node + edge, made with all in front of it.
  id at(id place) {
    std::vector<id> open;
    id const result = stage(place, open);
    while (!open.empty()) {
      id const s = open.back();
      open.pop_back();
      find_parents(s, open);
    }
    return result;
  }

  std::size_t count() const noexcept { return place_.size(); }
  id place(id s) const noexcept { return place_[s]; }
  std::vector<id> const& places() const noexcept { return place_; }
  id parent(split side, id s) const noexcept { return parent_[static_cast<int>(side)][s]; }
  /// Whether the parent is at the other end of a wire.
  bool is_behind_wire(id s) const noexcept { return behind_wire_[s] != 0; }
  /// What shares a clock path there: stages of one pin and one family of clocks, or the stage alone.
  std::pair<id, id> key(id s) const noexcept {
    if (!name_.empty()) return {name_[s], 0};
    return pin_key(s);
  }
  /// The same by pin alone, whatever leads there.
  std::pair<id, id> pin_key(id s) const noexcept {
    id const node = place_[s] / 2;
    if (!input_.by_pin) return {s, 0};
    return {input_.node_pin[node], input_.node_family[node]};
  }

  /// Stages where several clock paths meet, or one meets an arrival that starts there.
  std::vector<id> const& merges() const noexcept { return merges_; }
  /// Where a launch's path may begin to be shared. A wire that leads to a register alone is nobody else's; if
  /// the clock starts at the register it does not count.
  id first_shared(id s, bool skips_wire, split side) const {
    id const in_front = skips_wire && is_behind_wire(s) ? parent(side, s) : none;
    return in_front == none ? s : in_front;
  }
  std::vector<fanin> const& fanins(id s) const noexcept { return fanins_[s]; }
  /// Whether arrivals start there.
  bool starts(id s) const noexcept { return input_.place_starts[walked(place_[s])] != 0; }
  /// The place whose fan-in is the clock path to a place.
  id walked(id place) const noexcept {
    return input_.walked.empty() ? place : 2 * input_.walked[place / 2] + place % 2;
  }
  /// Leaves out fan-in that no clock path comes through: `keeps(stage)`.
  template <class F>
  void keep_fanins(id s, F const& keeps) {
    std::erase_if(fanins_[s], [&](fanin const& of) { return !keeps(of.above); });
  }
  /// From here on `parents` are the stages above, of early and late, and stages of one name count as one.
  void look_at_every_path(std::vector<id> const& parents, std::vector<id> names) {
    for (auto& of : parent_) of = parents;
    name_ = std::move(names);
  }
  bool looks_at_every_path() const noexcept { return !name_.empty(); }

  /// Says which fan-in makes the arrival of such a stage; none: it starts there.
  void choose(id s, split side, id k) {
    id const c = condition(side, static_cast<edge>(place_[s] % 2));
    id const in = k == none ? none : input_.edges[input_.fanin.arc[k]].input(c);
    parent_[static_cast<int>(side)][s] = k == none ? none : stage_of_[2 * input_.fanin.from[k] + edge_of(in)];
  }

 private:
  id stage(id place, std::vector<id>& open) {
    if (stage_of_[place] != none) return stage_of_[place];
    id const s = static_cast<id>(place_.size());
    stage_of_[place] = s;
    place_.push_back(place);
    for (auto& of : parent_) of.push_back(none);
    behind_wire_.push_back(0);
    fanins_.emplace_back();
    open.push_back(s);
    return s;
  }

  void find_parents(id s, std::vector<id>& open) {
    id const node = walked(place_[s]) / 2, e = place_[s] % 2;
    int found = starts(s) ? 1 : 0;
    bool wire = true;
    bool any = false;
    for (id k = input_.fanin.begin[node]; k < input_.fanin.begin[node + 1]; ++k) {
      id const arc = input_.fanin.arc[k];
      bool counted = false;
      for (split const side : {split::early, split::late}) {
        int const in = input_.edges[arc].input(condition(side, static_cast<edge>(e)));
        if (in < 0) continue;
        id const above = stage(2 * input_.fanin.from[k] + edge_of(in), open);
        parent_[static_cast<int>(side)][s] = above;
        add_fanin(s, above, arc, side);
        counted = true;
      }
      if (!counted) continue;
      any = true;
      ++found;
      wire = wire && static_cast<std::size_t>(arc) < input_.net_arcs;
    }
    behind_wire_[s] = any && wire;
    if (any && found > 1) merges_.push_back(s);
  }

  void add_fanin(id s, id above, id arc, split side) {
    auto& known = fanins_[s];
    bool const again = !known.empty() && known.back().arc == arc && known.back().above == above;
    if (!again) known.push_back({above, arc, false, false});
    (side == split::late ? known.back().late : known.back().early) = true;
  }

  clock_paths_input const& input_;
  vector_by_id<id> stage_of_, place_, parent_[2], merges_;
  vector_by_id<std::vector<fanin>> fanins_;  // [stages]
  vector_by_id<id> name_;                    // [stages], or empty: `pin_key`
  vector_by_id<std::uint8_t> behind_wire_;
};

}  // namespace gsta::detail
