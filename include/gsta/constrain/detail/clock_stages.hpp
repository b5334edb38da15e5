#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "gsta/constrain/detail/host_clock_tree.hpp"
#include "gsta/core/macros.hpp"
#include "gsta/flat/flat_view.hpp"

namespace gsta::detail {

/// Stages of clock paths: edges of nodes in front of what launches and captures. Where several clock paths
/// meet, the one that makes the arrival counts, for early and late alone.
class clock_stages {
 public:
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
    id const node = place_[s] / 2;
    if (!input_.by_pin) return {s, 0};
    return {input_.node_pin[node], input_.node_family[node]};
  }

  /// Stages where several clock paths meet, or one meets an arrival that starts there.
  std::vector<id> const& merges() const noexcept { return merges_; }
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
    open.push_back(s);
    return s;
  }

  void find_parents(id s, std::vector<id>& open) {
    id const node = place_[s] / 2, e = place_[s] % 2;
    int found = input_.pin_asserts[input_.node_pin[node]] != 0 ? 1 : 0;
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

  clock_paths_input const& input_;
  std::vector<id> stage_of_, place_, parent_[2], merges_;
  std::vector<std::uint8_t> behind_wire_;
};

}  // namespace gsta::detail
