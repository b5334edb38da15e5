#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/flat/flat_design.hpp"

namespace gsta::detail {

/// Paths to generated clocks pass open latches as gates: an arc that they alone take leads from a latch's
/// data to what departs from it. A latch that data come back to through such arcs gets none.
class latch_sources {
 public:
  explicit latch_sources(flat_design& design) : design_(design) {}

  void link() {
    if (design_.latches.empty()) return;
    for (auto const& latch : design_.latches) data_of_[latch.departs] = latch.data;
    list_fanin();
    in_front_.assign(design_.pin_load.size(), 0);
    for (auto const& of : design_.generated)
      if (!of.gates_only) reach(of.pin);
    while (!open_.empty()) {
      id const pin = open_.back();
      open_.pop_back();
      for (id const from : fanin_[pin]) reach(from);
    }
  }

 private:
  void list_fanin() {
    fanin_.resize(design_.pin_load.size());
    for (std::size_t net = 0; net < design_.net_driver.size(); ++net) {
      for (id a = design_.net_begin[net]; a < design_.net_begin[net + 1]; ++a)
        fanin_[design_.net_sink[a]].push_back(design_.net_driver[net]);
    }
    for (std::size_t i = 0; i < design_.arc_from.size(); ++i)
      fanin_[design_.arc_to[i]].push_back(design_.arc_from[i]);
  }

  void reach(id pin) {
    if (std::exchange(in_front_[pin], std::uint8_t{1}) != 0) return;
    open_.push_back(pin);
    auto const latch = data_of_.find(pin);
    if (latch == data_of_.end() || leads_to(pin, latch->second)) return;
    if (type_ == none) {
      id const zero = design_.luts.add({}, {}, {0.0f});
      arc_type made{same_id(zero), same_id(none), positive_edges()};
      made.only_clock = arc_type::only_source_paths;
      type_ = design_.add_arc_type(made);
    }
    fanin_[pin].push_back(latch->second);
    design_.add_arc(latch->second, pin, type_);
    if (!design_.arc_derate.empty()) design_.arc_derate.push_back(none);
  }

  /// Whether a pin is in front of another. There are few latches in clock networks; where there are very many
  /// loops may be all that is looked for, and those that are left keep their arcs out.
  bool leads_to(id pin, id end) {
    std::vector<std::uint8_t> seen(fanin_.size(), 0);
    std::vector<id> open{end};
    while (!open.empty()) {
      id const at = open.back();
      open.pop_back();
      if (at == pin || ++visits_ > most_visits) return true;
      for (id const from : fanin_[at]) {
        if (std::exchange(seen[from], std::uint8_t{1}) == 0) open.push_back(from);
      }
    }
    return false;
  }

  static constexpr std::size_t most_visits = std::size_t{1} << 28U;

  flat_design& design_;
  std::unordered_map<id, id> data_of_;  // by what departs
  std::vector<std::vector<id>> fanin_;  // [pins]
  std::vector<std::uint8_t> in_front_;  // [pins] of a generated clock's source
  std::vector<id> open_;
  std::size_t visits_ = 0;
  id type_ = none;
};

}  // namespace gsta::detail
