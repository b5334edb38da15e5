#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gsta/flat/detail/pin_fanin.hpp"

namespace gsta::detail {

/// Paths to generated clocks pass open latches as gates: an arc that they alone take leads from a latch's
/// data to what departs from it. A latch that data come back to through such arcs gets none.
class latch_sources {
 public:
  explicit latch_sources(flat_design& design) : design_(design) {}

  void link() {
    if (design_.latches.empty()) return;
    for (auto const& latch : design_.latches) data_of_[latch.departs] = latch.data;
    fanin_ = pin_fanin(design_);
    auto in_front = fanin_.no_pins();
    std::vector<id> open;
    for (auto const& of : design_.generated) {
      if (of.gates_only || std::exchange(in_front[of.pin], std::uint8_t{1}) != 0) continue;
      pass(of.pin);
      open.push_back(of.pin);
    }
    fanin_.walk(std::move(open), in_front, [this](id pin) {
      pass(pin);
      return true;
    });
  }

 private:
  /// Links the latch that departs from a pin.
  void pass(id pin) {
    auto const latch = data_of_.find(pin);
    if (latch == data_of_.end() || leads_to(pin, latch->second)) return;
    if (type_ == none) {
      id const zero = design_.luts.add({}, {}, {0.0f});
      arc_type made{same_id(zero), same_id(none), positive_edges()};
      made.only_clock = arc_type::only_source_paths;
      type_ = design_.add_arc_type(made);
    }
    fanin_.add(latch->second, pin);
    design_.add_arc(latch->second, pin, type_);
    if (!design_.arc_derate.empty()) design_.arc_derate.push_back(none);
  }

  /// Whether a pin is in front of another. There are few latches in clock networks; where there are very many
  /// loops may be all that is looked for, and those that are left keep their arcs out.
  bool leads_to(id pin, id end) {
    auto seen = fanin_.no_pins();
    auto const goes_on = [&](id at) { return at != pin && ++visits_ <= most_visits; };
    return !goes_on(end) || !fanin_.walk({end}, seen, goes_on);
  }

  static constexpr std::size_t most_visits = std::size_t{1} << 28U;

  flat_design& design_;
  std::unordered_map<id, id> data_of_;  // by what departs
  pin_fanin fanin_;
  std::size_t visits_ = 0;
  id type_ = none;
};

}  // namespace gsta::detail
